"""Aggressive learners that go back to old rounds: windows, mini-updates, follow the leader.

Shalev-Shwartz (2007), section 5.2.2, for the hinge loss in Euclidean space. After the aggressive
step in the newest dual variable (5.15), the learner climbs on: over the last rounds until nothing
moves (5.18), over single old rounds drawn at random (mini-updates), or over all of them, which is
regularised follow-the-leader, a support vector machine every round.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_instance, check_real, check_rng, read_only
from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.losses import Hinge
from mlcompanion.losses.formulas import hinge_coordinate, loss_value
from mlcompanion.online.core.compiled import pack, unpack
from mlcompanion.online.core.dual_ascent import OnlineRun
from mlcompanion.online.core.engine import Engine
from mlcompanion.online.core.scales import (
    LOSS_SUM,
    MISTAKES,
    NORM_MAX,
    ROUNDS,
    FixedScale,
    MistakeScale,
    ScaleRule,
    scale_at,
)

from .linear_models import OnlineLinearClassifier

__all__ = ["MiniAscent", "MiniUpdateClassifier"]

MAX_SWEEPS = 2000


class Memory(NamedTuple):
    """What is kept of every round: instance, label, squared length, dual variable."""

    X: np.ndarray
    y: np.ndarray
    squares: np.ndarray
    alpha: np.ndarray


@njit
def best_coordinate(i, memory, theta, reach):
    """Maximise the dual over ``alpha[i]`` alone (5.15); return how far it moved. O(n)."""
    X, y, squares, alpha = memory
    # the dual is a parabola in alpha[i], cut to [0, 1]: its peak is where the margin is reached
    missing = reach - y[i] * np.dot(theta, X[i])  # in units of c, as are the squares
    move = hinge_coordinate(alpha[i], missing, squares[i], 1.0) - alpha[i]
    if move != 0.0:
        alpha[i] += move
        for j in range(len(theta)):
            theta[j] += move * y[i] * X[i, j]
    return move


@njit
def best_window(first, stop, memory, theta, reach, tol):
    """Maximise over ``alpha[first:stop]``: sweeps over all, then over what still moves."""
    change = 0.0
    moving = np.empty(stop - first, dtype=np.int64)
    for _ in range(MAX_SWEEPS):
        count = 0
        for i in range(first, stop):
            step = best_coordinate(i, memory, theta, reach)
            change += step
            if abs(step) > tol:
                moving[count] = i
                count += 1
        if count == 0:
            break
        # sweeps over the few that still move are cheap; a sweep over all then looks for others
        for _ in range(MAX_SWEEPS):
            largest = 0.0
            for k in range(count):
                step = best_coordinate(moving[k], memory, theta, reach)
                change += step
                largest = max(largest, abs(step))
            if largest <= tol:
                break
    return change


@njit
def climb(seen, theta, history, rules, limits, picks, record):
    """Play the rounds from the limits' ``start`` on; what the learner keeps changes in place.

    ``seen`` and ``limits`` are plain tuples: from Python they cross at less cost than named ones.
    """
    memory = Memory(*seen)
    X, y, squares, alpha = memory
    loss, _, scale = unpack(rules)
    start, window, tol, budget = limits
    mass = alpha[:start].sum()
    for t in range(start, len(y)):
        history[ROUNDS] += 1.0
        history[NORM_MAX] = max(history[NORM_MAX], np.sqrt(squares[t]))
        c = scale_at(scale, history)  # (5.17)
        # the row is judged by the weights from before the round
        score = np.dot(theta, X[t]) / c
        reach = c * loss.margin
        # the sum of all dual variables is kept up to date: the dual value costs O(n), not O(t)
        # the newest dual variable first: the aggressive step
        mass += best_coordinate(t, memory, theta, reach)
        if window > 1:
            first = max(0, t + 1 - window)
            mass += best_window(first, t + 1, memory, theta, reach, tol)
        for k in range(picks.shape[1]):
            i = int(picks[t - start, k] * (t + 1))  # a uniform draw among the rounds so far
            mass += best_coordinate(i, memory, theta, reach)
        # over budget: forget the rounds of least weight
        while budget > 0 and np.count_nonzero(alpha) > budget:
            weakest = -1
            for i in range(t + 1):
                if alpha[i] > 0.0 and (weakest < 0 or alpha[i] < alpha[weakest]):
                    weakest = i
            for j in range(len(theta)):
                # theta must remain the sum over what is remembered
                theta[j] -= alpha[weakest] * y[weakest] * X[weakest, j]
            mass -= alpha[weakest]
            alpha[weakest] = 0.0
        history[LOSS_SUM] += loss_value(loss, score, y[t])
        history[MISTAKES] += y[t] * score <= 0
        record[0, t - start] = score
        record[1, t - start] = c
        record[2, t - start] = loss.margin * mass - np.dot(theta, theta) / (2.0 * c)  # (5.12)


class MiniAscent(Engine):
    """The engine of :class:`MiniUpdateClassifier`: like ``DualAscent``, with a memory of all rows.

    Parameters
    ----------
    n_features : int
    scale : FixedScale, RootScale, LipschitzScale, LossScale or MistakeScale
    margin, n_mini, window, budget, tol, random_state
        See :class:`MiniUpdateClassifier`.

    Attributes
    ----------
    theta : ndarray, shape (n_features,)
    alpha, duals : ndarray, shape (t,)
        Dual variables, and the dual objective after every round with that round's ``c_t``.
    history : ndarray, shape (5,)
        Rounds, largest norm, sum of losses, mistakes, nothing.
    """

    def __init__(
        self,
        n_features,
        scale,
        margin,
        n_mini,
        *,
        window=1,
        budget=None,
        tol=1e-6,
        random_state=None,
    ):
        margin = check_real(margin, "margin", low=0, open_low=True)
        super().__init__(n_features, Euclidean(), Hinge(margin))
        self.scale = check_instance(scale, "scale", ScaleRule)
        self.n_mini = check_count(n_mini, "n_mini")
        everything = np.iinfo(np.int64).max
        self.window = everything if window is None else check_count(window, "window", low=1)
        self.budget = 0 if budget is None else check_count(budget, "budget", low=1)
        self.tol = check_real(tol, "tol", low=0, open_low=True)
        self.rng = check_rng(random_state)
        self.theta = np.zeros(self.n_features)
        self._rules = pack(self.loss, self.geometry, self.scale)
        self._X, self._y = np.empty((0, self.n_features)), np.empty(0)
        self._squares, self._alpha, self._duals = np.empty((3, 0))
        self._record = np.empty((3, 0))
        self._t = 0

    @property
    def alpha(self):
        """Dual variables in [0, 1], shape (t,)."""
        return self._alpha[: self._t]

    @property
    def duals(self):
        """Dual objective after every round, shape (t,)."""
        return self._duals[: self._t]

    def _remember(self, X, y):
        """Append rows; the memory doubles when it is full, so that a row costs O(n)."""
        start = self._t
        stop = self._t + len(X)
        # at least twice as long: each row is copied a bounded number of times, on average
        if stop > len(self._y):
            free = max(stop, 2 * len(self._y)) - start
            for name in ("_X", "_y", "_squares", "_alpha", "_duals"):
                kept = getattr(self, name)[:start]
                setattr(self, name, np.concatenate([kept, np.zeros((free, *kept.shape[1:]))]))
        self._X[start:stop] = X
        self._y[start:stop] = y
        self._squares[start:stop] = np.einsum("ij,ij->i", X, X)
        self._t = stop
        return start, slice(0, stop)

    def play(self, X, y):
        """Play rows that are known to be right: float arrays of plain layout."""
        start, seen = self._remember(X, y)
        picks = self.rng.random((len(X), self.n_mini))
        self._record = np.empty((3, len(X)))
        memory = self._X[seen], self._y[seen], self._squares[seen], self._alpha[seen]
        limits = start, self.window, self.tol, self.budget
        climb(memory, self.theta, self.history, self._rules, limits, picks, self._record)
        self._duals[start : seen.stop] = self._record[2]

    @property
    def last_run(self):
        """The rounds of the last call as an ``OnlineRun``; its steps are the final ones."""
        read_only(self._record)
        scores, scales, duals = self._record
        last = slice(self._t - len(scores), self._t)
        y = self._y[last]
        losses = self.loss.value(scores, y)
        slopes2 = np.where(losses > 0, self._squares[last], 0.0)
        steps = -self._alpha[last] * y
        return OnlineRun(scores, losses, y * scores <= 0, steps, slopes2, scales, duals)

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features,)."""
        now = self.history.copy()
        now[ROUNDS] += 1
        return self.theta / scale_at(self.scale.compiled, now)

    def replay(self, X):
        """Old dual variables move, so that the steps of a run do not give its hypotheses back."""
        raise ValueError("learner changes old rounds: its path cannot be replayed")


