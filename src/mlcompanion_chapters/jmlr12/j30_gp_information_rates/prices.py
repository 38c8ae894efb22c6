"""Lemmas 4 and 7: the price of imitation on grids that are doubled until it stands still."""

import numpy as np

from mlcompanion.gp.rates import analytic_factor, price_path, sobolev_function, spectral_matern

__all__ = ["local_powers", "settled", "tent_prices", "wave_prices"]

#: Half widths as shares of the largest value: six halvings from a half on.
SHARES = 0.5 ** np.arange(1, 8)
#: Doubling the grid may change the price by so much.
STILL = 0.05


#: Where the largest value is looked for: the same for all grids.
FINE = np.linspace(0, 1, 6401)


def _prices(K, f0, top, *, is_factor=False):
    """Half widths and their prices; NaN where double precision ends."""
    eps = SHARES * top
    path = price_path(K, f0, float(eps[-1]), is_factor=is_factor)
    within = path.eps[-1] * (1 - 1e-9) <= eps
    found = np.full(len(eps), np.nan)
    found[within] = path.at(eps[within])
    return eps, found


def wave_prices(beta, seed, points):
    """Prices of a random truth of smoothness beta for the Matern prior 1.5."""
    x = np.linspace(0, 1, points)
    truth = sobolev_function(beta, 4000, random_state=seed)
    top = float(np.abs(truth(FINE)).max())
    return _prices(spectral_matern(1.5)(x[:, None]), truth(x), top)


def tent_prices(points):
    """Prices of abs(x - 1/2) for the squared exponential prior."""
    x = np.linspace(0, 1, points)
    return _prices(analytic_factor(x), np.abs(x - 0.5), 0.5, is_factor=True)


def settled(coarse, fine):
    """How many stops, from the first on, change by less than a twentieth."""
    still = np.abs(fine - coarse) < STILL * np.abs(fine)
    return len(still) if still.all() else int(np.argmin(still))


def local_powers(prices):
    """Powers of 1 / eps between neighbouring stops, each half of the last."""
    return np.diff(np.log(prices)) / np.log(2)
