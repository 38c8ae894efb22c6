r"""Quadratic programmes of any form by a primal-dual interior point method.

:math:`\min_x\frac12x^\top Fx+f^\top x` subject to :math:`Gx\le g` and :math:`Ax=b` (Sugiyama 2016,
Fig. 27.5). The generic solver: it knows nothing of where the programme comes from, and costs a
dense linear system a step. Mehrotra's predictor and corrector, after Nocedal and Wright (2006),
Algorithm 16.4.
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgWarning, lu_factor, lu_solve
from scipy.optimize import linprog
from sklearn.exceptions import ConvergenceWarning

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
    status : "optimal", "infeasible", "unbounded" or "stopped"
        What stands above solves the programme only if it is optimal.
    """

    x: np.ndarray
    multipliers: np.ndarray
    equality_multipliers: np.ndarray
    objective: float
    gap: float
    residual: float
    n_iter: int
    status: str = "optimal"


class _Steps:
    """Newton steps at one point: one factor serves predictor and corrector."""

    def __init__(self, F, G, A, weight, bounds):
        rows = G[~bounds]
        core = F + (rows.T * weight[~bounds]) @ rows
        # a bound of one unknown adds to the diagonal alone: no n by n product for it
        core[np.diag_indices(len(F))] += weight[bounds] @ G[bounds] ** 2
        zero = np.zeros((len(A), len(A)))
        self.G = G
        self.weight = weight
        self.n = len(F)
        self.matrix = np.block([[core, A.T], [A, zero]])
        self.factor = lu_factor(self.matrix, check_finite=False)

    def __call__(self, dual, primal, equal, comp, slack, multiplier):
        """Directions (x, multipliers, equality multipliers, slacks) that remove the residuals."""
        right = -dual - self.G.T @ (self.weight * primal - comp / slack)
        sides = np.concatenate([right, -equal])
        found = lu_solve(self.factor, sides, check_finite=False)
        if not np.isfinite(found).all() and np.isfinite(sides).all():
            # near the end a singular F may leave a pivot of 0: the shortest solution will do
            found = np.linalg.lstsq(self.matrix, sides, rcond=None)[0]
        dx = found[: self.n]
        dy = found[self.n :]
        ds = -primal - self.G @ dx
        return dx, -(comp + multiplier * ds) / slack, dy, ds  # slack * multiplier, linearised


def _longest(values, steps):
    """How far along ``steps`` the values stay positive, at most 1."""
    falling = steps < 0
    return min(1.0, (-values[falling] / steps[falling]).min(initial=np.inf))


class _Programme(NamedTuple):
    """``F, f, G, g, A, b``, and the units that make their largest numbers one."""

    F: np.ndarray
    f: np.ndarray
    G: np.ndarray
    g: np.ndarray
    A: np.ndarray
    b: np.ndarray

    def in_plain_units(self):
        """The programme for ``x / unit``, its objective over ``price``, rows of unit length."""
        rows = _lengths(self.G)
        equations = _lengths(self.A)
        g = self.g / rows
        b = self.b / equations
        unit = max(abs(g).max(), abs(b).max(initial=0.0))
        if unit == 0 and self.F.any() and self.f.any():
            unit = abs(self.f).max() / abs(self.F).max()
        unit = unit or 1.0
        # the linear term sets the price: where F is far larger, the optimum is near zero, and its
        # objective far below what F would cost
        price = unit * abs(self.f).max() or unit**2 * abs(self.F).max() or 1.0
        plain = _Programme(
            self.F * (unit / price * unit),
            self.f * (unit / price),
            self.G / rows[:, None],
            g / unit,
            self.A / equations[:, None],
            b / unit,
        )
        return plain, unit, price, rows, equations

    def why_not(self):
        """Why there is no solution, as far as linear programmes tell."""
        free = (None, None)
        sides = {"A_ub": self.G, "b_ub": self.g}
        if len(self.A):
            sides |= {"A_eq": self.A, "b_eq": self.b}
        if linprog(np.zeros(len(self.f)), **sides, bounds=free).status == 2:
            return "infeasible"
        # a direction in which the objective falls for ever
        still = np.vstack([self.F, self.A])
        sides = {"A_ub": self.G, "b_ub": np.zeros(len(self.g))}
        sides |= {"A_eq": still, "b_eq": np.zeros(len(still))}
        # a direction has no length: the box only keeps the question finite
        ray = linprog(self.f, **sides, bounds=(-1, 1))
        return "unbounded" if ray.status == 0 and ray.fun < -1e-6 else "stopped"


def _lengths(rows):
    lengths = np.linalg.norm(rows, axis=1)
    return np.where(lengths > 0, lengths, 1.0)


