import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize.interior.quadratic_program import quadratic_program

BOX = np.vstack([np.eye(2), -np.eye(2)])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("equalities", [0, 2])
def test_random_programmes(seed, equalities):
    rng = np.random.default_rng(seed)
    half = rng.normal(size=(3, 6))  # F is singular
    F = half.T @ half
    f = rng.normal(size=6)
    G = np.vstack([np.eye(6), -np.eye(6), rng.normal(size=(2, 6))])
    g = np.ones(14)
    A = rng.normal(size=(equalities, 6))
    b = 0.1 * np.ones(equalities)
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


@pytest.mark.parametrize("unit", [1e-9, 1e-3, 1.0, 1e6])
@pytest.mark.parametrize("price", [1e-12, 1.0, 1e12])
def test_units_change_no_solution(unit, price):
    """The nearest point of the unit box to (2, 1/2), in other units, at other prices."""
    F = price * np.eye(2)
    f = -price * unit * np.array([2.0, 0.5])
    found = quadratic_program(F, f, BOX, unit * np.ones(4))
    assert found.status == "optimal"
    np.testing.assert_allclose(found.x, unit * np.array([1.0, 0.5]), rtol=1e-8)
    pull = price * unit * np.array([1.0, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(found.multipliers, pull, atol=1e-7 * price * unit)
    assert found.residual <= 1e-8 * price * unit + 1e-8 * unit


def test_lengths_of_rows_change_no_solution():
    lengths = np.array([1e-6, 1.0, 1e6, 1e3])
    found = quadratic_program(np.eye(2), [-2.0, -0.5], lengths[:, None] * BOX, lengths)
    np.testing.assert_allclose(found.x, [1.0, 0.5], rtol=1e-8)
    np.testing.assert_allclose(found.multipliers * lengths, [1, 0, 0, 0], atol=1e-7)


@pytest.mark.parametrize("price", [1e-12, 1.0, 1e12])
@pytest.mark.parametrize(
    ("F", "f", "G", "g", "equation", "status"),
    [
        (np.eye(2), [1, 0], [[1, 0], [-1, 0]], [-1, -1], None, "infeasible"),  # x <= -1, x >= 1
        (np.eye(2), [1, 0], BOX, np.ones(4), ([[1, 1]], [3.0]), "infeasible"),
        (np.zeros((2, 2)), [-1, 0], [[-1, 0], [0, 1]], [0, 1], None, "unbounded"),
        (np.diag([0, 1]), [-1, 0], [[-1, 0], [0, 1]], [0, 1], None, "unbounded"),
        (np.diag([0, 1]), [1, 1], [[0, 1]], [1], ([[0, 1]], [0.5]), "unbounded"),
    ],
)
def test_a_programme_without_a_solution_says_so(F, f, G, g, equation, status, price):
    extra = {} if equation is None else dict(zip("Ab", equation))
    with pytest.warns(ConvergenceWarning, match=status):
        found = quadratic_program(price * np.array(F), price * np.array(f), G, g, **extra)
    assert found.status == status


def test_a_programme_that_stops_early_says_so():
    with pytest.warns(ConvergenceWarning, match="stopped"):
        assert quadratic_program(np.eye(2), [-2, 0], BOX, np.ones(4), max_iter=1).n_iter <= 1


@pytest.mark.parametrize("price", [1e-12, 1.0, 1e12])
def test_a_programme_that_is_not_convex_is_refused(price):
    with pytest.raises(ValueError, match=r"F must be positive semidefinite.*not convex"):
        quadratic_program(price * np.diag([1.0, -1e-3]), [0, 0], BOX, np.ones(4))
    low_rank = np.outer([1.0, 3.0], [1.0, 3.0])  # its zero eigenvalue may be rounded below zero
    assert quadratic_program(price * low_rank, [0, 0], BOX, np.ones(4)).status == "optimal"
