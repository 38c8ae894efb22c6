"""Bandit linear optimization with a memory of past costs (Hazan and Kale 2011).

Algorithm 1 plays an end of an axis of the Dikin ellipsoid around the leader's point, and estimates
the cost vector as its remembered mean plus a random multiple of the axis. Without memory it is the
algorithm of Abernethy, Hazan and Rakhlin (2008). The master of section 5 halves the step.
"""

import math
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
from mlcompanion.convex.barriers import Barrier

from .engine import BanditTrace, Body, Settings, play_phase

__all__ = [
    "BanditLinear",
    "HalvingMaster",
    "quadratic_variation",
    "run_bandit",
    "run_halving",
    "tuned_step",
]

ROUNDING = 1e-9


def quadratic_variation(costs):
    """Sum ``Q`` of squared distances of the costs to their mean.

    Parameters
    ----------
    costs : array_like, shape (T, n)

    Returns
    -------
    float
    """
    costs = check_array(costs, "costs", ndim=2, min_rows=1)
    return float(((costs - costs.mean(axis=0)) ** 2).sum())


def tuned_step(n, theta, horizon, variation):
    """Step ``min(sqrt(theta log T / (n^2 Q)), 1/(25 n))`` (Theorem 6, with theta as in its proof).

    Parameters
    ----------
    n : int
        Dimension.
    theta : float
        Parameter of the barrier.
    horizon : int
        Number of rounds T.
    variation : float
        Bound on the variation Q of the costs; the predecessor puts T in its place.

    Returns
    -------
    float
    """
    n = check_count(n, "n", low=1)
    theta = check_real(theta, "theta", low=0, open_low=True)
    horizon = check_count(horizon, "horizon", low=2)
    variation = check_real(variation, "variation", low=0)
    largest = 1 / (25 * n)
    if variation * n**2 * largest**2 <= theta * math.log(horizon):
        return largest
    return math.sqrt(theta * math.log(horizon) / (n**2 * variation))


def check_costs(costs, n):
    """Return costs of n columns whose rows have length at most 1, or say what is wrong."""
    costs = check_array(costs, "costs", ndim=2, min_rows=1, dtype=np.float64)
    if costs.shape[1] != n:
        raise ValueError(f"costs must have {n} columns, got shape {costs.shape}")
    longest = np.linalg.norm(costs, axis=1).max()
    if longest > 1 + ROUNDING:
        raise ValueError(f"costs must have length at most 1, got {longest:.3g}")
    return costs


def check_play(barrier, horizon, eta, k, memory, gamma):
    """Return the set and the settings of a player, with the source's defaults filled in."""
    check_instance(barrier, "barrier", Barrier)
    horizon = check_count(horizon, "horizon", low=2)
    memory = check_flag(memory, "memory")
    if eta is None:
        eta = 1 / (25 * barrier.n)
    eta = check_real(eta, "eta", low=0, open_low=True)
    k = math.ceil(math.log(horizon)) if k is None else check_count(k, "k", low=1)
    if not memory:
        k = 0
    gamma = check_gamma(barrier, gamma)
    body = Body(barrier.A, barrier.b, barrier.centre)
    return body, Settings(eta, k, gamma, math.inf)


def check_gamma(barrier, gamma):
    """Return a length such that ``gamma e_i`` lies in the set for every i; default, half of it."""
    units = np.eye(barrier.n)
    if gamma is None:
        if not barrier.contains(np.zeros(barrier.n)):
            raise ValueError("gamma must be given for a set that does not contain the origin")
        return 0.5 * min(1.0, barrier.gauge(0 * units, units).min())
    gamma = check_real(gamma, "gamma", low=0, high=1, open_low=True)
    if not barrier.contains(gamma * units, ROUNDING).all():
        raise ValueError(f"gamma must leave gamma * e_i in the set, got {gamma:g}")
    return gamma


def _empty_trace(n_repeats, n_rounds, n):
    vectors = [np.zeros((n_repeats, n_rounds, n)) for _ in range(4)]
    flags = np.zeros((n_repeats, n_rounds), dtype=bool)
    phases = np.zeros((n_repeats, n_rounds), dtype=np.int64)
    return BanditTrace(*vectors, np.zeros((n_repeats, n_rounds)), flags, phases)


def _warn_of_failures(failed):
    if failed:
        warnings.warn(
            f"{failed} centres were not found by Newton's method", ConvergenceWarning, stacklevel=3
        )


def run_bandit(
    costs, barrier, *, eta=None, k=None, memory=True, gamma=None, n_repeats=1, random_state=None
):
    """Algorithm 1 on a table of costs, compiled.

    Parameters
    ----------
    costs : array_like, shape (T, n)
        Cost vectors, of length at most 1; they do not depend on what is played.
    barrier : Barrier
        Of a set inside the unit ball.
    eta, k, memory, gamma
        As for :class:`BanditLinear`.
    n_repeats : int
        Runs on the same costs.
    random_state : int, Generator or None

    Returns
    -------
    BanditTrace

    Notes
    -----
    A round costs O(n) on the ball; on a polytope of m rows O(n^3 + m n^2): an eigendecomposition
    and a few Newton steps. Memory O(n_repeats T n).
    """
    costs, body, settings = _checked(costs, barrier, eta, k, memory, gamma)
    return _run(costs, body, barrier.theta, settings, n_repeats, random_state)


