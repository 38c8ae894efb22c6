"""UCB1 on a fixed grid of arms: the continuum made finite beforehand.

Auer, Cesa-Bianchi and Fischer (2002) on the grid of Kleinberg (2004): ``(n / ln n)^(1/3)`` points
of an interval balance what the grid misses against what its arms cost. Baseline of the chapter on
Bubeck et al. (2011).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_real, check_rng

from .boxes import DyadicTree
from .payoffs import mean_reward
from .players import PlayerMixin
from .tree_search import Record

__all__ = ["GridUCB", "grid_points", "grid_size"]


def grid_size(n_rounds, dimension=1):
    """Points a side, ``(n / ln n)^(1 / (D + 2))`` rounded up, for a Lipschitz mean reward.

    Parameters
    ----------
    n_rounds : int
        At least 2.
    dimension : int

    Returns
    -------
    int

    Examples
    --------
    >>> grid_size(10_000)
    11
    """
    n = check_count(n_rounds, "n_rounds", low=2)
    dimension = check_count(dimension, "dimension", low=1)
    return int(np.ceil((n / np.log(n)) ** (1 / (dimension + 2))))


def grid_points(tree, n_side):
    """Centres of equal cells of a tree's box.

    Parameters
    ----------
    tree : DyadicTree
    n_side : int
        Cells along each axis.

    Returns
    -------
    ndarray, shape (n_side^D, D)
    """
    if not isinstance(tree, DyadicTree):
        raise TypeError(f"tree must be a DyadicTree, got {tree!r}")
    n_side = check_count(n_side, "n_side", low=1)
    shares = (np.arange(n_side) + 0.5) / n_side
    low, high = tree.root()
    axes = [a + (b - a) * shares for a, b in zip(low, high)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(low))


@njit
def best_index(visits, mean, t, alpha):
    """The arm of the largest ``mean + alpha sqrt(2 ln t / T)``; the first that was never played."""
    best = 0
    top = -np.inf
    width = alpha * np.sqrt(2.0 * np.log(t))
    for k in range(len(visits)):
        # an unplayed arm has an infinite index
        if visits[k] == 0:
            return k
        index = mean[k] + width / np.sqrt(visits[k])
        if index > top:
            best = k
            top = index
    return best


@njit
def add_to_arm(visits, mean, arm, reward):
    """Count a reward."""
    visits[arm] += 1
    mean[arm] += (reward - mean[arm]) / visits[arm]  # a running mean: no sum that grows


class Counts(NamedTuple):
    """Visits and mean reward of each point."""

    visits: np.ndarray
    mean: np.ndarray
    points: np.ndarray


@njit
def _play_grid(counts, alpha, payoff, rng, done, record):
    """As ``tree_search.play_rounds``, with UCB1."""
    visits, mean, points = counts
    rounds, kept, arms = record
    gains = np.empty(len(points))
    for k in range(len(points)):
        gains[k] = mean_reward(payoff, points[k])  # once an arm, not once a round
    regret = 0.0
    pseudo = 0.0
    least = np.inf
    at = 0
    for t in range(rounds[-1]):
        arm = best_index(visits, mean, max(1, done + t), alpha)
        reward = gains[arm]
        if payoff.noisy:
            reward = 1.0 if rng.random() < gains[arm] else 0.0
        add_to_arm(visits, mean, arm, reward)
        regret += payoff.best - reward
        pseudo += payoff.best - gains[arm]
        least = min(least, payoff.best - gains[arm])
        if t < len(arms):
            arms[t] = points[arm]
        if t + 1 == rounds[at]:
            kept[at, 0] = regret
            kept[at, 1] = pseudo
            at += 1
    return rounds[-1] * len(points), least  # a round compares all indices


class GridUCB(PlayerMixin):
    """Upper confidence bounds on finitely many arms.

    Parameters
    ----------
    points : array_like, shape (K, D)
        The arms: see :func:`grid_points`.
    alpha : float
        Factor on the width ``sqrt(2 ln t / T)``, with t the rounds played; 1 is UCB1.
    random_state : int, Generator or None
        Draws Bernoulli rewards in :meth:`run`; the play itself knows no chance.

    Attributes
    ----------
    visits_ : ndarray of int, shape (K,)
    means_ : ndarray, shape (K,)

    Notes
    -----
    O(K) a round.

    Examples
    --------
    >>> player = GridUCB(grid_points(DyadicTree(0, 1), 4))
    >>> player.ask()
    array([0.125])
    """

    def __init__(self, points, alpha=1.0, random_state=None):
        self.points = check_array(points, "points", ndim=2, min_rows=1).copy()
        if self.points.shape[1] == 0:
            raise ValueError(f"points must have a coordinate, got shape {self.points.shape}")
        self.alpha = check_real(alpha, "alpha", low=0)
        self._rng = check_rng(random_state)
        self.visits_ = np.zeros(len(self.points), np.int64)
        self.means_ = np.zeros(len(self.points))
        self.n_rounds_ = 0
        self.pending_ = None

    @property
    def dimension(self):
        """Number of coordinates of an arm."""
        return self.points.shape[1]

    def pick(self):
        """The arm of the largest index."""
        t = max(1, self.n_rounds_)
        self._arm = best_index(self.visits_, self.means_, t, self.alpha)
        return self.points[self._arm].copy()

    def learn(self, reward):
        """Count the pending arm's reward."""
        add_to_arm(self.visits_, self.means_, self._arm, reward)

    def play(self, code, rounds, kept, arms):
        """Rounds against compiled mean rewards; see :meth:`run`."""
        counts = Counts(self.visits_, self.means_, self.points)
        record = Record(rounds, kept, arms)
        return _play_grid(counts, self.alpha, code, self._rng, self.n_rounds_, record)
