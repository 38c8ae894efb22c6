"""Chains as vectors: against all linear extensions, and the graphs' definition."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from mlcompanion.clustering.chains import (
    Chains,
    agreement_graph,
    extension_factor,
    hypersphere_map,
    make_chains,
)


@pytest.mark.parametrize(("m", "length"), [(3, 2), (5, 2), (5, 4), (6, 3), (6, 6)])
def test_the_vector_points_to_the_mean_of_all_complete_orders(m, length):
    chain = np.random.default_rng(m).permutation(m)[:length]
    total = np.zeros(m, dtype=int)
    number = 0
    for order in permutations(range(m)):
        place = np.argsort(order)
        if (np.diff(place[chain]) > 0).all():
            total += 2 * (place + 1) - (m + 1)
            number += 1
    f = 2 * hypersphere_map(Chains([chain], m), normalize=False)[0]
    factor = extension_factor(m, length)
    assert [Fraction(int(t), number) for t in total] == [factor * Fraction(int(x)) for x in f]


def test_on_the_sphere_the_reverse_is_opposite():
    D = make_chains(50, 12, (2, 9), 2, n_buckets=4, random_state=0).chains
    points = hypersphere_map(D)
    np.testing.assert_allclose(np.linalg.norm(points, axis=1), 1)
    reverse = Chains([chain[::-1] for chain in D], 12)
    np.testing.assert_allclose(hypersphere_map(reverse), -points)


def relation(a, b):
    """1, -1 or 0 by the definition: pairs that both order."""
    first = set(combinations(a.tolist(), 2))
    second = set(combinations(b.tolist(), 2))
    agree = bool(first & second)
    disagree = bool(first & {(v, u) for u, v in second})
    return int(agree) - int(disagree)


def test_the_graph_is_that_of_the_definition():
    D = make_chains(80, 9, (2, 6), 2, n_buckets=9, random_state=4).chains
    want = [[relation(a, b) for b in D] for a in D]
    np.testing.assert_array_equal(agreement_graph(D), want)
    assert {-1, 0, 1} == set(np.unique(want))
