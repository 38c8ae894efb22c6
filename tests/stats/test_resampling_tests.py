"""Tests by resampling against enumeration and against the laws of their draws."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.stats import (
    bootstrap_test,
    monte_carlo_table,
    permutation_test,
    rank_sum,
    rejection_rate,
    t_test,
)
from mlcompanion.stats.tests.count_tests import margin_tables, pearson_statistic
from mlcompanion.stats.tests.null_laws import ALTERNATIVES
from mlcompanion.stats.tests.rank_laws import mid_ranks
from mlcompanion.stats.tests.resampling_tests import random_tables

rng = np.random.default_rng(5)
X = rng.normal(0.5, 1, size=(6, 4))
Y = rng.normal(size=(6, 5))


def gap(x, y):
    return x.mean(axis=1) - y.mean(axis=1)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_exact_permutation_test_is_scipys(alternative):
    for x, y in zip(X, Y):
        assert permutation_test(x, y, n_draws=5, method="exact").pvalue in np.arange(127) / 126
        theirs = stats.permutation_test(
            (x, y), lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis), vectorized=True,
            n_resamples=np.inf, alternative=alternative,
        )  # fmt: skip
        found = permutation_test(x, y, alternative=alternative)
        if alternative != "two-sided":  # SciPy doubles the smaller tail
            assert found.pvalue == pytest.approx(theirs.pvalue)
        else:
            assert found.pvalue == np.mean(
                np.abs(theirs.null_distribution) >= abs(found.statistic) - 1e-12
            )


def test_a_statistic_of_ones_own_and_rows():
    for statistic in (None, gap):
        found = permutation_test(X, Y, statistic)
        rows = [permutation_test(x, y, statistic).pvalue for x, y in zip(X, Y)]
        np.testing.assert_allclose(found.pvalue, rows)
    np.testing.assert_allclose(found.pvalue, permutation_test(X, Y).pvalue)


def test_ranks_permuted_are_the_rank_sum_test():
    ranks = mid_ranks(np.hstack([X, Y]))
    found = permutation_test(ranks[:, :4], ranks[:, 4:])
    np.testing.assert_allclose(found.pvalue, rank_sum(X, Y).pvalue)


def test_random_partitions_approach_all_of_them():
    exact = permutation_test(X[0], Y[0]).pvalue
    drawn = np.array([permutation_test(X[0], Y[0], n_draws=200, method="random",
                                       random_state=s).pvalue for s in range(100)])  # fmt: skip
    wanted = (1 + 200 * exact) / 201
    assert abs(drawn.mean() - wanted) < 4 * np.sqrt(exact * (1 - exact) / 20_000)
    assert drawn.min() > 0


def test_random_tables_have_the_margins_and_the_law():
    table = np.array([[5, 3, 2], [4, 6, 1], [0, 2, 7]])
    drawn = random_tables(table, 20_000, 0)
    assert (drawn.sum(axis=2) == table.sum(axis=1)).all()
    assert (drawn.sum(axis=1) == table.sum(axis=0)).all()
    assert drawn.min() >= 0
    rows = table.sum(axis=1)
    columns = table.sum(axis=0)
    n = table.sum()
    for i in range(3):
        for j in range(3):
            law = stats.hypergeom(n, columns[j], rows[i])
            assert abs(drawn[:, i, j].mean() - law.mean()) < 4 * law.std() / np.sqrt(20_000)
            assert drawn[:, i, j].var() == pytest.approx(law.var(), rel=0.06)


def test_monte_carlo_table_approaches_the_enumeration():
    table = np.array([[20, 40], [20, 20]])
    tables, masses = margin_tables(table)
    p = masses[pearson_statistic(tables) >= pearson_statistic(table) - 1e-9].sum()
    found = monte_carlo_table(table, random_state=0)
    assert abs(found.pvalue - p) < 4 * np.sqrt(p * (1 - p) / 10_000) + 1e-4
    corner = monte_carlo_table(table, lambda t: -t[:, 0, 0], random_state=0)
    below = masses[tables[:, 0, 0] <= 20].sum()
    assert abs(corner.pvalue - below) < 4 * np.sqrt(below * (1 - below) / 10_000) + 1e-4


def test_bootstrap_test_is_near_the_t_test_for_many_normal_samples():
    x = np.random.default_rng(0).normal(0.1, 1, size=(5, 400))
    for alternative in ALTERNATIVES:
        found = bootstrap_test(x, n_draws=4000, alternative=alternative, random_state=0)
        wanted = t_test(x, alternative=alternative)
        np.testing.assert_allclose(found.pvalue, wanted.pvalue, atol=0.03)
    medians = bootstrap_test(x, statistic=lambda r: np.median(r, axis=1), random_state=0)
    np.testing.assert_allclose(medians.statistic, np.median(x, axis=1))


def test_bootstrap_test_counts_rows_alike():
    x = np.random.default_rng(0).normal(size=(3, 20))
    own = bootstrap_test(x, 0.1, lambda r: r.mean(axis=1), random_state=2)
    fast = bootstrap_test(x, 0.1, random_state=2)
    np.testing.assert_allclose(own.pvalue, fast.pvalue)


def test_level_of_the_permutation_test():
    rate = rejection_rate(
        permutation_test,
        lambda m, rng: (rng.exponential(size=(m, 5)), rng.exponential(size=(m, 5))),
        repeats=4000, random_state=0, batch=500,
    )  # fmt: skip
    assert rate.value <= 0.05 + 4 * rate.error
