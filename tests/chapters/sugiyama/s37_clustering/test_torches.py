"""The running case."""

import numpy as np

from mlcompanion.manifold import knn_graph
from mlcompanion_chapters.sugiyama.s37_clustering import clouds, spirals, torches


def test_a_cut_is_judged():
    X, line = spirals.spiral_draw(200, random_state=0)
    cut = torches.cut_by(X, line, 8)
    assert np.abs(cut.place).max() == 1
    assert cut.pieces == cut.model.pieces_.max() + 1
    assert -0.1 <= cut.agreement <= 1


def test_edges_stand_once():
    W = knn_graph(np.random.default_rng(0).normal(size=(30, 2)), 4)
    edges = torches.edges_of(W)
    assert len(edges) == W.nnz / 2
    assert (edges[:, 0] < edges[:, 1]).all()


def test_scatter_falls_from_state_to_state():
    X, _ = clouds.three_clouds(60, random_state=0)
    states = torches.sweep_states(X, X[:3], most=6)
    assert len(states) == 7
    assert (np.diff([cost for *_, cost in states]) <= 1e-9).all()
