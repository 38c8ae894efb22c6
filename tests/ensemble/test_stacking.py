"""Tuned votes: weights against brute force, and the estimator."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.ensemble.votes import AxisStump, StackedVote, vote_weights

METHODS = [("near", KNeighborsClassifier(3)), ("tree", DecisionTreeClassifier(random_state=0))]


@parametrize_with_checks(
    [StackedVote([("near", KNeighborsClassifier(1)), ("bayes", GaussianNB())])]
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_weights_have_the_least_squares_direction():
    rng = np.random.default_rng(0)
    votes = rng.dirichlet(np.ones(3), size=(4, 50))
    codes = rng.integers(0, 3, 50)
    votes[0, np.arange(50), codes] += 0.4
    weights = vote_weights(votes, codes)
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()
    target = np.eye(3)[codes]

    def loss(w):
        """Least over all multiples of the weights."""
        mixed = np.tensordot(w, votes, axes=1)
        scale = (mixed * target).sum() / (mixed**2).sum()
        return ((scale * mixed - target) ** 2).sum()

    best = loss(weights)
    others = rng.dirichlet(np.full(4, 0.4), size=4000)
    assert min(loss(w) for w in others) >= best - 1e-9


def test_no_right_vote_leaves_equal_weights():
    votes = np.array([[[1.0, 0.0]], [[1.0, 0.0]]])
    assert vote_weights(votes, [1]).tolist() == [0.5, 0.5]


def test_the_good_method_gets_the_weight():
    X, y = load_iris(return_X_y=True)
    model = StackedVote([*METHODS, ("line", LinearSVC())], random_state=0).fit(X, y)
    assert model.score(X, y) > 0.93
    proba = model.predict_proba(X)
    np.testing.assert_allclose(proba.sum(axis=1), 1)
    np.testing.assert_array_equal(model.predict(X), proba.argmax(axis=1))
    assert model.validation_scores_.shape == (3,)
    poor = StackedVote([("stump", AxisStump(1)), METHODS[0]], random_state=0)
    two = y < 2
    assert poor.fit(X[two], y[two]).weights_[1] > 0.8
    assert poor.decision_function(X[two]).shape == (100,)


def test_what_is_held_out_is_a_share_of_each_class():
    X, y = np.arange(24.0)[:, None], np.repeat(["a", "b", "c"], [2, 10, 12])
    seen = []

    class Spy(KNeighborsClassifier):
        def fit(self, X, y):
            seen.append(y)
            return super().fit(X, y)

    StackedVote([("spy", Spy(1))], validation=0.3, random_state=0).fit(X, y)
    assert [np.sum(seen[0] == c) for c in "abc"] == [1, 7, 8]


@pytest.mark.parametrize(
    ("methods", "options", "word"),
    [
        ([], {}, "estimators"),
        ([KNeighborsClassifier()], {}, "pairs"),
        ([("a", 3.5)], {}, "fit"),
        (METHODS, {"validation": 0.0}, "validation"),
        (METHODS, {"validation": 1.0}, "validation"),
    ],
)
def test_what_is_refused(methods, options, word):
    X, y = load_iris(return_X_y=True)
    with pytest.raises((ValueError, TypeError), match=word):
        StackedVote(methods, **options).fit(X, y)


def test_a_single_sample_of_a_class_is_refused():
    with pytest.raises(ValueError, match="two samples of each class"):
        StackedVote(METHODS).fit(np.eye(3), [0, 0, 1])
