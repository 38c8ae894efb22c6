"""Tree-augmented naive Bayes against pgmpy and pyAgrum; fits of LL and fCLL beside each other.

Against pgmpy the trees are asserted to have the same edges, or where weights tie the same weight.
pyAgrum's search has a choice of its own: accuracies on the same test rows stand beside each other.
"""

import contextlib
import io

import numpy as np
import pandas as pd

from _race import duel, least, peer, row
from mlcompanion.datasets import load_chess
from mlcompanion.graphical.classifiers import HillClimbBNC, TANClassifier, edge_weights
from mlcompanion.graphical.trees import edmonds_branching, maximum_spanning_tree
from mlcompanion.teaching import log_slope

TITLE = "Network classifiers: tree-augmented naive Bayes"
CHAPTER = "jmlr12/33_factorized_cll"


def positions():
    """Chess: 2,130 training and 1,066 test positions."""
    bunch = load_chess()
    order = np.random.default_rng(0).permutation(len(bunch.target))
    return bunch.data[order], bunch.target[order]


def with_pgmpy(pgmpy, X, y, n, d):
    """The tree of conditional mutual information."""
    frame = pd.DataFrame(X[:n, :d]).rename(columns=str)
    frame["class"] = y[:n]

    def theirs():
        search = pgmpy.TreeSearch(frame, root_node="0", n_jobs=1)
        found = search.estimate("tan", class_node="class", show_progress=False).edges()
        return [(int(i), int(j)) for i, j in found if "class" not in (i, j)]

    def ours():
        return TANClassifier("ll").fit(X[:n, :d], y[:n]).edges_

    W = edge_weights(X[:n, :d], y[:n], "ll")

    def same(a, b):
        assert len(a) == len(b) == d - 1
        unlike = {frozenset(map(int, e)) for e in a} ^ {frozenset(e) for e in b}
        totals = [sum(W[i, j] for i, j in edges) for edges in (a, b)]
        assert not unlike or np.isclose(*totals, rtol=1e-9)

    yield duel(
        "TAN, structure", f"chess, d = {d}, n = {n}", ours, "pgmpy", theirs,
        same=same, note="same edges, ours with parameters", repeats=1,
    )  # fmt: skip


def with_pyagrum(skbn, types, X, y):
    """Structure and parameters, then accuracy on the other rows."""
    names = [f"x{j}" for j in range(X.shape[1])]
    train = pd.DataFrame(X[:2130], columns=names)
    test = pd.DataFrame(X[2130:], columns=names)

    def theirs():
        with contextlib.redirect_stdout(io.StringIO()):
            model = skbn.BNClassifier(
                type_processor=types.DiscreteTypeProcessor(),  # few values stay as they are
                learningMethod="TAN", prior="Smoothing", priorWeight=0.5,
            )  # fmt: skip
            model.fit(train, y[:2130])
        return model

    def ours():
        return TANClassifier("ll").fit(X[:2130], y[:2130])

    model = theirs()
    accuracy = np.mean(np.asarray(model.predict(test)) == y[2130:])
    note = f"accuracies {ours().score(X[2130:], y[2130:]):.3f} and {accuracy:.3f}"
    yield duel("TAN, fit", "chess, d = 36, n = 2130", ours, "pyAgrum", theirs,
               note=note, repeats=3)  # fmt: skip


def branching_race(nx, X, y):
    """From aCLL's directed weights to a tree."""
    W = edge_weights(X[:2130], y[:2130], "acll")
    D = nx.DiGraph()
    D.add_weighted_edges_from(
        (i, j, W[i, j]) for i in range(len(W)) for j in range(len(W)) if i != j
    )

    def same(ours, theirs):
        mine = sum(W[u, v] for v, u in enumerate(ours) if u >= 0)
        assert np.isclose(mine, sum(W[e] for e in theirs))

    yield duel(
        "maximum spanning arborescence", "aCLL on chess, d = 36",
        lambda: edmonds_branching(W, spanning=True), "networkx",
        lambda: nx.maximum_spanning_arborescence(D).edges(), same=same, note="same weight",
    )  # fmt: skip
    both = edge_weights(X[:2130], y[:2130])
    assert len(maximum_spanning_tree(both).edges) == 35


def own_times(X, y):
    """What the scores and parameters cost beside each other, and how a fit grows."""
    fits = {
        "LL": TANClassifier("ll"),
        "fCLL": TANClassifier(),
        "aCLL": TANClassifier("acll"),
        "fCLL, climb": HillClimbBNC(),
        "LL with ELR": TANClassifier("ll", params="elr", alpha=0.01),
    }
    base = None
    for name, model in fits.items():
        seconds, _ = least(lambda model=model: model.fit(X[:2130], y[:2130]))
        base = base or seconds
        note = f"{seconds / base:.1f} times the fit by LL"
        yield row(f"fit, {name}", "chess, d = 36, n = 2130", seconds, "ours", None, note)
    sizes = (30_000, 120_000, 480_000)
    many = np.tile(X, (151, 1))
    labels = np.tile(y, 151)
    times = [least(lambda n=n: TANClassifier().fit(many[:n], labels[:n]))[0] for n in sizes]
    yield row("fit, by rows", f"n = {sizes}", times[-1], "ours", None,
              f"slope {log_slope(sizes, times):.2f}")  # fmt: skip
    columns = (200, 400, 800)
    rng = np.random.default_rng(0)
    labels = rng.integers(2, size=1000)
    coins = (rng.random((1000, columns[-1])) < 0.3 + 0.2 * labels[:, None]).astype(int)
    times = [least(lambda d=d: TANClassifier().fit(coins[:, :d], labels))[0] for d in columns]
    yield row("fit, by columns", f"d = {columns}", times[-1], "ours", None,
              f"slope {log_slope(columns, times):.2f}")  # fmt: skip


def rows():
    """All races of the record."""
    X, y = positions()
    if (pgmpy := peer("pgmpy.estimators", "pgmpy")) is not None:
        yield from with_pgmpy(pgmpy, X, y, 2130, 36)
    if (skbn := peer("pyagrum.skbn", "pyagrum")) is not None:
        types = peer("pyagrum.lib.discreteTypeProcessor", "pyagrum")
        yield from with_pyagrum(skbn, types, X, y)
    if (nx := peer("networkx")) is not None:
        yield from branching_race(nx, X, y)
    yield from own_times(X, y)
