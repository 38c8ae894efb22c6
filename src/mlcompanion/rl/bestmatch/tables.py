"""Tables of action values, the queue of pairs and the lists of predecessors, compiled.

A pair of state s and action a has the number s A + a.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl.schedules import step_at

__all__ = []


class Plan(NamedTuple):
    """Numbers of a learner.

    Attributes
    ----------
    rule : int
        Which learner.
    gamma : float
    first, decay : float
        Step sizes, Eq. (4).
    n_updates : int
        At most so many a step.
    threshold : float
        Least priority in the queue; trace rate, or gap of delayed Q-learning.
    choice : int
        A variant of the rule.
    """

    rule: int
    gamma: float
    first: float
    decay: float
    n_updates: int
    threshold: float
    choice: int


class Tables(NamedTuple):
    """By state and action (S, A): values, model-free values, visits, updates."""

    Q: np.ndarray
    mf: np.ndarray
    visits: np.ndarray
    updates: np.ndarray


class PairQueue(NamedTuple):
    """A heap of numbers of pairs, first the highest priority; ``place`` is -1 for those outside."""

    heap: np.ndarray
    place: np.ndarray
    priority: np.ndarray
    size: np.ndarray


class Links(NamedTuple):
    """For each state a list of nodes, linked both ways: ``head`` (S,), ``after``, ``before``."""

    head: np.ndarray
    after: np.ndarray
    before: np.ndarray


def blank_tables(initial, shape, terminal):
    """Values of all pairs; those of terminal states are 0 and stay it."""
    Q = np.full(shape, float(initial))
    Q[terminal] = 0.0
    return Tables(Q, Q.copy(), np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64))


def blank_queue(n):
    """A queue for n pairs, empty."""
    return PairQueue(
        np.zeros(n, dtype=np.int64), np.full(n, -1), np.zeros(n), np.zeros(1, dtype=np.int64)
    )


def blank_links(n_states, n_nodes):
    """A list for each state, empty."""
    return Links(np.full(n_states, -1), np.full(n_nodes, -1), np.full(n_nodes, -1))


@njit
def best_of(Q, s):
    """Value of the best action."""
    best = Q[s, 0]
    for a in range(1, Q.shape[1]):
        if Q[s, a] > best:
            best = Q[s, a]
    return best


@njit
def step_of(plan, visits):
    """Step size of a pair with so many visits."""
    return step_at(visits, plan.first, plan.decay)


@njit
def move_value(plan, tables, pair, size, goal):
    """A Q-learning update of a pair: a step of a size towards a goal."""
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    tables.Q[s, a] = (1 - size) * tables.Q[s, a] + size * goal
    tables.updates[s, a] += 1


@njit
def put(queue, item, priority):
    """Enter an item, or change its priority; O(log n)."""
    heap, place = queue.heap, queue.place
    queue.priority[item] = priority
    k = place[item]
    if k < 0:
        k = queue.size[0]
        queue.size[0] += 1
        heap[k] = item
        place[item] = k
    # only one of the two moves it: the new priority is higher or lower
    _raise(queue, k)
    _lower(queue, place[item])


@njit
def take(queue):
    """Remove the item of highest priority and return it."""
    first = queue.heap[0]
    queue.size[0] -= 1
    last = queue.heap[queue.size[0]]
    queue.place[first] = -1
    if last != first:
        queue.heap[0] = last
        queue.place[last] = 0
        _lower(queue, 0)
    return first


@njit
def _raise(queue, k):
    heap, place, priority = queue.heap, queue.place, queue.priority
    # the item is held until its place is found: one write a level, no swaps
    item = heap[k]
    while k > 0:
        above = (k - 1) // 2
        if priority[heap[above]] >= priority[item]:
            break
        heap[k] = heap[above]
        place[heap[k]] = k
        k = above
    heap[k] = item
    place[item] = k


@njit
def _lower(queue, k):
    heap, place, priority = queue.heap, queue.place, queue.priority
    item, size = heap[k], queue.size[0]
    while 2 * k + 1 < size:
        below = 2 * k + 1
        # the larger child comes up
        if below + 1 < size and priority[heap[below + 1]] > priority[heap[below]]:
            below += 1
        if priority[heap[below]] <= priority[item]:
            break
        heap[k] = heap[below]
        place[heap[k]] = k
        k = below
    heap[k] = item
    place[item] = k


@njit
def link(links, node, s):
    """Enter a node into the list of a state."""
    first = links.head[s]
    links.after[node] = first
    links.before[node] = -1
    if first >= 0:
        links.before[first] = node
    links.head[s] = node


@njit
def unlink(links, node, s):
    """Remove a node from the list of a state."""
    after, before = links.after[node], links.before[node]
    if before >= 0:
        links.after[before] = after
    else:
        links.head[s] = after
    if after >= 0:
        links.before[after] = before
