"""Walks along a chain, many runs at once."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_instance, check_rng
from mlcompanion.sequences.processes.base import check_law

from .models import MRP

__all__ = ["Trajectories", "sample_trajectories"]


class Trajectories(NamedTuple):
    """Several runs of a chain.

    Attributes
    ----------
    states : ndarray of int, shape (n_runs, n_steps + 1)
    rewards : ndarray, shape (n_runs, n_steps)
        ``rewards[:, t]`` is paid on the move from ``states[:, t]`` to ``states[:, t + 1]``.
    """

    states: np.ndarray
    rewards: np.ndarray


def sample_trajectories(mrp, n_steps, n_runs=1, *, start=None, random_state=None):
    """Draw runs of a Markov reward process.

    Parameters
    ----------
    mrp : MRP
    n_steps : int
        Moves of each run.
    n_runs : int
    start : array_like, shape (S,), optional
        Law of the first states; default the stationary law.
    random_state : int or Generator, optional

    Returns
    -------
    Trajectories

    Raises
    ------
    ValueError
        If ``start`` is no law on the states, or is not given and there are several stationary
        laws.

    Notes
    -----
    O(n_runs n_steps log S), compiled.
    """
    check_instance(mrp, "mrp", MRP)
    n_steps = check_count(n_steps, "n_steps", low=1)
    n_runs = check_count(n_runs, "n_runs", low=1)
    rng = check_rng(random_state)
    if start is None:
        start = mrp.stationary()
    start = check_law(start, "start", least=1, shape=(len(mrp.P),), dtype=np.float64)
    states = np.empty((n_runs, n_steps + 1), dtype=np.int64)
    states[:, 0] = rng.choice(len(start), size=n_runs, p=start)
    _walk_side_by_side(states, cumulated_rows(mrp.P), rng.random((n_runs, n_steps)))
    return Trajectories(states, mrp.r[states[:, :-1], states[:, 1:]])


def cumulated_rows(P):
    """Running sums of laws along their last axis; the last is exactly 1, whatever rounding says."""
    sums = np.cumsum(check_array(P, "P"), axis=-1)
    return sums / sums[..., -1:]


@njit
def draw_state(cumulated, u):
    """The state that a uniform draw u in [0, 1) picks from one cumulated row; O(log S)."""
    # side="right": a state of probability 0 repeats its neighbour's sum and is never found
    return np.searchsorted(cumulated, u, side="right")


@njit
def _walk_side_by_side(states, cumulated, draws):
    n_runs, n_steps = draws.shape
    for run in range(n_runs):
        for t in range(n_steps):
            states[run, t + 1] = draw_state(cumulated[states[run, t]], draws[run, t])
