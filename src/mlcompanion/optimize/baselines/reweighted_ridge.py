r"""Iteratively reweighted shrinkage (IRS): the l1 norm as the least of many squares.

:math:`|w|=\min_{a\ge0}\frac{w^2}{2a}+\frac a2`: Tomioka, Suzuki and Sugiyama (2011), equation (48)
and section 7.1.8.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_has,
    check_real,
)
from mlcompanion.optimize.proximal.proximal_gradient import ProximalRun
from mlcompanion.optimize.smooth import at_start

__all__ = ["reweighted_ridge"]


def _ridge(fit, lam, root, start):
    """Ridge in the rescaled unknowns ``w / root``, by L-BFGS."""

    def both(u):
        value, gradient = fit.value_and_gradient(root * u)
        return value + 0.5 * lam * u @ u, root * gradient + lam * u

    # in w / root all unknowns feel the same ridge, however near zero they are
    limits = {"maxiter": 100, "gtol": 1e-5 * lam * np.abs(start).max()}
    found = minimize(both, start, jac=True, method="L-BFGS-B", options=limits)
    return root * found.x


def reweighted_ridge(
    fit, lam, start, *, tol=1e-6, max_iter=500, drop=1e-10, stop=None, callback=None
):
    r"""Minimise a fit plus :math:`\lambda\|w\|_1` through weighted ridge problems.

    Parameters
    ----------
    fit : object with ``value_and_gradient``
    lam : float
        Positive.
    start : array_like of shape (n,)
        A coordinate that starts at zero stays there: start with none.
    tol : float
        Stop when no coordinate moves by more, relative to the largest one.
    max_iter : int
    drop : float
        Coordinates below this share of the largest are set to zero and leave the problem for good.
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
    Cost: up to a hundred gradients for each reweighting; linear convergence at best.
    """
    w = check_array(start, "start", ndim=1, min_rows=1).copy()
    lam = check_real(lam, "lam", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    drop = check_real(drop, "drop", low=0)
    check_has(fit, "fit", "value", "value_and_gradient")
    check_function(stop, "stop")
    check_function(callback, "callback")
    objective = [at_start(fit.value, w) + lam * np.abs(w).sum()]
    converged = False
    for t in range(1, check_count(max_iter, "max_iter", low=1) + 1):
        root = np.sqrt(np.abs(w))  # a = |w| is where the bound touches
        new = _ridge(fit, lam, root, np.sign(w) * root)
        # ridges shrink but never reach zero; once there, root = 0 keeps it there
        new[np.abs(new) < drop * np.abs(new).max()] = 0.0
        moved = np.abs(new - w).max()
        w = new
        objective.append(fit.value(w) + lam * np.abs(w).sum())
        if callback is not None:
            callback(t, w)
        converged = bool(stop(w)) if stop is not None else bool(moved <= tol * np.abs(w).max())
        if converged:
            break
    return ProximalRun(w, t, converged, np.array(objective), np.nan)
