"""Problems, protocols and stored tables of chapter L5, beside independent computations."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.optimize.stochastic import LossConstants
from mlcompanion_chapters.chen.l05_optimal_rda import (
    classifier_race,
    lasso_stream,
    printed_bounds,
    race_tables,
    theory_checks,
)
from mlcompanion_chapters.chen.l05_optimal_rda.studies import (
    lasso_tables,
    orda_theory,
    sparse_classifiers,
)


@pytest.mark.parametrize("rho", [0.0, 1.0])
def test_the_solution_is_the_least_of_the_expected_objective(rho):
    best = lasso_stream.solution(rho, 0.4)
    least = lasso_stream.best_value(rho, 0.4)
    rng = np.random.default_rng(0)
    for size in (1e-4, 1e-2, 1.0):
        others = best + size * rng.normal(size=(200, 100))
        assert lasso_stream.objective(others, rho, 0.4).min() > least
    # and the objective is that of many samples
    A = rng.normal(size=(40_000, 100))
    b = A @ lasso_stream.TRUTH + rng.normal(size=40_000)
    mean = 0.5 * np.mean((A @ best - b) ** 2) + 0.5 * rho * best @ best + 0.4 * np.abs(best).sum()
    assert mean == pytest.approx(least, rel=0.02)


def test_mini_batches_are_right_on_average_and_shared():
    rng = np.random.default_rng(1)
    points = np.stack([np.zeros((400, 100)), np.full((400, 100), 0.3)])
    slopes = lasso_stream.mini_batch(rng, points, 50, 1.0)
    assert slopes.shape == points.shape
    want = points - lasso_stream.TRUTH + points
    assert slopes.mean(axis=1) == pytest.approx(want[:, 0], abs=0.35)
    assert np.corrcoef(slopes[0].ravel(), (slopes[1] - 0.6).ravel())[0, 1] > 0.5


def test_f1_counts_exact_zeros():
    full = np.ones(100)
    assert lasso_stream.support_f1(full) == pytest.approx(2 / 3)
    assert lasso_stream.support_f1(lasso_stream.TRUTH) == 1
    assert lasso_stream.support_f1(np.where(lasso_stream.TRUTH, 1.0, 1e-12)) == pytest.approx(2 / 3)


@pytest.mark.parametrize("index", range(4))
def test_known_problems_have_known_solutions(index):
    loss, _ = theory_checks.problem(index)
    least = loss.value(loss.solution)
    found = minimize(loss.value, loss.solution + 0.01, method="Powell", options={"maxiter": 5})
    assert found.fun >= least - 1e-12
    x = np.random.default_rng(2).normal(size=(50, len(loss.h)))
    # a subgradient of the loss, and the told curvature: (5.2)
    smooth = loss.value(x) - loss.lam * np.abs(x).sum(axis=1)
    y = x + 0.5 * np.random.default_rng(3).normal(size=x.shape)
    smooth_y = loss.value(y) - loss.lam * np.abs(y).sum(axis=1)
    left = smooth_y - smooth - np.sum((y - x) * loss.slope(x), axis=1)
    constants = loss.constants(1.0)
    far = np.linalg.norm(y - x, axis=1)
    assert (left >= 0.5 * constants.mu * far**2 - 1e-12).all()
    assert (left <= 0.5 * constants.lipschitz * far**2 + constants.jump * far + 1e-12).all()


def test_noise_has_its_length():
    noise = theory_checks.noise(np.random.default_rng(0), (5, 7), 2.5)
    assert np.linalg.norm(noise, axis=1) == pytest.approx(2.5)


def test_rows_of_the_theory_study():
    row = theory_checks.bound_row(1, 8, (10, 100, 200))
    assert "slope_rda" in row
    assert 0 < row["worst"] < 1
    assert row["worst_exact"] < 1
    assert row["slope"] < 0
    assert theory_checks.parabola_row(False, False, 1, (30, 100, 300))["slope"] < -1.8
    assert len(orda_theory.cases(20)) == 43


def test_rows_of_the_lasso_study(monkeypatch):
    monkeypatch.setattr(lasso_stream, "CONSTANTS", (0.1, 1.0))
    case = {"experiment": "method", "rho": 0.0, "lam": 0.55, "method": "ORDA", "runs": 3}
    rows = lasso_tables.run(case)
    assert [row["constant"] for row in rows] == [0.1, 1.0]
    assert sum("curve" in row for row in rows) == 1
    one = lasso_tables.run({**case, "experiment": "lambda"})
    assert one["obj"] == min(row["obj"] for row in rows)
    assert len(lasso_stream.batch_row(2, 1.0, 0.4, 2, size=1)["gaps"]) == 2
    for name in lasso_tables.WITH_RIDGE:
        method = lasso_stream.make_method(name, 0.1, 1.0, 0.4, (2, 100))
        assert method.query_.shape == (2, 100)


def test_rows_of_the_classifiers(monkeypatch):
    monkeypatch.setattr(classifier_race, "N_STEPS", 5)
    monkeypatch.setattr(classifier_race, "STEPS", (0.01, 1.0))
    monkeypatch.setattr(classifier_race, "GROWTHS", (0.01, 1.0))
    for method in classifier_race.METHODS:
        rows = sparse_classifiers.run({"data": "news", "method": method, "runs": 2})
        assert [row["constant"] for row in rows] == [0.01, 1.0]
        assert all(0 <= row["dens"] <= 100 for row in rows)
    X, y = classifier_race.news()
    assert X.shape == (158, 4258)
    assert np.sqrt(X.multiply(X).sum(axis=1)) == pytest.approx(1)
    assert np.sum(y > 0) == 88


def test_printed_bounds_and_stage_moves():
    k = LossConstants(1.0, 1.0, 1.0)
    # by hand: 4e-4 + 2.4 + 0.16 ln 200 + 0.16 sqrt(ln 200 ln 103)
    log = np.log(200)
    want = 4e-4 + 2.4 + 0.16 * log + 0.16 * np.sqrt(log * np.log(103))
    assert printed_bounds.printed_convex_tail(100, 0.01, k, 0.0) == pytest.approx(want)
    variance = printed_bounds.gradient_variance([np.zeros(100)], 1000)
    assert variance == pytest.approx((101 * 50 + 100) / 50, rel=0.05)
    staged = np.concatenate([np.linspace(5, 2, 72), [3.0], np.full(142, 1.0), np.full(285, 0.5)])
    moves = race_tables.stage_moves(staged, np.full(500, 0.4))
    assert moves["before"] == [2.0, 1.0]
    assert moves["peak"] == [3.0, 0.5]
    assert moves["quick"] == [1 / 143, 0.0]
    assert moves["diff"] == pytest.approx(0.1)
