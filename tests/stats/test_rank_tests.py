"""Rank tests against enumeration, whole numbers and SciPy."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from scipy import stats

from mlcompanion.stats import rank_sum, signed_rank
from mlcompanion.stats.tests.null_laws import ALTERNATIVES
from mlcompanion.stats.tests.rank_laws import (
    mid_ranks,
    rank_sum_masses,
    signed_rank_masses,
    tied_rank_sum_masses,
)
from mlcompanion.stats.tests.rank_tests import mann_whitney

# Table 10.3
FIRST = np.array([1, 7, -2.0])
SECOND = np.array([7.1, 0, 7, 3.5])


def counted(n, n_prime):
    """Numbers of subsets with U = 0, 1, ..., in Python's whole numbers."""
    counts = [{0: 1}] + [{} for _ in range(n)]
    for rank in range(1, n + n_prime + 1):
        for size in range(n, 0, -1):
            for total, number in counts[size - 1].items():
                counts[size][total + rank] = counts[size].get(total + rank, 0) + number
    start = n * (n + 1) // 2
    return [counts[n][start + u] for u in range(n * n_prime + 1)]


def enumerated(ranks, n, alternative):
    """p-value of the first n ranks among all choices."""
    sums = np.array([sum(c) for c in combinations(ranks, n)])
    r = sum(ranks[:n])
    mean = n * np.mean(ranks)
    extreme = {"less": sums <= r, "greater": sums >= r}
    return np.mean(extreme.get(alternative, np.abs(sums - mean) >= abs(r - mean)))


def test_mid_ranks_are_scipys_in_any_shape():
    rng = np.random.default_rng(0)
    for values in (rng.normal(size=(5, 3, 8)), rng.integers(4, size=(30, 9)), [2.0, 2.0, 2.0]):
        np.testing.assert_array_equal(mid_ranks(values), stats.rankdata(values, axis=-1))


@pytest.mark.parametrize(
    ("n", "n_prime"), [(1, 1), (1, 5), (3, 4), (4, 3), (5, 5), (12, 17), (20, 20)]
)
def test_rank_sum_law_is_the_count(n, n_prime):
    wanted = [c / comb(n + n_prime, n) for c in counted(n, n_prime)]
    np.testing.assert_allclose(rank_sum_masses(n, n_prime), wanted, rtol=1e-12)


def test_a_large_rank_sum_law_keeps_its_digits():
    masses = rank_sum_masses(150, 130)
    assert masses.sum() == pytest.approx(1, abs=1e-10)
    assert masses.min() == pytest.approx(1 / comb(280, 150), rel=1e-10)
    u = np.arange(len(masses))
    assert masses @ (u - 9750) ** 2 == pytest.approx(150 * 130 * 281 / 12, rel=1e-9)


def test_tied_law_without_ties_is_the_law_and_with_ties_the_enumeration():
    untied = tied_rank_sum_masses(np.arange(1.0, 10), 4)
    np.testing.assert_allclose(untied[20::2], rank_sum_masses(4, 5)[: len(untied[20::2])])
    ranks = mid_ranks([1, 1, 2, 3, 3, 3, 5])
    masses = tied_rank_sum_masses(ranks, 3)
    sums = np.rint([2 * sum(c) for c in combinations(ranks, 3)]).astype(int)
    np.testing.assert_allclose(masses, np.bincount(sums, minlength=len(masses)) / len(sums))


