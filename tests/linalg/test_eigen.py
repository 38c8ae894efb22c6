"""Generalised eigenpairs against dense solutions, on graphs in one piece and in several."""

import numpy as np
import pytest
from scipy import sparse
from scipy.linalg import eigh
from scipy.sparse.linalg import splu

from mlcompanion.linalg import eigen as module
from mlcompanion.linalg import fix_signs, generalized_eigenpairs
from mlcompanion.linalg.eigen import smoothest_pairs
from mlcompanion.manifold import graph_laplacian, knn_graph
from mlcompanion.manifold.laplacian.graph_laplacian import laplacian_of


def graph(n=300, seed=0):
    X = np.random.default_rng(seed).normal(size=(n, 3))
    L = sparse.csr_array(graph_laplacian(X, 8, weights="binary"))
    return L, sparse.diags_array(L.diagonal())


def definite(n=12, seed=0):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(n, n))
    other = rng.normal(size=(n, 2 * n))
    return root + root.T, other @ other.T


@pytest.mark.parametrize("which", ["smallest", "largest"])
@pytest.mark.parametrize("units", [1.0, 1e-9, 1e9])
def test_dense_pairs_solve_their_equation(which, units):
    A, B = definite()
    values, vectors = generalized_eigenpairs(units * A, 4, B, which=which)
    every = eigh(A, B, eigvals_only=True)
    expected = every[:4] if which == "smallest" else every[::-1][:4]
    np.testing.assert_allclose(values / units, expected, rtol=1e-9)
    np.testing.assert_allclose(A @ vectors, B @ vectors * values / units, atol=1e-8)
    np.testing.assert_allclose(vectors.T @ B @ vectors, np.eye(4), atol=1e-9)


@pytest.mark.parametrize("units", [1.0, 1e-9, 1e9])
def test_sparse_pairs_are_the_dense_ones(units):
    L, D = graph()
    values, vectors = generalized_eigenpairs(units * L, 5, D, drop_constant=True)
    dense_values, dense_vectors = generalized_eigenpairs(
        units * L.toarray(), 5, D.toarray(), drop_constant=True
    )
    np.testing.assert_allclose(values, dense_values, rtol=1e-8)
    np.testing.assert_allclose(vectors, dense_vectors, atol=1e-6)
    assert values[0] > 1e-3 * units  # the constant is gone
    np.testing.assert_allclose(vectors.T @ (D @ vectors), np.eye(5), atol=1e-9)
    top = generalized_eigenpairs(units * L, 3, D, which="largest")[0]
    every = eigh(L.toarray(), D.toarray(), eigvals_only=True)
    np.testing.assert_allclose(top / units, every[::-1][:3], rtol=1e-8)


@pytest.mark.parametrize("sizes", [(120, 90, 60), (20, 15, 10)])
def test_of_several_pieces_the_constant_alone_is_dropped(sizes):
    pieces = [graph(n, seed)[0] for seed, n in enumerate(sizes)]
    L = sparse.block_diag(pieces, format="csr")
    D = sparse.diags_array(L.diagonal())
    values, vectors = generalized_eigenpairs(L, 3, D, drop_constant=True)
    assert abs(values[:2]).max() < 1e-10 < 1e-4 < values[2]
    start = 0
    for n in sizes:  # constant on every piece
        assert np.ptp(vectors[start : start + n, :2], axis=0).max() < 1e-7
        start += n
    np.testing.assert_allclose(vectors.T @ (D @ np.ones(sum(sizes))), 0, atol=1e-7)
    np.testing.assert_allclose(vectors.T @ (D @ vectors), np.eye(3), atol=1e-9)


def test_signs_are_those_of_the_largest_entries():
    turned = fix_signs([[1.0, 0.0, 2.0], [-2.0, 0.0, 1.0]])
    np.testing.assert_array_equal(turned, [[-1, 0, 2], [2, 0, 1]])


def test_what_cannot_be_solved_is_told():
    A = definite()[0]
    with pytest.raises(ValueError, match="A must be symmetric"):
        generalized_eigenpairs(np.triu(A), 2)
    with pytest.raises(ValueError, match="B must be positive definite"):
        generalized_eigenpairs(A, 2, A)
    with pytest.raises(ValueError, match="n_pairs"):
        generalized_eigenpairs(A, 13)
    with pytest.raises(ValueError, match="constant"):
        generalized_eigenpairs(A, 2, drop_constant=True)
    with pytest.raises(ValueError, match="drop_constant"):
        generalized_eigenpairs(A, 2, which="largest", drop_constant=True)
    L, D = graph()
    broken = D.tolil()
    broken[3, 3] = 0
    with pytest.raises(ValueError, match="B must be positive definite"):
        generalized_eigenpairs(L, 2, broken.tocsr())


@pytest.mark.parametrize(("n", "count"), [(12, 3), (400, 3)])
def test_pairs_of_a_graph_without_checks_are_the_same(n, count):
    W = knn_graph(np.random.default_rng(n).normal(size=(n, 2)), 5)
    D = sparse.diags_array(W.sum(axis=1))
    values, vectors = smoothest_pairs((D - W).tocsr(), count, D)
    checked = generalized_eigenpairs(laplacian_of(W), count, D, drop_constant=True)
    np.testing.assert_allclose(values, checked[0], rtol=1e-10)
    np.testing.assert_allclose(vectors, checked[1], atol=1e-10)


def test_the_factor_of_a_graph_fills_in_little(monkeypatch):
    L = laplacian_of(knn_graph(np.random.default_rng(0).normal(size=(600, 2)), 15))
    A = sparse.csc_array(L + 1e-6 * sparse.identity(600))
    factors = []
    monkeypatch.setattr(module, "splu", lambda *a, **k: factors.append(splu(*a, **k)) or factors[0])
    values, vectors = generalized_eigenpairs(L, 3, drop_constant=True)
    assert factors[0].nnz < splu(A).nnz
    np.testing.assert_allclose(L @ vectors, vectors * values, atol=1e-9)
