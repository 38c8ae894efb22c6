"""Pieces written out from the source's formulas: the errata and the theorem."""

import numpy as np
import pytest

from mlcompanion.gp import SquaredExponential
from mlcompanion_chapters.jmlr12.j17_domain_decomposition_gp import line, pieces


@pytest.mark.parametrize("seed", range(4))
def test_only_the_corrected_matrix_meets_the_values(seed):
    odd, printed, right = pieces.matrix_misses(seed)
    assert odd > 0.01
    assert right < 1e-9 < 1e-5 < printed


@pytest.mark.parametrize("seed", range(4))
def test_the_box_is_no_variance(seed):
    printed, far, right = pieces.variance_boxes(seed)
    assert right < 1e-9
    assert printed > 0.1
    assert far < 1e-6


@pytest.mark.parametrize(("tiles", "p", "q"), [(2, 1, 3), (4, 3, 3), (4, 2, 5)])
def test_the_boundary_values_cost_least_and_exchanged_weights_more(tiles, p, q):
    below, solver, swapped = pieces.boundary_costs(3, tiles, p, q, n_changes=50)
    assert below < 1e-12
    assert solver < 1e-6
    assert swapped > 1e-4


def test_the_mean_is_whole_and_the_variance_is_not():
    X, y = line.draw_line(1)
    means, ratios = pieces.line_jumps(
        X, y - y.mean(), line.COVARIANCE, line.NOISE, np.linspace(0, 6, 5)
    )
    assert len(means) == len(ratios) == 3
    assert max(means) < 1e-10
    assert max(ratios) > 0.01


def test_the_feature_is_written_out_in_the_library_as_well():
    from mlcompanion.gp.tiles import Correction, TileFit

    piece = pieces.random_piece(np.random.default_rng(2))
    tile = TileFit.of(piece.X, piece.y, SquaredExponential(piece.width), piece.noise)
    correction = Correction(tile, piece.control, "source")
    spots = np.random.default_rng(3).uniform(0, pieces.SIDE, size=(5, 2))
    found = correction.features(spots, tile.covariance(tile.X, spots))
    np.testing.assert_allclose(found.T, [piece.feature(x) for x in spots], rtol=1e-9)
    S, scales = correction._system()
    np.testing.assert_allclose(scales[:, None] * S, piece.matrix(), rtol=1e-9)
