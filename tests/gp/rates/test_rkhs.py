"""Norms against closed forms; many digits against double precision where that is enough."""

from decimal import Decimal

import numpy as np
import pytest

from mlcompanion.gp import IntegratedBrownianMotion, Matern
from mlcompanion.gp.rates import (
    PreciseGram,
    posterior_risk,
    rkhs_norm,
    spectral_matern,
    spectral_norm,
    unit_squared_exponential,
)


def _kernel(x, y):
    return (-((x - y) ** 2)).exp()


def test_norm_of_a_kernel_expansion():
    x = np.array([[0.1], [0.4], [0.9]])
    K = Matern(1.5)(x)
    c = np.array([1.0, -2.0, 3.0])
    assert rkhs_norm(K, K @ c) == pytest.approx(np.sqrt(c @ K @ c))
    assert rkhs_norm(4 * K, 2 * K @ c) == pytest.approx(rkhs_norm(K, K @ c))


def test_brownian_norm_is_the_energy():
    x = np.arange(1, 201)[:, None] / 200
    K = IntegratedBrownianMotion()(x)
    assert rkhs_norm(K, np.sin(3 * x[:, 0])) ** 2 == pytest.approx(
        9 * (0.5 + np.sin(6) / 12), rel=1e-3
    )


def test_norm_grows_with_the_points():
    x = np.linspace(0, 1, 33)[:, None]
    f0 = np.sqrt(np.abs(x[:, 0] - 0.3))
    K = Matern(1.5)(x)
    norms = [rkhs_norm(K[::s, ::s], f0[::s]) for s in (8, 4, 2, 1)]
    assert (np.diff(norms) > 0).all()


def test_spectral_norm_is_the_closed_form():
    # |f^|^2 = e^(-a l^2) against m = e^(-l^2/4) / (2 sqrt(pi))
    found = spectral_norm(
        lambda v: np.exp(-(v**2)), lambda v: np.exp(-(v**2) / 4) / (2 * np.sqrt(np.pi)), 1e3
    )
    assert found == pytest.approx(2 * np.sqrt(np.pi) * np.sqrt(np.pi / 0.75), rel=1e-8)
    plane = spectral_norm(
        lambda v: (1 + v * v) ** -4, lambda v: (1 + v * v) ** -2, 1e6, dimension=2
    )
    assert plane == pytest.approx(np.pi, rel=1e-6)


def test_constants_are_those_of_the_source():
    prior = spectral_matern(1.5)
    frequencies = np.array([[0.0], [1.0], [7.0]])
    np.testing.assert_allclose(
        prior.spectral_density(frequencies), (1 + frequencies[:, 0] ** 2) ** -2.0
    )
    plane = spectral_matern(0.7, dimension=2)
    np.testing.assert_allclose(plane.spectral_density([[1.0, 2.0]]), 6**-1.7)
    x = np.array([[0.0], [0.3]])
    assert unit_squared_exponential(2.0)(x)[0, 1] == pytest.approx(np.exp(-0.36))
    np.testing.assert_allclose(
        unit_squared_exponential().spectral_density([[3.0]]), np.exp(-9 / 4) / (2 * np.sqrt(np.pi))
    )


def test_many_digits_agree_with_few_where_few_are_enough():
    points = [Decimal(i) / 4 for i in range(5)]
    gram = PreciseGram(_kernel, points, digits=50)
    x = np.linspace(0, 1, 5)
    K = unit_squared_exponential()(x[:, None])
    f0 = 1 / (1 + x)
    assert gram.squared_norm(lambda v: 1 / (1 + v)) == pytest.approx(
        rkhs_norm(K, f0) ** 2, rel=1e-6
    )
    few, many = posterior_risk(K, f0, 1e-3), gram.risk(lambda v: 1 / (1 + v), "0.001")
    np.testing.assert_allclose(np.array(many), np.array(few), rtol=1e-9)
    L = np.array([[float(v) for v in row] + [0.0] * (4 - i) for i, row in enumerate(gram.factor())])
    np.testing.assert_allclose(L @ L.T, K, atol=1e-12)


def test_many_digits_reach_the_power_series():
    points = [Decimal(i) / 19 for i in range(20)]
    gram = PreciseGram(_kernel, points, digits=100)
    a, half = Decimal("0.5"), Decimal("0.5")
    norm = gram.squared_norm(lambda v: (-a * (v - half) ** 2).exp())
    assert norm == pytest.approx((1 - 0.5**2) ** -0.5, rel=1e-5)


def test_what_is_refused():
    with pytest.raises(ValueError, match="K must be positive definite"):
        rkhs_norm(np.ones((2, 2)), np.ones(2))
    with pytest.raises(ValueError, match="digits do not suffice"):
        PreciseGram(_kernel, [Decimal(i) / 39 for i in range(40)], digits=16).factor()
    with pytest.raises(ValueError, match="points must hold numbers"):
        PreciseGram(_kernel, ["a"])
    with pytest.raises(ValueError, match="points must be finite"):
        PreciseGram(_kernel, ["NaN"])
    with pytest.raises(ValueError, match="noise_variance"):
        PreciseGram(_kernel, [0, 1]).risk(lambda v: v, 0)
    with pytest.raises(ValueError, match="cutoff"):
        spectral_norm(lambda v: np.inf, lambda v: 1.0, 2.0)
