"""Boosting: presorted stumps against scikit-learn's AdaBoost, which sorts again every round.

scikit-learn's stump minimises the Gini impurity, ours the weighted error, so the two runs part
after a few rounds. Hence two kinds of rows: both with the same tree (same predictions, asserted,
so the race is between the boosting loops), and each with its own stump (another answer; the note
gives the training loss that each reaches). Run ``python benchmarks/boosting.py``. Times are
printed, never asserted.
"""

from time import perf_counter

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from mlcompanion.datasets import load_mnist_5k, load_spambase
from mlcompanion.ensemble import DualBooster

RACE = "AdaBoost with stumps: time to fit"
ROUNDS = 100


def problems():
    """Name, X, y of the races."""
    cancer, spam, mnist = load_breast_cancer(), load_spambase(), load_mnist_5k()
    yield "breast cancer", cancer.data, cancer.target
    yield "spambase", spam.data, spam.target
    chosen = np.isin(mnist.target, (3, 8))
    yield "MNIST, 3 against 8", mnist.data[chosen], mnist.target[chosen]


def timed(model, X, y, repeats=3):
    """The fitted model and the least time of some fits."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        model.fit(X, y)
        times.append(perf_counter() - start)
    return model, min(times)


def exp_loss(scores, y):
    return float(np.mean(np.exp(-np.where(y == np.unique(y)[1], 1, -1) * scores)))


def peer_scores(model, X):
    """scikit-learn's votes with our scale: its weights are log((1 - error) / error)."""
    votes = [np.where(h.predict(X) == model.classes_[1], 1, -1) for h in model.estimators_]
    return 0.5 * model.estimator_weights_ @ np.array(votes)


def row(size, ours, peer, other, note):
    ratio = other / ours
    return dict(race=RACE, size=size, ours_s=ours, peer=peer, peer_s=other, ratio=ratio, note=note)


def race(name, X, y):
    """Both kinds of rows on one data set."""
    tree = DecisionTreeClassifier(max_depth=1, random_state=0)
    size = f"{name}, {len(X)} x {X.shape[1]}, {ROUNDS} rounds"
    peer, other = timed(AdaBoostClassifier(tree, n_estimators=ROUNDS, random_state=0), X, y, 1)
    ours, mine = timed(DualBooster(n_rounds=ROUNDS), X, y)
    losses = ours.exp_loss_path_[-1], exp_loss(peer_scores(peer, X), y)
    note = f"other stump; exponential loss ours {losses[0]:.3g}, peer {losses[1]:.3g}"
    rows = [row(size, mine, "sklearn AdaBoostClassifier, its stump", other, note)]
    if name != "breast cancer":
        return rows
    few = 20  # later, ties between trees may be broken differently
    peer, other = timed(AdaBoostClassifier(tree, n_estimators=few, random_state=0), X, y)
    same, mine = timed(DualBooster(n_rounds=few, weak=tree), X, y)
    np.testing.assert_allclose(2 * same.alphas_, peer.estimator_weights_, rtol=1e-6)
    np.testing.assert_array_equal(same.predict(X), peer.predict(X))
    size = f"{name}, {few} rounds"
    rows.append(
        row(size, mine, "sklearn AdaBoostClassifier", other, "same trees, same predictions")
    )
    return rows


def main():
    """Run the races; print a table; return its rows."""
    X, y = load_breast_cancer(return_X_y=True)
    DualBooster(n_rounds=2).fit(X, y)
    with threadpool_limits(1):  # one core for everyone
        rows = [r for name, data, target in problems() for r in race(name, data, target)]
    for r in rows:
        times = f"{r['ours_s'] * 1e3:>8.1f} ms {r['peer_s'] * 1e3:>9.1f} ms {r['ratio']:>7.1f}x"
        print(f"{r['size']:<52}{times}  {r['peer']} ({r['note']})")
    return rows


if __name__ == "__main__":
    main()
