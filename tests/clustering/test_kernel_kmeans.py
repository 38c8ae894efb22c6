"""K-means in a kernel's space and with pairs: against brute force and scikit-learn."""

from itertools import product

import numpy as np
import pytest
from sklearn.cluster import KMeans

from mlcompanion.clustering import gram_factor, kernel_kmeans, kmeans_restarts, paired_kmeans
from mlcompanion.kernels import rbf_kernel


def groups(seed=0, n=60, apart=4.0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    return rng.normal(size=(n, 2)) + apart * np.eye(3)[y][:, :2], y


def same_partition(a, b):
    return len(set(zip(a, b))) == len(set(a)) == len(set(b))


def test_restarts_find_what_scikit_learn_finds():
    X, _ = groups()
    ours = kmeans_restarts(X, 3, n_init=20, random_state=0)
    peer = KMeans(3, n_init=20, random_state=0).fit(X)
    assert ours.cost == pytest.approx(peer.inertia_)
    assert same_partition(ours.labels, peer.labels_)


def test_the_linear_kernel_is_plain_kmeans():
    X, _ = groups()
    by_kernel = kernel_kmeans(X @ X.T, 3, n_init=20, random_state=0)
    plain = kmeans_restarts(X, 3, n_init=20, random_state=1)
    assert by_kernel.cost == pytest.approx(plain.cost)
    assert same_partition(by_kernel.labels, plain.labels)


def kernel_cost(K, labels):
    """Within-cluster squared distances from the Gram matrix alone."""
    cost = np.trace(K)
    for j in set(labels):
        mine = np.flatnonzero(labels == j)
        cost -= K[np.ix_(mine, mine)].sum() / len(mine)
    return cost


def test_no_partition_of_few_points_is_cheaper():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(8, 2))
    K = rbf_kernel(X, sigma=0.7)
    best = min(kernel_cost(K, np.array(labels)) for labels in product(range(3), repeat=8))
    found = kernel_kmeans(K, 3, n_init=60, random_state=0)
    assert found.cost == pytest.approx(kernel_cost(K, found.labels)) == pytest.approx(best)


def test_factors_give_back_the_kernel_and_forget_rounding():
    X, _ = groups(n=30)
    F = gram_factor(X @ X.T)
    assert F.shape == (30, 2)
    np.testing.assert_allclose(F @ F.T, X @ X.T, atol=1e-10)
    assert gram_factor(np.zeros((3, 3))).shape == (3, 0)
    assert set(kernel_kmeans(np.zeros((3, 3)), 2, random_state=0).labels) == {0}


@pytest.mark.parametrize(
    ("K", "words"),
    [
        ([[1.0, 0.5], [0.4, 1.0]], "K must be symmetric"),
        ([[1.0, 2.0], [2.0, 1.0]], "positive semidefinite"),
        ([[1.0, 0.0]], "K must be square"),
    ],
)
def test_what_is_no_gram_matrix_is_refused(K, words):
    with pytest.raises(ValueError, match=words):
        kernel_kmeans(K, 1)


@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_far_from_the_origin_clusters_are_the_same(shift):
    X, y = groups(apart=12.0)
    assert same_partition(kmeans_restarts(X + shift, 3, random_state=0).labels, y)
    T = np.zeros((60, 60))
    assert same_partition(paired_kmeans(X + shift, 3, T, random_state=0).labels, y)


def test_without_pairs_it_is_kmeans():
    X, _ = groups(1)
    plain = kmeans_restarts(X, 3, n_init=20, random_state=0)
    paired = paired_kmeans(X, 3, np.zeros((60, 60)), n_init=20, random_state=0)
    assert paired.cost == pytest.approx(plain.cost)
    assert paired.n_broken == 0


def pairs(n, same=(), different=()):
    T = np.zeros((n, n))
    for i, j in same:
        T[i, j] = T[j, i] = 1
    for i, j in different:
        T[i, j] = T[j, i] = -1
    return T


def allowed(labels, T):
    together = labels[:, None] == labels
    return together[T > 0].all() and not together[T < 0].any()


