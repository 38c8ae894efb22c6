"""What careful use found: ties, outliers, flat likelihoods, degenerate rows, memory."""

import tracemalloc
import warnings
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.density import GaussianDensity
from mlcompanion.probability import Laplace
from mlcompanion.stats import (
    fisher_exact,
    fisher_information,
    fisher_scoring,
    permutation_test,
    rank_sum,
    rejection_rate,
    signed_rank,
)
from mlcompanion.stats.intervals.bootstrap import bca_interval
from mlcompanion.stats.likelihood.information import (
    cramer_rao_bound,
    sample_information,
    sample_score,
)
from mlcompanion.stats.likelihood.maximum_likelihood import maximum_likelihood
from mlcompanion.stats.likelihood.smooth_models import (
    BERNOULLI,
    GAMMA,
    NORMAL,
    POISSON,
    STARTS,
    fit_law,
)
from mlcompanion.stats.selection.criteria import select, takeuchi_penalty
from mlcompanion.stats.tests.rank_tests import mann_whitney


def exact_share(x, y, alternative):
    """The permutation test of averages in fractions: ties are ties, whatever the size."""
    pooled = [Fraction(v) for v in [*x, *y]]
    n = len(x)
    turn = {"two-sided": abs, "less": lambda v: -v, "greater": lambda v: v}[alternative]

    def gap(first):
        one = sum(pooled[i] for i in first)
        return turn(one / n - (sum(pooled) - one) / (len(pooled) - n))

    observed = gap(range(n))
    shares = [gap(first) >= observed for first in combinations(range(len(pooled)), n)]
    return sum(shares) / len(shares)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("far", [0, 2**30, 5 * 10**8])
def test_permutation_test_has_the_ties_of_exact_arithmetic(alternative, far):
    rng = np.random.default_rng(2)
    for _ in range(5):
        x = far + rng.integers(0, 9, size=5)
        y = far + rng.integers(0, 9, size=6)
        found = permutation_test(x, y, alternative=alternative).pvalue
        assert found == exact_share(x.tolist(), y.tolist(), alternative)


def test_permutation_test_beside_an_outlier_keeps_the_others_apart():
    x = [1.0, 2.0, 3.0, 1e13]
    y = [4.0, 5.0, 6.0, 7.0]
    found = permutation_test(x, y, alternative="less").pvalue
    assert found == exact_share(x, y, "less")


