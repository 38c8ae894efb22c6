"""Sugiyama (2016), Figs. 32.1 to 32.4: bands around the noisy curve, and where they are wide.

Inputs are evenly spaced on [-3, 3] or normal, noise has standard deviation 0.2; widths and
penalties are the listing's, which knows no mean. Places are those of its grid that it draws,
[-2.8, 2.8].
"""

import numpy as np
from scipy.stats import spearmanr

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.gp import GPRegressor, SquaredExponential
from mlcompanion.regression.bands import KernelBandRegressor, bootstrap_predict

__all__ = [
    "GRID",
    "PENALTIES",
    "WIDTHS",
    "band_widths",
    "coverage",
    "curve",
    "far_away",
    "fitted_process",
    "gap_inputs",
    "listing_model",
    "refitted",
    "resampled_widths",
    "sample_of",
]

WIDTHS = (0.03, 0.3, 3.0)
PENALTIES = (1e-4, 0.1, 100.0)
NOISE = 0.2
GRID = np.linspace(-3, 3, 1000)
GRID = GRID[np.abs(GRID) <= 2.8]


def curve(x):
    """The curve without noise, at places of any shape."""
    return np.sinc(x) + 0.1 * x


def gap_inputs(n, random_state=0):
    """Evenly spaced inputs with nothing between -0.5 and 1.5, and noisy outputs."""
    rng = np.random.default_rng(random_state)
    left = np.linspace(-3, -0.5, (5 * n + 4) // 8)
    x = np.concatenate([left, np.linspace(1.5, 3, n - len(left))])
    return x, curve(x) + NOISE * rng.normal(size=n)


def sample_of(inputs, seed, n=50):
    """Inputs as a column, and outputs, of a design: ``even``, ``normal`` or ``gap``."""
    if inputs == "gap":
        x, y = gap_inputs(n, seed)
    else:
        x, y, _ = make_sinc_trend(n, NOISE, random_state=seed, inputs=inputs)
    return x[:, None], y


def listing_model(seed=0):
    """The listing: nine settings to choose from by five-fold cross-validation, no mean."""
    return KernelBandRegressor(WIDTHS, PENALTIES, fit_mean=False, random_state=seed)


def _distance_to_fifth(x):
    """From each place of the grid to its fifth nearest input."""
    return np.sort(np.abs(GRID[:, None] - x), axis=1)[:, 4]


def band_widths(inputs, seed):
    """Mean half-width of the band where inputs are thin and where they are dense.

    Parameters
    ----------
    inputs : {"even", "normal"}
    seed : int

    Returns
    -------
    sparse, dense : float
        Over the quarters of the grid farthest from, and nearest to, their fifth nearest input.
    """
    X, y = sample_of(inputs, seed)
    _, std = listing_model(seed).fit(X, y).predict(GRID[:, None], return_std=True)
    order = np.argsort(_distance_to_fifth(X[:, 0]), kind="stable")
    quarter = len(GRID) // 4
    return float(std[order[-quarter:]].mean()), float(std[order[:quarter]].mean())


def coverage(seed):
    """Shares of the grid where the curve lies within 1 and within 1.96 standard deviations."""
    X, y = sample_of("even", seed)
    mean, std = listing_model(seed).fit(X, y).predict(GRID[:, None], return_std=True)
    missed = np.abs(mean - curve(GRID))
    return float(np.mean(missed <= std)), float(np.mean(missed <= 1.96 * std))


def refitted(model, X, y, places, n_resamples=50, seed=0):
    """Band of a fitted model by resampling, its width and penalty kept."""
    kept = KernelBandRegressor(model.sigma_, model.lam_, fit_mean=model.fit_mean)
    return bootstrap_predict(kept, X, y, places, n_resamples, random_state=seed)


def fitted_process(X, y):
    """A Gaussian process, its parameters by the marginal likelihood from a start near the curve.

    From the regressor's own start, a width of all inputs, the search may end in noise alone.
    """
    return GPRegressor(SquaredExponential(0.5, 0.5), NOISE**2).fit(X, y)


def far_away(seed, at=6.0):
    """Deviation at a place without data, over the median deviation among the data.

    Returns
    -------
    dict of float
        ``formula``, ``bootstrap``, ``gp``; and ``gp_most``, that of the process over its largest on
        [-3, ``at``].
    """
    X, y = sample_of("even", seed)
    places = np.append(GRID, at)[:, None]
    model = listing_model(seed).fit(X, y)
    stds = {
        "formula": model.predict(places, return_std=True)[1],
        "bootstrap": refitted(model, X, y, places, seed=seed).std,
    }
    process = fitted_process(X, y)
    stds["gp"] = process.predict(places, return_std=True)[1]
    found = {name: float(std[-1] / np.median(std[:-1])) for name, std in stds.items()}
    along = process.predict(np.linspace(-3, at, 500)[:, None], return_std=True)[1]
    return found | {"gp_most": float(stds["gp"][-1] / along.max())}


def resampled_widths(inputs, seed, n_resamples=100):
    """The bootstrap of Fig. 32.3 against the formula, and what copies in both folds do.

    Every resample chooses its own width and penalty, from folds that split copies, as in the
    listing, and again from folds that keep them together.

    Parameters
    ----------
    inputs : {"even", "normal"}
    seed : int
    n_resamples : int

    Returns
    -------
    dict
        ``ratio`` of mean deviations, bootstrap over formula; ``corr``, their rank correlation over
        the grid; the same two with copies kept together; ``more`` and ``less``, the shares of
        resamples whose choice has more or fewer effective parameters with copies in both folds.
    """
    X, y = sample_of(inputs, seed)
    places = GRID[:, None]
    formula = listing_model(seed).fit(X, y).predict(places, return_std=True)[1]
    found = {}
    used = {}
    for name, together in (("", False), ("_together", True)):
        rng = np.random.default_rng(seed)
        parameters = []

        def fitted(X_drawn, y_drawn, X_test, rows, rng=rng, together=together, kept=parameters):
            model = listing_model(int(rng.integers(2**31)))
            model.fit(X_drawn, y_drawn, groups=rows if together else None)
            kept.append(len(rows) - model.freedom_)
            return model.predict(X_test)

        std = bootstrap_predict(fitted, X, y, places, n_resamples, random_state=seed).std
        found["ratio" + name] = float(std.mean() / formula.mean())
        found["corr" + name] = float(spearmanr(std, formula).statistic)
        used[name] = np.array(parameters)
    gap = used[""] - used["_together"]
    return found | {"more": float(np.mean(gap > 1e-9)), "less": float(np.mean(gap < -1e-9))}
