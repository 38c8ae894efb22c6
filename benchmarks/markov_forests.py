"""Chow–Liu trees, spanning trees and branchings against pgmpy, networkx and scikit-learn.

Edges, or where ties are possible total weights, are asserted equal. The slopes of log time against
log size follow: two in the number of columns, one in that of rows.
"""

from itertools import combinations, pairwise

import numpy as np
import pandas as pd
from sklearn.metrics import mutual_info_score

from _race import duel, least, peer, row
from mlcompanion.graphical.forests import ChowLiuForest, binary_forest
from mlcompanion.graphical.trees import (
    edmonds_branching,
    maximum_spanning_tree,
    pairwise_mutual_information,
)
from mlcompanion.teaching import log_slope

TITLE = "Trees of mutual information, spanning trees and branchings"
CHAPTER = "jmlr12/15_markov_forests"


def coins(d, n):
    """Rows of a chain of d coins."""
    return binary_forest(d, [(j, j + 1) for j in range(d - 1)], 0.2).sample(n, 0)


def edge_set(edges):
    """Edges without a direction."""
    return {tuple(sorted((int(i), int(j)))) for i, j in edges}


def same_edges(ours, theirs):
    """Raise if the edges differ."""
    assert edge_set(ours) == edge_set(theirs)


def tree_races(pgmpy, d=60, n=500):
    """From rows to a tree."""
    X = coins(d, n)
    frame = pd.DataFrame(X)
    yield duel(
        "Chow–Liu tree from rows", f"d = {d}, n = {n}",
        lambda: ChowLiuForest(threshold=0).fit(X).tree_edges_, "pgmpy",
        lambda: pgmpy.TreeSearch(frame, n_jobs=1).estimate("chow-liu", show_progress=False).edges(),
        same=same_edges, note="same edges", repeats=1,
    )  # fmt: skip

    def by_pairs():
        return {(i, j): mutual_info_score(X[:, i], X[:, j]) for i, j in combinations(range(d), 2)}

    def close(ours, theirs):
        np.testing.assert_allclose([ours[e] for e in theirs], list(theirs.values()), atol=1e-12)

    yield duel(
        "informations of all pairs", f"d = {d}, n = {n}",
        lambda: pairwise_mutual_information(X), "scikit-learn, pair by pair", by_pairs,
        same=close, note="equal to 1e-12", repeats=2,
    )  # fmt: skip


def graph_races(nx, d=200):
    """From a matrix of weights to a tree, or to a branching."""
    W = np.random.default_rng(0).normal(size=(d, d))
    both = W + W.T
    G = nx.Graph()
    G.add_weighted_edges_from((i, j, both[i, j]) for i, j in combinations(range(d), 2))
    yield duel(
        "maximum spanning tree", f"d = {d}", lambda: maximum_spanning_tree(both).edges, "networkx",
        lambda: nx.maximum_spanning_tree(G).edges(), same=same_edges, note="same edges",
    )  # fmt: skip
    d = 60
    W = W[:d, :d]
    D = nx.DiGraph()
    D.add_weighted_edges_from((i, j, W[i, j]) for i in range(d) for j in range(d) if i != j)

    def total(ours, theirs):
        mine = sum(W[u, v] for v, u in enumerate(ours) if u >= 0)
        assert np.isclose(mine, sum(W[e] for e in theirs))

    for spanning, name in ((False, "maximum_branching"), (True, "maximum_spanning_arborescence")):
        yield duel(
            name.replace("_", " "), f"d = {d}",
            lambda spanning=spanning: edmonds_branching(W, spanning=spanning), "networkx",
            lambda name=name: getattr(nx, name)(D).edges(), same=total, note="same weight",
        )  # fmt: skip


def doublings(times):
    """The exponent of each doubling."""
    return ", ".join(f"{np.log2(after / before):.2f}" for before, after in pairwise(times))


def slopes():
    """How the time of a fit grows."""
    columns = (250, 500, 1000, 2000)
    tables = [coins(d, 500) for d in columns]
    times = [least(lambda X=X: ChowLiuForest().fit(X))[0] for X in tables]
    note = f"slope {log_slope(columns, times):.2f}, by doublings {doublings(times)}"
    yield row("fit, by columns", f"d = {columns}", times[-1], "ours", None, note)
    rows_of = (4000, 16_000, 64_000)
    X = coins(60, rows_of[-1])
    times = [least(lambda n=n: ChowLiuForest().fit(X[:n]))[0] for n in rows_of]
    yield row("fit, by rows", f"n = {rows_of}", times[-1], "ours", None,
              f"slope {log_slope(rows_of, times):.2f}")  # fmt: skip


def rows():
    """All races of the record."""
    if (nx := peer("networkx")) is not None:
        yield from graph_races(nx)
    if (pgmpy := peer("pgmpy.estimators", "pgmpy")) is not None:
        yield from tree_races(pgmpy)
    yield from slopes()
