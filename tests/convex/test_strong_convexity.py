from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime, minimize

from mlcompanion.convex import (
    Entropy,
    Euclidean,
    PNorm,
    half_square_gradient,
    lp_norm,
    smoothness_ratio,
    strong_convexity_modulus,
    strong_convexity_ratio,
)
from mlcompanion.convex.calculus.pairs import entropy_pair, half_square_pair, p_norm_pair
from mlcompanion.convex.strong_convexity import (
    definition_slack,
    hessian_ratio,
    link_lipschitz_ratio,
    obtuse_angle,
)

D = 5
few = settings(max_examples=25, deadline=None)
#: The regularizers of Examples 3 to 5 that the learners use, and the pairs of the table.
CASES = {
    "euclid": (Euclidean(), half_square_pair(2, D)),
    "entropy": (Entropy(), entropy_pair(D)),
    "p = 4": (PNorm(4), p_norm_pair(4, D)),
    "p = 10": (PNorm(10), p_norm_pair(10, D)),
}
cases = pytest.mark.parametrize(("f", "pair"), CASES.values(), ids=CASES.keys())


def points(pair, seed, n=200):
    """Points of the domain at many scales, never on the entropy's boundary."""
    rng = np.random.default_rng(seed)
    if pair.domain == "simplex":
        w = rng.dirichlet(np.full(D, rng.choice([0.3, 1, 10])), n) + 1e-9
        return w / w.sum(axis=1, keepdims=True)
    return rng.normal(size=(n, D)) * np.exp(rng.normal(size=(n, 1)) * 2)


@cases
def test_regularizers_agree_with_the_table_of_pairs(f, pair):
    w = points(pair, 0, 30)
    theta = 3 * np.random.default_rng(0).normal(size=(30, D))
    for row, dual in zip(w, theta):
        assert f.value(row) == pytest.approx(float(pair.value(row)), rel=1e-10, abs=1e-12)
        assert f.conjugate(dual) == pytest.approx(float(pair.conjugate(dual)), rel=1e-10)
        np.testing.assert_allclose(f.link(dual), pair.link(dual), rtol=1e-10)
        # on the simplex gradients are equal up to a constant, which no direction sees
        shift = f.gradient(row) - pair.subgradient(row)
        np.testing.assert_allclose(shift - shift.mean(), 0, atol=1e-10 * (1 + abs(row).max()))
        assert abs(shift.mean()) < 1e-9 * (1 + abs(row).max()) or pair.domain == "simplex"


@cases
@few
@given(seed=st.integers(0, 10**6))
def test_the_three_regularizers_are_strongly_convex(f, pair, seed):
    u = points(pair, seed)
    v = points(pair, seed + 1)
    assert strong_convexity_modulus(f.gradient, f.norm, u, v) >= 1 - 1e-9
    alpha = np.random.default_rng(seed).uniform(size=len(u))
    slack = definition_slack(f.value, f.norm, u, v, alpha)
    assert (slack >= -1e-9 * (1 + pair.value(u) + pair.value(v))).all()


@cases
def test_an_optimiser_finds_no_pair_below_one(f, pair):
    """Descend on the ratio itself; it must stop at one."""

    def ratio(z):
        u, v = np.split(z, 2)
        if pair.domain == "simplex":
            u = np.exp(u) / np.exp(u).sum()
            v = np.exp(v) / np.exp(v).sum()
        if f.norm(u - v) < 1e-4:
            return 10.0
        return strong_convexity_ratio(f.gradient, f.norm, [u], [v])[0]

    rng = np.random.default_rng(0)
    best = min(
        minimize(ratio, rng.normal(size=2 * D), method="Nelder-Mead", options={"maxfev": 1500}).fun
        for _ in range(3)
    )
    assert best >= 1 - 1e-7
    assert best < 1.3


@cases
@few
@given(seed=st.integers(0, 10**6), size=st.floats(1e-3, 10))
def test_the_conjugate_is_smooth(f, pair, seed, size):
    rng = np.random.default_rng(seed)
    theta = rng.normal(size=(100, D)) * 3
    lam = rng.normal(size=(100, D)) * size
    ratio = link_lipschitz_ratio(f.link, f.norm, f.dual_norm, theta, theta + lam)
    assert ratio.max() <= 1 + 1e-9
    remainder = smoothness_ratio(f.conjugate, f.link, f.dual_norm, theta, lam)
    values = np.abs(pair.conjugate(theta)) + np.abs(pair.conjugate(theta + lam))
    # the remainder is a difference of nearly equal numbers: what rounding can do to it
    rounding = 1e-14 * (1 + values) / f.dual_norm(lam) ** 2
    assert (remainder >= -rounding).all()
    assert (remainder <= 1 + rounding).all()


@cases
def test_gradient_and_link_are_gradients(f, pair):
    w = points(pair, 0, 5)
    theta = np.random.default_rng(0).normal(size=(5, D))
    for row in theta:
        np.testing.assert_allclose(approx_fprime(row, f.conjugate, 1e-7), f.link(row), atol=1e-5)
    if pair.domain == "space":
        for row in w:
            numeric = approx_fprime(row, f.value, 1e-7 * lp_norm(row, 2))
            np.testing.assert_allclose(numeric, f.gradient(row), rtol=1e-3, atol=1e-4)


