import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.causal import (
    DirectLiNGAM,
    adaptive_lasso,
    adaptive_lasso_prune,
    adjacency_from_order,
    bootstrap_lingam,
    determination,
)
from mlcompanion.datasets import make_lingam


def test_prune_keeps_the_true_edges():
    B = np.zeros((5, 5))
    B[1, 0] = 1.0
    B[2, 1] = -0.8
    B[3, 1] = 0.7
    B[4, 3] = 1.2
    X, _, order = make_lingam(2000, B=B, noise="c", random_state=0)
    pruned = adaptive_lasso_prune(X, order)
    np.testing.assert_allclose(pruned[B != 0], B[B != 0], atol=0.1)
    full = adjacency_from_order(X, order)
    assert (pruned[B == 0] != 0).sum() < (full[B == 0] != 0).sum()
    assert abs(pruned[B == 0]).max() < 0.05


def test_solution_minimises_the_objective_of_the_appendix():
    """For the lambda that cross-validation chose, no other b is better."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 4))
    y = X @ [1.0, 0, -0.5, 0] + rng.normal(size=200)
    X = (X - X.mean(0)) / X.std(0)
    y = (y - y.mean()) / y.std()
    b = adaptive_lasso(X, y, gammas=(1.0,))
    weights = 1 / abs(np.linalg.lstsq(X, y, rcond=None)[0])
    active = np.flatnonzero(b)
    assert active.size
    # stationarity at an active coefficient gives lambda
    gradient = 2 * X.T @ (y - X @ b)
    lam = np.mean(gradient[active] * np.sign(b[active]) / weights[active])

    def objective(c):
        return ((y - X @ c) ** 2).sum() + lam * (weights * abs(c)).sum()

    other = minimize(objective, b + 0.05, method="Powell", options=dict(xtol=1e-9, ftol=1e-12))
    assert objective(b) <= other.fun + 1e-3
    np.testing.assert_allclose(other.x, b, atol=2e-3)


def test_a_growing_weight_solves_its_own_problem_in_any_units():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(400, 4)) @ rng.normal(size=(4, 4))
    y = X @ [1.0, 0, -0.5, 0] + rng.normal(size=400)
    scale = np.array([100.0, 0.01, 5.0, 1.0])
    b = adaptive_lasso(X, y, rate=0.4)
    np.testing.assert_allclose(adaptive_lasso(X * scale, 7 * y, rate=0.4) * scale / 7, b)
    X = X - X.mean(0)
    y = y - y.mean()
    ols = np.linalg.lstsq(X, y, rcond=None)[0]
    lam = np.mean((y - X @ ols) ** 2) * 400**0.4
    slope = 2 * X.T @ (y - X @ b) * abs(ols) / lam  # the subgradient of |b_j|
    assert 0 < np.count_nonzero(b) < 4
    np.testing.assert_allclose(slope[b != 0], np.sign(b[b != 0]), atol=1e-5)
    assert (abs(slope[b == 0]) <= 1).all()


def test_units_do_not_matter():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(150, 3))
    y = X @ [1.0, 0.0, 0.3] + rng.normal(size=150)
    scale = np.array([100.0, 0.01, 5.0])
    np.testing.assert_allclose(adaptive_lasso(X * scale, 7 * y) * scale / 7, adaptive_lasso(X, y))


def test_determination_equals_r_squared():
    X, _, order = make_lingam(300, 4, random_state=0)
    R2 = determination(X, adjacency_from_order(X, order))
    assert R2[order[0]] == pytest.approx(0)
    last = order[-1]
    correlation = np.corrcoef(X, rowvar=False)
    causes = order[:-1]
    r = correlation[last, causes]
    multiple = r @ np.linalg.solve(correlation[np.ix_(causes, causes)], r)
    assert R2[last] == pytest.approx(multiple)


def test_bootstrap_intervals_cover_and_orders_agree():
    B = np.array([[0, 0, 0], [1.0, 0, 0], [0, -1.0, 0]])
    X, _, _ = make_lingam(800, B=B, noise="c", random_state=0)
    result = bootstrap_lingam(DirectLiNGAM("pwling"), X, 40, random_state=0)
    assert result.orders.shape == (40, 3)
    assert result.direct.shape == result.total.shape == (40, 3, 3)
    low, high = result.interval("total")
    assert low[2, 0] < -1 < high[2, 0]
    assert result.significant()[1, 0]
    assert result.significant()[2, 1]
    assert result.precedence()[1, 0] > 0.9
    np.testing.assert_allclose(result.precedence() + result.precedence().T, 1 - np.eye(3))
    assert 1 <= result.n_distinct_orders <= 6
    again = bootstrap_lingam(DirectLiNGAM("pwling"), X, 40, random_state=0)
    np.testing.assert_array_equal(again.orders, result.orders)


def test_bad_input_is_refused():
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = X[:, 0]
    with pytest.raises(ValueError, match="y"):
        adaptive_lasso(X, y[:-1])
    with pytest.raises(ValueError, match="gammas"):
        adaptive_lasso(X, y, gammas=(-1.0,))
    with pytest.raises(ValueError, match="cv"):
        adaptive_lasso(X, y, cv=1)
    with pytest.raises(ValueError, match="constant"):
        adaptive_lasso(np.ones((30, 2)), y)
    with pytest.raises(ValueError, match="n_boot"):
        bootstrap_lingam(DirectLiNGAM(), X, 0)
    result = bootstrap_lingam(DirectLiNGAM("pwling"), X, 2, random_state=0)
    with pytest.raises(ValueError, match="what"):
        result.interval("both")
    with pytest.raises(ValueError, match="level"):
        result.interval(level=1)
