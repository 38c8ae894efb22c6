import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.bayes import (
    crp_conditional,
    log_prob_crp,
    log_prob_dirichlet_multinomial,
    sample_crp,
)


def partitions(n):
    """Every partition of n items, as labels in order of first appearance."""
    found = [[0]]
    for _ in range(n - 1):
        found = [[*p, k] for p in found for k in range(max(p) + 2)]
    return found


@pytest.mark.parametrize("alpha", [0.3, 1.0, 4.0])
def test_crp_is_a_distribution_over_partitions(alpha):
    total = sum(np.exp(log_prob_crp(p, alpha)) for p in partitions(6))
    assert total == pytest.approx(1, abs=1e-12)


def test_finite_classes_tend_to_the_crp():
    labels = np.array([0, 1, 0, 2, 1])
    alpha = 1.5
    gaps = []
    for k in (10, 100, 1000):
        arrangements = np.sum(np.log(np.arange(k - 2, k + 1)))  # names for three classes
        finite = log_prob_dirichlet_multinomial(labels, alpha, k) + arrangements
        gaps.append(abs(finite - log_prob_crp(labels, alpha)))
    assert gaps[0] > 5 * gaps[1] > 25 * gaps[2]
    assert gaps[2] < 0.005


def test_classes_with_prior_counts_of_their_own():
    counts = np.array([0.5, 2.0, 1.25])
    log_probs = [log_prob_dirichlet_multinomial(z, counts, 3) for z in product(range(3), repeat=4)]
    assert np.exp(log_probs).sum() == pytest.approx(1, abs=1e-12)
    # one after the other: each class as likely as its prior count and what was seen
    probability, seen = 1.0, counts.copy()
    for label in (1, 0, 1, 2):
        probability *= seen[label] / seen.sum()
        seen[label] += 1
    assert np.exp(log_prob_dirichlet_multinomial([1, 0, 1, 2], counts, 3)) == pytest.approx(
        probability
    )
    equal = log_prob_dirichlet_multinomial([1, 0, 1, 2], np.full(3, 0.5), 3)
    assert equal == pytest.approx(log_prob_dirichlet_multinomial([1, 0, 1, 2], 1.5, 3))


def test_sampled_partitions_have_the_law():
    rng = np.random.default_rng(0)
    draws = [tuple(sample_crp(3, 1.5, random_state=rng)) for _ in range(20000)]
    for p in partitions(3):
        expected = np.exp(log_prob_crp(p, 1.5))
        error = np.sqrt(expected * (1 - expected) / 20000)
        assert abs(draws.count(tuple(p)) / 20000 - expected) < 4 * error


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=8), st.floats(0.1, 5))
def test_conditional_is_the_ratio_of_joint_probabilities(labels, alpha):
    others = np.array(labels[1:])
    existing, new = crp_conditional(labels, 0, alpha)
    names = np.unique(others)
    joint = [log_prob_crp([name, *others], alpha) for name in [*names, 99]]
    joint = np.exp(np.array(joint) - np.max(joint))
    assert np.allclose([*existing, new], joint / joint.sum())
    finite, rest = crp_conditional(labels, 0, alpha, n_classes=6)
    assert finite.sum() + rest == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: sample_crp(0, 1.0), "n must"),
        (lambda: sample_crp(3, -1.0), "alpha"),
        (lambda: log_prob_crp([], 1.0), "labels"),
        (lambda: log_prob_crp([-1, 0], 1.0), "labels"),
        (lambda: log_prob_dirichlet_multinomial([0, 5], 1.0, 3), "n_classes"),
        (lambda: log_prob_dirichlet_multinomial([0, 1], [1.0, 0.0, 1.0], 3), "alpha"),
        (lambda: log_prob_dirichlet_multinomial([0, 1], [1.0, 2.0], 3), "alpha"),
        (lambda: crp_conditional([0, 1], 2, 1.0), "i must"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


@pytest.mark.parametrize("alpha", [1e-200, 0.5, 1e8, 1e12, 1e15])
def test_a_large_concentration_keeps_the_digits_of_a_partition(alpha):
    """Log-gammas of 1e12 are off by 2e-3; seated one after another, nobody is."""
    labels = np.arange(600) % 2
    half = math.fsum(math.log(alpha / 2 + i) for i in range(300))
    whole = math.fsum(math.log(alpha + i) for i in range(600))
    found = log_prob_dirichlet_multinomial(labels, alpha, 2)
    assert found == pytest.approx(2 * half - whole, rel=1e-13)
    tables = 2 * math.log(alpha) + 2 * math.lgamma(300)
    assert log_prob_crp(labels, alpha) == pytest.approx(tables - whole, rel=1e-13)
