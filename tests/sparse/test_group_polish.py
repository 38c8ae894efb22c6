from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.prox import GroupPenalty
from mlcompanion.sparse import GraphFusedLasso, OverlappingGroupLasso, StructuredProblem
from mlcompanion.sparse.structured.group_polish import group_gap, polish_groups


def problem(seed, n=50, d=24):
    """Chains of groups that share two features; three groups hold the signal."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    w = np.zeros(d)
    w[:8] = rng.normal(size=8)
    groups = [np.arange(first, min(first + 6, d)) for first in range(0, d - 2, 4)]
    return X, X @ w + 0.5 * rng.normal(size=n), groups


def by_splitting(X, y, groups, gamma, lam, rho=20.0, max_iter=6000):
    """Copies of the features, one for each group and one for the l1 norm: ADMM, no smoothing."""
    d = X.shape[1]
    C = np.vstack([*(np.eye(d)[g] for g in groups), np.eye(d)])
    ends = np.cumsum([0, *(len(g) for g in groups)])
    inverse = np.linalg.inv(X.T @ X + rho * C.T @ C)
    z = np.zeros(len(C))
    u = np.zeros(len(C))
    for _ in range(max_iter):
        w = inverse @ (X.T @ y + rho * C.T @ (z - u))
        z = C @ w + u
        v = z.copy()
        for a, b in pairwise(ends):
            z[a:b] *= max(0.0, 1 - gamma / rho / np.linalg.norm(v[a:b]))
        last = v[ends[-1] :]
        z[ends[-1] :] = np.sign(last) * np.maximum(np.abs(last) - lam / rho, 0)
        u = v - z
    return w


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lam", [2.0, 0.5, 0.0])
def test_the_support_is_that_of_the_minimum(seed, lam):
    X, y, groups = problem(seed)
    model = OverlappingGroupLasso(groups, 12.0, lam, fit_intercept=False).fit(X, y)
    exact = by_splitting(X, y, groups, 12.0, lam)
    np.testing.assert_allclose(model.coef_, exact, atol=1e-6)
    np.testing.assert_array_equal(model.coef_ != 0, np.abs(exact) > 1e-7)
    assert 0 < np.count_nonzero(model.coef_) < len(exact)
    assert model.gap_ <= 1e-6 * 0.5 * y @ y


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), gamma=st.floats(0.5, 40), lam=st.just(0.0) | st.floats(0.1, 5))
def test_the_gap_certifies_the_coefficients(seed, gamma, lam):
    """No point near or far has an objective that lies below by more than the gap."""
    X, y, groups = problem(seed, n=30, d=12)
    model = OverlappingGroupLasso(groups, gamma, lam, fit_intercept=False).fit(X, y)
    penalty = GroupPenalty(groups, gamma, n_features=12)
    task = StructuredProblem(X, y, penalty, lam)
    assert model.objective_ == pytest.approx(task.objective(model.coef_))
    assert -1e-9 * y @ y <= model.gap_ <= 1e-4 * 0.5 * y @ y
    lower = model.objective_ - model.gap_
    rng = np.random.default_rng(seed)
    for size in (1e-6, 1e-3, 1.0):
        for step in size * rng.normal(size=(20, 12)):
            assert task.objective(model.coef_ + step) >= lower - 1e-9 * y @ y
            assert task.objective((1 + step[0]) * model.coef_) >= lower - 1e-9 * y @ y


def test_a_gap_without_l1_weights_is_that_of_the_minimum():
    """The least gap over dual points is the distance to the minimum; any other one is larger."""
    X, y, groups = problem(1)
    y = y - 0.3
    model = OverlappingGroupLasso(groups, 12.0, 0.0, fit_intercept=False).fit(X, y)
    task = StructuredProblem(X, y, GroupPenalty(groups, 12.0, n_features=24), 0.0)
    for w in (np.zeros(24), model.coef_ + 0.01, model.coef_ * 1.1):
        for mu in (1e-3, 1.0):
            gap = group_gap(task, w, task.penalty.dual_point(w, mu))
            assert gap >= task.objective(w) - model.objective_
    alone = StructuredProblem(X, y, GroupPenalty(groups[:2], 12.0, n_features=24), 0.0)
    assert group_gap(alone, model.coef_, alone.penalty.dual_point(model.coef_, 1e-3)) == np.inf


def test_a_heavy_penalty_leaves_nothing():
    X, y, groups = problem(0)
    model = OverlappingGroupLasso(groups, 1e4, 1.0).fit(X, y)
    assert not model.coef_.any()
    assert model.intercept_ == pytest.approx(y.mean())
    task = StructuredProblem(X, y, GroupPenalty(groups, 1e4, n_features=24), 1.0)
    coef, gap, excess = polish_groups(task, np.full(24, 1e-7), 1e-3)
    assert not coef.any()
    assert gap <= 1e-6 * y @ y
    assert excess <= 1e-9


@pytest.mark.parametrize("model", [GraphFusedLasso(), OverlappingGroupLasso()], ids=repr)
def test_outputs_that_do_not_vary(model):
    X = np.random.default_rng(0).normal(size=(5, 3))
    model.fit(X, np.full(5, 3.0))
    assert not model.coef_.any()
    assert model.intercept_ == 3
    assert model.gap_ == 0
    assert model.fit(X[:1], [2.0]).predict(X[:2]).tolist() == [2, 2]
