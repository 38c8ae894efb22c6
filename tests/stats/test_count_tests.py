"""Tests of counts against SciPy and counting."""

from math import comb

import numpy as np
import pytest
from scipy import stats

from mlcompanion.probability import DiscreteLaw
from mlcompanion.stats import binom_test, chi2_gof, chi2_independence, fisher_exact, g_test
from mlcompanion.stats.tests.count_tests import margin_tables
from mlcompanion.stats.tests.null_laws import ALTERNATIVES, critical_region

TABLE = np.array([[20, 40], [20, 20]])  # Table 5.1


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("n", "p"), [(20, 0.5), (13, 0.5), (25, 0.3), (400, 0.07)])
def test_binom_test_is_scipys(n, p, alternative):
    heads = np.arange(0, n + 1, 1 + n // 25)
    wanted = [stats.binomtest(k, n, p, alternative).pvalue for k in heads]
    np.testing.assert_allclose(
        binom_test(heads, n, p, alternative).pvalue, wanted, rtol=1e-9, atol=1e-40
    )


def test_seventeen_heads():
    tail = sum(comb(20, k) for k in (17, 18, 19, 20)) / 2**20
    assert binom_test(17, 20, alternative="greater").pvalue == pytest.approx(tail, rel=1e-12)
    assert binom_test(17, 20).pvalue == pytest.approx(2 * tail, rel=1e-12)


@pytest.mark.parametrize("shape", [(2, 2), (3, 4)])
def test_chi_squared_tests_are_scipys(shape):
    tables = np.random.default_rng(0).integers(1, 30, size=(10, *shape))
    for test, name in ((chi2_independence, "pearson"), (g_test, "log-likelihood")):
        found = test(tables)
        for i, table in enumerate(tables):
            theirs = stats.chi2_contingency(table, correction=False, lambda_=name)
            assert found.statistic[i] == pytest.approx(theirs.statistic)
            assert found.pvalue[i] == pytest.approx(theirs.pvalue)
            assert found.dof == theirs.dof
            assert test(table).pvalue == pytest.approx(theirs.pvalue)


def test_goodness_of_fit_is_scipys_for_rows_and_for_tables():
    rng = np.random.default_rng(1)
    q = rng.dirichlet(np.ones(6))
    counts = rng.multinomial(50, q, size=8)
    theirs = stats.chisquare(counts, 50 * q, axis=1)
    np.testing.assert_allclose(chi2_gof(counts, q).pvalue, theirs.pvalue)
    tables = chi2_gof(counts.reshape(8, 2, 3), q.reshape(2, 3))
    np.testing.assert_allclose(tables.statistic, theirs.statistic)
    assert tables.dof == 5


def test_table_5_1():
    assert chi2_independence(TABLE).statistic == pytest.approx(2.778, abs=5e-4)
    assert chi2_independence(TABLE).pvalue == pytest.approx(0.0956, abs=5e-5)
    assert g_test(TABLE).pvalue == pytest.approx(0.0961, abs=5e-5)
    assert fisher_exact(TABLE).pvalue == pytest.approx(0.1021, abs=5e-5)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_fisher_is_scipys_for_many_tables_at_once(alternative):
    tables = np.random.default_rng(2).integers(1, 9, size=(40, 2, 2))
    wanted = [stats.fisher_exact(t, alternative).pvalue for t in tables]
    np.testing.assert_allclose(fisher_exact(tables, alternative).pvalue, wanted, rtol=1e-9)
    one = fisher_exact(tables[3], alternative).pvalue
    assert one == pytest.approx(wanted[3])


def test_margin_tables_are_all_tables():
    tables, masses = margin_tables(TABLE)
    assert (tables.sum(axis=2) == [60, 40]).all()
    assert (tables.sum(axis=1) == [40, 60]).all()
    assert (tables >= 0).all()
    assert len(tables) == 41
    wanted = [comb(60, a) * comb(40, 40 - a) / comb(100, 40) for a in range(41)]
    np.testing.assert_allclose(masses, wanted, rtol=1e-9)


def test_a_zero_margin_is_refused():
    for test in (chi2_independence, g_test):
        with pytest.raises(ValueError, match="row or a column"):
            test([[0, 0], [3, 4]])


class Uniform(DiscreteLaw):
    """0, ..., 19, equally likely."""

    support = (0, 19)

    def mean(self):
        return 9.5

    def var(self):
        return 399 / 12

    def _logpmf(self, x):
        return np.full(x.shape, -np.log(20))

    def _story(self, size, rng):
        return rng.integers(20, size=size)


def test_critical_region_of_a_discrete_law_never_exceeds_the_level():
    law = Uniform()
    assert critical_region(law, 0.12) == (0, 19)
    assert critical_region(law, 0.19) == (0, 19)
    assert critical_region(law, 0.09) == (-1, 20)  # nothing can be rejected
    assert critical_region(law, 0.12, "less") == (1, np.inf)
    assert critical_region(law, 0.12, "greater") == (-np.inf, 18)
