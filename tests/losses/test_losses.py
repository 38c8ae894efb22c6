"""Losses of a score: slopes by differences, conjugates by search, self-boundedness."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import check_grad

from mlcompanion.losses import (
    Absolute,
    EpsilonInsensitive,
    Hinge,
    Huber,
    HyperbolicSecant,
    Linear,
    Logistic,
    MultinomialLogit,
    Softmax,
    Squared,
    SquaredHinge,
    Tukey,
    ZeroOne,
)
from mlcompanion.optimize import DataFit

CONVEX = [
    Hinge(),
    Hinge(margin=0.3, slope=2.0),
    SquaredHinge(),
    SquaredHinge(slope=3.0),
    Squared(),
    Squared(slope=0.5),
    EpsilonInsensitive(0.25),
    Absolute(),
    Logistic(),
    Huber(0.7),
    HyperbolicSecant(),
]
each = pytest.mark.parametrize("loss", CONVEX, ids=repr)
scores = st.floats(-20, 20)
signs = st.sampled_from([-1.0, 1.0])


@each
@given(s=scores, r=scores, y=signs)
@settings(max_examples=50, deadline=None)
def test_derivative_is_a_subgradient(loss, s, r, y):
    assert loss.value(r, y) >= loss.value(s, y) + loss.derivative(s, y) * (r - s) - 1e-9


@each
@given(s=scores, y=signs)
@settings(max_examples=50, deadline=None)
def test_fenchel_young_holds_with_equality_at_the_derivative(loss, s, y):
    v = loss.derivative(s, y)
    assert loss.value(s, y) + loss.conjugate(v, y) == pytest.approx(v * s, abs=1e-9)


@each
def test_conjugate_is_the_supremum(loss):
    grid = np.linspace(-60, 60, 240_001)
    for y in (-1.0, 1.0):
        for s in (-1.3, 0.1, 0.8):
            v = 0.9 * loss.derivative(s, y)
            best = (v * grid - loss.value(grid, y)).max()
            assert loss.conjugate(v, y) == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize(
    "loss",
    [SquaredHinge(slope=2.0), Squared(slope=0.7), Logistic(), Huber(0.5), Tukey(2.0)],
    ids=repr,
)
@given(s=scores, y=signs)
@settings(max_examples=50, deadline=None)
def test_self_bounded_losses_are(loss, s, y):
    bound = loss.smoothness * loss.value(s, y)
    assert 0.5 * loss.derivative(s, y) ** 2 <= bound + 1e-12


@pytest.mark.parametrize(
    "loss",
    [
        Hinge(slope=2.0),
        EpsilonInsensitive(0.1),
        Logistic(),
        Huber(0.7),
        Tukey(2.0),
        HyperbolicSecant(),
    ],
    ids=repr,
)
def test_lipschitz_losses_are(loss):
    s = np.linspace(-9, 9, 2001)
    assert np.abs(loss.derivative(s, 1.0)).max() <= loss.lipschitz
    assert np.abs(loss.derivative(s, 1.0)).max() >= 0.99 * loss.lipschitz


def test_outside_its_domain_a_conjugate_is_infinite():
    assert Hinge().conjugate(-1.1, 1) == np.inf
    assert Hinge().conjugate(0.2, 1) == np.inf
    assert EpsilonInsensitive(0.1).conjugate(1.2, 0) == np.inf
    assert Logistic().conjugate(0.1, 1) == np.inf
    assert Linear().conjugate(0.5, 1) == np.inf


def test_zero_one_counts_a_zero_score_as_a_mistake_and_is_below_the_hinge():
    s = np.linspace(-3, 3, 61)
    assert ZeroOne().value(0.0, 1) == 1
    assert (ZeroOne().value(s, 1) <= Hinge().value(s, 1)).all()


def test_values_broadcast():
    assert Squared().value(np.zeros((2, 1)), np.array([1.0, 2.0, 3.0])).shape == (2, 3)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: Hinge(margin=-1), "margin"),
        (lambda: Hinge(slope=0), "slope"),
        (lambda: Squared(slope=np.inf), "slope"),
        (lambda: EpsilonInsensitive(-0.1), "epsilon"),
    ],
)
def test_bad_parameters_are_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


SMOOTH = [
    SquaredHinge(slope=2.0),
    Squared(slope=0.5),
    Logistic(),
    Huber(0.7),
    HyperbolicSecant(),
    Tukey(2.0),
]


@pytest.mark.parametrize("loss", SMOOTH, ids=repr)
def test_second_derivative_is_a_difference_of_derivatives(loss):
    s = np.linspace(-3.03, 3.03, 60)
    h = 1e-6
    for y in (-1.0, 1.0):
        slope = (loss.derivative(s + h, y) - loss.derivative(s - h, y)) / (2 * h)
        np.testing.assert_allclose(loss.second_derivative(s, y), slope, atol=1e-6)
        assert np.abs(slope).max() <= loss.curvature * (1 + 1e-6)
    fine = np.linspace(-3, 3, 6001)
    assert np.abs(loss.second_derivative(fine, 1.0)).max() >= 0.99 * loss.curvature


@pytest.mark.parametrize("loss", SMOOTH[:-1], ids=repr)
def test_conjugate_derivative_inverts_the_derivative(loss):
    for y in (-1.0, 1.0):
        s = y + np.array([-0.6, -0.2, -0.1]) * y
        v = loss.derivative(s, y)
        np.testing.assert_allclose(loss.conjugate_derivative(v, y), s, atol=1e-9)
        np.testing.assert_allclose(
            loss.conjugate_second_derivative(v, y) * loss.second_derivative(s, y), 1, atol=1e-9
        )


def test_where_no_single_score_has_the_slope_the_inverse_is_not_a_number():
    assert np.isnan(Hinge().conjugate_derivative(-0.5, 1.0))
    assert np.isnan(Logistic().conjugate_derivative(0.5, 1.0))
    assert np.isnan(HyperbolicSecant().conjugate_second_derivative(1.0, 0.0))


def test_tukey_ignores_what_is_far():
    loss = Tukey(1.5)
    assert loss.derivative(2.0, 0.0) == 0
    assert loss.value(9.0, 0.0) == pytest.approx(1.5**2 / 6)


@pytest.mark.parametrize("loss", [Huber, Tukey])
def test_robust_losses_refuse_a_bad_threshold(loss):
    with pytest.raises(ValueError, match="eta"):
        loss(0.0)


def test_softmax_in_a_data_fit_has_the_right_gradient_and_constant():
    rng = np.random.default_rng(1)
    fit = DataFit(rng.normal(size=(12, 4)), rng.integers(0, 3, 12), Softmax())
    wrong = check_grad(
        lambda w: fit.value(w.reshape(4, 3)),
        lambda w: fit.value_and_gradient(w.reshape(4, 3))[1].ravel(),
        rng.normal(size=12),
    )
    assert wrong < 1e-5
    for _ in range(20):
        V, W = rng.normal(size=(2, 4, 3))
        change = fit.value_and_gradient(V)[1] - fit.value_and_gradient(W)[1]
        assert np.linalg.norm(change) <= fit.lipschitz() * np.linalg.norm(V - W)


def test_softmax_is_the_multinomial_logit_with_the_last_score_at_zero():
    rng = np.random.default_rng(2)
    scores = rng.normal(size=(9, 3))
    target = rng.integers(0, 4, 9)
    full = np.column_stack([scores, np.zeros(9)])
    logit = MultinomialLogit(4)
    np.testing.assert_allclose(Softmax().value(full, target), logit.value(scores, target))
    np.testing.assert_allclose(
        Softmax().derivative(full, target)[:, :-1], logit.derivative(scores, target)
    )
