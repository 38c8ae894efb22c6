import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import softmax

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.losses import Hinge, Linear, Logistic, Squared
from mlcompanion.online import StronglyConvexOMD, best_in_hindsight
from mlcompanion.online.bounds.logarithmic import (
    hinge_ball_radius,
    hinge_subgradient_constant,
    log_regret_bound,
    path_regret_bound,
    progress_gap,
    simplex_subgradient_limit,
    strong_convexity_gap,
    telescoped_regret_bound,
    wrong_curvature_exponent,
)
from mlcompanion.online.core.mirror_descent import root_steps, strong_steps
from mlcompanion.online.core.regret import hindsight_objective
from mlcompanion.online.core.stream_descent import strongly_convex_run
from mlcompanion.optimize.stochastic import mirror_step

few = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 10**6)


def in_ball(rng, n, radius, size=()):
    z = rng.normal(size=(*size, n))
    return radius * z / np.linalg.norm(z, axis=-1, keepdims=True) * rng.random((*size, 1))


def geometry(rng, n):
    """A complexity function and a way to draw points of S."""
    kind = rng.integers(3)
    if kind == 0:
        radius = float(10 ** rng.uniform(-1, 1))
        return Euclidean(radius), lambda: in_ball(rng, n, radius)
    if kind == 1:
        return Entropy(), lambda: rng.dirichlet(np.full(n, rng.choice([0.1, 1.0, 10.0])) + 1e-3)
    return PNorm(float(rng.uniform(2, 6))), lambda: rng.normal(size=n)


# ---- the update is the projection it is said to be


@few
@given(seed=seeds)
def test_step_minimises_the_linearised_loss(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 5))
    f, draw = geometry(rng, n)
    w = draw()
    if isinstance(f, Entropy):
        w = 0.9 * w + 0.1 / n
    slope = rng.normal(size=n)
    eta = float(rng.uniform(0.05, 2))
    w_next, _ = mirror_step(f, f.gradient(w), slope, eta)

    def objective(v):
        return eta * slope @ v + f.bregman(v, w)

    constraints = []
    bounds = None
    if isinstance(f, Entropy):
        constraints = [{"type": "eq", "fun": lambda v: v.sum() - 1}]
        bounds = [(1e-12, 1)] * n
        f_value = lambda v: v @ np.log(v / w) + eta * slope @ v  # noqa: E731
    elif isinstance(f, Euclidean):
        constraints = [{"type": "ineq", "fun": lambda v: f.radius**2 - v @ v}]
        f_value = lambda v: 0.5 * (v - w) @ (v - w) + eta * slope @ v  # noqa: E731
    else:
        f_value = objective
    found = minimize(
        f_value,
        w,
        method="SLSQP",
        bounds=bounds,
        constraints=constraints,
        options={"maxiter": 500, "ftol": 1e-13},
    )
    assert f_value(w_next) <= min(f_value(draw()) for _ in range(20)) + 1e-9
    if found.success:  # else it stopped short, perhaps outside
        assert f_value(w_next) <= found.fun + 1e-9
        np.testing.assert_allclose(w_next, found.x, atol=2e-3 * max(1, np.abs(w_next).max()))


def test_ball_scaling_is_the_box_of_example_1():
    learner = StronglyConvexOMD(Euclidean(2.0), 1.0, [0.0, 0.0])
    np.testing.assert_allclose(learner.step([-3.0, -4.0]), [1.2, 1.6], atol=1e-15)


