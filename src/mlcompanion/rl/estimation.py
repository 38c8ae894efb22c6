"""A model from moves that were seen, such as the rows of a table."""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_memory

from .models import MDP

__all__ = ["estimate_mdp"]


def _codes(values, name, n_rows, n_codes, count_name):
    """Whole numbers from 0, one a row, and how many there may be."""
    values = check_array(values, name, shape=(n_rows,), min_rows=1, low=0, dtype=int)
    if n_codes is None:
        return values, int(values.max()) + 1
    n_codes = check_count(n_codes, count_name, low=1)
    if values.max() >= n_codes:
        raise ValueError(f"{name} must lie below {count_name} = {n_codes}, got {values.max()}")
    return values, n_codes


def estimate_mdp(states, actions, rewards, next_states, gamma, *, n_states=None, n_actions=None):
    r"""Most likely decision process behind moves that were seen, one a row.

    Probabilities are shares, :math:`\hat P(t\mid s,a)=n_{sat}/\sum_un_{sau}`, rewards are means.

    Parameters
    ----------
    states, actions : array_like of int, shape (n,)
        Where a move began and what was done, counted from 0.
    rewards : array_like, shape (n,)
    next_states : array_like of int, shape (n,)
        Where it ended. A state that no row leaves is an end: it keeps and pays nothing.
    gamma : float
        Discount, in [0, 1).
    n_states, n_actions : int, optional
        How many there are; default: the largest number seen, and one.

    Returns
    -------
    MDP
        An action that was never tried in a state that was left stays there and pays the least
        reward seen, or 0 if that is less: no policy is worth less, so it is chosen only where
        nothing else is worth more.

    Raises
    ------
    ValueError
        If lengths differ, a number is not whole, or a state or action is out of range.
    MemoryError
        If the model needs more memory than the machine has.

    Notes
    -----
    O(n + S^2 A) time and memory.

    Examples
    --------
    From state 0, action 1 reached the end in one of two trials, and paid 4 for it.

    >>> model = estimate_mdp([0, 0, 0], [0, 1, 1], [1.0, 0.0, 4.0], [0, 0, 1], 0.5)
    >>> model.P[0, 1], model.expected_reward[0]
    (array([0.5, 0.5]), array([1., 2.]))
    """
    states, seen = _codes(states, "states", None, n_states, "n_states")
    n = len(states)
    actions, n_actions = _codes(actions, "actions", n, n_actions, "n_actions")
    next_states, reached = _codes(next_states, "next_states", n, n_states, "n_states")
    rewards = check_array(rewards, "rewards", shape=(n,), dtype=np.float64)
    n_states = max(seen, reached)
    size = f"{n_states} states and {n_actions} actions (numbers count from 0 without gaps)"
    check_memory(6 * 8 * n_states**2 * n_actions, size)
    moves = states, actions, next_states
    counts = np.zeros((n_states, n_actions, n_states))
    np.add.at(counts, moves, 1)
    # sums are taken around one reward of the same move: no digits are lost where all are large, and
    # none where those of another move are
    R = np.zeros_like(counts)
    R[moves] = rewards
    excess = np.zeros_like(counts)
    np.add.at(excess, moves, rewards - R[moves])
    R += excess / np.maximum(counts, 1)
    tried = counts.sum(axis=2)
    left = tried.sum(axis=1) > 0
    for state, action in np.argwhere(tried == 0):
        counts[state, action, state] = 1
        R[state, action, state] = min(rewards.min(), 0.0) if left[state] else 0.0
    return MDP(counts / counts.sum(axis=2, keepdims=True), R, gamma)
