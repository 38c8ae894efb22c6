"""The Perceptron under its bounds, and the bounds where they are attained."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Hinge, Squared
from mlcompanion.online import FixedScale, GradientDescent, Perceptron, dual_ascent
from mlcompanion.online.bounds.gradient_descent import gradient_descent_bound, root_step_bound
from mlcompanion.online.bounds.mistakes import perceptron_bound
from mlcompanion.online.bounds.perceptron import (
    bound_frontier,
    comparator_bounds,
    margin_bound,
    perceptron_bound_exact,
    perceptron_regret_bound,
    relative_mistake_bound,
)
from mlcompanion.online.core.mirror_descent import root_steps
from mlcompanion.online.core.protocol import InducedLoss, online_convex_programming
from mlcompanion.online.core.stream_descent import strongly_convex_run
from mlcompanion.online.games.environments import orthogonal_stream
from mlcompanion.online.learners.perceptrons import passes_until_separated

STREAM = make_noisy_separator(600, 6, flip=0.1, random_state=1)
X = STREAM.data
Y = STREAM.target.astype(float)


def mistakes_of(X, y):
    return dual_ascent(X, y, loss=Hinge(), scale=FixedScale(), conservative=True)[1].mistakes


@st.composite
def streams(draw):
    T = draw(st.integers(1, 30))
    d = draw(st.integers(1, 4))
    numbers = st.floats(-3, 3, allow_subnormal=False).map(lambda v: round(v, 3))
    X = draw(arrays(float, (T, d), elements=numbers))
    y = draw(arrays(float, T, elements=st.sampled_from([-1.0, 1.0])))
    U = draw(arrays(float, (5, d), elements=st.floats(-20, 20, allow_subnormal=False)))
    return X, y, U


@settings(max_examples=200, deadline=None)
@given(streams())
def test_no_stream_breaks_the_mistake_bound(case):
    """Neither on the rounds with a mistake nor on all of them, nor its sharper root."""
    X, y, U = case
    wrong = mistakes_of(X, y)
    U = np.vstack([U, U / 30, np.zeros_like(U[:1])])
    for rows in (wrong, np.ones(len(y), dtype=bool)):
        sharp = comparator_bounds(U, X[rows], y[rows], sharp=True)
        plain = comparator_bounds(U, X[rows], y[rows])
        assert (wrong.sum() <= sharp * (1 + 1e-9)).all()
        assert (sharp <= plain * (1 + 1e-12)).all()


@settings(max_examples=100, deadline=None)
@given(streams())
def test_no_stream_breaks_the_regret_bound_behind_it(case):
    """With the scale tuned to |u| and the number of mistakes."""
    X, y, U = case
    wrong = mistakes_of(X, y)
    X = X[wrong]
    y = y[wrong]
    if not len(y):
        return
    radius = np.linalg.norm(X, axis=1).max()
    for u in U:
        norm = np.linalg.norm(u)
        if norm < 1e-3 or radius < 1e-3:
            continue
        scale = radius * np.sqrt(len(y)) / norm
        _, run = dual_ascent(X, y, loss=Hinge(), scale=FixedScale(scale))
        assert run.mistakes.all()  # every round of M stays a mistake, whatever the scale
        other = Hinge().value(X @ u, y).sum()
        bound = perceptron_regret_bound(norm, radius, len(y))
        assert run.losses.sum() - other <= bound * (1 + 1e-9) + 1e-9
        assert len(y) <= relative_mistake_bound(other, bound) + 1e-9


def test_bound_at_zero_is_the_number_of_mistakes():
    wrong = mistakes_of(X, Y)
    for sharp in (False, True):
        assert comparator_bounds(np.zeros((1, 6)), X[wrong], Y[wrong], sharp)[0] == wrong.sum()


def test_orthogonal_stream_attains_the_separable_bound():
    for T in (1, 2, 7, 40):
        X, y = orthogonal_stream(T)
        u = np.ones(T)
        assert mistakes_of(X, y).sum() == T
        assert margin_bound(1.0, 1 / np.sqrt(T)) == pytest.approx(T)
        assert comparator_bounds([u], X, y)[0] == pytest.approx(T)  # |u|^2 = T, no loss


def test_sharp_root_and_lemma():
    for b in (0.0, 0.3, 2.0, 9.0):
        for c in (0.0, 0.5, 10.0):
            x = perceptron_bound_exact(c, b, 1.0)
            assert x == pytest.approx(c + b * np.sqrt(x))
            assert x * (1 - 1e-12) <= perceptron_bound(c, b, 1.0) <= 1.21 * x


def test_frontier_holds_the_least_bound_over_all_vectors():
    """A general optimiser over u finds nothing below the path of support vector machines."""
    frontier = bound_frontier(X, Y, np.logspace(-3, 1, 41))
    best = frontier.bounds.min()
    for u in frontier.comparators[::5]:
        found = minimize(
            lambda v: comparator_bounds([v], X, Y)[0],
            u,
            method="Nelder-Mead",
            options={"maxiter": 1500, "xatol": 1e-4, "fatol": 1e-4},
        )
        assert found.fun >= best * (1 - 1e-3)
    np.testing.assert_allclose(frontier.norms, np.linalg.norm(frontier.comparators, axis=1))


def test_learner_sees_the_mistakes_only():
    """Played again on its mistakes alone, the Perceptron goes through the same weights."""
    wrong = mistakes_of(X, Y)
    whole = Perceptron(fit_intercept=False).fit(X, Y)
    part = Perceptron(fit_intercept=False).fit(X[wrong], Y[wrong])
    np.testing.assert_array_equal(part.coef_, whole.coef_)
    assert part.n_mistakes_ == wrong.sum()


def test_passes_until_separated():
    stream = make_noisy_separator(500, 6, margin=0.05, random_state=0)
    counts = passes_until_separated(stream.data, stream.target)
    assert counts[-1] == 0
    assert (counts[:-1] > 0).all()
    assert counts.sum() <= margin_bound(1.0, 0.05)
    assert len(passes_until_separated(X, Y, max_passes=3)) == 3  # noisy: never separated


@settings(max_examples=60, deadline=None)
@given(streams(), st.floats(0.05, 3.0), st.floats(0.1, 4.0))
def test_no_stream_breaks_the_gradient_descent_bound(case, c, radius):
    X, y, U = case
    loss = Squared(2.0)
    T = len(y)
    etas = root_steps(c, T)
    run = strongly_convex_run(X, y, loss, eta=etas, radius=radius)
    bound = gradient_descent_bound(2 * radius, run.dual_norms**2, etas)
    largest = run.dual_norms.max()
    if largest > 1e-6:
        assert bound[-1] <= root_step_bound(2 * radius, largest, T, c) * (1 + 1e-9)
        assert root_step_bound(2 * radius, largest, T) <= root_step_bound(
            2 * radius, largest, T, c
        ) * (1 + 1e-12)
    lengths = np.linalg.norm(U, axis=1)
    for u in U / np.maximum(1, lengths / radius)[:, None]:
        regret = np.cumsum(run.losses - loss.value(X @ u, y))
        assert (regret <= bound * (1 + 1e-9) + 1e-9).all()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 3.0))
def test_no_adaptive_adversary_breaks_it_either(seed, c):
    """Linear losses along and against the learner's own vector."""
    rng = np.random.default_rng(seed)
    functions = []

    class Plane(InducedLoss):
        def value(self, w):
            return float(w @ self.x)

        def subgradient(self, w):
            return self.x

    def adversary():
        w = yield
        while True:
            v = rng.choice([-1.0, 1.0]) * w + rng.standard_normal(3) * rng.random()
            v /= np.linalg.norm(v)
            w = yield Plane(None, v, 0.0)

    learner = GradientDescent(3, lambda t: c / np.sqrt(t), radius=1.0)
    losses, weights, functions = online_convex_programming(learner, adversary(), 60)
    V = np.array([g.x for g in functions])
    total = V.cumsum(axis=0)
    regret = losses.cumsum() + np.linalg.norm(total, axis=1)  # best u is -total / |total|
    bound = gradient_descent_bound(2.0, np.ones(60), root_steps(c, 60))
    assert (regret <= bound + 1e-9).all()
    assert np.linalg.norm(weights, axis=1).max() <= 1 + 1e-12


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: perceptron_bound_exact(1.0, -1.0, 1.0), "norm"),
        (lambda: perceptron_bound_exact(1.0, 1.0, -1.0), "X"),
        (lambda: perceptron_bound_exact(np.nan, 1.0, 1.0), "loss"),
        (lambda: perceptron_regret_bound(1.0, 1.0, -1), "n_rounds"),
        (lambda: margin_bound(1.0, -0.1), "margin"),
        (lambda: margin_bound(1.0, 0.0), "margin"),
        (lambda: comparator_bounds([[1.0]], [[1.0, 2.0]], [1.0]), "U"),
        (lambda: bound_frontier(X, Y, [0.0]), "strengths"),
        (lambda: passes_until_separated(X, Y, 0), "max_passes"),
        (lambda: gradient_descent_bound(1.0, [1.0, 1.0], [0.1, 0.2]), "etas"),
        (lambda: gradient_descent_bound(1.0, [-1.0], [0.1]), "norms2"),
        (lambda: root_step_bound(0.0, 1.0, 5), "diameter"),
    ],
)
def test_bad_input(call, name):
    with pytest.raises(ValueError, match=name):
        call()
