"""Searches for streams that break a bound of chapter 3, and the bounds' own algebra."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Hinge, Linear, Logistic, Squared, SquaredHinge
from mlcompanion.online import (
    FixedScale,
    LipschitzScale,
    LossScale,
    RootScale,
    best_in_hindsight,
    dual_ascent,
)
from mlcompanion.online.bounds.duality import (
    anytime_lipschitz_bound,
    anytime_self_bounded_bound,
    bounded_loss_bound,
    dual_lower_bound,
    lipschitz_bound,
    path_bound,
    root_increment_sides,
    self_bounded_bound,
)
from mlcompanion.online.core.any_ascent import hinge_dual, mixed_ascent, simplex_run
from mlcompanion.online.core.regret import hindsight_objective
from mlcompanion.online.core.tuning import (
    bounded_loss_beta2,
    hindsight_scale,
    lipschitz_scale,
    self_bounded_scale,
)

SEARCH = settings(max_examples=40, deadline=None)
GEOMETRIES = [Euclidean(), PNorm(4), Entropy()]
reals = st.floats(-1, 1, allow_subnormal=False)


@st.composite
def streams(draw, real_targets=False, n_max=4):
    """Vectors in a cube, targets, and a comparator direction: Hypothesis picks every number."""
    T = draw(st.integers(1, 25))
    n = draw(st.integers(2, n_max))
    X = draw(arrays(float, (T, n), elements=reals))
    targets = reals if real_targets else st.sampled_from([-1.0, 1.0])
    return X, draw(arrays(float, T, elements=targets)), draw(arrays(float, n, elements=reals))


def inside(geometry, v, size=1.0):
    """A comparator that the geometry allows."""
    if isinstance(geometry, Entropy):
        return (np.abs(v) + 1e-3) / (np.abs(v) + 1e-3).sum()
    return size * v


def unit_rows(X, geometry):
    return X / np.maximum(geometry.dual_norm(X), 1e-9)[:, None]


@pytest.mark.parametrize("step", ["subgradient", "coordinate"])
@pytest.mark.parametrize("loss", [Hinge(), Squared(), Logistic()], ids=repr)
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
@given(stream=streams(), c=st.floats(0.05, 50), size=st.floats(0, 5))
@settings(max_examples=15, deadline=None)
def test_lemma_1_and_3_17(step, loss, geometry, stream, c, size):
    X, y, v = stream
    u = inside(geometry, v, size)
    _, run = dual_ascent(X, y, geometry, loss, FixedScale(c), step=step, trace_dual=True)
    below = dual_lower_bound(run.losses, run.slopes2, c)
    above = c * geometry.value(u) + np.cumsum(loss.value(X @ u, y))
    assert (below <= run.duals + 1e-7 * (1 + np.abs(run.duals))).all()
    assert (run.duals <= above + 1e-7 * (1 + above)).all()
    regret = np.cumsum(run.losses - loss.value(X @ u, y))
    assert (regret <= path_bound(geometry.value(u), run.slopes2, c) + 1e-6 * (1 + above)).all()


@pytest.mark.parametrize("scale", [RootScale(0.7), LipschitzScale(2.0), LossScale(1.0, 0.5)])
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
@given(stream=streams(), size=st.floats(0, 5))
@settings(max_examples=15, deadline=None)
def test_lemma_2_for_growing_scales(scale, geometry, stream, size):
    X, y, v = stream
    X = np.vstack([np.ones_like(X[:1]), X])  # a first norm that is not 0
    y = np.r_[1.0, y]
    u = inside(geometry, v, size)
    _, run = dual_ascent(X, y, geometry, Hinge(), scale)
    regret = np.cumsum(run.losses - Hinge().value(X @ u, y))
    bound = path_bound(geometry.value(u), run.slopes2, run.scales)
    assert (regret <= bound + 1e-8 * (1 + np.abs(bound))).all()


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
@given(stream=streams(), U=st.floats(0.05, 20), size=st.floats(0, 5))
@SEARCH
def test_corollaries_1_to_3(geometry, stream, U, size):
    X, y, v = stream
    T = len(X)
    L = 0.5
    X = unit_rows(X, geometry)
    u = inside(geometry, v, size)
    f = geometry.value(u)
    comparator = Hinge().value(X @ u, y)
    _, fixed = dual_ascent(X, y, geometry, Hinge(), FixedScale(float(lipschitz_scale(L, U, T))))
    assert (fixed.losses - comparator).sum() <= lipschitz_bound(f, L, U, T) + 1e-8
    rounds = np.arange(1, T + 1)
    for scale in (RootScale(float(np.sqrt(L / U))), LipschitzScale(U)):
        _, run = dual_ascent(X, y, geometry, Hinge(), scale)
        regret = np.cumsum(run.losses - comparator)
        for sharp in (False, True):
            bound = anytime_lipschitz_bound(f, L, U, rounds, sharp)
            assert (regret <= bound + 1e-8).all()


@given(stream=streams(), U=st.floats(0.05, 20), size=st.floats(0, 5))
@SEARCH
def test_corollary_3_with_lengths_that_vary(stream, U, size):
    X, y, v = stream
    X = np.vstack([np.eye(1, X.shape[1]) * 1e-3, X])
    y = np.r_[1.0, y]
    u = size * v
    _, run = dual_ascent(X, y, scale=LipschitzScale(U))
    L = np.maximum.accumulate((X**2).sum(axis=1)) / 2
    regret = np.cumsum(run.losses - Hinge().value(X @ u, y))
    bound = anytime_lipschitz_bound(1.0, 1.0, 1.0, np.arange(1, len(X) + 1)) / 4  # sqrt(T)
    bound *= 2 * (u @ u / 2 / np.sqrt(U) + np.sqrt(U)) * np.sqrt(L)
    assert (regret <= bound + 1e-8).all()


@given(stream=streams(real_targets=True), slack=st.floats(0, 3), loss_slack=st.floats(0, 5))
@SEARCH
def test_theorem_1(stream, slack, loss_slack):
    X, y, u = stream
    L = max((X**2).sum(axis=1).max(), 1e-3)
    for loss in (Squared(), SquaredHinge()):
        target = y if loss.code == Squared.code else np.where(y > 0, 1.0, -1.0)
        comparator = loss.value(X @ u, target).sum()
        U1 = u @ u / 2 + slack + 1e-3
        U2 = comparator + loss_slack
        _, run = dual_ascent(X, target, loss=loss, scale=FixedScale(self_bounded_scale(L, U1, U2)))
        regret = run.losses.sum() - comparator
        sharp = self_bounded_bound(L, U1, U2, sharp=True)
        plain = self_bounded_bound(L, U1, U2)
        assert regret <= sharp + 1e-8
        assert sharp <= plain + 1e-9


@given(
    stream=streams(real_targets=True),
    beta1=st.floats(1, 5),
    beta2=st.floats(0.1, 5),
    size=st.floats(0, 4),
)
@SEARCH
def test_theorem_2(stream, beta1, beta2, size):
    X, y, v = stream
    u = size * v
    L = max((X**2).sum(axis=1).max(), 1e-3)
    _, run = dual_ascent(X, y, loss=Squared(), scale=LossScale(beta1, beta2))
    comparator = np.cumsum(Squared().value(X @ u, y))
    worst = np.maximum.accumulate(run.losses)
    bound = anytime_self_bounded_bound(u @ u / 2, comparator, L, beta1, beta2, worst)
    assert (np.cumsum(run.losses) - comparator <= bound + 1e-7 * (1 + bound)).all()


@given(stream=streams(real_targets=True))
@SEARCH
def test_corollary_4_on_the_unit_ball(stream):
    X, y, v = stream
    X = X / np.maximum(np.linalg.norm(X, axis=1), 1.0)[:, None]
    u = v / max(1.0, np.linalg.norm(v))
    scale = LossScale(2.0, bounded_loss_beta2(1.0, 0.5))  # losses (1 + 1)^2 / 2, f up to 1/2
    _, run = dual_ascent(X, y, Euclidean(radius=1.0), Squared(), scale)
    comparator = np.cumsum(Squared().value(X @ u, y))
    bound = bounded_loss_bound(comparator, 1.0, 0.5, 2.0)
    assert (np.cumsum(run.losses) - comparator <= bound).all()


@given(rises=arrays(float, st.integers(1, 30), elements=st.floats(0, 100)), beta=st.floats(1, 50))
@SEARCH
def test_lemma_3(rises, beta):
    left, right = root_increment_sides(np.cumsum(rises), beta)
    assert left <= right * (1 + 1e-9) + 1e-9


@given(stream=streams(), c=st.floats(0.05, 20), seed=st.integers(0, 10**6))
@SEARCH
def test_any_rule_that_satisfies_3_10_is_safe(stream, c, seed):
    X, y, u = stream
    run = mixed_ascent(X, y, c, random_state=seed)
    below = dual_lower_bound(run.losses, run.slopes2, c)
    assert (below <= run.duals + 1e-7 * (1 + np.abs(run.duals))).all()
    assert run.duals[-1] == pytest.approx(hinge_dual(np.abs(run.steps), X, y, c), abs=1e-7)
    regret = np.cumsum(run.losses - Hinge().value(X @ u, y))
    bound = path_bound(u @ u / 2, run.slopes2, c)
    assert (regret <= bound + 1e-7 * (1 + bound)).all()


@given(stream=streams(), c=st.floats(0.05, 20), seed=st.integers(0, 10**6))
@SEARCH
def test_weak_duality_for_any_dual_point(stream, c, seed):
    X, y, u = stream
    alpha = np.random.default_rng(seed).random((20, len(X)))
    primal = hindsight_objective(u, X, y, Hinge(), c)
    assert (hinge_dual(alpha, X, y, c) <= primal + 1e-9).all()


def test_rule_a_in_euclidean_space_meets_the_lower_end_exactly():
    s = make_noisy_separator(200, 5, flip=0.1, random_state=0)
    _, run = dual_ascent(s.data, s.target, scale=FixedScale(3.0), trace_dual=True)
    below = dual_lower_bound(run.losses, run.slopes2, 3.0)
    np.testing.assert_allclose(below, run.duals, atol=1e-9)
    np.testing.assert_allclose(run.duals[-1], hinge_dual(np.abs(run.steps), s.data, s.target, 3.0))


def test_mixed_rule_with_revisits_comes_near_the_optimum():
    s = make_noisy_separator(60, 3, flip=0.1, random_state=1)
    run = mixed_ascent(s.data, s.target, 2.0, n_revisits=400, random_state=0)
    w = best_in_hindsight(s.data, s.target, Hinge(), l2=2.0)
    best = hindsight_objective(w, s.data, s.target, Hinge(), 2.0)
    assert 0.97 * best <= run.duals[-1] <= best + 1e-6


def test_simplex_run_is_the_template_with_a_projection():
    """Two experts: the projection onto the segment has a closed form."""
    losses = np.random.default_rng(0).uniform(-1, 1, (60, 2))
    theta = np.r_[np.zeros((1, 2)), -losses.cumsum(axis=0)[:-1]] / 3.0
    first = np.clip(0.5 + (theta[:, 0] - theta[:, 1]) / 2, 0, 1)
    want = first * losses[:, 0] + (1 - first) * losses[:, 1]
    np.testing.assert_allclose(simplex_run(losses, 3.0), want, atol=1e-12)


@given(seed=st.integers(0, 10**6), n=st.integers(2, 12))
@settings(max_examples=20, deadline=None)
def test_corollary_1_on_the_simplex(seed, n):
    """Hedge and projected gradient against every expert, losses in [0, 1]."""
    losses = np.random.default_rng(seed).integers(0, 2, (40, n)).astype(float)
    T = 40
    best = losses.sum(axis=0).min()
    c = float(lipschitz_scale(0.5, np.log(n), T))
    _, hedge = dual_ascent(losses, np.ones(T), Entropy(), Linear(), FixedScale(c))
    assert hedge.losses.sum() - best <= lipschitz_bound(np.log(n), 0.5, np.log(n), T) + 1e-9
    euclid = simplex_run(losses, float(lipschitz_scale(n / 2, 0.5, T)))
    assert euclid.sum() - best <= lipschitz_bound(0.5, n / 2, 0.5, T) + 1e-9


def test_bounds_in_closed_form():
    assert lipschitz_bound(3.0, 2.0, 3.0, 50) == pytest.approx(2 * np.sqrt(2 * 3 * 50))
    c = float(lipschitz_scale(2.0, 3.0, 50))
    assert lipschitz_bound(1.0, 2.0, 3.0, 50, c) == pytest.approx(lipschitz_bound(1, 2, 3, 50))
    assert anytime_lipschitz_bound(3.0, 2.0, 3.0, 50) == pytest.approx(4 * np.sqrt(300))
    assert anytime_lipschitz_bound(3.0, 2.0, 3.0, 50, True) == pytest.approx(3 * np.sqrt(300))
    assert self_bounded_scale(1.0, 0.5, 0.0) == 2.0
    assert self_bounded_bound(1.0, 0.5, 0.0) == self_bounded_bound(1.0, 0.5, 0.0, True) == 2.0
    norms2 = np.array([1.0, 4.0, 3.0])
    best = hindsight_scale(2.0, norms2)
    assert path_bound(2.0, norms2, best)[-1] == pytest.approx(np.sqrt(2 * 2 * 8))
    for factor in (0.9, 1.1):
        assert path_bound(2.0, norms2, factor * best)[-1] > np.sqrt(32)
    # Corollary 4 rounds the constants of Theorem 2 upwards
    beta2 = bounded_loss_beta2(2.0, 0.7)
    exact = anytime_self_bounded_bound(0.7, 9.0, 2.0, 1.5, beta2, 1.5)
    assert 0.97 < exact / bounded_loss_bound(9.0, 2.0, 0.7, 1.5) < 1


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: path_bound(-1.0, [1.0], 1.0), "complexity"),
        (lambda: path_bound(1.0, [-1.0], 1.0), "dual_norms2"),
        (lambda: path_bound(1.0, [1.0, 1.0], [2.0, 1.0]), "inverse_rate must"),
        (lambda: path_bound(1.0, [1.0, 1.0], 0.0), "inverse_rate must"),
        (lambda: dual_lower_bound([1.0], [1.0, 2.0], 1.0), "dual_norms2"),
        (lambda: lipschitz_bound(1.0, 0.0, 1.0, 10), "L"),
        (lambda: anytime_lipschitz_bound(1.0, 1.0, 1.0, -1), "n_rounds"),
        (lambda: self_bounded_bound(1.0, 1.0, np.nan), "U2"),
        (lambda: anytime_self_bounded_bound(1.0, 1.0, 1.0, 0.5, 1.0, 1.0), "beta1"),
        (lambda: bounded_loss_bound(-1.0, 1.0, 1.0, 1.0), "comparator_loss"),
        (lambda: root_increment_sides([2.0, 1.0], 1.0), "a must"),
        (lambda: hinge_dual([1.5], [[1.0]], [1.0], 1.0), "alpha"),
        (lambda: mixed_ascent([[1.0]], [1.0], 0.0), "inverse_rate"),
        (lambda: simplex_run([], 1.0), "losses"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
