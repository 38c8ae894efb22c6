r"""Sequential minimal optimisation: a quadratic programme in a box, two variables at a time.

The programme is the dual of every support vector machine:

.. math::

   \min_\alpha\ \tfrac12\alpha^\top Q\alpha-p^\top\alpha\quad\text{subject to}\quad
   0\le\alpha_i\le C_i,\qquad a^\top\alpha=d\ \text{ with } a_i=\pm1,

with or without the equality. A step moves two variables along the equality and keeps the gradient
:math:`Q\alpha-p` up to date; without the equality it moves one. Platt (1998); which variables move
after Fan, Chen and Lin (2005); bounds left aside while they hold after Joachims (1999).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_function,
    check_real,
    check_square,
)

__all__ = ["DualSolution", "RowsOnDemand", "smo"]

_OPTIMAL, _PAUSED, _STALLED = -1, -2, -3  # how a run of steps ends; else: the row that it lacks


@dataclass(frozen=True)
class DualSolution:
    r"""A point of the dual programme with its certificate.

    Attributes
    ----------
    alpha : ndarray, shape (n,)
    gradient : ndarray, shape (n,)
        :math:`Q\alpha-p`, computed afresh at the end.
    intercept : float
        The multiplier b of the equality: where :math:`0<\alpha_i<C_i`, :math:`(Q\alpha)_i+a_ib
        =p_i`. The mean over these free variables; without any, the midpoint of the interval that
        the bounds leave, or its end if it has one only; 0 without an equality.
    objective : float
        :math:`\tfrac12\alpha^\top Q\alpha-p^\top\alpha`.
    gap : float
        Duality gap: how far ``objective`` is from the minimum at most, if Q is positive
        semidefinite.
    kkt_violation : float
        By how much the optimality conditions are missed: what ``tol`` bounds.
    n_iter : int
        Steps, or sweeps over all variables.
    """

    alpha: np.ndarray
    gradient: np.ndarray
    intercept: float
    objective: float
    gap: float
    kkt_violation: float
    n_iter: int


@dataclass(frozen=True)
class RowsOnDemand:
    """A matrix Q too large to keep: its rows are computed when they are asked for.

    Parameters
    ----------
    row : callable
        ``row(i)`` is row ``i`` of Q, shape (n,).
    diagonal : array_like, shape (n,)
    n_kept : int
        How many rows are kept, at least two; the one not used for longest makes room.
    """

    row: Callable
    diagonal: np.ndarray
    n_kept: int = 200

    def __post_init__(self):
        """Check the parts."""
        check_function(self.row, "row")
        diagonal = check_array(self.diagonal, "diagonal", ndim=1, min_rows=1, low=0)
        object.__setattr__(self, "diagonal", diagonal)
        check_count(self.n_kept, "n_kept", low=2)


class _Rows:
    """What the compiled steps see of Q: some of its rows, and in which slot each of them is."""

    def __init__(self, Q):
        self.source = Q if isinstance(Q, RowsOnDemand) else None
        if self.source is None:
            self.kept = plain_layout(check_square(Q, "Q", symmetric=True))
            self.slot, self.diagonal = np.arange(len(self.kept)), self.kept.diagonal().copy()
            return
        n = len(Q.diagonal)
        self.kept, self.diagonal = np.empty((min(Q.n_kept, n), n)), plain_layout(Q.diagonal)
        self.slot, self.order = np.full(n, -1), []

    def fetch(self, i, keep=-1):
        """Compute row ``i``; the oldest row makes room, unless it is ``keep``."""
        slot = len(self.order)
        if slot == len(self.kept):
            oldest = next(j for j in self.order if j != keep)
            self.order.remove(oldest)
            slot, self.slot[oldest] = self.slot[oldest], -1
        self.kept[slot] = check_array(self.source.row(int(i)), "row", shape=self.slot.shape)
        self.slot[i] = slot
        self.order.append(i)

    def touch(self, i):
        """Row ``i`` was used now."""
        if self.source is not None:
            self.order.remove(i)
            self.order.append(i)

    def times(self, alpha):
        """Q times ``alpha``, by the rows of its support."""
        if self.source is None:
            return self.kept @ alpha
        product = np.zeros(len(alpha))
        for i in np.flatnonzero(alpha):
            row = self.kept[self.slot[i]] if self.slot[i] >= 0 else self.source.row(int(i))
            product += alpha[i] * row
        return product


@njit
def _pair_steps(rows, slot, diagonal, a, C, active, alpha, gradient, tol, limit):
    """Move pairs of ``active`` along the equality; return the steps, how they ended, the first."""
    i = -1
    for step in range(limit):
        i, highest, lowest = -1, -np.inf, np.inf
        for t in active:
            slope = -a[t] * gradient[t]
            may_grow, may_shrink = alpha[t] < C[t], alpha[t] > 0.0
            if (may_grow if a[t] > 0 else may_shrink) and slope > highest:
                i, highest = t, slope
            if (may_shrink if a[t] > 0 else may_grow) and slope < lowest:
                lowest = slope
        if highest - lowest <= tol:
            return step, _OPTIMAL, i
        if slot[i] < 0:
            return step, i, i
        first, j, most = rows[slot[i]], -1, -1.0
        for t in active:
            if (alpha[t] > 0.0) if a[t] > 0 else (alpha[t] < C[t]):
                slack = highest + a[t] * gradient[t]
                bend = diagonal[i] + diagonal[t] - 2.0 * a[i] * a[t] * first[t]
                if slack > 0.0 and slack * slack / max(bend, 1e-12) > most:
                    j, most = t, slack * slack / max(bend, 1e-12)
        if slot[j] < 0:
            return step, j, i
        second = rows[slot[j]]
        bend = diagonal[i] + diagonal[j] - 2.0 * a[i] * a[j] * first[j]
        move = (highest + a[j] * gradient[j]) / max(bend, 1e-12)
        room_i = C[i] - alpha[i] if a[i] > 0 else alpha[i]
        room_j = alpha[j] if a[j] > 0 else C[j] - alpha[j]
        move = min(move, room_i, room_j)
        old_i, old_j = alpha[i], alpha[j]
        alpha[i] += a[i] * move
        alpha[j] -= a[j] * move
        if move == room_i:  # exactly at its end
            alpha[i] = C[i] if a[i] > 0 else 0.0
        if move == room_j:
            alpha[j] = 0.0 if a[j] > 0 else C[j]
        by_i, by_j = alpha[i] - old_i, alpha[j] - old_j
        if by_i == 0.0 and by_j == 0.0:
            return step, _STALLED, i
        for t in active:
            gradient[t] += by_i * first[t] + by_j * second[t]
    return limit, _PAUSED, i


@njit
def _single_steps(rows, slot, diagonal, a, C, active, alpha, gradient, tol, limit):
    """Move, again and again, the variable of ``active`` that lowers the objective most."""
    for step in range(limit):
        i, most, by, violation = -1, 0.0, 0.0, 0.0
        for t in active:
            down = -gradient[t]
            if (down > 0.0 and alpha[t] < C[t]) or (down < 0.0 and alpha[t] > 0.0):
                violation = max(violation, abs(down))
                move = down / max(diagonal[t], 1e-12)
                move = min(max(move, -alpha[t]), C[t] - alpha[t])
                gain = move * (down - 0.5 * diagonal[t] * move)
                if gain > most:
                    i, most, by = t, gain, move
        if violation <= tol:
            return step, _OPTIMAL, i
        if i < 0:
            return step, _STALLED, i
        if slot[i] < 0:
            return step, i, i
        old = alpha[i]
        alpha[i] = min(max(old + by, 0.0), C[i])
        if by == C[i] - old:
            alpha[i] = C[i]
        by = alpha[i] - old
        if by == 0.0:
            return step, _STALLED, i
        row = rows[slot[i]]
        for t in active:
            gradient[t] += by * row[t]
    return limit, _PAUSED, -1


def smo(Q, p=None, C=1.0, a=None, d=0.0, *, alpha0=None, tol=1e-6, max_iter=None, shrinking=True):
    r"""Minimise :math:`\frac12\alpha^\top Q\alpha-p^\top\alpha` in a box, on an equality or not.

    The first variable of a pair misses the optimality conditions most; the second is the one with
    which the objective, as if there were no box, falls furthest.

    Parameters
    ----------
    Q : array_like, shape (n, n), or RowsOnDemand
        Symmetric positive semidefinite: :math:`y_iy_jk(x_i,x_j)` for a support vector machine.
    p : array_like, shape (n,), optional
        Ones if left out.
    C : float or array_like, shape (n,)
        Upper bounds, not negative.
    a : array_like of ±1, shape (n,), optional
        Left out, there is no equality, and one variable moves at a time.
    d : float
        What :math:`a^\top\alpha` is to be.
    alpha0 : array_like, shape (n,), optional
        Where to start: brought into the box and onto the equality first. Zero if left out.
    tol : float
        Largest violation of the optimality conditions.
    max_iter : int, optional
        Most steps; 10 million, or 100 n if that is more, if left out.
    shrinking : bool
        Leave variables at a bound aside for a while when they are likely to stay there; the end is
        always checked on all.

    Returns
    -------
    DualSolution
        ``kkt_violation`` above ``tol`` says that ``max_iter`` ended the run, or rounding.

    Raises
    ------
    ValueError
        If an argument is malformed, or no point of the box meets the equality.

    Notes
    -----
    Cost: O(n) a step, and a product with Q at the end and at each return of the variables that were
    left aside. Source: Fan, Chen and Lin (2005), Algorithm 2.

    Examples
    --------
    Two points, one of each class, at -1 and 1: both are support vectors, and f(x) = x.

    >>> import numpy as np
    >>> x = y = np.array([-1.0, 1.0])
    >>> best = smo(np.outer(x * y, x * y), C=10.0, a=y)
    >>> best.alpha, best.intercept
    (array([0.5, 0.5]), 0.0)
    """
    rows = _Rows(Q)
    n = len(rows.slot)
    p, C, alpha = check_box(n, p, C, alpha0)
    tol = check_real(tol, "tol", low=0, open_low=True)
    limit = max(10_000_000, 100 * n)
    if max_iter is not None:
        limit = check_count(max_iter, "max_iter", low=1)
    check_flag(shrinking, "shrinking")
    d = check_real(d, "d")
    if a is None:
        signs, steps = np.ones(n), _single_steps
    else:
        signs, steps = check_array(a, "a", shape=(n,), among=(-1, 1)), _pair_steps
        alpha = _onto_equality(alpha, C, signs, d)
    signs = plain_layout(signs)
    gradient = rows.times(alpha) - p
    active, n_iter, fresh = np.arange(n), 0, 0
    period = min(n, 1000) if shrinking else limit
    while n_iter < limit:
        done, end, first = steps(
            rows.kept, rows.slot, rows.diagonal, signs, C, active, alpha, gradient, tol,
            min(period, limit - n_iter),
        )  # fmt: skip
        n_iter += done
        if end >= 0:
            if end != first:
                rows.touch(first)
            rows.fetch(end, keep=first)
        elif end == _PAUSED:
            active = _shrink(active, alpha, C, signs, gradient, a is not None)
        else:  # optimal on what is active: look at all, with a gradient free of rounding
            gradient = rows.times(alpha) - p
            if n_iter == fresh and len(active) == n:
                break
            active, fresh = np.arange(n), n_iter
    else:  # max_iter
        gradient = rows.times(alpha) - p
    return certified(alpha, gradient, p, C, None if a is None else signs, n_iter, d)


def check_box(n, p, C, alpha0):
    """Return p, C and a start in the box, each an array of its own of length ``n``."""
    p = np.ones(n) if p is None else check_array(p, "p", shape=(n,)).copy()
    C = check_array(C, "C", shape=(n,) if np.ndim(C) else (), low=0)
    C = np.broadcast_to(C, (n,)).copy()
    if alpha0 is None:
        return p, C, np.zeros(n)
    return p, C, np.clip(check_array(alpha0, "alpha0", shape=(n,)), 0.0, C)


def certified(alpha, gradient, p, C, a, n_iter, d=0.0):
    """The :class:`DualSolution` at ``alpha``: intercept, gap and violation from the gradient."""
    grows, shrinks = alpha < C, alpha > 0
    if a is None:
        missed = np.maximum(np.where(grows, -gradient, 0), np.where(shrinks, gradient, 0))
        intercept, violation, slope = 0.0, missed.max(), gradient
    else:
        value, free = -a * gradient, grows & shrinks
        highest = value[np.where(a > 0, grows, shrinks)].max(initial=-np.inf)
        lowest = value[np.where(a > 0, shrinks, grows)].min(initial=np.inf)
        violation = max(highest - lowest, 0.0)
        ends = [end for end in (highest, lowest) if np.isfinite(end)]
        intercept = value[free].mean() if free.any() else np.mean(ends or [0.0])
        slope = gradient + a * intercept
    gap = np.where(slope > 0, alpha * slope, (alpha - C) * slope).sum()
    objective = alpha @ (gradient - p) / 2
    numbers = map(float, (intercept, objective, gap, violation))
    return DualSolution(alpha, gradient, *numbers, int(n_iter))


def _onto_equality(alpha, C, a, d):
    """Move the first variables that can move until ``a @ alpha == d``."""
    missing = d - a @ alpha
    way = np.sign(missing) * a
    room = np.where(way > 0, C - alpha, np.where(way < 0, alpha, 0.0))
    if room.sum() < abs(missing) * (1 - 1e-12):
        raise ValueError(f"d must be a value that the box allows for a @ alpha, got {d!r}")
    before = np.cumsum(room) - room
    moved = alpha + way * np.clip(abs(missing) - before, 0.0, room)
    return np.clip(moved, 0.0, C)


def _shrink(active, alpha, C, a, gradient, paired):
    """Drop the variables at a bound whose slope keeps them there; two variables stay at least."""
    at, up, g = alpha[active], C[active], gradient[active]
    value = -a[active] * g
    low, high = at <= 0, at >= up
    if paired:
        only_up = np.where(a[active] > 0, low, high)  # a pair can raise a * alpha only
        only_down = np.where(a[active] > 0, high, low)
        highest = value[~only_down].max(initial=-np.inf)
        lowest = value[~only_up].min(initial=np.inf)
        stays = (only_up & (value < lowest)) | (only_down & (value > highest))
    else:
        worst = np.where(low, -g, np.where(high, g, abs(g))).max()
        stays = (low & (g > worst)) | (high & (-g > worst))
    return active[~stays] if (~stays).sum() > 1 else active
