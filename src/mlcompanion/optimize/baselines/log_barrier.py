r"""An interior point method for l1 penalties: log barriers on :math:`-u\le w\le u`.

Koh, Kim and Boyd (2007); a baseline of Tomioka, Suzuki and Sugiyama (2011), section 7.1.9. With
more unknowns than samples the Newton system is solved in the space of the samples.
"""

from typing import NamedTuple

import numpy as np
from scipy import linalg

from mlcompanion._validation import (
    check_count,
    check_flag,
    check_function,
    check_instance,
    check_real,
)
from mlcompanion.optimize.smooth import DataFit

__all__ = ["BarrierRun", "log_barrier"]


class BarrierRun(NamedTuple):
    """What :func:`log_barrier` returns.

    Attributes
    ----------
    w : ndarray of shape (n_features,)
        No entry is exactly zero.
    b : float
    n_iter : int
        Newton steps.
    converged : bool
    rdg : ndarray of shape (n_iter + 1,)
        Relative duality gap at the start and after each step.
    objective : ndarray of shape (n_iter + 1,)
        Objective at the same points.
    """

    w: np.ndarray
    b: float
    n_iter: int
    converged: bool
    rdg: np.ndarray
    objective: np.ndarray


def _reduced_solve(A, weight, diagonal, rhs):
    """Solve ``(A' W A + D) x = rhs`` through the smaller of its two Gram matrices."""
    m, n = A.shape
    if n <= m:
        return linalg.solve((A.T * weight) @ A + np.diag(diagonal), rhs, assume_a="pos")
    root = np.sqrt(weight)
    scaled = A / diagonal
    # Woodbury; the root of W on both sides keeps the system symmetric
    core = np.eye(m) + (root[:, None] * (scaled @ A.T)) * root
    first = (rhs.T / diagonal).T
    inner = linalg.solve(core, (root * (A @ first).T).T, assume_a="pos")
    return first - scaled.T @ (root * inner.T).T


class _Barrier(NamedTuple):
    """The barrier's gradients in w and u, its Hessian's two diagonals, and the Schur complement."""

    gw: np.ndarray
    gu: np.ndarray
    d1: np.ndarray
    d2: np.ndarray
    schur: np.ndarray


def _barrier(w, u):
    """The :class:`_Barrier` of the bounds -u < w < u."""
    plus = 1 / (u + w)
    minus = 1 / (u - w)
    both = plus**2 + minus**2
    schur = 4 * (plus * minus) ** 2 / both  # d1 - d2²/d1 without cancellation
    return _Barrier(minus - plus, -minus - plus, both, plus**2 - minus**2, schur)


def _direction(A, bias, weight, slope_z, barrier, t, lam):
    """Newton direction for (w, u, b), u eliminated first and b last."""
    n = A.shape[1]
    gw = t * (A.T @ slope_z) + barrier.gw
    gu = t * lam + barrier.gu
    d1 = barrier.d1
    d2 = barrier.d2
    # u enters each row alone: eliminated, it leaves its Schur complement on the diagonal
    rhs = -gw + d2 / d1 * gu
    if not bias:
        dw = _reduced_solve(A, t * weight, barrier.schur, rhs)
        return dw, -(gu + d2 * dw) / d1, 0.0
    # Both right sides at once: the matrix is factored a single time.
    column = t * (A.T @ weight)
    both = _reduced_solve(A, t * weight, barrier.schur, np.column_stack([rhs, column]))
    # the last unknown, b, from the row of the system that belongs to it
    low = t * weight.sum() - column @ both[:, 1]
    db = (-t * slope_z.sum() - column @ both[:, 0]) / low
    dw = both[:n, 0] - db * both[:n, 1]
    return dw, -(gu + d2 * dw) / d1, float(db)


