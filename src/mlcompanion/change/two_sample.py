r"""Do two samples follow one law? Distances as tests, by permutation.

Sugiyama (2016), sections 39.1 and 10.7.

Energy distance, mean discrepancy and least squares density difference are quadratic forms
:math:`z^\top Qz` of the weights that say which sample a point is from. A permutation changes z
alone, so that a thousand of them are one product of matrices.
"""

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_memory,
    check_real,
    check_rng,
)
from mlcompanion.density.contrasts import difference_form, median_distance
from mlcompanion.kernels import rbf_kernel
from mlcompanion.resampling import random_splits
from mlcompanion.stats.tests import TestResult

__all__ = ["two_sample_test"]

_MEASURES = ("energy", "mmd", "lsdd")
_EPS = np.finfo(float).eps
_BATCH = 2**21  # entries of the weights that are held at a time


def two_sample_test(
    X, Y, measure="energy", *, n_draws=999, sigma=None, lam=None, random_state=None
):
    r"""Permutation test of whether two samples follow one law.

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (m, d)
    measure : {"energy", "mmd", "lsdd"}
        Energy distance, squared mean discrepancy under a Gaussian kernel, or squared L2 distance
        by least squares.
    n_draws : int
        Random permutations.
    sigma : float, optional
        Width of the kernels of ``"mmd"`` and ``"lsdd"``. Default: the median distance between
        points of both samples, which does not ask which sample a point is from; a width chosen
        for these samples, as by cross validation, would spoil the level.
    lam : float, optional
        Penalty of ``"lsdd"``, positive. Default: 0.1 times the width to the power of the columns.
    random_state : int, Generator or None

    Returns
    -------
    TestResult
        The distance, and the share of permutations, the observed one among them, with one at
        least as large. Where nothing differs the share is at most 5 % in at most 5 % of samples.

    Raises
    ------
    ValueError
        If a sample is empty, the samples are of unequal width, or an argument is out of its range.
    MemoryError
        If the matrix of all pairs needs more memory than the machine has.

    Notes
    -----
    Cost: O(N^2 (d + n_draws)) for N = n + m points, with ``"lsdd"`` O(N^3) besides; memory O(N^2).
    Permutations that differ from the observed by rounding only count as equal.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X, Y = rng.normal(0, 1, (60, 1)), rng.normal(0, 3, (60, 1))
    >>> two_sample_test(X, Y, random_state=0).pvalue
    0.001
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Y = check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)
    check_in(measure, "measure", _MEASURES)
    n_draws = check_count(n_draws, "n_draws", low=1)
    if lam is not None:
        lam = check_real(lam, "lam", low=0, open_low=True)
    if sigma is not None:
        sigma = check_real(sigma, "sigma", low=0, open_low=True)
    points = np.concatenate([X, Y])
    check_memory(3 * 8 * len(points) ** 2, f"all pairs of {len(points)} points (X, Y)")
    # distances do not see the origin, and far from zero it costs digits; the middle values are no
    # outlier, from which all other points would look alike
    middle = len(points) // 2
    origin = np.partition(points, middle, axis=0)[middle]
    Q = _form(points - origin, measure, sigma, lam)
    n = len(X)
    m = len(Y)
    z = np.repeat([1 / n, -1 / m], [n, m])
    observed = z @ Q @ z
    # what rounding leaves of a sum of so many terms of this size
    width = 64 * _EPS * (np.abs(z) @ np.abs(Q) @ np.abs(z))
    batch = max(1, _BATCH // len(points))
    extreme = 0
    rng = check_rng(random_state)
    for start in range(0, n_draws, batch):
        first = random_splits(n, m, min(batch, n_draws - start), rng)
        weights = np.where(first, 1 / n, -1 / m)
        drawn = np.einsum("bi,bi->b", weights @ Q, weights)
        extreme += np.count_nonzero(drawn >= observed - width)
    return TestResult(max(float(observed), 0.0), float((1 + extreme) / (1 + n_draws)))


def _form(points, measure, sigma, lam):
    """The matrix Q of a measure."""
    if measure == "energy":
        return -cdist(points, points)
    width = median_distance(points) if sigma is None else sigma
    if measure == "mmd":
        return rbf_kernel(points, sigma=width)
    if lam is None:
        lam = 0.1 * width ** points.shape[1]
    return difference_form(points, width, lam)