def test_signed_rank_law_is_the_enumeration_of_signs():
    for ranks in (np.arange(1.0, 8), mid_ranks([1, 1, 2, 3, 3, 3])):
        masses = signed_rank_masses(ranks)
        sums = np.rint([2 * np.dot(s, ranks) for s in product((0, 1), repeat=len(ranks))])
        wanted = np.bincount(sums.astype(int), minlength=len(masses)) / len(sums)
        np.testing.assert_allclose(masses, wanted)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_rank_sum_with_ties_is_the_enumeration_row_by_row(alternative):
    rng = np.random.default_rng(1)
    x = rng.integers(5, size=(30, 4)).astype(float)
    y = rng.integers(6, size=(30, 5))
    x[:10] += rng.random((10, 4))  # some rows with fewer ties
    found = rank_sum(x, y, "exact", alternative=alternative)
    ranks = stats.rankdata(np.hstack([x, y]), axis=1)
    np.testing.assert_array_equal(found.statistic, ranks[:, :4].sum(axis=1))
    wanted = [enumerated(r, 4, alternative) for r in ranks]
    np.testing.assert_allclose(found.pvalue, wanted, rtol=1e-10)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_exact_tests_without_ties_are_scipys(alternative):
    rng = np.random.default_rng(2)
    x = rng.normal(0.5, 1, size=(20, 9))
    y = rng.normal(size=(20, 12))
    theirs = stats.mannwhitneyu(x, y, axis=1, method="exact", alternative=alternative)
    ours = mann_whitney(x, y, "exact", alternative=alternative)
    np.testing.assert_allclose(ours.pvalue, theirs.pvalue, rtol=1e-10)
    np.testing.assert_array_equal(ours.statistic, theirs.statistic)
    one = rank_sum(x[0], y[0], alternative=alternative)
    assert one.pvalue == pytest.approx(theirs.pvalue[0], rel=1e-10)
    pairs = signed_rank(x, y[:, :9], "exact", alternative=alternative)
    theirs = stats.wilcoxon(x, y[:, :9], axis=1, method="exact", alternative=alternative)
    np.testing.assert_allclose(pairs.pvalue, theirs.pvalue, rtol=1e-10)


def test_normal_approximations_are_scipys():
    rng = np.random.default_rng(4)
    x = rng.integers(9, size=(20, 15)).astype(float)
    y = rng.integers(9, size=(20, 15)) + 0.5
    y[:, :5] -= 0.5
    plain = stats.ranksums(x, y, axis=1)
    found = rank_sum(x, y, "normal")
    np.testing.assert_allclose(found.statistic, plain.statistic, rtol=1e-10)
    np.testing.assert_allclose(found.pvalue, plain.pvalue, rtol=1e-10)
    ties = stats.mannwhitneyu(x, y, axis=1, method="asymptotic", use_continuity=False)
    np.testing.assert_allclose(rank_sum(x, y, "normal", True).pvalue, ties.pvalue, rtol=1e-10)
    theirs = stats.wilcoxon(x, y, axis=1, method="approx")  # corrects for ties
    corrected = signed_rank(x, y, "normal", tie_correction=True)
    np.testing.assert_allclose(corrected.pvalue, theirs.pvalue, rtol=1e-10)
    n = np.sum(x != y, axis=1)
    printed = signed_rank(x, y, "normal")
    variances = np.array([np.sum(stats.rankdata(np.abs(d[d != 0])) ** 2) / 4 for d in x - y])
    shrunk = corrected.statistic * np.sqrt(variances / (n * (n + 1) * (2 * n + 1) / 24))
    np.testing.assert_allclose(printed.statistic, shrunk, rtol=1e-9)


def test_table_10_3():
    assert rank_sum(FIRST, SECOND).statistic == 9.5
    assert rank_sum(FIRST, SECOND).pvalue == pytest.approx(16 / 35)
    found = rank_sum(FIRST, SECOND, "normal")
    assert found.statistic == pytest.approx(-2.5 / np.sqrt(8))
    assert found.pvalue == pytest.approx(0.377, abs=5e-4)


def test_equal_differences_are_ties_though_rounded():
    x = np.array([0.3, 1.1, 5.0, 2.0])
    y = np.array([0.2, 1.0, 5.0, 0.0])
    assert x[0] - y[0] != x[1] - y[1]
    found = signed_rank(x, y)
    assert found.statistic == 1.5 + 1.5 + 3
    assert found.pvalue == pytest.approx(2 / 8)


def test_rows_with_different_numbers_of_zeros():
    x = np.array([[1.0, 2, 3, 4], [1.0, 2, 3, 4], [2.0, 5, 3, 1]])
    y = np.array([[0.0, 0, 0, 0], [1.0, 2, 0, 0], [1.0, 2, 3, 5]])
    rows = [signed_rank(a, b).pvalue for a, b in zip(x, y)]
    np.testing.assert_allclose(signed_rank(x, y).pvalue, rows)
    np.testing.assert_allclose(rows[:2], [2 / 16, 2 / 4])
