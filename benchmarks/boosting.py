"""Boosting: presorted stumps against scikit-learn's AdaBoost, which sorts again every round.

scikit-learn's stump minimises the Gini impurity, ours the weighted error, so the two runs part
after a few rounds. Hence two kinds of rows: both with the same tree (same predictions, asserted,
so the race is between the boosting loops), and each with its own stump (another answer; the note
gives the training loss that each reaches).
"""

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from _race import duel
from mlcompanion.datasets import load_mnist_5k, load_spambase
from mlcompanion.ensemble import DualBooster

TITLE = "AdaBoost"
CHAPTER = "shalev_shwartz/06_boosting"
RACE = "AdaBoost with stumps: time to fit"
# after few rounds ties between trees may be broken differently
ROUNDS = 100
FEW = 20


def problems():
    """Name, X, y of the races."""
    cancer = load_breast_cancer()
    spam = load_spambase()
    mnist = load_mnist_5k()
    yield "breast cancer", cancer.data, cancer.target
    yield "spambase", spam.data, spam.target
    chosen = np.isin(mnist.target, (3, 8))
    yield "MNIST, 3 against 8", mnist.data[chosen], mnist.target[chosen]


def exp_loss(scores, y):
    return float(np.mean(np.exp(-np.where(y == np.unique(y)[1], 1, -1) * scores)))


def peer_scores(model, X):
    """scikit-learn's votes with our scale: its weights are log((1 - error) / error)."""
    votes = [np.where(h.predict(X) == model.classes_[1], 1, -1) for h in model.estimators_]
    return 0.5 * model.estimator_weights_ @ np.array(votes)


def same_votes(X):
    """Equal weights of the trees and equal predictions."""

    def same(ours, peer):
        np.testing.assert_allclose(2 * ours.alphas_, peer.estimator_weights_, rtol=1e-6)
        np.testing.assert_array_equal(ours.predict(X), peer.predict(X))

    return same


def rows():
    """Each with its own stump on three data sets; the same tree on the first."""
    tree = DecisionTreeClassifier(max_depth=1, random_state=0)
    for name, X, y in problems():

        def note(ours, peer, X=X, y=y):
            losses = ours.exp_loss_path_[-1], exp_loss(peer_scores(peer, X), y)
            return f"other stump; exponential loss ours {losses[0]:.3g}, peer {losses[1]:.3g}"

        peer = AdaBoostClassifier(tree, n_estimators=ROUNDS, random_state=0)
        yield duel(
            RACE, f"{name}, {len(X)} x {X.shape[1]}, {ROUNDS} rounds",
            lambda X=X, y=y: DualBooster(n_rounds=ROUNDS).fit(X, y),
            "sklearn AdaBoostClassifier, its stump", lambda peer=peer, X=X, y=y: peer.fit(X, y),
            note=note, repeats=3,
        )  # fmt: skip
    X, y = load_breast_cancer(return_X_y=True)
    peer = AdaBoostClassifier(tree, n_estimators=FEW, random_state=0)
    yield duel(
        RACE, f"breast cancer, {FEW} rounds",
        lambda: DualBooster(n_rounds=FEW, weak=tree).fit(X, y),
        "sklearn AdaBoostClassifier", lambda: peer.fit(X, y),
        same=same_votes(X), note="same trees, same predictions",
        reason="both fit the same scikit-learn trees, which is nearly all of the time",
    )  # fmt: skip
