"""The original dual of Laplacian SVM (linear hinge loss): Melacci and Belkin (2011), Section 2.1.

One dense system in n unknowns deforms the kernel; what remains is an SVM of the l labelled points.
"""

from dataclasses import replace

import numpy as np
from scipy import optimize
from scipy.linalg import cholesky, solve, solve_triangular

from .laplacian_solvers import LapSolution

__all__ = ["solve_dual"]


def solve_dual(problem, *, tol=1e-8, reuse=None):
    r"""The original dual with the linear hinge loss, Equations 5 and 6.

    It minimises :math:`\sum_i\max(1-y_if_i,0)+\gamma_A\|f\|_A^2+\gamma_I\|f\|_I^2`: the linear, not
    the squared hinge, without the factor one half. The intrinsic norm leaves the intercept out, as
    in the paper's Lagrangian. The paper prints :math:`KL` in Equations 5 and 6; cancelling K on
    the left of the line before gives :math:`LK`.

    Parameters
    ----------
    problem : LapProblem
        Its ``loss`` is not used.
    tol : float
        Tolerance of the quadratic programme.
    reuse : DeformedSteps, optional
        The factorisation of the same problem, up to its loss, the signs of its labels and the
        intercept.

    Returns
    -------
    LapSolution

    Raises
    ------
    ValueError
        If ``reuse`` belongs to another problem.

    Notes
    -----
    Cost: O(n^3) for a dense system with l right-hand sides; the programme has l variables.
    Source: Section 2.1. With an intercept LIBSVM solves the programme, as in the paper; without,
    bounded least squares by an active-set method.
    """
    y = problem.y[problem.labeled]
    if reuse is None:
        S, deformed = _deformed_kernel(problem)
    elif reuse.serves(replace(problem, fit_intercept=reuse.problem.fit_intercept)):
        S, deformed = reuse.S / 2, reuse.G / 2  # Equation 7 halves the objective
    else:
        raise ValueError("reuse must come from the same problem, but for loss and labels' signs")
    deformed = (deformed + deformed.T) / 2
    b, signed = (_box_svm if problem.fit_intercept else _box_without_intercept)(deformed, y, tol)
    return LapSolution(b, S @ signed, 1)


def _deformed_kernel(problem):
    """The columns S of the labelled points, and their block of K S."""
    on, K = np.flatnonzero(problem.labeled), problem.dense_K()
    M = 2 * problem.gamma_I * problem.smooth(K)
    M[np.diag_indices(len(M))] += 2 * problem.gamma_A
    unit = np.zeros((len(M), len(on)))
    unit[on, np.arange(len(on))] = 1
    S = solve(M, unit, overwrite_a=True, check_finite=False)
    return S, K[on] @ S


def _box_svm(deformed, y, tol):
    """Maximise the dual with LIBSVM; return the intercept and the products beta_i y_i."""
    if np.ptp(y) == 0:  # one class: beta = 0 and f = b
        return float(y[0]), np.zeros(len(y))
    from sklearn.svm import SVC  # half a second to import

    machine = SVC(kernel="precomputed", C=1.0, tol=tol).fit(deformed, y)
    signed = np.zeros(len(y))
    signed[machine.support_] = machine.dual_coef_[0]
    return float(machine.intercept_[0]), signed


def _box_without_intercept(deformed, y, tol):
    """The same programme without its equality constraint, as bounded least squares.

    With ``Q = R.T @ R`` the objective is ``-|R beta - inv(R.T) 1|^2 / 2`` up to a constant; an
    active-set method copes with the wide range of Q's eigenvalues.
    """
    Q = y[:, None] * deformed * y
    Q[np.diag_indices(len(Q))] += 1e-12 * np.trace(Q) / len(Q)
    R = cholesky(Q)
    right = solve_triangular(R, np.ones(len(y)), trans="T")
    beta = optimize.lsq_linear(R, right, bounds=(0, 1), method="bvls", tol=tol).x
    return 0.0, beta * y
