"""Spirals and the slips of the listing."""

import numpy as np
from scipy.sparse.csgraph import connected_components

from mlcompanion_chapters.sugiyama.s37_clustering import spirals


def test_the_spirals_have_one_turn_about_their_mean():
    X, arm = spirals.spiral_draw(400, noise=0.0, random_state=0)
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    assert arm.sum() == 200
    radius = np.linalg.norm(X[arm == 0] - X[arm == 0][0], axis=1)
    assert np.isclose(radius[-1], 2 * np.pi)


def test_runs_of_the_spirals():
    found = spirals.spiral_runs(3)
    assert (found["ari"] > 0.8).all()
    assert (spirals.spiral_runs(2, printed=True)["ari"] > 0.8).all()
    assert (found["ari_km"] < 0.1).all()
    assert (found["pieces"] >= 1).all()


def test_the_strict_graph_lacks_one_neighbour():
    found = spirals.graph_counts(2)
    assert set(found["named_printed"]) == {9}
    assert set(found["named_right"]) == {10}


def test_a_walk_finds_the_piece_of_the_first_point():
    W = (np.random.default_rng(0).random((40, 40)) < 0.02).astype(float)
    W = np.maximum(W, W.T)
    piece = connected_components(W)[1]
    np.testing.assert_array_equal(spirals.reached_from_first(W), piece == piece[0])


def test_the_first_vector_is_constant():
    found = spirals.trivial_vector(2)
    assert max(found["flat"]) < 1e-6
    assert len(found["ari_right"]) == 2


def test_a_loop_that_must_stand_still_ends_settled():
    z = np.random.default_rng(1).normal(size=(60, 2))
    assert not spirals.ends_early(z, z[:3], 0.0)
    assert spirals.ends_early(z, z[:3], 1e9)
    assert spirals.stopping_runs(2)["unfinished_relative"] == 0
