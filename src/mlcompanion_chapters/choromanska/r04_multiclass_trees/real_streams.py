"""Trees on measured data and on generated news: what stands for Table 4.2 and its last paragraph.

Columns are standardised by the training rows; a quarter of the rows is for testing.
"""

import numpy as np
from sklearn.datasets import load_digits

from mlcompanion.datasets import load_letter, load_mnist_5k
from mlcompanion.trees import OnlinePartitionTree, RandomLabelTree

__all__ = ["GUESSES", "SETS", "make_news", "set_row", "standardised"]

SETS = ("mnist", "digits", "letter", "news")
#: How many labels may be named: one, log2 of the 26 letters less two, and that rounded up.
GUESSES = (1, 3, 5)
#: Words a story: so few that the random tree errs about as often as the printed one, 46 %.
LENGTH = 8
TOPICS, WORDS, STORIES = 99, 500, 12_500


def make_news(rng):
    """Stories of 99 topics whose sizes fall like 1, 1/2, 1/3, ...: rows of unit length, topics.

    Every topic has its own order of the words, whose frequencies fall in the same way; half of a
    story's words come from its topic and half from the common order.
    """
    zipf = 1 / np.arange(1, WORDS + 1)
    common = zipf / zipf.sum()
    own = np.array([common[rng.permutation(WORDS)] for _ in range(TOPICS)])
    sizes = 1 / np.arange(1, TOPICS + 1)
    topics = rng.choice(TOPICS, size=STORIES, p=sizes / sizes.sum())
    counts = np.array([rng.multinomial(LENGTH, (own[t] + common) / 2) for t in topics])
    rows = np.log1p(counts)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True), topics


def standardised(X, train):
    """Columns less their mean over their deviation, both of the training rows."""
    spread = X[train].std(axis=0)
    return (X - X[train].mean(axis=0)) / np.where(spread > 0, spread, 1)


def load_set(name, rng):
    """Rows and labels of one of the sets."""
    if name == "news":
        return make_news(rng)
    found = {"mnist": load_mnist_5k, "digits": load_digits, "letter": load_letter}[name]()
    return np.asarray(found.data, dtype=float), found.target


def misses(model, X, y):
    """Per cent of rows whose label is not among so many guesses, for 1, 3 and 5."""
    named = model.predict_topk(X, max(GUESSES)) == y[:, None]
    return [100 * float(1 - named[:, :n].any(axis=1).mean()) for n in GUESSES]


def set_row(name, seed):
    """Errors of both trees with 1, 3 and 5 guesses, and the partition tree's depth: one split."""
    rng = np.random.default_rng(seed)
    X, y = load_set(name, rng)
    order = rng.permutation(len(X))
    test, train = np.split(order, [len(X) // 4])
    X = standardised(X, train)
    tree = OnlinePartitionTree(random_state=seed).fit(X[train], y[train])
    rand = RandomLabelTree(random_state=seed).fit(X[train], y[train])
    row = {"depth": tree.depth_, "inner": tree.n_inner_, "classes": len(tree.classes_)}
    row["part"], row["part3"], row["part5"] = misses(tree, X[test], y[test])
    row["rand"], row["rand3"], row["rand5"] = misses(rand, X[test], y[test])
    return row
