"""The heaviest spanning tree of a complete graph: Prim's algorithm on the matrix of weights.

Tan, Anandkumar and Willsky (2011), section 3, step 3, after Chow and Liu (1968) and Prim (1957).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_square

__all__ = ["SpanningTree", "maximum_spanning_tree"]


class SpanningTree(NamedTuple):
    """A tree, its edges in falling order of weight.

    Attributes
    ----------
    edges : ndarray of int, shape (d - 1, 2)
        The smaller node first.
    weights : ndarray, shape (d - 1,)
    """

    edges: np.ndarray
    weights: np.ndarray


@njit
def _prim(W, ends):
    """Grow the tree from node 0, each time by the heaviest edge that leaves it."""
    d = len(W)
    best = np.empty(d)  # heaviest edge from the tree to each node outside, and its end in the tree
    near = np.zeros(d, dtype=np.int64)
    outside = np.ones(d, dtype=np.bool_)
    outside[0] = False
    for j in range(d):
        best[j] = W[0, j]
    for step in range(d - 1):
        new = -1
        for j in range(d):
            if outside[j] and (new < 0 or best[j] > best[new]):
                new = j
        ends[step, 0] = near[new]
        ends[step, 1] = new
        outside[new] = False
        for j in range(d):
            if outside[j] and W[new, j] > best[j]:
                best[j] = W[new, j]
                near[j] = new


def maximum_spanning_tree(weights):
    """The spanning tree of a complete graph whose edges weigh most.

    Zero and negative weights are weights like others, so all d - 1 edges are always found.

    Parameters
    ----------
    weights : array_like, shape (d, d)
        Symmetric; the diagonal is not looked at.

    Returns
    -------
    SpanningTree

    Notes
    -----
    Cost: O(d²) time, O(d) memory beside the weights. Of equal weights the edge found first stands.
    Source: Tan, Anandkumar and Willsky (2011), section 3, step 3.

    Examples
    --------
    >>> maximum_spanning_tree([[0, 3, 1], [3, 0, -2], [1, -2, 0]]).edges.tolist()
    [[0, 1], [0, 2]]
    """
    W = plain_layout(check_square(weights, "weights", symmetric=True))
    ends = np.empty((len(W) - 1, 2), dtype=np.int64)
    _prim(W, ends)
    heavy = W[ends[:, 0], ends[:, 1]]
    # falling weights: any threshold keeps a prefix
    order = np.argsort(-heavy, kind="stable")
    return SpanningTree(np.sort(ends[order], axis=1), heavy[order])
