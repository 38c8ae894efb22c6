"""An agent for a world of one's own: it is told what happened and says what to do."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_real,
    check_rng,
)
from mlcompanion.rl.schedules import step_at

from .learners import LinearLearner
from .rules import AFTER, SIZE, UPDATES, begin, empty_memory, observe
from .tiles import TileCoder

__all__ = ["LinearAgent"]


class LinearAgent:
    """Acts and learns with values that are linear in tiles.

    Parameters
    ----------
    learner : LinearSarsa, LinearReplay or LinearBestMatch
    coder : TileCoder
    n_actions : int
        At least 1.
    gamma : float
        Discount, in [0, 1]: 1 only where episodes end.
    epsilon : float
        Probability of an action drawn from all.
    random_state : int or Generator, optional
        Decides among actions of equal value, and explores.

    Attributes
    ----------
    weights : ndarray, shape (n_features, n_actions)
        All 0 in the beginning, which is optimistic where rewards are negative.
    base_weights : ndarray, shape (n_features, n_actions)
        What best-match has learnt without the samples in its queue.
    n_episodes : int
        Episodes begun.
    n_stored : int
        Samples in the queue, which stay when an episode ends.
    n_updates : int
        Samples learnt from so far, each as often as it was.

    Raises
    ------
    TypeError
        If ``learner`` or ``coder`` is another kind of thing.

    Examples
    --------
    A corridor from 0 to 1, in steps of a tenth: action 1 goes ahead, 0 goes back.

    >>> from mlcompanion.rl.approximation import LinearBestMatch
    >>> coder = TileCoder([0.0], [1.0], n_tilings=4, n_bins=6, random_state=0)
    >>> agent = LinearAgent(LinearBestMatch(n_samples=10), coder, 2, random_state=0)
    >>> for _ in range(30):
    ...     place, action = 0.0, agent.begin([0.0])
    ...     while place < 0.95:
    ...         place = max(place + (0.1 if action else -0.1), 0.0)
    ...         action = agent.observe(-1.0, [place], done=place >= 0.95)
    >>> agent.values([[0.0], [0.5]]).argmax(axis=1)
    array([1, 1])
    """

    def __init__(self, learner, coder, n_actions, *, gamma=1.0, epsilon=0.0, random_state=None):
        check_instance(learner, "learner", LinearLearner)
        check_instance(coder, "coder", TileCoder)
        n_actions = check_count(n_actions, "n_actions", low=1)
        self.learner = learner
        self.coder = coder
        self.n_episodes = 0
        gamma = check_real(gamma, "gamma", low=0, high=1)
        epsilon = check_real(epsilon, "epsilon", low=0, high=1)
        self._plan = learner.plan(gamma, epsilon)
        sizes = coder.n_features, coder.n_tilings, n_actions, learner.n_samples
        self._memory = empty_memory(*sizes)
        self._rng = check_rng(random_state)
        self._inside = False
        self._lost = False

    @property
    def weights(self):
        """Weights of the features, by action; a copy."""
        return self._memory.theta.copy()

    @property
    def base_weights(self):
        """What best-match has learnt without the samples in its queue; a copy."""
        return self._memory.base.copy()

    @property
    def n_stored(self):
        """Samples in the queue."""
        return int(self._memory.counts[SIZE])

    @property
    def n_updates(self):
        """Samples learnt from so far, each as often as it was."""
        return int(self._memory.counts[UPDATES])

    @property
    def rate(self):
        """Learning rate of the present episode."""
        return step_at(max(self.n_episodes, 1), float(self.learner.first), self.learner.decay)

    def begin(self, point):
        """An episode begins.

        Parameters
        ----------
        point : array_like, shape (d,)
            Where it begins.

        Returns
        -------
        int
            The action to take.
        """
        self._reach(point)
        self.n_episodes += 1
        self._inside = True
        return int(begin(self._plan, self._memory, *self._rng.random(2)))

    def observe(self, reward, point, *, done=False):
        """Learn from the answer to the last action.

        Parameters
        ----------
        reward : float
        point : array_like, shape (d,)
            Where the action has led.
        done : bool
            Does the episode end there, so that nothing more is earned?

        Returns
        -------
        int or None
            The next action; None when done.

        Raises
        ------
        ValueError
            If no episode has begun.

        Warns
        -----
        ConvergenceWarning
            Once, if values leave the numbers: the steps are too long.
        """
        if not self._inside:
            raise ValueError("observe needs an episode: call begin first")
        reward = check_real(reward, "reward")
        done = check_flag(done, "done")
        self._reach(point)
        draws = self._rng.random(2)
        action = observe(self._plan, self._memory, self.rate, reward, done, *draws)
        if not self._lost and not np.isfinite(self._memory.row).all():
            self._lost = True
            warnings.warn(
                "LinearAgent: its values left the numbers; take a smaller first of the learner",
                ConvergenceWarning,
                stacklevel=2,
            )
        self._inside = not done
        return None if done else int(action)

    def values(self, points):
        """Values of all actions.

        Parameters
        ----------
        points : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n, n_actions)
        """
        return self._memory.theta[self.coder.encode(points)].sum(axis=1)

    def _reach(self, point):
        shape = (self.coder.offsets.shape[1],)
        point = check_array(point, "point", shape=shape, dtype=np.float64)
        self._memory.places[AFTER] = self.coder.encode(point[None])[0]
