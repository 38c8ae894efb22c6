"""The best classifier among rivals: hand-made problems, and rules that are broken on purpose."""

import numpy as np
import pytest
from scipy.stats import norm

from mlcompanion.classification import confusion_rates, total_risk
from mlcompanion.classification.rules import bayes_rule
from mlcompanion.probability import Normal
from mlcompanion_chapters.sugiyama.s11_generative_models import best_classifiers as best


def two_classes(prior=0.5):
    """N(-1, 1) and N(1, 1) as a problem."""
    classes = [best.MixtureClass(np.ones(1), [Normal(m, 1.0)]) for m in (-1.0, 1.0)]
    return best.RandomProblem(np.array([prior, 1 - prior]), classes, 1)


def test_the_rate_of_two_normal_classes_is_known():
    best_risk, rivals = best.compare_with_rivals(two_classes(), random_state=0)
    assert best_risk == pytest.approx(norm.cdf(-1), abs=1e-3)
    np.testing.assert_allclose(rivals[:2], best_risk, atol=1e-12)  # equal priors: all one rule
    assert rivals.min() >= best_risk - 1e-12
    np.testing.assert_allclose(best.two_routes(two_classes()), norm.cdf(-1), atol=1e-9)


@pytest.mark.parametrize("d", [1, 2])
def test_risks_are_those_of_the_confusion_rates(d):
    problem = best.random_problem(d, 3)
    loss = best.random_loss(5, 4)
    c = len(problem.priors)
    loss = loss[:c, :c]
    risk, rivals = best.compare_with_rivals(problem, loss, 5)
    _, weight = best.GRIDS[d]
    for value, table in ((risk, loss), (rivals[0], None), (rivals[1], loss.T)):
        chosen = bayes_rule(problem.joint, table)
        rates = confusion_rates(problem.joint / problem.priors, chosen, weight)
        assert value == pytest.approx(total_risk(rates, problem.priors, loss), rel=1e-12)
    assert len(rivals) == 200
    assert problem.joint.sum() * weight == pytest.approx(1, abs=2e-3)


def test_a_wrong_rule_is_beaten(monkeypatch):
    priors = np.array([0.1, 0.9])
    monkeypatch.setattr(best, "bayes_rule", lambda joint, _=None: bayes_rule(joint / priors))
    risk, rivals = best.compare_with_rivals(two_classes(0.1), random_state=0)
    assert rivals.min() < risk - 1e-4


def test_problems_are_as_the_claims_say():
    for seed in range(5):
        problem = best.random_problem(1, seed)
        assert problem.priors.min() < 0.2
        assert 2 <= len(problem.classes) <= 5
        by_boundaries, by_integral = best.two_routes(problem)
        assert by_boundaries == pytest.approx(by_integral, abs=1e-6)
    loss = best.random_loss(4, 0)
    assert not loss.diagonal().any()
    off = loss[~np.eye(4, dtype=bool)]
    assert 0.1 <= off.min() < off.max() <= 10
    assert np.abs(loss - loss.T).max() > 0.1


def test_umbrella_days():
    carried, left = best.umbrella_costs(0.2, random_state=0)
    assert left == pytest.approx(0.4, abs=0.005)
    assert carried == pytest.approx(0.2 * (1 - left))


def test_eigenvectors_are_best_for_centred_samples_only():
    centred, raw, beaten = np.transpose([best.centring_errors(seed) for seed in range(20)])
    np.testing.assert_allclose(centred, 1, atol=1e-8)
    assert (raw > 1.01).mean() > 0.5
    assert not beaten.any()
