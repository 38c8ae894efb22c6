"""Distances by common items: against SciPy, and the source's two examples."""

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from mlcompanion.clustering.chains import Chains, common_kendall, common_spearman, mean_shift


def test_two_pairs_that_a_direct_distance_cannot_tell_apart():
    assert common_kendall([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]) == 0.5
    assert common_kendall([1, 2, 3, 4, 5], [4, 8, 2, 5, 3]) == 0.5
    assert common_spearman([1, 2, 3], [4, 5]) == 1.0


def test_correlations_of_common_items():
    rng = np.random.default_rng(0)
    for _ in range(30):
        a, b = (rng.permutation(12)[: rng.integers(5, 12)] for _ in range(2))
        common = np.intersect1d(a, b)
        if len(common) < 2:
            continue
        places = [[list(chain).index(u) for u in common] for chain in (a, b)]
        tau = kendalltau(*places).statistic
        rho = spearmanr(*places).statistic
        assert common_kendall(a, b) == pytest.approx((1 - tau) / 2)
        assert common_spearman(a, b) == pytest.approx(1 - rho)
        assert common_spearman(b, a) == pytest.approx(1 - rho)


def test_a_repeated_item_is_refused():
    with pytest.raises(ValueError, match="second"):
        common_kendall([1, 2], [3, 3])


def test_equal_sets_may_be_two_apart():
    first = Chains([[1, 2, 3], [4, 5, 6], [2, 1, 3], [6, 5, 4]])
    second = Chains([[2, 1, 3], [6, 5, 4], [1, 2, 3], [4, 5, 6]])
    assert mean_shift(first, second) == 2
    assert mean_shift(first, first) == 0
    with pytest.raises(ValueError, match="same items"):
        mean_shift(first, Chains([[1, 2, 4]] * 4, 7))
    with pytest.raises(ValueError, match="4 chains"):
        mean_shift(first, second[:2])
