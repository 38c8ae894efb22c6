"""What learners remember beside their values, in one form for all of them.

Compiled code takes one type: what a learner does not use is there, and empty.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion.rl.traces import Trace, no_trace

from .tables import Links, PairQueue, Tables, blank_links, blank_queue, blank_tables

__all__ = []


class LastVisits(NamedTuple):
    """The last-visit model: rewards R' and next states S', -1 before the first visit.

    By pair (S, A), or for learning just in time by state, (S, 1), with the action taken.
    """

    reward: np.ndarray
    state: np.ndarray
    action: np.ndarray


class Samples(NamedTuple):
    """A ring of the last N samples, with the step size and the target stored beside each.

    ``first`` is the place of the oldest and ``count`` their number, both of shape (1,).
    """

    pair: np.ndarray
    reward: np.ndarray
    state: np.ndarray
    size: np.ndarray
    goal: np.ndarray
    first: np.ndarray
    count: np.ndarray


class Attempts(NamedTuple):
    """Delayed Q-learning, by pair: sum and number of targets, time of the last attempt, closed.

    ``clock`` holds the time now and that of the last change of a value.
    """

    total: np.ndarray
    number: np.ndarray
    time: np.ndarray
    closed: np.ndarray
    clock: np.ndarray


class Transitions(NamedTuple):
    """The n-transition model: by pair its next states (S A, n) and how often each came.

    ``used`` counts the places taken, ``inside`` the samples in the model, ``outside`` the
    model-free updates, ``paid`` sums the rewards of the samples inside.
    """

    state: np.ndarray
    came: np.ndarray
    used: np.ndarray
    inside: np.ndarray
    outside: np.ndarray
    paid: np.ndarray


class Memory(NamedTuple):
    """All of it."""

    tables: Tables
    last: LastVisits
    queue: PairQueue
    links: Links
    trace: Trace
    samples: Samples
    attempts: Attempts
    model: Transitions


class Sizes(NamedTuple):
    """How much of each part a learner needs.

    Attributes
    ----------
    by_pair, by_state : bool
        Last visits of pairs, or of states.
    queue, traces, attempts : bool
    samples : int
        Samples kept.
    next_states : int
        Next states kept for each pair.
    """

    by_pair: bool = False
    by_state: bool = False
    queue: bool = False
    traces: bool = False
    attempts: bool = False
    samples: int = 0
    next_states: int = 0


def _whole(shape, fill=0):
    return np.full(shape, fill, dtype=np.int64)


def blank_memory(initial, shape, terminal, sizes):
    """The memory before the first step.

    Parameters
    ----------
    initial : float
    shape : tuple of int
        (S, A).
    terminal : ndarray of bool, shape (S,)
    sizes : Sizes

    Returns
    -------
    Memory
    """
    S, A = shape
    pairs = S * A
    last = (S, A) if sizes.by_pair else (S if sizes.by_state else 0, 1)
    n, N = sizes.next_states, sizes.samples
    nodes = pairs * max(n, 1) if sizes.by_pair or n else 0
    tried = pairs if sizes.attempts else 0
    counted = pairs if n else 0
    return Memory(
        tables=blank_tables(initial, shape, terminal),
        last=LastVisits(np.zeros(last), _whole(last, -1), _whole(last)),
        queue=blank_queue(pairs if sizes.queue else 0),
        links=blank_links(S, nodes),
        trace=no_trace(pairs if sizes.traces else 0),
        samples=Samples(
            _whole(N), np.zeros(N), _whole(N), np.zeros(N), np.zeros(N), _whole(1), _whole(1)
        ),
        attempts=Attempts(np.zeros(tried), _whole(tried), _whole(tried), _whole(tried), _whole(2)),
        model=Transitions(
            _whole((counted, n), -1),
            _whole((counted, n)),
            _whole(counted),
            _whole(counted),
            _whole(counted),
            np.zeros(counted),
        ),
    )


def bytes_of(memory):
    """Bytes of the arrays of a memory."""
    if isinstance(memory, np.ndarray):
        return memory.nbytes
    return sum(bytes_of(part) for part in memory)
