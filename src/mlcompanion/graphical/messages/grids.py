"""Loopy belief propagation on a grid: McAuley and Caetano (2011), section 7.4.2.

Each node is bound to its four neighbours by one matrix of scores, which is sorted once. Messages
are sent one at a time in a random order. From the second sweep on, a list may be sorted anew from
the order that it had before, by insertion (section 7.5.1).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import fmax, njit
from mlcompanion._validation import check_array, check_count, check_flag, check_in, check_rng

from .matrix import METHODS
from .rows import Found, SortedLists, SortedRows, search_rows, sorted_rows

__all__ = ["GridRun", "grid_map"]


class GridRun(NamedTuple):
    """Belief propagation on a grid.

    Attributes
    ----------
    states : ndarray of int, shape (H, W)
        The state of each node with the best belief.
    value : float
        Score of these states.
    beliefs : ndarray, shape (H, W, N)
        Max-marginals, up to a constant a node; exact only without loops.
    converged : bool
        Whether the last sweep left all messages as they were, but for rounding.
    n_products : int
    n_messages : int
    n_swaps : int
        Swaps of the insertion sorts.
    """

    states: np.ndarray
    value: float
    beliefs: np.ndarray
    converged: bool
    n_products: int
    n_messages: int
    n_swaps: int


class _Prior(NamedTuple):
    onward: SortedRows
    backward: SortedRows
    plain: np.ndarray
    turned: np.ndarray


class _Rules(NamedTuple):
    naive: bool
    early: bool
    adaptive: bool


@njit
def resort(values, order):
    """Bring an order up to date by insertion; returns the swaps, -1 if it was given up.

    O(N + swaps): cheap after a small change. After N log2 N swaps a sort from scratch is cheaper.
    """
    n = len(values)
    most = n * np.log2(n + 1)
    swaps = 0
    for s in range(1, n):
        i = order[s]
        t = s
        while t > 0 and values[order[t - 1]] < values[i]:
            order[t] = order[t - 1]
            t -= 1
            swaps += 1
        order[t] = i
        if swaps > most:
            order[:] = np.argsort(-values, kind="mergesort")
            return -1
    return swaps


@njit
def message(prior, direction, lists, live, found, rules):
    """One message into ``found``: the largest sum of list and each row; returns the products."""
    n = len(live)
    found.top[:] = -np.inf
    if rules.naive:
        # the list comes from the earlier node, the row of the scores, or the later one
        scores = prior.plain if direction < 2 else prior.turned
        top = found.top[0]
        for j in range(n):
            value = lists.values[0, j]
            for q in range(n):
                top[q] = fmax(top[q], value + scores[j, q])
        return n * n
    for q in range(n):
        live[q] = q
    rows = prior.onward if direction < 2 else prior.backward
    return search_rows(rows, lists, 0, live, found, False, rules.early)


@njit
def sweep(unary, prior, messages, orders, schedule, rules):
    """Send the messages of a schedule of (row, column, direction); returns products and swaps.

    ``messages[d, r, c]`` came into node (r, c) from above (0), the left (1), below (2), the right
    (3); sent in direction d, it goes down, right, up, left.
    """
    n = unary.shape[2]
    lists = SortedLists(np.empty((1, n)), np.empty((1, n), dtype=np.int32), np.empty((1, n)))
    found = Found(np.empty((1, n)), np.zeros((1, n), dtype=np.int32))
    live = np.empty(n, dtype=np.int32)
    n_products = 0
    n_swaps = 0
    for k in range(len(schedule)):
        row, column, direction = schedule[k]
        values = lists.values[0]
        values[:] = unary[row, column]
        for d in range(4):
            if d != (direction + 2) % 4:  # what came from there is not sent back
                values += messages[d, row, column]
        if not rules.naive:
            order = orders[direction, row, column]
            if rules.adaptive and order[0] != order[-1]:  # an order of zeros has not been made yet
                n_swaps += max(resort(values, order), 0)
            else:
                order[:] = np.argsort(-values, kind="mergesort")
            lists.order[0] = order
            lists.falling[0] = values[order]
        n_products += message(prior, direction, lists, live, found, rules)
        # the neighbour that the message enters
        down = 1 if direction == 0 else -1 if direction == 2 else 0
        right = 1 if direction == 1 else -1 if direction == 3 else 0
        # only differences count: a largest entry of 0 keeps messages from drifting off
        messages[direction, row + down, column + right] = found.top[0] - found.top[0].max()
    return n_products, n_swaps


def grid_map(
    unary, pairwise, n_iter=5, *, method="sorted", early_stop=False, adaptive=False,
    random_state=None,
):  # fmt: skip
    """Loopy belief propagation on a grid of four neighbours with one matrix of scores.

    Parameters
    ----------
    unary : array_like, shape (H, W, N)
        Scores of the N states at each node, larger ones better.
    pairwise : array_like, shape (N, N)
        Scores of neighbours; the upper or left one is the row.
    n_iter : int
        Sweeps. In each, every message is sent once, in a random order.
    method : {"sorted", "naive"}
    early_stop : bool
    adaptive : bool
        From the second sweep on, sort by insertion, from the order of the sweep before.
    random_state : int, Generator or None
        The order of the messages; the same for both methods.

    Returns
    -------
    GridRun

    Notes
    -----
    Expected O(sqrt(N) N + N log N) a message against N^2, if orders are independent; about 4 H W
    messages a sweep, and 4 H W N numbers. It need not converge; ``converged`` tells.

    Examples
    --------
    >>> grid_map([[[0.0, 1.0], [0.4, 0.0]]], [[0.5, 0.0], [0.0, 0.5]], 2, random_state=0).states
    array([[1, 1]])
    """
    unary = check_array(unary, "unary", ndim=3, min_rows=1)
    if not unary.size:
        raise ValueError(f"unary needs at least one node and state, got shape {unary.shape}")
    size = unary.shape[2]
    pairwise = check_array(pairwise, "pairwise", shape=(size, size))
    n_iter = check_count(n_iter, "n_iter", low=1)
    check_in(method, "method", METHODS)
    rules = _Rules(
        method == "naive", check_flag(early_stop, "early_stop"), check_flag(adaptive, "adaptive")
    )
    rng = check_rng(random_state)
    unary = np.array(unary, order="C")
    prior = _Prior(
        sorted_rows(pairwise.T),
        sorted_rows(pairwise),
        np.array(pairwise, order="C"),
        np.array(pairwise.T, order="C"),
    )
    edges = directed_edges(*unary.shape[:2])
    messages = np.zeros((4, *unary.shape))
    orders = np.zeros(messages.shape if method == "sorted" else (4, 1, 1, 1), dtype=np.int32)
    n_products = 0
    n_swaps = 0
    for _ in range(n_iter):
        before = messages.copy()
        formed, swaps = sweep(unary, prior, messages, orders, rng.permutation(edges), rules)
        n_products += formed
        n_swaps += swaps
    beliefs = unary + messages.sum(axis=0)
    states = beliefs.argmax(axis=2)
    value = grid_score(unary, pairwise, states)
    still = stands_still(before, messages)
    return GridRun(states, value, beliefs, still, n_products, n_iter * len(edges), n_swaps)


def stands_still(before, after):
    """Whether a sweep changed no message by more than rounding may."""
    return bool(np.abs(after - before).max() <= 1e-9 * np.abs(after).max())


def directed_edges(height, width):
    """Rows (row, column, direction) of all messages of a grid; directions as in :func:`sweep`."""
    row, column, direction = np.indices((height, width, 4)).reshape(3, -1)
    inside = np.select(
        [direction == 0, direction == 1, direction == 2],
        [row < height - 1, column < width - 1, row > 0],
        column > 0,
    )
    return np.column_stack([row, column, direction])[inside]


def grid_score(unary, pairwise, states):
    """Score of the states of all nodes."""
    places = np.take_along_axis(unary, states[..., None], axis=2).sum()
    down = pairwise[states[:-1], states[1:]].sum()
    right = pairwise[states[:, :-1], states[:, 1:]].sum()
    return float(places + down + right)
