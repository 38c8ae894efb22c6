"""A rover among rocks: which are worth a sample, its sensor tells, the less surely the farther."""

from dataclasses import dataclass
from functools import cached_property
from numbers import Real

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.rl.episodic import EpisodicPOMDP
from mlcompanion.rl.models import _keep

from .grids import MOVES

__all__ = ["RockSample"]

SAMPLE = 4


@dataclass(frozen=True, eq=False)
class RockSample:
    r"""A square board with rocks, some of them good, and a rover that cannot see which.

    Actions: go north (0), east (1), south (2), west (3), take a sample (4), check rock i (5 + i).
    A sample pays 10 from a good rock, which is bad from then on, -10 from a bad one, and nothing
    where no rock lies. Observations: good (0), bad (1); every action but a check reports 0, which
    tells nothing.

    Parameters
    ----------
    n : int
        Side of the board.
    rocks : array_like of int, shape (k, 2)
        Row and column of every rock, no two alike.
    d0 : float
        Distance at which the sensor's efficiency :math:`\eta = 2^{-d/d_0}` has fallen to one half.
    accuracy : float or array_like, shape (n_distances,), optional
        Probability of a right reading, by distance in the order of ``distances``; default
        :math:`(1+\eta)/2`.
    exit_reward : float, optional
        What leaving over the eastern edge pays; default: there is a wall.
    gamma : float
        Discount, in [0, 1).

    Attributes
    ----------
    n_states : int
        n * n * 2**k: ``cell * 2**k + good``, where bit i of ``good`` says that rock i is good.
    distances : ndarray
        Straight distances between a cell and a rock that occur, rising.

    Raises
    ------
    ValueError
        If a rock lies off the board or on another, or a probability is outside [0, 1].

    Notes
    -----
    The rover begins in the middle of the western column; every quality of the rocks is equally
    likely. Memory: O(n^2 2^k k).

    References
    ----------
    Smith and Simmons (2004); Ross et al. (2011), section 6.3, which prints the efficiency as the
    probability of a right reading: far sensors would then lie.

    Examples
    --------
    >>> rover = RockSample(3, [[0, 1], [2, 2]])
    >>> rover.n_states, rover.distances.round(2).tolist()
    (36, [0.0, 1.0, 1.41, 2.0, 2.24, 2.83])
    """

    n: int = 3
    rocks: np.ndarray = ((0, 1), (2, 2))
    d0: float = 20.0
    accuracy: np.ndarray = None
    exit_reward: float = None
    gamma: float = 0.95

    def __post_init__(self):
        n = check_count(self.n, "n", low=1)
        rocks = check_array(self.rocks, "rocks", shape=(None, 2), min_rows=1, dtype=int)
        if (rocks < 0).any() or (rocks >= n).any():
            raise ValueError(f"rocks must lie on rows and columns 0 .. {n - 1}")
        if len(np.unique(rocks, axis=0)) < len(rocks):
            raise ValueError("rocks must lie on different cells")
        d0 = check_real(self.d0, "d0", low=0, open_low=True)
        gamma = check_real(self.gamma, "gamma", low=0, high=1, open_high=True)
        exit_reward = self.exit_reward
        if exit_reward is not None:
            exit_reward = check_real(exit_reward, "exit_reward")
        _keep(self, n=n, rocks=rocks, d0=d0, gamma=gamma, exit_reward=exit_reward)
        _keep(self, accuracy=self._checked_accuracy())

    def _checked_accuracy(self):
        shape = self.distances.shape
        if self.accuracy is None:
            return (1 + 2.0 ** (-self.distances / self.d0)) / 2
        accuracy = self.accuracy
        if isinstance(accuracy, Real):
            accuracy = np.full(shape, check_real(accuracy, "accuracy"))
        return check_array(accuracy, "accuracy", shape=shape, low=0, high=1, dtype=np.float64)

    @property
    def n_states(self):
        """Number of states."""
        return self.n**2 * 2 ** len(self.rocks)

    @cached_property
    def _squares(self):
        """Squared distance between every cell and every rock, shape (n * n, k)."""
        cells = np.stack(np.divmod(np.arange(self.n**2), self.n), axis=1)
        return ((cells[:, None] - self.rocks) ** 2).sum(axis=2)

    @cached_property
    def distances(self):
        """Distances between a cell and a rock that occur, rising."""
        return np.sqrt(np.unique(self._squares))

    def _unfolded(self):
        """Cell of every state, shape (S,), and which rocks are good, shape (S, k)."""
        cell, good = np.divmod(np.arange(self.n_states), 2 ** len(self.rocks))
        return cell, (good[:, None] >> np.arange(len(self.rocks)) & 1).astype(bool)

    def sensor_table(self):
        """What a right reading is, and how far away it is taken.

        Returns
        -------
        place : ndarray of int, shape (S, k)
            Place in ``distances`` of the distance between rover and rock.
        right : ndarray of int, shape (S, k)
            The right observation: good (0) or bad (1).
        """
        cell, is_good = self._unfolded()
        place = np.searchsorted(np.unique(self._squares), self._squares)
        return place[cell], np.where(is_good, 0, 1)

    def world(self):
        """The problem with its branches, one a state and action, and its laws of observation.

        Returns
        -------
        EpisodicPOMDP
            ``dense()`` of it has the matrices.
        """
        cell, is_good = self._unfolded()
        states = np.arange(self.n_states)
        n_actions = len(self.rocks) + 5
        target = np.repeat(states[:, None], n_actions, axis=1)
        reward = np.zeros(target.shape)
        ends = np.zeros(target.shape, dtype=bool)
        places = np.stack(np.divmod(cell, self.n), axis=1)
        for action, move in enumerate(MOVES):
            row, column = np.clip(places + move, 0, self.n - 1).T
            target[:, action] += (row * self.n + column - cell) * 2 ** len(self.rocks)
        for i, place in enumerate(self.rocks):
            here = (places == place).all(axis=1)
            target[:, SAMPLE] -= (here & is_good[:, i]) << i
            reward[here, SAMPLE] = np.where(is_good[here, i], 10.0, -10.0)
        if self.exit_reward is not None:
            eastern = places[:, 1] == self.n - 1
            reward[eastern, 1] = self.exit_reward
            ends[eastern, 1] = True
        b0 = np.where(cell == self.n // 2 * self.n, 0.5 ** len(self.rocks), 0)
        branches = np.arange(target.size + 1), target.ravel(), np.ones(target.size)
        return EpisodicPOMDP(*branches, self._readings(n_actions), reward, self.gamma, b0, ends)

    def _readings(self, n_actions):
        """Laws of the observations, by state reached and action, shape (S, A, 2)."""
        sees = np.zeros((self.n_states, n_actions, 2))
        sees[:, :5, 0] = 1
        place, right = self.sensor_table()
        rows = np.arange(self.n_states)[:, None]
        checks = 5 + np.arange(len(self.rocks))
        sees[rows, checks, right] = self.accuracy[place]
        sees[rows, checks, 1 - right] = 1 - self.accuracy[place]
        return sees
