"""Chains and loops with next neighbours: McAuley and Caetano (2011), sections 7.3.1 and 7.3.2.

A state is bound to the next one and to the one after that. Its cliques have three variables and
only factors of two, so that a message between two cliques is a product of two matrices.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_in

from .chains import BestString, sorted_scores
from .grids import stands_still
from .matrix import METHODS, TropicalMatrix
from .semirings import check_semiring, enter

__all__ = ["LoopRun", "loop_map", "second_order_map"]

_MAX_SUM = check_semiring("max-sum")


class LoopRun(NamedTuple):
    """Belief propagation on a closed loop of cliques of three.

    Attributes
    ----------
    states : ndarray of int, shape (M,)
        The state of each variable with the best belief.
    value : float
        Score of these states.
    beliefs : ndarray, shape (M, N, N)
        Max-marginals of neighbours, up to a constant each.
    converged : bool
        Whether the last round left all messages as they were, but for rounding.
    n_products : int
    """

    states: np.ndarray
    value: float
    beliefs: np.ndarray
    converged: bool
    n_products: int


def second_order_map(unary, near, far, *, method="sorted", early_stop=False):
    """The best string by scores of places, of neighbours and of next neighbours.

    Parameters
    ----------
    unary : array_like, shape (M, N)
    near : array_like, shape (N, N)
        Scores of neighbours; the earlier state is the row.
    far : array_like, shape (N, N), or TropicalMatrix
        Scores of states two places apart. A :class:`TropicalMatrix` of the *transposed* scores, in
        max-sum, is sorted already, for many calls.
    method : {"sorted", "naive"}
    early_stop : bool

    Returns
    -------
    BestString

    Notes
    -----
    Expected O(M N^2 sqrt(N)) against M N^3; M N^2 numbers to go back.

    Examples
    --------
    >>> run = second_order_map(np.zeros((4, 2)), [[0, 1], [1, 0]], [[2, 0], [0, 0]])
    >>> run.states.tolist(), run.value
    ([0, 1, 0, 1], 5.0)
    """
    check_in(method, "method", METHODS)
    early_stop = check_flag(early_stop, "early_stop")
    unary = enter(_MAX_SUM, unary, "unary", ndim=2, min_rows=1)
    size = unary.shape[1]
    near = enter(_MAX_SUM, near, "near", shape=(size, size), min_rows=1)
    matrix = _sorted_far(far, size)
    if len(unary) == 1:
        return BestString(unary.argmax(axis=1), float(unary.max()), 0)
    # scores of (x_t, x_{t+1}), the factor of neighbours and both places included
    score = unary[0][:, None] + near + unary[1]
    came_from = []
    n_products = 0
    for place in unary[2:]:
        found, formed = matrix.against(score.T, method, early_stop)
        came_from.append(found.best)
        score = found.top + near + place
        n_products += formed
    states = list(np.unravel_index(score.argmax(), score.shape))
    for best in reversed(came_from):
        states.insert(0, best[states[0], states[1]])
    return BestString(np.array(states, dtype=np.int64), float(score.max()), n_products)


def _sorted_far(far, size):
    if not isinstance(far, TropicalMatrix):
        far = enter(_MAX_SUM, far, "far", shape=(size, size))
        return sorted_scores(far.T, "max-sum", "far")
    if far.semiring != _MAX_SUM or far.shape != (size, size):
        raise ValueError(f"far must be max-sum of shape {(size, size)}, got {far.shape}")
    return far


def loop_map(near, far, n_iter=5, *, method="sorted", early_stop=False):
    """Belief propagation on a closed loop with neighbours and next neighbours (section 7.3.1).

    Clique t holds the variables t, t + 1 and t + 2, counted around the loop; it has the factors
    ``near[t][x_t, x_{t+1}]`` and ``far[t][x_t, x_{t+2}]``. Messages run around in both directions.

    Parameters
    ----------
    near, far : array_like, shape (M, N, N)
        At least four variables.
    n_iter : int
        How many times around.
    method : {"sorted", "naive"}
    early_stop : bool

    Returns
    -------
    LoopRun

    Notes
    -----
    Expected O(n_iter M N^2 sqrt(N)) against N^3 for a message; M N^2 memory. Messages are moved to
    a largest entry of 0.
    """
    near = check_array(near, "near", ndim=3, min_rows=4)
    size = near.shape[1]
    if not size or near.shape[2] != size:
        raise ValueError(f"near must hold square matrices, got shape {near.shape}")
    far = check_array(far, "far", shape=near.shape)
    n_iter = check_count(n_iter, "n_iter", low=1)
    check_in(method, "method", METHODS)
    options = (method, check_flag(early_stop, "early_stop"))
    n_nodes = len(near)
    # the potentials are sorted once, for both directions; messages at each step
    onward = [TropicalMatrix(one.T) for one in far]
    backward = [TropicalMatrix(one) for one in far]
    ahead = np.zeros_like(near)
    behind = np.zeros_like(near)
    n_products = 0
    for _ in range(n_iter):
        before = np.array([ahead, behind])
        for t in range(n_nodes):
            # max over x_t of [message and near](x_t, x_{t+1}) + far(x_t, x_{t+2})
            lists = (ahead[t - 1] + near[t]).T
            found, formed = onward[t].against(lists, *options)
            ahead[t] = found.top - found.top.max()
            n_products += formed
        for t in reversed(range(n_nodes)):
            # max over x_{t+2} of far(x_t, x_{t+2}) + message(x_{t+1}, x_{t+2})
            found, formed = backward[t].against(behind[(t + 1) % n_nodes], *options)
            message = found.top.T + near[t]
            behind[t] = message - message.max()
            n_products += formed
    beliefs = np.roll(ahead, 1, axis=0) + behind
    # a belief is about the pair (t, t + 1): each variable is read from its own
    states = beliefs.max(axis=2).argmax(axis=1)
    still = stands_still(before, np.array([ahead, behind]))
    return LoopRun(states, loop_score(near, far, states), beliefs, still, n_products)


def loop_score(near, far, states):
    """Score of the states of a closed loop."""
    places = np.arange(len(states))
    one = near[places, states, np.roll(states, -1)]
    two = far[places, states, np.roll(states, -2)]
    return float(one.sum() + two.sum())
