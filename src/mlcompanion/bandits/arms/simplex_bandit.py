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

from ..linear.engine import (
    Body,
    chosen_end,
    empty_memory,
    estimate_into,
    explored_coordinate,
    store,
)
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
    law[-1] = max(1.0 - np.sum(x), 0.0)  # rounding may leave less than nothing
    return law


@njit
def beyond_last(costs):
    """Costs of all arms but the last, beyond that of the last."""
    return costs[:-1] - costs[-1]


@njit
def play_arms(costs, body, eta, draws, order, memory, trace):
    """Play all rounds; fill memory and trace, and count the centres that were not found."""
    horizon, n_arms = costs.shape
    k = memory.buckets.shape[1]
    d = n_arms - 1
    total = np.zeros(d)
    vector = np.zeros(d)
    estimate = np.zeros(d)
    x = body.centre.copy()
    failed = 0
    for t in range(horizon):
        arm = explored_coordinate(t + 1, draws[t], order, n_arms, k)
        trace.explored[t] = arm >= 0
        # explore, or draw an arm from an end of an axis
        if trace.explored[t]:
            # exploring tells an arm's cost as it is: nothing to estimate, nothing moves
            store(memory, arm, costs[t, arm], draws[t, 2])
            trace.law[t, arm] = 1.0
        else:
            i, sign = chosen_end(draws[t, 1], d)
            # a half axis of the Dikin ellipsoid: its ends lie in the simplex
            step = sign / np.sqrt(axis_into(body.A, body.b, total, x, i, vector))
            # linear costs: the arm's expected cost is that of the point played
            arm = drawn_arm(whole_law(x + step * vector), draws[t, 2])
            surprise = costs[t, arm] - memory.mean[arm]
            estimate_into(beyond_last(memory.mean), surprise, step, vector, estimate)
            trace.law[t] = whole_law(x)
            total += eta * estimate
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
        # before any round is played: exploring must not depend on costs
        self._order = rng.permutation(self.n_arms * self.k)
        self._rng = rng
        self._age = 0
        self._memory = empty_memory(self.n_arms, self.k)
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
        self._arm = explored_coordinate(self._age, self._draws, self._order, self.n_arms, self.k)
        self._explores = self._arm >= 0
        if not self._explores:
            i, sign = chosen_end(self._draws[1], self.barrier.n)
            value, self._vector = self.barrier.axis(self._total, self._x, i)
            self._step = sign / math.sqrt(value)
            end = self._x + self._step * self._vector
            self._arm = drawn_arm(whole_law(end), self._draws[2])
        self._arm = int(self._arm)

    def tell(self, cost):
        """Learn from the cost of the arm.

        Parameters
        ----------
        cost : float
            In [0, 1].
        """
        # as in run_arms: cost vectors of length 1 at most
        cost = check_real(cost, "cost", low=0, high=1) / math.sqrt(self.n_arms)
        if self._arm is None:
            raise ValueError("tell must follow ask: no arm was asked for since the last cost")
        if self._explores:
            self._store(cost)
        else:
            self._move(cost)
        self._arm = None

    def _store(self, cost):
        store(self._memory, self._arm, cost, self._draws[2])
        self.memory_ = self._memory.mean.copy()

    def _move(self, cost):
        surprise = cost - self.memory_[self._arm]
        estimate = np.zeros(self.barrier.n)
        estimate_into(beyond_last(self.memory_), surprise, self._step, self._vector, estimate)
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
    # costs in [0, 1] make vectors of length sqrt(n) at most; the analysis is for length 1
    scaled = costs / math.sqrt(n_arms)
    for r in range(n_repeats):
        order = rng.permutation(n_arms * player.k)
        draws = rng.random((horizon, 3))
        own = ArmsTrace(*(part[r] for part in trace))
        memory = empty_memory(n_arms, player.k)
        failed += play_arms(scaled, body, player.eta, draws, order, memory, own)
    if failed:
        warnings.warn(f"{failed} centres were not found", ConvergenceWarning, stacklevel=2)
    return trace
