r"""An interior point method for overlapping groups: what the smoothing method is measured against.

Chen (2013), section 3.5, hands the second-order cone program to a general solver; here its
logarithmic barrier (Boyd and Vandenberghe 2004, sections 11.3 and 11.6) is minimised along the
central path in the coefficients alone, because the bounds on the norms have a closed form.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve

from mlcompanion._validation import check_count, check_instance, check_real
from mlcompanion.prox import GroupPenalty

from .spg import StructuredProblem

__all__ = ["StructuredBarrierRun", "structured_barrier"]


class StructuredBarrierRun(NamedTuple):
    """What :func:`structured_barrier` returns.

    Attributes
    ----------
    coef : ndarray of shape (n_features,)
        No entry is exactly zero.
    objective : float
    gap : float
        Certified by a feasible dual point.
    n_iter : int
        Newton steps.
    converged : bool
    """

    coef: np.ndarray
    objective: float
    gap: float
    n_iter: int
    converged: bool


class _Cones:
    r"""Barriers of :math:`|v_g|\le t_g` with :math:`v=Fw`, and the best bounds t for a given w.

    Minimising :math:`t-c\log(t^2-r^2)` over t gives :math:`t=c+q,\ q=\sqrt{c^2+r^2}`, the value
    :math:`t-c\log 2ct`, and the slope :math:`r/t` in r: a norm rounded off at zero.
    """

    def __init__(self, penalty, lam):
        d = penalty.n_features
        self.F = sparse.vstack([penalty.C, sparse.diags_array(lam)], format="csr")
        sizes = np.bincount(penalty.row_groups, minlength=penalty.n_groups)
        self.n_rows = penalty.C.shape[0]
        self.starts = np.cumsum(sizes) - sizes
        self.groups = np.concatenate([penalty.row_groups, penalty.n_groups + np.arange(d)])
        self.members = np.split(penalty.C.indices, self.starts[1:])
        self.starts = np.concatenate([self.starts, self.n_rows + np.arange(d)])

    def at(self, w, c):
        """The vectors v and, for each cone, t and q."""
        v = self.F @ w
        squares = np.add.reduceat(v**2, self.starts)
        q = np.sqrt(c**2 + squares)
        return v, c + q, q

    def value(self, w, c):
        """Sum of the rounded norms."""
        t = self.at(w, c)[1]
        return np.sum(t - c * np.log(2 * c * t))

    def add_hessian(self, H, v, t, q):
        r"""Add :math:`F^\top(I/t-vv^\top/t^2q)F` to ``H``."""
        each = self.F.data**2 / t[self.groups]
        diagonal = np.bincount(self.F.indices, each, minlength=len(H))
        for g, members in enumerate(self.members):
            rows = slice(self.starts[g], self.starts[g] + len(members))
            u = self.F.data[rows] * v[rows] / (t[g] * np.sqrt(q[g]))
            # rank one within each group: F' v v' F has no entries between groups
            H[np.ix_(members, members)] -= np.outer(u, u)
        alone = slice(self.n_rows, None)
        bend = (self.F.data * v)[alone] ** 2 / (t**2 * q)[len(self.members) :]
        H[np.diag_indices(len(H))] += diagonal - bend


def structured_barrier(problem, *, tol=1e-6, shrink=10.0, max_iter=300):
    r"""Minimise :math:`\tfrac12|y-Xw|^2+\Omega(w)+\lambda|w|_1` along the central path.

    Parameters
    ----------
    problem : StructuredProblem
        One output, squared loss, groups with l2 norms, a positive weight of every absolute value.
    tol : float
        Stop when the duality gap is below ``tol`` times the objective.
    shrink : float
        Factor, above 1, by which the barrier's weight falls from one centre to the next.
    max_iter : int
        Largest number of Newton steps.

    Returns
    -------
    StructuredBarrierRun

    Raises
    ------
    ValueError
        If the problem is not of the kind above, or a parameter is out of range.

    Notes
    -----
    Cost: O(n_features³) a Newton step, and the Gram matrix once. At a centre with weight c the gap
    is at most :math:`2c` times the number of cones.
    """
    check_instance(problem, "problem", StructuredProblem)
    penalty = problem.penalty
    d = problem.X.shape[1]
    lam = np.broadcast_to(problem.l1.lam, (d,)).astype(float)
    l2 = isinstance(penalty, GroupPenalty) and penalty.norm_name == "l2"
    if problem.y.ndim != 1 or not problem.squared or not l2 or (lam <= 0).any():
        raise ValueError(
            "problem must have one output, the squared loss, l2 groups and lam > 0 everywhere"
        )
    tol = check_real(tol, "tol", low=0, open_low=True)
    shrink = check_real(shrink, "shrink", low=1, open_low=True)
    gram = problem.fit.Q if hasattr(problem.fit, "Q") else problem.X.T @ problem.X
    cones = _Cones(penalty, lam)
    w = np.zeros(d)
    c = problem.objective(w) / len(cones.starts)  # a first gap of twice the objective at 0

    def total(w):
        return problem.fit.value(w) + cones.value(w, c)

    for step in range(check_count(max_iter, "max_iter", low=1) + 1):
        v, t, q = cones.at(w, c)
        # v / t is shorter than 1, hence feasible for the groups: each step certifies a gap
        alpha = (v / t[cones.groups])[: cones.n_rows]
        objective = problem.objective(w)
        gap = problem.gap(w, alpha=alpha)
        if gap <= tol * objective or step == max_iter:
            break
        H = gram.copy()
        cones.add_hessian(H, v, t, q)
        gradient = problem.fit.gradient(w) + cones.F.T @ (v / t[cones.groups])
        direction = -cho_solve(cho_factor(H, overwrite_a=True, check_finite=False), gradient)
        slope = gradient @ direction
        now = total(w)
        length = 1.0
        while total(w + length * direction) > now + 0.25 * length * slope + 1e-14 * abs(now):
            length /= 2
        w = w + length * direction
        if -slope <= 0.5 * c:  # near enough to the centre
            c /= shrink
    return StructuredBarrierRun(w, objective, gap, step, bool(gap <= tol * objective))
