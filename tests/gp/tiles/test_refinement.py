"""Seams, error estimates, the marginal loss, and refinement."""

import numpy as np
import pytest

from mlcompanion.gp import SquaredExponential
from mlcompanion.gp.tiles import (
    LocalGP,
    boundary_mismatch,
    control_points,
    marginal_loss,
    rectangle_mesh,
    refine_mesh,
    tile_errors,
)

RNG = np.random.default_rng(1)
X = RNG.uniform(0, 4, size=(200, 2))
Y = np.sin(2 * X[:, 0]) + X[:, 1] + 0.2 * RNG.normal(size=200)
MODEL = LocalGP((2, 3), "fixed", SquaredExponential(0.7), 0.05).fit(X, Y)


def test_the_mismatch_is_the_mean_square_over_all_faces():
    gaps = []
    for face in MODEL.mesh_.faces():
        at = control_points(face, 6)
        gaps.append(MODEL.predict_from(face.first, at) - MODEL.predict_from(face.second, at))
    assert boundary_mismatch(MODEL, 6) == pytest.approx(np.mean(np.square(gaps)))


def test_one_tile_has_no_seam():
    single = LocalGP(1, "fixed", SquaredExponential(0.7), 0.05).fit(X, Y)
    assert boundary_mismatch(single) == 0


def test_a_model_without_tiles_is_refused():
    with pytest.raises(TypeError, match="predict_from"):
        boundary_mismatch("no model")


def test_errors_are_integrals_of_the_variance():
    errors = tile_errors(MODEL, 20)
    assert errors.shape == (6,)
    points = RNG.uniform(X.min(axis=0), X.max(axis=0), size=(20000, 2))
    variance = MODEL.predict(points, return_std=True)[1] ** 2
    assert errors.sum() == pytest.approx(variance.mean() * MODEL.mesh_.areas().sum(), rel=0.02)


def test_the_tiles_of_largest_error_are_halved():
    mesh = rectangle_mesh(X, (2, 5))
    finer = refine_mesh(mesh, np.arange(10.0), 0.2)
    assert finer.n_tiles == 12
    area = mesh.areas()[0]
    np.testing.assert_allclose(finer.areas(), [area] * 8 + [area / 2] * 4)


def test_the_marginal_loss_by_hand():
    loss = marginal_loss([5.0, 3.0, 2.0], [1.0, 4.0, 21.0], [100, 300, 900])
    # against 900: 3 / 21, 1 / 18, 0; against 100: 0, -2 / (1 + 1 - 4), -3 / (1 + 1 - 21)
    np.testing.assert_allclose(loss, [3 / 21, 1 / 18 + 1.0, 3 / 19])
