"""Metrics that grow, beside SciPy's roots and inverses, and a search for better fixed ones."""

import numpy as np
import pytest
from scipy.linalg import sqrtm

from mlcompanion.convex.metrics import (
    BlockMetric,
    DiagonalMetric,
    FullMetric,
    RootMetric,
    best_diagonal_cost,
    best_matrix_cost,
    psd_root,
)


def grown(metric, gradients):
    for g in gradients:
        metric.grow(g)
    return metric


def test_the_three_matrices_are_roots_of_outer_products():
    gradients = np.random.default_rng(0).normal(size=(7, 5))
    G = gradients.T @ gradients
    full = grown(FullMetric(5, 0.3), gradients)
    assert full.matrix == pytest.approx(sqrtm(G).real + 0.3 * np.eye(5), abs=1e-10)
    assert full.trace == pytest.approx(np.trace(sqrtm(G).real))
    diagonal = grown(DiagonalMetric(5, 0.3), gradients)
    assert diagonal.diagonal == pytest.approx(0.3 + np.sqrt(np.diag(G)))
    blocks = grown(BlockMetric([2, 1, 2], 0.3), gradients)
    for part in ([0, 1], [2], [3, 4]):
        root = sqrtm(G[np.ix_(part, part)]).real + 0.3 * np.eye(len(part))
        assert blocks.matrix[np.ix_(part, part)] == pytest.approx(root, abs=1e-10)
    assert blocks.matrix[:2, 2:] == pytest.approx(0)
    ones = grown(BlockMetric([1] * 5, 0.3), gradients)
    assert np.diag(ones.matrix) == pytest.approx(diagonal.diagonal)
    assert grown(RootMetric(5), gradients).diagonal == pytest.approx(np.sqrt(7))


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_products_and_solutions_agree_with_the_matrix(scale):
    rng = np.random.default_rng(1)
    gradients = scale * rng.normal(size=(3, 6))  # of rank 3: H is singular
    metric = grown(FullMetric((2, 3)), gradients.reshape(3, 2, 3))
    x = rng.normal(size=6)
    assert metric.times(x.reshape(2, 3)).ravel() == pytest.approx(metric.matrix @ x, rel=1e-9)
    inverse = np.linalg.pinv(metric.matrix, rcond=1e-9)
    assert metric.solve(x.reshape(2, 3)).ravel() == pytest.approx(inverse @ x, rel=1e-6)
    g = gradients[0].reshape(2, 3)
    assert metric.dual_norm(g) ** 2 == pytest.approx(g.ravel() @ inverse @ g.ravel(), rel=1e-6)
    assert metric.rotated_back(metric.rotated(g)) == pytest.approx(g)
    along = metric.rotated(metric.times(g))
    assert along == pytest.approx(metric.eigenvalues * metric.rotated(g), abs=1e-9 * scale**2)


def test_what_no_gradient_touched_does_not_move():
    metric = grown(DiagonalMetric(3), [[1.0, 0, 0], [0, 2.0, 0]])
    assert metric.solve([1.0, 1.0, 1.0]) == pytest.approx([1.0, 0.5, 0.0])
    assert metric.bregman([1.0, 0, 0], [0, 1.0, 0]) == pytest.approx(1.5)
    assert metric.norm([0, 0, 5.0]) == 0


def test_no_fixed_metric_of_hindsight_is_better():
    rng = np.random.default_rng(2)
    gradients = rng.normal(size=(20, 4)) * [1, 0.1, 3, 0]
    cost, s = best_diagonal_cost(gradients, 2.0)
    assert s.sum() == pytest.approx(2.0)
    squares = (gradients**2).sum(axis=0)
    assert np.sum(squares[:3] / s[:3]) == pytest.approx(cost)
    for _ in range(100):
        assert np.sum(squares[:3] / (2.0 * rng.dirichlet(np.ones(3)))) >= cost
    A = gradients.T @ gradients
    cost, S = best_matrix_cost(A, 2.0)
    assert np.trace(S) == pytest.approx(2.0)
    assert np.trace(np.linalg.pinv(S, rcond=1e-10) @ A) == pytest.approx(cost)
    assert psd_root(A) @ psd_root(A) == pytest.approx(A, abs=1e-12)
    with pytest.raises(ValueError, match="semi-definite"):
        psd_root(-A)
