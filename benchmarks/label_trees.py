"""The partition tree against river's Hoeffding tree and Vowpal Wabbit's own partition tree.

Choromanska (2014), chapter 4. One pass over the same rows in the same order; errors differ, as the
methods do, and stand beside the times. Besides, how prediction grows with the number of labels.
"""

import numpy as np
from sklearn.linear_model import SGDClassifier

from _race import duel, least, peer, row
from mlcompanion.datasets import load_letter
from mlcompanion.trees import OneAgainstAll, OnlinePartitionTree, RandomLabelTree

TITLE = "Trees over labels"
CHAPTER = "choromanska/04_multiclass_trees"


def letters(n_train=4000, n_test=2000):
    """Rows of the letters, standardised, and their labels 0 to 25."""
    found = load_letter()
    order = np.random.default_rng(0).permutation(len(found.data))[: n_train + n_test]
    X = found.data[order].astype(float)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    y = np.unique(found.target[order], return_inverse=True)[1]
    return X[:n_train], y[:n_train], X[n_train:], y[n_train:]


def wrong(ours, theirs):
    """A note with the errors of both."""
    return f"% wrong: ours {100 * ours:.1f}, peer {100 * theirs:.1f}"


def one_pass(model, data):
    """Error after one pass in the order given."""
    X, y, fresh, truth = data
    return float(np.mean(model.fit(X, y).predict(fresh) != truth))


def hoeffding():
    """River takes one dictionary at a time."""
    tree = peer("river.tree", "river")
    if tree is None:
        return
    data = letters()
    X, y, fresh, truth = data
    rows, new = ([dict(enumerate(x)) for x in part.tolist()] for part in (X, fresh))

    def theirs():
        learner = tree.HoeffdingTreeClassifier()
        for x, label in zip(rows, y.tolist()):
            learner.learn_one(x, label)
        return float(np.mean([learner.predict_one(x) for x in new] != truth))

    model = OnlinePartitionTree(n_epochs=1, shuffle=False)
    yield duel(
        "one pass and prediction", "letter, 4,000 and 2,000", lambda: one_pass(model, data),
        "river HoeffdingTreeClassifier", theirs, note=wrong,
    )  # fmt: skip


def log_multi():
    """Vowpal Wabbit's tree, its examples as lines of text, which it reads while it learns."""
    vw = peer("vowpalwabbit")
    if vw is None:
        return
    data = letters()
    X, y, fresh, truth = data

    def lines(part, labels):
        words = [" ".join(f"{j}:{v:.5g}" for j, v in enumerate(x)) for x in part]
        return [f"{label + 1} | {x}" for label, x in zip(labels, words)]

    seen, new = lines(X, y), [line.partition(" ")[2] for line in lines(fresh, truth)]

    def play(options):
        learner = vw.Workspace(f"{options} --quiet")
        for line in seen:
            learner.learn(line)
        error = float(np.mean([learner.predict(line) for line in new] != truth + 1))
        learner.finish()
        return error

    races = [
        ("--log_multi 26", OnlinePartitionTree(n_epochs=1, shuffle=False)),
        ("--oaa 26", OneAgainstAll(n_epochs=1, shuffle=False)),
    ]
    for options, model in races:
        yield duel(
            "one pass and prediction", "letter, 4,000 and 2,000",
            lambda model=model: one_pass(model, data), f"vowpalwabbit {options}",
            lambda options=options: play(options), note=wrong,
        )  # fmt: skip


def one_model_a_label():
    """scikit-learn's one model a label, one pass."""
    data = letters()
    yield duel(
        "one pass and prediction", "letter, 4,000 and 2,000",
        lambda: one_pass(OnlinePartitionTree(n_epochs=1, shuffle=False), data),
        "scikit-learn SGDClassifier",
        lambda: one_pass(SGDClassifier(max_iter=1, tol=None, shuffle=False), data), note=wrong,
    )  # fmt: skip


def more_labels():
    """Prediction of 20,000 rows of 20 columns, by models trained on three rows a label."""
    sizes = (64, 256, 1024, 4096)
    rng = np.random.default_rng(0)
    fresh = rng.normal(size=(20_000, 20))
    times = []
    for k in sizes:
        X, y = rng.normal(size=(3 * k, 20)), np.tile(np.arange(k), 3)
        tree = RandomLabelTree(n_epochs=1, random_state=0).fit(X, y)
        each = OneAgainstAll(n_epochs=1, random_state=0).fit(X, y)
        times.append([least(lambda m=m: m.predict(fresh))[0] for m in (tree, each)])
    slopes = np.polyfit(np.log(sizes), np.log(times), 1)[0]
    for k, (ours_s, theirs_s) in zip(sizes, times):
        words = f"slopes in k, both logarithmic: tree {slopes[0]:.2f}, one a label {slopes[1]:.2f}"
        yield row(
            "prediction of 20,000 rows", f"k = {k:,}", ours_s, "one model a label (ours, BLAS)",
            theirs_s, words, "one matrix product in BLAS is faster than walks for few labels",
        )  # fmt: skip


def rows():
    """All races."""
    yield from hoeffding()
    yield from log_multi()
    yield from one_model_a_label()
    yield from more_labels()
