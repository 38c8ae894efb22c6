r"""Checks on Sugiyama (2016), chapter 12: Gaussian estimates and the misprints.

The references do not know the formulas under suspicion: log-densities by LU decompositions, in
which a covariance need not even be symmetric, their central differences, searches that see a
log-likelihood only, and frequencies of draws.
"""

import math
from itertools import cycle

import numpy as np
from scipy.integrate import trapezoid
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.classification import FDA
from mlcompanion.density import GaussianDensity, gaussian_gradients
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "exact_cloud",
    "gradient_errors",
    "likelihood_maximum",
    "listing_areas",
    "log_density",
    "pooled_formulas",
    "random_samples",
]

KINDS = ("full", "diag", "spherical")


def log_density(X, mean, covariance):
    """Gaussian log-densities of rows, for one or many parameters, symmetric or not.

    Parameters
    ----------
    X : array_like, shape (n, d)
    mean : array_like, shape (..., d)
    covariance : array_like, shape (..., d, d)

    Returns
    -------
    ndarray, shape (..., n)
    """
    mean = np.asarray(mean)
    covariance = np.asarray(covariance)
    columns = np.swapaxes(X - mean[..., None, :], -1, -2)
    squares = (columns * (np.linalg.inv(covariance) @ columns)).sum(axis=-2)
    log_det = np.linalg.slogdet(covariance)[1][..., None]
    return -0.5 * (squares + log_det + X.shape[-1] * math.log(2 * math.pi))


def exact_cloud(n, mean, covariance, random_state=None):
    """Gaussian draws, moved and stretched to have this very mean and covariance (divisor n).

    Parameters
    ----------
    n : int
        More than the dimension.
    mean : array_like, shape (d,)
    covariance : array_like, shape (d, d)
        Positive definite.
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (n, d)
    """
    mean = check_array(mean, "mean", ndim=1)
    check_count(n, "n", low=len(mean) + 1)
    z = check_rng(random_state).normal(size=(n, len(mean)))
    z -= z.mean(axis=0)
    white = np.linalg.solve(np.linalg.cholesky(z.T @ z / n), z.T)
    return mean + (np.linalg.cholesky(covariance) @ white).T


def random_samples(n_sets, d=(1, 5), n=(8, 50), random_state=None):
    """Yield data sets of any shape: Gaussian, skewed and heavy-tailed in turn.

    Parameters
    ----------
    n_sets : int
    d, n : (int, int)
        Least and largest numbers of features and samples.
    random_state : int, Generator or None
    """
    rng = check_rng(random_state)
    draws = cycle((rng.standard_normal, rng.standard_exponential, lambda s: rng.standard_t(3, s)))
    for _, draw in zip(range(n_sets), draws):
        width = rng.integers(d[0], d[1] + 1)
        rows = rng.integers(n[0], n[1] + 1)
        mix = rng.normal(size=(width, width)) + np.eye(width)
        yield draw((rows, width)) @ mix.T + rng.normal(size=width)


def likelihood_maximum(n_sets=100, n_changes=200, n_starts=3, random_state=None):
    """The closed formulas of the three models against changes at random and against searches.

    Returns
    -------
    dict
        ``worst``: the largest gain of a changed parameter; ``opt_gap``: the largest distance of the
        best log-likelihood that a search found; ``loss``: what the divisor n - 1 loses, one number
        a model and data set.
    """
    rng = check_rng(random_state)
    gains = []
    gaps = []
    losses = []
    for X in random_samples(n_sets, random_state=rng):
        for kind in KINDS:
            fit = GaussianDensity(kind).fit(X)
            mean = fit.mean_
            covariance = fit.covariance_
            top = log_density(X, mean, covariance).sum()
            changed = _changes(kind, mean, covariance, n_changes, rng)
            gains.append(log_density(X, *changed).sum(axis=-1).max() - top)
            other = len(X) / (len(X) - 1) * covariance
            losses.append(top - log_density(X, mean, other).sum())
            found = (_search(X, kind, rng) for _ in range(n_starts))
            gaps.append(abs(max(log_density(X, *end).sum() for end in found) - top))
    return {"worst": max(gains), "opt_gap": max(gaps), "loss": losses}


def _changes(kind, mean, covariance, m, rng):
    """Parameters of the model around given ones, m of them, changed by 0.001 to 1."""
    d = len(mean)
    size = 10 ** rng.uniform(-3, 0, m)[:, None]
    means = mean + size * np.sqrt(np.diag(covariance)) * rng.normal(size=(m, d))
    if kind == "full":
        mix = np.eye(d) + size[..., None] * rng.normal(size=(m, d, d))
        return means, mix @ covariance @ np.swapaxes(mix, -1, -2)
    factors = np.exp(size * rng.normal(size=(m, d if kind == "diag" else 1)))
    return means, covariance * factors[..., None]


def _search(X, kind, rng):
    """Quasi-Newton search for mean and covariance from a random start.

    The parameters are the mean, the logarithms of the diagonal of a lower triangle W, and what
    stands below it; the covariance is the inverse of W'W.
    """
    n, d = X.shape
    n_logs = 1 if kind == "spherical" else d
    below = np.tril_indices(d, -1) if kind == "full" else (np.empty(0, int),) * 2
    diagonal = np.arange(d)

    def unpack(theta):
        W = np.zeros((d, d))
        W[diagonal, diagonal] = np.exp(theta[d : d + n_logs])
        W[below] = theta[d + n_logs :]
        return theta[:d], W

    def loss(theta):
        mean, W = unpack(theta)
        centred = X - mean
        white = centred @ W.T
        slope = white.T @ centred
        logs = slope[diagonal, diagonal] * W[diagonal, diagonal] - n
        value = 0.5 * (white * white).sum() - n * np.log(W[diagonal, diagonal]).sum()
        parts = (-white.sum(axis=0) @ W, logs if n_logs == d else [logs.sum()], slope[below])
        return value, np.concatenate(parts)

    start = np.concatenate(
        [X[rng.integers(n)], rng.normal(size=n_logs) - np.log(X.std()), np.zeros(len(below[0]))]
    )
    found = minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-2})
    mean, W = unpack(found.x)
    return mean, np.linalg.inv(W.T @ W)


