"""Values on a face: polynomials, and the average that is least uncertain."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.gp.tiles import boundary_values, lagrange_basis


@pytest.mark.parametrize("p", [1, 2, 5, 8])
def test_the_basis_reproduces_polynomials_below_its_degree(p):
    at = np.linspace(0, 1, 13)
    nodes = (np.arange(p) + 0.5) / p
    coefficients = np.random.default_rng(p).normal(size=p)
    wanted = np.polynomial.polynomial.polyval(at, coefficients)
    known = np.polynomial.polynomial.polyval(nodes, coefficients)
    np.testing.assert_allclose(lagrange_basis(at, p) @ known, wanted, atol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_the_values_minimise_what_both_sides_pay(seed):
    rng = np.random.default_rng(seed)
    means = rng.normal(size=(2, 5))
    energies = rng.uniform(0.5, 9, size=2)
    basis = lagrange_basis((np.arange(5) + 0.5) / 5, 3)

    def cost(r):
        return sum(np.sum((basis @ r - m) ** 2) / c for m, c in zip(means, energies))

    best = minimize(cost, np.zeros(3), options={"gtol": 1e-12})
    np.testing.assert_allclose(boundary_values(means, energies, basis), basis @ best.x, atol=1e-6)


def test_the_side_that_pays_less_moves_more():
    (value,) = boundary_values([[0.0], [1.0]], [100.0, 1.0], [[1.0]])
    assert value == pytest.approx(100 / 101)


def test_without_energies_the_average_is_plain():
    assert boundary_values([[0.0], [1.0]], [0.0, 0.0], [[1.0]]).tolist() == [0.5]


def test_more_polynomials_than_points_are_refused():
    with pytest.raises(ValueError, match="basis"):
        boundary_values([[0.0], [1.0]], [1.0, 1.0], [[1.0, 2.0]])
