"""Bagging against its definition, written out, and against scikit-learn's."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.ensemble import Stump
from mlcompanion.ensemble.votes import AxisStump, Bagging
from mlcompanion.resampling import bootstrap_indices


@parametrize_with_checks(
    [Bagging(n_estimators=30), Bagging(DecisionTreeClassifier(max_depth=2), 5, oob=True)]
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def listing_data(seed, n=50):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return X, np.where(X[:, 0] > X[:, 1], 1, -1)


@pytest.mark.parametrize("axis", ["random", "best", 1])
def test_stumps_are_those_of_the_drawn_rows(axis):
    X, y = listing_data(0)
    X = X.round(1)  # ties
    model = Bagging(AxisStump(axis), 40, oob=True, random_state=3).fit(X, y)
    rng = np.random.default_rng(3)
    axes = [axis] * 40
    if axis == "random":
        axes = rng.integers(2, size=40).tolist()
    drawn = bootstrap_indices(50, 40, rng)
    sums, numbers = np.zeros(50), np.zeros(50)
    for stump, which, rows in zip(model.estimators_, axes, drawn):
        alone = AxisStump(which).fit(X[rows], y[rows]).stump_
        assert stump == Stump(alone.feature, pytest.approx(alone.threshold), alone.polarity)
        out = ~np.isin(np.arange(50), rows)
        sums[out] += stump(X[out])
        numbers[out] += 1
    votes = np.array([stump(X) for stump in model.estimators_])
    np.testing.assert_allclose(model.decision_function(X), votes.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], (votes == 1).mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(model.oob_decision_function_, sums / numbers, atol=1e-12)
    assert model.oob_score_ == np.mean(np.where(sums > 0, 1, -1) == y)
    *_, last = model.staged_decision_function(X)
    np.testing.assert_array_equal(last, model.decision_function(X))


def test_samples_do_not_depend_on_how_many_are_drawn_at_a_time(monkeypatch):
    X, y = listing_data(1)
    whole = Bagging(n_estimators=30, oob=True, random_state=0).fit(X, y)
    monkeypatch.setattr("mlcompanion.ensemble.votes.bagging._CELLS", 120)
    parts = Bagging(n_estimators=30, oob=True, random_state=0).fit(X, y)
    assert whole.estimators_ == parts.estimators_
    np.testing.assert_array_equal(whole.oob_decision_function_, parts.oob_decision_function_)


def test_other_classifiers_are_copied():
    X, y = load_breast_cancer(return_X_y=True)
    tree = DecisionTreeClassifier(max_features="sqrt")
    forest = Bagging(tree, 25, oob=True, random_state=0).fit(X[:300], y[:300])
    assert not hasattr(tree, "tree_")
    assert forest.score(X[300:], y[300:]) > 0.9
    assert abs(forest.oob_score_ - forest.score(X[300:], y[300:])) < 0.06
    peer = BaggingClassifier(tree, 25, random_state=0).fit(X[:300], y[:300])
    assert np.mean(forest.predict(X) == peer.predict(X)) > 0.95
    *_, last = forest.staged_decision_function(X)
    np.testing.assert_array_equal(last, forest.decision_function(X))


def test_a_sample_of_one_class_is_a_constant_vote():
    X = np.array([[0.0], [1.0], [2.0]])
    model = Bagging(LogisticRegression(), 40, random_state=0).fit(X, ["a", "b", "b"])
    assert {type(m).__name__ for m in model.estimators_} == {
        "LogisticRegression",
        "DummyClassifier",
    }
    assert set(model.predict(X)) <= {"a", "b"}


def test_rows_that_all_drew_have_no_score():
    X = np.arange(4.0)[:, None]
    model = Bagging(n_estimators=1, oob=True, random_state=1).fit(X, [0, 0, 1, 1])
    missing = np.isnan(model.oob_decision_function_)
    assert 0 < missing.sum() < 4
    assert 0 <= model.oob_score_ <= 1


def test_a_tie_is_the_first_class():
    X = np.array([[0.0, 1.0], [1.0, 0.0]] * 5)
    model = Bagging(n_estimators=2, random_state=0)
    for seed in range(20):
        model.set_params(random_state=seed).fit(X, [3, 8] * 5)
        zero = model.decision_function(X) == 0
        assert (model.predict(X)[zero] == 3).all()


def test_what_is_refused():
    X, y = listing_data(2)
    with pytest.raises(TypeError, match="base"):
        Bagging(3.5).fit(X, y)
    with pytest.raises(ValueError, match="n_estimators"):
        Bagging(n_estimators=0).fit(X, y)
    with pytest.raises(ValueError, match="axis"):
        Bagging(AxisStump(2)).fit(X, y)
    with pytest.raises(ValueError, match="two classes"):
        Bagging().fit(X, np.ones(50))


def test_a_million_rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1_000_000, 1)) + 1e6
    y = X[:, 0] > 1e6
    assert Bagging(n_estimators=2, random_state=0).fit(X, y).score(X, y) > 0.9999
