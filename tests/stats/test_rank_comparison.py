"""Comparisons of many methods by ranks, against printed tables, SciPy and simulation."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.stats.tests.rank_comparison import compare_ranks, rank_distance

# Demšar (2006), Table 5(a): q / sqrt(2) for 2, ..., 10 methods.
PRINTED = {
    0.05: (1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164),
    0.10: (1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920),
}


@pytest.mark.parametrize("level", PRINTED)
def test_quantiles_are_those_of_the_printed_table(level):
    for k, wanted in enumerate(PRINTED[level], start=2):
        scale = np.sqrt(k * (k + 1) / (6 * 14))
        assert rank_distance(k, 14, level) / scale == pytest.approx(wanted, abs=1.01e-3)


def test_friedman_is_scipys_and_pairs_follow_the_distance():
    rng = np.random.default_rng(0)
    scores = rng.integers(6, size=(12, 5)) + np.array([0, 0, 1, 2, 6.0])
    found = compare_ranks(scores)
    known = stats.friedmanchisquare(*scores.T)
    assert found.statistic == pytest.approx(known.statistic)
    assert found.pvalue == pytest.approx(known.pvalue)
    np.testing.assert_allclose(found.ranks, stats.rankdata(-scores, axis=1).mean(axis=0))
    pairs = {(i, j) for i in range(5) for j in range(5)
             if found.ranks[j] - found.ranks[i] > found.distance}  # fmt: skip
    assert {tuple(p) for p in np.argwhere(found.apart)} == pairs
    assert (4, 0) in pairs
    assert not found.apart.diagonal().any()


def test_equal_methods_are_rarely_told_apart():
    rng = np.random.default_rng(1)
    alarms = [compare_ranks(rng.normal(size=(15, 6))).apart.any() for _ in range(400)]
    assert 0.01 < np.mean(alarms) < 0.08


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="level"):
        rank_distance(3, 5, 1.0)
    with pytest.raises(ValueError, match="n_methods"):
        rank_distance(1, 5)
    with pytest.raises(ValueError, match="all methods tie"):
        compare_ranks(np.ones((3, 4)))
