"""What information rewards, and moves of single points."""

import numpy as np
import pytest

from mlcompanion.clustering import kmeans_exhaustive
from mlcompanion_chapters.sugiyama.s37_clustering import rewards


def test_the_densest_points_are_those_of_the_dense_half():
    rng = np.random.default_rng(0)
    X = np.r_[rng.normal(size=(40, 2)), 20 + 5 * rng.normal(size=(60, 2))]
    assert rewards.densest(X, 0.2)[:40].sum() >= 18


def test_formula_and_definition():
    found = rewards.rewarded_density(1)
    assert found["formula"] == pytest.approx(found["direct"], rel=1e-4)
    assert rewards.exact_of_two(0.5, (2.0, 4.0)) == pytest.approx(3.0)


def test_moves_of_single_points_end_no_higher():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(10, 2))
    best = kmeans_exhaustive(X, 3).cost
    ends = []
    for _ in range(30):
        start = np.r_[0, 1, 2, rng.integers(3, size=7)]
        before = sum(((X[start == j] - X[start == j].mean(axis=0)) ** 2).sum() for j in range(3))
        labels, cost = rewards.single_moves(X, start)
        exact = sum(((X[labels == j] - X[labels == j].mean(axis=0)) ** 2).sum() for j in range(3))
        assert best * (1 - 1e-9) <= cost <= before
        assert cost == pytest.approx(exact)
        ends.append(cost)
    assert min(ends) == pytest.approx(best)
