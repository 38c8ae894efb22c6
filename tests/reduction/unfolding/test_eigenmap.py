"""Laplacian eigenmaps against the dense problem, closed forms and scikit-learn."""

import numpy as np
import pytest
from scipy import sparse
from scipy.linalg import eigh
from sklearn.manifold import SpectralEmbedding
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.manifold import knn_graph
from mlcompanion.reduction.unfolding import LaplacianEigenmap

RNG = np.random.default_rng(8)
CLOUD = RNG.normal(size=(60, 3))
LARGE = RNG.random((700, 2)) * [3, 1]


@parametrize_with_checks([LaplacianEigenmap(1, n_neighbors=3)])
@pytest.mark.filterwarnings("ignore:the graph has")
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("rows", [CLOUD, LARGE])
def test_the_generalised_problem_is_solved(rows):
    model = LaplacianEigenmap(4, n_neighbors=6).fit(rows)
    W = knn_graph(rows, 6, weights="binary").toarray()
    degrees = np.diag(W.sum(axis=1))
    values, vectors = eigh(degrees - W, degrees)
    np.testing.assert_allclose(model.eigenvalues_, values[1:5], atol=1e-10)
    overlap = np.abs(vectors[:, 1:5].T @ degrees @ model.embedding_)
    np.testing.assert_allclose(overlap, np.eye(4), atol=1e-7)


def test_a_ring_has_the_eigenvalues_of_cosines():
    n = 300
    ring = sparse.diags_array([np.ones(n - 1), [1.0]], offsets=[1, n - 1], shape=(n, n))
    model = LaplacianEigenmap(4, affinity="precomputed").fit((ring + ring.T).tocsr())
    want = 1 - np.cos(2 * np.pi * np.array([1, 1, 2, 2]) / n)
    np.testing.assert_allclose(model.eigenvalues_, want, atol=1e-11)
    radius = np.linalg.norm(model.embedding_[:, :2], axis=1)
    np.testing.assert_allclose(radius, radius[0], rtol=1e-6)


def test_equal_to_scikit_learn_up_to_sign():
    W = knn_graph(LARGE, 8)
    peer = SpectralEmbedding(3, affinity="precomputed", random_state=0).fit_transform(W.toarray())
    found = LaplacianEigenmap(3, affinity="precomputed").fit_transform(W)
    peer *= np.sign((peer * found).sum(axis=0))
    np.testing.assert_allclose(found, peer, atol=1e-7)


def test_pieces_are_told_apart_and_warned_of():
    rows = np.vstack([CLOUD, CLOUD + 100, CLOUD - 100])
    for many in (rows, np.vstack([LARGE, LARGE + 100, LARGE - 100])):
        model = LaplacianEigenmap(3, n_neighbors=5)
        with pytest.warns(UserWarning, match="3 pieces"):
            model.fit(many)
        np.testing.assert_allclose(model.eigenvalues_[:2], 0)
        assert model.eigenvalues_[2] > 1e-6
        kinds = np.repeat(np.arange(3), len(many) // 3)
        for k in range(3):
            assert np.ptp(model.embedding_[kinds == k, :2], axis=0).max() < 1e-12
        degrees = model.affinity_matrix_.sum(axis=1)
        gram = model.embedding_.T @ (degrees[:, None] * model.embedding_)
        np.testing.assert_allclose(gram, np.eye(3), atol=1e-9)
        np.testing.assert_allclose(degrees @ model.embedding_, 0, atol=1e-9)


def test_the_constant_vector_is_gone_and_a_diagonal_counts():
    W = knn_graph(CLOUD, 6, weights="binary")
    plain = LaplacianEigenmap(2, affinity="precomputed").fit(W)
    looped = LaplacianEigenmap(2, affinity="precomputed").fit(W + sparse.eye_array(60))
    assert np.all(looped.eigenvalues_ < plain.eigenvalues_)
    dense = (W + sparse.eye_array(60)).toarray()
    degrees = np.diag(dense.sum(axis=1))
    np.testing.assert_allclose(looped.eigenvalues_, eigh(degrees - dense, degrees)[0][1:3])


def test_origin_and_units_change_nothing():
    plain = LaplacianEigenmap(2, n_neighbors=6, weights="heat").fit_transform(LARGE)
    for moved in (LARGE + 1e6, 1e-9 * LARGE, 1e9 * LARGE):
        found = LaplacianEigenmap(2, n_neighbors=6, weights="heat").fit_transform(moved)
        np.testing.assert_allclose(found, plain, atol=1e-6)


@pytest.mark.parametrize(
    ("options", "X", "word"),
    [
        ({"n_neighbors": 60}, CLOUD, "n_neighbors"),
        ({"n_components": 60}, CLOUD, "n_components"),
        ({"affinity": "rbf"}, CLOUD, "affinity"),
        ({"weights": "cosine"}, CLOUD, "weights"),
        ({"width": 0.0}, CLOUD, "width"),
        ({"width": 1e-9, "weights": "heat"}, CLOUD, "width"),
        ({"affinity": "precomputed"}, CLOUD, "X"),
        ({"affinity": "precomputed"}, np.zeros((4, 4)), "X"),
        ({"affinity": "precomputed"}, -np.ones((4, 4)), "X"),
        ({"affinity": "precomputed"}, np.triu(np.ones((4, 4))), "X"),
    ],
)
def test_bad_input_is_refused_by_name(options, X, word):
    with pytest.raises(ValueError, match=word):
        LaplacianEigenmap(**options).fit(X)
