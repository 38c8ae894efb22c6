"""Error rates and risks where all is known, against closed forms, quadrature and counting."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from mlcompanion.classification import (
    confusion_rates,
    decision_intervals,
    interval_rates,
    sample_joint,
    total_risk,
)
from mlcompanion.classification.rules import bayes_rule
from mlcompanion.probability import MultivariateNormal, Normal

PRIORS = np.array([0.5, 0.3, 0.2])
LAWS = [Normal(-2.0, 1.0), Normal(0.0, 0.25), Normal(1.0, 4.0)]
LOSS = np.array([[0.0, 1.0, 5.0], [2.0, 0.0, 1.0], [0.5, 3.0, 0.0]])


def joint(x):
    return np.column_stack([p * law.pdf(x) for p, law in zip(PRIORS, LAWS)])


def test_two_normal_classes_two_deviations_apart():
    laws = [Normal(-1.0, 1.0), Normal(1.0, 1.0)]
    ends, decisions = decision_intervals(
        lambda x: bayes_rule(np.column_stack([law.pdf(x) for law in laws])), -7.1, 7.3
    )
    np.testing.assert_allclose(ends, [-np.inf, 0, np.inf], atol=1e-12)
    rates = interval_rates(laws, ends, decisions)
    np.testing.assert_allclose(rates[[0, 1], [1, 0]], norm.cdf(-1), rtol=1e-12)
    assert total_risk(rates, [0.5, 0.5]) == pytest.approx(0.158655, abs=1e-6)


def test_the_total_risk_is_the_integral_of_the_least_conditional_risk():
    ends, decisions = decision_intervals(lambda x: bayes_rule(joint(x), LOSS), -12, 12)
    risk = total_risk(interval_rates(LAWS, ends, decisions), PRIORS, LOSS)
    pieces = np.clip(ends, -30, 30)
    integral = sum(quad(lambda x: (joint(x) @ LOSS).min(), a, b)[0] for a, b in pairwise(pieces))
    assert len(decisions) >= 3
    assert risk == pytest.approx(integral, abs=1e-8)


def test_points_of_a_grid_give_the_rates_of_the_intervals():
    ends, decisions = decision_intervals(lambda x: bayes_rule(joint(x)), -12, 12)
    x = np.linspace(-30, 30, 30_001)
    densities = joint(x) / PRIORS
    by_grid = confusion_rates(densities, bayes_rule(joint(x)), x[1] - x[0])
    np.testing.assert_allclose(by_grid, interval_rates(LAWS, ends, decisions), atol=1e-3)
    np.testing.assert_allclose(by_grid.sum(axis=1), 1, atol=1e-9)


def test_labelled_patterns_come_from_their_class():
    X, y = sample_joint(PRIORS, LAWS, 20_000, random_state=0)
    assert X.shape == (20_000, 1)
    np.testing.assert_allclose(np.bincount(y) / len(y), PRIORS, atol=0.015)
    for label, law in enumerate(LAWS):
        assert X[y == label].mean() == pytest.approx(law.mean(), abs=0.12)
    chosen = bayes_rule(joint(X[:, 0]), LOSS)
    ends, decisions = decision_intervals(lambda x: bayes_rule(joint(x), LOSS), -12, 12)
    exact = total_risk(interval_rates(LAWS, ends, decisions), PRIORS, LOSS)
    assert LOSS[y, chosen].mean() == pytest.approx(exact, abs=0.03)


def test_patterns_in_the_plane():
    laws = [MultivariateNormal([0, 0], np.eye(2)), MultivariateNormal([9, 9], np.eye(2))]
    X, y = sample_joint([0.5, 0.5], laws, 50, random_state=1)
    np.testing.assert_array_equal(y, X.sum(axis=1) > 9)
    assert not sample_joint([1.0, 0.0], laws, 5, random_state=1)[1].any()


def test_a_rule_that_never_changes_has_one_interval():
    ends, decisions = decision_intervals(lambda x: np.full(x.shape, 2), -1, 1)
    assert ends.tolist() == [-np.inf, np.inf]
    assert decisions.tolist() == [2]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: confusion_rates([[0.5, 0.5]], [2], 1.0), "decisions"),
        (lambda: interval_rates(LAWS, [0, 0], [1]), "ends"),
        (lambda: interval_rates(LAWS, [0, 1, 2], [1]), "decisions"),
        (lambda: total_risk(np.ones((3, 4)), PRIORS), "rates"),
        (lambda: total_risk(np.eye(3), PRIORS, np.eye(2)), "loss"),
        (lambda: sample_joint([0.5, 0.4], LAWS[:2], 3), "sum to 1"),
        (lambda: sample_joint([0.5, 0.5], [LAWS[0], MultivariateNormal([0, 0], np.eye(2))], 9, 0),
         "laws"),
    ],
)  # fmt: skip
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
