import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize

from mlcompanion.optimize.interior.quadratic_program import quadratic_program


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("equalities", [0, 2])
def test_random_programmes(seed, equalities):
    rng = np.random.default_rng(seed)
    half = rng.normal(size=(3, 6))  # F is singular
    F, f = half.T @ half, rng.normal(size=6)
    G, g = np.vstack([np.eye(6), -np.eye(6), rng.normal(size=(2, 6))]), np.ones(14)
    A, b = rng.normal(size=(equalities, 6)), 0.1 * np.ones(equalities)
    extra = {"A": A, "b": b} if equalities else {}
    found = quadratic_program(F, f, G, g, **extra)
    bounds = [LinearConstraint(G, -np.inf, g)]
    peer = minimize(
        lambda x: x @ F @ x / 2 + f @ x,
        np.zeros(6),
        jac=lambda x: F @ x + f,
        constraints=bounds + ([LinearConstraint(A, b, b)] if equalities else []),
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    np.testing.assert_allclose(found.objective, peer.fun, atol=1e-7)
    assert (G @ found.x <= g + 1e-8).all()
    np.testing.assert_allclose(A @ found.x, b, atol=1e-8)
    assert found.residual <= 1e-8
    assert found.gap <= 1e-8
    slope = F @ found.x + f + G.T @ found.multipliers + A.T @ found.equality_multipliers
    np.testing.assert_allclose(slope, 0, atol=1e-8)


def test_one_of_two_parts_of_an_equality():
    with pytest.raises(ValueError, match="A and b"):
        quadratic_program(np.eye(2), [0, 0], np.eye(2), [1, 1], A=[[1.0, 1.0]])
