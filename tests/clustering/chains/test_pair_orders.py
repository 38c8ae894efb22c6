"""Tables of pairs as centres: against the definition, a grid, and SciPy's Kendall tau."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import kendalltau

from mlcompanion.clustering.chains import (
    chain_error,
    make_chains,
    nearest_order,
    pair_counts,
    probabilistic_order,
)


def distance(chain, X):
    """The distance from the text: what is violated, squared."""
    return sum(X[v, u] ** 2 for u, v in combinations(chain.tolist(), 2))


def counted(chains):
    C = np.zeros((chains.n_items,) * 2, dtype=int)
    for chain in chains:
        for u, v in combinations(chain.tolist(), 2):
            C[u, v] += 1
    return C


D = make_chains(60, 8, (2, 6), 3, n_buckets=4, random_state=1).chains


def test_pairs_at_any_distance_count():
    np.testing.assert_array_equal(pair_counts(D), counted(D))


def test_the_centre_is_the_best_order_relation():
    C = pair_counts(D)
    X = probabilistic_order(C)
    np.testing.assert_allclose(X + X.T, 1)
    for u, v in combinations(range(8), 2):
        best = minimize_scalar(
            lambda x, a=C[u, v], b=C[v, u]: a * (1 - x) ** 2 + b * x**2, (0, 1)
        ).x
        assert X[u, v] == pytest.approx(best, abs=1e-6)
    assert (probabilistic_order(np.zeros((2, 3, 3))) == 0.5).all()
    with pytest.raises(ValueError, match="counts"):
        probabilistic_order(np.zeros((2, 3)))


def test_distances_are_those_of_the_definition():
    X = np.random.default_rng(0).random((5, 8, 8))
    labels, found = nearest_order(D, X)
    want = np.array([[distance(chain, centre) for centre in X] for chain in D])
    np.testing.assert_array_equal(labels, want.argmin(axis=1))
    np.testing.assert_allclose(found, want.min(axis=1))


def test_with_a_complete_order_it_is_kendall_s_tau():
    rng = np.random.default_rng(3)
    rank = rng.permutation(8)
    X = (rank[:, None] < rank).astype(float)
    found = nearest_order(D, X[None])[1]
    for chain, d in zip(D, found):
        pairs = len(chain) * (len(chain) - 1) / 2
        tau = kendalltau(np.arange(len(chain)), rank[chain]).statistic
        assert d == pytest.approx(pairs * (1 - tau) / 2)


def test_the_error_sums_over_clusters_whatever_their_numbers():
    labels = np.random.default_rng(2).integers(3, size=len(D))
    want = 0.0
    for j in range(3):
        part = D[labels == j]
        X = probabilistic_order(counted(part))
        want += sum(distance(chain, X) for chain in part)
    assert chain_error(D, labels) == pytest.approx(want)
    assert chain_error(D, 5 * labels + 2) == pytest.approx(want)
    assert chain_error(D, np.arange(len(D))) == 0
