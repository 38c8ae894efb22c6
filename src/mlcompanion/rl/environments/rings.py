"""Rings: chains without an end, whose value is known in closed form."""

import numpy as np

from mlcompanion._validation import check_count, check_real
from mlcompanion.rl.models import MRP

__all__ = ["ring_walk"]


def ring_walk(n_states=4, *, skip=0.0, reward=1.0):
    r"""A walk round a ring that earns the same on every move.

    Parameters
    ----------
    n_states : int
        At least 2.
    skip : float
        Probability, in [0, 1], that a move goes to the state opposite, n_states // 2 ahead,
        instead of the next one.
    reward : float

    Returns
    -------
    MRP
        Every state is worth :math:`r/(1-\gamma)`: 20 with r = 1 and gamma = 0.95.

    References
    ----------
    van Seijen, Whiteson, van Hasselt and Wiering (2011), section 4.5: its task A is ``skip=0``;
    the probabilities of task B are lost with a picture, ``skip=0.5`` is ours.

    Examples
    --------
    >>> ring_walk().value(0.95).round(9)
    array([20., 20., 20., 20.])
    """
    n_states = check_count(n_states, "n_states", low=2)
    skip = check_real(skip, "skip", low=0, high=1)
    reward = check_real(reward, "reward")
    states = np.arange(n_states)
    P = np.zeros((n_states, n_states))
    P[states, (states + 1) % n_states] += 1 - skip
    P[states, (states + n_states // 2) % n_states] += skip
    return MRP(P, np.full(n_states, reward))
