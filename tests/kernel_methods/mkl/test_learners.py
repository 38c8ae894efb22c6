"""Learners of several kernels against searches that use nothing of them."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from mlcompanion.kernel_methods import (
    SOCPMKL,
    AlignmentMKL,
    GeneralizedMKL,
    GroupLassoMKL,
    LocalizedMKL,
    NonlinearMKL,
    SimpleMKL,
    view_kernels,
)
from mlcompanion.kernel_methods.mkl._base import MachineCalls
from mlcompanion.kernel_methods.mkl.alignment import (
    alignment_ascent,
    alignment_weights,
    kandola_weights,
)
from mlcompanion.kernel_methods.mkl.cutting_plane import cutting_planes
from mlcompanion.kernel_methods.mkl.descent import feature_scales, prior_weights
from mlcompanion.kernel_methods.mkl.group_lasso import group_lasso_weights, lp_dual
from mlcompanion.kernel_methods.mkl.localized import gate_slope, gated_kernel, gates
from mlcompanion.kernels import alignment

rng = np.random.default_rng(5)
N = 50
C = 2.0
VIEWS = [rng.normal(size=(N, d)) for d in (2, 3, 4)]
Z = np.hstack(VIEWS)
Y = np.where(VIEWS[0][:, 0] + 0.5 * VIEWS[1][:, 1] + 0.5 * rng.normal(size=N) > 0, 1.0, -1.0)
KS = view_kernels(VIEWS, kernel="quadratic")
STACK = {"C": C, "kernels": "precomputed"}


def omega(K):
    """The optimal value of the dual, by LIBSVM."""
    peer = SVC(kernel="precomputed", C=C, tol=1e-6).fit(K, Y)
    coef = np.zeros(N)
    coef[peer.support_] = peer.dual_coef_[0]
    return abs(coef).sum() - coef @ K @ coef / 2


def mix(weights, Ks=KS):
    return np.tensordot(weights, Ks, 1)


def positive_directions(n=4000):
    draws = abs(np.random.default_rng(0).normal(size=(n, 3)))
    return draws / np.linalg.norm(draws, axis=1, keepdims=True)


@pytest.mark.parametrize("centered", [False, True])
def test_no_nonnegative_weights_are_better_aligned(centered):
    best = alignment_weights(KS, Y, "centered_conic" if centered else "conic")
    found = max(alignment(mix(w), Y, centered=centered) for w in positive_directions(300))
    assert 0 <= alignment(mix(best), Y, centered=centered) - found < 0.01
    assert (best >= 0).all()


def test_unrestricted_weights_are_where_the_ascent_ends():
    weights, values = alignment_ascent(KS, Y, n_steps=2000)
    G = np.tensordot(KS, KS, ([1, 2], [1, 2]))
    b = (KS @ Y) @ Y
    best = np.linalg.solve(G, b)
    np.testing.assert_allclose(weights, best / np.linalg.norm(best), atol=1e-3)
    assert (np.diff(values) >= 0).all()
    H = np.eye(N) - 1 / N
    Gc = np.tensordot(H @ KS @ H, H @ KS @ H, ([1, 2], [1, 2]))
    best = np.linalg.solve(Gc, (H @ KS @ H @ Y) @ Y)
    np.testing.assert_allclose(
        alignment_weights(KS, Y, "centered_linear"), best / np.linalg.norm(best)
    )


def test_ratio_and_convex_weights():
    aligned = np.array([alignment(K, Y) for K in KS])
    np.testing.assert_allclose(alignment_weights(KS, Y), aligned / aligned.sum())
    convex = alignment_weights(KS / 100, Y, "convex")
    distances = [np.linalg.norm(mix(w, KS / 100) - np.outer(Y, Y))
                 for w in (convex, *positive_directions(300) ** 2)]  # fmt: skip
    assert abs(convex.sum() - 1) < 1e-9
    assert np.argmin(distances) == 0


def test_kandola_s_programme_and_its_penalty():
    def gain(w, lam):
        K = mix(w)
        return Y @ K @ Y - (K * K).sum() - lam * w @ w

    for lam in (0.0, 1000.0):
        best = kandola_weights(KS, Y, lam)
        size = np.linalg.norm(best)
        assert gain(best, lam) >= max(gain(size * w, lam) for w in positive_directions(300))


def test_the_simplex_learners_reach_the_grid_s_least_value():
    corners = np.array([(i, j, 20 - i - j) for i in range(21) for j in range(21 - i)]) / 20
    values = np.array([omega(mix(w)) for w in corners])
    simple = SimpleMKL(tol=1e-5, **STACK).fit(KS, Y)
    assert values.min() * (1 - 0.002) < simple.objective_ <= values.min() * (1 + 1e-6)
    assert values.min() < 0.97 * values[np.abs(corners - 1 / 3).sum(axis=1).argmin()]
    lasso = GroupLassoMKL(1, tol=1e-5, max_iter=5000, **STACK).fit(KS, Y)
    planes = cutting_planes(KS, Y, C=C, tol=1e-5)
    cone = SOCPMKL(tol=1e-5, **STACK).fit(KS, Y)
    others = [lasso.objective_, planes.objective, cone.objective_]
    np.testing.assert_allclose(others, simple.objective_, rtol=3e-5)
    assert (np.diff(planes.bounds) >= -1e-9).all()
    assert planes.bounds[-1] <= simple.objective_ * (1 + 1e-5)
    pulled = values + 3 * ((corners - 1 / 3) ** 2).sum(axis=1)
    model = GeneralizedMKL(3.0, tol=1e-4, **STACK).fit(KS, Y)
    away = model.weights_ - 1 / 3
    assert abs(model.objective_ + 3 * away @ away - pulled.min()) < 0.003 * pulled.min()


def test_cone_programme_is_the_simplex_on_divided_kernels():
    d = np.array([1.0, 0.5, 2.0])
    cone = SOCPMKL(d, **STACK).fit(KS, Y)
    plain = SimpleMKL(tol=1e-4, **STACK).fit(KS / d[:, None, None] ** 2, Y)
    np.testing.assert_allclose(cone.weights_ * d**2, plain.weights_, atol=1e-6)
    np.testing.assert_allclose(cone.decision_function(KS), plain.decision_function(
        KS / d[:, None, None] ** 2), atol=1e-6)  # fmt: skip
    by_trace = SOCPMKL("trace", **STACK).fit(3 * KS, Y)
    np.testing.assert_allclose(by_trace.weights_ @ by_trace.d_**2, 1)
    np.testing.assert_allclose(by_trace.d_, np.sqrt(3))


@pytest.mark.parametrize("p", [1.5, 2.0, 4.0])
def test_group_lasso_reaches_its_dual(p):
    model = GroupLassoMKL(p, tol=1e-6, **STACK).fit(KS, Y)
    np.testing.assert_allclose(np.linalg.norm(model.weights_, p), 1)
    directions = positive_directions(100)
    directions /= np.linalg.norm(directions, p, axis=1, keepdims=True)
    least = min(omega(mix(w)) for w in directions)
    assert least * 0.99 < model.objective_ <= least * (1 + 1e-5)
    alpha = np.zeros(N)
    alpha[model.support_] = abs(model.dual_coef_)
    np.testing.assert_allclose(lp_dual(KS, Y, alpha, p), model.objective_, rtol=1e-4)


def test_the_update_is_the_best_for_its_lengths():
    lengths = np.array([3.0, 1.0, 0.2])
    for p in (1.0, 2.0, 3.0):
        others = positive_directions()
        others /= np.linalg.norm(others, p, axis=1, keepdims=True)
        best = group_lasso_weights(lengths, p)
        np.testing.assert_allclose(np.linalg.norm(best, p), 1)
        assert (lengths**2 / best).sum() <= (lengths**2 / others).sum(axis=1).min()


@pytest.mark.parametrize("p", [1, 2])
def test_quadratic_combination_finds_the_best_weights(p):
    model = NonlinearMKL(p, tol=1e-6, **STACK).fit(KS, Y)
    directions = positive_directions(150)
    directions /= np.linalg.norm(directions, p, axis=1, keepdims=True)
    least = min(omega(mix(w) ** 2) for w in directions)
    assert model.objective_ <= least * (1 + 1e-4)
    assert np.linalg.norm(model.weights_, p) <= 1 + 1e-9
    np.testing.assert_allclose(omega(mix(model.weights_) ** 2), model.objective_, rtol=1e-3)


@pytest.mark.parametrize("gate", ["softmax", "sigmoid"])
def test_slope_of_the_gates_by_differences(gate):
    Z1 = np.column_stack([Z, np.ones(N)])
    V = 0.3 * np.random.default_rng(1).normal(size=(3, Z.shape[1] + 1))

    def machine(V):
        return MachineCalls(Y, C, 1e-10)(gated_kernel(KS, gates(V, Z, gate)))

    here = machine(V)
    rows = gates(V, Z, gate)
    on = here.support
    slope = gate_slope(KS[:, on[:, None], on], here.coef[on], rows[:, on], Z1[on], gate)
    step = 1e-4 * np.random.default_rng(2).normal(size=V.shape)
    change = machine(V + step).value - machine(V - step).value
    np.testing.assert_allclose(change, 2 * (slope * step).sum(), rtol=1e-4)


def test_gates_leave_a_kernel_where_it_does_not_help():
    """Right of 0 the second feature decides, left of it the sign of the second turned round."""
    X = np.random.default_rng(4).uniform(-1, 1, (120, 2))
    y = X[:, 0] * X[:, 1] > 0
    views = [np.column_stack([X[:, 1], np.ones(len(X))])] * 2  # one kernel twice, one gate each
    Ks = view_kernels(views)
    model = LocalizedMKL(C=10.0, random_state=0, tol=1e-4, kernels="precomputed").fit(Ks, y, Z=X)
    assert (model.predict(Ks, Z=X) == y).mean() > 0.9
    assert np.ptp(model.gates([[-0.8, 0.0], [0.8, 0.0]])[0]) > 0.8
    with pytest.raises(ValueError, match="Z is needed"):
        LocalizedMKL(kernels="precomputed").fit(Ks, y)
    with pytest.raises(ValueError, match="Z must have"):
        LocalizedMKL(kernels="precomputed").fit(Ks, y, Z=X[:7])
    with pytest.raises(ValueError, match="Z must have"):
        model.decision_function(Ks, Z=X[:7])


def test_prices_and_floors_against_a_grid():
    sigma = np.array([2.0, 3.0, 30.0])
    floor = np.array([0.0, 0.0, 0.1])
    found = prior_weights(KS, Y, sigma, floor, C=C, tol=1e-8)
    np.testing.assert_allclose(found.weights[2], 0.1)
    near = found.weights + 0.2 * np.random.default_rng(0).normal(size=(60, 3))
    near = np.maximum(near, floor)
    assert found.objective <= min(omega(mix(w)) + sigma @ w for w in near) * (1 + 1e-6)
    np.testing.assert_allclose(
        found.objective, omega(mix(found.weights)) + sigma @ found.weights, rtol=1e-5
    )


def test_feature_scales_keep_the_features_that_decide():
    X = np.random.default_rng(0).normal(size=(80, 4))
    y = np.sign(X[:, 1] * X[:, 2])
    gaps = (X[:, None] - X[None]) ** 2
    found = feature_scales(X, y, C=10.0, lam=0.5, tol=1e-7, max_iter=300)
    assert found.weights[[1, 2]].min() > 5 * found.weights[[0, 3]].max()

    def objective(weights):
        return MachineCalls(y, 10.0, 1e-8)(np.exp(-gaps @ weights)).value + 0.5 * weights.sum()

    np.testing.assert_allclose(objective(found.weights), found.objective, rtol=1e-5)
    moves = 0.02 * np.random.default_rng(1).normal(size=(40, 4))
    around = [objective(np.maximum(found.weights + move, 0)) for move in moves]
    assert min(around) > found.objective * (1 - 1e-5)


def test_centred_weights_may_be_negative_and_the_machine_still_ends():
    Ks = np.array([KS[0] + 2 * KS[2], KS[2]])
    model = AlignmentMKL("centered_linear", **STACK).fit(Ks, Y)
    assert model.weights_.min() < 0
    assert np.isfinite(model.decision_function(Ks)).all()


def test_too_few_steps_are_told():
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        SimpleMKL(tol=1e-9, max_iter=1, **STACK).fit(KS, Y)
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        GroupLassoMKL(tol=1e-9, max_iter=1, **STACK).fit(KS, Y)


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_planes_are_cut_in_any_units_of_the_kernels(unit):
    want = cutting_planes(KS, Y, C=C, tol=1e-5)
    found = cutting_planes(unit * KS, Y, C=C / unit, tol=1e-5)
    np.testing.assert_allclose(found.weights, want.weights, atol=1e-3)
    assert found.objective * unit == pytest.approx(want.objective, rel=2e-5)
