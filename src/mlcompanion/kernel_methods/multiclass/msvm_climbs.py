"""Points of the dual of a multiclass machine that climb, by working sets or point by point."""

import numpy as np

from mlcompanion._jit import plain_layout

from ._msvm_columns import column_extremes, column_steps
from ._msvm_linear import LikelyMoves, LinearPoint, likely_to_move, point_steps
from ._msvm_moves import DualPoint, Terms, best_moves, working_set_steps
from .msvm_parts import (
    column_multipliers,
    diagonal_ridge,
    expansion,
    machine_losses,
    multipliers,
    upper_bound,
)


class Climb:
    """A point of the dual: one row a class, and its scores kept up to date."""

    def __init__(self, K, y, n_classes, machine, lam, fit_intercept):
        self.y = plain_layout(y)
        self.machine = machine
        self.lam = lam
        self.bias = fit_intercept
        # Squared slacks are a ridge on the diagonal, so that one programme serves both.
        self.K = plain_layout(K + diagonal_ridge(machine, lam) * np.eye(len(K)))
        self.pairwise = machine.K1 == 1
        cap = upper_bound(machine, n_classes)
        self.terms = Terms(2 * lam, machine.K2, cap, machine.K3 == 1, fit_intercept)
        # A row a class: a step changes the scores of all points, which then lie together.
        self.alpha = np.zeros((n_classes, len(y)))
        self.total = np.zeros(len(y))
        self.h = np.zeros((n_classes, len(y)))
        self.duals = [np.zeros(1)]
        self.intercept = np.zeros(n_classes)

    @property
    def point(self):
        """What the compiled steps read, and change in place."""
        return DualPoint(self.y, self.alpha, self.total, self.h)

    def steps(self, limit):
        """Take at most ``limit`` steps and return how many were taken."""
        rises = np.zeros(limit)
        take = working_set_steps if self.pairwise else column_steps
        taken = take(self.K, self.point, self.terms, rises)
        # The dual after every step for the price of a sum: each step knows its own rise.
        self.duals.append(self.duals[-1][-1] + np.cumsum(rises[:taken]))
        if not taken:
            self.duals.pop()
        return taken

    def c(self):
        """Coefficients c, shape (m, Q)."""
        return expansion(self.alpha.T.copy(), self.y, self.pairwise)

    def values(self):
        """The dual value, and the primal value at the scores of this point."""
        c = self.c()
        ridge = diagonal_ridge(self.machine, self.lam) / (2 * self.lam)
        self.h = plain_layout(self.K @ c / (2 * self.lam)).T.copy()  # no rounding builds up
        # The ridge belongs to the slacks, not to the function that predicts.
        scores = self.h.T - ridge * c
        if self.bias:
            self.intercept = self._intercepts()
        losses = machine_losses(scores + self.intercept, self.y, self.machine)
        dual = self.machine.K2 * self.alpha.sum() - (c * self.h.T).sum() / 2
        return float(dual), float((c * scores).sum() / 2 + losses.sum())

    def _intercepts(self):
        """Those that agree best with the slopes of the moves."""
        if not self.pairwise:
            highest, lowest = column_extremes(self.h, self.alpha, self.y, self.terms.cap)
            margin = self.terms.margin
            return column_multipliers(-lowest - margin, -highest - margin)
        gain = np.empty((len(self.h), len(self.h)))
        best_moves(self.point, self.terms, gain, np.zeros(gain.shape, np.int64))
        return multipliers(gain)


class PointClimb:
    """As :class:`Climb` for equal slacks, linear scores and no intercepts; a step visits a point.

    The classes of a point that were far from moving at the last check are left out until the next.
    """

    def __init__(self, X, y, n_classes, machine, lam):
        self.X = X
        self.y = y
        self.lam = lam
        self.terms = Terms(2 * lam, machine.K2, upper_bound(machine, n_classes), False, False)
        # Curvatures of the moves, needed at each visit.
        self.squares = (X * X).sum(axis=1)
        self.coef = np.zeros((len(y), n_classes))
        self.duals = [np.zeros(1)]
        self.intercept = np.zeros(n_classes)
        # A fixed seed: two fits of the same data end in the same digits.
        self.rng = np.random.default_rng(0)

    @property
    def alpha(self):
        """Dual variables, one row a class."""
        alpha = np.maximum(-self.coef.T, 0.0)
        alpha[self.y, np.arange(len(self.y))] = 0.0
        return alpha

    def steps(self, limit):
        """Visit ``limit`` points, or none at the optimum, and return how many were visited."""
        classes, many, steepest, _ = self.next
        if steepest <= 1e-12 * self.terms.margin:
            return 0
        rises = np.empty(limit)
        # One class alone cannot move: the dual variables of a point sum to zero.
        likely = LikelyMoves(np.flatnonzero(many > 1), classes, many)
        dual = LinearPoint(self.X, self.y, self.squares, self.coef, self.W)
        point_steps(dual, likely, self.terms, rises, self.rng)
        self.duals.append(self.duals[-1][-1] + np.cumsum(rises))
        return limit

    def c(self):
        """Coefficients c, shape (m, Q)."""
        return self.coef

    def values(self):
        """The dual value, and the primal value at the scores of this point."""
        self.W = plain_layout(self.coef.T @ self.X / (2 * self.lam))  # no rounding builds up
        scores = plain_layout(self.X @ self.W.T)
        margin = self.terms.margin
        self.next = likely_to_move(scores, self.y, self.coef, margin, self.terms.cap)
        half = self.lam * np.sum(self.W**2)
        # With linear scores the squared norm is that of W: no kernel is formed.
        raised = self.coef[np.arange(len(self.y)), self.y].sum()
        return float(margin * raised - half), float(half + self.next[-1])
