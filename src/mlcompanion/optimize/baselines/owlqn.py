r"""Orthant-wise limited-memory quasi-Newton (OWL-QN) for a smooth function plus an l1 norm.

Andrew and Gao (2007); a baseline of Tomioka, Suzuki and Sugiyama (2011), section 7.1.6.
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_has,
    check_real,
)
from mlcompanion.optimize.proximal.proximal_gradient import ProximalRun
from mlcompanion.optimize.smooth import at_start, check_slope

__all__ = ["owlqn", "pseudo_gradient"]


def pseudo_gradient(gradient, w, lam):
    """The shortest subgradient of the function plus ``lam * |w|_1``."""
    w = check_array(w, "w", ndim=1, min_rows=1)
    gradient = check_array(gradient, "gradient", shape=w.shape)
    lam = check_real(lam, "lam", low=0)
    at_zero = np.sign(gradient) * np.maximum(np.abs(gradient) - lam, 0)
    return np.where(w != 0, gradient + lam * np.sign(w), at_zero)


def _quasi_newton(slope, pairs):
    """Two-loop product of the inverse Hessian estimate with ``slope``."""
    q = slope.copy()
    kept = []
    for s, y, sy in reversed(pairs):
        a = s @ q / sy
        q -= a * y
        kept.append(a)
    if pairs:
        _, y, sy = pairs[-1]
        q *= sy / (y @ y)  # the last pair's scale stands for the Hessian that is not known
    for (s, y, sy), a in zip(pairs, reversed(kept)):
        q += (a - y @ q / sy) * s
    return q


def owlqn(smooth, lam, start, *, memory=10, tol=1e-6, max_iter=1000, stop=None, callback=None):
    r"""Minimise a smooth function plus :math:`\lambda\|w\|_1`.

    Each step stays in one orthant, where the l1 norm is linear: L-BFGS there, and coordinates
    that would change sign stop at zero.

    Parameters
    ----------
    smooth : object with ``value_and_gradient``
    lam : float
        Not negative.
    start : array_like of shape (n,)
    memory : int
        Pairs kept.
    tol : float
        Stop when the pseudo-gradient's largest entry is at most ``tol`` times the larger of lam and
        the gradient's largest entry at the start.
    max_iter : int
    stop : callable, optional
        ``stop(w)`` replaces the rule of ``tol``.
    callback : callable, optional
        ``callback(t, w)`` after every step.

    Returns
    -------
    ProximalRun
        Its ``lipschitz`` is NaN.

    Notes
    -----
    Cost: one gradient per trial step and O(memory n).
    """
    w = check_array(start, "start", ndim=1, min_rows=1).copy()
    lam = check_real(lam, "lam", low=0)
    tol = check_real(tol, "tol", low=0)
    memory = check_count(memory, "memory", low=1)
    max_iter = check_count(max_iter, "max_iter")
    check_has(smooth, "smooth", "value_and_gradient")
    check_function(stop, "stop")
    check_function(callback, "callback")
    value, gradient = at_start(smooth.value_and_gradient, w)
    check_slope(gradient, w)
    value += lam * np.abs(w).sum()
    goal = tol * max(lam, np.abs(gradient).max())
    objective = [value]
    pairs = []
    converged = False
    t = 0
    for t in range(1, max_iter + 1):
        slope = pseudo_gradient(gradient, w, lam)
        direction = -_quasi_newton(slope, pairs)
        direction[direction * slope >= 0] = 0.0  # only where both agree on the way down
        # at zero the side to which the descent leads
        orthant = np.where(w != 0, np.sign(w), -np.sign(slope))
        # without pairs nothing is known of the scale: the first move has length 1
        step = 1.0 if pairs else 1 / max(np.linalg.norm(slope), 1e-300)
        for _ in range(60):
            new = w + step * direction
            new[np.sign(new) != orthant] = 0.0
            reached, new_gradient = smooth.value_and_gradient(new)
            reached += lam * np.abs(new).sum()
            if reached <= value + 1e-4 * slope @ (new - w):
                break
            step /= 2
        else:
            break
        s = new - w
        # of the smooth part alone: within an orthant the l1 norm does not bend
        y = new_gradient - gradient
        if s @ y > 1e-12 * (y @ y):  # else the estimate would not stay positive definite
            pairs = [*pairs[-memory + 1 :], (s, y, s @ y)] if memory > 1 else [(s, y, s @ y)]
        w = new
        value = reached
        gradient = new_gradient
        objective.append(value)
        if callback is not None:
            callback(t, w)
        rest = np.abs(pseudo_gradient(gradient, w, lam)).max()
        converged = bool(stop(w)) if stop is not None else bool(rest <= goal)
        if converged:
            break
    return ProximalRun(w, len(objective) - 1, converged, np.array(objective), np.nan)
