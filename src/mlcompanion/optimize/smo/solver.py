r"""Sequential minimal optimisation: a quadratic programme in a box, two variables at a time.

The programme is the dual of every support vector machine:

.. math::

   \min_\alpha\ \tfrac12\alpha^\top Q\alpha-p^\top\alpha\quad\text{subject to}\quad
   0\le\alpha_i\le C_i,\qquad a^\top\alpha=d\ \text{ with } a_i=\pm1,

with or without the equality. A step moves two variables along the equality and keeps the gradient
:math:`Q\alpha-p` up to date; without the equality it moves one. Platt (1998); which variables move
after Fan, Chen and Lin (2005); bounds left aside while they hold after Joachims (1999).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_real,
)

from ._smo_steps import PAUSED, ActiveVariables, KeptRows, pair_steps, single_steps
from .rows import _Rows

__all__ = ["DualSolution", "smo"]

_PATIENCE = 100_000  # steps, and 100 a variable, before a better start is looked for
_MOST_PAIRS = 10_000_000
_MOST_SINGLES = 2_000_000
_IN_VAIN = 20  # looks at all variables, values afresh, of which none found a lower objective


@dataclass(frozen=True)
class DualSolution:
    r"""A point of the dual programme with its certificate.

    Attributes
    ----------
    alpha : ndarray, shape (n,)
    gradient : ndarray, shape (n,)
        :math:`Q\alpha-p`; the rounding of steps is in it up to a hundredth of ``tol``.
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