def _check_convex(F):
    """Refuse a matrix with a negative eigenvalue; a Cholesky factor is the cheaper question."""
    slack = 1e-10 * abs(F).max()
    try:
        np.linalg.cholesky(F + slack * np.eye(len(F)))
    except np.linalg.LinAlgError:
        least = np.linalg.eigvalsh(F)[0]
        if least < -slack:
            raise ValueError(
                "F must be positive semidefinite, else the programme is not convex; its least "
                f"eigenvalue is {least:.3g}"
            ) from None


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
        For the gap and the residual, in units in which the rows of ``G`` and ``A`` have length 1
        and the largest numbers of the right sides and of the linear term are 1.
    max_iter : int

    Returns
    -------
    QPSolution
        Its ``status`` tells whether the programme is solved, or why it has no solution; then the
        best point found is returned.

    Raises
    ------
    ValueError
        If shapes disagree, only one of ``A`` and ``b`` is given, or ``F`` has a negative
        eigenvalue: the programme is not convex.

    Warns
    -----
    ConvergenceWarning
        If the status is not "optimal".

    Notes
    -----
    Cost: O(n^3 + n^2 m) a step, where m counts no bounds of single unknowns; ten to thirty steps.
    Memory: O((n + k)^2 + n m).

    Examples
    --------
    >>> quadratic_program([[1.0]], [-2.0], [[1.0]], [1.0]).x.round(6)
    array([1.])
    """
    F = check_square(F, "F", symmetric=True)
    n = len(F)
    f = check_array(f, "f", shape=(n,))
    G = check_array(G, "G", shape=(None, n), min_rows=1)
    g = check_array(g, "g", shape=(len(G),))
    if (A is None) != (b is None):
        raise ValueError("A and b must be given together")
    A = np.zeros((0, n)) if A is None else check_array(A, "A", shape=(None, n), min_rows=1)
    b = np.zeros(0) if b is None else check_array(b, "b", shape=(len(A),))
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    _check_convex(F)
    plain, unit, price, rows, equations = _Programme(F, f, G, g, A, b).in_plain_units()
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", LinAlgWarning)  # a run without a solution ends in one
        x, z, y, gap, n_iter, solved = _interior_point(plain, tol, max_iter)
    x = unit * x
    z = z / rows * (price / unit)
    # from here in the caller's units, so that the residual is what the caller would find
    y = y / equations * (price / unit)
    failures = F @ x + f + G.T @ z + A.T @ y, np.maximum(G @ x - g, 0.0), A @ x - b
    residual = max(abs(failure).max(initial=0.0) for failure in failures)
    status = "optimal" if solved else plain.why_not()
    if not solved:
        warnings.warn(f"the quadratic programme is {status}", ConvergenceWarning, stacklevel=2)
    objective = float(x @ F @ x / 2 + f @ x)
    return QPSolution(x, z, y, objective, float(gap * price), float(residual), n_iter, status)


def _interior_point(programme, tol, max_iter):
    """Predictor and corrector steps; the best point, its gap, and whether it is within ``tol``."""
    F, f, G, g, A, b = programme
    bounds = np.count_nonzero(G, axis=1) == 1
    x = np.zeros(len(f))
    y = np.zeros(len(A))
    # in plain units 1 is well inside; the point need not satisfy any equation
    slack = np.maximum(g, 1.0)
    z = np.ones(len(g))
    best = (x, z, y, np.inf, 0)
    least = np.inf
    for n_iter in range(max_iter + 1):
        dual = F @ x + f + G.T @ z + A.T @ y
        primal = G @ x + slack - g
        equal = A @ x - b
        gap = slack @ z / len(z)
        residual = max(abs(r).max(initial=0.0) for r in (dual, primal, equal))
        if max(residual, gap) < least:
            least = max(residual, gap)
            best = (x, z, y, gap, n_iter)
        if least <= tol or n_iter >= best[-1] + 25:  # then rounding has the last word
            break
        if not np.isfinite(residual + gap):
            break
        steps = _Steps(F, G, A, z / slack, bounds)
        # the predictor shows how far the gap can fall at once; the corrector aims there
        _, dz, _, ds = steps(dual, primal, equal, slack * z, slack, z)
        way = min(_longest(slack, ds), _longest(z, dz))
        after = (slack + way * ds) @ (z + way * dz) / len(z)
        target = gap * (after / gap) ** 3  # Mehrotra's cube: low if the predictor got far
        # ds * dz is the product that the linear model leaves out
        dx, dz, dy, ds = steps(dual, primal, equal, slack * z + ds * dz - target, slack, z)
        way = min(1.0, 0.995 * min(_longest(slack, ds), _longest(z, dz)))
        x = x + way * dx
        y = y + way * dy
        z = z + way * dz
        slack = slack + way * ds
    return *best, bool(least <= tol)
