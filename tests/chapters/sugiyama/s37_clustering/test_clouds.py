"""Clouds, exact searches and the table of splits."""

import numpy as np
import pytest

from mlcompanion.clustering import kmeans_1d_exact
from mlcompanion_chapters.sugiyama.s37_clustering import clouds


def test_the_clouds_are_the_listing_s():
    X, cloud = clouds.three_clouds(30_000, random_state=0)
    means = [X[cloud == k].mean(axis=0) for k in range(3)]
    np.testing.assert_allclose(means, [[-2, 0], [0, 4], [2, 0]], atol=0.05)
    assert X[cloud == 1].std(axis=0) == pytest.approx(1, abs=0.02)


def test_k_means_is_nearly_as_good_as_the_known_centres():
    err, base, sweeps = clouds.cloud_errors(6)
    assert np.median(err - base) < 0.02
    assert sweeps.max() < 100


def test_the_table_of_splits_finds_the_optimum_and_counts():
    x = np.random.default_rng(0).normal(size=60)
    cost, asked = clouds.best_splits(x, 4)
    assert cost == pytest.approx(kmeans_1d_exact(x, 4)[1])
    assert asked == 4 * 60 * 61 // 2
    assert clouds.interval_costs([10, 20], 1) == [55, 210]


def test_exact_searches_agree():
    found = clouds.exact_on_a_line(10)
    assert found["gap"] < 1e-9
    runs = clouds.exact_search_runs(5)
    assert runs["groupings"] == 2047
    assert runs["hits1"] <= runs["hits20"] <= 5
