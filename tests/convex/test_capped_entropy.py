"""The capped entropy against suprema on a grid and the loss that the source prints."""

import numpy as np
import pytest

from mlcompanion.convex import CappedEntropy

THETA = np.array([-800.0, -3.0, -0.2, 0.0, 0.4, 900.0])


def test_conjugate_and_link_are_a_supremum_and_its_place():
    psi = CappedEntropy()
    w = np.linspace(0, 1, 200_001)
    values = np.array([psi.value([v]) for v in w[::100]])
    np.testing.assert_allclose(
        values[1:-1], (w * np.log(np.maximum(w, 1e-300)) - w + 1)[::100][1:-1]
    )
    grid = np.where(w > 0, w * np.log(np.maximum(w, 1e-300)), 0) - w + 1
    for theta in THETA:
        gains = w * theta - grid
        assert psi.conjugate([theta]) == pytest.approx(gains.max(), abs=1e-8)
        assert psi.link([theta])[0] == pytest.approx(w[gains.argmax()], abs=1e-5)
    assert psi.value([0.5, 1.1]) == np.inf
    assert psi.value([-0.1]) == np.inf


def test_half_of_it_is_the_sources_loss():
    """Section 30.3.2: ``1/2 - m`` up to 0, ``exp(-2m)/2`` above, at ``theta = -2m``."""
    m = np.linspace(-3, 3, 61)
    loss = np.where(m <= 0, 0.5 - m, np.exp(-2 * m) / 2)
    found = [0.5 + CappedEntropy().conjugate([-2 * v]) / 2 for v in m]
    np.testing.assert_allclose(found, loss, rtol=1e-12)


def test_curvature_bounds_the_hessian():
    rng = np.random.default_rng(0)
    psi = CappedEntropy()
    theta, v = rng.normal(size=(2, 20))
    step = 1e-4
    slopes = [psi.link(theta + s * step * v) @ v for s in (-1, 1)]
    assert psi.hessian(theta, v[:, None])[0, 0] == pytest.approx(
        np.diff(slopes)[0] / (2 * step), rel=1e-3
    )
    assert psi.hessian(theta, v[:, None])[0, 0] <= psi.curvature(v)
