import numpy as np
import pytest

from mlcompanion.datasets import make_turned_tasks
from mlcompanion.regression import MultitaskRidge, Ridge
from mlcompanion.sparse.multitask.row_norms import MultitaskTraceNorm
from mlcompanion_chapters.sugiyama.s34_multitask import related_tasks as related


def test_exact_error_rates_against_samples_and_the_best_line():
    means = make_turned_tasks([0.3, 1.0], random_state=0).means
    best = np.column_stack([means, np.zeros(2)])
    assert related.turned_error_rates(best, means) == pytest.approx(0.158655, abs=1e-6)
    assert related.turned_error_rates(-best, means) == pytest.approx(1 - 0.158655, abs=1e-6)
    coef = np.array([[1.0, 0.4, 0.5], [0.0, 0.0, 0.0]])
    many = make_turned_tasks([0.3], per_class=100_000, random_state=1)
    counted = np.mean(np.sign(many.X @ coef[0]) != many.y)
    assert related.turned_error_rates(coef, means) == pytest.approx([counted, 0.5], abs=0.004)


def test_the_three_ways_are_those_of_the_estimators():
    data = make_turned_tasks(random_state=2)
    ways = related.learn_apart_and_together(data, gamma=2.0, lam=0.05)
    for way, gamma in (("multi", 2.0), ("single", 0.0)):
        model = MultitaskRidge(gamma, 0.05).fit(data.X, data.y, data.task)
        np.testing.assert_allclose(ways[way], model.coef_, atol=1e-9)
    pooled = Ridge(6 * 0.05, fit_intercept=False).fit(data.X, data.y)
    np.testing.assert_allclose(ways["pooled"], np.tile(pooled.coef_, (6, 1)), atol=1e-9)
    errors = related.mean_errors(12)
    assert errors["multi"].mean() < errors["single"].mean()


def test_the_listing_reaches_the_minimum():
    data = make_turned_tasks(random_state=3)
    run = related.trace_norm_listing(data, 1, tol=1e-10)
    best = MultitaskTraceNorm(4.0, tol=1e-13).fit(data.X, data.y, data.task)
    assert run.stopped
    np.testing.assert_allclose(run.coef, best.coef_, atol=1e-6)
    assert not related.trace_norm_listing(data, 1, max_iter=2).stopped
    found = related.trace_norm_runs(4)
    assert set(found["rank"]) <= {0, 1, 2}
    assert np.all(found["error"] <= 0.7)


def test_pulling_brings_three_curves_together():
    x, Y = related.draw_curves(random_state=0)
    assert x.shape == (30,)
    assert Y.shape == (30, 3)
    alone, pulled = (np.ptp(related.curve_fits(x, Y, g), axis=1).mean() for g in (0.0, 1e4))
    assert pulled < 0.1 * alone
    errors = related.curve_errors(3)
    assert np.all(errors["multi"] < errors["single"])


def test_rows_of_the_learned_similarities():
    found = related.found_groups(3)
    assert found["converged"].all()
    assert np.all((found["within"] > 0) & (found["within"] < 1))
    many = related.found_groups(2, kappa=8.0, per_class=30)
    assert np.all(many["within"] > 2 * many["between"])
