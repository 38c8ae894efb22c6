"""Complexity functions: links are gradients, Fenchel-Young is tight, moduli are one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mlcompanion.convex import Entropy, Euclidean, PNorm

ALL = [Euclidean(), Euclidean(radius=0.7), Entropy(), PNorm(2), PNorm(4.5), PNorm(12)]
each = pytest.mark.parametrize("f", ALL, ids=repr)
vectors = arrays(float, 5, elements=st.floats(-4, 4).map(lambda x: round(x, 3)))


@each
def test_link_is_the_gradient_of_the_conjugate(f):
    rng = np.random.default_rng(0)
    for theta in rng.standard_normal((5, 6)):
        numeric = [
            (f.conjugate(theta + 1e-6 * e) - f.conjugate(theta - 1e-6 * e)) / 2e-6
            for e in np.eye(6)
        ]
        np.testing.assert_allclose(f.link(theta), numeric, atol=1e-7)


@each
@given(theta=vectors)
@settings(max_examples=40, deadline=None)
def test_fenchel_young_is_tight_at_the_link(f, theta):
    w = f.link(theta)
    assert f.value(w) + f.conjugate(theta) == pytest.approx(w @ theta, abs=1e-9)


@each
@given(theta=vectors, step=vectors)
@settings(max_examples=60, deadline=None)
def test_the_conjugate_is_smooth_with_modulus_one(f, theta, step):
    """Lemma 15.4: the remainder is at most half the squared dual norm."""
    rise = f.conjugate(theta + step) - f.conjugate(theta) - f.link(theta) @ step
    assert -1e-9 <= rise <= 0.5 * f.dual_norm(step) ** 2 + 1e-9


@pytest.mark.parametrize("f", [Euclidean(), Entropy(), PNorm(3)], ids=repr)
@given(a=vectors, b=vectors)
@settings(max_examples=60, deadline=None)
def test_bregman_divergence_is_at_least_half_the_squared_norm(f, a, b):
    u = f.link(a)
    v = f.link(b)
    assert f.bregman(u, v) >= 0.5 * f.norm(u - v) ** 2 - 1e-9


def test_gradient_inverts_the_link():
    theta = np.array([0.4, -1.2, 2.0])
    for f in (Euclidean(), PNorm(2.5), PNorm(7)):
        np.testing.assert_allclose(f.gradient(f.link(theta)), theta, atol=1e-12)


def test_entropy_is_zero_at_uniform_and_log_n_at_a_vertex():
    assert Entropy().value(np.full(8, 1 / 8)) == pytest.approx(0, abs=1e-12)
    assert Entropy().value(np.eye(8)[0]) == pytest.approx(np.log(8))
    assert Entropy().value(np.ones(8)) == np.inf


def test_large_arguments_do_not_overflow():
    theta = np.array([1e6, -1e6, 3.0])
    assert np.isfinite(Entropy().conjugate(theta))
    assert np.isfinite(PNorm(40).link(1e200 * np.ones(3))).all()


def test_norms_are_dual():
    rng = np.random.default_rng(1)
    for f in ALL:
        for x in rng.standard_normal((20, 5)):
            w = rng.standard_normal(5)
            assert w @ x <= f.norm(w) * f.dual_norm(x) + 1e-12


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: Euclidean(radius=0), "radius"),
        (lambda: PNorm(1.5), "p"),
        (lambda: Entropy().link([np.nan]), "theta"),
        (lambda: Entropy().link([]), "theta"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_divergence_of_a_tiny_weight_does_not_overflow():
    tiny = np.array([1.0, 5e-324])
    even = np.array([0.5, 0.5])
    want = -np.log(2) - 0.5 * np.log(5e-324)
    assert Entropy().bregman(even, tiny) == pytest.approx(want, rel=1e-14)
    assert Entropy().bregman(even, [1.0, 0.0]) == np.inf
    assert Entropy().bregman([1.0, 0.0], even) == pytest.approx(np.log(2), rel=1e-14)
