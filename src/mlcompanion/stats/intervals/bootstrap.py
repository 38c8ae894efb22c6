"""The bootstrap: what an estimate would be on samples like ours (Sugiyama 2016, 9.3.2).

The samples are drawn from again, with replacement and as many as there are; the estimates from many
such resamples stand for the estimates from fresh samples.
"""

from functools import partial

import numpy as np
from scipy.special import ndtr, ndtri

from mlcompanion._validation import check_array, check_count, check_instance
from mlcompanion.resampling import bootstrap_counts, bootstrap_indices

from ..tests.null_laws import check_samples
from .mean_intervals import check_alpha

__all__ = ["bca_interval", "bootstrap", "bootstrap_interval", "percentile_interval", "skewness"]


def skewness(x):
    """Third central moment over the cube of the standard deviation, both with divisor n.

    Parameters
    ----------
    x : array_like, shape (..., n)

    Returns
    -------
    float or ndarray, shape (...)
        Zero where all samples of a row are equal.
    """
    x = check_samples(x, "x", 1)
    deviation = x - x.mean(axis=-1, keepdims=True)
    square = deviation * deviation
    # a spread at the level of rounding is none
    rounding = 16 * np.finfo(float).eps * np.abs(x).max(axis=-1)
    second = square.mean(axis=-1)
    second = np.where(second <= rounding**2, 0.0, second)
    return _ratio((square * deviation).mean(axis=-1), second)[()]


def _ratio(third, second):
    """m3 / m2^(3/2), and 0 without spread."""
    return np.divide(third, second**1.5, out=np.zeros_like(third), where=second > 0)