def _relative_gap(formula, truth):
    return abs(formula - truth).max() / abs(truth).max()


def gradient_errors(n_sets=100, random_state=None):
    """The slopes of section 12.2 and the formulas of Fig. 12.3 against central differences.

    Returns
    -------
    dict
        Relative errors: largest of the slopes in the mean (``right``) and in the covariance
        (``cov``) and of each of five formulas (``table``), least of the slope in the mean with the
        printed sign (``printed``); ``at_mle``: the slope at the sample mean, divided by n.
    """
    rng = check_rng(random_state)
    rows = []
    for X in random_samples(n_sets, n=(5, 50), random_state=rng):
        n, d = X.shape
        root, other = rng.normal(size=(2, d, d))
        S = root @ root.T + np.eye(d)
        T = other @ other.T + np.eye(d)
        mu = rng.normal(size=d)
        mu *= (1 + rng.exponential()) / np.linalg.norm(mu)  # of length 1 at least
        in_mean = numerical_gradient(lambda m, X=X, S=S: log_density(X, m, S).sum(axis=-1), mu)
        in_cov = numerical_gradient(lambda C, X=X, mu=mu: log_density(X, mu, C).sum(axis=-1), S)
        ours = gaussian_gradients(X, mu, S)
        P = np.linalg.inv(S)
        printed = n * P @ mu + P @ X.sum(axis=0)
        at_mle = abs(gaussian_gradients(X, X.mean(axis=0), S)[0]).max() / n
        errors = (_relative_gap(f, t) for f, t in derivative_table(mu, X[0], S, T))
        rows.append(
            [
                _relative_gap(ours[0], in_mean),
                _relative_gap(ours[1], in_cov),
                -_relative_gap(printed, in_mean),
                at_mle,
                *errors,
            ]
        )
    right, cov, printed, at_mle, *table = np.max(rows, axis=0).tolist()
    return {"right": right, "printed": -printed, "cov": cov, "table": table, "at_mle": at_mle}


def derivative_table(mu, x, S, T):
    """Fig. 12.3: pairs (formula, central differences), symmetry of the matrices ignored."""
    P = np.linalg.inv(S)
    return [
        (2 * P @ mu, numerical_gradient(lambda m: m @ P @ m, mu)),
        (P @ x, numerical_gradient(lambda m: m @ P @ x, mu)),
        (-np.outer(P @ x, P @ x), numerical_gradient(lambda C: x @ np.linalg.solve(C, x), S)),
        (P, numerical_gradient(lambda C: np.linalg.slogdet(C)[1], S)),
        (np.linalg.inv(T), numerical_gradient(lambda C: np.trace(np.linalg.solve(T, C)), S)),
    ]


def listing_areas(n_draws=1_000_000, random_state=None):
    """The curve of Fig. 12.4 as printed and mended, against the frequencies of draws.

    Returns
    -------
    dict
        ``area_printed``, ``area_right`` on the listing's grid; ``hist0``: share of the draws within
        0.05 of zero, a unit of length; ``printed0``, ``right0``: heights at zero.
    """
    x = np.linspace(-4, 4, 100)
    bump = np.exp(-(x**2) / 2)
    draws = check_rng(random_state).normal(size=n_draws)
    constants = {"printed": 2 * math.pi, "right": math.sqrt(2 * math.pi)}
    found = {f"area_{name}": trapezoid(bump / c, x) for name, c in constants.items()}
    found |= {f"{name}0": 1 / c for name, c in constants.items()}
    return found | {"hist0": np.mean(abs(draws) <= 0.05) / 0.1}


def pooled_formulas(n_sets=50, n_changes=200, random_state=None):
    """Eq. (12.5) with outer and with the printed inner products, for three classes.

    Returns
    -------
    dict
        ``average``: largest gap of the outer version from the weighted class covariances;
        ``worst``: largest gain in log-likelihood of a changed common covariance; ``numbers``: most
        entries of the printed sum; ``loss``: least log-likelihood that is lost if the printed
        number stands for the variance of every feature.
    """
    rng = check_rng(random_state)
    gaps = []
    gains = []
    sizes = []
    losses = []
    for X in random_samples(n_sets, d=(2, 5), n=(30, 60), random_state=rng):
        y = np.r_[np.arange(3).repeat(8), rng.integers(3, size=len(X) - 24)]
        S = FDA().fit(X, y).covariance_
        parts = [np.mean(y == k) * np.cov(X[y == k].T, ddof=0) for k in range(3)]
        centred = X - np.array([X[y == k].mean(axis=0) for k in range(3)])[y]
        inner = sum(row[None] @ row[:, None] for row in centred) / len(X)
        zero = np.zeros(X.shape[1])
        top = log_density(centred, zero, S).sum()
        _, changed = _changes("full", zero, S, n_changes, rng)
        gaps.append(abs(S - sum(parts)).max())
        gains.append((log_density(centred, zero, changed).sum(axis=-1) - top).max())
        sizes.append(inner.size)
        losses.append(top - log_density(centred, zero, inner * np.eye(X.shape[1])).sum())
    return {"average": max(gaps), "worst": max(gains), "numbers": max(sizes), "loss": min(losses)}