@few
@given(seed=seeds)
def test_entropic_step_is_the_softmax_of_example_2(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    w = rng.dirichlet(np.ones(n)) + 1e-9
    slope = 10 * rng.normal(size=n)
    w /= w.sum()
    learner = StronglyConvexOMD(Entropy(), 0.5, w)
    weights = w * np.exp(-2 * slope + (2 * slope).min())
    np.testing.assert_allclose(learner.step(slope), weights / weights.sum(), atol=1e-13)


def test_a_weight_that_underflows_returns():
    learner = StronglyConvexOMD(Entropy(), 1.0, [0.5, 0.5], eta=lambda t: 1.0)
    learner.step([2000.0, 0.0])
    assert learner.w_[0] == 0
    np.testing.assert_allclose(learner.step([-2000.0, 0.0]), [0.5, 0.5], atol=1e-12)


# ---- follow the leader


def test_running_mean():
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(1000, 10))
    learner = StronglyConvexOMD(Euclidean(), 2.0, np.ones(10))
    for t, z in enumerate(Z):
        w = learner.step(2.0 * (learner.w_ - z))
        np.testing.assert_allclose(w, Z[: t + 1].mean(axis=0), atol=1e-12)


@pytest.mark.parametrize("sigma", [0.3, 2.0])
def test_softmax_of_the_mean(sigma):
    rng = np.random.default_rng(1)
    V = rng.uniform(-1, 1, (1000, 10))
    f = Entropy()
    learner = StronglyConvexOMD(f, sigma, rng.dirichlet(np.ones(10)))
    for t, v in enumerate(V):
        w = learner.step(v + sigma * f.gradient(learner.w_))
        np.testing.assert_allclose(w, softmax(-V[: t + 1].mean(axis=0) / sigma), atol=1e-12)


# ---- lemmas


@few
@given(seed=seeds)
@example(seed=21897)  # its next weights hold a subnormal number
def test_progress_lemma(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    f, draw = geometry(rng, n)
    w = draw()
    slope = rng.normal(size=n) * 10 ** rng.uniform(-2, 2)
    eta = float(10 ** rng.uniform(-3, 1))
    w_next, _ = mirror_step(f, f.gradient(w), slope, eta)
    if w_next.min() == 0:
        return  # underflow: the divergence is infinite
    for _ in range(10):
        u = draw()
        size = 1 + eta * f.dual_norm(slope) ** 2 + f.bregman(u, w) / eta
        assert progress_gap(f, w, w_next, slope, eta, u) >= -1e-11 * size


@few
@given(seed=seeds)
def test_lemma_4_on_hinge_plus_complexity(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    f, draw = geometry(rng, n)
    sigma = float(10 ** rng.uniform(-2, 1))
    x = rng.normal(size=n)

    def g(w):
        return sigma * f.value(w) + max(0.0, 1 - w @ x)

    def subgradient(w):
        return sigma * f.gradient(w) - (x if w @ x < 1 else 0 * x)

    for _ in range(10):
        u = draw()
        v = draw()
        scale = 1 + sigma * (f.value(u) + f.value(v) + f.bregman(u, v))
        assert strong_convexity_gap(g, subgradient, f, sigma, u, v) >= -1e-12 * scale


def test_definition_3_refuses_too_much_curvature():
    f = Euclidean()
    gap = strong_convexity_gap(lambda w: w @ w / 2, lambda w: w, f, 1.5, [1.0, 0], [0, 1.0])
    assert gap == pytest.approx(-0.5)


# ---- Theorem 5


@few
@given(seed=seeds, size=st.floats(0.01, 30), bias=st.floats(-1, 1))
def test_theorem_5_on_quadratics_in_a_ball(seed, size, bias):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 5))
    T = 60
    sigma = float(10 ** rng.uniform(-2, 1))
    radius = float(10 ** rng.uniform(-1, 1))
    Z = size * (rng.normal(size=(T, n)) + bias * np.sign(np.sin(np.arange(T) / 7))[:, None])
    learner = StronglyConvexOMD(Euclidean(radius), sigma, in_ball(rng, n, radius))
    losses, norms = np.empty((2, T))
    for t, z in enumerate(Z):
        slope = sigma * (learner.w_ - z)
        losses[t] = 0.5 * sigma * ((learner.w_ - z) ** 2).sum()
        norms[t] = np.linalg.norm(slope)
        learner.step(slope)
    bound = log_regret_bound(norms.max() ** 2 / 2, sigma, np.arange(1, T + 1))
    path = path_regret_bound(norms, sigma)
    assert (path <= bound * (1 + 1e-12)).all()
    means = np.cumsum(Z, axis=0) / np.arange(1, T + 1)[:, None]
    for t in range(T):
        u = means[t] * min(1, radius / np.linalg.norm(means[t]))
        best = 0.5 * sigma * ((Z[: t + 1] - u) ** 2).sum()
        regret = losses[: t + 1].sum() - best
        assert regret <= path[t] + 1e-9 * (1 + best)


