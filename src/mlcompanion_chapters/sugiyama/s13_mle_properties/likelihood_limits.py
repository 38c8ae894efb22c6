"""Sugiyama (2016), chapter 13, on many samples at once: what maximum likelihood keeps.

Every ``..._fits`` function draws ``repeats`` samples of size ``n`` at the truth of its name and
returns the estimates, one sample a row, the maximum likelihood estimate first and its rivals after
it. Each estimate is made from its sample, never drawn from a law that it is known to have.
"""

from functools import partial

import numpy as np
from scipy.special import digamma

from mlcompanion._validation import check_rng
from mlcompanion.probability import ChiSquared, Normal, kolmogorov_distance
from mlcompanion.stats import coverage
from mlcompanion.stats.likelihood.information import wald_interval
from mlcompanion.stats.likelihood.smooth_models import CAUCHY, EXPONENTIAL, GAMMA, NORMAL

__all__ = [
    "biases",
    "cauchy_centres",
    "cauchy_fits",
    "efficiency_ratios",
    "exponential_fits",
    "gamma_fits",
    "laplace_fits",
    "limit_law_distances",
    "mean_of_uniforms",
    "miss_rates",
    "normal_fits",
    "poisson_fits",
    "row_medians",
    "wald_coverages",
]

BLOCK = 2**18  # draws at a time
_SHAPES = np.geomspace(1e-2, 1e4, 20_001)
_GAPS = np.log(np.log(_SHAPES) - digamma(_SHAPES))  # decreasing


