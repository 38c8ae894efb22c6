"""Losses of fixed comparators against sums over all strings, pairs and classes."""

from itertools import product

import numpy as np
import pytest

from mlcompanion.datasets import make_chain_strings, make_graded_lists
from mlcompanion.online import InstanceRanker, MistakeScale, MulticlassDualAscent, StringLearner
from mlcompanion.online.bounds.mistakes import aggressive_bound
from mlcompanion.online.structured.comparators import (
    multiclass_comparator_losses,
    ranking_comparator_losses,
    string_comparator_losses,
)
from mlcompanion.sequences import ChainFeatures, hamming

CHAIN = ChainFeatures(3, 3)
STRINGS = make_chain_strings(12, 3, 5, noise=1.0, random_state=0)
ALL = np.array(list(product(range(3), repeat=5)))


def test_strings_are_searched_through_and_the_truth_is_among_them():
    rng = np.random.default_rng(0)
    U = rng.standard_normal((4, CHAIN.size)) * [[0.0], [0.1], [1.0], [5.0]]
    U[3] = 50 * (CHAIN.phi(STRINGS.data[0], STRINGS.target[0]))  # certain of the first string
    losses = string_comparator_losses(U, CHAIN, STRINGS.data, STRINGS.target)
    expected = np.zeros(4)
    for x, y in zip(STRINGS.data, STRINGS.target):
        features = np.array([CHAIN.phi(x, z) for z in ALL])
        cost = (y != ALL).sum(axis=1)
        for m, u in enumerate(U):
            raised = cost + features @ u - CHAIN.phi(x, y) @ u
            expected[m] += raised.max()  # 0 at least: ALL holds y
            hardest = CHAIN.loss_augmented(u, x, y)
            reached = hamming(y, hardest) + (CHAIN.phi(x, hardest) - CHAIN.phi(x, y)) @ u
            assert reached == pytest.approx(raised.max(), abs=1e-9)
    np.testing.assert_allclose(losses, expected, atol=1e-9)
    assert losses[0] == pytest.approx(5 * 12)  # without weights every place can be wrong
    assert np.array_equal(
        CHAIN.loss_augmented(U[3], STRINGS.data[0], STRINGS.target[0]), STRINGS.target[0]
    )


@pytest.mark.parametrize("kind", ["average", "max"])
def test_rankings_are_summed_over_pairs(kind):
    lists = make_graded_lists(8, 5, 4, random_state=1)
    U = np.random.default_rng(2).standard_normal((3, 4))
    expected = np.zeros(3)
    for X, y in zip(lists.data, lists.target):
        for m, u in enumerate(U):
            hinges = [max(0.0, y[i] - y[j] - u @ (X[i] - X[j]))
                      for i, j in product(range(5), repeat=2) if y[i] > y[j]]  # fmt: skip
            if hinges:
                expected[m] += np.mean(hinges) if kind == "average" else max(hinges)
    losses = ranking_comparator_losses(U, lists.data, lists.target, kind)
    np.testing.assert_allclose(losses, expected, atol=1e-12)


def test_many_classes_are_compared_with_the_strongest_rival():
    rng = np.random.default_rng(3)
    U = rng.standard_normal((4, 5, 3))
    X = rng.standard_normal((30, 3))
    labels = rng.integers(5, size=30)
    expected = [
        sum(max(max(0.0, 0.7 - (W[y] - W[r]) @ x) for r in range(5) if r != y)
            for x, y in zip(X, labels))
        for W in U
    ]  # fmt: skip
    np.testing.assert_allclose(multiclass_comparator_losses(U, X, labels, 0.7), expected)


def test_lists_of_different_lengths_are_refused():
    x = STRINGS.data
    y = STRINGS.target
    calls = [
        lambda: string_comparator_losses(np.zeros((1, CHAIN.size)), CHAIN, x, y[:-1]),
        lambda: StringLearner(CHAIN).partial_fit(x, y[:-1]),
        lambda: InstanceRanker(3).partial_fit([np.eye(3), np.eye(3)], [[1, 2, 3]]),
        lambda: ranking_comparator_losses(np.zeros((1, 3)), [np.eye(3)], [[1, 2, 3]] * 2),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="must have one length"):
            call()


def test_a_comparator_bounds_the_learner_of_its_room():
    rng = np.random.default_rng(4)
    centers = np.eye(3) * 2
    labels = rng.integers(3, size=200)
    X = centers[labels] + 0.3 * rng.standard_normal((200, 3))
    u = 0.5 * centers[None]
    U = 0.5 * (u**2).sum()
    longest = np.sqrt(2 * (X**2).sum(axis=1).max())
    model = MulticlassDualAscent(scale=MistakeScale(U), fit_intercept=False).fit(X, labels)
    loss = multiclass_comparator_losses(u, X, labels)
    assert model.n_mistakes_ <= aggressive_bound(loss, longest, U)[0]
