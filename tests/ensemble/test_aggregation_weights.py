"""Exponential weights and the preselection against loops, and against prediction with experts."""

import numpy as np
import pytest

from mlcompanion.ensemble.aggregation import aew_weights, confidence_width, preselect
from mlcompanion.online.experts import StaticExpert

RNG = np.random.default_rng(8)
Y = RNG.normal(size=15)
P = Y + RNG.normal(size=(6, 15)) * np.arange(1, 7)[:, None] / 3


def by_loop(T, risk, n):
    totals = np.array([sum((f[k] - Y[k]) ** 2 for k in range(n)) for f in P])
    raw = np.exp(-totals / (T * n if risk == "mean" else T))
    return raw / raw.sum()


@pytest.mark.parametrize("risk", ["mean", "sum"])
@pytest.mark.parametrize("T", [0.5, 3.0, 100.0])
def test_weights_are_those_of_the_formula(risk, T):
    np.testing.assert_allclose(aew_weights(P, Y, T, risk=risk), by_loop(T, risk, 15))
    mean = np.mean([by_loop(T, risk, k) for k in range(1, 16)], axis=0)
    np.testing.assert_allclose(aew_weights(P, Y, T, risk=risk, cumulative=True), mean)


def test_the_sum_gives_the_weights_of_static_experts():
    losses = (P - Y).T ** 2
    experts = StaticExpert(6, eta=1 / 2.5)
    for row in losses:
        experts.update(row)
    np.testing.assert_allclose(aew_weights(P, Y, 2.5, risk="sum"), experts.weights_)


@pytest.mark.parametrize("scale", [1e-150, 1e-6, 1e6, 1e150])
def test_units_of_the_temperature_are_those_of_squares(scale):
    want = aew_weights(P, Y, 2.0)
    np.testing.assert_allclose(aew_weights(scale * P, scale * Y, 2.0 * scale**2), want, rtol=1e-9)


def test_cold_weights_choose_and_hot_ones_average():
    cold = aew_weights(P, Y, 1e-300)
    assert cold[np.argmin(np.mean((P - Y) ** 2, axis=1))] == 1
    np.testing.assert_allclose(aew_weights(P, Y, 1e300), 1 / 6)


def test_widths_by_hand():
    assert confidence_width(100, 50, 2.0) == pytest.approx(2 * np.sqrt((np.log(50) + 1) / 100))
    wide = confidence_width(100, 50, 2.0, noise=0.5, confidence=3.0)
    assert wide == pytest.approx(2.5 * np.sqrt((np.log(50) + 3) * np.log(100) / 100))


def test_preselection_is_equation_4():
    R = np.mean((P - Y) ** 2, axis=1)
    best = P[np.argmin(R)]
    for phi in (0.0, 0.05, 0.3, 1.0):
        for factor in (0.5, 2.0):
            far = np.sqrt(np.mean((P - best) ** 2, axis=1))
            want = R.min() + factor * np.maximum(phi * far, phi**2) >= R
            np.testing.assert_array_equal(preselect(P, Y, phi, factor), want)
    assert preselect(P, Y, 0.0).sum() == 1
    assert preselect(P, Y, 1e3).all()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: aew_weights(P, Y, 0.0), "temperature"),
        (lambda: aew_weights(P, Y, 1.0, risk="median"), "risk"),
        (lambda: preselect(P, Y, -0.1), "phi"),
        (lambda: preselect(P, Y, 0.1, -1.0), "factor"),
        (lambda: confidence_width(0, 3, 1.0), "n_samples"),
        (lambda: confidence_width(3, 3, 0.0), "bound"),
        (lambda: confidence_width(3, 3, 1.0, confidence=0.0), "confidence"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
