"""Reductions to two classes against scikit-learn's, and ties."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import RidgeClassifier
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.classification import KernelLSClassifier, LSClassifier, OneVsOne, OneVsRest

X, Y = load_iris(return_X_y=True)
Y = np.array(["setosa", "versicolor", "virginica"])[Y]


@pytest.mark.parametrize("model", [OneVsRest(), OneVsOne()], ids=repr)
def test_scikit_learn_accepts_it(model):
    check_estimator(model, on_skip=None)


def test_answers_are_scikit_learn_s():
    base = LSClassifier(1.0)
    peer = RidgeClassifier(alpha=1.0)
    rest = OneVsRest(base).fit(X, Y)
    theirs = OneVsRestClassifier(peer).fit(X, Y)
    np.testing.assert_allclose(rest.decision_function(X), theirs.decision_function(X), atol=1e-10)
    pairs = OneVsOne(base).fit(X, Y)
    theirs = OneVsOneClassifier(peer).fit(X, Y)
    np.testing.assert_array_equal(pairs.predict(X), theirs.predict(X))
    assert len(pairs.estimators_) == 3
    votes = pairs.votes(X)
    assert (votes.sum(axis=1) == 3).all()
    np.testing.assert_array_equal(votes, np.rint(theirs.decision_function(X)))


def test_one_factor_for_all_classes_is_one_against_the_rest():
    once = KernelLSClassifier(1.0, 0.1).fit(X, Y)
    each = OneVsRest(KernelLSClassifier(1.0, 0.1)).fit(X, Y)
    np.testing.assert_allclose(once.decision_function(X), each.decision_function(X), atol=1e-9)


def test_two_classes_are_one_problem():
    two = X[50:]
    named = Y[50:]
    alone = LSClassifier().fit(two, named)
    for reduction in (OneVsRest(), OneVsOne(), OneVsOne(weighted=True)):
        model = reduction.fit(two, named)
        assert len(model.estimators_) == 1
        np.testing.assert_allclose(
            model.decision_function(two), alone.decision_function(two), atol=1e-12
        )


class Turned(LSClassifier):
    """Scores of three half planes whose borders do not meet in a point, whatever the data."""

    normals = iter([(0.0, 1.0), (1.0, -0.5), (1.0, 0.5)])

    def fit(self, X, y):
        super().fit(X, y)
        self.coef_ = np.array(next(self.normals))
        self.intercept_ = 0.1
        self.intercept_ *= 1 if self.coef_[0] == 0 else -0.5
        return self


def test_a_three_way_tie_is_told_and_weights_break_it():
    rng = np.random.default_rng(0)
    model = OneVsOne(Turned()).fit(rng.normal(size=(9, 2)), np.arange(9) % 3)
    # 0 beats 1; 2 beats 0; 1 beats 2
    x = next(p for p in rng.normal(size=(10_000, 2)) * 0.3 if model.tied(p[None])[0])
    np.testing.assert_array_equal(model.votes(x[None]), [[1, 1, 1]])
    assert model.predict(x[None]) == [0]  # the first of those that tie
    a, b, c = (m.decision_function(x[None])[0] for m in model.estimators_)
    model.weighted = True
    np.testing.assert_allclose(model.decision_function(x[None])[0], [a + b, c - a, -b - c])


def test_what_cannot_score_is_refused():
    with pytest.raises(TypeError, match="estimator"):
        OneVsRest(estimator=3).fit(X, Y)
    with pytest.raises(TypeError, match="weighted"):
        OneVsOne(weighted=2).fit(X, Y)
    with pytest.raises(ValueError, match="two classes"):
        OneVsOne().fit(X, np.zeros(len(X)))
