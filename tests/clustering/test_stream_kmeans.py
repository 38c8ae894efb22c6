"""Stream clusterers: sequential k-means against its definition, doubling against its guarantee."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cluster import MiniBatchKMeans
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.clustering import (
    DoublingKCenter,
    OnlineClusteringWithExperts,
    SequentialKMeans,
    sequential_kmeans,
    stream_kmeans,
)

few = settings(max_examples=25, deadline=None)


@parametrize_with_checks(
    [
        SequentialKMeans(3),
        DoublingKCenter(3),
        OnlineClusteringWithExperts(3, window=20, random_state=0),
        OnlineClusteringWithExperts(3, window=20, variant="learn_alpha", random_state=0),
    ]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def test_sequential_kmeans_is_minibatch_with_batches_of_one():
    X = np.random.default_rng(0).normal(size=(400, 3))
    peer = MiniBatchKMeans(6, init=X[:6], n_init=1, reassignment_ratio=0, batch_size=1)
    peer.partial_fit(X[:6])
    for x in X[6:]:
        peer.partial_fit(x[None])
    ours = SequentialKMeans(6).fit(X)
    np.testing.assert_allclose(ours.cluster_centers_, peer.cluster_centers_, atol=1e-10)
    np.testing.assert_allclose(sequential_kmeans(X, 6), ours.cluster_centers_, atol=0)
    assert ours.counts_.sum() == 400


@few
@given(seed=st.integers(0, 999), k=st.integers(1, 6), cut=st.integers(1, 59))
@pytest.mark.parametrize("kind", [SequentialKMeans, DoublingKCenter])
def test_a_stream_in_pieces_is_the_same_stream(kind, seed, k, cut):
    X = np.random.default_rng(seed).normal(size=(60, 2)).round(1)
    whole = kind(k).fit(X)
    pieces = kind(k).partial_fit(X[:cut]).partial_fit(X[cut:])
    np.testing.assert_array_equal(whole.cluster_centers_, pieces.cluster_centers_)


@few
@given(seed=st.integers(0, 999), k=st.integers(1, 4))
def test_doubling_is_within_eight_of_the_best_k_centre(seed, k):
    X = np.random.default_rng(seed).normal(size=(14, 2)) ** 3
    gaps = np.linalg.norm(X[:, None] - X[None], axis=2)
    # Centres restricted to data points cost at most twice the optimum: the test is that of 16.
    best = min(gaps[:, list(c)].min(axis=1).max() for c in combinations(range(14), k))
    model = DoublingKCenter(k).fit(X)
    reach = np.linalg.norm(X[:, None] - model.cluster_centers_, axis=2).min(axis=1).max()
    assert len(model.cluster_centers_) <= k
    assert reach <= 2 * model.radius_ + 1e-12
    assert reach <= 8 * best + 1e-12


def test_doubling_step_by_step_on_a_line():
    model = DoublingKCenter(2).partial_fit([[0.0], [1.0]])
    assert model.radius_ == 1
    model.partial_fit([[2.5]])  # nearest centre at 1.5 <= 2 r: not a centre
    np.testing.assert_array_equal(model.cluster_centers_.ravel(), [0, 1])
    model.partial_fit([[10.0]])  # three centres; 0 and 1 are within 2 r, so 1 leaves, r doubles
    np.testing.assert_array_equal(model.cluster_centers_.ravel(), [0, 10])
    assert model.radius_ == 2


def test_doubling_ignores_repeated_points():
    model = DoublingKCenter(3).fit(np.ones((10, 2)))
    assert model.cluster_centers_.shape == (1, 2)
    assert model.radius_ == 0


@pytest.mark.parametrize("kind", [SequentialKMeans, DoublingKCenter])
def test_single_rows_skip_the_long_checks_and_bad_ones_do_not(kind, monkeypatch):
    X = np.random.default_rng(0).normal(size=(60, 3))
    whole = kind(4).fit(X)
    model = kind(4).partial_fit(X[:1])

    def refused(*_, **__):
        raise AssertionError("a plain row took the long way")

    monkeypatch.setattr(stream_kmeans, "validate_data", refused)
    for x in X[1:]:
        model.partial_fit(x[None])
    monkeypatch.undo()
    np.testing.assert_array_equal(model.cluster_centers_, whole.cluster_centers_)
    for row in ([[np.nan, 0, 0]], [[np.inf, 0, 0]], [[0.0, 0.0]], [0.0, 0.0, 0.0]):
        with pytest.raises(ValueError, match=r"NaN|infinity|features|2D"):
            model.partial_fit(np.array(row))


@pytest.mark.parametrize("kind", [SequentialKMeans, DoublingKCenter])
def test_bad_input_is_named(kind):
    with pytest.raises(ValueError, match="n_clusters"):
        kind(0).fit([[1.0], [2.0]])
    with pytest.raises(ValueError, match="NaN"):
        kind(1).fit([[1.0], [np.nan]])
    with pytest.raises(ValueError, match="features"):
        kind(1).fit([[1.0], [2.0]]).partial_fit([[1.0, 2.0]])
    with pytest.raises(ValueError, match="n_clusters"):
        sequential_kmeans([[1.0]], 0)
