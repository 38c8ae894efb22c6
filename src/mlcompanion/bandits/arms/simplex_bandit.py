"""The barrier player among finitely many arms (Hazan and Kale 2011, Corollary 5).

The simplex has no interior in the space of all laws. The law of n arms is told by its first n - 1
masses; the last arm's cost is then a constant, which the reservoir of that arm remembers. An arm is
drawn from the law that the ellipsoid gives, and its cost compared with its own reservoir.
"""

import math
import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_real, check_rng
from mlcompanion.convex.barriers import PolytopeBarrier
from mlcompanion.convex.barriers.steps import axis_into, centre_into

from ..linear.engine import Body
from .exp3 import check_arm_costs, drawn_arm

__all__ = ["ArmsTrace", "BarrierBandit", "run_arms"]


class ArmsTrace(NamedTuple):
    """What happened in each round of some repeats.

    Attributes
    ----------
    law : ndarray, shape (n_repeats, T, n_arms)
        Law at the centre, or the one arm of an exploration.
    arm : ndarray of int, shape (n_repeats, T)
    explored : ndarray of bool, shape (n_repeats, T)
    """

    law: np.ndarray
    arm: np.ndarray
    explored: np.ndarray


@njit
def whole_law(x):
    """Masses of all arms from those of all but the last."""
    law = np.empty(len(x) + 1)
    law[:-1] = x
    law[-1] = max(1.0 - np.sum(x), 0.0)
    return law


