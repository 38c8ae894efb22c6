"""The doubly exponential rule on integrals known in closed form."""

import math

import numpy as np
import pytest

from mlcompanion.probability.numeric.quadrature import integrate


@pytest.mark.parametrize(
    ("function", "low", "high", "value"),
    [
        (np.exp, 0.0, 1.0, math.e - 1),
        (lambda x: 1 / np.sqrt(x), 0.0, 4.0, 4.0),
        (lambda x: np.log(x), 0.0, 1.0, -1.0),
        (lambda x: np.exp(-x), 0.0, math.inf, 1.0),
        (lambda x: np.exp(-(x**2)), -math.inf, math.inf, math.sqrt(math.pi)),
        (lambda x: np.exp(2 * x), -math.inf, 1.0, math.exp(2) / 2),
        (lambda x: 1 / (1 + x**2), -math.inf, math.inf, math.pi),
        (lambda x: x**3, -2.0, 1.0, -15 / 4),
    ],
)
def test_integrals_known_in_closed_form(function, low, high, value):
    assert integrate(function, low, high) == pytest.approx(value, rel=1e-11)


def test_a_scale_finds_what_stands_far_out():
    far = integrate(lambda x: np.exp(-x / 1e8), 0.0, math.inf, scale=1e8)
    assert far == pytest.approx(1e8, rel=1e-11)
    wide = integrate(lambda x: 1 / (1e12 + x**2), -math.inf, math.inf, scale=1e6)
    assert wide == pytest.approx(math.pi / 1e6, rel=1e-11)


def test_a_narrow_peak_is_found_by_halving_the_step():
    peak = integrate(lambda x: 3 / (math.pi * ((x - 2) ** 2 + 9)), -998.0, 1002.0)
    assert peak == pytest.approx(2 * math.atan(1000 / 3) / math.pi, rel=1e-10)


def test_ends_out_of_order_are_named():
    with pytest.raises(ValueError, match="low must be less than high"):
        integrate(np.exp, 1.0, 1.0)
