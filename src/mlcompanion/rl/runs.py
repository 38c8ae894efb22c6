"""Learners in worlds: many episodes, many runs, or moves that were logged before."""

import warnings
from typing import ClassVar, NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_has,
    check_instance,
    check_real,
    check_rng,
)

from .logs import check_transitions
from .models import MDP, check_gamma

__all__ = ["Lessons", "Runs", "Task", "learn_from", "run_episodes"]


class Task(NamedTuple):
    """Where episodes begin, and what ends them beside a terminal state.

    Attributes
    ----------
    mdp : MDP
    start : int
        First state of every episode.
    max_steps : int
        An episode is cut after so many steps.
    """

    mdp: MDP
    start: int = 0
    max_steps: int = 2000

    def checked(self):
        """The same task; raise a ValueError if it cannot be run."""
        check_instance(self.mdp, "task.mdp", MDP)
        start = check_count(self.start, "task.start", low=0, high=self.mdp.n_states - 1)
        if self.mdp.terminal[start]:
            raise ValueError(f"task.start must not be a terminal state, got {start}")
        return Task(self.mdp, start, check_count(self.max_steps, "task.max_steps", low=1))


class Runs(NamedTuple):
    """What a learner earned.

    Attributes
    ----------
    returns : ndarray, shape (n_runs, n_episodes)
        Rewards of an episode, discounted from its first state.
    steps : ndarray of int, shape (n_runs, n_episodes)
    updates : ndarray of int, shape (n_runs,)
        How often a value was computed anew.
    values : ndarray, shape (n_runs, ...)
        What was learnt: action values (S, A), or the weights of features.
    model_share : ndarray, shape (n_runs,)
        Share of the moves that entered a sparse model of transitions; NaN without one.
    """

    returns: np.ndarray
    steps: np.ndarray
    updates: np.ndarray
    values: np.ndarray
    model_share: np.ndarray = np.nan


class Lessons(NamedTuple):
    """What a learner made of logged moves.

    Attributes
    ----------
    values : ndarray, shape (S, A) or (n_runs, S, A)
        Action values after the last move.
    path : ndarray, shape (n_checkpoints, S, A) or (n_checkpoints, n_runs, S, A)
    updates : ndarray of int, shape (S, A) or (n_runs, S, A)
        How often each value was computed anew.
    """

    values: np.ndarray
    path: np.ndarray
    updates: np.ndarray


class Learner:
    """What can be run: it plays a task, or follows moves that were logged.

    ``play(task, n_episodes, epsilon, rng)`` gives the :class:`Runs` of one run, without the axis
    of runs; ``task_type`` is the kind of task that it plays.
    """

    task_type: ClassVar[type] = Task


def run_episodes(learner, task, n_episodes, n_runs=1, *, epsilon=0.1, random_state=None):
    r"""Let a learner act in a world, from its own values, and learn.

    Parameters
    ----------
    learner : object
        Such as those of :mod:`mlcompanion.rl.bestmatch`.
    task : Task
        Or what else the learner plays.
    n_episodes : int
    n_runs : int
        Each from the beginning, with random numbers of its own.
    epsilon : float
        Probability of an action drawn from all, in [0, 1]; else a best one, ties by chance.
    random_state : int or Generator, optional

    Returns
    -------
    Runs

    Raises
    ------
    ValueError
        If a number is out of its range.
    TypeError
        If the learner has no ``play``, is a class, or does not play such a task.

    Warns
    -----
    ConvergenceWarning
        If values of a run left the numbers: its steps are too long.

    Notes
    -----
    Compiled, one run after the other: the first r runs are the same whatever ``n_runs`` is.

    Examples
    --------
    >>> from mlcompanion.rl.bestmatch import BestMatchLVM
    >>> from mlcompanion.rl.environments import dyna_maze
    >>> maze = dyna_maze()
    >>> task = Task(maze.mdp(), maze.start)
    >>> made = run_episodes(BestMatchLVM(initial=20.0), task, 30, epsilon=0, random_state=0)
    >>> int(made.steps[0, -1])  # the shortest way
    14
    """
    check_has(learner, "learner", "play")
    check_instance(task, "task", learner.task_type)
    task = task.checked()
    n_episodes = check_count(n_episodes, "n_episodes", low=1)
    n_runs = check_count(n_runs, "n_runs", low=1)
    epsilon = check_real(epsilon, "epsilon", low=0, high=1)
    played = [
        learner.play(task, n_episodes, epsilon, rng)
        for rng in check_rng(random_state).spawn(n_runs)
    ]
    runs = Runs(*map(np.array, zip(*played, strict=True)))
    lost = ~np.isfinite(runs.values.reshape(n_runs, -1)).all(axis=1)
    if lost.any():
        warnings.warn(
            f"run_episodes: the values of {lost.sum()} of {n_runs} runs left the numbers; "
            "take shorter steps of the learner",
            ConvergenceWarning,
            stacklevel=2,
        )
    return runs


def learn_from(learner, transitions, *, n_states, n_actions, gamma, checkpoints=None):
    """Learn action values from moves that were logged, in their order.

    Parameters
    ----------
    learner : object
        One with ``follow``, such as the learners of :mod:`mlcompanion.rl.bestmatch`.
    transitions : Transitions
        With actions; of one run, or of several side by side.
    n_states, n_actions : int
    gamma : float
        Discount, in [0, 1).
    checkpoints : array_like of int, optional
        Moves after which the values are kept in ``path``, put in order; default the last.

    Returns
    -------
    Lessons

    Raises
    ------
    ValueError
        If a state or an action is out of range, actions are missing, or a state that ended an
        episode is left again.
    TypeError
        If the learner has no ``follow``, or is a class.

    Examples
    --------
    >>> from mlcompanion.rl import Transitions
    >>> from mlcompanion.rl.bestmatch import BestMatchLVM
    >>> log = Transitions([0, 1], [0.0, 1.0], [1, 2], actions=[0, 0], ends=[False, True])
    >>> learnt = learn_from(BestMatchLVM(), log, n_states=3, n_actions=1, gamma=0.5)
    >>> learnt.values.ravel()
    array([0.5, 1. , 0. ])
    """
    check_has(learner, "learner", "follow")
    n_actions = check_count(n_actions, "n_actions", low=1)
    gamma = check_gamma(gamma)
    walk, alone = check_transitions(transitions, n_states, n_actions)
    T = walk.states.shape[1]
    if checkpoints is None:
        checkpoints = [T]
    checkpoints = np.sort(
        check_array(checkpoints, "checkpoints", ndim=1, min_rows=1, low=1, high=T, dtype=int)
    )
    shape = int(n_states), n_actions
    made = [learner.follow(run, shape, gamma, checkpoints) for run in _each(walk)]
    values, path, updates = map(np.array, zip(*made, strict=True))
    if alone:
        return Lessons(values[0], path[0], updates[0])
    return Lessons(values, path.swapaxes(0, 1), updates)


def _each(walk):
    """The runs of several, one after the other."""
    return [type(walk)(*parts) for parts in zip(*walk, strict=True)]
