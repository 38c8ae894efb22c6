"""The objective against lists of single examples, its bounds against random and extreme splits."""

import numpy as np
import pytest

from mlcompanion.trees import (
    balance_bounds,
    best_label_partition,
    mixed_share,
    mixed_share_bound,
    relaxed_split_objective,
    right_share,
    split_objective,
    split_objective_counts,
)

RNG = np.random.default_rng(0)


def random_splits(n, k):
    pi = RNG.dirichlet(np.full(k, 0.5), size=n)
    return pi, RNG.beta(0.4, 0.4, size=(n, k))


def by_examples(k_t, k_r):
    """The printed sum over examples, from a list of single ones."""
    examples = [i for i, count in enumerate(k_t) for _ in range(count)]
    n_t, n_r = len(examples), sum(k_r)
    return 2 * sum(n_r / k_t[i] * abs(k_t[i] / n_t - k_r[i] / n_r) for i in examples)


def test_counts_are_the_sum_over_examples_and_n_times_the_shares():
    for _ in range(50):
        k_t = RNG.integers(1, 9, size=RNG.integers(2, 6))
        k_r = RNG.integers(0, k_t + 1)
        if k_r.sum() == 0:
            k_r[0] = 1
        want = by_examples(k_t.tolist(), k_r.tolist())
        assert split_objective_counts(k_t, k_r) == pytest.approx(want, abs=1e-12)
        shares = split_objective(k_t / k_t.sum(), k_r / k_t)
        assert k_t.sum() * shares == pytest.approx(want, abs=1e-12)


def test_counts_do_without_labels_and_without_examples_on_the_right():
    assert split_objective_counts([2, 0, 2], [2, 0, 0]) == 4
    assert split_objective_counts([2, 3], [0, 0]) == 0


def test_the_blobs_of_the_square():
    pi = np.full(4, 0.25)
    assert split_objective(pi, [0, 0, 1, 1]) == 1
    assert split_objective(pi, [0, 0.5, 0.5, 1]) == 0.5
    assert split_objective(pi, [0, 0, 0, 1]) == 0.75


@pytest.mark.parametrize("k", [2, 5, 30])
def test_bounds_hold(k):
    pi, P = random_splits(2000, k)
    J, p, mixed = split_objective(pi, P), right_share(pi, P), mixed_share(pi, P)
    low, high = balance_bounds(np.minimum(J, 1))
    assert (low <= p + 1e-12).all()
    assert (p <= high + 1e-12).all()
    assert (mixed <= mixed_share_bound(np.minimum(J, 1), p) + 1e-12).all()


def test_bounds_are_attained():
    whole = RNG.random((200, 6)) < 0.5
    whole[:, 0], whole[:, 1] = True, False
    pi = RNG.dirichlet(np.ones(6), size=200)
    p = right_share(pi, whole)
    np.testing.assert_allclose(split_objective(pi, whole), 4 * p * (1 - p), atol=1e-12)
    P = np.array([0.9, 0.1])
    assert mixed_share([0.5, 0.5], P) == pytest.approx(mixed_share_bound(0.8, 0.5), abs=1e-12)


def test_balance_bounds_keep_small_digits():
    low, _ = balance_bounds(1e-20)
    assert low == pytest.approx(2.5e-21, rel=1e-12)


def test_single_precision_shares_are_shares():
    pi = RNG.dirichlet(np.ones(50)).astype(np.float32)
    assert split_objective(pi, np.ones(50)) == pytest.approx(0, abs=1e-12)


def test_the_relaxed_objective_is_twice_the_plain_one_for_whole_margins():
    labels = RNG.integers(5, size=300)
    side = RNG.random(300) < 0.2 + 0.15 * labels
    k_t = np.bincount(labels, minlength=5)
    k_r = np.bincount(labels[side], minlength=5)
    want = 2 * split_objective(k_t / 300, k_r / k_t)
    assert relaxed_split_objective(np.where(side, 7.0, -3.0), labels) == pytest.approx(want)
    assert relaxed_split_objective([-1, 1], ["a", "b"]) == 2


def test_best_partition_is_the_best_of_all():
    for k in range(1, 9):
        pi = RNG.dirichlet(np.ones(k))
        best = split_objective(pi, best_label_partition(pi))
        masks = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
        assert best == pytest.approx(split_objective(np.tile(pi, (2**k, 1)), masks).max())


def test_greedy_partition_is_nearly_even():
    pi = RNG.dirichlet(np.ones(200))
    right = best_label_partition(pi)
    assert abs(pi[right].sum() - 0.5) <= pi.min() + 1e-3
    assert best_label_partition(np.full(40, 1 / 40)).sum() == 20


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: split_objective([0.5, 0.6], [0, 1]), "pi must sum to 1"),
        (lambda: split_objective([0.5, 0.5], [0, 2]), "P must hold"),
        (lambda: split_objective([0.5, 0.5], [0, 1, 1]), "one shape"),
        (lambda: split_objective_counts([1, 2], [2, 0]), "k_r must be at most k_t"),
        (lambda: split_objective_counts([0, 0], [0, 0]), "at least one example"),
        (lambda: relaxed_split_objective([0.1, 0.2], [1]), "labels must have shape"),
        (lambda: balance_bounds(1.2), "J must hold"),
        (lambda: mixed_share_bound(0.5, 0), "p must hold"),
    ],
)
def test_bad_input_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
