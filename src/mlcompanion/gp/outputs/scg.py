"""Scaled conjugate gradients, the search with which Álvarez and Lawrence (2011) train.

Conjugate directions whose step length comes from a curvature measured along the direction, held
positive by a scale that a comparison of predicted and true decrease moves (Møller, 1993).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real

__all__ = ["SCGResult", "scaled_conjugate_gradients"]

PROBE = 1e-4  # length of the step over which the curvature is measured: parameters of order one


class SCGResult(NamedTuple):
    """Where the search ended: ``x``, ``value``, ``n_iter``, ``n_evaluations``, ``converged``."""

    x: np.ndarray
    value: float
    n_iter: int
    n_evaluations: int
    converged: bool


def scaled_conjugate_gradients(value_and_gradient, x0, *, max_iter=200, tol=1e-6):
    """Minimize a smooth function of parameters of order one, such as logarithms.

    Parameters
    ----------
    value_and_gradient : callable
        From a vector to a pair of a number (infinite where it does not exist) and the gradient.
    x0 : array_like, shape (d,)
        Start.
    max_iter : int
        Most iterations, of two evaluations each.
    tol : float
        End when a step moves no parameter by more than ``tol`` and the value by no more than
        ``tol`` times (1 + its size).

    Returns
    -------
    SCGResult

    Raises
    ------
    ValueError
        If the value at the start is not finite.

    Notes
    -----
    Source: section 6; the method is Møller's (1993).

    Examples
    --------
    >>> import numpy as np
    >>> found = scaled_conjugate_gradients(lambda x: (x @ x, 2 * x), np.ones(3))
    >>> bool(found.converged and abs(found.x).max() < 1e-6)
    True
    """
    check_instance(value_and_gradient, "value_and_gradient", callable, "function")
    x = check_array(x0, "x0", ndim=1, min_rows=1).copy()
    max_iter = check_count(max_iter, "max_iter", low=1)
    tol = check_real(tol, "tol", low=0)
    value, gradient = value_and_gradient(x)
    if not np.isfinite(value):
        raise ValueError("x0 must have a finite value")
    direction = -gradient
    scale, fresh, successes, evaluations = 1.0, True, 0, 1
    for n_iter in range(1, max_iter + 1):
        if fresh:
            slope = gradient @ direction
            if slope >= 0:  # no descent: begin anew
                direction = -gradient
                slope = gradient @ direction
            length = direction @ direction
            if length == 0:
                return SCGResult(x, float(value), n_iter - 1, evaluations, True)
            # a finite difference of gradients along the direction, over a step of length PROBE
            probe = PROBE / np.sqrt(length)
            _, ahead = value_and_gradient(x + probe * direction)
            evaluations += 1
            curvature = direction @ (ahead - gradient) / probe
        bent = curvature + scale * length
        # not convex here: the scale is raised until the quadratic has a minimum
        if bent <= 0:
            scale -= curvature / length
            bent = scale * length
        step = -slope / bent
        new_value, new_gradient = value_and_gradient(x + step * direction)
        evaluations += 1
        # true decrease over predicted decrease
        agreement = 2 * (value - new_value) / (-step * slope)
        fresh = bool(agreement >= 0) and np.isfinite(new_value)
        if fresh:
            moved = step * direction
            gain = value - new_value
            x, old, value, gradient = x + moved, gradient, new_value, new_gradient
            small = np.abs(moved).max() <= tol and gain <= tol * (1 + abs(value))
            if small:
                return SCGResult(x, float(value), n_iter, evaluations, True)
            successes += 1
            if successes == len(x):
                # after as many successes as parameters the conjugate directions begin anew
                direction, successes = -gradient, 0
            else:
                direction = ((old - gradient) @ gradient / slope) * direction - gradient
        # trust the quadratic less where it predicts badly, more where it predicts well
        if not agreement >= 0.25:
            scale = min(4 * scale, 1e100)
        elif agreement > 0.75:
            scale = max(scale / 2, 1e-15)
        if scale >= 1e100:
            break
    return SCGResult(x, float(value), n_iter, evaluations, False)
