"""``DualBooster`` as an estimator, and against scikit-learn's AdaBoost on the same weak learner."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.ensemble import AdaBoostClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.convex import BinaryEntropy, SquaredDistance
from mlcompanion.ensemble import DecisionStump, DualBooster


@pytest.fixture(scope="module")
def cancer():
    return load_breast_cancer(return_X_y=True)


@parametrize_with_checks([DualBooster(n_rounds=20)])
def test_scikit_learn_accepts_the_booster(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "weak",
    [DecisionStump(), *(DecisionTreeClassifier(max_depth=d, random_state=0) for d in (1, 2))],
)
def test_adaboost_is_scikit_learns_on_the_same_weak_learner(cancer, weak):
    """Its weights are twice ours and its updates the same, so the scores are proportional."""
    X, y = cancer
    peer = AdaBoostClassifier(weak, n_estimators=15, random_state=0).fit(X, y)
    ours = DualBooster(n_rounds=15, weak=weak).fit(X, y)
    np.testing.assert_allclose(2 * ours.alphas_, peer.estimator_weights_, rtol=1e-8)
    np.testing.assert_allclose(0.5 - ours.edges_, peer.estimator_errors_, rtol=1e-8)
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))


def test_presorted_stumps_and_refitted_stumps_are_one(cancer):
    X, y = cancer
    presorted = DualBooster(n_rounds=10).fit(X, y)
    again = DualBooster(n_rounds=10, weak=DecisionStump()).fit(X, y)
    assert presorted.hypotheses_ == again.hypotheses_
    np.testing.assert_array_equal(presorted.alphas_, again.alphas_)


def test_labels_of_any_type():
    X, y = load_wine(return_X_y=True)
    X = X[y < 2]
    y = np.array(["barolo", "grignolino"])[y[y < 2]]
    model = DualBooster(n_rounds=20).fit(X, y)
    assert model.score(X, y) == 1
    assert set(model.predict(X)) == {"barolo", "grignolino"}
    assert set(DualBooster(n_rounds=5).fit(X, y == "barolo").predict(X)) == {True, False}


@pytest.mark.parametrize("rule", ["adaboost", "gentle", "fixed", "capped", "corrective"])
def test_stages_end_at_the_decision_function(cancer, rule):
    X, y = cancer
    model = DualBooster(rule, 12, edge=0.1, keep_weights=True).fit(X, y)
    stages = list(model.staged_decision_function(X))
    assert len(stages) == model.n_rounds_ == 12
    np.testing.assert_allclose(stages[-1], model.decision_function(X), atol=1e-12)
    signs = np.where(y == model.classes_[1], 1, -1)
    for scores, loss in zip(stages, model.exp_loss_path_[1:]):
        assert np.mean(np.exp(-signs * scores)) == pytest.approx(loss, rel=1e-9)
    np.testing.assert_array_equal(list(model.staged_predict(X))[-1], model.predict(X))
    assert model.weights_path_.shape == (13, len(y))
    np.testing.assert_allclose(model.weights_path_.sum(axis=1), 1)


def test_regression_trees_are_weak_hypotheses_too(cancer):
    X, y = cancer
    weak = DecisionTreeRegressor(max_depth=2, random_state=0)
    model = DualBooster(n_rounds=10, weak=weak).fit(X, y)
    assert model.exp_loss_path_[-1] <= np.exp(-2 * np.sum(model.edges_**2))
    assert model.score(X, y) > 0.97


@pytest.mark.parametrize("complexity", [SquaredDistance(), BinaryEntropy()])
def test_other_complexities_boost_as_well(cancer, complexity):
    X, y = cancer
    model = DualBooster("adaboost", 40, inverse_rate=0.001, geometry=complexity, keep_weights=True)
    model.fit(X, y)
    assert model.score(X, y) > 0.95
    assert np.all(np.diff(model.dual_path_) >= -1e-12)


def test_logistic_weights_are_the_logistic_function_of_the_margins(cancer):
    X, y = cancer
    model = DualBooster(n_rounds=10, geometry=BinaryEntropy(), keep_weights=True).fit(X, y)
    margins = np.where(y == model.classes_[1], 1, -1) * model.decision_function(X)
    np.testing.assert_allclose(model.weights_path_[-1], 1 / (1 + np.exp(margins)), rtol=1e-9)


def test_on_the_exclusive_or_no_stump_has_an_edge():
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    with pytest.warns(ConvergenceWarning, match="no better than chance"):
        model = DualBooster().fit(X, [0, 1, 1, 0])
    assert model.n_rounds_ == 0
    assert model.dual_path_.tolist() == [0.0]
    assert model.decision_function(X).tolist() == [0.0] * 4
    deeper = DualBooster(n_rounds=3, weak=DecisionTreeClassifier(max_depth=2)).fit(X, [0, 1, 1, 0])
    assert deeper.score(X, [0, 1, 1, 0]) == 1


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        (dict(rule="fixed"), "edge or inverse_rate must be given"),
        (dict(rule="best"), "rule must be one of"),
        (dict(n_rounds=0), "n_rounds must be at least 1"),
        (dict(edge=0.0), "edge must be finite"),
        (dict(edge=0.1, inverse_rate=1.0), "not both"),
    ],
)
def test_bad_parameters_are_named(parameters, words):
    with pytest.raises(ValueError, match=words):
        DualBooster(**parameters).fit([[0.0], [1.0]], [0, 1])
