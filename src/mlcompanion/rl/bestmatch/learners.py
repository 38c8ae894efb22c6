"""Learners of action values without a model, and what all learners share.

van Seijen, Whiteson, van Hasselt and Wiering (2011).
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_in, check_real
from mlcompanion.rl.runs import Learner, Runs
from mlcompanion.rl.trajectories import cumulated_rows

from . import episodes
from .memory import Sizes, blank_memory
from .tables import Plan

__all__ = [
    "DelayedQ",
    "ExperienceReplay",
    "JustInTimeQ",
    "QLearning",
    "SequenceBestMatch",
    "WatkinsQ",
]


@dataclass(frozen=True)
class TabularLearner(Learner):
    """What all of them share: first values, step sizes, the two loops."""

    initial: float = 0.0
    first: float = 1.0
    decay: float = 0.0

    def __post_init__(self):
        self._keep(
            initial=check_real(self.initial, "initial"),
            first=check_real(self.first, "first", low=0, high=1),
            decay=check_real(self.decay, "decay", low=0),
        )

    def _keep(self, **checked):
        """Keep numbers in plain form."""
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def _rule(self, n_states):
        """Code of the rule, its (n_updates, threshold, choice), and what it remembers."""
        raise NotImplementedError

    def _begin(self, shape, gamma, terminal):
        rule, numbers, sizes = self._rule(shape[0])
        n_updates, threshold, choice = numbers
        steps = self.first, self.decay
        plan = Plan(rule, float(gamma), *steps, int(n_updates), float(threshold), int(choice))
        return plan, blank_memory(self.initial, shape, terminal, sizes)

    def play(self, task, n_episodes, epsilon, rng):
        """Learn in a world while acting in it, one run; see :func:`~mlcompanion.rl.run_episodes`.

        Parameters
        ----------
        task : Task
        n_episodes : int
        epsilon : float
        rng : Generator

        Returns
        -------
        Runs
            Without the axis of runs.
        """
        mdp = task.mdp
        plan, memory = self._begin((mdp.n_states, mdp.n_actions), mdp.gamma, mdp.terminal)
        # all of the model's arrays are locked, and compiled code takes others
        world = episodes.World(
            cumulated_rows(mdp.P), mdp.R.copy(), mdp.terminal.copy(), task.start, task.max_steps
        )
        returns, steps = np.empty(n_episodes), np.empty(n_episodes, dtype=np.int64)
        episodes.play_episodes(plan, world, memory, float(epsilon), rng, returns, steps)
        tables = memory.tables
        inside = memory.model.inside.sum() / steps.sum() if len(memory.model.inside) else np.nan
        return Runs(returns, steps, tables.updates.sum(), tables.Q, inside)

    def follow(self, walk, shape, gamma, checkpoints):
        """Learn from logged moves, one run; see :func:`~mlcompanion.rl.learn_from`.

        Parameters
        ----------
        walk : Transitions
        shape : tuple of int
            Numbers of states and of actions.
        gamma : float
        checkpoints : ndarray of int

        Returns
        -------
        values : ndarray, shape (S, A)
        path : ndarray, shape (n_checkpoints, S, A)
        updates : ndarray of int, shape (S, A)
        """
        terminal = np.zeros(shape[0], dtype=bool)
        terminal[walk.next_states[walk.ends]] = True
        plan, memory = self._begin(shape, gamma, terminal)
        path = np.empty((len(checkpoints), *shape))
        episodes.follow_moves(plan, memory, tuple(walk), checkpoints, path)
        return memory.tables.Q, path, memory.tables.updates


@dataclass(frozen=True)
class QLearning(TabularLearner):
    r"""Q-learning: one update of the pair just left (section 2).

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(n-1)+1)` of a pair's n-th visit.

    Notes
    -----
    O(A) a step, memory O(S A).
    """

    def _rule(self, n_states):
        return episodes.AT_ONCE, (1, 0.0, 0), Sizes()


@dataclass(frozen=True)
class JustInTimeQ(TabularLearner):
    r"""Q-learning whose updates wait until their state is visited again (Algorithm 1).

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(n-1)+1)` of a pair's n-th visit.

    Notes
    -----
    The samples wait across the ends of episodes. O(A) a step, memory O(S A).
    """

    def _rule(self, n_states):
        return episodes.ON_RETURN, (1, 0.0, 0), Sizes(by_state=True)


@dataclass(frozen=True)
class WatkinsQ(TabularLearner):
    r"""Watkins' Q(:math:`\lambda`): traces that end when a worse action is tried.

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(n-1)+1)` of a pair's n-th visit.
    lam : float
        :math:`\lambda` in [0, 1].
    trace : {"replacing", "accumulating"}

    Notes
    -----
    O(live traces + A) a step, memory O(S A).
    """

    lam: float = 0.9
    trace: str = "replacing"

    def __post_init__(self):
        super().__post_init__()
        self._keep(lam=check_real(self.lam, "lam", low=0, high=1))
        check_in(self.trace, "trace", {"replacing", "accumulating"})

    def _rule(self, n_states):
        numbers = 1, self.lam, self.trace == "replacing"
        return episodes.TRACES, numbers, Sizes(traces=True)


@dataclass(frozen=True)
class ExperienceReplay(TabularLearner):
    r"""Q-learning with each of the last samples, again at every step (Lin 1992).

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(n-1)+1)` of a pair's n-th visit.
    n_samples : int
        Kept across the ends of episodes.
    newest_first : bool
        The order in which they are used.

    Notes
    -----
    O(N A) a step, memory O(S A + N).
    """

    n_samples: int = 20
    newest_first: bool = False

    def __post_init__(self):
        super().__post_init__()
        self._keep(
            n_samples=check_count(self.n_samples, "n_samples", low=1),
            newest_first=check_flag(self.newest_first, "newest_first"),
        )

    def _rule(self, n_states):
        return episodes.REPLAY, (1, 0.0, self.newest_first), Sizes(samples=self.n_samples)


@dataclass(frozen=True)
class SequenceBestMatch(TabularLearner):
    r"""Best-match with the last samples: their updates are corrected, not repeated (section 6.1).

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning; terminal states are worth 0.
    first, decay : float
        Step size :math:`\alpha_0/(d(n-1)+1)` of a pair's n-th visit, stored with the sample.
    n_samples : int
        Kept across the ends of episodes.

    Notes
    -----
    One sweep from front to back a step, Eq. (14) with the weights (12) and (13): O(N A), memory
    O(S A + N).
    """

    n_samples: int = 20

    def __post_init__(self):
        super().__post_init__()
        self._keep(n_samples=check_count(self.n_samples, "n_samples", low=1))

    def _rule(self, n_states):
        return episodes.SEQUENCE, (1, 0.0, 0), Sizes(samples=self.n_samples)


@dataclass(frozen=True)
class DelayedQ(TabularLearner):
    r"""Delayed Q-learning: values fall only by the mean of several targets (Strehl et al. 2006).

    Parameters
    ----------
    initial : float
        Value of all pairs in the beginning, which should be above all values that can occur;
        terminal states are worth 0.
    first, decay : float
        Not used: the rule has no step size.
    m : int
        Targets of an attempt.
    gap : float
        :math:`\epsilon_1` at least 0: an attempt must lower the value by twice this.

    Notes
    -----
    O(A) a step, memory O(S A).
    """

    m: int = 1
    gap: float = 0.0

    def __post_init__(self):
        super().__post_init__()
        self._keep(m=check_count(self.m, "m", low=1), gap=check_real(self.gap, "gap", low=0))

    def _rule(self, n_states):
        return episodes.DELAYED, (1, self.gap, self.m), Sizes(attempts=True)
