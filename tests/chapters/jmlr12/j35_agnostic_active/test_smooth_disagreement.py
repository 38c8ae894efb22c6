"""Rates of smooth boundaries on small cases, grids halved, and derivatives by differences."""

import numpy as np
import pytest

from mlcompanion.learning_theory import highest_boundary
from mlcompanion_chapters.jmlr12.j35_agnostic_active import smooth_disagreement as checks


@pytest.mark.parametrize("alpha", [2, 3, 4])
def test_halving_the_step_moves_no_height(alpha):
    """The finest radius of the page; a coarse grid would bend the slopes."""
    first, n = checks.HEIGHT_GRIDS[alpha]
    coarse = highest_boundary(alpha, 500.0, first / 100, 0.5, n)[0]
    other = 301 if alpha == 4 else 2 * n - 1  # of order 4 a coarser grid agrees already
    assert coarse == pytest.approx(
        highest_boundary(alpha, 500.0, first / 100, 0.5, other)[0], rel=0.02
    )


def test_slope_of_a_short_run():
    found = checks.heights_over_radii(3, n_radii=2)
    assert found["slope"] == pytest.approx(1 / 4, abs=0.02)
    assert (found["bump"] < found["height"]).all()
    assert found["width"] < 0.1


def test_analytic_mass_grows_slowly():
    coarse, fine = (checks.analytic_mass(5.0, r, n_places=3) for r in (1e-2, 1e-4))
    assert 1 < coarse < fine < 2 * coarse


def test_surface_scales_and_lies_below_a_cylinder():
    """S(C, r) = C S(1, r / C); a surface of the volume is lower than a ridge of the area."""
    one = checks.highest_surface(3, 1.0, 2e-5, 17)
    assert checks.highest_surface(3, 50.0, 1e-3, 17) == pytest.approx(50 * one, rel=1e-5)
    assert checks.highest_surface(3, 50.0, 4e-3, 17) > 50 * one


def test_functions_and_their_derivatives():
    seen = {}
    for name, f, order in checks.function_groups(8, 4001, random_state=5, per_group=2):
        seen[name] = order
        h = 1 / 4000
        inner = slice(200, -200)
        for k in range(min(order, 3)):
            slope = np.gradient(f[k], h, axis=1)[:, inner]
            scale = np.abs(f[k + 1]).max(axis=1, keepdims=True)
            assert np.abs(slope - f[k + 1][:, inner]).max() <= 0.06 * scale.max()
    assert seen == {"polynomials": 8, "sines": 8, "splines": 2, "bumps": 8}


def test_ratios_stay_below_one_and_see_the_sine():
    found = checks.derivative_ratios(400, random_state=1)
    assert found["gorny"] < 1
    assert found["first"].shape == (400, 4)
    assert 0.15 < found["first"].max() < 1


def test_the_line_refutes_both_remarks():
    found = checks.norm_factors(100, random_state=1)
    assert found["line"] == pytest.approx([2, 2, 1, 1, 1, 1])
    assert found["member"] == pytest.approx(2, abs=1e-4)
    assert found["nested"] == pytest.approx(2, abs=1e-4)
