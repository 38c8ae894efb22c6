"""Rows of discrete responses as sums can count them, and the rows of a tree's nodes."""

import numpy as np

from mlcompanion._validation import check_array, check_count

from ..trees.pairs import check_codes

__all__ = [
    "PairCounts",
    "check_known",
    "gain_errors",
    "rows_of_nodes",
    "state_marks",
    "states_of",
]


def state_marks(X, n_states):
    """Rows of zeros with a one for the state of each column, its first state left out.

    Sums and products of these marks tell all counts of pairs.

    Parameters
    ----------
    X : array_like of int, shape (n, d)
        Codes from 0.
    n_states : int or array_like of int, shape (d,)

    Returns
    -------
    ndarray, shape (n, r - d)
        With r the sum of all numbers of states.

    Examples
    --------
    >>> state_marks([[0, 1], [1, 2]], [2, 3]).tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]]
    """
    X, n_states = check_codes(X, n_states)
    starts = np.cumsum(n_states) - n_states
    marks = np.zeros((len(X), int(n_states.sum())))
    marks[np.arange(len(X))[:, None], X + starts] = 1
    return np.delete(marks, starts, axis=1)


class PairCounts:
    """Counts of all pairs of states from the sums of a cell's marks, by one small product.

    A column's first state is there where the others are not: full marks are a linear map of the
    marks that were summed and a one.
    """

    def __init__(self, n_states):
        r = int(n_states.sum())
        self.starts = np.cumsum(n_states) - n_states
        self._map = np.zeros((r, 1 + r - len(n_states)))
        self._map[self.starts, 0] = 1
        others = np.delete(np.arange(r), self.starts)
        self._map[others, 1 + np.arange(len(others))] = 1
        column = np.repeat(np.arange(len(n_states)), n_states - 1)
        self._map[self.starts[column], 1 + np.arange(len(others))] = -1

    def of(self, sums):
        """The counts as :func:`~mlcompanion.graphical.trees.pair_counts` has them."""
        gram = np.block([[np.array([[float(sums.n)]]), sums.total[None]],
                         [sums.total[:, None], sums.products]])  # fmt: skip
        return self._map @ gram @ self._map.T


def states_of(y, n_states):
    """Number of states of each response, as told or up to its largest code."""
    d = y.shape[1]
    if n_states is None:
        return y.max(axis=0) + 1
    if np.ndim(n_states) == 0:
        states = np.full(d, check_count(n_states, "n_states", low=1))
    else:
        states = check_array(n_states, "n_states", shape=(d,), dtype=np.int64, low=1)
    check_known(y, states, "y")
    return states.copy()


def check_known(y, n_states, name):
    """Refuse codes that no column of the training rows could have."""
    beyond = y.max(axis=0, initial=0) >= n_states
    if beyond.any():
        j = int(np.argmax(beyond))
        raise ValueError(
            f"{name} must hold codes below n_states: got {y[:, j].max()} in column {j}, "
            f"known are 0, ..., {n_states[j] - 1}"
        )


def gain_errors(tree, laws, X, y):
    """Standard error of the gain of each cut: over the rows of its node, in nats a row.

    Parameters
    ----------
    tree : DyadicTree
    laws : tuple of ForestDistribution
        One a node.
    X, y : ndarray
        Held-out rows.

    Returns
    -------
    ndarray, shape (m,)
        NaN at the leaves.
    """
    found = np.full(tree.n_nodes, np.nan)
    rows = rows_of_nodes(tree, X)
    for node in np.flatnonzero(tree.feature >= 0):
        before = laws[node].log_prob(y[rows[node]])
        halves = (tree.left[node], tree.left[node] + 1)  # a node's rows are those of its halves
        after = np.concatenate([laws[half].log_prob(y[rows[half]]) for half in halves])
        change = after - before
        found[node] = np.sqrt(len(change)) * change.std() / len(X)
    return found


def rows_of_nodes(tree, X):
    """Numbers of the rows in each node of a tree."""
    leaf = tree.apply(X)
    rows = [np.zeros(0, dtype=np.int64)] * tree.n_nodes
    for node in reversed(range(tree.n_nodes)):  # children stand behind their parents
        if tree.feature[node] < 0:
            rows[node] = np.flatnonzero(leaf == node)
        else:
            rows[node] = np.concatenate([rows[tree.left[node]], rows[tree.left[node] + 1]])
    return rows