def test_what_is_not_strongly_convex_fails():
    u = np.array([[1.0, 1.0]])
    v = np.array([[0.9, 1.1]])
    for q in (1.1, 1.5):  # without the factor the modulus is q - 1
        bare = partial(half_square_gradient, p=q)
        modulus = strong_convexity_modulus(bare, partial(lp_norm, p=q), u, v)
        assert modulus == pytest.approx(q - 1, rel=1e-2)
    cubic = partial(half_square_gradient, p=3.0)
    flat = strong_convexity_modulus(cubic, partial(lp_norm, p=3.0), [[1, 0.01]], [[1, -0.01]])
    assert flat < 0.1
    slack = definition_slack(lambda w: abs(w[0]), partial(lp_norm, p=2), [[1.0]], [[2.0]], [0.5])
    assert slack[0] < 0


def test_entropy_is_tight_in_l1_and_has_modulus_two_in_l2():
    pair = entropy_pair(2)
    u = np.array([[0.5001, 0.4999]])
    v = np.array([[0.4999, 0.5001]])
    in_l1 = strong_convexity_modulus(pair.subgradient, partial(lp_norm, p=1), u, v)
    in_l2 = strong_convexity_modulus(pair.subgradient, partial(lp_norm, p=2), u, v)
    assert in_l1 == pytest.approx(1, abs=1e-6)
    assert in_l2 == pytest.approx(2, abs=1e-6)


def test_hessian_test_on_the_entropy():
    rng = np.random.default_rng(0)
    w = rng.dirichlet(np.ones(D), 200)
    x = rng.normal(size=(200, D))
    ratio = hessian_ratio(lambda p: np.diag(1 / p), partial(lp_norm, p=1), w, x)
    assert ratio.min() >= 1
    tight = hessian_ratio(lambda p: np.diag(1 / p), partial(lp_norm, p=1), w, w)
    np.testing.assert_allclose(tight, 1)  # equality in Cauchy-Schwarz


def test_projection_on_the_ball_makes_an_obtuse_angle():
    rng = np.random.default_rng(0)
    ball = Euclidean(radius=1.0)
    theta = 3 * rng.normal(size=(500, D))
    u = rng.normal(size=(500, D))
    u /= np.maximum(1, np.linalg.norm(u, axis=1, keepdims=True))
    assert obtuse_angle(ball.link, ball.gradient, theta, u).max() <= 1e-12
    wrong = lambda t: 0.9 * ball.link(t)  # noqa: E731
    assert obtuse_angle(wrong, ball.gradient, theta, u).max() > 0.1


def test_obtuse_angle_is_an_equality_inside_the_simplex():
    f = Entropy()
    rng = np.random.default_rng(0)
    theta = rng.normal(size=(50, D))
    u = rng.dirichlet(np.ones(D), 50)
    assert np.abs(obtuse_angle(f.link, f.gradient, theta, u)).max() < 1e-12


@few
@given(seed=st.integers(0, 10**6), k=st.integers(1, 4))
def test_copies_of_a_regularizer_pay_block_by_block(seed, k):
    """Lemma 18, for k entropies."""
    rng = np.random.default_rng(seed)
    f = Entropy()
    each = lambda function, v: np.array([function(b) for b in v.reshape(k, D)])  # noqa: E731
    ratio = smoothness_ratio(
        lambda t: each(f.conjugate, t).sum(),
        lambda t: each(f.link, t).ravel(),
        lambda t: np.sqrt((each(f.dual_norm, t) ** 2).sum()),
        rng.normal(size=(40, k * D)),
        rng.normal(size=(40, k * D)),
    )
    assert ratio.max() <= 1 + 1e-9


def test_bad_input_is_named():
    norm = partial(lp_norm, p=2)
    with pytest.raises(ValueError, match="v must have shape"):
        strong_convexity_ratio(np.asarray, norm, [[1.0]], [[1.0, 2.0]])
    with pytest.raises(ValueError, match="must differ"):
        strong_convexity_ratio(np.asarray, norm, [[1.0]], [[1.0]])
    with pytest.raises(ValueError, match="alpha"):
        definition_slack(np.sum, norm, [[1.0]], [[2.0]], [1.5])
    with pytest.raises(ValueError, match="lam"):
        smoothness_ratio(np.sum, np.asarray, norm, [[1.0]], [[0.0]])
    with pytest.raises(ValueError, match="theta1 and theta2"):
        link_lipschitz_ratio(np.asarray, norm, norm, [[1.0]], [[1.0]])
    with pytest.raises(ValueError, match="zero direction"):
        hessian_ratio(np.diag, norm, [[1.0]], [[0.0]])
    with pytest.raises(ValueError, match="u contains NaN"):
        obtuse_angle(np.asarray, np.asarray, [[1.0]], [[np.nan]])
