"""Partially observable problems with episodes, kept sparse: what may follow, branch by branch."""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.sequences.processes.base import check_law

from .models import POMDP, _keep

__all__ = ["EpisodicPOMDP"]


@dataclass(frozen=True, eq=False)
class EpisodicPOMDP:
    r"""POMDP whose episodes end, with its moves as lists of branches.

    The branches of action a in state s stand at ``start[s * A + a] : start[s * A + a + 1]``.
    Several of them may lead to one state.

    Parameters
    ----------
    start : array_like of int, shape (S * A + 1,)
        Where the branches of each pair of state and action begin, and last their number B.
    to : array_like of int, shape (B,)
        State that a branch leads to.
    prob : array_like, shape (B,)
        Probability of a branch; those of a pair sum to 1.
    O : array_like, shape (S, A, Z)
        ``O[t, a, z]``: probability of observation z when action a has led to state t.
    R : array_like, shape (S, A)
        Reward of an action in a state.
    gamma : float
        Discount, in [0, 1).
    b0 : array_like, shape (S,)
        Law of the first state of an episode.
    ends : array_like of bool, shape (S, A), optional
        Pairs after which the episode is over, and the agent notices; default none.

    Raises
    ------
    ValueError
        If probabilities do not sum to 1, a branch leads nowhere, or the shapes do not match.

    Notes
    -----
    Memory: O(B + S A Z).

    Examples
    --------
    >>> from mlcompanion.rl.environments import tiger
    >>> doors = EpisodicPOMDP.of(tiger(), ends=[[False, True, True]] * 2)
    >>> doors.n_states, doors.n_branches
    (2, 10)
    """

    start: np.ndarray
    to: np.ndarray
    prob: np.ndarray
    O: np.ndarray  # noqa: E741 - the field's name for the law of observations
    R: np.ndarray
    gamma: float
    b0: np.ndarray
    ends: np.ndarray = None

    def __post_init__(self):
        O = check_law(self.O, "O", least=1, ndim=3, dtype=np.float64)  # noqa: E741
        n_states, n_actions = O.shape[:2]
        R = check_array(self.R, "R", shape=(n_states, n_actions), dtype=np.float64)
        b0 = check_law(self.b0, "b0", least=1, shape=(n_states,), dtype=np.float64)
        start = check_array(self.start, "start", shape=(n_states * n_actions + 1,), dtype=int)
        to = check_array(self.to, "to", ndim=1, dtype=int, low=0, high=n_states - 1)
        if start[0] != 0 or start[-1] != len(to) or (np.diff(start) < 1).any():
            raise ValueError(
                f"start must rise from 0 to the number of branches, {len(to)}, "
                "with at least one for each state and action"
            )
        prob = check_array(self.prob, "prob", shape=to.shape, low=0, high=1, dtype=np.float64)
        totals = np.add.reduceat(prob, start[:-1])
        if (np.abs(totals - 1) > 1e-9).any():
            raise ValueError("prob must sum to 1 over the branches of every state and action")
        prob = prob / np.repeat(totals, np.diff(start))
        ends = self.ends
        if ends is None:
            ends = np.zeros(R.shape, dtype=bool)
        ends = check_array(ends, "ends", shape=R.shape, dtype=bool)
        gamma = check_real(self.gamma, "gamma", low=0, high=1, open_high=True)
        _keep(self, start=start, to=to, prob=prob, O=O, R=R, gamma=gamma, b0=b0, ends=ends)

    @property
    def n_states(self):
        """Number S of states."""
        return len(self.R)

    @property
    def n_actions(self):
        """Number A of actions."""
        return self.R.shape[1]

    @property
    def n_observations(self):
        """Number Z of observations."""
        return self.O.shape[2]

    @property
    def n_branches(self):
        """Number B of branches."""
        return len(self.to)

    @classmethod
    def of(cls, pomdp, ends=None):
        """The branches of a POMDP: its moves of probability above 0.

        Parameters
        ----------
        pomdp : POMDP
        ends : array_like of bool, shape (S, A), optional

        Returns
        -------
        EpisodicPOMDP
        """
        check_instance(pomdp, "pomdp", POMDP)
        n_states, n_actions = pomdp.R.shape
        state, action, to = np.nonzero(pomdp.T)
        pairs = np.bincount(state * n_actions + action, minlength=n_states * n_actions)
        start = np.concatenate([[0], np.cumsum(pairs)])
        prob = pomdp.T[state, action, to]
        return cls(start, to, prob, pomdp.O, pomdp.R, pomdp.gamma, pomdp.b0, ends)

    def dense(self):
        """The same problem as matrices; a pair that ends the episode leads on like any other.

        Returns
        -------
        POMDP
            O(S^2 A) memory.
        """
        T = np.zeros((self.n_states, self.n_actions, self.n_states))
        state, action = np.divmod(
            np.repeat(np.arange(self.R.size), np.diff(self.start)), self.n_actions
        )
        np.add.at(T, (state, action, self.to), self.prob)
        return POMDP(T, self.O, self.R, self.gamma, self.b0)
