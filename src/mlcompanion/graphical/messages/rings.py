"""Exact search on a ring: McAuley and Caetano (2011), section 5.2.1 and Figure 8."""

import numpy as np

from mlcompanion._validation import check_array, check_flag, check_in

from .chains import BestString
from .matrix import METHODS, TropicalMatrix

__all__ = ["ring_map"]


def ring_map(pairwise, *, method="sorted", early_stop=False):
    """The best states of a ring by ``pairwise[t][x_t, x_{t+1}]``, the last one bound to the first.

    Parameters
    ----------
    pairwise : array_like, shape (M, N, N)
        At least three variables; scores of places belong to one of the two factors.
    method : {"sorted", "naive"}
    early_stop : bool

    Returns
    -------
    BestString

    Notes
    -----
    One variable after the other is maximised out, which is one product of matrices each: expected
    O(M N^2 sqrt(N)) against M N^3, exact, and M N^2 numbers to go back. Loopy belief propagation
    takes M N^2 an iteration.

    Examples
    --------
    >>> ring_map([[[0, 2], [1, 0]], [[0, 1], [3, 0]], [[1, 0], [0, 0]]]).states.tolist()
    [0, 1, 0]
    """
    pairwise = check_array(pairwise, "pairwise", ndim=3, min_rows=3)
    if not pairwise.shape[1] or pairwise.shape[1] != pairwise.shape[2]:
        raise ValueError(f"pairwise must hold square matrices, got shape {pairwise.shape}")
    check_in(method, "method", METHODS)
    early_stop = check_flag(early_stop, "early_stop")
    # scores of (x_0, x_t), everything between them maximised out
    score = pairwise[0]
    came_from = []
    n_products = 0
    for one in pairwise[1:-1]:
        found, formed = TropicalMatrix(one.T).against(score, method, early_stop)
        came_from.append(found.best)
        score = found.top
        n_products += formed
    closed = score + pairwise[-1].T  # the last factor runs from the last state to the first
    first, last = np.unravel_index(closed.argmax(), closed.shape)
    states = [last]
    for best in reversed(came_from):
        states.insert(0, best[first, states[0]])
    return BestString(np.array([first, *states], dtype=np.int64), float(closed.max()), n_products)
