"""The experiments of section 4, at sizes where the answer is known."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j04_principal_curves.principal_curves import (
    _peaks,
    channel_errors,
    component_ridges,
    crescent_scores,
    curve_scores,
    dimension_errors,
    helix_scores,
    spiral_polygonal,
    spiral_scms,
)

L = np.array([[[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 1.0]]])


def test_both_rivals_see_the_same_spiral():
    ridge = spiral_scms(0.04, 3)
    line = spiral_polygonal(0.04, 3, 0.05)
    assert ridge["err"] < ridge["raw"]
    assert 0 < line["err"] < 3 * ridge["raw"]
    assert ridge["raw"] == pytest.approx(200 * 0.04**2, rel=0.3)
    assert min(ridge["sec"], line["sec"]) > 0


def test_scores_of_half_a_shape():
    points = np.column_stack([np.linspace(0, 1, 30), np.full(30, 0.05)])
    found = curve_scores(points, points + np.array([0, 0.05]), L, 0.1)
    assert found["near"] == 1
    assert found["cover"] == pytest.approx(0.6, abs=0.1)  # one leg and the foot of the other
    assert found["err"] == pytest.approx(0.05, abs=0.003)
    assert found["raw"] > 0.09


def test_the_surface_keeps_the_wide_direction():
    found = helix_scores((0.2, 0.05, 0.02), 0, n_samples=150, bandwidth=0.3, max_iter=200)
    assert found["err2"] < found["raw2"]
    assert found["kept"] > 0.7
    assert found["angle"] < 30
    assert found["points"][1].shape == found["data"].shape


def test_principal_line_wins_on_gaussians():
    found = dimension_errors(3, 50, 0)
    assert found["line"] < found["curve"] < found["raw"]


def test_one_component_moves_the_ridge_most():
    found = component_ridges([1, 3, 6], 0)
    assert found["J"][1] == 0
    assert found["J"][0] > found["J"][2]
    assert found["J"][0] > found["kernel"]


def test_variable_widths_remove_false_modes():
    constant, variable = (crescent_scores(kind, 0) for kind in ("constant", "variable"))
    assert variable["false_modes"] < constant["false_modes"]


def test_a_peak_is_one_wherever_its_walks_end():
    rng = np.random.default_rng(0)
    corner = np.full(2, 0.015)  # where four squares of side 0.03 meet
    ends = np.vstack([at + 0.002 * rng.normal(size=(30, 2)) for at in (corner, corner + 0.1)])
    np.testing.assert_allclose(sorted(_peaks(ends).tolist()), [corner, corner + 0.1], atol=0.002)


def test_less_noise_is_easier_to_remove():
    found = channel_errors(5, 0)
    assert found["ridge"] < found["received"]


def test_widths_are_named():
    with pytest.raises(ValueError, match="widths"):
        crescent_scores("none", 0)
