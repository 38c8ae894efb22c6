r"""The proximal problem of overlapping groups through its dual, one block at a time.

Jenatton et al. (2011), Lemma 3, Algorithm 1 and Corollary 6: for any groups, any order and any
norm lq. With children before parents, and l2 or l-infinity, one pass is exact.
"""

from numbers import Real
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from mlcompanion._validation import check_array, check_count, check_real

from .._groups import check_members
from ..balls.projections import project_l1_ball

__all__ = ["DualAscentRun", "compose_group_proxes", "dual_block_ascent", "project_lq_ball"]


def _check_exponent(q):
    """Return the exponent of a norm, 1 to infinity."""
    return q if isinstance(q, Real) and q == np.inf else check_real(q, "q", low=1)


def project_lq_ball(v, radius, q):
    r"""Nearest point to the vector ``v`` with :math:`\|x\|_q\le` ``radius``, for q from 1 to inf.

    Parameters
    ----------
    v : array_like of shape (n,)
    radius : float
        Not negative.
    q : float
        1, 2 and inf in closed form or by a sort; others by a root of the multiplier, with a nested
        bisection for the entries.

    Returns
    -------
    ndarray of shape (n,)

    Notes
    -----
    Stationarity of :math:`\frac12\|x-v\|^2+\frac\mu q\sum_j|x_j|^q` reads
    :math:`x+\mu x^{q-1}=|v|`, which grows with x.
    """
    v = check_array(v, "v", ndim=1)
    radius = check_real(radius, "radius", low=0)
    if _check_exponent(q) and radius == 0:
        return np.zeros_like(v)
    if np.linalg.norm(v, q) <= radius:
        return v.copy()
    if q == np.inf:
        return np.clip(v, -radius, radius)
    if q == 2:
        return v * (radius / np.linalg.norm(v))
    if q == 1:
        return project_l1_ball(v, radius)
    sizes = np.abs(v)

    def shrunk(mu):
        low = np.zeros_like(sizes)
        high = sizes.copy()
        for _ in range(80):
            middle = 0.5 * (low + high)
            over = middle + mu * middle ** (q - 1) > sizes
            high = np.where(over, middle, high)  # 80 halvings: below the last digit of every entry
            low = np.where(over, low, middle)
        return 0.5 * (low + high)

    # the norm falls as mu grows: double until the root is enclosed
    high = 1.0
    while np.linalg.norm(shrunk(high), q) > radius:
        high *= 2
    mu = brentq(lambda m: np.linalg.norm(shrunk(m), q) - radius, 0.0, high, xtol=1e-15)
    return np.sign(v) * shrunk(mu)


def _dual_exponent(q):
    q = _check_exponent(q)
    return {1: np.inf, np.inf: 1}.get(q) or q / (q - 1)


class DualAscentRun(NamedTuple):
    """What :func:`dual_block_ascent` returns.

    Attributes
    ----------
    v : ndarray of shape (n_features,)
        Primal point, ``u`` minus the sum of the blocks.
    xi : ndarray of shape (n_groups, n_features)
        Dual blocks, zero outside their groups.
    changes : ndarray of shape (n_passes,)
        Largest change of an entry of ``xi`` in each pass.
    gap : float
        Primal minus dual objective at the end; a bound on half the squared distance of v to the
        proximal point.
    """

    v: np.ndarray
    xi: np.ndarray
    changes: np.ndarray
    gap: float


def dual_block_ascent(u, groups, thresholds, q=2, max_passes=1, tol=0.0):
    r"""Block coordinate ascent in the dual of the proximal problem.

    .. math:: \xi^g\leftarrow\Pi_{\|\cdot\|_*\le t_g}\Bigl(\bigl[u-\sum_{h\ne g}\xi^h\bigr]_g\Bigr)

    Parameters
    ----------
    u : array_like of shape (n_features,)
    groups : sequence of index arrays
        Visited in this order; they may overlap in any way.
    thresholds : array_like of shape (n_groups,)
        :math:`t_g=\lambda\omega_g`, not negative.
    q : float
        The norm of each group in the primal, 1 to inf.
    max_passes : int
    tol : float
        Stop after a pass that changes no entry by more.

    Returns
    -------
    DualAscentRun

    Raises
    ------
    ValueError
        If the arguments do not fit, or a threshold is negative.

    Notes
    -----
    Cost: one projection a group and pass; memory O(n_groups n_features).
    Source: Jenatton et al. (2011), Algorithm 1.
    """
    u = check_array(u, "u", ndim=1, min_rows=1)
    groups = check_members(groups, "groups", len(u))
    thresholds = check_array(thresholds, "thresholds", shape=(len(groups),), low=0)
    check_count(max_passes, "max_passes", low=1)
    tol = check_real(tol, "tol", low=0)
    dual = _dual_exponent(q)
    xi = np.zeros((len(groups), len(u)))
    v = u.copy()
    changes = []
    for _ in range(max_passes):
        change = 0.0
        for block, g, t in zip(xi, groups, thresholds):
            old = block[g]
            # v + old is what the other blocks leave of u; v itself is kept as u less all blocks
            block[g] = project_lq_ball(v[g] + old, t, dual)
            v[g] += old - block[g]
            change = max(change, np.max(np.abs(block[g] - old), initial=0.0))
        changes.append(change)
        if change <= tol:
            break
    primal = sum(t * np.linalg.norm(v[g], q) for g, t in zip(groups, thresholds))
    # primal minus dual: ||u - v||^2 / 2 + Omega(v) - (||u||^2 - ||v||^2) / 2
    gap = 0.5 * np.sum((u - v) ** 2) + primal - 0.5 * (np.sum(u**2) - np.sum(v**2))
    return DualAscentRun(v, xi, np.array(changes), float(gap))


def compose_group_proxes(u, groups, thresholds, q=2):
    r"""Apply the proximal operators of single groups one after another.

    .. math:: v_g\leftarrow v_g-\Pi_{\|\cdot\|_*\le t_g}(v_g)

    With children before parents this is the proximal operator of the sum, for q = 1, 2 and inf
    (Corollary 6, Algorithm 2); in another order it is something else.

    Parameters
    ----------
    u : array_like of shape (n_features,)
    groups : sequence of index arrays
        In the order of application.
    thresholds : array_like of shape (n_groups,)
    q : float
        The norm of each group.

    Returns
    -------
    ndarray of shape (n_features,)

    Raises
    ------
    ValueError
        If the arguments do not fit, or a threshold is negative.

    Notes
    -----
    Cost: the sum of the group sizes for q = 2, with a sort of each group for q = inf.
    Source: Jenatton et al. (2011), Algorithm 2.
    """
    v = check_array(u, "u", ndim=1, min_rows=1).copy()
    dual = _dual_exponent(q)
    groups = check_members(groups, "groups", len(v))
    thresholds = check_array(thresholds, "thresholds", shape=(len(groups),), low=0)
    for g, t in zip(groups, thresholds):
        v[g] -= project_lq_ball(v[g], t, dual)
    return v
