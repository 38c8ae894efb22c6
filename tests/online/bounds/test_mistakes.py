"""A search for streams and comparators that break the bounds, and the one that a search found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_r_of_k
from mlcompanion.losses import Hinge
from mlcompanion.online import FixedScale, LipschitzScale, MistakeScale, Perceptron, dual_ascent
from mlcompanion.online.bounds.mistakes import (
    aggressive_bound,
    aggressive_regret_bound,
    comparator_losses,
    p_norm_bound,
    perceptron_bound,
    quasi_additive_bound,
    r_of_k_bound,
    r_of_k_comparator,
    self_tuned_winnow_bound,
    structured_bound,
    structured_fixed_bound,
    winnow_bound,
)

SLACK = 1e-9
streams = st.tuples(
    st.integers(0, 10**6),  # seed
    st.integers(1, 60),  # rounds
    st.integers(2, 6),  # features
    st.floats(0.0, 0.5),  # share of wrong labels
    st.sampled_from([0.1, 1.0, 7.0]),  # size of instances
    st.booleans(),  # sizes that vary from round to round
)


def draw(seed, T, n, noise, size, uneven):
    """A stream, and comparators: the true one at many lengths, its neighbours, random ones."""
    rng = np.random.default_rng(seed)
    target = rng.standard_normal(n) * (rng.random(n) < 0.7)
    target[0] += 0.1
    X = size * rng.standard_normal((T, n))
    X *= np.exp(rng.standard_normal((T, 1))) if uneven else 1.0
    y = np.where(X @ target + 1e-9 > 0, 1.0, -1.0)
    y[rng.random(T) < noise] *= -1
    lengths = np.exp(rng.uniform(-4, 4, size=(40, 1)))
    U = np.concatenate([target + 0.3 * rng.standard_normal((20, n)), rng.standard_normal((20, n))])
    U[0] = target
    return X, y, lengths * U / np.linalg.norm(U, axis=1, keepdims=True), rng


def largest(norms, chosen):
    return norms[chosen].max() if chosen.any() else 0.0


@settings(max_examples=60, deadline=None)
@given(streams, st.sampled_from([2.0, 3.0, 10.0]))
def test_corollaries_5_and_7_hold(stream, p):
    X, y, U, _ = draw(*stream)
    geometry = PNorm(p)
    _, run = dual_ascent(X, y, geometry, conservative=True)
    L = comparator_losses(U, X, y, rounds=run.mistakes)
    radius = largest(geometry.dual_norm(X), run.mistakes)
    assert np.all(run.n_mistakes <= p_norm_bound(L, geometry.norm(U), radius, p) + SLACK)


@settings(max_examples=60, deadline=None)
@given(streams, st.floats(0.01, 10.0), st.floats(0.05, 3.0))
def test_inequality_5_2_holds_for_every_geometry(stream, c, gamma):
    X, y, U, _ = draw(*stream)
    simplex = np.abs(U) / np.abs(U).sum(axis=1, keepdims=True)
    for geometry, V in ((Euclidean(), U), (PNorm(4), U), (Entropy(), simplex)):
        _, run = dual_ascent(X, y, geometry, scale=FixedScale(c), conservative=True)
        f = np.array([geometry.value(u) for u in V])
        L = comparator_losses(V, X, y, gamma, run.mistakes)
        radius = largest(geometry.dual_norm(X), run.mistakes)
        bound = quasi_additive_bound(run.n_mistakes, f, L, radius, c, gamma)
        assert np.all(run.n_mistakes <= bound * (1 + SLACK) + SLACK)


@settings(max_examples=60, deadline=None)
@given(streams)
def test_corollary_6_holds_with_the_largest_norm_of_all_rounds(stream):
    X, y, U, rng = draw(*stream)
    X = np.column_stack([X, -X])
    both = np.column_stack([np.maximum(U, 0), np.maximum(-U, 0)])
    simplex = both / both.sum(axis=1, keepdims=True)
    n = X.shape[1]
    _, run = dual_ascent(X, y, Entropy(), scale=MistakeScale(np.log(n)), conservative=True)
    gamma = np.exp(rng.uniform(-3, 2, size=len(simplex)))
    L = comparator_losses(simplex, X, y, gamma, run.mistakes)
    bound = self_tuned_winnow_bound(L, np.abs(X).max(), n, gamma)
    assert np.all(run.n_mistakes <= bound + SLACK)


def test_corollary_6_fails_with_the_largest_norm_of_the_mistakes():
    X = np.vstack([[100.0, 100.0], np.tile([1.0, -1.1], (400, 1))])
    y = np.ones(401)
    _, run = dual_ascent(X, y, Entropy(), scale=MistakeScale(np.log(2)), conservative=True)
    assert not run.mistakes[0]
    L = comparator_losses([[1.0, 0.0]], X, y, 1.0, run.mistakes)
    printed = self_tuned_winnow_bound(L, np.abs(X[run.mistakes]).max(), 2)
    corrected = self_tuned_winnow_bound(L, np.abs(X).max(), 2)
    assert L == 0
    assert printed < 4 < run.n_mistakes <= corrected


@settings(max_examples=60, deadline=None)
@given(streams, st.floats(0.1, 2.0), st.sampled_from([Euclidean(), PNorm(4)]))
def test_theorem_6_and_the_regret_bound_hold(stream, gamma, geometry):
    X, y, U, _ = draw(*stream)
    f = np.array([geometry.value(u) for u in U])
    budget = float(np.median(f))
    inside = f <= budget
    loss = Hinge(gamma)
    L = comparator_losses(U[inside], X, y, gamma)
    radius = geometry.dual_norm(X).max()
    for step in ("coordinate", "subgradient"):
        scale = MistakeScale(budget)
        _, run = dual_ascent(
            X, y, geometry, loss, scale, step=step, conservative=step == "subgradient"
        )
        assert np.all(run.n_mistakes <= aggressive_bound(L, radius, budget, gamma) + SLACK)
    scale = LipschitzScale(budget, lipschitz=np.sqrt(2))  # c_t = X_t sqrt(t / U), before (5.16)
    _, run = dual_ascent(X, y, geometry, loss, scale, step="coordinate")
    regret = run.losses.sum() - L
    bound = aggressive_regret_bound(radius, budget, len(y))
    assert np.all(regret <= bound * (1 + SLACK) + SLACK)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_r_of_k_comparator_separates(seed, k, data):
    r = data.draw(st.integers(1, k))
    stream = make_r_of_k(50, 12, r, k, random_state=seed)
    u, gamma = r_of_k_comparator(range(k), r, 13)
    assert u.sum() == pytest.approx(1.0)
    assert (u >= 0).all()
    assert (stream.target * (stream.data @ u)).min() >= gamma - 1e-12
    assert r_of_k_bound(r, k, 13) == pytest.approx(8 * (r + k - 0.5) ** 2 * np.log(13))
    assert r_of_k_bound(r, k, 13) == pytest.approx(2 * np.log(13) / gamma**2)


def test_constants_are_those_of_the_thesis():
    assert perceptron_bound(4.0, 3.0, 2.0) == pytest.approx(4 + 2 * 3 * 2 + 4 * 9)
    assert p_norm_bound(4.0, 3.0, 2.0, 5) == pytest.approx(4 + 2 * 3 * np.sqrt(4 * 4) + 4 * 4 * 9)
    log = np.log(7)
    assert winnow_bound(4.0, 2.0, 7, 0.5) == pytest.approx(
        8 + 2 / 0.5**1.5 * np.sqrt(2 * log * 4) + 2 * 4 * log / 0.25
    )
    assert self_tuned_winnow_bound(4.0, 2.0, 7, 0.5) == pytest.approx(
        8 + 2 * 2 / 0.5**1.5 * np.sqrt(log * 4) + 4 * 4 * log / 0.25
    )
    assert aggressive_bound(4.0, 2.0, 3.0, 0.5) == pytest.approx(
        8 + 2 * 2 * np.sqrt(3) / 0.5**1.5 * 2 + 4 * 4 * 3 / 0.25
    )
    assert structured_bound(4.0, 2.0, 3.0) == pytest.approx(4 + 2 * np.sqrt(8 * 3 * 4) + 8 * 4 * 3)
    assert structured_fixed_bound(4.0, 3.0, 2.0, 10, 5.0) == pytest.approx(4 + 15 + 4)
    assert aggressive_regret_bound(2.0, 3.0, 12) == pytest.approx(24)


def test_the_perceptron_bound_is_reached_by_an_adversary():
    X = np.eye(9)  # every instance is new: nothing can be learnt before it comes
    y = np.where(np.arange(9) % 2, 1.0, -1.0)
    run = Perceptron(fit_intercept=False).fit(X, y).run_
    assert run.n_mistakes == 9 == perceptron_bound(0.0, np.linalg.norm(y), 1.0)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: perceptron_bound(-1.0, 1.0, 1.0), "loss"),
        (lambda: p_norm_bound(1.0, 1.0, 1.0, 1.0), "p must"),
        (lambda: winnow_bound(1.0, 1.0, 0), "n must"),
        (lambda: aggressive_bound(1.0, 1.0, np.nan), "U contains"),
        (lambda: self_tuned_winnow_bound(1.0, 1.0, 4, margin=0.0), "margin"),
        (lambda: r_of_k_comparator([0, 0], 1, 5), "relevant"),
        (lambda: r_of_k_comparator([0, 1], 3, 5), "r must"),
        (lambda: comparator_losses([1.0], [[1.0]], [1]), "U must"),
    ],
)
def test_bad_input_names_the_argument(call, name):
    with pytest.raises(ValueError, match=name):
        call()
