r"""Proximal steps in a diagonal metric, :math:`\min_x\Omega(x)+\tfrac12\sum_jh_j(x_j-v_j)^2`.

Two numbers carry them: the level that cuts a sum of pieces to a given total (l1 ball, l-infinity),
and the multiplier that shrinks a vector to a given length (l2 norm, l2 ball). Duchi, Hazan and
Singer (2011), sections 5.2 to 5.5.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import njit

from .._levels import depth_of_level

__all__ = ["metric_prox_by_steps", "metric_row_prox", "shrink_multiplier"]

_MAX_STEPS = 50_000
_TOLERANCE = 1e-13


@njit
def shrink_multiplier(u, h, length):
    r"""The :math:`\theta\ge0` with :math:`\|\alpha(\theta)\|=` ``length``, for a longer u.

    Here :math:`\alpha_j(\theta)=u_j/(1+\theta h_j)`. Bisection between the ends of Figure 4, the
    right way round; a step of Newton's method on :math:`1/\|\alpha\|` takes the middle's place
    wherever it stays between them, so that a handful of rounds reach the last digit.
    """
    size = np.sqrt(np.sum((u / h) ** 2)) / length
    low = max(0.0, size - 1.0 / h.min())
    high = max(low, size - 1.0 / h.max())
    theta = low
    for _ in range(200):
        square = 0.0
        slope = 0.0
        for j in range(len(u)):
            scale = 1.0 / (1.0 + theta * h[j])
            part = (u[j] * scale) ** 2
            square += part
            slope += part * h[j] * scale
        excess = np.sqrt(square) / length - 1.0
        if abs(excess) <= 4e-16:
            break
        if excess > 0.0:
            low = theta
        else:
            high = theta
        step = theta + excess * square / slope
        if not low < step < high:
            step = 0.5 * (low + high)
        if step == theta:
            break
        theta = step
    return theta


@njit
def l2_row(v, h, lam, out):
    """Prox of ``lam |x|_2`` (section 5.3): 0 where ``|H v|`` is at most ``lam``."""
    u = h * v
    top = np.abs(u).max()
    if top == 0.0 or top * np.sqrt(np.sum((u / top) ** 2)) <= lam:
        out[:] = 0.0
    elif lam == 0.0:
        out[:] = v
    else:
        theta = shrink_multiplier(u / top, h, lam / top)
        out[:] = v * (theta * h / (1.0 + theta * h))


@njit
def linf_row(v, h, lam, out):
    """Prox of ``lam max |x_j|`` (section 5.4): the largest entries are cut to one level."""
    sizes = np.abs(v)
    if np.sum(h * sizes) <= lam:
        out[:] = 0.0
    elif lam == 0.0:
        out[:] = v
    else:
        level = max(sizes.max() - depth_of_level(sizes, h, lam), 0.0)
        out[:] = np.minimum(np.maximum(v, -level), level)


@njit
def metric_row_prox(V, H, lams, infinite, out):
    """Write the prox of ``lam_i`` times the norm of row i into ``out`` (section 5.5)."""
    for i in range(len(V)):
        if infinite:
            linf_row(V[i], H[i], lams[i], out[i])
        else:
            l2_row(V[i], H[i], lams[i], out[i])


def metric_prox_by_steps(penalty, v, h, step):
    """The same for any penalty, by accelerated proximal gradient steps in the plain metric.

    The quadratic is as curved as the least entry of ``h``, at least: the steps contract by
    ``1 - sqrt(min h / max h)``.
    """
    curvature = h.max()
    root = np.sqrt(h.min() / curvature)
    momentum = (1 - root) / (1 + root)
    x = v.copy()
    y = v.copy()
    for _ in range(_MAX_STEPS):
        new = penalty.prox(y - h / curvature * (y - v), step / curvature)
        moved = np.abs(new - y).max(initial=0.0)
        y = new + momentum * (new - x)
        x = new
        if moved <= root * _TOLERANCE * np.abs(v).max(initial=0.0):
            return x
    warnings.warn(f"metric_prox of {penalty!r} did not converge", ConvergenceWarning, stacklevel=4)
    return x
