"""The heart patients and the House's votes as codes, and held-out curves over many splits."""

from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import load_heart, load_housevotes
from mlcompanion.graphical.forests import ChowLiuForest, threshold_path

__all__ = [
    "Curves",
    "degrees",
    "full_graph",
    "heart_codes",
    "held_out_curves",
    "majority_edges",
    "votes_codes",
]

#: Columns of the heart data that are measured rather than told apart; cut at the mean.
CONTINUOUS = ("age", "blood pressure", "cholesterol", "heart rate", "ST depression")


def heart_codes():
    """Codes of 13 attributes and the diagnosis of 270 patients, and their names."""
    heart = load_heart()
    columns = []
    for name, column in zip(heart.feature_names, heart.data.T):
        if name in CONTINUOUS:
            columns.append((column > column.mean()).astype(int))
        else:
            columns.append(np.unique(column, return_inverse=True)[1])
    columns.append(heart.target - 1)
    return np.column_stack(columns), [*heart.feature_names, "heart disease"]


def votes_codes():
    """Codes of 16 votes and the party of 232 members, and their names."""
    votes = load_housevotes()
    return np.column_stack([votes.data, votes.target]), [*votes.feature_names, "party"]


class Curves(NamedTuple):
    """Mean log-probabilities of training and test rows over the exponents, a row a split.

    Attributes
    ----------
    train, test : ndarray, shape (n_splits, m)
    tree, empty : ndarray, shape (n_splits,)
        Test rows under the whole tree and under no edge.
    edges : list of set
        What each split learned at ``marked``.
    """

    train: np.ndarray
    test: np.ndarray
    tree: np.ndarray
    empty: np.ndarray
    edges: list


def held_out_curves(X, betas, n_train, repeats, *, marked=0.53, smoothing=2.0):
    """Learn from random parts of the rows, and score the rest for each exponent."""
    n_states = X.max(axis=0) + 1
    train = []
    test = []
    ends = []
    edges = []
    for seed in range(repeats):
        order = np.random.default_rng(seed).permutation(len(X))
        rows = X[order[:n_train]]
        rest = X[order[n_train:]]
        path = threshold_path(rows, betas, rest, n_states=n_states, smoothing=smoothing)
        train.append(path.scores[path.n_edges])
        test.append(path.test_scores[path.n_edges])
        ends.append((path.test_scores[-1], path.test_scores[0]))
        count = np.count_nonzero(path.informations >= n_train**-marked)
        edges.append({tuple(edge) for edge in path.edges[:count].tolist()})
    tree, empty = np.array(ends).T
    return Curves(np.array(train), np.array(test), tree, empty, edges)


def degrees(edges, d):
    """How many neighbours each node has."""
    return np.bincount(np.ravel(list(edges)).astype(int), minlength=d)


def majority_edges(edge_sets):
    """Edges that more than half of the splits learned."""
    every = set().union(*edge_sets)
    return {e for e in every if sum(e in found for found in edge_sets) > len(edge_sets) / 2}


def full_graph(X, beta):
    """Edges learned from all rows."""
    return {tuple(edge) for edge in ChowLiuForest(beta).fit(X).edges_.tolist()}