def _median(x):
    """Median along the last axis: a full sort is vectorized, a selection is not."""
    n = x.shape[-1]
    return np.sort(x, axis=-1)[..., (n - 1) // 2 : n // 2 + 1].mean(axis=-1)


#: Estimates known by name: resamples of them need not be written out.
STATISTICS = {
    "mean": partial(np.mean, axis=-1),
    "median": _median,
    "variance": partial(np.var, axis=-1, ddof=1),
    "std": partial(np.std, axis=-1, ddof=1),
    "skewness": skewness,
}


EPS = np.finfo(float).eps
SAME = 1e-9  # estimates that are this share of their range apart are equal but for rounding
CELLS = 2**22  # values that leaving one out writes down at a time

#: Rows below which gathering the drawn values is cheaper than counting them.
FEW = 4


def bootstrap(x, statistic="mean", n_draws=2000, random_state=None):
    """Estimates from resamples, drawn with replacement (section 9.3.2, Fig. 9.2).

    Parameters
    ----------
    x : array_like, shape (..., n)
        At least two samples along the last axis.
    statistic : {"mean", "median", "variance", "std", "skewness"} or callable
        A callable takes samples of shape (n_draws, n) and returns n_draws estimates.
    n_draws : int
        Resamples; all rows of ``x`` share which places they draw.
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (..., n_draws)

    Raises
    ------
    ValueError
        If ``statistic`` is another word, or returns another shape.

    Notes
    -----
    Cost: n_draws times that of the statistic. Moments of many rows are one product of the samples'
    powers with the matrix of :func:`~mlcompanion.resampling.bootstrap_counts`, and nothing is
    copied; medians are found once among the drawn ranks, for all rows.
    """
    x = check_samples(x, "x")
    n_draws = check_count(n_draws, "n_draws", low=1)
    rows = x.reshape(-1, x.shape[-1])
    n = x.shape[-1]
    if isinstance(statistic, str):
        if statistic not in STATISTICS:
            raise ValueError(f"statistic must be one of {sorted(STATISTICS)}, got {statistic!r}")
        if statistic == "median":
            draws = _medians(rows, bootstrap_indices(n, n_draws, random_state))
        elif len(rows) < FEW:
            places = bootstrap_indices(n, n_draws, random_state)
            draws = np.array([STATISTICS[statistic](row[places]) for row in rows])
        else:
            draws = _moments(rows, statistic, bootstrap_counts(n, n_draws, random_state))
    else:
        _check_statistic(statistic)
        places = bootstrap_indices(n, n_draws, random_state)
        draws = np.array([_values(statistic, row[places]) for row in rows])
    return draws.reshape(*x.shape[:-1], n_draws)


def _check_statistic(statistic):
    return check_instance(statistic, "statistic", callable, "function or one of the names")


def _values(statistic, samples):
    """What a user's statistic says of each row."""
    return check_array(statistic(samples), "statistic's result", shape=(len(samples),))


def _medians(rows, ranks):
    """Medians of resamples of sorted rows, from the ranks that were drawn; (rows, n_draws)."""
    n = ranks.shape[1]
    # order of ranks is order of values: resamples are never written out
    middle = np.sort(ranks, axis=1)[:, (n - 1) // 2 : n // 2 + 1]
    return np.sort(rows, axis=1)[:, middle].mean(axis=-1)


def _moments(rows, name, counts):
    """A moment of every resample of every row, from sums of powers; shape (rows, n_draws)."""
    n = rows.shape[-1]
    centre = rows.mean(axis=-1, keepdims=True)
    z = rows - centre  # centred first: differences of sums would lose digits
    # mean of each resample less that of the sample
    shift = z @ counts.T / n
    if name == "mean":
        return centre + shift
    square = (z * z) @ counts.T / n
    m2 = square - shift**2
    m2[m2 <= 1e-14 * square] = 0.0  # one value drawn n times
    if name == "skewness":
        # third moment about the resample's own mean
        cube = (z * z * z) @ counts.T / n
        return _ratio(cube - 3 * shift * square + 2 * shift**3, m2)
    variance = m2 * n / (n - 1)
    return variance if name == "variance" else np.sqrt(variance)


def percentile_interval(draws, alpha=0.05):
    """The middle mass of resampled estimates, from one quantile to another (section 9.3.2).

    Parameters
    ----------
    draws : array_like, shape (..., n_draws)
        As from :func:`bootstrap`.
    alpha : float
        Share of the estimates left out, half of it on either side; in (0, 1).

    Returns
    -------
    low, high : float or ndarray, shape (...)
    """
    draws = check_samples(draws, "draws", 1)
    alpha = check_alpha(alpha)
    low, high = np.quantile(draws, [alpha / 2, 1 - alpha / 2], axis=-1)
    return low[()], high[()]


def bootstrap_interval(x, statistic="mean", alpha=0.05, n_draws=2000, random_state=None):
    """Bootstrap confidence interval: :func:`percentile_interval` of :func:`bootstrap` (9.3.2).

    Parameters
    ----------
    x : array_like, shape (..., n)
    statistic : {"mean", "median", "variance", "std", "skewness"} or callable
        As in :func:`bootstrap`.
    alpha : float
        How often the interval may miss, in (0, 1): in the limit of many samples only.
    n_draws : int
    random_state : int, Generator or None

    Returns
    -------
    low, high : float or ndarray, shape (...)

    Raises
    ------
    ValueError
        As in :func:`bootstrap`.

    Examples
    --------
    >>> from mlcompanion.stats import bootstrap_interval
    >>> low, high = bootstrap_interval([3.2, -0.4, 1.1, 2.6, -1.0], n_draws=20_000, random_state=0)
    >>> print(f"{low:.1f} to {high:.1f}")
    -0.3 to 2.5
    """
    return percentile_interval(bootstrap(x, statistic, n_draws, random_state), alpha)


def bca_interval(x, statistic="mean", alpha=0.05, n_draws=2000, random_state=None):
    """Bias-corrected and accelerated bootstrap interval: other quantiles of the same resamples.

    Parameters
    ----------
    x : array_like, shape (..., n)
        At least two samples, on which leaving one out changes the estimate.
    statistic : {"mean", "median", "variance", "std", "skewness"} or callable
        As in :func:`bootstrap`; it must be smooth.
    alpha : float
    n_draws : int
    random_state : int, Generator or None

    Returns
    -------
    low, high : float or ndarray, shape (...)

    Raises
    ------
    ValueError
        As in :func:`bootstrap`, or if no sample changes the estimate.

    Notes
    -----
    The share of resampled estimates below the estimate tells its bias, the estimates without one
    sample each tell how its spread changes with the parameter. Errors of coverage are O(1/n)
    instead of O(1/sqrt(n)) on either side. Source: Efron (1987); not in the book.

    Cost: n_draws + n estimates a row of ``x``; memory O(n_draws n) for a statistic of your own.
    """
    x = check_samples(x, "x", 3)
    alpha = check_alpha(alpha)
    draws = bootstrap(x, statistic, n_draws, random_state).reshape(-1, n_draws)
    estimate = STATISTICS[statistic] if isinstance(statistic, str) else statistic
    ends = []
    for row, drawn in zip(x.reshape(-1, x.shape[-1]), draws):
        here = _values(estimate, row[None])[0]
        tie = SAME * np.ptp(drawn) + 4 * EPS * abs(here)
        # ties count half, so that a discrete estimate has no bias of its own
        below = (np.mean(drawn < here - tie) + np.mean(drawn <= here + tie)) / 2
        # half a draw away from 0 and 1, where the quantile is infinite
        bias = ndtri(np.clip(below, 0.5 / n_draws, 1 - 0.5 / n_draws))
        without = _without_one(estimate, row)
        gaps = without.mean() - without
        if np.ptp(without) <= 4 * EPS * np.abs(without).max():
            raise ValueError("x: leaving out one sample never changes the estimate")
        gaps /= np.abs(gaps).max()  # a cube would underflow in small units
        acceleration = (gaps**3).sum() / (6 * (gaps**2).sum() ** 1.5)
        place = bias + ndtri([alpha / 2, 1 - alpha / 2])
        ends.append(np.quantile(drawn, ndtr(bias + place / (1 - acceleration * place))))
    low, high = np.array(ends).T.reshape(2, *x.shape[:-1])
    return low[()], high[()]


def _without_one(estimate, row):
    """Estimates from all values but one, in the order of the values left out."""
    n = len(row)
    height = max(1, CELLS // n)
    found = []
    for start in range(0, n, height):
        out = np.arange(start, min(start + height, n))
        kept = np.arange(n - 1)[None, :]  # places from the one left out move up by one
        found.append(_values(estimate, row[kept + (kept >= out[:, None])]))
    return np.concatenate(found)
