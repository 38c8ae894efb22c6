"""Points of the dual of a multiclass machine that climb, by working sets or point by point."""

import numpy as np

from mlcompanion._jit import plain_layout

from ._msvm_columns import column_extremes, column_steps
from ._msvm_linear import likely_to_move, point_steps
from ._msvm_moves import best_moves, working_set_steps
from .msvm_parts import (
    column_multipliers,
    diagonal_ridge,
    expansion,
    machine_losses,
    multipliers,
    upper_bound,
)

__all__ = ["Climb", "PointClimb"]


class Climb:
    """A point of the dual: one row a class, and its scores kept up to date."""

    def __init__(self, K, y, n_classes, machine, lam, fit_intercept):
        self.y, self.machine, self.lam, self.bias = y, machine, lam, fit_intercept
        self.K = plain_layout(K + diagonal_ridge(machine, lam) * np.eye(len(K)))
        self.pairwise, self.shared = machine.K1 == 1, machine.K3 == 1
        self.cap = upper_bound(machine, n_classes)
        self.alpha, self.total = np.zeros((n_classes, len(y))), np.zeros(len(y))
        self.h, self.duals = np.zeros((n_classes, len(y))), [np.zeros(1)]
        self.intercept = np.zeros(n_classes)

    def steps(self, limit):
        """Take at most ``limit`` steps and return how many were taken."""
        rises = np.zeros(limit)
        settings = self.machine.K2, self.cap, self.bias, rises
        if self.pairwise:
            taken = working_set_steps(self.K, self.y, self.alpha, self.total, self.h,
                                      2 * self.lam, self.shared, *settings)  # fmt: skip
        else:
            taken = column_steps(self.K, self.y, self.alpha, self.h, 2 * self.lam, *settings)
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
        scores = self.h.T - ridge * c
        if self.bias:
            self.intercept = self._intercepts()
        losses = machine_losses(scores + self.intercept, self.y, self.machine)
        dual = self.machine.K2 * self.alpha.sum() - (c * self.h.T).sum() / 2
        return float(dual), float((c * scores).sum() / 2 + losses.sum())

    def _intercepts(self):
        """Those that agree best with the slopes of the moves."""
        if not self.pairwise:
            highest, lowest = column_extremes(self.h, self.alpha, self.y, self.cap)
            return column_multipliers(-lowest - self.machine.K2, -highest - self.machine.K2)
        gain = np.empty((len(self.h), len(self.h)))
        best_moves(self.h, self.y, self.alpha, self.total, self.shared, self.machine.K2, self.cap,
                   gain, np.zeros(gain.shape, np.int64))  # fmt: skip
        return multipliers(gain)


class PointClimb:
    """As :class:`Climb` for equal slacks, linear scores and no intercepts; a step visits a point.

    The classes of a point that were far from moving at the last check are left out until the next.
    """

    def __init__(self, X, y, n_classes, machine, lam):
        self.X, self.y, self.machine, self.lam = X, y, machine, lam
        self.cap, self.squares = upper_bound(machine, n_classes), (X * X).sum(axis=1)
        self.coef, self.duals = np.zeros((len(y), n_classes)), [np.zeros(1)]
        self.intercept, self.rng = np.zeros(n_classes), np.random.default_rng(0)

    @property
    def alpha(self):
        """Dual variables, one row a class."""
        alpha = np.maximum(-self.coef.T, 0.0)
        alpha[self.y, np.arange(len(self.y))] = 0.0
        return alpha

    def steps(self, limit):
        """Visit ``limit`` points, or none at the optimum, and return how many were visited."""
        classes, many, steepest, _ = self.next
        if steepest <= 1e-12 * self.machine.K2:
            return 0
        rises = np.empty(limit)
        active = np.flatnonzero(many > 1)
        point_steps(self.X, self.y, self.squares, self.coef, self.W, active, classes, many,
                    2 * self.lam, self.machine.K2, self.cap, rises, self.rng)  # fmt: skip
        self.duals.append(self.duals[-1][-1] + np.cumsum(rises))
        return limit

    def c(self):
        """Coefficients c, shape (m, Q)."""
        return self.coef

    def values(self):
        """The dual value, and the primal value at the scores of this point."""
        self.W = plain_layout(self.coef.T @ self.X / (2 * self.lam))  # no rounding builds up
        scores, K2 = plain_layout(self.X @ self.W.T), self.machine.K2
        self.next = likely_to_move(scores, self.y, self.coef, K2, self.cap)
        half = self.lam * np.sum(self.W**2)
        raised = self.coef[np.arange(len(self.y)), self.y].sum()
        return float(K2 * raised - half), float(half + self.next[-1])
