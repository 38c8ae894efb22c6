"""What an agent saw, move by move: the form that a table of logged transitions has."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_count, check_instance, check_real

from .models import check_gamma

__all__ = ["Evaluation", "Setting", "Transitions"]


class Transitions(NamedTuple):
    """Moves in the order of time, of one run or of several side by side.

    Attributes
    ----------
    states : array_like of int, shape (T,) or (n_runs, T)
    rewards : array_like
        Of the same shape, as all that follow.
    next_states : array_like of int
    actions : array_like of int, optional
        Not needed to evaluate a policy.
    ends : array_like of bool, optional
        Whether the next state ended the episode; default never.
    """

    states: np.ndarray
    rewards: np.ndarray
    next_states: np.ndarray
    actions: np.ndarray | None = None
    ends: np.ndarray | None = None


class Setting(NamedTuple):
    r"""What an evaluation needs to know beside the moves.

    Attributes
    ----------
    n_states : int
    gamma : float
        Discount, in [0, 1).
    first, decay : float
        Step sizes :math:`\alpha_0/(d(n-1)+1)` of a state's n-th visit.
    """

    n_states: int
    gamma: float
    first: float = 1.0
    decay: float = 0.0


class Evaluation(NamedTuple):
    """Values learnt from transitions.

    Attributes
    ----------
    values : ndarray, shape (S,) or (n_runs, S)
        After the last move.
    current : ndarray, shape (T,) or (n_runs, T)
        The value of the state left, as it stood before each move.
    """

    values: np.ndarray
    current: np.ndarray

    @classmethod
    def blank(cls, walk, setting, initial):
        """Values before the first move; states that end episodes are worth 0."""
        values = np.full((len(walk.states), setting.n_states), float(initial))
        run, t = np.nonzero(walk.ends)
        values[run, walk.next_states[run, t]] = 0.0
        return cls(values, np.zeros(walk.states.shape))

    def of(self, alone):
        """The same, without the axis of runs if there is one run ``alone``."""
        return Evaluation(self.values[0], self.current[0]) if alone else self


def check_transitions(transitions, n_states, n_actions=None):
    """Check moves; return them with an axis of runs, and whether there was none.

    Raises
    ------
    ValueError
        If shapes differ, a state or action is out of range, or a state that ended an episode is
        left again.
    """
    check_instance(transitions, "transitions", Transitions)
    n_states = check_count(n_states, "n_states", low=1)
    options = {"low": 0, "high": n_states - 1, "dtype": int}
    states = check_array(transitions.states, "transitions.states", **options)
    if states.ndim not in (1, 2) or states.size == 0:
        raise ValueError("transitions.states must have shape (T,) or (n_runs, T), and a move")
    shape = states.shape
    rewards = check_array(transitions.rewards, "transitions.rewards", shape=shape, dtype=np.float64)
    after = check_array(transitions.next_states, "transitions.next_states", shape=shape, **options)
    actions = np.zeros(shape, dtype=int) if transitions.actions is None else transitions.actions
    high = 0 if n_actions is None else n_actions - 1
    if n_actions is not None and transitions.actions is None:
        raise ValueError("transitions.actions must be given")
    if n_actions is not None:
        options = {"low": 0, "high": high, "dtype": int}
        actions = check_array(actions, "transitions.actions", shape=shape, **options)
    ends = np.zeros(shape, dtype=bool)
    if transitions.ends is not None:
        ends = check_array(
            transitions.ends, "transitions.ends", shape=shape, low=0, high=1, dtype=int
        ).astype(bool)
    alone = states.ndim == 1
    parts = [np.atleast_2d(part) for part in (states, rewards, after, actions, ends)]
    checked = Transitions(*map(plain_layout, parts))
    _refuse_life_after_the_end(checked, n_states)
    return checked, alone


def _refuse_life_after_the_end(walk, n_states):
    terminal = np.zeros((len(walk.states), n_states), dtype=bool)
    run, t = np.nonzero(walk.ends)
    terminal[run, walk.next_states[run, t]] = True
    runs = np.arange(len(walk.states))[:, None]
    left = terminal[runs, walk.states]
    if left.any():
        raise ValueError(
            f"transitions.states must not hold state {walk.states[left][0]}, which ended an episode"
        )
    entered = terminal[runs, walk.next_states] & ~walk.ends
    if entered.any():
        raise ValueError(
            "transitions.ends must be true wherever state "
            f"{walk.next_states[entered][0]} is reached, as it ended an episode"
        )


def check_evaluation(transitions, setting):
    """Check what an evaluation is given: each move must begin where the last one led.

    Returns
    -------
    walk : Transitions
        With an axis of runs.
    alone : bool
    """
    check_instance(setting, "setting", Setting)
    check_gamma(setting.gamma, "setting.gamma")
    check_real(setting.first, "setting.first", low=0, high=1)
    check_real(setting.decay, "setting.decay", low=0)
    check_count(setting.n_states, "setting.n_states", low=1)
    walk, alone = check_transitions(transitions, setting.n_states)
    torn = (walk.next_states[:, :-1] != walk.states[:, 1:]) & ~walk.ends[:, :-1]
    if torn.any():
        t = int(np.argwhere(torn)[0, 1])
        state = walk.next_states[:, :-1][torn][0]
        raise ValueError(
            f"transitions must go on in state {state} after move {t}, or ends must be true there"
        )
    return walk, alone
