"""Complete orders as centres: against all linear extensions, plain loops and SciPy."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import norm, spearmanr

from mlcompanion.clustering.chains import (
    Chains,
    borda_order,
    make_chains,
    order_error,
    pair_counts,
    thurstone_order,
)
from mlcompanion.clustering.chains.central_orders import spearman_distances

D = make_chains(25, 6, (2, 5), 1, n_buckets=3, random_state=5).chains


def test_borda_counts_are_means_over_all_complete_orders():
    means = []
    for chain in D:
        places = [np.argsort(order) for order in permutations(range(6))]
        fits = [place for place in places if (np.diff(place[chain]) > 0).all()]
        means.append(np.mean(fits, axis=0))
    mean = np.mean(means, axis=0)
    found = mean[borda_order(D)]
    assert (np.diff(found) > -1e-12).all()


def test_thurstone_s_means_by_loops():
    C = pair_counts(D)
    mean = [
        np.mean([norm.ppf((C[u, v] + 0.5) / (C[u, v] + C[v, u] + 1)) for v in range(6)])
        for u in range(6)
    ]
    assert (np.diff(np.array(mean)[thurstone_order(D)]) < 1e-12).all()


def test_ties_go_by_number_whatever_the_number_of_chains():
    for copies in (1, 7, 1000):
        both = Chains([[0, 1, 2], [2, 1, 0]] * copies, 4)
        assert borda_order(both).tolist() == [0, 1, 2, 3]
        assert thurstone_order(both).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("center", ["ebc", "tmse"])
def test_the_error_is_one_minus_rho(center):
    order = borda_order(D) if center == "ebc" else thurstone_order(D)
    rank = np.argsort(order)
    want = [1 - spearmanr(np.arange(len(c)), rank[c]).statistic for c in D]
    found = spearman_distances(D.items, D.lengths, rank[None])[:, 0]
    np.testing.assert_allclose(found, want, atol=1e-12)
    assert order_error(D, np.zeros(len(D)), center) == pytest.approx(sum(want))
    halves = np.arange(len(D)) % 2
    parts = sum(order_error(D[halves == j], np.zeros((halves == j).sum()), center) for j in (0, 1))
    assert order_error(D, 3 * halves, center) == pytest.approx(parts)
