r"""Quadratic programmes of any form by a primal-dual interior point method.

:math:`\min_x\frac12x^\top Fx+f^\top x` subject to :math:`Gx\le g` and :math:`Ax=b` (Sugiyama 2016,
Fig. 27.5). The generic solver: it knows nothing of where the programme comes from, and costs a
dense linear system a step. Mehrotra's predictor and corrector, after Nocedal and Wright (2006),
Algorithm 16.4.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import lu_factor, lu_solve

from mlcompanion._validation import check_array, check_count, check_real, check_square

__all__ = ["QPSolution", "quadratic_program"]


class QPSolution(NamedTuple):
    """What :func:`quadratic_program` returns.

    Attributes
    ----------
    x : ndarray, shape (n,)
    multipliers : ndarray, shape (m,)
        Of the inequalities, positive.
    equality_multipliers : ndarray, shape (k,)
    objective : float
    gap : float
        Mean of the products of multipliers and slacks.
    residual : float
        Largest violation of stationarity and of the constraints.
    n_iter : int
    """

    x: np.ndarray
    multipliers: np.ndarray
    equality_multipliers: np.ndarray
    objective: float
    gap: float
    residual: float
    n_iter: int


class _Steps:
    """Newton steps at one point: one factor serves predictor and corrector."""

    def __init__(self, F, G, A, weight, bounds):
        rows = G[~bounds]
        core = F + (rows.T * weight[~bounds]) @ rows
        core[np.diag_indices(len(F))] += weight[bounds] @ G[bounds] ** 2
        zero = np.zeros((len(A), len(A)))
        self.G, self.weight, self.n = G, weight, len(F)
        self.factor = lu_factor(np.block([[core, A.T], [A, zero]]), check_finite=False)

    def __call__(self, dual, primal, equal, comp, slack, multiplier):
        """Directions (x, multipliers, equality multipliers, slacks) that remove the residuals."""
        right = -dual - self.G.T @ (self.weight * primal - comp / slack)
        found = lu_solve(self.factor, np.concatenate([right, -equal]), check_finite=False)
        dx, dy = found[: self.n], found[self.n :]
        ds = -primal - self.G @ dx
        return dx, -(comp + multiplier * ds) / slack, dy, ds


def _longest(values, steps):
    """How far along ``steps`` the values stay positive, at most 1."""
    falling = steps < 0
    return min(1.0, (-values[falling] / steps[falling]).min(initial=np.inf))


def quadratic_program(F, f, G, g, A=None, b=None, *, tol=1e-9, max_iter=100):
    r"""Minimise :math:`\frac12x^\top Fx+f^\top x` subject to :math:`Gx\le g` and :math:`Ax=b`.

    Parameters
    ----------
    F : array_like, shape (n, n)
        Symmetric positive semidefinite.
    f : array_like, shape (n,)
    G : array_like, shape (m, n)
        At least one inequality.
    g : array_like, shape (m,)
    A : array_like, shape (k, n), optional
        Of full row rank.
    b : array_like, shape (k,), optional
    tol : float
        For the gap and the residual, relative to the largest number in ``f``, ``g``, ``b`` or 1.
    max_iter : int

    Returns
    -------
    QPSolution

    Raises
    ------
    ValueError
        If shapes disagree, or only one of ``A`` and ``b`` is given.

    Notes
    -----
    Cost: O(n^3 + n^2 m) a step, where m counts no bounds of single unknowns; ten to thirty steps.

    Examples
    --------
    >>> quadratic_program([[1.0]], [-2.0], [[1.0]], [1.0]).x.round(6)
    array([1.])
    """
    F = check_square(F, "F", symmetric=True)
    n = len(F)
    f, G = check_array(f, "f", shape=(n,)), check_array(G, "G", shape=(None, n), min_rows=1)
    g = check_array(g, "g", shape=(len(G),))
    bounds = np.count_nonzero(G, axis=1) == 1
    if (A is None) != (b is None):
        raise ValueError("A and b must be given together")
    A = np.zeros((0, n)) if A is None else check_array(A, "A", shape=(None, n), min_rows=1)
    b = np.zeros(0) if b is None else check_array(b, "b", shape=(len(A),))
    tol = check_real(tol, "tol", low=0, open_low=True) * max(
        1.0, abs(f).max(), abs(g).max(), abs(b).max(initial=0.0)
    )
    x, y = np.zeros(n), np.zeros(len(A))
    slack, z = np.maximum(g, 1.0), np.ones(len(g))
    best, least, last = None, np.inf, check_count(max_iter, "max_iter", low=1)
    for n_iter in range(last + 1):
        dual = F @ x + f + G.T @ z + A.T @ y
        primal, equal, gap = G @ x + slack - g, A @ x - b, slack @ z / len(z)
        residual = max(abs(r).max(initial=0.0) for r in (dual, primal, equal))
        if max(residual, gap) < least:
            least, best = max(residual, gap), (x, z, y, gap, residual, n_iter)
        if least <= tol or n_iter >= min(last, best[-1] + 25):  # then rounding has the last word
            break
        steps = _Steps(F, G, A, z / slack, bounds)
        # the predictor shows how far the gap can fall at once; the corrector aims there
        _, dz, _, ds = steps(dual, primal, equal, slack * z, slack, z)
        way = min(_longest(slack, ds), _longest(z, dz))
        after = (slack + way * ds) @ (z + way * dz) / len(z)
        target = gap * (after / gap) ** 3
        dx, dz, dy, ds = steps(dual, primal, equal, slack * z + ds * dz - target, slack, z)
        way = min(1.0, 0.995 * min(_longest(slack, ds), _longest(z, dz)))
        x, y, z, slack = x + way * dx, y + way * dy, z + way * dz, slack + way * ds
    x, z, y, gap, residual, n_iter = best
    return QPSolution(x, z, y, float(x @ F @ x / 2 + f @ x), float(gap), float(residual), n_iter)
