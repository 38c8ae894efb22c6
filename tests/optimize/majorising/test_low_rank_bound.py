"""The low-rank curvature: above the full one, equal where the rank is enough, and its inverse."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from mlcompanion.optimize.majorising import (
    LowRankCurvature,
    compute_bound,
    low_rank_bound,
    softmax_bound,
    softmax_low_rank_bound,
)


def full_sum(theta, models):
    bounds = [compute_bound(theta, F) for F in models]
    return tuple(sum(parts) for parts in zip(*bounds))


@pytest.mark.parametrize("seed", range(20))
def test_majorizes_the_full_curvature(seed):
    rng = np.random.default_rng(seed)
    d = rng.integers(2, 20)
    models = rng.normal(size=(rng.integers(1, 6), rng.integers(2, 6), d))
    theta = rng.normal(size=d)
    log_z, mu, curvature = low_rank_bound(theta, models, rng.integers(0, d - 1), ridge=0.5)
    z_sum, mu_sum, Sigma = full_sum(theta, models)
    assert_allclose(log_z, z_sum)
    assert_allclose(mu, mu_sum, atol=1e-12)
    above = curvature.matrix() - 0.5 * np.eye(d) - Sigma
    assert np.linalg.eigvalsh(above).min() >= -1e-10 * np.trace(Sigma)


def test_enough_rank_loses_nothing():
    rng = np.random.default_rng(0)
    models = rng.normal(size=(2, 3, 12))  # four rank-one terms
    _, _, curvature = low_rank_bound(np.zeros(12), models, rank=4)
    assert_allclose(curvature.matrix(), full_sum(np.zeros(12), models)[2], atol=1e-12)
    assert_allclose(curvature.D, 0, atol=1e-14)
    assert_allclose(curvature.V @ curvature.V.T, np.eye(4), atol=1e-12)


def test_rank_of_the_dimension_still_majorizes():
    rng = np.random.default_rng(1)
    models = rng.normal(size=(30, 5, 6))
    _, _, curvature = low_rank_bound(np.zeros(6), models, rank=6)
    Sigma = full_sum(np.zeros(6), models)[2]
    assert np.linalg.eigvalsh(curvature.matrix() - Sigma).min() >= -1e-9 * np.trace(Sigma)


@pytest.mark.parametrize("rank", [0, 1, 5, 12])
def test_solve_product_and_trace(rank):
    rng = np.random.default_rng(2)
    models = rng.normal(size=(4, 5, 12))
    _, _, curvature = low_rank_bound(rng.normal(size=12), models, rank, ridge=0.3)
    u = rng.normal(size=12)
    M = curvature.matrix()
    assert_allclose(curvature.solve(u), np.linalg.solve(M, u), rtol=1e-9)
    assert_allclose(curvature.product(u), M @ u)
    assert_allclose(curvature.trace(), np.trace(M))


def test_solve_needs_a_positive_diagonal():
    with pytest.raises(ValueError, match="ridge"):
        LowRankCurvature(np.zeros((0, 2)), np.zeros(0), np.array([1.0, 0.0])).solve([1.0, 1.0])


@pytest.mark.parametrize("rank", [0, 2, 100])
def test_scores_and_samples_as_unit_blocks(rank):
    rng = np.random.default_rng(3)
    A, X = rng.normal(size=(6, 3)), rng.normal(size=(6, 40))
    models = [[np.kron(np.eye(3)[y], x) for y in range(3)] for x in X]
    found = softmax_low_rank_bound(A, X, rank, ridge=0.1)
    # theta = 0 with given order and equal weights is another bound: compare with the closed form
    G = softmax_bound(A).curvature
    full = sum(np.kron(g, np.outer(x, x)) for g, x in zip(G, X))
    assert np.linalg.eigvalsh(found.matrix() - full).min() >= 0.1 - 1e-9
    if rank == 100:
        assert_allclose(found.matrix(), full + 0.1 * np.eye(120), atol=1e-10)
    equal = softmax_low_rank_bound(np.zeros((6, 3)), X, rank)
    _, _, same = low_rank_bound(np.zeros(120), models, rank)
    assert_allclose(equal.matrix(), same.matrix(), atol=1e-10)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"rank": 4}, "rank"),
        ({"rank": -1}, "rank"),
        ({"ridge": -1.0}, "ridge"),
        ({"ridge": [1.0]}, "ridge"),
        ({"theta": [0.0]}, "theta"),
        ({"models": np.zeros((1, 0, 3))}, "models"),
    ],
)
def test_bad_input_is_named(changes, word):
    arguments = {"theta": np.zeros(3), "models": np.ones((1, 2, 3)), "rank": 1} | changes
    with pytest.raises(ValueError, match=word):
        low_rank_bound(**arguments)
