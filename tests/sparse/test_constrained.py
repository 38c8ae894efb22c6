"""Bounds on norms against their penalties and a general solver; a robust lasso against the same."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.prox import GroupNorm
from mlcompanion.prox.balls.norm_balls import project_group_ball, project_trace_ball
from mlcompanion.sparse import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    ConstrainedTraceNorm,
    GroupLasso,
    HuberLasso,
    Lasso,
    TraceNormRegression,
)

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 6))
Y = X[:, :3] @ [2.0, -1.0, 1.0] + 3 + RNG.standard_t(3, size=40)
GROUPS = [0, 0, 1, 1, 2, 2]


def trace(w):
    return np.linalg.svd(w.reshape(2, 3), compute_uv=False).sum()


#: Norm, and the models that bound and that penalise it.
PAIRS = {
    "l1": (lambda w: np.abs(w).sum(), ConstrainedLasso, Lasso, ()),
    "groups": (GroupNorm(GROUPS).value, ConstrainedGroupLasso, GroupLasso, (GROUPS,)),
    "trace": (trace, ConstrainedTraceNorm, TraceNormRegression, ((2, 3),)),
}


@parametrize_with_checks(
    [ConstrainedLasso(), ConstrainedGroupLasso(), ConstrainedTraceNorm(), HuberLasso()]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("radius", [0.3, 2.0])
def test_the_multiplier_is_the_penalty(name, radius):
    norm, constrained, penalised, options = PAIRS[name]
    bound = constrained(*options, radius=radius, tol=1e-12).fit(X, Y)
    assert norm(bound.coef_) == pytest.approx(radius)
    penalty = penalised(*options, lam=bound.lam_, tol=1e-12).fit(X, Y)
    np.testing.assert_allclose(bound.coef_, penalty.coef_, atol=1e-4)
    assert bound.intercept_ == pytest.approx(penalty.intercept_, abs=1e-4)


@pytest.mark.parametrize("name", PAIRS)
def test_a_general_solver_finds_nothing_better(name):
    norm, constrained, _, options = PAIRS[name]
    model = constrained(*options, radius=2.0, fit_intercept=False).fit(X, Y)

    def loss(w):
        return 0.5 * np.sum((Y - X @ w) ** 2)

    inside = {"type": "ineq", "fun": lambda w: 2.0 - norm(w)}
    rng = np.random.default_rng(1)
    found = [
        minimize(loss, 0.1 * rng.normal(size=6), constraints=inside, method="SLSQP").x
        for _ in range(10)
    ]
    best = min(loss(w * 2.0 / max(norm(w), 2.0)) for w in found)
    assert norm(model.coef_) <= 2.0 + 1e-12
    assert 0 <= model.gap_ <= 1e-8 * 0.5 * Y @ Y
    assert best - 1e-2 <= loss(model.coef_) <= best + model.gap_


def test_a_bound_that_does_not_bind_leaves_least_squares():
    want = np.linalg.lstsq(np.column_stack([X, np.ones(40)]), Y, rcond=None)[0]
    model = ConstrainedLasso(100.0, tol=1e-13).fit(X, Y)
    np.testing.assert_allclose([*model.coef_, model.intercept_], want, atol=1e-5)
    assert model.lam_ == pytest.approx(0, abs=1e-4)


def test_projections_on_the_balls_are_nearest():
    rng = np.random.default_rng(3)
    for v in rng.normal(size=(20, 6)):
        for norm, project in (
            (GroupNorm(GROUPS).value, lambda v: project_group_ball(v, GROUPS, 1.5)),
            (trace, lambda v: project_trace_ball(v.reshape(2, 3), 1.5).ravel()),
        ):
            x = project(v)
            assert norm(x) <= 1.5 + 1e-12
            for y in rng.normal(size=(20, 6)):
                assert (v - x) @ (project(y) - x) <= 1e-9


@pytest.mark.parametrize("free", [True, False])
def test_huber_lasso_against_a_general_solver(free):
    """Split coefficients make the objective smooth on an orthant."""
    eta = 0.7
    lam = 6.0
    model = HuberLasso(eta, lam, fit_intercept=free, tol=1e-11).fit(X, Y)

    def objective(w, b):
        sizes = np.abs(Y - X @ w - b)
        loss = np.where(sizes <= eta, sizes**2 / 2, eta * sizes - eta**2 / 2)
        return loss.sum() + lam * np.abs(w).sum()

    def split(z):
        return objective(z[:6] - z[6:12], z[12]) + lam * (
            z[:12].sum() - np.abs(z[:6] - z[6:12]).sum()
        )

    bounds = [(0, None)] * 12 + [(None, None) if free else (0, 0)]
    start = np.append(np.full(12, 0.1), np.median(Y) if free else 0.0)
    options = {"maxiter": 10_000, "maxfun": 10**6, "ftol": 1e-15, "gtol": 1e-9}
    peer = minimize(split, start, bounds=bounds, method="L-BFGS-B", options=options)
    reached = objective(model.coef_, model.intercept_)
    assert reached <= peer.fun + 1e-7
    np.testing.assert_allclose(model.coef_, peer.x[:6] - peer.x[6:12], atol=1e-3)
    assert model.intercept_ == pytest.approx(peer.x[12], abs=1e-3)
    assert 0 <= model.gap_ <= 1e-9 * reached
    assert 0 < np.count_nonzero(model.coef_) < 6


def test_huber_lasso_shrugs_off_outliers_and_meets_the_lasso():
    spoilt = Y.copy()
    spoilt[:4] += 1e6
    near = HuberLasso(1.0, 2.0).fit(X, Y)
    far = HuberLasso(1.0, 2.0).fit(X, spoilt)
    assert np.linalg.norm(far.coef_ - near.coef_) < 0.5
    np.testing.assert_allclose(
        HuberLasso(1e6, 6.0, tol=1e-12).fit(X, Y).coef_,
        Lasso(6.0, tol=1e-12).fit(X, Y).coef_,
        atol=1e-4,
    )
