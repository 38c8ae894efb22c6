"""Tests of normal expectations and variances against SciPy, one row at a time and in batches."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.stats import f_test, t_test, t_test_ind, t_test_paired, z_test
from mlcompanion.stats.tests.mean_tests import z_test_ind, z_test_paired
from mlcompanion.stats.tests.null_laws import ALTERNATIVES

rng = np.random.default_rng(3)
X = rng.normal(size=(40, 7))
Y = rng.normal(0.4, 2, size=(40, 11))
Z = rng.normal(size=(40, 7))
Z += X
Z_TESTS = [
    (lambda x, _, a: z_test(x, 0.3, 2.0, a), lambda x, _: (x.mean() - 0.3) / (2 / np.sqrt(7))),
    (
        lambda x, y, a: z_test_ind(x, y, 1.5, a),
        lambda x, y: (x.mean() - y.mean()) / np.sqrt(1.5**2 / 7 + 1.5**2 / y.size),
    ),
    (
        lambda x, y, a: z_test_paired(x, y[..., :7], 0.6, 1.5, a),
        lambda x, y: (x - y[:7]).mean() / np.sqrt(2 * 1.5**2 * 0.4 / 7),
    ),
]
SCIPY = {
    "t": (
        lambda x, _, a: t_test(x, 0.2, a),
        lambda x, _, a: stats.ttest_1samp(x, 0.2, -1, alternative=a),
    ),
    "pooled": (
        lambda x, y, a: t_test_ind(x, y, alternative=a),
        lambda x, y, a: stats.ttest_ind(x, y, axis=-1, alternative=a),
    ),
    "Welch": (
        lambda x, y, a: t_test_ind(x, y, equal_var=False, alternative=a),
        lambda x, y, a: stats.ttest_ind(x, y, axis=-1, equal_var=False, alternative=a),
    ),
    "paired": (
        lambda x, _, a: t_test_paired(x, Z[: len(x)] if x.ndim > 1 else Z[0], a),
        lambda x, _, a: stats.ttest_rel(x, Z[: len(x)] if x.ndim > 1 else Z[0], -1, alternative=a),
    ),
}


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("name", SCIPY)
def test_t_tests_are_scipys(name, alternative):
    ours, theirs = SCIPY[name]
    for x, y in ((X, Y), (X[0], Y[0])):
        found = ours(x, y, alternative)
        wanted = theirs(x, y, alternative)
        np.testing.assert_allclose(found.statistic, wanted.statistic, rtol=1e-12)
        np.testing.assert_allclose(found.pvalue, wanted.pvalue, rtol=1e-10)
        np.testing.assert_allclose(found.dof, wanted.df, rtol=1e-12)
        assert np.shape(found.pvalue) == x.shape[:-1]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("test", "formula"), Z_TESTS)
def test_z_tests_are_the_formulas(test, formula, alternative):
    found = test(X, Y, alternative)
    z = np.array([formula(x, y) for x, y in zip(X, Y)])
    np.testing.assert_allclose(found.statistic, z, rtol=1e-12)
    tails = {"less": stats.norm.cdf(z), "greater": stats.norm.sf(z)}
    wanted = tails.get(alternative, 2 * stats.norm.sf(np.abs(z)))
    np.testing.assert_allclose(found.pvalue, wanted, rtol=1e-10)


def test_f_test_has_both_degrees_of_freedom_in_their_order():
    found = f_test(X, Y)
    ratio = X.var(axis=1, ddof=1) / Y.var(axis=1, ddof=1)
    np.testing.assert_allclose(found.statistic, ratio)
    low = stats.f.cdf(ratio, 6, 10)
    high = stats.f.sf(ratio, 6, 10)
    np.testing.assert_allclose(found.pvalue, 2 * np.minimum(low, high), rtol=1e-10)
    np.testing.assert_allclose(f_test(Y, X).pvalue, found.pvalue, rtol=1e-10)


def test_welchs_degrees_of_freedom_lie_between_the_smaller_set_and_the_pool():
    free = t_test_ind(X, Y, equal_var=False).dof
    assert (free >= 6).all()
    assert (free <= 16).all()
    rounded = t_test_ind(X, Y, equal_var=False, round_dof=True).dof
    assert (np.abs(rounded - free) <= 0.5).all()
    assert (rounded == np.rint(rounded)).all()


def test_the_paired_variance_is_the_pooled_one_less_the_covariance():
    t = t_test_paired(X, Z).statistic
    halved = (X - Z).mean(axis=1) ** 2 * 7 / 2 / t**2
    covariance = np.array([np.cov(x, z)[0, 1] for x, z in zip(X, Z)])
    pooled = (X.var(axis=1, ddof=1) + Z.var(axis=1, ddof=1)) / 2
    np.testing.assert_allclose(halved, pooled - covariance, rtol=1e-9)


def test_a_far_tail_keeps_its_digits():
    x = np.arange(10.0) + 1000
    assert 0 < t_test(x).pvalue < 1e-18
    wanted = stats.t.sf(t_test(x).statistic, 9)
    assert t_test(x, alternative="greater").pvalue == pytest.approx(wanted, rel=1e-9)


def test_no_spread_is_refused():
    flat = np.full(5, 0.1)
    some = np.array([0.1, 0.3, 0.2, 0.5, 0.4])
    for call in (lambda: t_test(flat), lambda: t_test_ind(flat, flat + 1),
                 lambda: t_test_ind(flat, flat + 1, equal_var=False), lambda: f_test(some, flat),
                 lambda: t_test_paired(some, some - 0.3)):  # fmt: skip
        with pytest.raises(ValueError, match="all samples are equal"):
            call()
    assert t_test_ind(flat, some).pvalue < 1
