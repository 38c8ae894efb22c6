"""Aggressive learners that go back to old rounds: windows, mini-updates, follow the leader.

Shalev-Shwartz (2007), section 5.2.2, for the hinge loss in Euclidean space. After the aggressive
step in the newest dual variable (5.15), the learner climbs on: over the last rounds until nothing
moves (5.18), over single old rounds drawn at random (mini-updates), or over all of them, which is
regularised follow-the-leader, a support vector machine every round.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_real, check_rng
from mlcompanion.losses import Hinge
from mlcompanion.online.core.dual_ascent import OnlineRun
from mlcompanion.online.core.scales import (
    MISTAKES,
    NORM_MAX,
    ROUNDS,
    FixedScale,
    MistakeScale,
    scale_at,
)

from .linear_models import DualAscentClassifier

__all__ = ["MiniAscent", "MiniUpdateClassifier"]

MAX_SWEEPS = 2000


@njit
def best_coordinate(i, X, y, squares, alpha, theta, reach):
    """Maximise the dual over ``alpha[i]`` alone (5.15); return how far it moved. O(n)."""
    if squares[i] == 0.0:
        best = 1.0
    else:
        best = alpha[i] + (reach - y[i] * np.dot(theta, X[i])) / squares[i]
    move = min(1.0, max(0.0, best)) - alpha[i]
    if move != 0.0:
        alpha[i] += move
        for j in range(len(theta)):
            theta[j] += move * y[i] * X[i, j]
    return move


@njit
def best_window(first, stop, X, y, squares, alpha, theta, reach, tol):
    """Maximise over ``alpha[first:stop]``: sweeps over all, then over what still moves."""
    change = 0.0
    moving = np.empty(stop - first, dtype=np.int64)
    for _ in range(MAX_SWEEPS):
        count = 0
        for i in range(first, stop):
            step = best_coordinate(i, X, y, squares, alpha, theta, reach)
            change += step
            if abs(step) > tol:
                moving[count] = i
                count += 1
        if count == 0:
            break
        for _ in range(MAX_SWEEPS):
            largest = 0.0
            for k in range(count):
                step = best_coordinate(moving[k], X, y, squares, alpha, theta, reach)
                change += step
                largest = max(largest, abs(step))
            if largest <= tol:
                break
    return change


@njit
def climb(X, y, squares, alpha, theta, history, start, gamma, scale, s, picks, window, tol, budget):
    """Play the rounds from ``start`` on; ``alpha``, ``theta`` and ``history`` change in place."""
    rounds = len(y) - start
    scores, scales, duals = np.empty(rounds), np.empty(rounds), np.empty(rounds)
    mass = alpha.sum()
    for t in range(start, len(y)):
        history[ROUNDS] += 1.0
        history[NORM_MAX] = max(history[NORM_MAX], np.sqrt(squares[t]))
        c = scale_at(scale, s, 1.0, history)  # (5.17)
        if c == 0.0:
            c = 1.0
        score = np.dot(theta, X[t]) / c
        mass += best_coordinate(t, X, y, squares, alpha, theta, c * gamma)
        if window > 1:
            first = max(0, t + 1 - window)
            mass += best_window(first, t + 1, X, y, squares, alpha, theta, c * gamma, tol)
        for k in range(picks.shape[1]):
            i = int(picks[t - start, k] * (t + 1))
            mass += best_coordinate(i, X, y, squares, alpha, theta, c * gamma)
        while budget > 0 and np.count_nonzero(alpha) > budget:
            weakest = -1
            for i in range(t + 1):
                if alpha[i] > 0.0 and (weakest < 0 or alpha[i] < alpha[weakest]):
                    weakest = i
            for j in range(len(theta)):
                theta[j] -= alpha[weakest] * y[weakest] * X[weakest, j]
            mass -= alpha[weakest]
            alpha[weakest] = 0.0
        if y[t] * score <= 0:
            history[MISTAKES] += 1.0
        scores[t - start], scales[t - start] = score, c
        duals[t - start] = gamma * mass - np.dot(theta, theta) / (2.0 * c)  # (5.12)
    return scores, scales, duals


class MiniAscent:
    """The learner behind :class:`MiniUpdateClassifier`: same interface as ``DualAscent``.

    Parameters
    ----------
    n_features : int
    scale : FixedScale or MistakeScale
    margin, n_mini, window, budget, tol, random_state
        See :class:`MiniUpdateClassifier`.

    Attributes
    ----------
    theta : ndarray, shape (n_features,)
    alpha, duals : ndarray, shape (t,)
    history : ndarray, shape (5,)
        Rounds, largest norm, nothing, mistakes, nothing.
    """

    def __init__(
        self, n_features, scale, margin, n_mini, window=1, budget=None, tol=1e-6, random_state=None
    ):
        self.scale = scale
        self.margin = check_real(margin, "margin", low=0, open_low=True)
        self.n_mini = check_count(n_mini, "n_mini")
        everything = np.iinfo(np.int64).max
        self.window = everything if window is None else check_count(window, "window", low=1)
        self.budget = 0 if budget is None else check_count(budget, "budget", low=1)
        self.tol = check_real(tol, "tol", low=0, open_low=True)
        self.rng = check_rng(random_state)
        self.X, self.y = np.empty((0, n_features)), np.empty(0)
        self.theta, self.history = np.zeros(n_features), np.zeros(5)
        self.alpha, self.duals = np.empty(0), np.empty(0)

    def run(self, X, y):
        """Play further rows of the stream; return their ``OnlineRun``."""
        X = check_array(X, "X", shape=(None, len(self.theta)))
        return self.unchecked_run(X, check_array(y, "y", shape=(len(X),)))

    def unchecked_run(self, X, y):
        """The same, of arrays that are known to be right."""
        start = len(self.y)
        self.X, self.y = np.concatenate([self.X, X]), np.concatenate([self.y, y])
        self.alpha = np.concatenate([self.alpha, np.zeros(len(X))])
        squares = np.einsum("ij,ij->i", self.X, self.X)
        scores, scales, duals = climb(
            self.X,
            self.y,
            squares,
            self.alpha,
            self.theta,
            self.history,
            start,
            self.margin,
            self.scale.code,
            float(self.scale.a),
            self.rng.random((len(X), self.n_mini)),
            self.window,
            self.tol,
            self.budget,
        )
        self.duals = np.concatenate([self.duals, duals])
        losses = Hinge(self.margin).value(scores, y)
        slopes2 = np.where(losses > 0, squares[start:], 0.0)
        steps = -self.alpha[start:] * y
        return OnlineRun(scores, losses, y * scores <= 0, steps, slopes2, scales, duals)

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features,)."""
        now = self.history.copy()
        now[ROUNDS] += 1
        return self.theta / (scale_at(self.scale.code, float(self.scale.a), 1.0, now) or 1.0)


class MiniUpdateClassifier(DualAscentClassifier):
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

    def _start(self, n_features):
        self._learner = MiniAscent(
            n_features + bool(self.fit_intercept),
            MistakeScale(self.U) if self.inverse_rate is None else FixedScale(self.inverse_rate),
            self.margin,
            self.n_mini,
            self.window,
            self.budget,
            self.tol,
            self.random_state,
        )
        self.t_ = 0

    def _play(self, X, targets):
        super()._play(X, targets)
        self.alpha_, self.dual_path_ = self._learner.alpha, self._learner.duals