@few
@given(seed=seeds, sigma=st.floats(0.01, 3))
def test_theorem_5_on_the_hinge(seed, sigma):
    rng = np.random.default_rng(seed)
    T = 80
    n = int(rng.integers(1, 6))
    X = in_ball(rng, n, 1.0, (T,))
    y = np.where(rng.random(T) < rng.random(), 1.0, -1.0)
    radius = hinge_ball_radius(sigma)
    run = strongly_convex_run(X, y, Hinge(), sigma=sigma, radius=radius)
    u = best_in_hindsight(X, y, Hinge(), l2=sigma * T)
    assert np.linalg.norm(u) <= radius * (1 + 1e-6)
    regret = run.losses.sum() - hindsight_objective(u, X, y, Hinge(), l2=sigma * T)
    assert regret <= path_regret_bound(run.dual_norms, sigma)[-1] + 1e-6
    assert run.lipschitz <= hinge_subgradient_constant(sigma, 1.0) * (1 + 1e-12)


@few
@given(seed=seeds, sigma=st.floats(0.05, 5))
def test_theorem_5_on_the_simplex(seed, sigma):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    T = 60
    f = Entropy()
    V = rng.uniform(-1, 1, (T, n)) if seed % 2 else np.where(rng.random((T, n)) < 0.5, -1.0, 1.0)
    learner = StronglyConvexOMD(f, sigma, np.full(n, 1 / n))
    losses, norms = np.empty((2, T))
    for t, v in enumerate(V):
        w = learner.w_
        slope = v + sigma * f.gradient(w)
        losses[t], norms[t] = v @ w + sigma * f.value(w), f.dual_norm(slope)
        learner.step(slope)
    u = softmax(-V.mean(axis=0) / sigma)
    regret = losses.sum() - V.sum(axis=0) @ u - T * sigma * f.value(u)
    assert regret <= path_regret_bound(norms, sigma)[-1] + 1e-9
    assert norms.max() <= simplex_subgradient_limit(1.0, sigma, n) + 1e-12


def test_quadratics_attain_the_path_bound():
    z = np.random.default_rng(3).normal(size=500)
    run = strongly_convex_run(np.ones((500, 1)), z, Squared(), eta=strong_steps(1, 500))
    regret = run.losses.sum() - 0.5 * ((z - z.mean()) ** 2).sum()
    assert regret == pytest.approx(path_regret_bound(run.dual_norms, 1.0)[-1], rel=1e-12)


@few
@given(seed=seeds, ratio=st.floats(0.1, 10))
def test_telescoped_bound_holds_for_any_steps(seed, ratio):
    rng = np.random.default_rng(seed)
    T = 100
    z = rng.uniform(-1, 1, 100)
    etas = rng.choice([strong_steps(ratio, T), root_steps(ratio, T)])
    run = strongly_convex_run(np.ones((T, 1)), z, Squared(), eta=etas, radius=1.0, keep_path=True)
    w = np.append(run.path[:, 0], run.weights)
    for u in (-1.0, z.mean(), 1.0):
        regret = run.losses.sum() - 0.5 * ((z - u) ** 2).sum()
        steps, drift = telescoped_regret_bound(etas, run.dual_norms, (u - w) ** 2 / 2, 1.0)
        assert regret <= steps + drift + 1e-9


# ---- the compiled pass


