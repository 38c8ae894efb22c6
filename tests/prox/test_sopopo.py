"""Two coupled projections on simplices against a general solver."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from mlcompanion.prox.balls.sopopo import sopopo

few = settings(max_examples=40, deadline=None)


@few
@given(seed=st.integers(0, 10**6), cap=st.floats(0.1, 5), coarse=st.booleans())
def test_coupled_projection_against_a_general_solver(seed, cap, coarse):
    rng = np.random.default_rng(seed)
    mu = rng.normal(size=rng.integers(1, 5))
    nu = rng.normal(size=rng.integers(1, 5))
    if coarse:
        # ties among knots
        mu = np.round(2 * mu) / 2
        nu = np.round(2 * nu) / 2
    found = sopopo(mu, nu, cap)
    p = len(mu)
    target = np.append(mu, nu)
    balance = np.append(np.ones(p), -np.ones(len(nu)))
    solver = minimize(
        lambda v: 0.5 * ((v - target) ** 2).sum(), np.zeros(len(target)), jac=lambda v: v - target,
        method="SLSQP", bounds=[(0, None)] * len(target), options={"ftol": 1e-15},
        constraints=[{"type": "eq", "fun": lambda v: balance @ v, "jac": lambda v: balance},
                     {"type": "ineq", "fun": lambda v: cap - v[:p].sum()}],
    )  # fmt: skip
    np.testing.assert_allclose(np.append(found.alpha, found.beta), solver.x, atol=1e-6)
    assert abs(found.alpha.sum() - found.z) <= 1e-12 * max(1, cap)
    assert abs(found.beta.sum() - found.z) <= 1e-12 * max(1, cap)
    assert found.n_intervals <= len(target) + 1


def test_the_three_endings():
    assert sopopo([-1.0], [0.5]).z == 0.0
    assert sopopo([5.0], [5.0]).z == 1.0
    assert sopopo([0.6, 0.1], [0.2]).z == pytest.approx(0.4)
