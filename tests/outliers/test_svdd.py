"""Data descriptions against a cone solver, the one-class machine, and the dual's conditions."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import OneClassSVM
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.outliers import SVDD, MinimumEnclosingBall
from mlcompanion.outliers import svdd as module


def listing(seed=0):
    """The data of the source's listing."""
    X = np.random.default_rng(seed).normal(size=(50, 2)) * [1, 4]
    X[:20, 0] *= 3
    return X


def squared_distances(model, X, sigma=None):
    """From the center in the kernel's space, from its weights."""
    if sigma is None:
        K = X @ X.T
    else:
        K = np.exp(-np.square(X[:, None] - X).sum(axis=2) / (2 * sigma**2))
    a = model.alpha_
    return np.diag(K) - 2 * K @ a + a @ K @ a


@pytest.mark.parametrize("C", [0.025, 0.04, 0.1, 0.25, 1.0])
@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_weights_tell_the_places(C, kernel):
    X = listing()
    sigma = np.sqrt(0.5)
    model = SVDD(C, sigma, kernel=kernel).fit(X)
    gap = squared_distances(model, X, sigma if kernel == "rbf" else None) - model.radius_**2
    scale = 1 if kernel == "rbf" else np.square(X).sum(axis=1).max()
    a = model.alpha_
    tol = 2e-6 * scale
    assert (gap[a == 0] <= tol).all()
    assert (np.abs(gap[(a > 0) & (a < C * (1 - 1e-12))]) <= tol).all()
    assert (gap[a >= C * (1 - 1e-12)] >= -tol).all()
    assert (model.predict(X) == np.where(gap > tol, -1, 1)).all()
    assert (model.predict(X) == -1).sum() <= 1 / C
    assert a.sum() == pytest.approx(1)
    assert model.score_samples(X) == pytest.approx(-(gap + model.radius_**2))
    np.testing.assert_array_equal(model.support_, np.flatnonzero(a))


@pytest.mark.parametrize("C", [0.03, 0.1, 0.6])
def test_a_cone_solver_finds_the_same_ball(C):
    cvxpy = pytest.importorskip("cvxpy")
    X = listing(1)
    center, square, over = cvxpy.Variable(2), cvxpy.Variable(nonneg=True), cvxpy.Variable(50)
    limits = [cvxpy.sum_squares(x - center) <= square + e for x, e in zip(X, over)]
    goal = cvxpy.Minimize(square + C * cvxpy.sum(over))
    best = cvxpy.Problem(goal, [*limits, over >= 0]).solve(solver="CLARABEL")
    model = SVDD(C, kernel="linear").fit(X)
    outside = np.maximum(squared_distances(model, X) - model.radius_**2, 0)
    assert model.radius_**2 + C * outside.sum() == pytest.approx(best, rel=1e-5)
    np.testing.assert_allclose(model.center_, center.value, atol=1e-4)


@pytest.mark.parametrize("nu", [0.05, 0.2, 0.5])
def test_the_one_class_machine_leaves_the_same_outside(nu):
    X = np.random.default_rng(0).normal(size=(120, 3))
    ours = SVDD(1 / (nu * 120)).fit(X)
    assert ours.sigma_ == pytest.approx(np.sqrt(X.var(axis=0).sum() / 2))
    peer = OneClassSVM(nu=nu, gamma=0.5 / ours.sigma_**2, tol=1e-9).fit(X)
    np.testing.assert_allclose(ours.alpha_[peer.support_] * nu * 120, peer.dual_coef_[0], atol=1e-3)
    beyond = peer.decision_function(X) < -1e-4
    np.testing.assert_array_equal(ours.predict(X) == -1, beyond)


def test_above_one_half_it_is_the_enclosing_ball():
    X = np.random.default_rng(2).normal(size=(30, 3))
    ball = MinimumEnclosingBall().fit(X)
    for C in (0.51, 1.0, 50.0):
        model = SVDD(C, kernel="linear", tol=1e-10).fit(X)
        assert model.radius_ == pytest.approx(ball.radius_, rel=1e-7)
        np.testing.assert_allclose(model.center_, ball.center_, atol=1e-5)
        assert (model.predict(X) == 1).all()


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
@pytest.mark.parametrize(("far", "unit"), [(1e6, 1.0), (0.0, 1e-12), (1e12, 1e6)])
def test_origin_and_units(kernel, far, unit):
    X = listing()
    here = SVDD(0.05, kernel=kernel).fit(X)
    there = SVDD(0.05, kernel=kernel).fit(far + unit * X)
    np.testing.assert_allclose(there.alpha_, here.alpha_, atol=1e-5)
    np.testing.assert_array_equal(there.predict(far + unit * X), here.predict(X))
    size = unit if kernel == "linear" else 1
    assert there.radius_ == pytest.approx(here.radius_ * size, rel=1e-6)


