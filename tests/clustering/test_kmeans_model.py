"""K-means as an estimator and by trying all groupings: against brute force and scikit-learn."""

import warnings
from itertools import product

import numpy as np
import pytest
from sklearn.cluster import KMeans as PeerKMeans
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.clustering import (
    KMeans,
    kmeans_1d_exact,
    kmeans_cost,
    kmeans_exhaustive,
    nearest_centers,
)
from mlcompanion.clustering.kmeans_model import _nearest

RNG = np.random.default_rng(4)


@parametrize_with_checks([KMeans(3, random_state=0), KMeans(2, init="random", random_state=0)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def scatter(X, labels):
    return sum(((X[labels == j] - X[labels == j].mean(axis=0)) ** 2).sum() for j in set(labels))


@pytest.mark.parametrize("k", [2, 3, 5])
def test_it_finds_what_scikit_learn_finds(k):
    X = load_iris().data
    ours = KMeans(k, n_init=20, random_state=0).fit(X)
    peer = PeerKMeans(k, n_init=20, random_state=0, tol=0).fit(X)
    assert ours.inertia_ == pytest.approx(peer.inertia_, rel=1e-6)
    assert ours.inertia_ == pytest.approx(scatter(X, ours.labels_))
    assert ours.converged_
    np.testing.assert_array_equal(ours.predict(X), ours.labels_)
    np.testing.assert_allclose(ours.transform(X).min(axis=1) ** 2 @ np.ones(150), ours.inertia_)
    assert ours.score(X) == pytest.approx(-ours.inertia_)


def test_from_the_same_start_it_takes_the_peer_s_way():
    X = RNG.normal(size=(200, 3))
    start = X[:5]
    ours = KMeans(5, init=start).fit(X)
    peer = PeerKMeans(5, init=start, n_init=1, tol=0).fit(X)
    np.testing.assert_array_equal(ours.labels_, peer.labels_)
    np.testing.assert_allclose(ours.cluster_centers_, peer.cluster_centers_)


def test_no_sweep_raises_the_cost_and_each_ends_at_means():
    X = RNG.normal(size=(150, 2))
    centers = X[:6]
    costs = []
    for _ in range(30):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = KMeans(6, init=centers, max_iter=1).fit(X)
        centers = model.cluster_centers_
        costs.append(model.inertia_)
    assert (np.diff(costs) <= 1e-12 * costs[0]).all()
    means = [X[model.labels_ == j].mean(axis=0) for j in range(6)]
    np.testing.assert_allclose(centers, means)


def test_an_empty_cluster_starts_anew():
    X = np.r_[RNG.normal(size=(40, 2)), RNG.normal(size=(40, 2)) + 10]
    far = np.array([[5.0, 5.0], [1e3, 1e3], [2e3, 0.0]])  # two centres that win no point
    model = KMeans(3, init=far).fit(X)
    assert sorted(set(model.labels_)) == [0, 1, 2]
    assert np.isfinite(model.cluster_centers_).all()
    assert model.inertia_ < kmeans_cost(X, X.mean(axis=0)[None])


def test_fewer_places_than_clusters_are_told():
    X = np.repeat([[0.0], [1.0]], 5, axis=0)
    with pytest.warns(ConvergenceWarning, match="2 different places for n_clusters=4"):
        model = KMeans(4, init="random", random_state=0).fit(X)
    assert model.inertia_ == 0
    with pytest.warns(ConvergenceWarning, match="1 different places"):
        KMeans(2, random_state=0).fit(np.ones((5, 2)))


def test_a_search_that_is_stopped_says_so():
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        model = KMeans(8, max_iter=1, random_state=0).fit(RNG.normal(size=(200, 2)))
    assert not model.converged_


@pytest.mark.parametrize(("move", "unit"), [(0, 1e-12), (0, 1e12), (1e6, 1.0), (1e6, 1e6)])
def test_origin_and_units_change_no_label(move, unit):
    X = RNG.normal(size=(90, 2))
    plain = KMeans(4, n_init=3, random_state=2).fit(X)
    other = KMeans(4, n_init=3, random_state=2).fit((X + move) * unit)
    np.testing.assert_array_equal(plain.labels_, other.labels_)
    np.testing.assert_allclose(
        other.cluster_centers_ / unit - move, plain.cluster_centers_, atol=1e-8
    )


def test_whole_numbers_and_ties():
    X = np.array([[0], [2], [4]], dtype=np.uint8)
    model = KMeans(2, init=[[0.0], [4.0]]).fit(X)  # the middle is as near to both
    np.testing.assert_array_equal(model.labels_, [0, 0, 1])


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"n_clusters": 0}, "n_clusters"),
        ({"n_clusters": 11}, "n_clusters"),
        ({"n_clusters": 2.5}, "n_clusters"),
        ({"init": "k"}, "init"),
        ({"init": [[0.0, 1.0]]}, "init"),
        ({"n_init": 0}, "n_init"),
        ({"n_init": "many"}, "n_init"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_refused_by_name(wrong, words):
    with pytest.raises(ValueError, match=words):
        KMeans(**{"n_clusters": 2, **wrong}).fit(RNG.normal(size=(10, 2)))


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("d", [1, 2])
def test_all_groupings_are_tried(k, d):
    X = np.random.default_rng(k).normal(size=(7, d))
    found = kmeans_exhaustive(X, k)
    costs = {}
    for labels in product(range(k), repeat=7):
        if len(set(labels)) == k:
            mark = tuple(np.unique(labels, return_index=True)[1]), labels
            groups = frozenset(frozenset(np.flatnonzero(np.equal(labels, j))) for j in range(k))
            costs[groups] = scatter(X, np.array(mark[1]))
    assert found.n_groupings == len(costs)
    assert found.cost == pytest.approx(min(costs.values()))
    assert scatter(X, found.labels) == pytest.approx(found.cost)


def test_numbers_of_groupings_and_their_limit():
    X = RNG.normal(size=(12, 2))
    assert kmeans_exhaustive(X, 2).n_groupings == 2047
    assert kmeans_exhaustive(X[:9], 3).n_groupings == 3025
    assert kmeans_exhaustive(X, 12).cost == 0
    with pytest.raises(ValueError, match="X must have few rows"):
        kmeans_exhaustive(RNG.normal(size=(30, 2)), 3)
    with pytest.raises(ValueError, match="n_clusters"):
        kmeans_exhaustive(X, 13)


def test_on_a_line_the_table_of_splits_agrees():
    x = RNG.normal(size=10)
    for shift in (0.0, 1e6):
        by_table = kmeans_1d_exact(x + shift, 3)[1]
        assert kmeans_exhaustive(x[:, None] + shift, 3).cost == pytest.approx(by_table, rel=1e-6)


@pytest.mark.parametrize("n", [1, 511, 512, 513, 1500])
def test_blocks_of_points_change_no_digit(n):
    X = np.random.default_rng(n).normal(size=(n, 7))
    centers = np.random.default_rng(0).normal(size=(5, 7))
    labels, distances = _nearest(np.ascontiguousarray(X.T), centers)
    wanted = nearest_centers(X, centers)
    np.testing.assert_array_equal(labels, wanted[0])
    np.testing.assert_array_equal(distances, wanted[1])
