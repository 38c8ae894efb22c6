import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from mlcompanion.convex import (
    CONJUGATE_PAIRS,
    conjugate_numeric,
    conjugate_polyhedral,
    dual_exponent,
    dual_norm,
    fenchel_young_gap,
    half_square_gradient,
    legendre_grid,
    lp_norm,
    scaled_conjugate,
)
from mlcompanion.convex.calculus.pairs import (
    entropy_pair,
    half_square_pair,
    hinge_pair,
    label_ranking_pair,
    max_of_hinge_pair,
    p_norm_pair,
)

PAIRS = pytest.mark.parametrize("pair", CONJUGATE_PAIRS.values(), ids=CONJUGATE_PAIRS.keys())
few = settings(max_examples=25, deadline=None)


@PAIRS
def test_closed_form_is_the_numerical_supremum(pair):
    _, theta = pair.draw(np.random.default_rng(0), 50)
    numeric = [pair.supremum(row).value for row in theta]
    np.testing.assert_allclose(pair.conjugate(theta), numeric, atol=1e-6, rtol=0)


@PAIRS
def test_fenchel_young_holds_and_is_tight_at_subgradients(pair):
    w, theta = pair.draw(np.random.default_rng(1), 300)
    assert fenchel_young_gap(pair.value, pair.conjugate, w, theta).min() >= -1e-10
    tight = fenchel_young_gap(pair.value, pair.conjugate, w, pair.subgradient(w))
    assert np.abs(tight).max() < 1e-10


@PAIRS
def test_link_is_the_maximiser(pair):
    if pair.link is None:
        return
    _, theta = pair.draw(np.random.default_rng(2), 50)
    tight = fenchel_young_gap(pair.value, pair.conjugate, pair.link(theta), theta)
    assert np.abs(tight).max() < 1e-10
    for row in theta[:10]:
        np.testing.assert_allclose(pair.supremum(row).w, pair.link(row), atol=1e-4)


@PAIRS
def test_conjugate_is_convex_along_chords(pair):
    rng = np.random.default_rng(3)
    (_, a), (_, b), t = pair.draw(rng, 100), pair.draw(rng, 100), rng.uniform(size=(100, 1))
    chord = t[:, 0] * pair.conjugate(a) + (1 - t[:, 0]) * pair.conjugate(b)
    assert (pair.conjugate(t * a + (1 - t) * b) <= chord + 1e-9).all()


@PAIRS
def test_vectorised_equals_one_at_a_time(pair):
    w, theta = pair.draw(np.random.default_rng(4), 6)
    many = pair.conjugate(theta.reshape(2, 3, -1))
    np.testing.assert_allclose(many.ravel(), [pair.conjugate(row) for row in theta])
    many = pair.value(w.reshape(2, 3, -1))
    np.testing.assert_allclose(many.ravel(), [pair.value(row) for row in w])


def test_outside_the_domain_the_supremum_doubles_with_the_box():
    rng = np.random.default_rng(5)
    for name in ("hinge", "max of hinges", "label ranking"):
        pair = CONJUGATE_PAIRS[name]
        for theta in 3 * rng.normal(size=(10, pair.dimension)):
            assert pair.conjugate(theta) == np.inf
            assert pair.supremum(theta).value == np.inf
            small, large = (pair.supremum(theta, box).value for box in (1e4, 2e4))
            assert large / small == pytest.approx(2, abs=0.01)


def test_entropies_are_infinite_outside_their_domain():
    for name in ("relative entropy", "binary entropy"):
        value = CONJUGATE_PAIRS[name].value
        assert value(np.array([1.2, -0.2, 0.0, 0.0])) == np.inf
        assert np.isfinite(value(np.array([1.0, 0.0, 0.0, 0.0])))


@few
@given(seed=st.integers(0, 10**6), d=st.integers(2, 8))
def test_numerical_supremum_over_the_simplex_from_far_slopes(seed, d):
    theta = 4 * np.random.default_rng(seed).normal(size=d)
    best = entropy_pair(d).supremum(theta)
    assert best.value == pytest.approx(entropy_pair(d).conjugate(theta), abs=1e-6)
    assert best.w.sum() == pytest.approx(1)


def test_gradients_only_sharpen_the_numerical_supremum():
    pair = p_norm_pair(4, 6)
    theta = np.random.default_rng(8).normal(size=6)
    exact = pair.conjugate(theta)
    with_gradient = conjugate_numeric(pair.value, theta, gradient=pair.subgradient).value
    assert with_gradient == pytest.approx(exact, abs=1e-8)
    assert conjugate_numeric(pair.value, theta).value == pytest.approx(exact, abs=1e-4)


def test_dependent_hinges_need_the_minimum_over_representations():
    pair = max_of_hinge_pair([[1.0, 0.0], [1.0, 0.0]], [1.0, 2.0])
    theta = np.array([-0.5, 0.0])
    # alpha = (1/2, 0) and (0, 1/2) both represent theta, with values -1/2 and -1
    assert pair.conjugate(theta) == pytest.approx(-1)
    assert pair.supremum(theta).value == pytest.approx(-1)