def test_rows_on_demand(monkeypatch):
    X = listing()
    whole = SVDD(0.04, 1.0).fit(X)
    monkeypatch.setattr(module, "_KEPT_WHOLE", 20)
    rows = SVDD(0.04, 1.0).fit(X)
    np.testing.assert_allclose(rows.alpha_, whole.alpha_, atol=1e-5)
    assert rows.radius_ == pytest.approx(whole.radius_, abs=1e-6)


def test_copies_constants_and_integers():
    for kernel in ("rbf", "linear"):
        model = SVDD(0.4, kernel=kernel).fit(np.ones((5, 2)))
        assert model.radius_ == pytest.approx(0, abs=1e-6)
        assert model.predict([[1.0, 1.0], [1.1, 1.0]]).tolist() == [1, -1]
        whole = SVDD(0.4, 1.0, kernel=kernel).fit([[0], [1], [2], [9]])
        assert whole.predict([[9]]) == SVDD(0.4, 1.0, kernel=kernel).fit(
            [[0.0], [1.0], [2.0], [9.0]]
        ).predict([[9.0]])


def test_the_default_leaves_a_tenth_outside():
    X = np.random.default_rng(0).normal(size=(200, 2))
    model = SVDD().fit(X)
    assert 0 < (model.predict(X) == -1).sum() <= 20
    assert model.converged_
    assert model.gap_ < 1e-5


@pytest.mark.parametrize("C", [0.02, 0.001, 0.0, -1.0, "big"])
def test_a_useless_price_is_named(C):
    with pytest.raises(ValueError, match="C must be"):
        SVDD(C).fit(listing())


@pytest.mark.parametrize(
    ("name", "options"),
    [("sigma", {"sigma": 0.0}), ("kernel", {"kernel": "poly"}), ("tol", {"tol": 0.0}),
     ("max_iter", {"max_iter": 0}), ("sigma", {"sigma": "wide"})],
)  # fmt: skip
def test_bad_arguments_are_named(name, options):
    with pytest.raises(ValueError, match=name):
        SVDD(0.1, **options).fit(listing())


def test_a_search_that_is_cut_short_says_so():
    with pytest.warns(ConvergenceWarning, match="SVDD"):
        model = SVDD(0.04, 1.0, max_iter=1).fit(listing())
    assert not model.converged_


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_estimator_checks(kernel):
    check_estimator(SVDD(kernel=kernel), on_skip=None)


@pytest.mark.parametrize("C", [0.01, 0.02])
def test_points_well_inside_never_meet(monkeypatch, C):
    X = np.random.default_rng(0).normal(size=(1200, 3))
    entries = []

    def counted(rows, columns, sigma):
        entries.append(len(rows) * len(columns))
        return module_kernel(rows, columns, sigma=sigma)

    module_kernel = module.rbf_kernel
    monkeypatch.setattr(module, "rbf_kernel", counted)
    model = SVDD(C).fit(X)
    assert sum(entries) < 1200**2 / 2
    assert model.converged_


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
@pytest.mark.parametrize("sigma", ["scale", 0.3])
def test_a_first_ball_in_the_wrong_place_is_mended(monkeypatch, kernel, sigma):
    rng = np.random.default_rng(1)
    corners = np.array([[0, 0], [5, 0], [0, 5], [8, 8]])[rng.integers(4, size=600)]
    X = corners + 0.3 * rng.normal(size=(600, 2))
    found = SVDD(1 / 30, sigma, kernel=kernel, tol=1e-8).fit(X)
    monkeypatch.setattr(module, "_FEW", 600)
    whole = SVDD(1 / 30, sigma, kernel=kernel, tol=1e-8).fit(X)
    assert found.radius_ == pytest.approx(whole.radius_, rel=1e-6)
    np.testing.assert_allclose(found.score_samples(X), whole.score_samples(X), rtol=1e-5)
    assert found.gap_ < 1e-6 * max(1.0, whole.radius_**2)


def test_steps_are_counted_over_all_balls():
    X = np.random.default_rng(0).normal(size=(1200, 3))
    needed = SVDD(0.01).fit(X).n_iter_
    with pytest.warns(ConvergenceWarning):
        assert SVDD(0.01, max_iter=needed // 2).fit(X).n_iter_ == needed // 2
