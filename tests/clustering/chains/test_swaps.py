"""The walk by swaps: what it keeps, what it can reach, and that it is uniform there."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import chisquare

from mlcompanion.clustering.chains import (
    Chains,
    SwapPairs,
    exchangeable_chains,
    make_chains,
    mean_shift,
    pair_counts,
    valid_swaps,
)

SMALL = ([0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [0, 2, 1])


def neighbours(chains):
    """All swaps, straight from Definition 7 on lists."""
    for a, first in enumerate(chains):
        for b, second in enumerate(chains):
            for i, j in product(range(len(first) - 1), range(len(second) - 1)):
                u, v = first[i], first[i + 1]
                if u < v and (second[j], second[j + 1]) == (v, u):
                    made = [list(chain) for chain in chains]
                    made[a][i : i + 2] = v, u
                    made[b][j : j + 2] = u, v
                    yield tuple(map(tuple, made))


def reachable(chains):
    """Every collection that swaps lead to, with its number of swaps."""
    start = tuple(map(tuple, chains))
    found, open_ = {}, [start]
    while open_:
        state = open_.pop()
        if state not in found:
            around = list(neighbours(state))
            found[state] = len(around)
            open_ += around
    return found


def test_the_source_s_example_has_two_swaps():
    D = Chains([[1, 2, 3, 4, 5], [7, 8, 4, 3, 6], [3, 2, 6, 4, 1]])
    assert valid_swaps(D).tolist() == [[0, 1, 2, 2], [0, 2, 1, 0]]
    assert SwapPairs(D).n_swaps == 2


def test_each_step_keeps_what_must_be_kept():
    D = make_chains(60, 9, (2, 6), 2, n_buckets=5, random_state=0).chains
    walk = SwapPairs(D, random_state=1)
    counts = pair_counts(D)
    for _ in range(300):
        now = walk.run(1).chains
        np.testing.assert_array_equal(pair_counts(now), counts)
        np.testing.assert_array_equal(np.sort(now.items, axis=1), np.sort(D.items, axis=1))
        assert walk.n_swaps == len(valid_swaps(now))
    assert walk.n_steps == 300
    assert 200 < walk.n_kept <= 300
    assert mean_shift(D, walk.chains) > 0.5


def test_the_lists_and_the_tree_stay_right():
    D = make_chains(80, 7, (2, 7), 2, n_buckets=7, random_state=3).chains
    walk = SwapPairs(D, random_state=0).run(5000)
    fresh = SwapPairs(walk.chains)
    for name in ("size", "tree", "total", "items"):
        ours, theirs = (getattr(w._state, name) for w in (walk, fresh))
        np.testing.assert_array_equal(ours, theirs)


@pytest.fixture(scope="module")
def visits():
    """Numbers of visits of 243 collections, with and without the rule."""
    states = reachable(SMALL)
    made = {}
    for corrected in (True, False):
        walk = SwapPairs(Chains(SMALL), corrected=corrected, random_state=7)
        seen = walk.record(20_000, every=25)
        made[corrected] = Counter(
            tuple(tuple(chain[chain >= 0].tolist()) for chain in items) for items in seen
        )
    return states, made


def test_all_reachable_collections_are_visited_equally_often(visits):
    states, made = visits
    assert len(states) == 243
    assert {min(states.values()), max(states.values())} == {2, 6}
    assert set(made[True]) == set(states)
    assert chisquare([made[True][s] for s in states]).pvalue > 0.001


def test_without_the_rule_visits_follow_the_number_of_swaps(visits):
    states, made = visits
    often = np.array([made[False][s] for s in states])
    degree = np.array(list(states.values()))
    assert chisquare(often).pvalue < 1e-6
    assert chisquare(often, degree * often.sum() / degree.sum()).pvalue > 0.001


def test_a_class_that_swaps_cannot_cross():
    D = Chains([[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]])
    walk = SwapPairs(D, random_state=0)
    assert walk.n_swaps == 0
    np.testing.assert_array_equal(walk.run(100).chains.items, D.items)
    assert walk.n_kept == 0
    others = 0
    for made in product(*(permutations(chain.tolist()) for chain in D)):
        others += np.array_equal(pair_counts(Chains(made)), pair_counts(D))
    assert others == 6


def test_seeds_decide_and_blocks_do_not():
    D = make_chains(50, 8, 5, 2, n_buckets=8, random_state=0).chains
    once = SwapPairs(D, random_state=0).run(3000).chains
    again = SwapPairs(D, random_state=0).run(1000).run(2000).chains
    np.testing.assert_array_equal(once.items, again.items)


def test_a_record_is_the_walk_itself():
    D = make_chains(20, 8, (3, 5), 2, n_buckets=8, random_state=0).chains
    recorded = SwapPairs(D, random_state=0)
    seen = recorded.record(5, every=40)
    walk = SwapPairs(D, random_state=0)
    for items in seen:
        np.testing.assert_array_equal(walk.run(40).chains.items, items)
    assert (recorded.n_steps, recorded.n_kept) == (walk.n_steps, walk.n_kept)


def test_copies_are_drawn_from_one_place():
    D = make_chains(50, 8, 5, 2, n_buckets=8, random_state=0).chains
    copies = list(exchangeable_chains(D, 3, 2000, random_state=0))
    assert len(copies) == 3
    for copy in copies:
        np.testing.assert_array_equal(pair_counts(copy), pair_counts(D))
        assert mean_shift(D, copy) > 1
    with pytest.raises(ValueError, match="n_samples"):
        exchangeable_chains(D, 0, 10)
