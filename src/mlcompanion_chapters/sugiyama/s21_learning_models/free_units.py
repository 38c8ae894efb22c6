r"""Checks on Sugiyama (2016), Section 21.3: units that move, units that coincide.

Networks of Gaussian units against as many fixed bumps, the rank of the information matrix with
equal and with distinct units, and the law of the gain in fit at an ordinary and at a singular point
of one sigmoid unit.
"""

import numpy as np
from scipy.special import expit

from mlcompanion._validation import check_in, check_rng
from mlcompanion.regression import gaussian_basis
from mlcompanion.regression.networks.networks import fit_units, hidden_outputs, network_jacobian

__all__ = [
    "best_fixed_bumps",
    "best_free_units",
    "gain_in_fit",
    "information_ranks",
    "one_unit_gains",
    "random_bumps",
    "random_units",
    "shifted_weight_change",
]

WIDTHS = np.geomspace(0.05, 2, 20)


def random_bumps(x, seed):
    """Four bumps: normal heights, uniform centres, widths log-uniform from 0.05 to 1."""
    rng = check_rng(seed)
    centres = rng.uniform(-3, 3, size=4)
    widths = np.exp(rng.uniform(np.log(0.05), 0, size=4))
    beta = np.column_stack([centres, widths])
    return hidden_outputs(np.asarray(x)[:, None], beta, "gaussian") @ rng.normal(size=4)


def best_free_units(x, y, b, seed, n_starts=5, max_iter=200):
    """Best of some random starts of the fit of centres, widths and heights.

    Returns
    -------
    UnitFit
        Starts: centres uniform over the inputs, widths log-uniform from 0.05 to 1.
    """
    rng = check_rng(seed)
    X = np.asarray(x)[:, None]
    runs = []
    for _ in range(n_starts):
        centres = rng.uniform(min(x), max(x), size=b)
        start = np.column_stack([centres, np.exp(rng.uniform(np.log(0.05), 0, size=b))])
        runs.append(fit_units(X, y, start, "gaussian", max_iter=max_iter, tol=1e-7))
    return min(runs, key=lambda run: run.error)


def best_fixed_bumps(x, y, b, seed, n_choices=20):
    """Best least squares fit of bumps of one width at inputs.

    Centres: evenly spaced inputs and ``n_choices`` random choices; widths: 20 from 0.05 to 2.

    Returns
    -------
    error : float
        Root-mean-square residual.
    centres : ndarray, shape (b,)
    sigma : float
    """
    rng = check_rng(seed)
    x = np.asarray(x)
    choices = [np.linspace(0, len(x) - 1, b).round().astype(int)]
    choices += [rng.choice(len(x), size=b, replace=False) for _ in range(n_choices)]
    best = (np.inf, None, None)
    for sigma in WIDTHS:
        K = gaussian_basis(x, sigma=sigma)
        Q = np.linalg.qr(np.moveaxis(K[:, choices], 1, 0))[0]  # a stack of (n, b)
        left = y @ y - np.sum((y @ Q) ** 2, axis=1)  # what the columns do not reach
        k = int(np.argmin(left))
        error = np.sqrt(max(left[k], 0) / len(y))
        best = min(best, (error, x[choices[k]], sigma), key=lambda found: found[0])
    return best


def random_units(kind, d, rng, equal=False):
    """Weights of two random units: ``alpha`` away from 0, ``beta`` normal, widths 0.5 to 2."""
    alpha = rng.choice([-1, 1], size=2) * rng.uniform(0.5, 2, size=2)
    beta = rng.normal(size=(2, d + 1))
    if kind == "gaussian":
        beta[:, -1] = rng.uniform(0.5, 2, size=2)
    if equal:
        beta[1] = beta[0]
    return alpha, beta


def information_ranks(kind, d, n_networks=200, n=1000, equal=False, random_state=None):
    """Rank of the information matrix of random networks of two units.

    Parameters
    ----------
    kind : {"sigmoid", "gaussian", "relu"}
    d, n_networks, n : int
        Inputs, networks, samples (normal with standard deviation 2).
    equal : bool
        The second unit is the first one.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of int, shape (n_networks,)
        Singular values of the Jacobian above 1e-10 of the largest; the information is J'J / n.
    """
    rng = check_rng(random_state)
    ranks = []
    for _ in range(n_networks):
        X = 2 * rng.normal(size=(n, d))
        s = np.linalg.svd(network_jacobian(X, *random_units(kind, d, rng, equal), kind),
                          compute_uv=False)  # fmt: skip
        ranks.append(int(np.sum(s > 1e-10 * s[0])))
    return np.array(ranks)


