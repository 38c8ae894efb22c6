r"""How different a series is before and after each moment: Sugiyama (2016), section 39.1.7.

Two neighbouring windows hold ``n`` vectors each, a vector being ``k`` consecutive values. Energy
distance and mean discrepancy need three sums of a function of distances: across the windows and
within either. These sums slide: pairs at a fixed lag enter as runs, one sliding sum a lag.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_count, check_function, check_in, check_real
from mlcompanion.density.contrasts import difference_form, median_distance

from .sliding import series_rows, series_vectors, squared_steps, window_sums

__all__ = ["ChangeScores", "change_scores", "highest_peaks", "sliding_discrepancy"]

_MEASURES = ("energy", "mmd", "lsdd")
_SPACED = 500  # vectors from which the default width is taken


class ChangeScores(NamedTuple):
    """What :func:`change_scores` returns.

    Attributes
    ----------
    times : ndarray of int, shape (T,)
        How many vectors lie before the split: a vector that starts at the first value counts as
        the first, and the split at t parts the vectors that start up to the t-th value from the
        later ones. A change after value c is highest near c - k / 2, as vectors that start in the
        k - 1 places before it mix both sides.
    scores : ndarray, shape (T,)
        Distance of the window before the split from the window after it.
    """

    times: np.ndarray
    scores: np.ndarray


def change_scores(series, k=5, n=10, measure="energy", *, sigma=None, lam=None):
    r"""Distance between neighbouring windows of a series, at every split.

    Parameters
    ----------
    series : array_like, shape (N,) or (N, m)
        Values in the order of time, equally spaced.
    k : int
        Consecutive values to a vector; 1 looks at single values, which cannot show a change of the
        order in time.
    n : int
        Vectors to a window; two windows and the last vector must fit: 2 n + k - 1 <= N.
    measure : {"energy", "mmd", "lsdd"} or callable
        Energy distance, squared mean discrepancy under a Gaussian kernel, or squared L2 distance
        by least squares; or a function of two arrays (n, k m) that returns a number.
    sigma : float, optional
        Width of the kernels of ``"mmd"`` and ``"lsdd"``, in the units of the series. Default: the
        median distance between vectors of the series.
    lam : float, optional
        Penalty of ``"lsdd"``, positive. Default: 0.1 times the width to the power of the columns.

    Returns
    -------
    ChangeScores

    Raises
    ------
    ValueError
        If the windows are longer than the series, or an argument is out of its range.

    Notes
    -----
    Cost: O(N n m) for ``"energy"`` and ``"mmd"``, O(n) a step whatever ``k`` is; memory O(N m).
    ``"lsdd"`` takes O(n^3 + n^2 k m) a step. All windows of ``"mmd"`` and ``"lsdd"`` share one
    width, so that their scores can be compared.
    Source: Sugiyama (2016), section 39.1.7 and Fig. 39.5, without its misplaced parenthesis.

    Examples
    --------
    >>> level = [0.0] * 20 + [3.0] * 20
    >>> found = change_scores(level, k=1, n=5)
    >>> int(found.times[found.scores.argmax()]), float(found.scores.max())
    (20, 6.0)
    """
    rows = series_rows(series)
    k = check_count(k, "k", low=1)
    n = check_count(n, "n", low=1)
    _check_windows(rows, k, n)
    if not callable(measure):
        check_in(measure, "measure", _MEASURES)
    if lam is not None:
        lam = check_real(lam, "lam", low=0, open_low=True)
    if sigma is not None:
        sigma = check_real(sigma, "sigma", low=0, open_low=True)
    times = np.arange(n, len(rows) - n - k + 2)
    if callable(measure):
        return ChangeScores(times, _by_function(series_vectors(rows, k), n, measure))
    # distances do not see the origin, and far from zero it costs digits; the middle value is no
    # outlier, from which all others would look alike
    middle = len(rows) // 2
    rows = rows - np.partition(rows, middle, axis=0)[middle]
    scale = np.abs(rows).max()
    if scale == 0:  # nothing ever moves
        return ChangeScores(times, np.zeros(len(times)))
    if sigma is None and measure != "energy":
        vectors = series_vectors(rows, k)
        sigma = median_distance(vectors[:: max(1, len(vectors) // _SPACED)])
    if measure == "lsdd":
        return ChangeScores(times, _by_least_squares(series_vectors(rows, k), n, sigma, lam))
    rows /= scale  # of a size at which squares neither overflow nor vanish
    kernel = np.negative if measure == "energy" else _gaussian_of(sigma / scale)
    scores = np.maximum(sliding_discrepancy(rows, k, n, kernel), 0.0)
    return ChangeScores(times, scale * scores if measure == "energy" else scores)


def _gaussian_of(width):
    """The Gaussian kernel as a function of distances."""
    return lambda distances: np.exp(-0.5 * (distances / width) ** 2)


def sliding_discrepancy(series, k, n, kernel):
    r"""Squared mean discrepancy of neighbouring windows, for a kernel of distances.

    Parameters
    ----------
    series : array_like, shape (N,) or (N, m)
    k, n : int
        As in :func:`change_scores`.
    kernel : callable
        Of an array of distances, the kernel's values; ``numpy.negative`` gives the energy distance.

    Returns
    -------
    ndarray, shape (N - 2 n - k + 2,)
        At a split, the mean over pairs in the window before plus that in the window after, less
        twice the mean over pairs across.

    Raises
    ------
    ValueError
        If the windows are longer than the series, or the kernel returns another shape.

    Notes
    -----
    Pairs of vectors at one lag are a run along a diagonal of the matrix of distances, which is
    never held: a lag needs its own diagonal only. Cost: O(N n m) and n calls of the kernel on O(N)
    distances; memory O(N m). Source: Sugiyama (2016), sections 39.1.5 to 39.1.7.

    Examples
    --------
    >>> sliding_discrepancy([0.0, 0.0, 3.0, 3.0], 1, 2, np.negative)
    array([6.])
    """
    rows = series_rows(series)
    k = check_count(k, "k", low=1)
    n = check_count(n, "n", low=1)
    _check_windows(rows, k, n)
    check_function(kernel, "kernel")
    rows = plain_layout(rows)
    splits = len(rows) - 2 * n - k + 2
    before = np.zeros(splits)
    after = np.zeros(splits)
    across = np.zeros(splits)
    for lag in range(1, 2 * n):
        steps = squared_steps(rows, lag)
        distances = np.sqrt(window_sums(steps, k))  # of vector i and vector i + lag
        values = check_array(kernel(distances), "kernel's values", shape=distances.shape)
        values = plain_layout(values)
        if lag < n:
            within = window_sums(values, n - lag)
            before += within[:splits]
            after += within[n : n + splits]
        # the first of a pair across starts in the window before, the second in the one after
        first = max(0, n - lag)
        pairs = window_sums(values, min(lag, 2 * n - lag))
        across += pairs[first : first + splits]
    itself = (
        kernel(np.zeros(1))[0] / n
    )  # of each window the mean over pairs of a vector with itself
    return 2 * (itself + (before + after - across) / n**2)


def _check_windows(rows, k, n):
    """Two windows and the last vector must fit into the series."""
    if 2 * n + k - 1 > len(rows):
        raise ValueError(
            f"two windows of n = {n} vectors of k = {k} values need {2 * n + k - 1} values, "
            f"series has {len(rows)}"
        )


def _by_function(vectors, n, measure):
    """A user's measure at every split."""
    ends = range(n, len(vectors) - n + 1)
    values = [measure(vectors[t - n : t].copy(), vectors[t : t + n].copy()) for t in ends]
    return check_array(values, "measure's results", shape=(len(values),))


