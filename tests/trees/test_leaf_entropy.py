"""Entropy drops against sums typed afresh, the corrected bound, and the ideal tree by hand."""

import numpy as np
import pytest

from mlcompanion.trees import (
    boosting_splits,
    entropy_drop,
    entropy_drop_bound,
    gini_drop,
    greedy_entropies,
    right_share,
    split_objective,
    two_label_drop,
)

RNG = np.random.default_rng(1)


def entropy(shares):
    shares = np.asarray(shares)[np.asarray(shares) > 0]
    return -float(np.sum(shares * np.log(shares)))


def test_drops_are_the_printed_differences():
    for _ in range(100):
        k = RNG.integers(2, 7)
        pi, P = RNG.dirichlet(np.ones(k)), RNG.random(k)
        p = pi @ P
        right, left = pi * P / p, pi * (1 - P) / (1 - p)
        want = entropy(pi) - p * entropy(right) - (1 - p) * entropy(left)
        assert entropy_drop(pi, P, 0.3) == pytest.approx(0.3 * want, abs=1e-14)
        want = p * np.sum(right**2) + (1 - p) * np.sum(left**2) - np.sum(pi**2)
        assert gini_drop(pi, P, 0.3) == pytest.approx(0.3 * want, abs=1e-14)


def test_a_split_of_nothing_drops_nothing():
    for P in ([0, 0], [1, 1], [0.3, 0.3]):
        for drop in (entropy_drop, gini_drop, entropy_drop_bound):
            assert drop([0.5, 0.5], P) == pytest.approx(0, abs=1e-15)


def test_the_corrected_bound_holds_and_the_printed_one_does_not():
    pi = RNG.dirichlet(np.ones(5), size=3000)
    P = RNG.random((3000, 5))
    drop, bound = entropy_drop(pi, P), entropy_drop_bound(pi, P)
    assert (drop >= bound - 1e-12).all()
    assert (drop < 2 * bound - 1e-12).mean() > 0.5
    p = right_share(pi, P)
    np.testing.assert_allclose(bound, split_objective(pi, P) ** 2 / (8 * p * (1 - p)))


def test_two_labels_are_the_drop_of_the_split_that_they_describe():
    pi_1, p, gamma = 0.3, 0.45, 0.2
    right = pi_1 + gamma * pi_1 * (1 - pi_1) / p
    P = np.array([right * p / pi_1, (1 - right) * p / (1 - pi_1)])
    want = entropy_drop([pi_1, 1 - pi_1], P)
    assert two_label_drop(pi_1, p, gamma) == pytest.approx(want, abs=1e-14)
    assert np.isnan(two_label_drop(0.5, 0.01, 0.9))
    assert two_label_drop([0.2, 0.4], [[0.3], [0.6]], 0.1).shape == (2, 2)


def test_numbers_of_splits():
    assert boosting_splits(0.9, 0.5, 64, printed=True) == pytest.approx(0.9 ** (-4 * np.log(64)))
    want = (np.log(4) / 0.9) ** (np.log(4) / 0.25)
    assert boosting_splits(0.9, 0.5, 4) == pytest.approx(want)
    assert boosting_splits(1, 0.25, 2) == 1  # the first entropy is below 1 already
    assert boosting_splits(1e-3, 0.01, 1000) == np.inf


def test_the_ideal_tree_over_equal_labels():
    G = greedy_entropies(np.full(8, 1 / 8), 20)
    # 1 leaf of 8, 2 of 4, 4 of 2, 8 of 1: an entry a split, then nothing is left
    want = [np.log(8), np.log(4), 1.5 * np.log(2), np.log(2), 0.75 * np.log(2)]
    np.testing.assert_allclose(G[:5], want)
    assert len(G) == 8
    assert G[-1] == pytest.approx(0, abs=1e-12)


def test_the_heaviest_leaf_may_be_pure():
    pi = np.append(0.52, np.full(4, 0.12))
    assert len(greedy_entropies(pi, 10)) == 2
    assert greedy_entropies(pi, 10, "entropy")[-1] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: entropy_drop([1.0], [0.5], -1), "w must be"),
        (lambda: two_label_drop([0.1, 0.2], [0.3, 0.4, 0.5], 0.1), "pi_1 and p"),
        (lambda: boosting_splits(0.5, 0.6, 4), "gamma must be"),
        (lambda: boosting_splits(0, 0.5, 4), "epsilon must be"),
        (lambda: greedy_entropies([0.5, 0.5], 3, "size"), "rule must be"),
    ],
)
def test_bad_input_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
