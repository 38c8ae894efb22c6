"""Locality preserving projection against its definition, pair by pair."""

import numpy as np
import pytest
from scipy import sparse
from scipy.linalg import eigh
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.manifold import similarity_graph
from mlcompanion.manifold.laplacian.graph_laplacian import laplacian_of
from mlcompanion.reduction.linear import LPP
from mlcompanion.reduction.linear.lpp import laplacian_scatter

RNG = np.random.default_rng(4)
X = RNG.normal(size=(40, 4)) @ np.diag([2.0, 1.0, 0.5, 1.5]) + [1.0, -2.0, 0.0, 5.0]


@parametrize_with_checks([LPP(), LPP(1, similarity="knn", n_neighbors=3), LPP(similarity="local")])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kind", ["gaussian", "knn", "local"])
def test_the_matrices_are_sums_over_pairs(kind):
    W = similarity_graph(X, kind, n_neighbors=5)
    A, B = laplacian_scatter(X, W)
    W = W.toarray() if sparse.issparse(W) else W
    by_pairs = np.zeros((4, 4))
    for i in range(40):
        for j in range(40):
            by_pairs += 0.5 * W[i, j] * np.outer(X[i] - X[j], X[i] - X[j])
    np.testing.assert_allclose(A, by_pairs, atol=1e-10 * np.abs(by_pairs).max())
    np.testing.assert_allclose(B, X.T @ np.diag(W.sum(axis=1)) @ X, rtol=1e-12)
    np.testing.assert_allclose(A, X.T @ laplacian_of(W) @ X, atol=1e-10 * np.abs(A).max())


def test_directions_solve_the_generalized_problem_with_the_smallest_values():
    model = LPP(2, width=1.3).fit(X)
    rows = X - X.mean(axis=0)
    W = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / (2 * 1.3**2))
    D = np.diag(W.sum(axis=1))
    values, vectors = eigh(rows.T @ (D - W) @ rows, rows.T @ D @ rows)
    np.testing.assert_allclose(model.eigenvalues_, values[:2], rtol=1e-9)
    np.testing.assert_allclose(np.abs(model.components_), np.abs(vectors[:, :2].T), atol=1e-9)
    T = model.components_
    np.testing.assert_allclose(T @ rows.T @ D @ rows @ T.T, np.eye(2), atol=1e-9)


def test_no_direction_of_a_fine_grid_is_more_local():
    points = np.column_stack([2 * RNG.normal(size=80), np.where(RNG.random(80) < 0.5, -1, 1)])
    points[:, 1] += RNG.normal(size=80) / 3
    model = LPP(1, similarity="local").fit(points)
    A, B = laplacian_scatter(points - points.mean(axis=0), similarity_graph(points, "local"))
    angles = np.radians(np.arange(0, 180, 0.1))
    U = np.array([np.cos(angles), np.sin(angles)])
    ratios = (U * (A @ U)).sum(axis=0) / (U * (B @ U)).sum(axis=0)
    assert model.eigenvalues_[0] <= ratios.min() + 1e-12
    T = model.components_[0]
    assert abs(T @ U[:, ratios.argmin()]) > np.cos(np.radians(0.11)) * np.linalg.norm(T)


def test_what_does_not_vary_is_left_out():
    flat = np.column_stack([X, np.full(40, 0.1), X[:, 0] + X[:, 1]])
    model = LPP(width=1.0).fit(flat)
    assert model.components_.shape == (4, 6)
    assert (model.components_[:, 4] == 0).all()
    wide = RNG.normal(size=(6, 50))
    assert LPP(width=9.0).fit(wide).components_.shape == (5, 50)
    with pytest.raises(ValueError, match="n_components must be at most 4"):
        LPP(5, width=1.0).fit(flat)
    with pytest.raises(ValueError, match="X must have two different rows"):
        LPP().fit(np.ones((4, 2)))


def test_ties_and_integers():
    grid = np.repeat(np.indices((4, 3)).reshape(2, -1).T, 3, axis=0)
    model = LPP(1, similarity="local", n_neighbors=3).fit(grid)
    assert np.isfinite(model.transform(grid)).all()
