"""Players that are asked and told, round by round (Hazan and Kale 2011, Algorithms 1 to 3).

Algorithm 1 plays an end of an axis of the Dikin ellipsoid around the leader's point, and estimates
the cost vector as its remembered mean plus a random multiple of the axis. Without memory it is the
algorithm of Abernethy, Hazan and Rakhlin (2008). The master of section 5 halves the step.
"""

import math

import numpy as np

from mlcompanion._validation import check_count, check_real, check_rng

from .engine import chosen_end, empty_memory, estimate_into, explored_coordinate, store
from .settings import ROUNDING, check_play, phase_settings

__all__ = ["BanditLinear", "HalvingMaster"]


class BanditLinear:
    """Bandit online linear optimization with a reservoir (Algorithm 1).

    Parameters
    ----------
    barrier : Barrier
        Of a set inside the unit ball: :class:`~mlcompanion.convex.barriers.BallBarrier` or
        :class:`~mlcompanion.convex.barriers.PolytopeBarrier`.
    horizon : int
        Number of rounds T, for the size of the reservoirs.
    eta : float, optional
        Step; default ``1/(25 n)``, the largest that the theory allows (:func:`tuned_step` gives
        that of Theorem 6).
    k : int, optional
        Buckets a coordinate; default ``log T``, rounded up.
    memory : bool
        Without it no round explores and the remembered mean is 0: the predecessor.
    gamma : float, optional
        Length of simplex plays; default half of what the set allows.
    random_state : int, Generator or None

    Attributes
    ----------
    x_ : ndarray, shape (n,)
        Centre of the next play.
    memory_ : ndarray, shape (n,)
        Remembered mean cost.
    estimate_ : ndarray, shape (n,)
        Last estimate of a cost vector; 0 after an exploration.
    instability_ : float
        Sum of ``estimate @ (x_t - x_{t+1})`` so far.
    n_explored_ : int

    Examples
    --------
    >>> from mlcompanion.convex.barriers import BallBarrier
    >>> player = BanditLinear(BallBarrier(2), horizon=500, random_state=0)
    >>> for _ in range(500):
    ...     play = player.ask()
    ...     player.tell(0.3 * play[0])
    >>> bool(player.x_[0] < -0.5)
    True
    """

    def __init__(
        self, barrier, horizon, *, eta=None, k=None, memory=True, gamma=None, random_state=None
    ):
        self._body, self._settings = check_play(barrier, horizon, eta, k, memory, gamma)
        self.barrier = barrier
        self.horizon = check_count(horizon, "horizon", low=2)
        # two streams: how many phases begin does not shift the draws of the rounds
        self._orders, self._rounds = check_rng(random_state).spawn(2)
        self.n_explored_ = 0
        self._begin()

    def _begin(self):
        """Start afresh, with empty reservoirs."""
        n = self.barrier.n
        self._order = self._orders.permutation(n * self._settings.k)
        self._age = 0
        self._memory = empty_memory(n, self._settings.k)
        self._total = np.zeros(n)
        self._draws = None
        self.x_ = self.barrier.centre.copy()
        self.memory_ = np.zeros(n)
        self.estimate_ = np.zeros(n)
        self.instability_ = 0.0

    @property
    def eta_(self):
        """The step in use."""
        return self._settings.eta

    def ask(self):
        """The next point to play, shape (n,).

        Returns
        -------
        ndarray
        """
        if self._draws is None:
            self._draws = self._rounds.random(3)
            self._age += 1
            self._choose()
        return self._play.copy()

    def _choose(self):
        """Explore a coordinate, or take an end of an axis of the Dikin ellipsoid."""
        n = self.barrier.n
        k = self._settings.k
        self._coordinate = explored_coordinate(self._age, self._draws, self._order, n, k)
        if self._coordinate >= 0:
            self._play = self._settings.gamma * np.eye(n)[self._coordinate]
            return
        i, sign = chosen_end(self._draws[1], n)
        value, self._vector = self.barrier.axis(self._total, self.x_, i)
        self._step = sign / math.sqrt(value)
        self._play = self.x_ + self._step * self._vector

    def tell(self, cost):
        """Learn from what the point cost.

        Parameters
        ----------
        cost : float
            Between -1 and 1.

        Raises
        ------
        ValueError
            If no point was asked for, or the cost is larger than one can be.
        """
        cost = check_real(cost, "cost", low=-1 - ROUNDING, high=1 + ROUNDING)
        if self._draws is None:
            raise ValueError("tell must follow ask: no point was asked for since the last cost")
        if self._coordinate >= 0:
            self._store(cost)
        else:
            self._move(cost)
        self._draws = None

    def _store(self, cost):
        """Algorithm 2: remember the coordinate's cost."""
        store(self._memory, self._coordinate, cost / self._settings.gamma, self._draws[2])
        self.memory_ = self._memory.mean.copy()
        self.estimate_ = np.zeros(self.barrier.n)
        self.n_explored_ += 1

    def _move(self, cost):
        """Algorithm 3: estimate the cost vector, and follow the regularized leader."""
        surprise = cost - self.memory_ @ self._play
        self.estimate_ = np.zeros(self.barrier.n)
        estimate_into(self.memory_, surprise, self._step, self._vector, self.estimate_)
        self._total = self._total + self._settings.eta * self.estimate_
        # Newton starts at the last centre, which one estimate moves little
        after = self.barrier.minimize_linear(self._total, self.x_)
        self.instability_ += float(self.estimate_ @ (self.x_ - after))
        self.x_ = after


class HalvingMaster(BanditLinear):
    """Algorithm 1 that halves its step when it has become too unstable (section 5).

    It needs no bound on the variation of the costs.

    Parameters
    ----------
    barrier, horizon, k, gamma, random_state
        As for :class:`BanditLinear`.
    threshold : float
        As for :func:`run_halving`.

    Attributes
    ----------
    n_halvings_ : int
        Phases that have ended.
    """

    def __init__(self, barrier, horizon, *, k=None, gamma=None, threshold=1.0, random_state=None):
        self.threshold = check_real(threshold, "threshold", low=0, open_low=True)
        self.n_halvings_ = 0
        super().__init__(barrier, horizon, k=k, gamma=gamma, random_state=random_state)
        self._first = self._settings._replace(threshold=self.threshold)
        self._set_phase()

    def _set_phase(self):
        self._settings = phase_settings(
            self._first, self.n_halvings_, self.barrier.theta, self.horizon
        )

    def tell(self, cost):
        """Learn from what the point cost, and start afresh if the phase has ended.

        Parameters
        ----------
        cost : float
            Between -1 and 1.
        """
        super().tell(cost)
        if self.instability_ >= self._settings.threshold:
            self.n_halvings_ += 1
            self._set_phase()
            self._begin()
