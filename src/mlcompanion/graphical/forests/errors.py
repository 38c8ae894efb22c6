r"""The three ways to miss a forest: a false edge before a true one, edges lost, edges too many.

Tan, Anandkumar and Willsky (2011), section 4.3 and appendix B. One run leaves three numbers; the
shares of errors follow from them for every threshold.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_list, check_square

from ..trees.spanning import maximum_spanning_tree
from .distribution import check_forest

__all__ = ["ErrorShares", "TreeRun", "error_shares", "tree_run"]


class TreeRun(NamedTuple):
    """What one run leaves behind.

    Attributes
    ----------
    disorder : bool
        The tree's k strongest edges are not the true ones (the Chow–Liu error).
    last_true : float
        Information of the k-th edge, infinite if k = 0: a threshold above it loses an edge.
    first_false : float
        Information of the next one, minus infinity in a whole tree: a threshold up to it keeps one
        too many.
    """

    disorder: bool
    last_true: float
    first_false: float


def tree_run(information, edges):
    """Find the heaviest tree, and note what decides whether a threshold gives the true forest.

    Parameters
    ----------
    information : array_like, shape (d, d)
        Of all pairs.
    edges : array_like of int, shape (k, 2)
        The true forest.

    Returns
    -------
    TreeRun

    Notes
    -----
    Cost: O(d²).

    Examples
    --------
    >>> tree_run([[0, 0.3, 0.01], [0.3, 0, 0.02], [0.01, 0.02, 0]], [(0, 1)])
    TreeRun(disorder=False, last_true=0.3, first_false=0.02)
    """
    information = check_square(information, "information", symmetric=True)
    d = len(information)
    true = check_forest(edges, d)
    tree = maximum_spanning_tree(information)
    k = len(true)
    found = {tuple(edge) for edge in tree.edges[:k].tolist()}
    disorder = found != {tuple(edge) for edge in true.tolist()}
    last_true = float(tree.weights[k - 1]) if k else np.inf
    # if the first k edges are right, the next one is the strongest false one
    first_false = float(tree.weights[k]) if k < d - 1 else -np.inf
    return TreeRun(disorder, last_true, first_false)


class ErrorShares(NamedTuple):
    """Shares of the runs, one for each threshold; the last is one number.

    Attributes
    ----------
    wrong : ndarray, shape (m,)
        Another edge set than the true one, for whatever reason.
    too_many, too_few : ndarray, shape (m,)
        More, or fewer, edges than there are.
    disorder : float
        The k strongest edges are not the true ones: no threshold helps.
    """

    wrong: np.ndarray
    too_many: np.ndarray
    too_few: np.ndarray
    disorder: float


def error_shares(runs, thresholds):
    """How often the runs fail, and why, for each threshold.

    Parameters
    ----------
    runs : list of TreeRun, or array_like, shape (n_runs, 3)
    thresholds : array_like, shape (m,)
        In nats.

    Returns
    -------
    ErrorShares

    Examples
    --------
    >>> error_shares([TreeRun(False, 0.3, 0.02)], [0.01, 0.1, 0.5]).wrong.tolist()
    [1.0, 0.0, 1.0]
    """
    rows = np.array(check_list(runs, "runs"), dtype=float)
    if rows.ndim != 2 or rows.shape[1] != 3 or np.isnan(rows).any():
        raise ValueError(f"runs must be rows of three numbers, got shape {rows.shape}")
    limits = check_array(thresholds, "thresholds", ndim=1, min_rows=1, low=0)
    disorder = rows[:, 0] != 0
    too_few = rows[:, 1] < limits[:, None]
    too_many = rows[:, 2] >= limits[:, None]
    wrong = disorder | too_few | too_many
    return ErrorShares(
        wrong.mean(axis=1), too_many.mean(axis=1), too_few.mean(axis=1), float(disorder.mean())
    )
