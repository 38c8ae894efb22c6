"""Ambiguity, certificates and the population minimiser against their definitions."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.classification import partial_loss
from mlcompanion.datasets import make_bags
from mlcompanion.learning_theory.partial.ambiguity import (
    ambiguity_degree,
    certified_labels,
    clpl_population_minimizer,
    co_occurrence,
    partial_label_bound,
    partial_zero_one,
)

rng = np.random.default_rng(3)
Y = rng.integers(0, 4, 40)
BAGS = make_bags(Y, 2, random_state=0)


def test_frequencies_are_counts():
    expected = np.zeros((4, 4))
    for a in range(4):
        for z in range(4):
            if z != a:
                expected[a, z] = np.mean(BAGS[a == Y, z])
    np.testing.assert_allclose(co_occurrence(BAGS, Y), expected)
    assert ambiguity_degree(BAGS, Y) == expected.max()


def test_partial_errors_are_answers_outside_the_bag():
    predicted = rng.integers(0, 4, 40)
    expected = [a not in np.flatnonzero(bag) for a, bag in zip(predicted, BAGS)]
    np.testing.assert_array_equal(partial_zero_one(predicted, BAGS), expected)


@pytest.mark.parametrize("rule", ["lemma", "corollary"])
def test_certificates_read_as_written(rule):
    features = 0.3 * rng.normal(size=(40, 2))
    scores = rng.normal(size=(40, 4))
    losses = rng.random(40)
    eta = 0.5
    found = certified_labels(features, scores, losses, BAGS, Y, eta, 0.6, rule=rule)
    for i in range(40):
        near = [j for j in range(40) if j != i and Y[j] == Y[i]
                and np.linalg.norm(features[i] - features[j]) < eta]  # fmt: skip
        extra = set(np.flatnonzero(BAGS[i])) - {Y[i]}
        if rule == "lemma":
            right = all(any(scores[j, a] <= -eta / 2 for j in near) for a in extra)
        else:
            for j in near:
                if losses[j] <= 0.6:
                    extra &= set(np.flatnonzero(BAGS[j])) - {Y[j]}
            right = not extra
        assert found[i] == (right and losses[i] <= 0.6)
    assert 0 < found.sum() < 40


def test_the_formula_for_pairs_is_the_minimum():
    counts = np.array([[0, 29, 44, 0], [29, 0, 17, 26], [44, 17, 0, 9], [0, 26, 9, 0]])
    a, b = np.triu_indices(4, 1)
    bags = np.eye(4, dtype=bool)[a] | np.eye(4, dtype=bool)[b]

    def risk(g):
        return counts[a, b] @ partial_loss(np.tile(g, (6, 1)), bags)

    found = minimize(risk, np.zeros(4), tol=1e-12).x
    np.testing.assert_allclose(clpl_population_minimizer(counts / 125), found, atol=1e-5)
    with pytest.raises(ValueError, match="sum to 2"):
        clpl_population_minimizer(counts / 250)


def test_the_bound_by_hand():
    by_hand = (0.1 + 4 * 2 * 3 * 4**2.5 / 0.5 * 2 / 100 + 4 * np.sqrt(8 * np.log(20) / 1e4)) / 0.75
    bound = partial_label_bound(0.1, 0.25, 1e4, 4, size=2.0, radius=3.0, gamma=0.5, eta=0.1)
    assert bound == pytest.approx(by_hand)
