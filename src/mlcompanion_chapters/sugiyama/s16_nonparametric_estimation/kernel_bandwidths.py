"""Checks on Sugiyama (2016), section 16.3.3: bandwidths by rule, by cross validation, and the best.

The judge is the integral of the squared difference from the true density, in closed form.
"""

import math

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.spatial.distance import cdist, pdist
from scipy.special import ndtr
from scipy.stats import norm

from mlcompanion._validation import check_array, check_rng
from mlcompanion.density import cross_validate_bandwidth, silverman_bandwidth
from mlcompanion.resampling import fold_labels

from .nonparametric_density import ROUGHNESS, throw

__all__ = [
    "bandwidth_choices",
    "exact_kernel_error",
    "kernel_errors",
    "rule_against_exact",
    "rule_of_thumb_errors",
]

#: Of each of the five pieces, [k, k + 1]: the density is intercept + slope x.
INTERCEPTS, SLOPES = np.array([[0, 1 / 2, 1 / 4, -3 / 2, 5 / 2], [1 / 4, -1 / 4, 0, 1 / 2, -1 / 2]])


def _smoothed(x, h, normal):
    """The true density, convolved with the bump of width h: what the estimate is on average."""
    if normal:
        return norm.pdf(x, scale=math.hypot(1, h))
    z = (np.arange(6) - x[:, None]) / h
    mass = np.diff(ndtr(z))
    height = np.diff(np.exp(-z * z / 2)) / math.sqrt(2 * math.pi)
    return ((INTERCEPTS + SLOPES * x[:, None]) * mass - h * SLOPES * height).sum(axis=1)


def kernel_errors(x, bandwidths, *, normal=False, labels=None):
    r"""Integrated squared errors of kernel estimates from one sample, for many bandwidths.

    .. math:: \int\hat p^2-2\int\hat p\,p+\int p^2=\frac1{n^2}\sum_{ij}N(x_i-x_j;0,2h^2)
        -\frac2n\sum_i(p*N_h)(x_i)+\int p^2

    Parameters
    ----------
    x : array_like, shape (n,)
    bandwidths : sequence of float
    normal : bool
        The truth is N(0, 1); default the five pieces.
    labels : array_like of int, shape (n,), optional
        Folds: also return the mean log-density of held-out samples.

    Returns
    -------
    errors : ndarray, shape (H,)
    held_out : ndarray, shape (H,)
        Only with ``labels``. A bump counts as e^-80 of its top at least.

    Notes
    -----
    Cost O(H n^2), one exponential in single precision a pair (errors to about 1e-6).
    """
    x = check_array(x, "x", ndim=1, min_rows=2)
    n = len(x)
    x32 = x.astype(np.float32)[:, None]
    squares = pdist(x32, "sqeuclidean") if labels is None else cdist(x32, x32, "sqeuclidean")
    squares = squares.astype(np.float32)
    wide = np.empty_like(squares)
    roughness = 1 / (2 * math.sqrt(math.pi)) if normal else ROUGHNESS
    errors = []
    held_out = []
    for h in bandwidths:
        # The floor keeps clear of denormal numbers, on which processors are slow.
        np.multiply(squares, np.float32(-1 / (4 * h * h)), out=wide)
        np.exp(np.maximum(wide, np.float32(-40), out=wide), out=wide)
        pairs = float(wide.sum())  # of i < j, or of all i and j
        pairs = (2 * pairs + n if labels is None else pairs) / n**2
        own = pairs / (2 * h * math.sqrt(math.pi))
        errors.append(own - 2 * _smoothed(x, h, normal).mean() + roughness)
        if labels is not None:
            held_out.append(_held_out(np.square(wide, out=wide), h, labels))
    return np.array(errors) if labels is None else (np.array(errors), np.array(held_out))


def _held_out(bumps, h, labels):
    """Mean over the folds of the log-density from the other folds, given all bumps' values."""
    member = np.equal.outer(labels, np.arange(labels.max() + 1))
    by_fold = bumps @ member.astype(np.float32)
    sizes = member.sum(axis=0)
    others = by_fold.sum(axis=1, where=~member) / (len(labels) - sizes[labels])
    logs = np.log(others) - math.log(h * math.sqrt(2 * math.pi))
    return np.mean(logs @ member / sizes)


def bandwidth_choices(bandwidths=(0.01, 0.1, 0.5), n=500, repeats=40, random_state=None):
    """Errors of kernel estimates, and the place of the bandwidth that five folds choose.

    Returns
    -------
    errors : ndarray, shape (repeats, H)
    chosen : ndarray of int, shape (repeats,)
    """
    rng = check_rng(random_state)
    errors = []
    chosen = []
    for _ in range(repeats):
        x = throw((n,), rng)
        errors.append(kernel_errors(x, bandwidths))
        chosen.append(cross_validate_bandwidth(x[:, None], bandwidths, 5, rng).argmax())
    return np.array(errors), np.array(chosen)


def exact_kernel_error(h, n, d=1):
    """Mean integrated squared error of the Gaussian kernel estimate, exactly, for N(0, I).

    Parameters
    ----------
    h : float or ndarray
    n : int
        Samples.
    d : int
        Features.

    Returns
    -------
    float or ndarray
    """
    bumps = 1 / (n * h**d) + (1 - 1 / n) * (1 + h * h) ** (-d / 2)
    return (4 * math.pi) ** (-d / 2) * (bumps - 2 ** (d / 2 + 1) * (2 + h * h) ** (-d / 2) + 1)


def rule_against_exact(n, d=1):
    """Silverman's bandwidth for standard normal samples over the exactly best one, and its cost.

    Returns
    -------
    ratio : float
    excess : float
        Exact error at the rule's bandwidth over the least one, minus 1.
    """
    rule = (4 / ((d + 2) * n)) ** (1 / (d + 4))
    best = minimize_scalar(
        lambda log_h: exact_kernel_error(math.exp(log_h), n, d),
        bounds=(math.log(rule / 4), math.log(rule * 4)),
        method="bounded",
        options={"xatol": 1e-8},
    )
    return rule / math.exp(best.x), exact_kernel_error(rule, n, d) / best.fun - 1


def rule_of_thumb_errors(normal, grid, n=500, repeats=100, random_state=None):
    """Mean errors of kernel estimates with Silverman's and with cross-validated bandwidths.

    Parameters
    ----------
    normal : bool
        Samples of N(0, 1); else of the five pieces.
    grid : sequence of float
        Bandwidths to choose from by five folds.
    n, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    rule, cross_validated : float
    errors : ndarray, shape (len(grid),)
    """
    rng = check_rng(random_state)
    rule = []
    chosen = []
    errors = []
    for _ in range(repeats):
        x = rng.normal(size=n) if normal else throw((n,), rng)
        candidates = [*silverman_bandwidth(x[:, None]), *grid]
        squares, held_out = kernel_errors(
            x, candidates, normal=normal, labels=fold_labels(n, 5, rng)
        )
        rule.append(squares[0])
        errors.append(squares[1:])
        chosen.append(squares[1 + held_out[1:].argmax()])
    return float(np.mean(rule)), float(np.mean(chosen)), np.mean(errors, axis=0)
