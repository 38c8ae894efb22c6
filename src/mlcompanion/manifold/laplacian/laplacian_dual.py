"""The original dual of Laplacian SVM (linear hinge loss): Melacci and Belkin (2011), Section 2.1.

One dense system in n unknowns deforms the kernel; what remains is an SVM of the l labelled points.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import solve

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.optimize.smo.solver import smo

from .laplacian_newton import DeformedSteps
from .laplacian_problem import LapProblem
from .laplacian_solvers import LapSolution

__all__ = ["LapDualSolution", "deformed_kernel", "hinge_objective", "solve_dual"]


@dataclass(frozen=True)
class LapDualSolution(LapSolution):
    r"""What :func:`solve_dual` found, with its certificate.

    Attributes
    ----------
    b, alpha, n_iter, history, path
        As in :class:`LapSolution`.
    beta : ndarray, shape (l,)
        The dual variables, one a labelled point, in [0, 1].
    dual : float
        :math:`\sum_i\beta_i-\frac12\beta^\top Q\beta`, at most :attr:`primal`.
    primal : float
        :func:`hinge_objective` at the solution.
    """

    beta: np.ndarray = None
    dual: float = np.nan
    primal: float = np.nan

    @property
    def gap(self):
        """How far from the optimum the solution can be at most."""
        return self.primal - self.dual


def hinge_objective(problem, b, alpha):
    r"""Equation 2 with the linear hinge: what :func:`solve_dual` minimises.

    :math:`\sum_i\max(1-y_if_i,0)+\gamma_A\alpha^\top K\alpha+\gamma_Ig^\top L^pg` with
    :math:`g=K\alpha` and :math:`f=g+b\mathbf 1`: the intrinsic norm leaves the intercept out, as
    in the paper's Lagrangian.

    Parameters
    ----------
    problem : LapProblem
        Its ``loss`` is not used.
    b : float
    alpha : array_like, shape (n,)

    Returns
    -------
    float

    Notes
    -----
    Cost: O(n^2). Source: Section 2, Equation 2; Section 2.1.
    """
    on = check_instance(problem, "problem", LapProblem).labeled
    b = check_real(b, "b")
    alpha = check_array(alpha, "alpha", shape=problem.y.shape)
    g = problem.times_K(alpha)
    hinge = np.maximum(1 - problem.y[on] * (g[on] + b), 0).sum()
    norms = problem.gamma_A * alpha @ g + problem.gamma_I * g @ problem.smooth(g)
    return float(hinge + norms)


def solve_dual(problem, *, tol=1e-8, reuse=None):
    r"""The original dual with the linear hinge loss, Equations 5 and 6.

    It minimises :func:`hinge_objective`: the linear, not the squared hinge, without the factor one
    half. The paper prints :math:`KL` in Equations 5 and 6; cancelling K on the left of the line
    before gives :math:`LK`.

    Parameters
    ----------
    problem : LapProblem
        Its ``loss`` is not used.
    tol : float
        Tolerance of the pairs of variables that come first; an active-set method then ends at
        rounding, whatever ``tol``.
    reuse : DeformedSteps, optional
        The factorisation of the same problem, up to its loss, the signs of its labels and the
        intercept.

    Returns
    -------
    LapDualSolution
        With dual variables, dual value and duality gap.

    Raises
    ------
    ValueError
        If ``tol`` is not positive, or ``reuse`` belongs to another problem.

    Notes
    -----
    Cost: O(n^3) for a dense system with l right-hand sides; the programme has l variables.
    Source: Section 2.1; the programme is solved by :func:`mlcompanion.optimize.smo.smo`,
    where the paper has LIBSVM.
    """
    check_instance(problem, "problem", LapProblem)
    if reuse is not None:
        check_instance(reuse, "reuse", DeformedSteps)
    tol = check_real(tol, "tol", low=0, open_low=True)
    y = problem.y[problem.labeled]
    if reuse is None:
        S, deformed = deformed_kernel(problem)
    elif reuse.serves(replace(problem, fit_intercept=reuse.problem.fit_intercept)):
        S = reuse.S / 2
        deformed = reuse.G / 2  # Equation 7 halves the objective
    else:
        raise ValueError("reuse must come from the same problem, but for loss and labels' signs")
    Q = y[:, None] * (deformed + deformed.T) / 2 * y  # symmetric but for the rounding of the solve
    start = smo(Q, C=1.0, a=y if problem.fit_intercept else None, tol=tol)
    b, beta = _to_rounding(Q, y, start.intercept, start.alpha, problem.fit_intercept)
    alpha = S @ (beta * y)
    dual = beta.sum() - beta @ Q @ beta / 2
    primal = hinge_objective(problem, b, alpha)
    return LapDualSolution(b, alpha, 1, beta=beta, dual=float(dual), primal=primal)


def deformed_kernel(problem):
    r"""The kernel of the labelled points that the graph has deformed, Equation 5.

    Parameters
    ----------
    problem : LapProblem

    Returns
    -------
    S : ndarray, shape (n, l)
        Columns of :math:`(2\gamma_AI+2\gamma_ILK)^{-1}` that belong to labelled points.
    deformed : ndarray, shape (l, l)
        Their rows of K S.

    Raises
    ------
    ValueError
        If ``problem`` is no problem.

    Notes
    -----
    Cost: O(n^3).
    """
    check_instance(problem, "problem", LapProblem)
    on = np.flatnonzero(problem.labeled)
    K = problem.dense_K()
    M = 2 * problem.gamma_I * problem.smooth(K)  # L K, where Eq. 5 prints K L
    M[np.diag_indices(len(M))] += 2 * problem.gamma_A
    unit = np.zeros((len(M), len(on)))
    unit[on, np.arange(len(on))] = 1
    S = solve(M, unit, overwrite_a=True, check_finite=False)
    return S, K[on] @ S


def _to_rounding(Q, y, b, beta, fit_intercept):
    """The primal active-set method of quadratic programming, from a good start.

    Free variables have margin one, and y'beta = 0 where there is an intercept. A step towards the
    solution of that system ends where a variable meets an end of [0, 1], which fixes it; after a
    whole step the variable at an end whose margin is most wrong is freed.
    """
    # so near an end the tolerance of the start cannot tell it from the end
    beta = np.where(beta < 1e-6, 0.0, np.where(beta > 1 - 1e-6, 1.0, beta))
    free = (beta > 0) & (beta < 1)
    for _ in range(100 + 10 * len(y)):
        target, b = _with_margin_one(Q, y, b, beta, free, fit_intercept)
        way = target - beta
        room = np.where(way < 0, beta, 1 - beta)  # to the end towards which it moves
        share = np.divide(room, abs(way), out=np.full(len(y), np.inf), where=free & (way != 0))
        first = int(share.argmin())
        if share[first] < 1:
            beta = beta + share[first] * way
            beta[first] = float(way[first] > 0)
            free[first] = False
            continue
        beta = target
        excess = Q @ beta + b * y - 1  # y f - 1: not negative where beta = 0, not positive at 1
        wrong = np.where(free, 0.0, np.where(beta > 0, excess, -excess))
        if wrong.max() <= 1e-10:
            break
        free[wrong.argmax()] = True
    return float(b), beta


def _with_margin_one(Q, y, b, beta, free, fit_intercept):
    """All variables, the free ones from their optimality conditions, and the intercept."""
    size = np.count_nonzero(free)
    fixed = np.where(free, 0.0, beta)
    if size == 0:
        return fixed, b
    system = Q[np.ix_(free, free)]
    right = 1 - Q[free] @ fixed
    if fit_intercept:
        # the last unknown is b, the last equation y'beta = 0
        system = np.block([[system, y[free, None]], [y[free], np.zeros(1)]])
        right = np.append(right, -y @ fixed)
    try:
        solution = np.linalg.solve(system, right)
    except np.linalg.LinAlgError:  # equal points
        solution = np.linalg.lstsq(system, right, rcond=None)[0]
    target = fixed.copy()
    target[free] = solution[:size]
    return target, solution[size] if fit_intercept else 0.0
