r"""What a search for a dyadic tree starts from, and what it returns.

A leaf model is a function ``leaf(train, held_out)`` of a cell's sums
(:class:`~mlcompanion.graphical.partitions.CellSums`; ``held_out`` is None if there are no such
rows). It returns an object with the attribute ``loss``: the *sum*, not the mean, of the loss over
the cell's held-out rows, or over its training rows if there are no others. The risk of a tree is
then the sum over its leaves, divided once by the number of all those rows. Chen (2013), 6.3.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance

from .cell_sums import CoveredRows
from .dyadic import DEEPEST, DyadicTree, tree_of_splits

__all__ = ["CoveredSearch", "PartitionSearch", "gather"]


@dataclass(frozen=True, eq=False)
class PartitionSearch:
    """A tree with a fitted model at each node.

    Attributes
    ----------
    tree : DyadicTree
    models : tuple
        What ``leaf`` returned, one a node, inner nodes too.
    losses : ndarray, shape (m,)
        Their losses, sums over rows.
    n_train, n_held_out : ndarray of int, shape (m,)
        Rows of each node; ``n_held_out`` is 0 if there are none.
    risk : float
        Sum of the leaves' losses over the number of all rows that are judged, without penalty.
    gains : ndarray, shape (m,)
        By how much cutting the node lowered the risk; at a leaf the best that any cut would have
        brought, minus infinity if none was allowed; NaN where the exact search did not ask.
    n_fits : int
        How many cells were fitted.
    """

    tree: DyadicTree
    models: tuple
    losses: np.ndarray
    n_train: np.ndarray
    n_held_out: np.ndarray
    risk: float
    gains: np.ndarray
    n_fits: int

    def risk_path(self):
        """Risk after each cut, the nodes cut in the order of their numbers (level by level)."""
        cut = self.tree.feature >= 0
        judged = self.n_held_out if self.n_held_out[0] else self.n_train
        return self.losses[0] / judged[0] - np.r_[0.0, np.cumsum(self.gains[cut])]


class CoveredSearch:
    """Both sets of rows, the leaf model, and a count of its fits."""

    def __init__(self, X, Z, X_out, Z_out, leaf, max_level, min_rows):
        X = check_array(X, "X", ndim=2, min_rows=1, low=0, high=1)
        if not X.shape[1]:
            raise ValueError(f"X must have a column, got shape {X.shape}")
        Z = check_array(Z, "Z", shape=(len(X), None))
        self.max_level = check_count(max_level, "max_level", high=DEEPEST)
        self.min_rows = check_count(min_rows, "min_rows", low=1)
        self.leaf = check_instance(leaf, "leaf", callable)
        self.d = X.shape[1]
        self.train = CoveredRows(X, Z, self.max_level)
        self.out = None
        if (X_out is None) != (Z_out is None):
            raise ValueError("X_out and Z_out must be given together")
        if X_out is not None:
            X_out = check_array(X_out, "X_out", shape=(None, self.d), min_rows=1, low=0, high=1)
            Z_out = check_array(Z_out, "Z_out", shape=(len(X_out), Z.shape[1]))
            self.out = CoveredRows(X_out, Z_out, self.max_level)
        if len(X) < self.min_rows:
            raise ValueError(f"X must have at least min_rows = {min_rows} rows, got {len(X)}")
        self.n_judged = len(X) if X_out is None else len(X_out)
        self.n_fits = 0

    def allowed(self, n_train, n_out):
        """Whether a cell of so many rows may be a leaf: one without held-out rows says nothing."""
        return n_train >= self.min_rows and (self.out is None or n_out > 0)

    def fit(self, train, out):
        """Fit the leaf model to a cell."""
        self.n_fits += 1
        return self.leaf(train, out)


def gather(search, splits, models, sizes, gains):
    """Gather what is known of the cells in the order of the tree's nodes."""
    tree = tree_of_splits(splits, search.d)
    pairs = np.stack([tree.levels, tree.places], axis=2).tolist()
    cells = [tuple(map(tuple, cell)) for cell in pairs]
    kept = tuple(models[cell] for cell in cells)
    losses = np.array([float(model.loss) for model in kept])
    n_train, n_out = np.array([sizes[cell] for cell in cells]).T
    risk = float(losses[tree.leaves].sum() / search.n_judged)
    found = np.array([gains.get(cell, np.nan) for cell in cells])
    return PartitionSearch(tree, kept, losses, n_train, n_out, risk, found, search.n_fits)
