"""Drives of an unsteady hand through the slippery maze, and what learners make of them."""

import numpy as np

from mlcompanion.rl import Transitions, learn_from, value_iteration
from mlcompanion.rl.bestmatch import (
    BestMatchLVM,
    DeterministicSweeping,
    JustInTimeQ,
    PrioritizedSweeping,
    QLearning,
)
from mlcompanion.rl.trajectories import cumulated_rows, draw_state

__all__ = ["REUSE", "recorded_drives", "share_of_best", "taught"]

#: Five ways to use the same moves.
REUSE = {
    "Q-learning": QLearning(decay=0.3),
    "just in time": JustInTimeQ(decay=0.3),
    "last samples": DeterministicSweeping(decay=0.3),
    "best-match": BestMatchLVM(decay=0.3),
    "full model": PrioritizedSweeping(),
}


def recorded_drives(task, n_drives, seed, *, steady=0.5):
    """Drives from the start to the goal: the best command with probability ``steady``, else any.

    Returns
    -------
    Transitions
        All drives, one after the other.
    """
    mdp, rng = task.mdp, np.random.default_rng([11, seed])
    best = value_iteration(mdp).policy
    cumulated = cumulated_rows(mdp.P)
    rows = []
    for _ in range(n_drives):
        s = task.start
        while not mdp.terminal[s]:
            a = int(best[s]) if rng.random() < steady else int(rng.integers(mdp.n_actions))
            after = int(draw_state(cumulated[s, a], rng.random()))
            rows.append((s, mdp.R[s, a, after], after, a, mdp.terminal[after]))
            s = after
    return Transitions(*map(np.array, zip(*rows, strict=True)))


def taught(learner, task, drives, after):
    """Action values after some numbers of drives, shape (len(after), S, A)."""
    ends = np.flatnonzero(drives.ends) + 1
    mdp = task.mdp
    return learn_from(
        learner, drives, n_states=mdp.n_states, n_actions=mdp.n_actions, gamma=mdp.gamma,
        checkpoints=ends[np.array(after) - 1],
    ).path  # fmt: skip


def share_of_best(task, tables):
    """What acting by tables of values earns from the start, as shares of the best.

    Parameters
    ----------
    task : Task
    tables : ndarray, shape (..., S, A)

    Returns
    -------
    ndarray, shape (...)
    """
    mdp, states = task.mdp, np.arange(task.mdp.n_states)
    policies = np.asarray(tables).argmax(axis=-1)
    best = value_iteration(mdp).values[task.start]
    P, paid = mdp.P[states, policies], mdp.expected_reward[states, policies]
    worth = np.linalg.solve(np.eye(len(states)) - mdp.gamma * P, paid[..., None])
    return worth[..., task.start, 0] / best
