"""The class with the largest score wins, of equal ones the first: every classifier, one rule."""

import ast
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LinearRegression
from test_arguments import given_to, result_of
from test_bad_input import NAMES, TABLES, trials
from valid_calls.kinds import Call

import mlcompanion
from mlcompanion._classes import LargestScoreMixin, best_class
from mlcompanion.classification import (
    FDA,
    ClassBalanceLS,
    KernelLSClassifier,
    LSClassifier,
    OneVsOne,
    OneVsRest,
    PartialLabelSVM,
    SoftmaxRegression,
)
from mlcompanion.kernel_methods import MSVM, SVC, CrammerSingerSVC, SquaredHingeLS
from mlcompanion.manifold import LaplacianLS, LapRLSC, LapSVM

#: Symmetric data: the score of the origin is exactly 0 in the middle of two classes.
MIDDLE = np.array([[-1.0], [1.0]])
LINEAR = [
    LSClassifier(),
    ClassBalanceLS(),
    OneVsOne(LSClassifier()),
    OneVsRest(LSClassifier()),
    SoftmaxRegression(),
    PartialLabelSVM(),
    FDA(1.0),
    SVC(kernel="linear"),
    MSVM(kernel="linear"),
    CrammerSingerSVC(kernel="linear"),
    LapRLSC("linear", n_neighbors=1),
]
#: A point so far from all kernels that its score is 0.
LOCAL = [
    KernelLSClassifier(),
    SquaredHingeLS(),
    SVC(fit_intercept=False),
    LapSVM(fit_intercept=False),
    LaplacianLS(),
    CrammerSingerSVC(),
]


@pytest.mark.parametrize("labels", [[0, 1], [3, 7], ["a", "b"]])
@pytest.mark.parametrize("model", LINEAR, ids=lambda m: type(m).__name__)
def test_a_score_of_zero_is_the_first_class(model, labels):
    model.fit(MIDDLE, labels)
    assert model.decision_function([[0.0]])[0] == pytest.approx(0, abs=1e-15)
    if model.decision_function([[0.0]])[0] == 0:
        assert model.predict([[0.0]])[0] == labels[0]
    assert model.predict(MIDDLE).tolist() == labels


@pytest.mark.parametrize("model", LOCAL, ids=lambda m: type(m).__name__)
def test_far_from_all_kernels_is_the_first_class(model):
    X = np.array([[0.0], [0.3], [2.0], [2.3]])
    y = [4, 4, 9, 9]
    assert model.fit(X, y).decision_function([[1e4]])[0] == 0
    assert model.predict([[1e4], [0.1], [2.2]]).tolist() == [4, 4, 9]


@pytest.mark.parametrize("model", [*LINEAR, *LOCAL], ids=lambda m: type(m).__name__)
def test_scores_have_scikit_learn_s_shapes_and_decide(model):
    X, y = load_iris(return_X_y=True)
    X = X / X.std(axis=0)
    for n_classes in (2, 3):
        some = y < n_classes
        if n_classes > 2 and isinstance(model, (SVC, SquaredHingeLS)):
            continue
        scores = model.fit(X[some], y[some]).decision_function(X)
        assert scores.shape == ((len(X), 3) if n_classes == 3 else (len(X),))
        best = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)
        np.testing.assert_array_equal(model.predict(X), best)


class _Zero(LinearRegression):
    """A classifier that cannot decide."""

    def decision_function(self, X):
        return np.zeros(len(X))


def test_votes_and_answers_agree_where_nothing_is_decided():
    X = np.arange(6.0)[:, None]
    for labels in ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]):
        model = OneVsOne(_Zero()).fit(X, labels)
        votes = model.votes(X)
        np.testing.assert_array_equal(model.predict(X), votes.argmax(axis=1))
        assert (model.predict(X) == 0).all()


#: Classifiers that decide in another way, by definition.
OTHERWISE = {
    "DPGLMClassifier": "probabilities averaged over posterior draws; of equal ones the first",
    "GenerativeClassifier": "the least expected loss, which need not be the likeliest class",
    "LabelRankingClassifier": "a set of labels is the answer, or a ranking of all",
    "LabelTreeBase": "the most frequent label of a leaf, of equal ones the first",
    "MulticlassDualAscent": "the base of streams asks for the largest score of each example",
}


def test_every_classifier_stands_on_the_common_base():
    found = set()
    for path in Path(mlcompanion.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            bases = {ast.unparse(base) for base in getattr(node, "bases", ())}
            if isinstance(node, ast.ClassDef) and "ClassifierMixin" in bases:
                found.add(node.name)
    assert found == {"LargestScoreMixin", *OTHERWISE}


UNSCORED = ("BinnedStump", "CompleteTree", "DecisionStump")  # their answers have no score
CLASSIFIERS = {
    name: (room, thing)
    for room, names in NAMES.items()
    for name, thing in names.items()
    if isinstance(thing, type) and issubclass(thing, LargestScoreMixin)
    if not name.endswith("Mixin") and name not in UNSCORED
}


def fitted(name):
    """A classifier after its valid call, and the rows that it was fitted to."""
    room, thing = CLASSIFIERS[name]
    entries = TABLES[room].CALLS.get(name, Call())
    entry = entries[0] if isinstance(entries, list) else entries
    label, call, kinds, *_ = next(iter(trials(thing, entry, room)))
    assert label == "fit"
    given = given_to(kinds)
    return result_of(call, given), given["X"]


@pytest.mark.parametrize("name", sorted(CLASSIFIERS))
def test_the_first_of_equal_scores_wins_in_every_classifier(name, monkeypatch):
    model, X = fitted(name)
    labels = model.predict(X)
    decide = "decision_function" if hasattr(model, "decision_function") else "predict_proba"
    scores = getattr(model, decide)(X)
    np.testing.assert_array_equal(labels, model.classes_[best_class(scores)])
    if type(model).predict is LargestScoreMixin.predict:
        monkeypatch.setattr(model, "decision_function", lambda X: np.zeros_like(scores))
        assert (model.predict(X) == model.classes_[0]).all()
