"""Largest-coordinate distances and shortest paths against SciPy and scikit-learn."""

import numpy as np
import pytest
from scipy.sparse.csgraph import floyd_warshall
from scipy.spatial.distance import cdist
from sklearn.neighbors import NearestNeighbors
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.graphical.messages import (
    LInfNeighbors,
    all_pairs_shortest_paths,
    expected_steps,
    linf_distances,
)

METHODS = ("products", "floyd-warshall", "hidden-paths")


@pytest.mark.parametrize("early_stop", [False, True])
@pytest.mark.parametrize("shape", [(1, 3), (2, 1), (30, 17), (8, 60)])
def test_distances_are_scipys_to_the_last_bit(shape, early_stop):
    A = np.random.default_rng(0).normal(size=shape) + 1e3
    found = linf_distances(A, early_stop=early_stop)
    np.testing.assert_array_equal(found.values, cdist(A, A, "chebyshev"))


def test_distances_take_two_searches_a_pair():
    n = 60
    A = np.random.default_rng(1).random((n, n))
    pairs = n * (n - 1) / 2
    assert linf_distances(A).n_products / pairs == pytest.approx(4 * expected_steps(n), rel=0.05)


def test_neighbours_are_scikit_learns():
    rng = np.random.default_rng(2)
    points = rng.normal(size=(60, 12)) - 1e4
    queries = rng.normal(size=(7, 12)) - 1e4
    model = LInfNeighbors(n_neighbors=4).fit(points)
    peer = NearestNeighbors(n_neighbors=4, metric="chebyshev", algorithm="brute").fit(points)
    for ours, theirs in zip(model.kneighbors(queries), peer.kneighbors(queries)):
        np.testing.assert_array_equal(ours, theirs)
    np.testing.assert_array_equal(model.distances(queries), cdist(queries, points, "chebyshev"))
    assert 0 < model.n_products_ < 2 * 7 * 60 * 14
    short = LInfNeighbors(n_neighbors=4, early_stop=True).fit(points)
    np.testing.assert_array_equal(short.kneighbors(queries)[1], model.kneighbors(queries)[1])
    assert short.n_products_ < model.n_products_


def test_neighbours_are_an_estimator():
    check_estimator(LInfNeighbors())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("share", [1.0, 0.3, 0.05])
@pytest.mark.parametrize("n", [1, 2, 5, 33, 70])
def test_paths_are_scipys(method, share, n):
    rng = np.random.default_rng(n)
    D = rng.random((n, n))
    D[rng.random((n, n)) > share] = np.inf
    np.fill_diagonal(D, 0)
    for block in (1, 4, 16) if method == "products" else (16,):
        found = all_pairs_shortest_paths(D, method, block=block)
        np.testing.assert_allclose(found.lengths, floyd_warshall(D), atol=1e-13)
    if method == "products":
        found = all_pairs_shortest_paths(D, method, early_stop=True)
        np.testing.assert_allclose(found.lengths, floyd_warshall(D), atol=1e-13)


@pytest.mark.parametrize("method", METHODS)
def test_paths_with_zeros_ties_and_a_diagonal(method):
    rng = np.random.default_rng(3)
    D = rng.integers(0, 4, (24, 24)).astype(float)
    plain = np.where(np.eye(24, dtype=bool), 0, D)
    wanted = plain.copy()
    for k in range(24):
        wanted = np.minimum(wanted, wanted[:, [k]] + wanted[[k]])
    np.testing.assert_array_equal(all_pairs_shortest_paths(D, method).lengths, wanted)


def test_sums_are_counted():
    n = 128
    D = np.random.default_rng(4).random((n, n))
    plain = all_pairs_shortest_paths(D, "floyd-warshall").n_products
    ours = all_pairs_shortest_paths(D, block=4).n_products
    hidden = all_pairs_shortest_paths(D, "hidden-paths").n_products
    assert plain == n**3
    assert 2.5 < ours / n**2.5 < 3.3
    assert hidden < ours