def partition_cost(X, labels):
    parts = [X[labels == j] for j in set(labels.tolist())]
    return sum(((part - part.mean(axis=0)) ** 2).sum() for part in parts)


def test_the_cheapest_allowed_partition_is_found():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(8, 2))
    T = pairs(8, same=[(0, 1), (1, 2)], different=[(0, 3), (4, 5), (2, 6)])
    every = (np.array(labels) for labels in product(range(2), repeat=8))
    best = min(partition_cost(X, labels) for labels in every if allowed(labels, T))
    found = paired_kmeans(X, 2, T, n_init=60, random_state=0)
    assert allowed(found.labels, T)
    assert found.n_broken == 0
    assert found.cost == pytest.approx(partition_cost(X, found.labels)) == pytest.approx(best)


def test_links_that_cannot_all_be_kept_are_broken_as_rarely_as_can_be():
    X = np.arange(6.0)[:, None]
    T = pairs(6, different=[(0, 1), (1, 2), (0, 2)])
    assert paired_kmeans(X, 2, T, n_init=30, random_state=0).n_broken == 1
    within = pairs(6, same=[(0, 1), (1, 2)], different=[(0, 2)])
    assert paired_kmeans(X, 2, within, random_state=0).n_broken == 1


def test_equal_points_are_no_obstacle():
    found = paired_kmeans(np.ones((5, 2)), 3, np.zeros((5, 5)), random_state=0)
    assert found.cost == 0
    assert len(kmeans_restarts(np.ones((5, 2)), 3, random_state=0).labels) == 5


def test_more_clusters_than_points_are_refused():
    with pytest.raises(ValueError, match="n_clusters"):
        paired_kmeans([[0.0], [1.0]], 3, np.zeros((2, 2)))


def test_from_labels_each_sweep_is_the_printed_rule():
    X, _ = groups(n=40)
    K = rbf_kernel(X, sigma=1.5)
    labels = np.random.default_rng(1).integers(3, size=40)
    found = kernel_kmeans(K, 3, init=labels)
    costs = [kernel_cost(K, labels)]
    while True:
        scores = np.empty((40, 3))
        for y in range(3):
            mine = np.flatnonzero(labels == y)
            inner = K[np.ix_(mine, mine)].sum() / len(mine) ** 2
            scores[:, y] = -2 / len(mine) * K[:, mine].sum(axis=1) + inner
        if (scores.argmin(axis=1) == labels).all():
            break
        labels = scores.argmin(axis=1)
        costs.append(kernel_cost(K, labels))
    assert (np.diff(costs) < 0).all()
    np.testing.assert_array_equal(found.labels, labels)
    assert found.cost == pytest.approx(costs[-1])


def test_from_labels_the_linear_kernel_is_plain_kmeans():
    X, _ = groups(seed=3)
    start = np.random.default_rng(2).integers(3, size=60)
    centers = np.array([X[start == j].mean(axis=0) for j in range(3)])
    peer = KMeans(3, init=centers, n_init=1, tol=0).fit(X)
    found = kernel_kmeans(X @ X.T, 3, init=start)
    np.testing.assert_array_equal(found.labels, peer.labels_)
    assert found.cost == pytest.approx(peer.inertia_)
    far = X - X.mean(axis=0) + 1e4  # products near 2e8 keep eight digits of the differences
    np.testing.assert_array_equal(kernel_kmeans(far @ far.T, 3, init=start).labels, peer.labels_)


def test_from_labels_an_empty_cluster_starts_anew():
    X, _ = groups(n=30)
    K = rbf_kernel(X)
    found = kernel_kmeans(K, 4, init=np.zeros(30, dtype=int))
    assert len(set(found.labels)) == 4
    assert found.cost < kernel_cost(K, np.zeros(30, dtype=int))
    same = kernel_kmeans(np.ones((4, 4)), 2, init=[0, 0, 0, 1])
    assert same.cost == 0


@pytest.mark.parametrize("init", [[0, 1], [0, 1, 3], [0, 1, -1], [0.5, 0, 1], "abc"])
def test_labels_to_start_from_are_checked(init):
    with pytest.raises(ValueError, match="init"):
        kernel_kmeans(np.eye(3), 3, init=init)
