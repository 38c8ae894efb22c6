"""Partial rankings: what is refused, and what a collection hands out."""

import numpy as np
import pytest
from scipy.stats import rankdata

from mlcompanion.clustering.chains import Chains


@pytest.mark.parametrize(
    ("sequences", "n_items", "words"),
    [
        ([[0, 1], [2, 3, 2]], None, "chain 1 repeats item 2"),
        ([[0, 1], [3]], None, "chain 1 has 1"),
        ([[0, 1], []], None, "sequences"),
        ([[0, 1], [2, 5]], 5, "items from 0 to 4 for n_items=5, got 5"),
        ([[0, 1], [-2, 1]], None, r"sequences\[1\]"),
        ([[0, 1.5]], None, "1.5"),
        ([[0], [1]], None, "at least 2 items"),
        (np.array([[0, -1, 1]]), None, "-1 behind"),
        (np.array([[0, 1], [-1, -1]]), None, "chain 1 has 0"),
        (np.array([[0, -3]]), None, "sequences"),
        ([], None, "sequences"),
        ([[0, 1]], 1, "n_items"),
        (np.array([[[0, 1]]]), None, "dimension"),
    ],
)
def test_bad_chains_are_refused_by_name(sequences, n_items, words):
    with pytest.raises(ValueError, match=words):
        Chains(sequences, n_items)


def test_text_and_numbers_are_no_chains():
    for value in ("abc", 3.5):
        with pytest.raises(TypeError, match="sequences"):
            Chains(value)


def test_lists_and_matrices_give_the_same():
    lists = Chains([[4, 1], [0, 2, 3]], 7)
    matrix = Chains(np.array([[4, 1, -1, -1], [0, 2, 3, -1]]), 7)
    np.testing.assert_array_equal(lists.items, matrix.items)
    assert lists.items.shape == (2, 3)
    assert lists.n_items == matrix.n_items == 7
    assert lists.lengths.tolist() == [2, 3]


def test_it_cannot_be_written_to_and_keeps_no_argument():
    given = np.array([[0, 1], [2, 0]])
    D = Chains(given)
    given[0, 0] = 2
    assert D[0].tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        D.items[0, 0] = 2
    D[0][0] = 5
    assert D[0].tolist() == [0, 1]


def test_parts_of_a_collection():
    D = Chains([[0, 1], [2, 3, 4], [1, 4]])
    assert [chain.tolist() for chain in D] == [[0, 1], [2, 3, 4], [1, 4]]
    assert D[-1].tolist() == [1, 4]
    assert len(D[1:]) == 2
    assert D[np.array([True, False, True])].n_items == 5
    assert D[[2, 0]][0].tolist() == [1, 4]
    with pytest.raises(ValueError, match="which"):
        D[3:]


def test_scores_become_ranks_in_any_unit():
    S = np.random.default_rng(0).normal(size=(40, 6))
    S[np.random.default_rng(1).random(S.shape) < 0.4] = np.nan
    S[:, :2] = np.random.default_rng(2).normal(size=(40, 2))
    D = Chains.from_scores(S)
    for row, chain in zip(S, D):
        ranks = rankdata(-row, nan_policy="omit")
        np.testing.assert_array_equal(ranks[chain], np.arange(1, len(chain) + 1))
        assert len(chain) == np.isfinite(row).sum()
    for moved in (1e6 + 1e6 * S, 1e-6 * S, np.exp(S)):
        np.testing.assert_array_equal(Chains.from_scores(moved).items, D.items)
    up = Chains.from_scores(S, descending=False)
    assert all(np.array_equal(a, b[::-1]) for a, b in zip(up, D))


def test_equal_scores_go_by_column_or_by_chance():
    S = np.zeros((2000, 3))
    assert (Chains.from_scores(S).items == [0, 1, 2]).all()
    drawn = Chains.from_scores(S, random_state=0).items
    first = np.bincount(drawn[:, 0], minlength=3)
    assert (abs(first - 2000 / 3) < 4 * np.sqrt(2000 * 2 / 9)).all()


@pytest.mark.parametrize("bad", [[[1, np.inf]], [[1, np.nan]], [[1.0]], [1.0, 2.0], [["a", "b"]]])
def test_scores_that_rank_nothing_are_refused(bad):
    with pytest.raises(ValueError, match="scores"):
        Chains.from_scores(bad)


def test_reordered_asks_for_the_same_items():
    D = Chains([[0, 1, 2], [3, 1]])
    assert D.reordered([[2, 0, 1], [1, 3, -1]])[1].tolist() == [1, 3]
    for bad in ([[0, 1, 3], [3, 1, -1]], [[0, 1, 2], [3, -1, 1]], [[0, 1, 2]]):
        with pytest.raises(ValueError, match="items"):
            D.reordered(bad)
