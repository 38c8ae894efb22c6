"""Many methods on several data sets, compared by ranks: Friedman's test and what comes after it.

Source: Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7 (2006),
Sections 3.2.2 and 3.2.3; the post-hoc test is Nemenyi's, Tukey's honestly significant difference on
ranks.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import chi2, studentized_range

from mlcompanion._validation import check_array, check_count, check_real

from .rank_laws import mid_ranks

__all__ = ["RankComparison", "compare_ranks", "rank_distance"]


class RankComparison(NamedTuple):
    """What :func:`compare_ranks` returns.

    ``ranks``, shape (k,), 1 for the largest score; Friedman's chi-squared ``statistic`` and its
    ``pvalue``; the critical ``distance`` of mean ranks; ``apart``, shape (k, k), True where the
    method of the row is significantly better than that of the column.
    """

    ranks: np.ndarray
    statistic: float
    pvalue: float
    distance: float
    apart: np.ndarray


def rank_distance(n_methods, n_sets, level=0.05):
    r"""Difference of mean ranks beyond which two of k methods differ significantly (Nemenyi).

    .. math:: \frac{q}{\sqrt2}\sqrt{\frac{k(k+1)}{6N}}

    with the upper quantile q of the studentized range of k normal variables: over all pairs
    together a false alarm has at most the probability ``level``, for many data sets.

    Parameters
    ----------
    n_methods, n_sets : int
        k >= 2 methods on N data sets.
    level : float
        Between 0 and 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If there are fewer than two methods, no data set, or ``level`` is not between 0 and 1.
    """
    k = check_count(n_methods, "n_methods", low=2)
    n = check_count(n_sets, "n_sets", low=1)
    level = check_real(level, "level")
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, got {level}")
    quantile = studentized_range.ppf(1 - level, k, np.inf)
    return float(quantile / np.sqrt(2) * np.sqrt(k * (k + 1) / (6 * n)))


def compare_ranks(scores, level=0.05):
    """Friedman's test on the ranks of methods, and Nemenyi's test of all pairs.

    Parameters
    ----------
    scores : array_like, shape (N, k)
        A row for each data set, a column for each method; larger is better, ties share ranks.
    level : float
        Of the pairs, all together.

    Returns
    -------
    RankComparison

    Raises
    ------
    ValueError
        If there are fewer than two methods, or all methods tie on every data set.

    Notes
    -----
    Ties enter the statistic, not the critical distance, which they make cautious. Cost: N sorts.
    """
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    n, k = scores.shape
    distance = rank_distance(k, n, level)
    ranks = mid_ranks(-scores)
    spread = np.sum((ranks - (k + 1) / 2) ** 2)
    if spread == 0:
        raise ValueError("scores: all methods tie on every data set")
    mean = ranks.mean(axis=0)
    # by the ranks' own spread, which ties make smaller
    statistic = n**2 * (k - 1) * np.sum((mean - (k + 1) / 2) ** 2) / spread
    return RankComparison(
        mean,
        float(statistic),
        float(chi2.sf(statistic, k - 1)),
        distance,
        mean[None, :] - mean[:, None] > distance,
    )
