"""Trees between likelihood and interaction information, and what they do on two data sets."""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcompanion.graphical.classifiers import TANClassifier

from .source_sets import divisions

__all__ = ["SHARES", "MixedTree", "copied_law", "edge_set", "mixed_tree"]

#: Shares of the interaction information: 0 is LL, 0.633 fCLL.
SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.633, 0.7, 0.8, 0.9, 1.0)


class MixedTree(NamedTuple):
    """One share of the interaction information, over five divisions into training and test rows.

    Attributes
    ----------
    accuracies : ndarray, shape (5,)
    edges : set of frozenset
        Of the first division.
    """

    accuracies: np.ndarray
    edges: set


def edge_set(model):
    """Edges of a network without their direction."""
    return {frozenset(edge) for edge in model.edges_.tolist()}


@cache
def _all_shares(name, repeats):
    """Trees of all shares; each division is made once."""
    accuracies = {share: [] for share in SHARES}
    edges = {}
    for split in range(repeats):
        part = divisions(name, split)[0]
        for share in SHARES:
            model = TANClassifier(share, n_states=part.n_states).fit(part.X, part.y)
            accuracies[share].append(model.score(part.X_test, part.y_test))
            edges.setdefault(share, edge_set(model))
    return {share: MixedTree(np.array(accuracies[share]), edges[share]) for share in SHARES}


def mixed_tree(name, share, repeats=5):
    """The trees of one share on every division of a held-out set."""
    return _all_shares(name, repeats)[share]


def copied_law(error, n=1000):
    """Rows whose two attributes are copies that agree with the class but for a share of errors."""
    wrong = round(error * n)
    y = np.repeat([0, 1], n)
    x = np.where(np.tile(np.arange(n) < wrong, 2), 1 - y, y)
    return np.column_stack([x, x]), y
