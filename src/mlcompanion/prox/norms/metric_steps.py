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
    square = 0.0
    least = h[0]
    most = h[0]
    for j in range(len(u)):
        square += (u[j] / h[j]) ** 2
        least = min(least, h[j])
        most = max(most, h[j])
    size = np.sqrt(square) / length
    # with h one number, theta = |u / h| / length - 1 / h: its extremes enclose the root
    low = max(0.0, size - 1.0 / least)
    high = max(low, size - 1.0 / most)
    theta = low
    for _ in range(200):
        square = 0.0
        slope = 0.0
        for j in range(len(u)):
            scale = 1.0 / (1.0 + theta * h[j])
            part = (u[j] * scale) ** 2
            square += part
            slope += part * h[j] * scale
        # 1 / |alpha| is nearly linear in theta, so Newton's steps on it are nearly exact
        excess = np.sqrt(square) / length - 1.0
        # within two units of the last place of 1: no step improves it
        if abs(excess) <= 4e-16:
            break
        if excess > 0.0:
            low = theta
        else:
            high = theta
        # derivative of |a| by theta is -slope / |a|: a Newton step on 1/|a|
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
    top = 0.0
    for j in range(len(v)):
        top = max(top, abs(h[j] * v[j]))
    square = 0.0
    for j in range(len(v)):
        out[j] = h[j] * v[j] / top if top > 0.0 else 0.0  # squares neither overflow nor vanish
        square += out[j] * out[j]
    if top * np.sqrt(square) <= lam:
        out[:] = 0.0
    elif lam == 0.0:
        out[:] = v
    else:
        theta = shrink_multiplier(out, h, lam / top)
        for j in range(len(v)):
            out[j] = v[j] * (theta * h[j] / (1.0 + theta * h[j]))


@njit
def linf_row(v, h, lam, out):
    """Prox of ``lam max |x_j|`` (section 5.4): the largest entries are cut to one level."""
    total = 0.0
    for j in range(len(v)):
        out[j] = abs(v[j])
        total += h[j] * out[j]
    if total <= lam:
        out[:] = 0.0
    elif lam == 0.0:
        out[:] = v
    else:
        level = max(out.max() - depth_of_level(out, h, lam), 0.0)
        for j in range(len(v)):
            out[j] = min(max(v[j], -level), level)


@njit
def metric_row_prox(V, H, lams, infinite, out):
    """Write the prox of ``lam_i`` times the norm of row i into ``out`` (section 5.5)."""
    for i in range(len(V)):
        if infinite:
            linf_row(V[i], H[i], lams[i], out[i])
        else:
            l2_row(V[i], H[i], lams[i], out[i])


def metric_prox_by_steps(penalty, v, times, low, high, step):
    """The same for any penalty and metric, by accelerated proximal gradient steps.

    ``times`` multiplies by the metric, whose eigenvalues lie between ``low > 0`` and ``high``: the
    steps contract by ``1 - sqrt(low / high)``.
    """
    root = np.sqrt(low / high)
    momentum = (1 - root) / (1 + root)
    x = v.copy()
    y = v.copy()
    for _ in range(_MAX_STEPS):
        # strong convexity is known: a constant momentum is optimal and needs no restarts
        new = penalty.prox(y - times(y - v) / high, step / high)
        moved = np.abs(new - y).max(initial=0.0)
        y = new + momentum * (new - x)
        x = new
        if moved <= root * _TOLERANCE * np.abs(v).max(initial=0.0):
            return x
    warnings.warn(f"metric step of {penalty!r} did not converge", ConvergenceWarning, stacklevel=4)
    return x
