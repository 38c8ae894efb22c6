r"""SpaRSA: proximal gradient steps whose length is Barzilai and Borwein's guess of the curvature.

Wright, Nowak and Figueiredo (2009); a baseline of Tomioka, Suzuki and Sugiyama (2011).
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

__all__ = ["sparsa"]


def sparsa(
    smooth, penalty, start, *, window=5, tol=1e-6, max_iter=10_000, stop=None, callback=None
):
    r"""Minimise a smooth function plus a penalty by separable approximation.

    Step t takes :math:`\mathrm{prox}_{\Omega/L_t}(w-\nabla f(w)/L_t)`, where :math:`L_t` starts at
    :math:`\langle s,\Delta\nabla f\rangle/\|s\|^2` of the last move s, and doubles until the
    objective lies below the largest of the last ``window`` values by :math:`10^{-2}L_t\|s\|^2/2`.

    Parameters
    ----------
    smooth : object with ``value_and_gradient`` and ``lipschitz``
    penalty : object with ``value`` and ``prox``
    start : array_like
    window : int
        1 makes the run monotone.
    tol : float
        Stop when :math:`L_t\|s\|\le\mathrm{tol}\max(\|\nabla f(w_0)\|,L_t\|w\|)`.
    max_iter : int
    stop : callable, optional
        ``stop(w)`` replaces the rule of ``tol``.
    callback : callable, optional
        ``callback(t, w)`` after every step.

    Returns
    -------
    ProximalRun

    Notes
    -----
    Cost: one gradient and one prox per trial.
    """
    check_has(smooth, "smooth", "value_and_gradient", "lipschitz")
    check_has(penalty, "penalty", "value", "prox")
    check_function(stop, "stop")
    check_function(callback, "callback")
    w = check_array(start, "start").copy()
    window = check_count(window, "window", low=1)
    max_iter = check_count(max_iter, "max_iter")
    tol = check_real(tol, "tol", low=0)
    value, gradient = at_start(smooth.value_and_gradient, w)
    check_slope(gradient, w)
    L = smooth.lipschitz() or 1.0
    steepness = np.linalg.norm(gradient)
    objective = [value + at_start(penalty.value, w)]
    converged = False
    first = L
    for t in range(1, max_iter + 1):
        for _ in range(60):
            new = penalty.prox(w - gradient / L, 1 / L)
            move = new - w
            square = np.vdot(move, move)
            reached, new_gradient = smooth.value_and_gradient(new)
            total = reached + penalty.value(new)
            # not below the last value: guessed steps are fast as long as they may rise now and then
            if total <= max(objective[-window:]) - 0.005 * L * square + 1e-14 * abs(total):
                break
            L *= 2
        objective.append(total)
        size = np.sqrt(square)
        used = L
        if square > 0:
            bend = np.vdot(move, new_gradient - gradient) / square
            L = float(np.clip(bend, 1e-12 * first, 1e30 * first))  # a flat move gives no L of 0
        w = new
        gradient = new_gradient
        if callback is not None:
            callback(t, w)
        small = used * size <= tol * max(steepness, used * np.linalg.norm(w))
        converged = bool(stop(w)) if stop is not None else bool(small)
        if converged or square == 0:  # a move by nothing would repeat for ever
            break
    return ProximalRun(w, len(objective) - 1, converged, np.array(objective), float(L))
