"""Choosing an action: mostly the best, now and then any; equal ones by chance."""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_real, check_rng

__all__ = ["epsilon_greedy"]


@njit
def greedy(q, u):
    """A best action of a row of values; u, uniform in [0, 1), decides among equal ones."""
    best = q.max()
    n_best = 0
    for value in q:
        n_best += value == best
    wanted = int(u * n_best)
    for action in range(len(q)):
        if q[action] == best:
            if wanted == 0:
                return action
            wanted -= 1
    return 0


@njit
def greedy_or_any(q, epsilon, u, v):
    """With probability ``epsilon`` any action, else a best one, by two uniform draws."""
    if u < epsilon:
        return int(v * len(q))
    return greedy(q, v)


def epsilon_greedy(q, *, epsilon=0.1, random_state=None):
    """Choose an action by its value: a best one, or with probability epsilon any.

    Parameters
    ----------
    q : array_like, shape (A,)
        Values of the actions.
    epsilon : float
        In [0, 1].
    random_state : int or Generator, optional

    Returns
    -------
    int
        Actions of equal value are equally likely.

    Raises
    ------
    ValueError
        If ``q`` is empty or not finite, or ``epsilon`` outside [0, 1].
    """
    q = check_array(q, "q", ndim=1, min_rows=1, dtype=np.float64)
    epsilon = check_real(epsilon, "epsilon", low=0, high=1)
    u, v = check_rng(random_state).random(2)
    return int(greedy_or_any(q, epsilon, u, v))