def _objective(fit, lam, t, w, u, z):
    """Weighted objective plus barrier; infinite outside."""
    if np.min(u - np.abs(w)) <= 0:
        return np.inf
    barrier = np.sum(np.log(u + w)) + np.sum(np.log(u - w))
    return t * (fit.value_of_scores(z) + lam * np.sum(u)) - barrier


def _gap(fit, lam, w, z, bias):
    """Objective and dual value at the centred, scaled slope."""
    alpha = -fit.loss.derivative(z, fit.y)
    alpha = alpha - alpha.mean() if bias else alpha  # a free bias allows only a sum of 0
    scale = min(1.0, lam / max(np.abs(fit.A.T @ alpha).max(), 1e-300))
    primal = fit.value_of_scores(z) + lam * np.abs(w).sum()
    return primal, -np.sum(fit.loss.conjugate(-scale * alpha, fit.y))


def log_barrier(fit, lam, *, bias=False, mu=2.0, tol=1e-3, max_iter=200, callback=None):
    r"""Minimise a fit plus :math:`\lambda\|w\|_1` along the central path.

    Parameters
    ----------
    fit : DataFit
        With an ndarray A and a loss with second derivatives and a conjugate.
    lam : float
        Positive.
    bias : bool
        Add an unpenalised bias.
    mu : float
        Factor of the barrier's weight, above 1.
    tol : float
        Stop when the relative duality gap is below it.
    max_iter : int
    callback : callable, optional
        ``callback(t, w)`` after every step.

    Returns
    -------
    BarrierRun

    Notes
    -----
    Cost: O(m n min(m, n)) a step.
    Source: Koh, Kim and Boyd (2007), with an exact Newton direction in place of their truncated
    one.
    """
    check_instance(fit, "fit", DataFit)
    if not isinstance(fit.A, np.ndarray) or fit.y.ndim != 1:
        raise ValueError("fit must have a dense A and one output")
    bias = check_flag(bias, "bias")
    lam = check_real(lam, "lam", low=0, open_low=True)
    mu = check_real(mu, "mu", low=1, open_low=True)
    tol = check_real(tol, "tol", low=0)
    check_function(callback, "callback")
    m, n = fit.A.shape
    w = np.zeros(n)
    u = np.ones(n)
    b = 0.0
    z = np.zeros(m)
    t = 1 / lam
    s = 1.0
    gaps = []
    objective = []
    best = -np.inf
    for _ in range(check_count(max_iter, "max_iter", low=1) + 1):
        primal, lower = _gap(fit, lam, w, z, bias)
        best = max(best, lower)
        gaps.append((primal - best) / primal)
        objective.append(primal)
        if gaps[-1] <= tol or len(gaps) > max_iter:
            break
        if s >= 0.5:
            # on the central path 2n barriers leave a gap of 2n / t; a short step did not reach it
            t = max(min(2 * n * mu / max(primal - best, 1e-300), mu * t), t)
        slope = fit.loss.derivative(z, fit.y)
        weight = fit.loss.second_derivative(z, fit.y)
        barrier = _barrier(w, u)
        dw, du, db = _direction(fit.A, bias, weight, slope, barrier, t, lam)
        dz = fit.A @ dw + db

        now = _objective(fit, lam, t, w, u, z)
        s = 1.0
        fall = t * (slope @ dz + lam * du.sum()) + barrier.gw @ dw + barrier.gu @ du
        while True:
            new = w + s * dw, u + s * du, z + s * dz
            if _objective(fit, lam, t, *new) <= now + 0.01 * s * fall + 1e-13 * abs(now):
                break
            s /= 2
            if s < 1e-12:
                return BarrierRun(w, b, len(gaps) - 1, False, np.array(gaps), np.array(objective))
        w, u, z = new
        b += s * db
        if callback is not None:
            callback(len(gaps), w)
    solved = bool(gaps[-1] <= tol)
    return BarrierRun(w, b, len(gaps) - 1, solved, np.array(gaps), np.array(objective))