@pytest.mark.parametrize(("k", "relevant"), [(2, [0]), (3, [1]), (5, [0, 3])])
def test_label_ranking_conjugate_reaches_alpha_one_not_one_half(k, relevant):
    x = np.array([0.5, -1.0, 2.0])
    gamma = 1.5
    pair = label_ranking_pair(x, gamma, relevant, k)
    alpha = np.zeros(k)
    alpha[relevant[0]] = -1
    alpha[next(s for s in range(k) if s not in relevant)] = 1
    lam = np.outer(alpha, x).ravel()  # the sum over relevant labels is 1, the l1 norm 2
    assert pair.conjugate(lam) == pytest.approx(-gamma)
    assert pair.supremum(lam).value == pytest.approx(-gamma)
    assert pair.conjugate(1.01 * lam) == np.inf
    assert pair.supremum(1.01 * lam).value == np.inf


def test_label_ranking_with_two_labels_is_a_hinge():
    x = np.array([1.0, -2.0])
    gamma = 0.7
    ranking = label_ranking_pair(x, gamma, [0], 2)
    hinge = hinge_pair(np.concatenate([x, -x]), gamma)
    w, theta = hinge.draw(np.random.default_rng(0), 40)
    np.testing.assert_allclose(ranking.value(w), hinge.value(w))
    np.testing.assert_allclose(ranking.conjugate(theta), hinge.conjugate(theta))


def test_half_square_of_the_l1_norm_by_a_split_quadratic_programme():
    pair = half_square_pair(1, 4)
    d = 4
    for theta in np.random.default_rng(6).normal(size=(5, d)):
        # w = a - b with a, b >= 0: smooth, so an independent solver applies
        best = minimize(
            lambda z, theta=theta: z.sum() ** 2 / 2 - (z[:d] - z[d:]) @ theta,
            np.full(2 * d, 0.1),
            bounds=[(0, None)] * (2 * d),
        )
        assert pair.conjugate(theta) == pytest.approx(-best.fun, abs=1e-6)


@few
@given(theta=arrays(float, 5, elements=st.floats(-1e3, 1e3)), p=st.floats(1, 30))
def test_dual_norm_is_reached_and_never_passed(theta, p):
    rng = np.random.default_rng(0)
    w = rng.normal(size=(200, 5))
    w /= lp_norm(w, p)[:, None]
    assert (w @ theta <= dual_norm(theta, p) * (1 + 1e-9) + 1e-12).all()
    best = half_square_gradient(theta, dual_exponent(p))
    if theta.any():
        scale = dual_norm(theta, p)
        assert best @ theta == pytest.approx(scale**2, rel=1e-7)
        assert lp_norm(best, p) == pytest.approx(scale, rel=1e-6)


def test_norms_do_not_overflow():
    assert lp_norm([1e200, 1e200], 2) == pytest.approx(np.sqrt(2) * 1e200)
    gradient = p_norm_pair(200, 3).link(np.array([1e3, -1e3, 1.0]))
    assert np.isfinite(gradient).all()
    assert (half_square_gradient(np.zeros(3), 4.0) == 0).all()


@few
@given(a=st.floats(0.1, 10), b=st.floats(-5, 5), seed=st.integers(0, 99))
def test_scaling_and_shift(a, b, seed):
    x = np.linspace(-4, 4, 801)
    f = np.random.default_rng(seed).normal(size=5) @ [x, x**2, np.sin(x), abs(x), x**4]
    slopes = np.linspace(-3, 3, 61)
    direct = legendre_grid(x, a * f + b, slopes).value
    rule = scaled_conjugate(lambda s: legendre_grid(x, f, s).value, a, b)(slopes)
    np.testing.assert_allclose(direct, rule, rtol=1e-9, atol=1e-7)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="theta"):
        conjugate_numeric(np.sum, [np.nan])
    with pytest.raises(ValueError, match="domain"):
        conjugate_numeric(np.sum, [1.0], domain="ball")
    with pytest.raises(ValueError, match="box"):
        conjugate_polyhedral([[1.0]], [0.0], [0.0], box=-1)
    with pytest.raises(ValueError, match="b must have shape"):
        conjugate_polyhedral([[1.0]], [0.0, 1.0], [0.0])
    with pytest.raises(ValueError, match="x must not be the zero"):
        hinge_pair([0.0, 0.0])
    with pytest.raises(ValueError, match="relevant"):
        label_ranking_pair([1.0], 1.0, [0, 1], 2)
    with pytest.raises(ValueError, match="p must be"):
        lp_norm([1.0], 0.5)
    with pytest.raises(ValueError, match="b must hold values"):
        max_of_hinge_pair([[1.0]], [-1.0])
    with pytest.raises(ValueError, match="theta must have shape"):
        fenchel_young_gap(np.sum, np.sum, [1.0, 2.0], [1.0])
    with pytest.raises(ValueError, match="a must be"):
        scaled_conjugate(np.sum, 0.0)
