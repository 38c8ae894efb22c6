"""Spectral clustering: against a dense solver, scikit-learn, and graphs whose answer is known."""

import numpy as np
import pytest
from scipy import sparse
from scipy.linalg import eigh, subspace_angles
from sklearn.cluster import SpectralClustering as PeerSpectral
from sklearn.manifold import spectral_embedding
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.clustering import KMeans, kmeans_cost
from mlcompanion.clustering.spectral import SpectralClustering, select_neighbors
from mlcompanion.datasets import make_two_spirals
from mlcompanion.density.contrasts import lsqmi
from mlcompanion.manifold import knn_graph


@parametrize_with_checks([SpectralClustering(2, n_neighbors=3, random_state=0)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def clouds(n=120, apart=4.0, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    return rng.normal(size=(n, 2)) + apart * np.array([[0, 0], [1, 0], [0.5, 0.9]])[y], y


def smoothest(W, count):
    """By a dense solver, the constant vector first."""
    W = W.toarray() if sparse.issparse(W) else W
    D = np.diag(W.sum(axis=1))
    values, vectors = eigh(D - W, D)
    return values[:count], vectors[:, :count]


@pytest.mark.parametrize("n", [120, 900])
@pytest.mark.parametrize("apart", [1.0, 2.0])
def test_the_embedding_is_the_dense_solver_s_without_the_constant(n, apart):
    X, _ = clouds(n, apart)
    model = SpectralClustering(4, n_neighbors=8, random_state=0).fit(X)
    W = model.affinity_matrix_
    values, vectors = smoothest(W, 4)
    assert model.pieces_.max() == 0
    np.testing.assert_allclose(model.eigenvalues_, values[1:], atol=1e-9)
    degrees = W.sum(axis=1)
    np.testing.assert_allclose(
        (model.embedding_ * degrees[:, None]).T @ model.embedding_, np.eye(3), atol=1e-8
    )
    np.testing.assert_allclose(degrees @ model.embedding_, 0, atol=1e-8)
    overlaps = np.abs((model.embedding_ * degrees[:, None]).T @ vectors[:, 1:])
    np.testing.assert_allclose(overlaps, np.eye(3), atol=1e-5)


def test_of_a_graph_in_pieces_it_spans_what_is_constant_on_them():
    X, y = clouds(150, apart=40.0)
    model = SpectralClustering(3, n_neighbors=6, random_state=0).fit(X)
    assert model.pieces_.max() == 2
    np.testing.assert_array_equal(model.eigenvalues_, 0)
    indicators = np.eye(3)[y]
    full = np.column_stack([np.ones(150), model.embedding_])
    assert subspace_angles(full, indicators).max() < 1e-10
    assert len(np.unique(model.embedding_.round(12), axis=0)) == 3  # one place a piece
    assert adjusted_rand_score(y, model.labels_) == 1


def test_fewer_pieces_than_clusters_are_cut_where_they_are_thin():
    X, y = clouds(150, apart=5.0)
    X[y == 2] += 100  # two pieces; the other two clouds hang together
    model = SpectralClustering(3, n_neighbors=12, random_state=0).fit(X)
    assert model.pieces_.max() == 1
    values, vectors = smoothest(model.affinity_matrix_, 3)
    np.testing.assert_allclose(model.eigenvalues_, values[1:], atol=1e-9)
    full = np.column_stack([np.ones(150), model.embedding_])
    assert subspace_angles(full, vectors).max() < 1e-5
    assert adjusted_rand_score(y, model.labels_) > 0.9


def test_more_pieces_than_clusters_are_told_of():
    X = np.repeat([0.0, 50.0, 100.0, 150.0], [20, 12, 6, 5])[:, None]
    X = X + np.random.default_rng(0).normal(size=X.shape)
    with pytest.warns(UserWarning, match="4 pieces, more than n_clusters=2"):
        labels = SpectralClustering(2, n_neighbors=3, random_state=0).fit_predict(X)
    np.testing.assert_array_equal(labels, np.arange(43) >= 20)  # the largest against the others


def csr_32(W):
    """As scikit-learn wants its indices."""
    return sparse.csr_matrix((W.data, W.indices.astype(np.int32), W.indptr.astype(np.int32)))


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_scikit_learn_on_the_same_graph(seed):
    X, _ = clouds(200, apart=3.0, seed=seed)
    W = knn_graph(X, 10, weights="binary")
    ours = SpectralClustering(3, graph="precomputed", random_state=0).fit(W)
    theirs = csr_32(W)
    peer = PeerSpectral(3, affinity="precomputed", random_state=0).fit(theirs)
    # k-means may end in either of two optima that are almost as good
    assert adjusted_rand_score(peer.labels_, ours.labels_) > 0.85
    means = [
        np.array([ours.embedding_[labels == j].mean(axis=0) for j in range(3)])
        for labels in (ours.labels_, peer.labels_)
    ]
    costs = [kmeans_cost(ours.embedding_, centers) for centers in means]
    assert costs[0] <= costs[1] * (1 + 1e-9)
    places = spectral_embedding(theirs, n_components=2, random_state=0)
    assert subspace_angles(places, ours.embedding_).max() < 1e-6


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix, sparse.csc_array])
def test_a_graph_may_be_given_dense_or_sparse(kind):
    X, _ = clouds(60)
    W = knn_graph(X, 8)
    plain = SpectralClustering(3, graph="precomputed", random_state=0).fit(W)
    other = SpectralClustering(3, graph="precomputed", random_state=0).fit(kind(W.toarray()))
    np.testing.assert_array_equal(plain.labels_, other.labels_)


def test_weights_that_round_to_nothing_do_not_mix_in_the_constant():
    W = np.zeros((8, 8))
    W[:4, :4] = W[4:, 4:] = 1.0
    W[3, 4] = W[4, 3] = 1e-30  # connected, but not for arithmetic
    np.fill_diagonal(W, 0)
    model = SpectralClustering(2, graph="precomputed", random_state=0).fit(W)
    assert model.pieces_.max() == 0
    np.testing.assert_array_equal(model.labels_, [0] * 4 + [1] * 4)


def test_dense_weights_of_any_width_come_to_an_end():
    X, y = clouds(400, apart=6.0)
    for width in (0.05, 0.5, 5.0):
        model = SpectralClustering(3, graph="gaussian", width=width, random_state=0).fit(X)
        assert np.isfinite(model.embedding_).all()
    assert adjusted_rand_score(y, model.labels_) > 0.95


def test_a_point_without_an_edge_is_a_piece():
    W = np.zeros((5, 5))
    W[0, 1] = W[1, 0] = W[2, 3] = W[3, 2] = 1.0
    model = SpectralClustering(3, graph="precomputed", random_state=0).fit(W)
    np.testing.assert_array_equal(model.labels_, [0, 0, 1, 1, 2])
    empty = SpectralClustering(2, graph="precomputed", random_state=0)
    with pytest.warns(UserWarning, match="3 pieces"):
        assert np.isfinite(empty.fit(np.zeros((3, 3))).embedding_).all()


def test_the_spirals_come_apart_where_k_means_cuts_them():
    data = make_two_spirals(500, random_state=0, turns=1.0)
    found = SpectralClustering(2, random_state=0).fit_predict(data.data)
    cut = KMeans(2, n_init=10, random_state=0).fit_predict(data.data)
    assert adjusted_rand_score(data.target, found) > 0.99
    assert adjusted_rand_score(data.target, cut) < 0.1


@pytest.mark.parametrize(("graph", "width"), [("knn", None), ("gaussian", 0.3), ("local", None)])
@pytest.mark.parametrize(("move", "unit"), [(0.0, 1e-12), (0.0, 1e12), (1e6, 1.0)])
def test_origin_and_units_change_no_label(graph, width, move, unit):
    X = np.random.default_rng(0).normal(size=(80, 2)) + 4 * (np.arange(80) % 2)[:, None]
    here = SpectralClustering(2, graph=graph, width=width, random_state=0).fit(X)
    other_width = None if width is None else width * unit
    there = SpectralClustering(2, graph=graph, width=other_width, random_state=0)
    np.testing.assert_array_equal(here.labels_, there.fit((X + move) * unit).labels_)


def test_one_cluster_and_equal_points():
    X, _ = clouds(30)
    assert set(SpectralClustering(1, n_neighbors=5).fit(X).labels_) == {0}
    with np.errstate(all="raise"):
        labels = SpectralClustering(2, n_neighbors=2, random_state=0).fit_predict(np.ones((9, 2)))
    assert len(labels) == 9


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"n_clusters": 0}, "n_clusters"),
        ({"n_clusters": 21}, "n_clusters"),
        ({"n_neighbors": 0}, "n_neighbors"),
        ({"n_neighbors": 20}, "n_neighbors"),
        ({"graph": "heat"}, "graph"),
        ({"graph": "gaussian", "width": 0.0}, "width"),
        ({"n_init": 0}, "n_init"),
        ({"graph": "precomputed"}, "X"),
    ],
)
def test_bad_input_is_refused_by_name(wrong, words):
    model = SpectralClustering(**{"n_clusters": 2, "n_neighbors": 3, **wrong})
    with pytest.raises(ValueError, match=words):
        model.fit(np.random.default_rng(0).normal(size=(20, 3)))


def test_neighbours_are_chosen_by_the_information_of_the_clusters():
    data = make_two_spirals(160, noise=0.5, random_state=1, turns=1.0)
    ks = [2, 4, 6, 60, 150]
    options = {"sigma": [0.5, 1.0, 2.0], "lam": [1e-4]}
    found = select_neighbors(data.data, 2, ks, **options, random_state=3)
    assert found.n_neighbors == ks[int(np.argmax(found.scores))]
    np.testing.assert_array_equal(found.labels, found.all_labels[np.argmax(found.scores)])
    for labels, score in zip(found.all_labels, found.scores):
        again = lsqmi(data.data, labels, **options, random_state=np.random.default_rng(3))
        assert score == pytest.approx(again.qmi)


@pytest.mark.parametrize("ks", [[], [0], [3, 40], [2.5], "many"])
def test_candidates_out_of_range_are_refused(ks):
    with pytest.raises(ValueError, match="n_neighbors"):
        select_neighbors(np.random.default_rng(0).normal(size=(40, 2)), 2, ks)
