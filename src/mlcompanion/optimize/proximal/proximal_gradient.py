r"""First-order methods for a smooth function plus a penalty with a proximal operator.

Proximal gradient steps (iterative shrinkage-thresholding, ISTA), their acceleration (FISTA), plain
gradient descent, and the subgradient method. Chen (2013), section 2.5 (equations 2.16-2.18);
Tomioka et al. (2011), equation (14); Beck and Teboulle (2009).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_function,
    check_has,
    check_instance,
    check_real,
)
from mlcompanion.prox import Penalty

from ..smooth import at_start, check_slope

__all__ = [
    "ProximalRun",
    "SubgradientRun",
    "fista",
    "gradient_descent",
    "ista",
    "proximal_gradient",
    "subgradient_descent",
]


class ProximalRun(NamedTuple):
    """What :func:`proximal_gradient` returns.

    Attributes
    ----------
    w : ndarray
        Last iterate, or the best one of a monotone run.
    n_iter : int
    converged : bool
        Whether the stopping rule fired before ``max_iter``.
    objective : ndarray of shape (n_iter + 1,)
        Objective at the start and after every step; without ``track`` only the first and last.
    lipschitz : float
        Last constant of the quadratic upper bound.
    """

    w: np.ndarray
    n_iter: int
    converged: bool
    objective: np.ndarray
    lipschitz: float


def _backtrack(smooth, penalty, v, value, gradient, L, growth):
    """Smallest ``L * growth**a`` whose quadratic at ``v`` lies above the function at the step."""
    while True:
        w = penalty.prox(v - gradient / L, 1 / L)
        step = w - v
        reached = smooth.value(w)
        bound = value + np.vdot(gradient, step) + 0.5 * L * np.vdot(step, step)
        # two values that agree to rounding can no longer tell a bound from its violation
        if reached <= bound + 1e-14 * abs(value) or not np.isfinite(L):
            return w, reached, L
        L *= growth


def check_penalty(penalty):
    """Return a penalty, which None leaves out, or a ``TypeError`` that names it."""
    return Penalty() if penalty is None else check_has(penalty, "penalty", "value", "prox")


def proximal_gradient(
    smooth,
    penalty,
    start,
    *,
    accelerate=True,
    backtracking=False,
    lipschitz=None,
    growth=2.0,
    monotone=False,
    restart=False,
    momentum=None,
    track=True,
    tol=1e-6,
    max_iter=10_000,
    stop=None,
    check_every=10,
    callback=None,
):
    r"""Minimise a smooth function plus a penalty.

    One step from :math:`v` goes to
    :math:`\mathrm{prox}_{\Omega/L}(v-\nabla f(v)/L)`; an accelerated run starts it from
    :math:`v=w_t+\frac{s_{t-1}-1}{s_t}(w_t-w_{t-1})` with
    :math:`s_t=\tfrac12(1+\sqrt{1+4s_{t-1}^2})`.

    Parameters
    ----------
    smooth : object with ``value``, ``value_and_gradient`` and ``lipschitz``
        For example :class:`DataFit`.
    penalty : object with ``value`` and ``prox``, or None
        A penalty of :mod:`mlcompanion.prox`; None for none.
    start : array_like
        First iterate, of any shape the function takes.
    accelerate : bool
        FISTA, or else ISTA.
    backtracking : bool
        Grow L from ``lipschitz`` until the upper bound holds, instead of trusting it.
    lipschitz : float, optional
        L, or where the search for it starts; default ``smooth.lipschitz()``, and a hundredth of
        it with backtracking.
    growth : float
        Factor of L in the search, above 1.
    monotone : bool
        Keep the better of the new and the old iterate; the momentum still sees the new one.
    restart : bool
        Forget the momentum whenever the step points away from it (O'Donoghue and Candès 2015).
    momentum : callable, optional
        ``momentum(t)`` after step t = 1, 2, ... in place of :math:`\frac{s_{t-1}-1}{s_t}`.
    track : bool
        Evaluate the objective after every step. Without it, and with neither ``backtracking`` nor
        ``monotone``, a step costs one gradient, and ``objective`` holds the first and the last.
    tol : float
        Stop when :math:`L\|w_{t+1}-v\|\le\mathrm{tol}\,\max(\|\nabla f(w_0)\|,L\|w_{t+1}\|)`: the
        step bounds the distance of 0 from the subdifferential.
    max_iter : int
    stop : callable, optional
        ``stop(w)`` is asked every ``check_every`` steps and replaces the rule of ``tol``.
    check_every : int
    callback : callable, optional
        ``callback(t, w)`` after every step.

    Returns
    -------
    ProximalRun

    Raises
    ------
    ValueError
        If ``growth`` is at most 1, a count or tolerance is out of range, or no finite L is known.

    Notes
    -----
    Cost: one gradient, one prox and one value per step, and one more value and prox for every
    growth of L. The gap to the optimum falls as 1/t, with acceleration as 1/t².
    Source: Chen (2013), equations (2.16)-(2.18); Beck and Teboulle (2009).
    """
    penalty = check_penalty(penalty)
    check_has(smooth, "smooth", "value", "value_and_gradient", "lipschitz")
    for name, flag in (
        ("accelerate", accelerate),
        ("backtracking", backtracking),
        ("monotone", monotone),
        ("restart", restart),
        ("track", track),
    ):
        check_flag(flag, name)
    for name, function in (("momentum", momentum), ("stop", stop), ("callback", callback)):
        check_function(function, name)
    check_every = check_count(check_every, "check_every", low=1)
    w = v = check_array(start, "start").astype(float)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    growth = check_real(growth, "growth", low=1, open_low=True)
    if lipschitz is None:
        # the search only lets L grow, so it begins far below the worst case
        lipschitz = float(smooth.lipschitz() / (100 if backtracking else 1)) or 1.0
    L = check_real(lipschitz, "lipschitz", low=0, open_low=True)
    best = w
    best_value = at_start(smooth.value, w) + at_start(penalty.value, w)
    track = track or backtracking or monotone
    objective = [best_value]
    s = 1.0
    converged = False
    steepness = None
    for t in range(1, max_iter + 1):
        value, gradient = smooth.value_and_gradient(v)
        if steepness is None:
            check_slope(gradient, v)
            steepness = np.linalg.norm(gradient)  # the first gradient is the unit of the rule
        if backtracking:
            new, reached, L = _backtrack(smooth, penalty, v, value, gradient, L, growth)
        else:
            new = penalty.prox(v - gradient / L, 1 / L)
            reached = smooth.value(new) if track else np.nan
        total = reached + penalty.value(new) if track else np.nan
        if not monotone or total <= best_value:
            best = new
            best_value = total
        if track:
            objective.append(best_value)
        if callback is not None:
            callback(t, best)
        if stop is not None:
            converged = t % check_every == 0 and bool(stop(best))
        else:
            size = L * np.linalg.norm(new - v)
            converged = size <= tol * max(steepness, L * np.linalg.norm(new))
        if converged:
            break
        # v - new is the gradient of the step, over L: a move along it climbs
        if restart and np.vdot(v - new, new - w) > 0:
            s = 1.0
        grown = 0.5 * (1 + np.sqrt(1 + 4 * s * s)) if accelerate else 1.0
        weight = (s - 1) / grown if momentum is None else momentum(t)
        v = new + weight * (new - w)
        w = new
        s = grown
    if not track:
        objective.append(smooth.value(best) + penalty.value(best))
    return ProximalRun(best, t, converged, np.array(objective), L)


def ista(smooth, penalty, start, **options):
    """Proximal gradient steps without momentum: :func:`proximal_gradient`, ``accelerate=False``."""
    return proximal_gradient(smooth, penalty, start, accelerate=False, **options)


def fista(smooth, penalty, start, **options):
    """Accelerated proximal gradient steps: :func:`proximal_gradient`, ``accelerate=True``."""
    return proximal_gradient(smooth, penalty, start, accelerate=True, **options)


def gradient_descent(smooth, start, **options):
    """Gradient steps of length 1/L: :func:`ista` without a penalty."""
    return ista(smooth, None, start, **options)


class SubgradientRun(NamedTuple):
    """What :func:`subgradient_descent` returns.

    Attributes
    ----------
    w : ndarray
        Best iterate seen.
    objective : ndarray of shape (n_iter + 1,)
        Least objective so far, at the start and after every step.
    """

    w: np.ndarray
    objective: np.ndarray


def subgradient_descent(value_and_subgradient, start, steps, penalty=None):
    r"""Follow subgradients with given step lengths; with a penalty, prox after each (FOBOS).

    Parameters
    ----------
    value_and_subgradient : callable
        ``w -> (value, subgradient)`` of a convex function.
    start : array_like
    steps : array_like of shape (n_iter,)
        Step lengths, positive, for example ``c / sqrt(t)``.
    penalty : object with ``value`` and ``prox``, optional
        Kept out of the subgradient and applied by its prox.

    Returns
    -------
    SubgradientRun

    Raises
    ------
    ValueError
        If ``steps`` is empty or not positive.

    Notes
    -----
    Cost: one subgradient and one prox per step; the best gap falls as 1/sqrt(t).
    Source: Chen (2013), sections 2.5 and 3.4 (FOBOS, after Duchi and Singer 2009).
    """
    penalty = check_penalty(penalty)
    check_instance(value_and_subgradient, "value_and_subgradient", callable, "function")
    steps = check_array(steps, "steps", ndim=1, min_rows=1, low=0, open_low=True)
    w = best = check_array(start, "start").astype(float)
    value, subgradient = at_start(value_and_subgradient, w)
    check_slope(subgradient, w)
    least = value + at_start(penalty.value, w)
    objective = [least]
    for step in steps:
        # a subgradient need not descend: hence the best point, not the last, is returned
        w = penalty.prox(w - step * subgradient, step)
        value, subgradient = value_and_subgradient(w)
        total = value + penalty.value(w)
        if total < least:
            best = w
            least = total
        objective.append(least)
    return SubgradientRun(best, np.array(objective))
