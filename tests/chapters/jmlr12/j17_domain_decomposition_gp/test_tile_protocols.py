"""Maps, protocols and rivals of the chapter on small cases."""

import numpy as np
import pytest

from mlcompanion.gp import GPRegressor, SquaredExponential, low_rank_fit
from mlcompanion.gp.tiles import Hyperparameters, rectangle_mesh
from mlcompanion_chapters.jmlr12.j17_domain_decomposition_gp import (
    field,
    line,
    maps,
    protocols,
    refining,
    rivals,
    sparse_rivals,
    timing,
)


@pytest.fixture
def small(monkeypatch):
    """Corners of the maps, so that a protocol takes a moment."""
    whole = maps.make_map

    def corner(name, seed, size=None):
        return whole(name, seed, size or (40 if name == "field" else 60))

    for module in (protocols, rivals, refining):
        monkeypatch.setattr(module, "make_map", corner)
    monkeypatch.setattr(protocols, "N_LEARN", 40)
    monkeypatch.setattr(protocols, "N_STEPS", 3)
    monkeypatch.setattr(rivals, "N_STEPS", 2)
    monkeypatch.setattr(rivals, "N_SPARSE", 300)


def test_a_map_is_split_and_has_the_sources_size():
    data = maps.make_map("field", 0)
    assert len(data.y) + len(data.y_test) == 63001
    assert np.var(data.y_test - data.truth) == pytest.approx(4.0, rel=0.1)
    assert len(maps.make_map("coast", 0).y) == 9828


def test_holes_are_empty_and_test_points_stay():
    data = maps.make_map("field", 0, 60)
    holed, inside = maps.cut_holes(data, 0, n_holes=3)
    assert 0 < len(data.y) - len(holed.y) < len(data.y) / 3
    assert 0 < inside.sum() < len(inside)
    assert len(holed.y_test) == len(data.y_test)


def test_smaller_maps_get_fewer_tiles_of_as_many_points():
    assert maps.mesh_shape(156, 56701) == (12, 13)
    rows, columns = maps.mesh_shape(156, 9828)
    assert 9828 / (rows * columns) == pytest.approx(56701 / 156, rel=0.2)


def test_the_full_process_of_a_grid_is_the_full_process():
    data = field.readings(15, seed=3)
    full = GPRegressor(*maps.TRUTH, fit_parameters=False).fit(data.X, data.y)
    np.testing.assert_allclose(field.full_on_grid(data), full.predict(data.X), atol=1e-9)
    spots = data.X[:4] + 0.3
    np.testing.assert_allclose(field.full_at(data, spots), full.predict(spots), atol=1e-9)


def test_distances_to_the_inner_cuts():
    mesh = rectangle_mesh([[0.0, 0.0], [4.0, 2.0]], (2, 2))
    found = protocols.to_cuts(mesh, np.array([[2.5, 0.2], [0.0, 0.9], [4.0, 2.0]]))
    np.testing.assert_allclose(found, [0.5, 0.1, 1.0])


def test_rows_of_a_mesh(small):
    rows = protocols.mesh_rows("field", 0, 638)
    assert [(r["theta"], r["q"], r["correction"]) for r in rows] == [
        (theta, *stitch) for theta in ("global", "local") for stitch in protocols.STITCHES
    ]
    assert rows[1]["msm"] < 0.2 * rows[0]["msm"]
    assert all(0.5 < r["z"] < 3 and r["clean"] < r["mse"] < 12 for r in rows)


def test_rows_of_corrections_and_controls(small):
    rows = protocols.true_rows(0, 638, True)
    assert [r["correction"] for r in rows] == ["none", "source", "cosine", "posterior"]
    assert rows[3]["whole"] < rows[1]["whole"]
    rows = protocols.control_rows("field", 0, 638)
    assert (rows[0]["p"], rows[0]["q"]) == (0, 0)
    assert rows[7]["msm"] < 0.1 * rows[0]["msm"]


def test_rows_of_refinement(small):
    rows = refining.refinement_rows("field", 40, 2)
    assert [r["round"] for r in rows] == [0, 1, 2, -1]
    assert rows[-1]["tiles"] >= rows[-2]["tiles"] > rows[0]["tiles"]


def test_rows_of_rivals(small):
    found = rivals.sparse_rows("field", 40, 20)
    assert [r["model"] for r in found] == ["FIC", "PIC", "PIC, tiles"]
    assert found[0]["msm"] == -1 < found[1]["msm"]
    stitched = rivals.stitched_rows("field", 40, 638)
    assert stitched[0]["mse"] < found[0]["mse"]
    row = rivals.local_rows("field", 20, "BCM", 100, 20)
    assert row["mse"] < 12
    assert row["train_s"] > 0


def test_seconds_of_a_fit_are_positive(monkeypatch):
    monkeypatch.setattr(timing, "make_map", lambda name, seed: maps.make_map(name, seed, 60))
    assert timing.fit_seconds(400, 100, 0) > 0


@pytest.mark.parametrize("blocks", [None, [np.arange(15), np.arange(15, 40)]])
def test_slopes_of_the_sparse_likelihood(blocks):
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 3, (40, 2))
    y = np.sin(X[:, 0])
    start = np.concatenate([np.log([1.2, 0.8, 0.6, 0.1]), rng.uniform(0, 3, 12)])

    def value(v):
        covariance = SquaredExponential(np.exp(v[1:3]), float(np.exp(v[0])))
        places = v[4:].reshape(6, 2)
        return sparse_rivals._slopes(X, y, covariance, float(np.exp(v[3])), places, blocks)

    numeric = [
        (value(start + 1e-6 * e)[0] - value(start - 1e-6 * e)[0]) / 2e-6 for e in np.eye(len(start))
    ]
    np.testing.assert_allclose(value(start)[1], numeric, atol=1e-6)


def test_pic_with_all_data_inducing_is_the_full_process():
    X, y = line.draw_line(0, n=30)
    theta = Hyperparameters(line.COVARIANCE, line.NOISE)
    mesh = rectangle_mesh([[0.0], [6.0]], 3)
    full = GPRegressor(*theta, fit_parameters=False).fit(X, y)
    for model in (
        sparse_rivals.SparseGP(theta, X, mesh).fit(X, y),
        sparse_rivals.SparseGP(theta, X).fit(X, y),
    ):
        found = model.predict(X, return_std=True, noisy=True)
        wanted = full.predict(X, return_std=True, noisy=True)
        np.testing.assert_allclose(found[0], wanted[0], atol=1e-3)
        np.testing.assert_allclose(found[1], wanted[1], atol=1e-3)
    assert low_rank_fit is sparse_rivals.low_rank_fit


def test_a_line_has_seams_where_it_is_not_stitched():
    row = line.line_rows(3)
    assert row["ddm"] < 1e-8 < 0.01 < row["local"]
    assert row["far_ddm"] > 0
