r"""Descent of a convex function on a ball, by spectral projected gradients, with a certificate.

The book's gradient projection takes one step size throughout; here the step follows the curvature
met on the way (Barzilai and Borwein 1988; Birgin, Martinez and Raydan 2000), so that no step has to
be chosen and units do not matter. A step is halved until it lies inside the function's domain and
gains enough. The run ends by a bound: the objective is above its minimum by at most

.. math:: \max_{\|z\|\le C}\langle\nabla f(x),x-z\rangle=\langle\nabla f(x),x\rangle
    +C\,\|\nabla f(x)\|_*
"""

from typing import NamedTuple

import numpy as np

__all__ = []

_MEMORY = 10  # values among which the highest is to be undercut
_GAIN = 1e-4  # share of the promised decrease that a step must bring
_HALVINGS = 60
_EPS = np.finfo(float).eps


class Ball(NamedTuple):
    """A ball about zero.

    Attributes
    ----------
    radius : float
    project : callable
        Nearest point of the ball to an array.
    dual_norm : callable
        Largest inner product of an array with a point of the unit ball.
    """

    radius: float
    project: object
    dual_norm: object


class Descent(NamedTuple):
    """Where a descent ended.

    Attributes
    ----------
    point : ndarray
    value : float
    gap : float
        Bound on how far the value is above the minimum.
    n_iter : int
    converged : bool
    """

    point: np.ndarray
    value: float
    gap: float
    n_iter: int
    converged: bool


def descend(function, ball, start, tol, max_iter):
    """Minimise on a ball; ``function`` gives value and gradient, infinity outside its domain."""
    x = start
    value, gradient = function(x)
    recent = [value]
    largest = np.abs(gradient).max(initial=0.0)
    step = ball.radius / largest if largest > 0 else 1.0
    gap = np.inf
    for n_iter in range(max_iter + 1):
        pull = ball.radius * ball.dual_norm(gradient)
        gap = pull + np.vdot(gradient, x)
        # a bound that is a difference cannot be smaller than the rounding of its terms
        if gap <= max(tol, 16 * _EPS * pull):
            return Descent(x, value, max(gap, 0.0), n_iter, True)
        if n_iter == max_iter:
            break
        direction = ball.project(x - step * gradient) - x
        found = _searched(function, x, direction, np.vdot(gradient, direction), max(recent))
        if found is None:  # rounding hides every gain: this is the end
            break
        x_new, value, gradient_new = found
        moved = x_new - x
        curvature = np.vdot(moved, gradient_new - gradient)
        size = np.vdot(moved, moved)
        # where the function is straight along the way, go further
        step = size / curvature if curvature > _EPS * size / step else 4 * step
        x = x_new
        gradient = gradient_new
        recent = [*recent[1 - _MEMORY :], value]
    return Descent(x, value, max(gap, 0.0), n_iter, False)


def _searched(function, x, direction, slope, highest):
    """The first of a step and its halves that gains enough, or None."""
    share = 1.0
    # values that differ by rounding only count as equal
    allowed = highest + 8 * _EPS * abs(highest)
    for _ in range(_HALVINGS):
        trial = x + share * direction
        value, gradient = function(trial)
        if value <= allowed + _GAIN * share * slope:
            return trial, value, gradient
        share /= 2
    return None
