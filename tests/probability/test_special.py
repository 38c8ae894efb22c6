"""Own quadrature against factorials, pi and SciPy's special functions."""

import math

import numpy as np
import pytest
from scipy import special

from mlcompanion.probability.numeric.special import beta_fn, gamma_fn, polar_integral


def test_gamma_passes_through_the_factorials():
    k = np.arange(13)
    np.testing.assert_allclose(gamma_fn(k + 1), [math.factorial(j) for j in k], rtol=1e-12)
    assert gamma_fn(0.5) == pytest.approx(math.sqrt(math.pi), rel=1e-12)
    alpha = np.array([[0.01, 0.2, 0.49], [0.51, 90.3, 170.0]])
    np.testing.assert_allclose(gamma_fn(alpha), special.gamma(alpha), rtol=1e-11)


@pytest.mark.parametrize(("a", "b"), [(0.5, 0.5), (0.1, 0.3), (0.2, 7), (3, 5), (40, 25.5)])
def test_beta_is_scipys(a, b):
    assert beta_fn(a, b) == pytest.approx(special.beta(a, b), rel=1e-11)


def test_polar_integral_keeps_the_jacobian():
    assert polar_integral(lambda x, y: np.exp(-(x**2) - y**2)) == pytest.approx(math.pi, rel=1e-12)
    off_centre = polar_integral(lambda x, y: (1 + x) ** 2 * np.exp(-(x**2) - 2 * y**2))
    assert off_centre == pytest.approx(1.5 * math.pi / math.sqrt(2), rel=1e-10)
