"""The neighbourhood graph and its Laplacian against definitions and brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.manifold import knn_graph
from mlcompanion.manifold.laplacian import graph_laplacian
from mlcompanion.manifold.laplacian.graph_laplacian import apply_power


def points(seed, n=25, d=3):
    return np.random.default_rng(seed).normal(size=(n, d))


def brute_force_graph(X, k, width=None):
    distance = np.linalg.norm(X[:, None] - X[None], axis=2)
    np.fill_diagonal(distance, np.inf)
    nearest = np.argsort(distance, axis=1)[:, :k]
    directed = np.zeros((len(X), len(X)), dtype=bool)
    directed[np.arange(len(X))[:, None], nearest] = True
    t = width or distance[directed].mean()
    joined = directed | directed.T
    return np.where(joined, np.exp(-(np.where(joined, distance, 0) ** 2) / (2 * t**2)), 0)


@pytest.mark.parametrize("width", [None, 0.7])
def test_graph_equals_brute_force(width):
    X = points(0)
    W = knn_graph(X, 4, width=width).toarray()
    np.testing.assert_allclose(W, brute_force_graph(X, 4, width), atol=1e-14)


def test_binary_weights_are_one_on_the_same_edges():
    X = points(1)
    W = knn_graph(X, 4, weights="binary").toarray()
    assert set(np.unique(W)) == {0.0, 1.0}
    np.testing.assert_array_equal(W > 0, brute_force_graph(X, 4) > 0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 8))
def test_quadratic_form_is_equation_1(seed, k):
    X = points(seed)
    f = np.random.default_rng(seed + 1).normal(size=len(X))
    W = knn_graph(X, k).toarray()
    L = graph_laplacian(X, k)
    upper = sum(
        W[i, j] * (f[i] - f[j]) ** 2 for i in range(len(X)) for j in range(i, len(X))
    )  # the inner sum starts at j = i: each edge counts once
    assert f @ (L @ f) == pytest.approx(upper, rel=1e-10)


@pytest.mark.parametrize("normalized", [False, True])
def test_symmetric_positive_semidefinite_with_known_null_vector(normalized):
    X = points(2)
    L = graph_laplacian(X, 5, normalized=normalized).toarray()
    np.testing.assert_allclose(L, L.T, atol=1e-14)
    eigenvalues = np.linalg.eigvalsh(L)
    assert eigenvalues[0] > -1e-12
    degrees = knn_graph(X, 5).toarray().sum(axis=1)
    null = np.sqrt(degrees) if normalized else np.ones(len(X))
    np.testing.assert_allclose(L @ null, 0, atol=1e-12)
    if normalized:
        assert eigenvalues[-1] <= 2 + 1e-12
        np.testing.assert_allclose(np.diag(L), 1)


def test_power_equals_matrix_power():
    L = graph_laplacian(points(3), 5, normalized=True)
    F = points(4, n=25, d=2)
    np.testing.assert_allclose(
        apply_power(L, F, 3), np.linalg.matrix_power(L.toarray(), 3) @ F, atol=1e-12
    )


def test_duplicates_and_far_points_stay_finite():
    X = np.vstack([np.zeros((5, 2)), np.full((3, 2), 1e3)])
    for normalized in (False, True):
        L = graph_laplacian(X, 3, width=0.1, normalized=normalized)
        assert np.isfinite(L.toarray()).all()
    assert knn_graph(np.zeros((4, 2)), 2).toarray().max() == 1


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"X": [[np.nan, 1.0], [0.0, 1.0]]}, "X"),
        ({"X": np.zeros(5)}, "X"),
        ({"X": np.zeros((1, 2))}, "X"),
        ({"n_neighbors": 0}, "n_neighbors"),
        ({"n_neighbors": 25}, "n_neighbors"),
        ({"weights": "cosine"}, "weights"),
        ({"width": -1.0}, "width"),
    ],
)
def test_bad_input_names_the_argument(change, word):
    arguments = {"X": points(0), "n_neighbors": 3, **change}
    with pytest.raises(ValueError, match=word):
        graph_laplacian(**arguments)


def test_mutual_neighbours_are_those_that_name_each_other():
    X = np.random.default_rng(0).normal(size=(40, 2))
    squares = ((X[:, None] - X) ** 2).sum(axis=2)
    np.fill_diagonal(squares, np.inf)
    named = squares <= np.sort(squares, axis=1)[:, 3:4]
    both = knn_graph(X, 4, weights="binary", mutual=True).toarray()
    either = knn_graph(X, 4, weights="binary").toarray()
    np.testing.assert_array_equal(both, named & named.T)
    np.testing.assert_array_equal(either, named | named.T)
    assert (both.sum(axis=1) == 0).any() or both.sum() < either.sum()


@pytest.mark.parametrize("k", [5, 40])
@pytest.mark.parametrize("kind", ["origin", "two groups", "mean of a far row", "twins"])
def test_many_columns_keep_the_digits_of_their_distances(kind, k):
    X = points(3, 60, 20)
    if kind == "origin":
        X += 1e8
    elif kind == "two groups":
        X[30:] += 1e9
    elif kind == "twins":
        X[30:] = X[:30]
    else:
        X[7] = 1e9
        X -= X.mean(axis=0)
    W = knn_graph(X, k, width=5.0).toarray()
    expected = brute_force_graph(X, k, 5.0)
    if kind == "twins":  # ties: which of two equal ones is named may differ
        assert np.count_nonzero(W == 1.0) == 60
    else:
        np.testing.assert_allclose(W, expected, rtol=1e-10)
