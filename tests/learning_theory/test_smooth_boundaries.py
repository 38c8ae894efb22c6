"""Highest boundaries against closed forms; the dynamic program against trying everything."""

from itertools import product

import numpy as np
import pytest
from numpy.polynomial import chebyshev
from scipy.integrate import trapezoid

from mlcompanion.learning_theory import fit_smooth_boundary, highest_boundary
from mlcompanion.learning_theory.active.smooth_boundaries import (
    boundary_bump,
    bump_width,
    highest_analytic,
    largest_increments,
    smoothness_norm,
)


def test_order_one_is_a_tent():
    """A slope of at most C: the tent of area r is sqrt(C r) high, half a tent at the edge more."""
    height, f = highest_boundary(1, 4.0, 0.01, 0.5, n=801)
    assert height == pytest.approx(0.2, rel=0.01)
    assert highest_boundary(1, 4.0, 0.01, 0.0, n=801)[0] == pytest.approx(0.2 * 2**0.5, rel=0.01)
    x = np.linspace(0, 1, 801)
    np.testing.assert_allclose(f, np.maximum(0.2 - 4 * np.abs(x - 0.5), 0), atol=3e-3)


@pytest.mark.parametrize("alpha", [2, 3])
def test_solution_meets_its_constraints_and_beats_the_bump(alpha):
    C = 50.0
    r = 1e-3
    n = 201
    height, f = highest_boundary(alpha, C, r, 0.5, n)
    h = 1 / (n - 1)
    assert trapezoid(np.abs(f), dx=h) == pytest.approx(r, rel=1e-4)
    assert np.abs(np.diff(f, alpha) / h**alpha).max() <= C * 1.001
    assert height == pytest.approx(f.max())
    bump = boundary_bump(np.linspace(0, 1, n) - 0.5, alpha, bump_width(r, alpha))
    assert trapezoid(bump, dx=h) == pytest.approx(r, rel=1e-3)
    assert np.abs(np.diff(bump, alpha) / h**alpha).max() <= C
    assert bump.max() <= height


def test_height_scales_as_the_class_does():
    """C f is admitted where f is: S(C, r) = C S(1, r / C)."""
    base = highest_boundary(2, 1.0, 2e-3, 0.3, 101)[0]
    assert highest_boundary(2, 7.0, 7 * 2e-3, 0.3, 101)[0] == pytest.approx(7 * base, rel=1e-6)


def test_analytic_boundary_keeps_every_derivative_small():
    C = 5.0
    r = 1e-3
    height, coef = highest_analytic(C, r, 0.25, degree=16)
    x = np.linspace(-1, 1, 2001)
    f = chebyshev.chebval(x, coef)
    assert height == pytest.approx(chebyshev.chebval(-0.5, coef), rel=1e-6)
    assert trapezoid(np.abs(f), x) / 2 == pytest.approx(r, rel=0.02)
    for k in range(1, 17):
        assert np.abs(chebyshev.chebval(x, chebyshev.chebder(coef, k, scl=2))).max() <= 1.1 * C
    assert r < height < highest_boundary(1, C, r, 0.25, 101)[0]
    assert highest_analytic(C, r, 0.25, degree=20)[0] == pytest.approx(height, rel=0.02)


def test_dynamic_program_tries_everything():
    rng = np.random.default_rng(4)
    for bend, max_slope in ((0, 1), (1, 1), (1, 2), (2, 3)):
        gain = rng.normal(size=(5, 4))
        best = max(
            gain[np.arange(5), list(h)].sum()
            for h in product(range(4), repeat=5)
            if np.abs(np.diff(h)).max() <= max_slope and np.abs(np.diff(h, 2)).max() <= bend
        )
        heights, total = fit_smooth_boundary(gain, bend, max_slope)
        assert total == pytest.approx(best) == pytest.approx(gain[np.arange(5), heights].sum())
        assert np.abs(np.diff(heights)).max() <= max_slope
        assert np.abs(np.diff(heights, 2)).max() <= bend


def test_norms_of_known_functions():
    x = np.linspace(0, 1, 101)
    line = np.array([[x], [np.ones_like(x)], [np.zeros_like(x)]])
    for alpha, want in ((0.5, 2), (1, 2), (1.5, 1), (2, 1)):
        assert smoothness_norm(line, alpha)[0] == pytest.approx(want)
    square = np.array([[x**2], [2 * x]])
    assert smoothness_norm(square, 2.0)[0] == pytest.approx(4)  # sup of f' and its slope
    increments = largest_increments([[0.0, 1.0, -1.0]])
    np.testing.assert_array_equal(increments, [[2.0, 1.0]])