@pytest.mark.parametrize("loss", [Hinge(), Squared(), Logistic(), Linear()])
@pytest.mark.parametrize("radius", [None, 0.5])
@pytest.mark.parametrize("assumed", [0.1, 1.0, 7.0])
def test_compiled_pass_equals_the_framework(loss, radius, assumed):
    rng = np.random.default_rng(5)
    T = 400
    n = 7
    sigma = 0.2
    X = in_ball(rng, n, 1.0, (T,))
    y = rng.choice([-1.0, 1.0], T)
    etas = strong_steps(sigma * assumed, T)
    start = 0.1 * rng.normal(size=n)
    run = strongly_convex_run(
        X, y, loss, sigma=sigma, eta=etas, radius=radius, start=start, keep_path=True
    )
    learner = StronglyConvexOMD(Euclidean(radius), sigma * assumed, start)
    for t in range(T):
        w = learner.w_
        s = X[t] @ learner.w_
        slope = sigma * w + loss.derivative(s, y[t]) * X[t]
        size = 1 + np.linalg.norm(w) + np.linalg.norm(slope)
        np.testing.assert_allclose(run.path[t], w, atol=1e-12 * size)
        assert run.dual_norms[t] == pytest.approx(np.linalg.norm(slope), abs=1e-10 * size)
        value = sigma / 2 * w @ w + loss.value(s, y[t])
        assert run.losses[t] == pytest.approx(value, abs=1e-11 * size**2)
        learner.step(slope)
    np.testing.assert_allclose(run.weights, learner.w_, atol=1e-12 * (1 + np.abs(w).max()))


def test_wrong_curvature_exponents():
    assert wrong_curvature_exponent(4) == 0.5
    assert wrong_curvature_exponent(1) == 0


# ---- refusals


@pytest.mark.parametrize("bad", [0, -1, np.nan, np.inf, "a", True])
def test_sigma_must_be_positive(bad):
    with pytest.raises(ValueError, match="sigma"):
        StronglyConvexOMD(Euclidean(), bad, [0.0])
    with pytest.raises(ValueError, match="sigma"):
        log_regret_bound(1.0, bad, 3)


@pytest.mark.parametrize("start", [[0.5, 0.6], [1.0, 0.0], [np.nan, 1.0], [], [[0.5, 0.5]]])
def test_start_must_lie_inside(start):
    with pytest.raises(ValueError, match="start"):
        StronglyConvexOMD(Entropy(), 1.0, start)


def test_start_outside_the_ball():
    with pytest.raises(ValueError, match="start"):
        StronglyConvexOMD(Euclidean(1.0), 1.0, [3.0, 0.0])


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"X": [[np.nan, 1.0]] * 3}, "X"),
        ({"X": np.empty((0, 2))}, "X"),
        ({"y": [1.0, 1.0]}, "y"),
        ({"sigma": -0.1}, "sigma"),
        ({"sigma": 0.0}, "eta"),
        ({"eta": [1.0]}, "eta"),
        ({"radius": 0.0}, "radius"),
        ({"start": [0.0]}, "start"),
    ],
)
def test_run_refuses(change, name):
    arguments = {"X": np.ones((3, 2)), "y": np.ones(3), "sigma": 0.1} | change
    with pytest.raises(ValueError, match=name):
        strongly_convex_run(arguments.pop("X"), arguments.pop("y"), Hinge(), **arguments)


def test_other_refusals():
    learner = StronglyConvexOMD(Euclidean(), 1.0, [0.0, 0.0])
    with pytest.raises(ValueError, match="subgradient"):
        learner.step([1.0])
    with pytest.raises(ValueError, match="n_rounds"):
        log_regret_bound(1.0, 1.0, 0)
    with pytest.raises(ValueError, match="divergences"):
        telescoped_regret_bound([1.0], [1.0], [1.0], 1.0)
    with pytest.raises(ValueError, match="largest"):
        simplex_subgradient_limit(-1.0, 1.0, 3)
