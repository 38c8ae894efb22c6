"""Guarantees of the active learners, and their counts against plain retraining."""

import numpy as np
import pytest

from mlcompanion.learning_theory import (
    A2,
    DHM,
    BoundaryClass,
    line_sampler,
    probabilistic_bisection,
    threshold_class,
)
from mlcompanion.learning_theory.finite_classes import IntervalClass, TableClass


def threshold_pool(K=40, m=600, truth=23, noise=0.0, seed=0):
    rng = np.random.default_rng(seed)
    pool = rng.integers(0, K, m)
    y = np.where(threshold_class(K)[truth][pool], 1, -1)
    return pool, np.where(rng.random(m) < noise, -y, y)


def boundaries_and_table(rng):
    heights = rng.integers(0, 6, (20, 4))
    return BoundaryClass(heights, 5), (np.arange(5) >= heights[:, :, None]).reshape(20, -1)


def intervals_and_table(rng):
    fast = IntervalClass(20)
    return fast, np.array([fast.positive_cells(h) for h in range(fast.size)])


@pytest.mark.parametrize("make", [boundaries_and_table, intervals_and_table])
def test_structured_classes_are_their_table(make):
    rng = np.random.default_rng(1)
    fast, H = make(rng)
    table = TableClass(H)
    positives, negatives = rng.integers(0, 4, (2, 20))
    alive = rng.random(fast.size) < 0.1
    for name, arguments in (
        ("errors", (positives, negatives)),
        ("differences", (positives + negatives, 3)),
        ("in_doubt", (alive,)),
        ("positive", (13,)),
    ):
        got, want = (getattr(H, name)(*arguments) for H in (fast, table))
        np.testing.assert_array_equal(got, want)
    wrong = [
        sum(positives[~h]) + sum(negatives[h]) for h in table.H
    ]  # a positive label is wrong where h says -1
    np.testing.assert_array_equal(table.errors(positives, negatives), wrong)


@pytest.mark.parametrize("bound", ["hoeffding", "bernstein"])
def test_a2_keeps_the_best_and_stops_buying_outside_its_region(bound):
    K = 40
    truth = 23
    pool, y = threshold_pool(K, 6000, truth, noise=0.1)
    learner = A2(threshold_class(K), bound=bound, growth=0.02).fit_pool(pool, y.__getitem__)
    assert learner.alive_[truth]
    assert abs(learner.hypothesis_ - truth) <= 1
    masses = np.array([row["mass"] for row in learner.history_])
    halved = masses[1:][np.diff(masses) < 0] / masses[:-1][np.diff(masses) < 0]
    assert len(halved) >= 2
    assert halved.max() <= 0.5
    assert learner.n_queries_ < len(pool)
    betas = [row["beta"] for row in learner.history_]
    assert learner.hypothesis_ == learner.history_[len(betas) - 1 - np.argmin(betas[::-1])]["best"]


def test_a2_buys_every_label_when_everything_stays_in_doubt():
    H = np.eye(12, dtype=bool)
    pool = np.arange(12).repeat(3)
    learner = A2(H).fit_pool(pool, lambda places: np.full(len(places), -1), max_labels=20)
    assert learner.n_queries_ == 20
    assert learner.alive_.all()
    one = A2(H[:1]).fit_pool(pool, lambda places: 1 / 0)
    assert one.n_queries_ == 0


def plain_dhm(H, pool, y, c, delta=0.05):
    """Algorithm 2 as it is printed: two trainings from scratch at every point."""
    guessed = []
    known = []
    for t, x in enumerate(pool, start=1):
        rates = {}
        for label in (1, -1):
            fits = [h for h in H if all(h[a] == (b > 0) for a, b in [*guessed, (x, label)])]
            wrong = [sum(h[a] != (b > 0) for a, b in known) for h in fits]
            rates[label] = min(wrong) / max(t - 1, 1) if wrong else np.inf
        n = t - 1
        ways = min(len(H), 2 * n + 1)  # of labelling 2n points by thresholds
        beta = c * np.sqrt(4 / n * np.log(8 * (n * n + n) * ways**2 / delta)) if n else np.inf
        for label in (1, -1):
            if np.isinf(rates[-label]):
                sure = True
            elif n == 0:
                sure = False
            else:
                limit = beta**2 + beta * (np.sqrt(rates[1]) + np.sqrt(rates[-1]))
                sure = rates[-label] - rates[label] > limit
            if sure:
                guessed.append((x, label))
                break
        else:
            known.append((x, y[t - 1]))
    return guessed, known


