"""Exchanges of centres beside all exchanges, and the optimum of small sets."""

from itertools import combinations

import numpy as np
import pytest

from mlcompanion.clustering import kmeans_cost, kmeans_plusplus, lloyd, local_search

RNG = np.random.default_rng(1)


def best_of_points(X, k):
    return min(kmeans_cost(X, X[list(c)]) for c in combinations(range(len(X)), k))


@pytest.mark.parametrize("seed", range(10))
def test_no_exchange_is_left_that_helps(seed):
    X = np.random.default_rng(seed).normal(size=(12, 2))
    centers = local_search(X, 3, exhaustive=True, random_state=seed)
    cost = kmeans_cost(X, centers)
    for j in range(3):
        for x in X:
            changed = centers.copy()
            changed[j] = x
            assert kmeans_cost(X, changed) >= (1 - 2e-6) * cost
    assert cost <= 5 * best_of_points(X, 3)


def test_one_try_takes_the_best_centre_out():
    X = np.array([[0.0], [1.0], [10.0], [11.0], [20.0]])
    found = local_search(X, 2, 1, init=[[0.0], [1.0]], random_state=3)
    tried = [min(kmeans_cost(X, [[x], [0.0]]), kmeans_cost(X, [[x], [1.0]])) for x in X[:, 0]]
    assert kmeans_cost(X, found) in tried


def test_it_mends_what_lloyd_cannot():
    A = 100.0
    X = np.array([[0, 0], [0, 1], [A, 0], [A, 1]])
    stuck = np.array([[A / 2, 0], [A / 2, 1]])
    assert kmeans_cost(X, lloyd(X, 2, stuck)) == pytest.approx(A**2)
    assert kmeans_cost(X, local_search(X, 2, init=stuck, exhaustive=True)) <= 2


def test_the_cost_never_rises_and_the_start_is_kept():
    X = RNG.normal(size=(200, 3))
    init = kmeans_plusplus(X, 5, 0)
    before = init.copy()
    costs = [kmeans_cost(X, local_search(X, 5, n, init=init, random_state=0)) for n in (0, 5, 50)]
    assert costs[0] == pytest.approx(kmeans_cost(X, init))
    assert costs[0] >= costs[1] >= costs[2]
    np.testing.assert_array_equal(init, before)


def test_few_points_are_all_centres():
    X = RNG.normal(size=(3, 2))
    np.testing.assert_array_equal(local_search(X, 5), X)
    assert local_search(np.ones((4, 1)), 2, exhaustive=True).shape == (2, 1)
