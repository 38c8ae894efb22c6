r"""Least squares over the convex hull of a dictionary, by a finite active-set search.

Gaïffas and Lecué (2011), Definition 1 with (5); the source gives no algorithm. This is Wolfe's
(1976): least squares on the plane through a few functions, joined by one function at a time.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_array, check_count, check_memory, check_real, check_square

from .segments import kept_places, residuals_of

__all__ = ["HullWeights", "hull_aggregate", "simplex_least_squares"]


class HullWeights(NamedTuple):
    """What :func:`hull_aggregate` and :func:`simplex_least_squares` return.

    Attributes
    ----------
    weights : ndarray of shape (n_functions,)
        Not negative, with sum 1, and exact zeros.
    risk : float
        The objective's value.
    gap : float
        By how much the value may exceed the minimum, at most.
    n_iter : int
        How often a function joined.
    converged : bool
    """

    weights: np.ndarray
    risk: float
    gap: float
    n_iter: int
    converged: bool


def simplex_least_squares(Q, b, *, tol=1e-10, max_iter=10_000):
    r"""Minimise :math:`\theta^\top Q\theta+2b^\top\theta` over the simplex.

    Parameters
    ----------
    Q : array_like of shape (m, m)
        Symmetric and positive semidefinite.
    b : array_like of shape (m,)
    tol : float
        Largest gap, as a share of the descent from the best corner.
    max_iter : int
        Most functions that may join.

    Returns
    -------
    HullWeights

    Raises
    ------
    ValueError
        On wrong shapes, an asymmetric Q or values out of range.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended the search.

    Notes
    -----
    The corner of steepest descent joins; then least squares on the plane through the corners in
    use, which leaves out those whose weight would turn negative. Cost: O(m k + k³) a corner that
    joins, k of them in use. Source: Wolfe (1976), Finding the nearest point in a polytope.

    Examples
    --------
    >>> simplex_least_squares(np.eye(3), [-1.0, -0.5, 0.9]).weights
    array([0.75, 0.25, 0.  ])
    """
    Q = check_square(Q, "Q", symmetric=True)
    b = check_array(b, "b", shape=Q.shape[:1])
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    run = _wolfe(Q, b, tol, max_iter)
    if not run.converged:
        warn_stopped("simplex_least_squares", run.n_iter)
    return run


def _wolfe(Q, b, tol, max_iter):
    """The search, on checked input."""
    corners = np.diagonal(Q) + 2 * b  # the values at the corners
    used = np.array([np.argmin(corners)])
    theta = np.ones(1)
    start = corners[used[0]]
    value = start
    for n_iter in range(max_iter + 1):
        slope = Q[:, used] @ theta + b  # half the gradient
        level = slope[used] @ theta
        entering = int(np.argmin(slope))
        gap = max(float(2 * (level - slope[entering])), 0.0)
        terms = np.abs(Q[entering, used]) @ theta + abs(b[entering]) + abs(level)
        floor = 4 * np.finfo(float).eps * terms  # below it, a slope is rounding
        # corners in use have slopes of the level: one of them enters by rounding only
        settled = gap <= max(tol * (start - value), floor) or entering in used
        if settled or n_iter == max_iter:
            break
        used, theta = _minor_cycle(Q, b, np.append(used, entering), np.append(theta, 0.0))
        lower = theta @ (Q[np.ix_(used, used)] @ theta) + 2 * b[used] @ theta
        if lower >= value:  # nothing is gained beyond rounding
            settled = True
        value = min(value, lower)
    weights = np.zeros(len(b))
    weights[used] = theta
    return HullWeights(weights, float(level + b[used] @ theta), gap, n_iter, bool(settled))


def _minor_cycle(Q, b, used, theta):
    """Least squares on the plane through some corners, leaving out corners until it lies inside."""
    while True:
        on_plane, endless = _plane_minimum(Q[np.ix_(used, used)], b[used])
        if endless is not None:  # farther than any corner lets it go
            on_plane = theta + 2 / np.max(-endless) * endless
        if (on_plane > 1e-14).all():
            return used, on_plane
        falling = np.flatnonzero(on_plane <= 1e-14)
        steps = theta[falling] / np.maximum(theta[falling] - on_plane[falling], 1e-300)
        at = int(np.argmin(steps))
        theta = theta + min(steps[at], 1.0) * (on_plane - theta)
        # the corner that blocks goes in any case, so that the cycle ends
        stays = np.arange(len(used)) != falling[at]
        stays &= (theta > 1e-14) | (on_plane > 1e-14)
        used = used[stays]
        theta = np.maximum(theta[stays], 0.0)
        theta /= theta.sum()


def _plane_minimum(Q, b):
    """Weights of sum 1 and any sign with the least value, and a way down without end, if any."""
    k = len(b)
    unit = np.abs(Q).max() or 1.0  # the row of ones must not outweigh the others, nor drown
    system = np.ones((k + 1, k + 1))
    system[:k, :k] = Q / unit
    system[k, k] = 0.0
    right = np.append(-b / unit, 1.0)
    # functions may depend on each other: the least of all solutions
    found = np.linalg.lstsq(system, right, rcond=None)[0]
    # what no weights reach lies where Q is 0: the value falls along it
    left = right - system @ found
    falls = np.linalg.norm(left) > 1e-6 * np.linalg.norm(right)
    return found[:k], left[:k] if falls else None


def hull_aggregate(P, y, *, kept=None, tol=1e-10, max_iter=10_000):
    r"""Least squares over all convex combinations of the functions.

    Parameters
    ----------
    P : array_like of shape (n_functions, n_samples)
    y : array_like of shape (n_samples,)
    kept : array_like of shape (n_functions,), bool, optional
        Functions that may be used, see :func:`preselect`; default all.
    tol, max_iter : float, int
        As in :func:`simplex_least_squares`.

    Returns
    -------
    HullWeights
        ``risk`` and ``gap`` are means of squared errors.

    Raises
    ------
    ValueError
        On wrong shapes or values, or if nothing is kept.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended the search.

    Notes
    -----
    Cost: O(m² n_samples) for the products of the m functions kept, then as in
    :func:`simplex_least_squares`; memory O(m²). Source: Gaïffas and Lecué (2011), (5).

    Examples
    --------
    >>> y = np.zeros(3)
    >>> hull_aggregate([[1.0, -1, 0], [-1, 1, 0], [5, 5, 5]], y).weights
    array([0.5, 0.5, 0. ])
    """
    E, unit = residuals_of(P, y)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    places = kept_places(kept, len(E))
    E = E[places]
    check_memory(2 * 8 * len(E) ** 2, f"the products of {len(E)} functions")
    best = E[np.argmin(np.mean(E**2, axis=1))]
    step = E - best  # weights have sum 1: what all have in common comes off, and costs no digits
    n = E.shape[1]
    run = _wolfe(step @ step.T / n, step @ best / n, tol, max_iter)
    if not run.converged:
        warn_stopped("hull_aggregate", run.n_iter)
    weights = np.zeros(len(P))
    weights[places] = run.weights
    risk = np.mean(best**2) + run.risk
    return HullWeights(weights, float(unit**2 * risk), unit**2 * run.gap, run.n_iter, run.converged)