def run_halving(
    costs, barrier, *, k=None, gamma=None, threshold=1.0, n_repeats=1, random_state=None
):
    """The master of section 5 on a table of costs, compiled.

    Parameters
    ----------
    costs, barrier, k, gamma, n_repeats, random_state
        As for :func:`run_bandit`.
    threshold : float
        Factor of the source's threshold ``(2/eta) theta log T``; below 1 phases end earlier than
        the theory asks for, to be looked at.

    Returns
    -------
    BanditTrace

    Notes
    -----
    The round whose instability passes the threshold is the last of its phase; the next phase starts
    afresh, with empty reservoirs and half the step.
    """
    threshold = check_real(threshold, "threshold", low=0, open_low=True)
    costs, body, settings = _checked(costs, barrier, None, k, True, gamma)
    settings = settings._replace(threshold=threshold)
    return _run(costs, body, barrier.theta, settings, n_repeats, random_state)


def _checked(costs, barrier, eta, k, memory, gamma):
    """Costs, decision set and settings of a run."""
    check_instance(barrier, "barrier", Barrier)
    costs = check_costs(costs, barrier.n)
    return costs, *check_play(barrier, max(len(costs), 2), eta, k, memory, gamma)


def _run(costs, body, theta, settings, n_repeats, random_state):
    """Play all repeats, phase by phase; ``settings`` hold the first step and threshold factor."""
    horizon, n = costs.shape
    n_repeats = check_count(n_repeats, "n_repeats", low=1)
    rng = check_rng(random_state)
    trace = _empty_trace(n_repeats, horizon, n)
    failed = 0
    for r in range(n_repeats):
        own = BanditTrace(*(part[r] for part in trace))
        orders, rounds = rng.spawn(2)
        draws = rounds.random((horizon, 3))
        start, halvings = 0, 0
        while start < horizon:
            phase = _phase(settings, halvings, theta, horizon)
            order = orders.permutation(n * phase.k)
            end, misses = play_phase(costs, start, body, phase, draws, order, own)
            own.phase[start:end] = halvings
            failed += misses
            start = end
            halvings += 1
    _warn_of_failures(failed)
    return trace


def _phase(settings, halvings, theta, horizon):
    """Settings of a phase: the step halved so often, and the instability that ends it."""
    eta = settings.eta / 2**halvings
    if settings.threshold == math.inf:
        return settings._replace(eta=eta)
    limit = settings.threshold * 2 / eta * theta * math.log(horizon)
    return settings._replace(eta=eta, threshold=limit)


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
        self._orders, self._rounds = check_rng(random_state).spawn(2)
        self.n_explored_ = 0
        self._begin()

    def _begin(self):
        """Start afresh, with empty reservoirs."""
        n = self.barrier.n
        self._order = self._orders.permutation(n * self._settings.k)
        self._age = 0
        self._buckets = [[] for _ in range(n)]
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
        n, k = self.barrier.n, self._settings.k
        explore, which, _ = self._draws
        self._explores = explore * self._age < n * k
        if self._explores:
            first = self._age <= n * k
            self._coordinate = self._order[self._age - 1] % n if first else int(which * n)
            self._play = self._settings.gamma * np.eye(n)[self._coordinate]
        else:
            outcome = int(which * 2 * n)
            self._sign = 1.0 if outcome % 2 == 0 else -1.0
            self._value, self._vector = self.barrier.axis(self._total, self.x_, outcome // 2)
            self._play = self.x_ + self._sign / math.sqrt(self._value) * self._vector

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
        if self._explores:
            self._store(cost)
        else:
            self._move(cost)
        self._draws = None

    def _store(self, cost):
        """Algorithm 2: put the coordinate's cost into an empty bucket, or into a random one."""
        k = self._settings.k
        bucket = self._buckets[self._coordinate]
        value = cost / self._settings.gamma
        if len(bucket) < k:
            bucket.append(value)
        else:
            bucket[int(self._draws[2] * k)] = value
        if self._age >= self.barrier.n * k:
            self.memory_ = np.array([np.mean(b) for b in self._buckets])
        self.estimate_ = np.zeros(self.barrier.n)
        self.n_explored_ += 1

    def _move(self, cost):
        """Algorithm 3: estimate the cost vector, and follow the regularized leader."""
        surprise = cost - self.memory_ @ self._play
        slope = self.barrier.n * surprise * self._sign * math.sqrt(self._value)
        self.estimate_ = self.memory_ + slope * self._vector
        self._total = self._total + self._settings.eta * self.estimate_
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
        self._settings = _phase(self._first, self.n_halvings_, self.barrier.theta, self.horizon)

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