def _blockwise(estimate, repeats, n, rng):
    """The rows of ``estimate((m, n), rng)`` for as many blocks as it takes."""
    height = max(1, BLOCK // n)
    sizes = [min(height, repeats - start) for start in range(0, repeats, height)]
    return np.concatenate([estimate((m, n), rng) for m in sizes])


def row_medians(x):
    """Median of each row, from one partition: half the time of ``np.median`` and less."""
    half = x.shape[1] // 2
    parted = np.partition(x, half, axis=1)
    upper = parted[:, half].astype(float)
    return upper if x.shape[1] % 2 else (upper + parted[:, :half].max(axis=1)) / 2


def normal_fits(repeats, n, random_state=None):
    """Mean and standard deviation (divisor n) of samples from N(0, 1)."""

    def estimate(size, rng):
        x = rng.standard_normal(size, np.float32)
        return np.column_stack([x.mean(axis=1, dtype=float), x.std(axis=1, dtype=float)])

    return _blockwise(estimate, repeats, n, check_rng(random_state))


def exponential_fits(repeats, n, random_state=None):
    """One over the mean of samples from the exponential law with rate 2."""

    def estimate(size, rng):
        x = rng.standard_exponential(size, np.float32) / np.float32(2)
        return 1 / x.mean(axis=1, dtype=float, keepdims=True)

    return _blockwise(estimate, repeats, n, check_rng(random_state))


def poisson_fits(repeats, n, random_state=None):
    """The mean of samples from the Poisson law with expectation 3."""

    def estimate(size, rng):
        return rng.poisson(3, size).mean(axis=1, keepdims=True)

    return _blockwise(estimate, repeats, n, check_rng(random_state))


def gamma_fits(repeats, n, random_state=None):
    """Shape and rate for samples from the gamma law with shape 2 and rate 1."""

    def estimate(size, rng):
        x = rng.standard_exponential(size, np.float32)
        x += rng.standard_exponential(size, np.float32)
        mean = x.mean(axis=1, dtype=float)
        return gamma_parameters(mean, np.log(x, out=x).mean(axis=1, dtype=float))

    return _blockwise(estimate, repeats, n, check_rng(random_state))


def gamma_parameters(mean, mean_log):
    """Where the score of the gamma law vanishes: the rate is shape / mean, and one unknown is left.

    The equation log(shape) - digamma(shape) = log(mean) - mean_log is solved once, on a grid of
    20,001 shapes between 0.01 and 10,000; between them the logarithms of both are nearly linear.
    """
    gaps = np.log(np.log(mean) - mean_log)
    shape = np.exp(np.interp(gaps, _GAPS[::-1], np.log(_SHAPES)[::-1]))
    return np.column_stack([shape, shape / mean])


def laplace_fits(repeats, n, random_state=None):
    """Median and mean of samples from the Laplace law around 0 with scale 1."""

    def estimate(size, rng):
        x = rng.standard_exponential(size, np.float32)
        x -= rng.standard_exponential(size, np.float32)
        return np.column_stack([row_medians(x), x.mean(axis=1, dtype=float)])

    return _blockwise(estimate, repeats, n, check_rng(random_state))


def cauchy_fits(repeats, n, random_state=None):
    """Maximum likelihood, median and mean of samples from the Cauchy law around 0 with scale 1."""

    def estimate(size, rng):
        x = np.tan(np.float32(np.pi) * (rng.random(size, np.float32) - np.float32(0.5)))
        median = row_medians(x)
        return np.column_stack([cauchy_centres(x, median), median, x.mean(axis=1, dtype=float)])

    return _blockwise(estimate, repeats, n, check_rng(random_state))


def cauchy_centres(x, start, tol=1e-4, max_iter=100):
    """Scoring for the centre of a Cauchy law with scale 1, row by row.

    Parameters
    ----------
    x : ndarray, shape (m, n)
    start : array_like, shape (m,)
    tol : float
        A row is done when its step is shorter than so many standard errors.
    max_iter : int

    Returns
    -------
    ndarray, shape (m,)

    Notes
    -----
    The sample information is used where it is at least half the expected one, which is 1/2: near
    the peak that is Newton's method, far away a longer step of scoring.
    """
    centre = np.array(start, dtype=float)
    left = np.arange(len(x))
    rows = x
    n = x.shape[1]
    for _ in range(max_iter):
        z = rows - centre[left, None].astype(x.dtype)
        weight = 1 / (1 + z * z)
        slope = 2 * np.einsum("ij,ij->i", z, weight) / n
        bend = (4 * np.einsum("ij,ij->i", weight, weight) - 2 * weight.sum(axis=1)) / n
        step = slope / np.maximum(bend, 0.25)
        centre[left] += step
        moving = np.abs(step) > tol * np.sqrt(2 / n)
        if not moving.any():
            break
        if not moving.all():
            left = left[moving]
            rows = rows[moving]
    return centre


def mean_of_uniforms(n=10, repeats=10_000, random_state=None):
    """Fig. 13.2: means of n uniform numbers on [-1/2, 1/2], against the normal law.

    Returns
    -------
    ks : float
        Kolmogorov distance from N(0, 1 / (12 n)).
    variance : float
        Of the means, times 12 n.
    """
    means = (check_rng(random_state).random((repeats, n)) - 0.5).mean(axis=1)
    return kolmogorov_distance(means, Normal(0.0, 1 / (12 * n))), means.var() * 12 * n


def miss_rates(sizes=(10, 100, 1000, 10_000), repeats=1000, random_state=None):
    """Section 13.1: how often an estimate is farther from the truth than a tenth of its length.

    Returns
    -------
    misses : dict
        From the model's name to the share of misses for each size; for centres the distance is 0.1.
    means : list
        Share of Cauchy samples whose mean is farther than 1 from the centre, for each size.
    """
    rng = check_rng(random_state)
    models = {
        "normal": (normal_fits, [0.0, 1.0], 0.1),
        "exponential": (exponential_fits, [2.0], 0.2),
        "Poisson": (poisson_fits, [3.0], 0.3),
        "gamma": (gamma_fits, [2.0, 1.0], np.sqrt(5) / 10),
        "Laplace": (laplace_fits, [0.0], 0.1),
        "Cauchy": (cauchy_fits, [0.0], 0.1),
    }
    misses = {}
    means = []
    for name, (fits, truth, distance) in models.items():
        misses[name] = []
        for n in sizes:
            found = fits(repeats, n, rng)
            errors = np.linalg.norm(found[:, : len(truth)] - truth, axis=1)
            misses[name].append(np.mean(errors >= distance))
            if name == "Cauchy":
                means.append(np.mean(np.abs(found[:, 2]) > 1))
    return misses, means


def biases(sizes=(20, 40, 80, 160, 320), repeats=100_000, random_state=None):
    """Section 13.2: mean estimate minus truth.

    Returns
    -------
    dict
        Lists by size for the normal variance (1), the exponential rate (2), the gamma shape (2).
    """
    rng = check_rng(random_state)
    return {
        "normal variance": [np.mean(normal_fits(repeats, n, rng)[:, 1] ** 2) - 1 for n in sizes],
        "exponential rate": [np.mean(exponential_fits(repeats, n, rng)) - 2 for n in sizes],
        "gamma shape": [np.mean(gamma_fits(repeats, n, rng)[:, 0]) - 2 for n in sizes],
    }


def _scaled_variance(estimates, n, information):
    """Trace of information times n times covariance, over the number of parameters."""
    F = np.atleast_2d(information)
    return n * np.trace(F @ np.atleast_2d(np.cov(estimates.T))) / len(F)


def efficiency_ratios(sizes=(11, 101, 1001), repeats=10_000, random_state=None):
    """Section 13.3.2: variance over the Cramér-Rao bound, which is 1 for an efficient estimator.

    Returns
    -------
    dict
        Lists by size for four maximum likelihood estimates and two rivals.
    """
    rng = check_rng(random_state)
    names = ("Laplace: median (ML)", "Cauchy: ML", "normal: deviation (ML)", "gamma: ML",
             "Laplace: mean", "Cauchy: median")  # fmt: skip
    found = {name: [] for name in names}
    for n in sizes:
        laplace = laplace_fits(repeats, n, rng)
        cauchy = cauchy_fits(repeats, n, rng)
        estimates = (
            (laplace[:, 0], 1.0),
            (cauchy[:, 0], 0.5),
            (normal_fits(repeats, n, rng)[:, 1], 2.0),
            (gamma_fits(repeats, n, rng), GAMMA.information(2.0, 1.0)),
            (laplace[:, 1], 1.0),
            (cauchy[:, 1], 0.5),
        )
        for name, (values, information) in zip(names, estimates):
            found[name].append(_scaled_variance(values, n, information))
    return found


def limit_law_distances(sizes=(20, 200, 2000), repeats=20_000, random_state=None):
    """Section 13.4: the error in the metric of n times the information, against chi-squared.

    Returns
    -------
    dict
        For each model the lists ``ks``, ``cover`` (share in the 95 % region) and ``side`` (share
        above the truth in the first parameter), by size.
    """
    rng = check_rng(random_state)
    found = {}
    for name, fits, truth, model in (
        ("gamma", gamma_fits, [2.0, 1.0], GAMMA),
        ("exponential", exponential_fits, [2.0], EXPONENTIAL),
        ("Cauchy", cauchy_fits, [0.0], CAUCHY),
    ):
        law = ChiSquared(len(truth))
        F = np.array(model.information(*truth))
        found[name] = {"ks": [], "cover": [], "side": []}
        for n in sizes:
            errors = fits(repeats, n, rng)[:, : len(truth)] - truth
            squares = n * np.einsum("ij,jk,ik->i", errors, F, errors)
            found[name]["ks"].append(kolmogorov_distance(squares, law))
            found[name]["cover"].append(np.mean(squares <= law.quantile(0.95)))
            found[name]["side"].append(np.mean(errors[:, 0] > 0))
    return found


def wald_coverages(sizes=(10, 30, 100, 300, 1000), repeats=10_000, random_state=None):
    """Coverage of Wald's interval for the first parameter, 95 % promised, information estimated.

    Returns
    -------
    dict
        From the model's name to a list of :class:`~mlcompanion.stats.Rate`, by size.
    """
    rng = check_rng(random_state)
    found = {}
    for name, fits, truth, model in (
        ("normal mean", normal_fits, [0.0, 1.0], NORMAL),
        ("exponential rate", exponential_fits, [2.0], EXPONENTIAL),
        ("gamma shape", gamma_fits, [2.0, 1.0], GAMMA),
        ("Cauchy centre", cauchy_fits, [0.0], CAUCHY),
    ):
        interval = partial(_first_interval, model, len(truth))
        found[name] = [
            coverage(partial(interval, n), partial(_of_size, fits, n), truth[0], repeats, rng)
            for n in sizes
        ]
    return found


def _first_interval(model, b, n, estimates):
    """Wald's intervals for the first of b parameters, one sample's estimates a row."""
    rows = model.information(*estimates[:, :b].T)
    F = [[np.broadcast_to(entry, len(estimates)) for entry in row] for row in rows]
    low, high = wald_interval(estimates[:, :b], np.moveaxis(np.array(F), -1, 0), n)
    return low[:, 0], high[:, 0]


def _of_size(fits, n, repeats, rng):
    return fits(repeats, n, rng)
