"""The meters of chapter 6 tell right formulas from broken ones."""

import numpy as np
import pytest

from mlcompanion.probability import Dirichlet, Multinomial, MultivariateNormal
from mlcompanion.probability.laws.simplex_laws import log_beta_d
from mlcompanion_chapters.sugiyama.s06_multidimensional_distributions import (
    vector_law_checks as checks,
)


def test_level_line_of_a_turned_normal():
    sigma = checks.turned_covariance([3.0, 1.0], 30)
    np.testing.assert_allclose(np.linalg.eigvalsh(sigma), [1, 9])
    law = MultivariateNormal([1.0, -2.0], sigma)
    degrees, radii = checks.level_radii(law)
    assert degrees[radii.argmax()] in (30, 210)
    np.testing.assert_allclose([radii.max(), radii.min()], [3, 1], rtol=1e-6)


def test_contours_and_shapes_at_small_size():
    found = checks.contour_geometry(1, n_draws=2000)
    assert found["angle"] <= 0.5
    assert found["inside_z"] <= 4
    shapes = checks.dirichlet_shapes(1, n_draws=2000)
    assert shapes["corner"][3] == pytest.approx(0.03, abs=0.012)
    assert shapes["centre"][3] == pytest.approx(0.0625, abs=0.02)
    corners = np.array([[0.95, 0.03, 0.02], [0.3, 0.3, 0.4]])
    assert checks.corner_and_centre(corners) == (0.5, 0.5)


def test_moment_z_sees_a_lost_sign():
    law = Multinomial(5, [0.2, 0.3, 0.5])
    draws = law.rvs(5000, 0)
    assert max(z.max() for z in checks.moment_z(draws, law.mean(), law.cov())) < 4.5
    assert checks.moment_z(draws, law.mean(), abs(law.cov()))[1].max() > 20
    assert checks.moment_z(draws, law.mean() * 1.1, law.cov())[0].max() > 10


def test_multinomial_and_dirichlet_at_small_size():
    found = checks.multinomial_formulas(1, n_games=3000)
    assert max(found["worst"]) < 1e-12
    assert found["z"] < 4.5 < found["control"]
    found = checks.dirichlet_draws(1, n_draws=20_000)
    assert found["z"] < 4.5
    assert found["cells"] > 1e-4 > found["control"]


def test_cells_cover_the_triangle():
    masses = checks._cell_probabilities(Dirichlet([2.0, 3.0, 4.0]))
    assert masses.sum() == pytest.approx(1, abs=1e-12)
    flat = checks._cell_probabilities(Dirichlet([1.0, 1.0, 1.0]))
    assert (flat[0, 0], flat[0, 9], flat[5, 5]) == pytest.approx((0.02, 0.01, 0.0))


def test_beta_functions_by_integral():
    assert checks.beta_by_integral(0.2, 40.0) == pytest.approx(np.exp(log_beta_d([0.2, 40.0])))
    found = checks.beta_identity(0, n_points=20_000)
    assert found["product"] < 1e-9
    assert found["triangle"] < 1e-9
    assert found["simplex_z"] < 4


def test_the_integral_over_one_share_is_no_mean():
    found = checks.dirichlet_mean_integrals()
    assert found["full"] < 1e-9
    # By hand at x_2 = 1/2: B(3, 4) / (4 * 2^6) over B_3(2, 3, 4).
    by_hand = np.exp(log_beta_d([3.0, 4.0]) - log_beta_d([2.0, 3.0, 4.0])) / 256
    assert found["literal"][4] == pytest.approx(by_hand)