def test_batches_change_no_draw_and_hold_no_more_than_they_say():
    rng = np.random.default_rng(3)
    x = rng.normal(size=(2, 30))
    y = rng.normal(0.4, 1, size=(2, 25))

    def gap(a, b):
        return np.median(a, axis=1) - np.median(b, axis=1)

    for statistic in (None, gap):
        options = {"statistic": statistic, "n_draws": 300, "random_state": 0}
        whole = permutation_test(x, y, **options)
        parts = permutation_test(x, y, **options, batch=7)
        np.testing.assert_array_equal(whole.pvalue, parts.pvalue)
    exact = permutation_test(x[:, :5], y[:, :5], method="exact", batch=11)
    np.testing.assert_array_equal(exact.pvalue, permutation_test(x[:, :5], y[:, :5]).pvalue)
    tracemalloc.start()
    permutation_test(x[0], y[0], n_draws=4000, batch=50, random_state=0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4000 * 55 / 2  # bytes: half of what all partitions would take as Booleans


def test_signed_rank_beside_an_outlier():
    rng = np.random.default_rng(4)
    x = rng.normal(0.5, 1, size=9)
    y = rng.normal(size=9)
    near = signed_rank(np.append(x, 50.0), np.append(y, 0.0))
    far = signed_rank(np.append(x, 1e13), np.append(y, 0.0))
    assert far.pvalue == near.pvalue < 1
    assert far.statistic == near.statistic
    theirs = stats.wilcoxon(np.append(x, 50.0) - np.append(y, 0.0), method="exact")
    assert far.pvalue == pytest.approx(theirs.pvalue)


def test_differences_that_only_rounding_parts_are_ties():
    x = np.array([1.1, 0.2, 3.3, 7.0])
    y = np.array([1.0, 0.1, 3.2, 6.0])
    assert signed_rank(x, y).statistic == 10
    assert signed_rank([1.1, 0.1], [1.0, 0.2]).statistic == 1.5  # one up, one down: shared ranks
    assert signed_rank([3.0, 1.0], [2.0, 2.0 + 1e-9]).statistic == 1.0  # no tie: 1 < 1 + 1e-9


@pytest.mark.parametrize("method", ["exact", "normal"])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_rows_that_tell_nothing_have_a_p_value_of_one(method, alternative):
    x = np.array([[1.0, 2.0, 3.5], [4.0, 4.0, 4.0]])
    y = np.array([[0.5, 1.0, 1.5], [4.0, 4.0, 4.0]])
    for correction in (False, True):
        for test in (signed_rank, rank_sum, mann_whitney):
            found = test(x, y, method, correction, alternative)
            spread = test is signed_rank or correction or method == "exact"
            assert found.pvalue[1] == 1 or not spread
            assert np.isfinite(found.statistic).all()
    tables = [[[3, 1], [1, 3]], [[0, 0], [2, 6]], [[2, 0], [6, 0]]]
    found = fisher_exact(tables, alternative).pvalue
    assert found[1:].tolist() == [1, 1]
    assert found[0] == pytest.approx(stats.fisher_exact(tables[0], alternative).pvalue)


def test_a_rejection_rate_survives_a_degenerate_row():
    def pairs(m, rng):
        return rng.integers(0, 2, size=(m, 3)), rng.integers(0, 2, size=(m, 3))

    rate = rejection_rate(signed_rank, pairs, level=0.3, repeats=2000, random_state=0)
    assert 0 < rate.value <= 0.3


def test_auto_keeps_the_meaning_of_the_statistic_in_large_samples():
    rng = np.random.default_rng(5)
    x = rng.normal(size=40)
    y = rng.normal(0.2, 1, size=40)
    ranks = stats.rankdata(np.append(x, y))[:40].sum()
    assert rank_sum(x, y).statistic == ranks
    assert rank_sum(x, y).pvalue == rank_sum(x, y, "normal").pvalue
    many = rng.normal(size=(2, 70))
    theirs = stats.wilcoxon(*many, method="asymptotic", alternative="greater")
    assert signed_rank(*many).statistic == theirs.statistic


def test_bca_far_from_zero_and_its_memory():
    x = np.random.default_rng(6).integers(0, 6, size=13)
    near = bca_interval(x, random_state=0)
    far = np.subtract(bca_interval(x + 1e6, random_state=0), 1e6)
    np.testing.assert_allclose(far, near, atol=1e-8)
    theirs = stats.bootstrap(
        (x,), np.mean, n_resamples=20_000, method="BCa", random_state=np.random.default_rng(0)
    ).confidence_interval
    np.testing.assert_allclose(bca_interval(x, n_draws=20_000, random_state=0), theirs, atol=0.06)
    with pytest.raises(ValueError, match="never changes"):
        bca_interval(np.full(5, 0.1))


def test_maximum_likelihood_far_from_zero():
    x = np.array([0.4, 1.9, 2.2, 2.7, 9.0])
    for centre in (0.0, 1e6, -1e9):
        found = maximum_likelihood(Laplace, centre + x, centre - 3, centre + 12)
        assert found - centre == pytest.approx(2.2, abs=1e-6)


def test_no_asymmetry_is_small_in_the_units_of_the_matrix():
    skew = np.array([[1.0, 0.5], [0.0, 1.0]])
    for unit in (1e-12, 1.0, 1e12):
        with pytest.raises(ValueError, match="symmetric"):
            cramer_rao_bound(unit * skew, 4)
    mixed = np.array([[1e-12, 0.3], [0.3, 1e12]])
    inverse = np.array([[1e12, -0.3], [-0.3, 1e-12]]) / (1 - 0.09)
    np.testing.assert_allclose(cramer_rao_bound(mixed, 1), inverse, rtol=1e-12)
    with pytest.raises(ValueError, match="symmetric"):
        cramer_rao_bound(mixed + np.array([[0, 1e-3], [0, 0]]), 4)


def test_the_penalty_of_takeuchi_in_other_units_of_the_parameters():
    x = np.random.default_rng(8).normal(size=(60, 3))
    model = GaussianDensity().fit(x)
    scores = model.score_matrix(x)
    hessian = model.hessian(x)
    units = np.geomspace(1e-9, 1e9, scores.shape[1])
    other = takeuchi_penalty(scores * units, hessian * units * units[:, None])
    assert other == pytest.approx(takeuchi_penalty(scores, hessian), rel=1e-9)


def test_select_scores_folds_alike_and_looks_at_its_arguments():
    x = np.random.default_rng(9).normal(size=(23, 2))
    folds = [(np.arange(4, 23), np.arange(4)), (np.arange(4), np.arange(4, 23))]
    found = select([GaussianDensity("diag")], x, "cv", folds).scores[0]
    wanted = [GaussianDensity("diag").fit(x[kept]).score(x[out]) for kept, out in folds]
    assert found == pytest.approx(np.mean(wanted))
    with pytest.raises(ValueError, match="folds"):
        select([GaussianDensity()], x, "aic", folds=1)
    with pytest.raises(ValueError, match="random_state"):
        select([GaussianDensity()], x, "aic", random_state="a")


def test_impossible_samples_and_parameters_are_refused():
    for function in (sample_score, sample_information):
        with pytest.raises(ValueError, match=r"x is impossible.*-1\.0"):
            function(GAMMA, [-1.0, 2.0], (1.0, 1.0))
    with pytest.raises(ValueError, match="standard deviation"):
        fisher_information(NORMAL, (0.0, -1.0))


@pytest.mark.parametrize(
    ("model", "x", "start"),
    [(BERNOULLI, [1.0, 1, 1], 0.3), (GAMMA, [1.5] * 4, (1.0, 1.0)), (POISSON, [0.0, 0, 0], 1.0)],
)
def test_scoring_says_where_there_is_no_peak(model, x, start):
    with pytest.warns(ConvergenceWarning, match="no curved peak"):
        fit = fisher_scoring(model, x, start)
    assert np.isnan(fit.standard_errors).all()
    assert np.isfinite(fit.parameters).all()


def test_a_law_is_fitted_by_name():
    rng = np.random.default_rng(10)
    x = rng.gamma(2.5, 2.0, size=400)
    shape, _, scale = stats.gamma.fit(x, floc=0)
    fit = fit_law(x, "gamma")
    np.testing.assert_allclose(fit.parameters, [shape, 1 / scale], rtol=1e-5)
    normal = fit_law(x, "normal")
    np.testing.assert_allclose(normal.parameters, [x.mean(), x.std()])
    np.testing.assert_allclose(normal.standard_errors, x.std() / np.sqrt([400, 800]))
    rate = fit_law(x, "exponential")
    np.testing.assert_allclose(rate.standard_errors, rate.parameters / 20)
    counts = rng.poisson(3.0, size=200)
    np.testing.assert_allclose(fit_law(counts, "poisson").parameters, counts.mean())
    coin = fit_law((counts > 2).astype(int), "bernoulli")
    assert coin.parameters[0] == pytest.approx(np.mean(counts > 2))
    for name, law in (("cauchy", stats.cauchy), ("logistic", stats.logistic)):
        z = law.rvs(3.0, size=300, random_state=0)
        assert fit_law(z, name).parameters[0] == pytest.approx(law.fit(z, fscale=1)[0], abs=1e-3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        few = {"bernoulli": [0, 1, 1, 0], "poisson": [2, 0, 3]}
        for name in STARTS:
            fit_law(few.get(name, [1.0, 2.0, 4.0, 2.5]), name)
    with pytest.raises(ValueError, match="equal"):
        fit_law([2.0, 2.0], "normal")