@njit
def play_arms(costs, body, eta, k, draws, order, trace):
    """Play all rounds; fill the trace, and return the number of centres that were not found."""
    horizon, n_arms = costs.shape
    d = n_arms - 1
    buckets = np.zeros((n_arms, k))
    filled = np.zeros(n_arms, dtype=np.int64)
    memory = np.zeros(n_arms)
    total = np.zeros(d)
    vector = np.zeros(d)
    x = body.centre.copy()
    failed = 0
    for t in range(horizon):
        age = t + 1
        explore = draws[t, 0] * age < n_arms * k
        trace.explored[t] = explore
        if explore:
            arm = order[t] % n_arms if age <= n_arms * k else int(draws[t, 1] * n_arms)
            j = filled[arm] if filled[arm] < k else int(draws[t, 2] * k)
            filled[arm] = min(filled[arm] + 1, k)
            buckets[arm, j] = costs[t, arm]
            if age >= n_arms * k:
                for a in range(n_arms):
                    memory[a] = np.mean(buckets[a])
            trace.law[t] = 0.0
            trace.law[t, arm] = 1.0
        else:
            outcome = int(draws[t, 1] * 2 * d)
            sign = 1.0 if outcome % 2 == 0 else -1.0
            root = np.sqrt(axis_into(body.A, body.b, total, x, outcome // 2, vector))
            law = whole_law(x + sign / root * vector)
            arm = drawn_arm(law, draws[t, 2])
            surprise = costs[t, arm] - memory[arm]
            estimate = memory[:-1] - memory[-1] + d * surprise * sign * root * vector
            trace.law[t] = whole_law(x)
            total = total + eta * estimate
            failed += centre_into(body.A, body.b, total, x) < 0
        trace.arm[t] = arm
    return failed


class BarrierBandit:
    """Algorithm 1 on the simplex of laws, told the cost of the drawn arm alone (Corollary 5).

    Parameters
    ----------
    n_arms : int
    horizon : int
        Number of rounds T, for the size of the reservoirs.
    eta : float, optional
        Step; default ``1/(25 n_arms)``.
    k : int, optional
        Buckets an arm; default ``log T``, rounded up.
    random_state : int, Generator or None

    Attributes
    ----------
    law : ndarray, shape (n_arms,)
        The law around which the next arm is drawn.
    memory_ : ndarray, shape (n_arms,)
        Remembered mean costs, divided by the root of ``n_arms``.

    Examples
    --------
    >>> player = BarrierBandit(3, horizon=2000, random_state=0)
    >>> for _ in range(2000):
    ...     player.tell([0.1, 0.9, 0.9][player.ask()])
    >>> int(player.law.argmax())
    0
    """

    def __init__(self, n_arms, horizon, *, eta=None, k=None, random_state=None):
        self.n_arms = check_count(n_arms, "n_arms", low=2)
        horizon = check_count(horizon, "horizon", low=2)
        eta = 1 / (25 * self.n_arms) if eta is None else eta
        self.eta = check_real(eta, "eta", low=0, open_low=True)
        self.k = math.ceil(math.log(horizon)) if k is None else check_count(k, "k", low=1)
        self.barrier = PolytopeBarrier.simplex(self.n_arms - 1)
        rng = check_rng(random_state)
        self._order = rng.permutation(self.n_arms * self.k)
        self._rng = rng
        self._age = 0
        self._buckets = [[] for _ in range(self.n_arms)]
        self._total = np.zeros(self.barrier.n)
        self._x = self.barrier.centre.copy()
        self._arm = None
        self.memory_ = np.zeros(self.n_arms)

    @property
    def law(self):
        """The law around which the next arm is drawn, shape (n_arms,)."""
        return whole_law(self._x)

    def ask(self):
        """The next arm, an int."""
        if self._arm is None:
            self._draws = self._rng.random(3)
            self._age += 1
            self._choose()
        return self._arm

    def _choose(self):
        """Explore an arm, or draw one from an end of an axis of the Dikin ellipsoid."""
        explore, which, where = self._draws
        n_first = self.n_arms * self.k
        self._explores = explore * self._age < n_first
        if self._explores and self._age <= n_first:
            self._arm = int(self._order[self._age - 1] % self.n_arms)
        elif self._explores:
            self._arm = int(which * self.n_arms)
        else:
            outcome = int(which * 2 * self.barrier.n)
            self._sign = 1.0 if outcome % 2 == 0 else -1.0
            self._value, self._vector = self.barrier.axis(self._total, self._x, outcome // 2)
            end = self._x + self._sign / math.sqrt(self._value) * self._vector
            self._arm = drawn_arm(whole_law(end), where)

    def tell(self, cost):
        """Learn from the cost of the arm.

        Parameters
        ----------
        cost : float
            In [0, 1].
        """
        cost = check_real(cost, "cost", low=0, high=1) / math.sqrt(self.n_arms)
        if self._arm is None:
            raise ValueError("tell must follow ask: no arm was asked for since the last cost")
        if self._explores:
            self._store(cost)
        else:
            self._move(cost)
        self._arm = None

    def _store(self, cost):
        bucket = self._buckets[self._arm]
        if len(bucket) < self.k:
            bucket.append(cost)
        else:
            bucket[int(self._draws[2] * self.k)] = cost
        if self._age >= self.n_arms * self.k:
            self.memory_ = np.array([np.mean(values) for values in self._buckets])

    def _move(self, cost):
        surprise = cost - self.memory_[self._arm]
        slope = self.barrier.n * surprise * self._sign * math.sqrt(self._value)
        estimate = self.memory_[:-1] - self.memory_[-1] + slope * self._vector
        self._total = self._total + self.eta * estimate
        self._x = self.barrier.minimize_linear(self._total, self._x)


def run_arms(costs, *, eta=None, k=None, n_repeats=1, random_state=None):
    """The barrier player on a table of arms' costs, compiled (Corollary 5).

    Parameters
    ----------
    costs : array_like, shape (T, n_arms)
        In [0, 1]. They are divided by the root of ``n_arms``, as the corollary does.
    eta : float, optional
        Step; default ``1/(25 n_arms)``.
    k : int, optional
        Buckets an arm; default ``log T``, rounded up.
    n_repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ArmsTrace

    Notes
    -----
    O(n_arms^3) a round.
    """
    costs = check_arm_costs(costs)
    horizon, n_arms = costs.shape
    player = BarrierBandit(n_arms, max(horizon, 2), eta=eta, k=k)
    n_repeats = check_count(n_repeats, "n_repeats", low=1)
    rng = check_rng(random_state)
    trace = ArmsTrace(
        np.zeros((n_repeats, horizon, n_arms)),
        np.zeros((n_repeats, horizon), dtype=np.int64),
        np.zeros((n_repeats, horizon), dtype=bool),
    )
    failed = 0
    barrier = player.barrier
    body = Body(barrier.A, barrier.b, barrier.centre)
    scaled = costs / math.sqrt(n_arms)
    for r in range(n_repeats):
        order = rng.permutation(n_arms * player.k)
        draws = rng.random((horizon, 3))
        own = ArmsTrace(*(part[r] for part in trace))
        failed += play_arms(scaled, body, player.eta, player.k, draws, order, own)
    if failed:
        warnings.warn(f"{failed} centres were not found", ConvergenceWarning, stacklevel=2)
    return trace