class MiniUpdateClassifier(OnlineLinearClassifier):
    """Dual ascent for the hinge over several dual variables a round (5.18).

    Parameters
    ----------
    U : float
        Complexity ``|u|^2 / 2`` of the comparators to compete with; sets
        ``c_t = X_t sqrt((M_{t-1} + 1) / U)`` (5.17).
    margin : float
        Margin of the hinge.
    n_mini : int
        Mini-updates a round: single old rounds, drawn uniformly with replacement.
    window : int or None
        Optimise the last ``window`` dual variables jointly; None for all of them, which is
        regularised follow-the-leader; 1 for the newest alone.
    budget : int, optional
        Keep at most so many dual variables above 0; the smallest is dropped. The bounds no longer
        hold then, since a drop can lower the dual.
    inverse_rate : float, optional
        A fixed scale ``c`` instead of the self-tuned one.
    tol : float
        A window is optimal when no variable moves by more.
    fit_intercept : bool
        Append a constant 1 to every instance.
    n_epochs : int
        Passes of ``fit``. Every pass brings dual variables of its own.
    random_state : int, Generator, RandomState or None
        Draws the mini-updates.

    Attributes
    ----------
    alpha_ : ndarray, shape (t_,)
        Dual variables in [0, 1].
    dual_path_ : ndarray, shape (t_,)
        Dual objective after every round, with that round's ``c_t``.
    classes_, coef_, intercept_, n_mistakes_, t_, run_
        As in :class:`~mlcompanion.online.DualAscentClassifier`; the ``losses`` of
        ``run_`` are hinges with that margin.

    Notes
    -----
    O((1 + n_mini) n_features) a round; a window costs ``window`` times the sweeps, a budget
    O(t) more. Keeps all rows.
    """

    def __init__(
        self,
        U=1.0,
        margin=1.0,
        n_mini=0,
        *,
        window=1,
        budget=None,
        inverse_rate=None,
        tol=1e-6,
        fit_intercept=True,
        n_epochs=1,
        random_state=0,
    ):
        self.U = U
        self.margin = margin
        self.n_mini = n_mini
        self.window = window
        self.budget = budget
        self.inverse_rate = inverse_rate
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs
        self.random_state = random_state

    def new_engine(self, n_weights):
        """The engine with these settings."""
        fixed = self.inverse_rate is not None
        return MiniAscent(
            n_weights,
            FixedScale(self.inverse_rate) if fixed else MistakeScale(self.U),
            self.margin,
            self.n_mini,
            window=self.window,
            budget=self.budget,
            tol=self.tol,
            random_state=self.random_state,
        )

    @property
    def alpha_(self):
        """Dual variables, shape (t_,)."""
        return self.engine_.alpha

    @property
    def dual_path_(self):
        """Dual objective after every round, shape (t_,)."""
        return self.engine_.duals