def smo(
    Q, p=None, C=1.0, a=None, d=0.0, *, signs=None, alpha0=None, tol=1e-6, max_iter=None,
    shrinking=True,
):  # fmt: skip
    r"""Minimise :math:`\frac12\alpha^\top Q\alpha-p^\top\alpha` in a box, on an equality or not.

    The first variable of a pair misses the optimality conditions most; the second is the one with
    which the objective, as if there were no box, falls furthest.

    Parameters
    ----------
    Q : array_like, shape (n, n), or RowsOnDemand, or Checked
        Symmetric positive semidefinite: :math:`y_iy_jk(x_i,x_j)` for a support vector machine.
    p : array_like, shape (n,), optional
        Ones if left out.
    C : float or array_like, shape (n,)
        Upper bounds, not negative.
    a : array_like of ±1, shape (n,), optional
        Left out, there is no equality, and one variable moves at a time.
    d : float
        What :math:`a^\top\alpha` is to be.
    signs : array_like of ±1, shape (n,), optional
        Signs :math:`s_i` that Q lacks: the entries are :math:`s_is_jQ_{ij}`. So a Gram matrix
        serves as it is, with the labels as signs.
    alpha0 : array_like, shape (n,), optional
        Where to start: brought into the box and onto the equality first. Zero if left out.
    tol : float
        Largest violation of the optimality conditions.
    max_iter : int, optional
        Most steps; if left out 10 million with an equality, 2 million without one, or 100 n if that
        is more: one variable at a time gets nowhere where a million such steps do not suffice.
    shrinking : bool
        Leave variables at a bound aside for a while when they are likely to stay there; the end is
        always checked on all.

    Returns
    -------
    DualSolution
        ``kkt_violation`` above ``tol`` says that ``max_iter`` ended the run, or the rounding of a
        product with Q, below which no step is told from another.

    Raises
    ------
    ValueError
        If an argument is malformed, or no point of the box meets the equality.

    Notes
    -----
    Cost: O(n) a step, and a product with Q at the end and at each return of the variables that were
    left aside. A run of more than 100,000 + 100 n steps begins again from the optima of boxes that
    grow tenfold: steps would else be as many as C is large. Source: Fan, Chen and Lin (2005),
    Algorithm 2.

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
    limit = max(_MOST_PAIRS if a is not None else _MOST_SINGLES, 100 * n)
    if max_iter is not None:
        limit = check_count(max_iter, "max_iter", low=1)
    check_flag(shrinking, "shrinking")
    d = check_real(d, "d")
    signs = np.ones(n) if signs is None else check_array(signs, "signs", shape=(n,), among=(-1, 1))
    # A start of one's own is not thrown away, and a fixed d does not grow with the box.
    scalable = alpha0 is None and d == 0  # ten times a point of the box C / 10 is one of C
    if a is None:
        ways = None
    else:
        ways = check_array(a, "a", shape=(n,), among=(-1, 1))
        alpha = _onto_equality(alpha, C, ways, d)
    programme = _Programme(rows, p, ways, signs, tol, shrinking)
    patience = min(limit, _PATIENCE + 100 * n) if scalable else limit
    run = programme.descend(alpha, C, patience)
    n_iter = run.n_iter
    if not run.ended and n_iter < limit:
        grown = programme.grown(C, limit - n_iter)
        n_iter += grown.n_iter
        start = min(run, grown, key=lambda r: r.objective)
        run = programme.descend(start.alpha, C, limit - n_iter)
        n_iter += run.n_iter
    return certified(run.alpha, run.gradient, p, C, ways, n_iter, d)


class _Run(NamedTuple):
    """Where a run stopped, with a gradient afresh, and whether no step was left to take."""

    alpha: np.ndarray
    gradient: np.ndarray
    objective: float
    n_iter: int
    ended: bool


class _Programme(NamedTuple):
    """The programme without its box."""

    rows: _Rows
    p: np.ndarray
    ways: np.ndarray
    signs: np.ndarray
    tol: float
    shrinking: bool

    def descend(self, alpha, C, limit):
        """Take steps from a point of the box until none helps, or ``limit``."""
        rows = self.rows
        p = self.p
        signs = self.signs
        n = len(self.p)
        paired = self.ways is not None
        ways, steps = (self.ways, pair_steps) if paired else (np.ones(n), single_steps)
        e = ways * signs
        alpha = alpha.copy()
        # The signs stand outside the product: the matrix at hand is the Gram matrix itself.
        value = ways * p - e * rows.times(signs * alpha)
        active = np.arange(n)
        n_iter = 0
        fresh = 0
        lowest = np.inf
        in_vain = 0
        # of few variables none is worth leaving aside, and a return costs more than many steps
        period = max(min(n, 500), 100_000 // n) if self.shrinking else limit
        ended = False
        while n_iter < limit and not ended:
            # A copy of the active entries: the compiled passes then run over neighbours in memory.
            of_all = (rows.diagonal, ways, e, C, alpha, value)
            part = ActiveVariables(active, *(array[active] for array in of_all))
            goal = max(self.tol, _floor(alpha, value, rows.diagonal))
            most = min(period, limit - n_iter)
            done, end, first = steps(KeptRows(rows.kept, rows.slot), part, goal, most)
            alpha[active] = part.alpha
            value[active] = part.value
            n_iter += done
            if end >= 0:
                # The pair's first row must survive while room for the second is made.
                if end != first:
                    rows.touch(first)
                rows.fetch(end, keep=first)
            elif end == PAUSED:
                active = _shrink(active, alpha, C, ways, value, paired)
            elif len(active) == n and (
                _drift(n_iter - fresh, alpha, value, rows.diagonal) <= self.tol / 100
            ):
                ended = True
            else:  # optimal on what is active, or up to rounding: look at all, with values afresh
                value = ways * p - e * rows.times(signs * alpha)
                active = np.arange(n)
                fresh = n_iter
                # From values afresh: no rounding of the steps can pass for progress.
                objective = -alpha @ (ways * value + p) / 2
                in_vain = 0 if objective < lowest else in_vain + 1
                lowest = min(lowest, objective)
                ended = in_vain == _IN_VAIN
        if not ended:
            value = ways * p - e * rows.times(signs * alpha)
        gradient = -ways * value
        return _Run(alpha, gradient, alpha @ (gradient - p) / 2, n_iter, ended)

    def grown(self, C, limit):
        """The optimum of a box so small that few steps reach it, then of one ten times larger, ...

        Where classes overlap, the variables grow with the box. Steps of the size that the margin
        asks for would be as many as C is large; a start of the right size needs few.
        """
        size = C.max() * self.rows.diagonal.max() / max(abs(self.p).max(), np.finfo(float).tiny)
        stages = int(np.ceil(np.log10(max(size, 1.0))))
        alpha = np.zeros(len(C))
        n_iter = 0
        # Ten times the last optimum is feasible in the next box, and near its optimum.
        for stage in range(stages, -1, -1):
            box = C / 10.0**stage
            run = self.descend(np.minimum(10 * alpha, box), box, min(_PATIENCE, limit - n_iter))
            alpha = run.alpha
            n_iter = n_iter + run.n_iter
        return run._replace(n_iter=n_iter)


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
    grows = alpha < C
    shrinks = alpha > 0
    if a is None:
        missed = np.maximum(np.where(grows, -gradient, 0), np.where(shrinks, gradient, 0))
        intercept = 0.0
        violation = missed.max()
        slope = gradient
    else:
        value = -a * gradient
        free = grows & shrinks
        # At the optimum, all values that may rise lie below all that may fall.
        highest = value[np.where(a > 0, grows, shrinks)].max(initial=-np.inf)
        lowest = value[np.where(a > 0, shrinks, grows)].min(initial=np.inf)
        violation = max(highest - lowest, 0.0)
        ends = [end for end in (highest, lowest) if np.isfinite(end)]
        # Each free variable alone gives the intercept up to tol; their mean evens that out.
        intercept = value[free].mean() if free.any() else np.mean(ends or [0.0])
        slope = gradient + a * intercept
    # The bound is linear in each variable, so that it is least at an end of its interval.
    gap = np.where(slope > 0, alpha * slope, (alpha - C) * slope).sum()
    objective = alpha @ (gradient - p) / 2
    numbers = map(float, (intercept, objective, gap, violation))
    return DualSolution(alpha, gradient, *numbers, int(n_iter))


def _onto_equality(alpha, C, a, d):
    """Move the first variables that can move until ``a @ alpha == d``."""
    missing = d - a @ alpha
    way = np.sign(missing) * a
    room = np.where(way > 0, C - alpha, np.where(way < 0, alpha, 0.0))
    # The sum of the rooms has rounding errors of its own.
    if room.sum() < abs(missing) * (1 - 1e-12):
        raise ValueError(f"d must be a value that the box allows for a @ alpha, got {d!r}")
    before = np.cumsum(room) - room
    moved = alpha + way * np.clip(abs(missing) - before, 0.0, room)
    return np.clip(moved, 0.0, C)


def _floor(alpha, value, diagonal):
    """The rounding of one product with Q: no violation below it can be told from zero."""
    size = abs(value).max() + np.linalg.norm(alpha) * diagonal.max()
    return 4 * np.finfo(float).eps * size


def _drift(n_steps, alpha, value, diagonal):
    """By how much the rounding of steps may have moved the values, no entry of Q above diagonal."""
    size = abs(value).max() + alpha.max() * diagonal.max()
    return 4 * np.finfo(float).eps * n_steps * size


def _shrink(active, alpha, C, a, value, paired):
    """Drop the variables at a bound whose value keeps them there; two variables stay at least."""
    at = alpha[active]
    up = C[active]
    value = value[active]
    low = at <= 0
    high = at >= up
    if paired:
        only_up = np.where(a[active] > 0, low, high)  # a pair can raise a * alpha only
        only_down = np.where(a[active] > 0, high, low)
        highest = value[~only_down].max(initial=-np.inf)
        lowest = value[~only_up].min(initial=np.inf)
        stays = (only_up & (value < lowest)) | (only_down & (value > highest))
    else:
        # Left aside is only what its bound holds more firmly than anything misses its optimum.
        worst = np.where(low, value, np.where(high, -value, abs(value))).max()
        stays = (low & (-value > worst)) | (high & (value > worst))
    n_left = len(active) - stays.sum()
    return active[~stays] if 1 < n_left < 0.8 * len(active) else active  # else picking costs more