def shifted_weight_change(kind, d, n=1000, random_state=None):
    """Largest relative change of the output when weight moves between two equal units."""
    rng = check_rng(random_state)
    X, (alpha, beta) = 2 * rng.normal(size=(n, d)), random_units(kind, d, rng, equal=True)
    Z = hidden_outputs(X, beta, kind)
    s = rng.normal()
    change = Z @ (alpha + np.array([s, -s])) - Z @ alpha
    return abs(change).max() / abs(Z @ alpha).max()


def _refined(x, Y, w, g, steps=20):
    """Gauss-Newton on (w, gamma) of one sigmoid unit, height in closed form, for many samples.

    ``Y`` has a sample a row; ``w`` and ``g`` are the starts. A step that does not lessen a
    sample's residual is halved; w stays within 50.
    """

    def outputs(w, g):
        z = expit(np.outer(w, x) + g[:, None])
        alpha = np.sum(z * Y, axis=1) / np.maximum(np.sum(z * z, axis=1), 1e-12)
        r = Y - alpha[:, None] * z
        return z, alpha, r, np.sum(r**2, axis=1)

    z, alpha, r, loss = outputs(w, g)
    damping = np.full(len(Y), 1e-3)
    for _ in range(steps):
        slope = alpha[:, None] * z * (1 - z)
        J = np.stack([slope * x, slope], axis=2)  # by w and by gamma
        share = np.einsum("ri,rij->rj", z, J) / np.sum(z * z, axis=1)[:, None]
        J -= z[:, :, None] * share[:, None]  # what the height takes over
        A = np.einsum("rij,rik->rjk", J, J)
        A += damping[:, None, None] * (np.einsum("rjj->r", A)[:, None, None] + 1e-12) * np.eye(2)
        step = np.linalg.solve(A, np.einsum("rij,ri->rj", J, r)[:, :, None])[:, :, 0]
        w_new = np.clip(w + step[:, 0], -50, 50)
        g_new = g + step[:, 1]
        trial = outputs(w_new, g_new)
        better = trial[3] < loss
        w = np.where(better, w_new, w)
        g = np.where(better, g_new, g)
        z = np.where(better[:, None], trial[0], z)
        r = np.where(better[:, None], trial[2], r)
        alpha = np.where(better, trial[1], alpha)
        loss = np.where(better, trial[3], loss)
        damping = np.where(better, damping / 5, damping * 10)
    return loss


def gain_in_fit(x, Y, truth, weights, offsets):
    """Residual sum of squares at the truth minus its least value over one sigmoid unit.

    Parameters
    ----------
    x : ndarray, shape (n,)
    Y : ndarray, shape (repeats, n)
    truth : ndarray, shape (n,)
    weights, offsets : ndarray
        The grid of the search: weights w, and middles -gamma / w, the places where the sigmoid is
        one half; weights up to 2 are tried at every sixth of them.

    Returns
    -------
    ndarray, shape (repeats,)
    """
    w, m = (c.ravel() for c in np.meshgrid(weights, offsets))
    gentle = np.isin(m, offsets[::6])  # a smooth unit need not be tried at every place
    w, m = (c[(abs(w) > 2) | gentle] for c in (w, m))
    z = expit(np.outer(w, x) - (w * m)[:, None])
    z, w, m = (c[np.sum(z * z, axis=1) > 1e-12] for c in (z, w, m))
    units = z / np.sqrt(np.sum(z * z, axis=1))[:, None]
    best = np.argmax((Y @ units.T) ** 2, axis=1)  # the height in closed form
    least = _refined(x, Y, w[best], -(w * m)[best])
    return np.sum((Y - truth) ** 2, axis=1) - least


def one_unit_gains(truth, n=200, repeats=1000, random_state=None):
    """Gains in fit of one sigmoid unit over the truth, noise standard normal, x even on [-3, 3].

    Parameters
    ----------
    truth : {"unit", "zero"}
        Height 5, weight 2, offset 0; or height 0.
    n, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (repeats,)
        The textbook's law is chi-square with 3 degrees of freedom.
    """
    check_in(truth, "truth", ("unit", "zero"))
    x = np.linspace(-3, 3, n)
    clean = 5 * expit(2 * x) if truth == "unit" else np.zeros(n)
    Y = clean + check_rng(random_state).normal(size=(repeats, n))
    steep = np.geomspace(0.05, 50, 16)
    middles = np.concatenate([np.linspace(-9, -3.1, 10), x[:-1] + x[1:], np.linspace(3.1, 9, 10)])
    middles[10:-10] /= 2  # between neighbouring inputs: every place of a step
    return gain_in_fit(x, Y, clean, np.concatenate([-steep, steep]), middles)
