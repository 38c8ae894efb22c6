"""Votes of different methods, and what drawing features does to a forest."""

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlcompanion.ensemble.votes import StackedVote, StumpBooster

__all__ = ["DATA", "FORESTS", "METHODS", "forest_against_bagging", "load", "tuned_vote"]

DATA = ("breast cancer", "wine", "digits 3 and 5", "digits 4 and 9", "digits 1 and 8")
FORESTS = ("breast cancer", "digits")
METHODS = ("linear", "kernel", "neighbours", "tree", "boosted stumps")


def load(name):
    """Inputs and classes of a data set.

    Parameters
    ----------
    name : str
        One of ``DATA`` or ``FORESTS``.

    Returns
    -------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
    """
    if name == "breast cancer":
        return load_breast_cancer(return_X_y=True)
    if name == "wine":
        return load_wine(return_X_y=True)
    X, y = load_digits(return_X_y=True)
    if name == "digits":
        return X, y
    pair = [int(word) for word in name.split() if word.isdigit()]
    chosen = np.isin(y, pair)
    return X[chosen], y[chosen]


class OneAgainstAll(StumpBooster):
    """Boosted stumps for more than two classes: a booster a class, the largest score wins."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = True
        return tags

    def fit(self, X, y):
        """Boost each class against the rest."""
        self.classes_ = np.unique(y)
        sides = self.classes_ if len(self.classes_) > 2 else self.classes_[1:]
        options = self.get_params()
        self.boosters_ = [StumpBooster(**options).fit(X, y == c) for c in sides]
        return self

    def predict_proba(self, X):
        """Probabilities of each class against the rest, brought to sum 1."""
        found = np.column_stack([b.predict_proba(X)[:, 1] for b in self.boosters_])
        if found.shape[1] == 1:
            return np.column_stack([1 - found, found])
        return found / found.sum(axis=1, keepdims=True)

    def predict(self, X):
        """The class of the largest probability."""
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


def methods(seed):
    """The recipe, the same for all data sets."""
    return [
        ("linear", make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))),
        # a machine that votes with its whole weight would silence those that say how sure they are
        ("kernel", make_pipeline(StandardScaler(), CalibratedClassifierCV(SVC(), ensemble=False))),
        ("neighbours", make_pipeline(StandardScaler(), KNeighborsClassifier(5))),
        ("tree", DecisionTreeClassifier(random_state=seed)),
        ("boosted stumps", OneAgainstAll("logistic", 50)),
    ]


def tuned_vote(name, seed):
    """Test errors of a tuned vote and of the method that was best on the same held-out samples.

    Parameters
    ----------
    name : str
        One of ``DATA``.
    seed : int
        Of the split: half training, a quarter validation, a quarter test.

    Returns
    -------
    dict
        ``vote``, ``single`` (mean over tied methods), ``equal`` (a vote with equal weights) and
        the weights by method.
    """
    X, y = load(name)
    rng = np.random.default_rng([37, DATA.index(name), seed])
    order = rng.permutation(len(y))
    test = order[: len(y) // 4]
    rest = order[len(y) // 4 :]
    model = StackedVote(methods(seed), validation=1 / 3, random_state=seed)
    model.fit(X[rest], y[rest])
    best = model.validation_scores_ == model.validation_scores_.max()
    errors = np.array([np.mean(m.predict(X[test]) != y[test]) for m in model.estimators_])
    tuned = model.weights_
    found = {
        "vote": float(np.mean(model.predict(X[test]) != y[test])),
        "single": float(errors[best].mean()),
        **{method: float(w) for method, w in zip(METHODS, tuned)},
    }
    model.weights_ = np.full(len(tuned), 1 / len(tuned))
    return {**found, "equal": float(np.mean(model.predict(X[test]) != y[test]))}


def forest_against_bagging(name, seed, trees=200):
    """How often two trees of an ensemble disagree, and its error, with and without drawn features.

    Parameters
    ----------
    name : str
        One of ``FORESTS``.
    seed : int
        Of the half that trains.
    trees : int

    Returns
    -------
    dict
        ``differ_forest`` and ``error_forest``, ``differ_bag`` and ``error_bag`` of bagged trees.
    """
    X, y = load(name)
    rng = np.random.default_rng([38, FORESTS.index(name), seed])
    order = rng.permutation(len(y))
    train = order[: len(y) // 2]
    test = order[len(y) // 2 :]
    found = {}
    for suffix, features in (("_forest", "sqrt"), ("_bag", None)):
        model = RandomForestClassifier(trees, max_features=features, random_state=seed)
        model.fit(X[train], y[train])
        answers = np.array([tree.predict(X[test]) for tree in model.estimators_]).astype(int)
        found["differ" + suffix] = mean_disagreement(answers)
        found["error" + suffix] = float(np.mean(model.predict(X[test]) != y[test]))
    return found


def mean_disagreement(answers):
    """Mean share of points on which two of the rows differ."""
    trees, points = answers.shape
    same = 0
    for code in np.unique(answers):
        votes = np.sum(answers == code, axis=0).astype(float)
        same += (votes * (votes - 1)).sum()
    return float(1 - same / (trees * (trees - 1) * points))
