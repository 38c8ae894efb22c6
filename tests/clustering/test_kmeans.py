"""Batch clusterers against brute force, their guarantees, and scikit-learn."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cluster import KMeans
from sklearn.metrics import pairwise_distances

from mlcompanion.clustering import (
    kmeans_1d_exact,
    kmeans_cost,
    kmeans_plusplus,
    kmeans_sharp,
    lloyd,
    nearest_centers,
)
from mlcompanion.linalg import squared_distances

few = settings(max_examples=25, deadline=None)


def brute_force(x, k):
    """Least k-means cost over all labellings of the points, the first one's label being 0."""
    labels = np.array(list(product([0], *[range(k)] * (len(x) - 1))), dtype=np.int8)
    cost = np.zeros(len(labels))
    for j in range(k):
        inside = labels == j
        means = inside @ x[:, 0] / np.maximum(inside.sum(axis=1), 1)
        cost += (inside * (x[:, 0] - means[:, None]) ** 2).sum(axis=1)
    return cost.min()


@few
@given(seed=st.integers(0, 999), d=st.integers(1, 6))
def test_cost_and_distances(seed, d):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, d))
    centers = rng.normal(size=(4, d))
    exact = pairwise_distances(X, centers) ** 2
    np.testing.assert_allclose(squared_distances(X, centers), exact, atol=1e-10)
    labels, distances = nearest_centers(X, centers)
    np.testing.assert_array_equal(labels, exact.argmin(axis=1))
    np.testing.assert_allclose(distances, exact.min(axis=1), atol=1e-12)
    assert kmeans_cost(X, centers) == pytest.approx(exact.min(axis=1).sum())


@few
@given(
    x=st.lists(st.floats(-1e3, 1e3).map(lambda v: round(v, 3)), min_size=1, max_size=8),
    k=st.integers(1, 4),
)
def test_exact_line_clustering_is_brute_force(x, k):
    x = np.array(x)[:, None]
    centers, cost = kmeans_1d_exact(x, k)
    assert cost == pytest.approx(brute_force(x, k), abs=1e-6)
    assert kmeans_cost(x, centers) == pytest.approx(cost, abs=1e-6)
    assert len(centers) <= min(k, len(x))


def test_exact_line_clustering_is_never_beaten_by_restarts():
    x = np.random.default_rng(0).gamma(2.0, size=(300, 1))
    for k in (2, 5, 9):
        restarts = KMeans(k, n_init=30, random_state=0, tol=0).fit(x).inertia_
        assert kmeans_1d_exact(x, k)[1] <= restarts + 1e-9


@pytest.mark.parametrize("far", [-1e9, 1e9])
def test_a_far_number_leaves_the_line_its_digits(far):
    x = [far, 0.0, 0.1, 5.0, 5.1, far + 2, far + 3]
    centers, cost = kmeans_1d_exact(x, 4)
    assert cost == pytest.approx(0.51, abs=1e-6)
    near = centers[np.abs(centers) < 10]
    np.testing.assert_allclose(near, [0.05, 5.05])


def test_squares_out_of_range_do_not_stop_the_line():
    centers = kmeans_1d_exact(np.array([0.0, 1.0, 8.0, 9.0]) * 1e-170, 2)[0]
    np.testing.assert_allclose(centers.ravel(), [0.5e-170, 8.5e-170])


@pytest.mark.parametrize("start", ["random", "kmeans++"])
def test_lloyd_ends_where_scikit_learn_ends(start):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 3))
    init = kmeans_plusplus(X, 5, 0) if start == "kmeans++" else X[:5]
    peer = KMeans(5, init=init, n_init=1, tol=0, max_iter=300).fit(X)
    ours = lloyd(X, 5, init, max_iter=300)
    np.testing.assert_allclose(ours, peer.cluster_centers_, atol=1e-8)


@few
@given(seed=st.integers(0, 999), k=st.integers(1, 8))
def test_lloyd_never_raises_the_cost(seed, k):
    X = np.random.default_rng(seed).normal(size=(60, 2))
    costs = [kmeans_cost(X, lloyd(X, k, X[:k], max_iter=m)) for m in range(1, 8)]
    assert np.all(np.diff(costs) <= 1e-9)


def test_lloyd_has_no_guarantee_and_kmeans_plusplus_has():
    X = np.array([[0, 0], [0, 1], [100, 0], [100, 1]], dtype=float)
    stuck = lloyd(X, 2, [[50.0, 0.0], [50.0, 1.0]])
    assert kmeans_cost(X, stuck) == pytest.approx(10_000)
    assert np.mean([kmeans_cost(X, kmeans_plusplus(X, 2, s)) for s in range(200)]) < 8 * (
        np.log(2) + 2
    )


def test_kmeans_plusplus_draws_with_squared_distance():
    X = np.array([[0.0], [1.0], [3.0]])
    second = [
        kmeans_plusplus(X, 2, s)[1, 0] for s in range(4000) if kmeans_plusplus(X, 2, s)[0, 0] == 0
    ]
    assert np.mean(np.array(second) == 3) == pytest.approx(0.9, abs=0.03)


@pytest.mark.parametrize(("multiplier", "size"), [(3.0, 241), (2.25, 181), (1.5, 121)])
def test_kmeans_sharp_has_the_stated_number_of_centres(multiplier, size):
    X = np.random.default_rng(0).normal(size=(500, 2))
    centers = kmeans_sharp(X, 25, multiplier, 0)
    assert centers.shape == (size, 2)
    assert {tuple(c) for c in centers} <= {tuple(x) for x in X}


def test_more_centres_cost_less():
    X = np.random.default_rng(0).normal(size=(400, 3))

    def mean(f):
        return np.mean([kmeans_cost(X, f(s)) for s in range(10)])

    many, few_centres = (mean(lambda s, m=m: kmeans_sharp(X, 10, m, s)) for m in (3, 1.5))
    assert many < few_centres < mean(lambda s: kmeans_plusplus(X, 10, s))


def test_fewer_points_than_centres_and_repeated_points():
    X = np.array([[1.0, 2.0], [3.0, 4.0]])
    for f in (kmeans_plusplus, kmeans_sharp, lloyd):
        np.testing.assert_array_equal(f(X, 5, random_state=0), X)
        assert kmeans_cost(np.ones((20, 2)), f(np.ones((20, 2)), 3, random_state=0)) == 0


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: kmeans_cost([[np.nan]], [[0.0]]), "X"),
        (lambda: kmeans_cost([[1.0]], [[0.0, 1.0]]), "centers"),
        (lambda: kmeans_plusplus(np.empty((0, 2)), 2), "X"),
        (lambda: kmeans_plusplus([[1.0]], 0), "n_clusters"),
        (lambda: kmeans_sharp([[1.0]], 1, multiplier=-1), "multiplier"),
        (lambda: kmeans_plusplus([[1.0]], 1, random_state="x"), "random_state"),
        (lambda: lloyd([[1.0], [2.0]], 1, init="best"), "init"),
        (lambda: lloyd([[1.0], [2.0]], 1, init=[[1.0], [2.0]]), "init"),
        (lambda: lloyd([[1.0]], 1, max_iter=0), "max_iter"),
        (lambda: kmeans_1d_exact([], 2), "x"),
        (lambda: kmeans_1d_exact([np.inf], 2), "x"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
