import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from mlcompanion.convex import (
    fenchel_dual,
    root_inequality_bound,
    root_inequality_root,
    subgradient_slack,
)
from mlcompanion.convex.calculus.pairs import entropy_pair, half_square_pair, hinge_pair
from mlcompanion.convex.calculus.subgradients import absolute, linear, maximum, smooth

few = settings(max_examples=40, deadline=None)


def square():
    return smooth(lambda w: float(w @ w) / 2, lambda w: w)


def l1_norm(d):
    """Built from |.| of one variable by the affine rule and the sum rule."""
    total = absolute().affine(np.eye(d)[:1], [0.0])
    for i in range(1, d):
        total = total + absolute().affine(np.eye(d)[i : i + 1], [0.0])
    return total


@few
@given(seed=st.integers(0, 10**6))
def test_every_corner_of_a_compound_function_is_a_subgradient(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(2, 3))
    b = rng.normal(size=2)
    hinge = maximum(linear(rng.normal(size=3), 1.0), linear(np.zeros(3)))
    f = l1_norm(2).affine(A, b).scale(0.7) + hinge + square()
    w = np.linalg.lstsq(A, -b, rcond=None)[0]  # the kink of the norm
    spread = w + rng.normal(size=(200, 3)) * np.exp(rng.normal(size=(200, 1)))
    for corner in f.corners(w):
        assert subgradient_slack(f, w, corner, spread).min() >= -1e-9
    assert subgradient_slack(f, w, f.subgradient(w), spread).min() >= -1e-9


def test_differential_set_of_the_l1_norm_is_the_cube():
    corners = {tuple(row) for row in l1_norm(3).corners(np.zeros(3))}
    assert corners == {(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)}
    np.testing.assert_array_equal(l1_norm(3).corners(np.array([2.0, -1.0, 0.5])), [[1, -1, 1]])


def test_maximum_gives_the_whole_hull_and_nothing_more():
    """A vector is a subgradient exactly if it is in the hull: checked against a linear program."""
    rng = np.random.default_rng(0)
    slopes = rng.normal(size=(4, 2))
    f = maximum(*(linear(a) for a in slopes))
    corners = f.corners(np.zeros(2))
    zero = np.zeros(2)
    circle = np.linspace(0, 2 * np.pi, 721)
    around = np.column_stack([np.cos(circle), np.sin(circle)])
    verdicts = set()
    for candidate in rng.normal(size=(200, 2)):
        hull = linprog(
            np.zeros(4), A_eq=np.vstack([corners.T, np.ones(4)]), b_eq=np.append(candidate, 1)
        )
        slack = subgradient_slack(f, zero, candidate, around).min()
        if abs(slack) > 1e-3:  # not on the edge
            assert (hull.status == 0) == (slack >= 0)
            verdicts.add(hull.status == 0)
    assert verdicts == {True, False}


def test_a_wrong_subgradient_is_found_out():
    points = np.linspace(-1, 1, 21)[:, None]
    assert subgradient_slack(absolute(), [0.0], [1.01], points).min() < 0
    assert subgradient_slack(absolute(), [0.0], [1.0], points).min() >= 0


def test_bad_subgradient_input_is_named():
    with pytest.raises(ValueError, match="alpha"):
        absolute().scale(-1.0)
    with pytest.raises(ValueError, match="pieces"):
        maximum()
    with pytest.raises(TypeError, match="pieces"):
        maximum(absolute(), np.abs)
    with pytest.raises(TypeError, match="other"):
        absolute() + np.abs
    with pytest.raises(ValueError, match="b must have shape"):
        absolute().affine([[1.0]], [1.0, 2.0])
    with pytest.raises(ValueError, match="slope"):
        linear([np.inf])
    with pytest.raises(ValueError, match="w must have shape"):
        subgradient_slack(absolute(), [0.0, 1.0], [1.0], [[1.0]])


@settings(max_examples=200, deadline=None)
@given(b=st.floats(0, 1e6), c=st.floats(0, 1e6), inside=st.floats(0, 1))
def test_lemma_19(b, c, inside):
    largest = root_inequality_root(b, c)
    assert largest <= root_inequality_bound(b, c) * (1 + 1e-12)
    scale = 1 + b * np.sqrt(largest) + c
    assert abs(largest - b * np.sqrt(largest) - c) <= 1e-9 * scale
    x = inside * root_inequality_bound(b, c)
    if x - b * np.sqrt(x) - c <= 0:
        assert x <= largest * (1 + 1e-9) + 1e-9


def test_lemma_19_loses_a_fifth_at_most():
    ratio = root_inequality_bound(1.0, np.geomspace(1e-6, 1e6, 20_001))
    ratio /= root_inequality_root(1.0, np.geomspace(1e-6, 1e6, 20_001))
    assert 1.201 < ratio.max() < 1.203
    with pytest.raises(ValueError, match="b must hold values"):
        root_inequality_bound(-1.0, 1.0)


def classification(seed, T=12, d=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, d))
    return rng, X, [hinge_pair(x, 1.0) for x in X]


@few
@given(seed=st.integers(0, 10**6), c=st.floats(0.2, 5))
def test_every_dual_vector_bounds_every_primal_value(seed, c):
    rng, X, pairs = classification(seed)
    norm = half_square_pair(2, 3)
    lam = -rng.uniform(size=(len(X), 1)) * X
    below = fenchel_dual(norm.conjugate, [p.conjugate for p in pairs], lam, c)
    for w in rng.normal(size=(50, 3)):
        assert below <= c * norm.value(w) + sum(p.value(w) for p in pairs) + 1e-9
    lam[0] *= -3  # outside the domain of the first conjugate: no bound at all
    assert fenchel_dual(norm.conjugate, [p.conjugate for p in pairs], lam, c) == -np.inf


def test_dual_of_linear_losses_and_entropy_is_exact():
    """With linear losses only one dual vector is feasible, and the bound is the minimum."""
    X = np.random.default_rng(0).normal(size=(4, 3))
    f = entropy_pair(3)
    conjugates = [lambda lam, x=x: 0.0 if np.allclose(lam, x) else np.inf for x in X]
    least = -f.supremum(-X.sum(axis=0) / 2.0).value * 2.0
    assert fenchel_dual(f.conjugate, conjugates, X, weight=2.0) == pytest.approx(least, abs=1e-7)


def test_best_dual_meets_the_primal():
    _, X, pairs = classification(0)
    norm = half_square_pair(2, 3)
    conjugates = [p.conjugate for p in pairs]
    best = minimize(
        lambda a: -fenchel_dual(norm.conjugate, conjugates, -a[:, None] * X),
        np.full(len(X), 0.5),
        bounds=[(0, 1)] * len(X),
        options={"maxiter": 2000, "ftol": 1e-15},
    )
    w = norm.link(best.x @ X)  # minus the sum of the dual vectors
    primal = norm.value(w) + sum(p.value(w) for p in pairs)
    assert primal == pytest.approx(-best.fun, abs=1e-4)