def _by_least_squares(vectors, n, sigma, lam):
    """Squared L2 distance of the densities by least squares, kernels at all of both windows."""
    if lam is None:
        lam = 0.1 * sigma ** vectors.shape[1]
    signs = np.repeat([1 / n, -1 / n], n)
    ends = range(2 * n, len(vectors) + 1)
    forms = (difference_form(vectors[end - 2 * n : end], sigma, lam) for end in ends)
    return np.array([max(signs @ form @ signs, 0.0) for form in forms])


def highest_peaks(scores, n_peaks=1, apart=1):
    """Places of the highest scores that are some distance apart from each other.

    Parameters
    ----------
    scores : array_like, shape (T,)
    n_peaks : int
    apart : int
        Least distance between two of the places.

    Returns
    -------
    ndarray of int, shape (at most n_peaks,)
        The highest first; of equal ones the earliest. Fewer if no place is left.

    Raises
    ------
    ValueError
        If ``scores`` is empty or not finite, or a count is below 1.

    Notes
    -----
    Cost: O(T n_peaks).

    Examples
    --------
    >>> highest_peaks([0, 5, 4, 1, 3, 0], 2, apart=2)
    array([1, 4])
    """
    left = check_array(scores, "scores", ndim=1, min_rows=1).copy()
    n_peaks = check_count(n_peaks, "n_peaks", low=1)
    apart = check_count(apart, "apart", low=1)
    places = []
    while len(places) < n_peaks and left.max() > -np.inf:
        best = int(left.argmax())
        places.append(best)
        left[max(0, best - apart + 1) : best + apart] = -np.inf
    return np.array(places)