@pytest.mark.parametrize("c", [0.3, 0.05])
def test_dhm_is_the_printed_algorithm(c):
    H = threshold_class(12)
    pool, y = threshold_pool(12, 60, truth=6, noise=0.1, seed=3)
    fast = DHM(H, c=c).fit_pool(pool, lambda places: y[places])
    guessed, known = plain_dhm(H, pool, y, c)
    assert [(a, b) for a, b in zip(pool[fast.guessed_], fast.labels_[fast.guessed_])] == guessed
    assert [(a, b) for a, b in zip(pool[~fast.guessed_], fast.labels_[~fast.guessed_])] == known
    assert fast.n_queries_ == len(known)


def test_dhm_needs_its_caution():
    """The theorem's constant buys thousands; a tenth of it dozens, and both end at the truth."""
    pool, y = threshold_pool(100, 3000, truth=61)
    bought = {}
    for c in (1.0, 0.1):
        learner = DHM(threshold_class(100), c=c).fit_pool(pool, y.__getitem__)
        bought[c] = learner.n_queries_
        assert abs(learner.hypothesis_ - 61) <= 1
        np.testing.assert_array_equal(learner.labels_, y)  # every guess is right
    assert bought[0.1] < 100 < 1500 < bought[1.0]


def test_widths_count_the_labellings():
    """VC dimension 1: S(2n) = 2n + 1, until the class itself is smaller."""
    got = DHM(np.tri(50, dtype=bool), delta=0.1).widths([1, 10, 100])
    n = np.array([1, 10, 100])
    labellings = np.minimum(2 * n + 1, 50)
    want = np.sqrt(4 / n * np.log(8 * (n**2 + n) * labellings.astype(float) ** 2 / 0.1))
    np.testing.assert_allclose(got, want)


def test_bisection_without_noise_halves():
    truth = np.array([0.2031, 0.777, 0.5])
    found = probabilistic_bisection(
        lambda x: np.where(x >= truth, 1, -1), 10, 1024, 0.5, n_searches=3
    )
    assert np.abs(found.estimate - truth).max() <= 2**-10
    np.testing.assert_allclose(found.posterior.sum(axis=1), 1)


def test_bisection_posterior_is_bayes():
    rng = np.random.default_rng(2)
    answers = rng.choice([-1, 1], size=(6, 1))
    replies = iter(answers)
    found = probabilistic_bisection(lambda x: next(replies), 6, 8, 0.3)
    likelihood = np.ones(8)
    for asked, y in zip(found.asked[:, 0], answers[:, 0]):
        below = np.arange(8) < round(asked * 8)  # thresholds below the question predict 1
        likelihood *= np.where(below == (y > 0), 0.8, 0.2)
    np.testing.assert_allclose(found.posterior[0], likelihood / likelihood.sum())


def test_lines_follow_a_boundary():
    rng = np.random.default_rng(0)

    def edge(x):
        return 0.5 + 0.25 * np.sin(2 * np.pi * x)

    def dive(points):
        right = np.where(points[:, 1] >= edge(points[:, 0]), 1, -1)
        return np.where(rng.random(len(points)) < 0.1, -right, right)

    x, height = line_sampler(dive, 600, 10, 64, 0.4)
    assert np.abs(height - edge(x)).max() < 0.03


def test_bad_input():
    for name, call in (
        ("pool", lambda: A2(threshold_class(3)).fit_pool([], abs)),
        ("pool", lambda: DHM(threshold_class(3)).fit_pool([5], abs)),
        ("query", lambda: DHM(threshold_class(3)).fit_pool([1], lambda i: [0])),
        ("query", lambda: A2(threshold_class(3)).fit_pool([1], lambda i: [1, 1])),
        ("n_labels", lambda: line_sampler(abs, 3, 5, 8, 0.1)),
    ):
        with pytest.raises(ValueError, match=name):
            call()


def test_halving_that_is_sure_asks_beside_its_cell():
    found = probabilistic_bisection(lambda x: np.where(x >= 0.61, 1, -1), 120, 100, 0.4)
    assert found.posterior[0].max() == 1.0
    assert found.estimate[0] == pytest.approx(0.61, abs=0.006)
    assert np.abs(found.asked[-20:] - 0.61).max() <= 0.011


def test_halving_that_trusts_its_answers_has_no_room_for_a_wrong_one():
    """With edge 1/2 the masses stay numbers to the end, and a contradiction is told."""
    found = probabilistic_bisection(lambda x: np.where(x >= 0.61, 1, -1), 200, 64, 0.5)
    assert np.isfinite(found.posterior).all()
    assert found.posterior.max() == 1.0
    assert abs(found.estimate[0] - 0.61) <= 1 / 64
    answers = iter([1, -1, 1, -1, -1, -1] * 20)
    with pytest.raises(ValueError, match="query contradicts itself: take an edge below"):
        probabilistic_bisection(lambda x: np.array([next(answers)]), 100, 8, 0.5)
