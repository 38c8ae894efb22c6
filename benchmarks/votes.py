"""Bagged and boosted stumps against scikit-learn's, which sorts again for every stump.

Rows with the *same* stumps race the loops alone: the peer trains our ``AxisStump``, and weights or
votes are asserted to agree. In the others it trains its own tree of depth 1, which minimises the
Gini impurity, not the weighted error; the note tells both errors. A vote of stumps is judged as
staircases, by a search among sorted thresholds; the peer asks every stump.
"""

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from _race import duel
from mlcompanion.datasets import load_spambase
from mlcompanion.ensemble.votes import AxisStump, Bagging, StumpBooster

TITLE = "Bagging and boosting of stumps"
CHAPTER = "sugiyama/30_ensemble_learning"
FIT = "Stumps: time to fit"
ASK = "A vote of stumps: time to predict"
ROUNDS = 100
FEW = 20


def wrong(model, X, y):
    return float(np.mean(model.predict(X) != y))


def same_weights(X):
    """Equal confidences, of which the peer's are twice ours, and equal answers."""

    def same(ours, peer):
        np.testing.assert_allclose(2 * ours.estimator_weights_, peer.estimator_weights_, rtol=1e-6)
        np.testing.assert_array_equal(ours.predict(X), peer.predict(X))

    return same


def same_answers(X):
    """Votes of different bootstrap samples: the same answer on nearly all rows."""

    def same(ours, peer):
        assert np.mean(ours.predict(X) == peer.predict(X)) > 0.95

    return same


def rows():
    """Fits on two data sets, with equal stumps and with the peer's; then predictions."""
    cancer = load_breast_cancer()
    spam = load_spambase()
    tree = DecisionTreeClassifier(max_depth=1, random_state=0)
    for name, X, y in (
        ("breast cancer", cancer.data, cancer.target),
        ("spambase", spam.data, spam.target),
    ):

        def note(ours, peer, X=X, y=y):
            errors = f"ours {wrong(ours, X, y):.3f}, peer {wrong(peer, X, y):.3f}"
            return f"other stump; training error {errors}"

        shape = f"{name}, {len(X)} x {X.shape[1]}"
        boosters = {
            "its stump": AdaBoostClassifier(tree, n_estimators=ROUNDS, random_state=0),
            "same stump": AdaBoostClassifier(AxisStump("best"), n_estimators=FEW, random_state=0),
        }
        bags = {
            "its stump": BaggingClassifier(tree, ROUNDS, random_state=0),
            "same stump": BaggingClassifier(AxisStump("best"), FEW, random_state=0),
        }
        for kind, peer in boosters.items():
            equal = kind == "same stump"
            yield duel(
                FIT, f"AdaBoost, {shape}, {peer.n_estimators} rounds",
                lambda peer=peer, X=X, y=y: StumpBooster(n_estimators=peer.n_estimators).fit(X, y),
                f"sklearn AdaBoostClassifier, {kind}", lambda peer=peer, X=X, y=y: peer.fit(X, y),
                same=same_weights(X) if equal else None,
                note="same confidences and answers" if equal else note, repeats=3,
            )  # fmt: skip
        for kind, peer in bags.items():
            equal = kind == "same stump"
            yield duel(
                FIT, f"bagging, {shape}, {peer.n_estimators} stumps",
                lambda peer=peer, X=X, y=y: Bagging(
                    AxisStump("best"), peer.n_estimators, random_state=0
                ).fit(X, y),
                f"sklearn BaggingClassifier, {kind}", lambda peer=peer, X=X, y=y: peer.fit(X, y),
                same=same_answers(X) if equal else None,
                note="other bootstrap samples, same stump" if equal else note, repeats=3,
            )  # fmt: skip
    X, y = spam.data, spam.target
    ours = StumpBooster(n_estimators=FEW).fit(X, y)
    peer = boosters["same stump"]
    yield duel(
        ASK, f"AdaBoost, {len(X)} rows, {FEW} stumps", lambda: ours.predict(X),
        "sklearn AdaBoostClassifier, same stump", lambda: peer.predict(X),
        same=lambda a, b: np.testing.assert_array_equal(a, b), note="same answers", repeats=3,
    )  # fmt: skip
