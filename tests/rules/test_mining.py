"""Apriori and Eclat against the definition, and where counts meet the threshold."""

import numpy as np
import pytest
from scipy import sparse

from mlcompanion.datasets import make_baskets
from mlcompanion.rules import (
    Transactions,
    apriori,
    association_rules,
    eclat,
    eclat_branches,
    improvement,
    least_count,
)
from mlcompanion_chapters.jmlr12.j27_arules.definitions import (
    itemsets_by_definition,
    rules_by_definition,
)


def database(seed, most=150):
    """A random one, with an item that is always there and one that never is."""
    rng = np.random.default_rng(seed)
    shape = rng.integers(5, most), rng.integers(5, 9)
    X = rng.random(shape) < rng.random(shape[1])
    X[:, 0] = True
    X[:, 1] = False
    X[seed % len(X)] = False
    baskets = Transactions(X)
    return baskets, [{baskets.items[j] for j in np.flatnonzero(row)} for row in X]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("support", [0.05, 0.1, 0.3])
def test_both_find_the_sets_of_the_definition(seed, support):
    baskets, sets = database(seed)
    want = itemsets_by_definition(sets, baskets.items, least_count(support, len(sets)))
    level_by_level = apriori(baskets, support)
    depth_first = eclat(baskets, support)
    assert level_by_level.counts() == want
    assert depth_first.counts() == want
    assert (level_by_level.members != depth_first.members).nnz == 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("confidence", [0.0, 0.5, 0.8, 1.0])
def test_rules_are_those_of_the_definition(seed, confidence):
    baskets, sets = database(seed)
    itemsets = apriori(baskets, 0.1)
    m = len(sets)
    rules = association_rules(itemsets, confidence)
    want = rules_by_definition(itemsets.counts(), m, lambda c, x: c >= confidence * x - 1e-9)
    names = ("count", "lhs_count", "rhs_count")
    numbers = zip(*(rules.quality[name].tolist() for name in names))
    found = {(frozenset(x), *y): counts for (x, y), counts in zip(rules.pairs(), numbers)}
    assert found == want
    c, x, y = (rules.quality[name] for name in names)
    np.testing.assert_allclose(rules.quality["lift"], m * c / (x * y), rtol=1e-12)


def test_improvement_is_that_over_all_smaller_left_sides():
    baskets, sets = database(3)
    itemsets = eclat(baskets, 0.05)
    counts = {**itemsets.counts(), frozenset(): len(sets)}
    rules = association_rules(itemsets, 0.2)
    for (left, (y,)), gain in zip(rules.pairs(), improvement(rules, itemsets)):
        own = counts[frozenset((*left, y))] / counts[frozenset(left)]
        general = [s for s in counts if s < set(left)]
        best = max((counts[s | {y}] / counts[s] for s in general), default=0.0)
        assert gain == pytest.approx(own - best, abs=1e-12)


@pytest.mark.parametrize(("share", "total", "least"),
                         [(0.1, 30, 3), (0.07, 100, 7), (0.001, 9835, 10), (0.0, 9, 1), (1.0, 9, 9),
                          (1 / 3, 3, 1), (0.29, 100, 29), (10 / 9835, 9835, 10)])  # fmt: skip
def test_thresholds_are_whole_counts(share, total, least):
    assert least_count(share, total) == least


def test_every_share_that_occurs_is_its_own_threshold():
    totals = [7, 30, 9835, 123_457, 10**6]
    assert all(least_count(c / m, m) == c for m in totals for c in (1, 2, 3, m // 3, m - 1, m))


def test_a_set_at_the_threshold_is_frequent():
    baskets = Transactions.from_lists([["a", "b"]] * 3 + [["a"]] * 27)
    assert frozenset("ab") in eclat(baskets, 0.1).counts()
    assert frozenset("ab") not in eclat(baskets, 0.1001).counts()


@pytest.mark.parametrize("m", [1, 63, 64, 65, 128, 129])
def test_words_end_where_the_baskets_end(m):
    baskets = Transactions(np.ones((m, 3), dtype=bool))
    assert set(eclat(baskets, 1.0).quality["count"]) == {m}
    assert len(apriori(baskets, 1.0)) == 7


@pytest.mark.parametrize("mine", [apriori, eclat])
def test_longest_sets(mine):
    baskets, _ = database(2)
    whole = mine(baskets, 0.05)
    for most in (1, 2, 3):
        cut = mine(baskets, 0.05, max_len=most)
        assert cut.counts() == {s: c for s, c in whole.counts().items() if len(s) <= most}


@pytest.mark.parametrize("mine", [apriori, eclat])
def test_nothing_frequent(mine):
    baskets = Transactions(np.eye(4, dtype=bool))
    assert len(mine(baskets, 0.5)) == 0
    assert len(association_rules(mine(baskets, 0.5), 0.0)) == 0
    assert len(mine(Transactions(np.zeros((3, 2))), 0.0)) == 0


def test_branches_shrink_and_count_no_more_than_their_parents():
    made = make_baskets(2000, 40, random_state=0)
    seen = {}
    for branch in eclat_branches(Transactions(made.data), 0.005):
        if branch.prefix:
            parent = seen[branch.prefix[:-1]]
            assert branch.words.shape[1] <= parent.words.shape[1]
            of_parent = dict(zip(parent.tried.tolist(), parent.counts.tolist()))
            assert all(c <= of_parent[i] for i, c in zip(branch.tried.tolist(), branch.counts))
            assert branch.words.shape[1] <= of_parent[branch.prefix[-1]]
        seen[branch.prefix] = branch


def test_pruning_saves_counting():
    baskets, _ = database(5)
    found = apriori(baskets, 0.3)
    assert len(found) <= found.n_counted < 2**baskets.n_items - 1


def test_parts_must_be_there():
    baskets, _ = database(1)
    itemsets = eclat(baskets, 0.2)
    with pytest.raises(ValueError, match="every part"):
        association_rules(itemsets.take(itemsets.lengths() > 1))
    shuffled = itemsets.take(np.random.default_rng(0).permutation(len(itemsets)))
    first, second = (association_rules(s, 0.5).sort("lift") for s in (itemsets, shuffled))
    assert sorted(first.pairs()) == sorted(second.pairs())


def test_large_counts():
    """A million baskets: counts and measures are whole numbers and their ratios."""
    rng = np.random.default_rng(0)
    columns = [np.flatnonzero(rng.random(10**6) < share) for share in (0.4, 0.3, 1e-5)]
    ends = np.cumsum([0, *map(len, columns)])
    ones = np.ones(ends[-1], dtype=bool)
    X = sparse.csc_array((ones, np.concatenate(columns), ends), shape=(10**6, 3))
    found = eclat(Transactions(X), 2e-6)
    both = len(np.intersect1d(*columns[:2]))
    assert found.counts()[frozenset(["i0", "i1"])] == both
    rules = association_rules(found, 0.0).subset(["i0"], ["i1"])
    assert rules.take(rules.lengths() == 2).quality["lift"][0] == pytest.approx(
        both * 10**6 / (len(columns[0]) * len(columns[1])), rel=1e-12
    )
