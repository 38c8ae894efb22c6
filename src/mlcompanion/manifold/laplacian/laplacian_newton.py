"""Newton's method for Laplacian SVM: Melacci and Belkin (2011), Sections 3.1 and 5.

The objective is quadratic while the set of error vectors stays, so each step solves one system.
"""

from functools import partial

import numpy as np
from scipy.linalg import solve

from mlcompanion._validation import check_array, check_count, check_flag, check_instance

from .laplacian_problem import LapProblem, starting_point
from .laplacian_solvers import LapSolution
from .line_search import exact_line_search

__all__ = ["DeformedSteps", "newton_step", "solve_newton"]


def newton_step(problem, errors, L_K=None):
    r"""The solution of Equation 10 for a fixed set of error vectors, with s = 1.

    Parameters
    ----------
    problem : LapProblem
    errors : ndarray of bool, shape (n,)
    L_K : ndarray, shape (n, n), optional
        The product of the iterated Laplacian and K, the same at every step.

    Returns
    -------
    b : float
    alpha : ndarray, shape (n,)

    Notes
    -----
    Cost: O(n^3).
    """
    n = len(check_instance(problem, "problem", LapProblem).y)
    errors = check_array(errors, "errors", shape=(n,), dtype=bool)
    if L_K is not None:
        L_K = check_array(L_K, "L_K", shape=(n, n))
    K = problem.dense_K()
    M = problem.gamma_I * (problem.smooth(K) if L_K is None else L_K)
    M[errors] += K[errors]  # I_E K has the rows of error vectors only
    M[np.diag_indices(n)] += problem.gamma_A
    right = np.where(errors, problem.y, 0.0)
    if not problem.fit_intercept:
        return 0.0, solve(M, right, overwrite_a=True, check_finite=False)
    bordered = np.empty((n + 1, n + 1))
    bordered[0, 0] = 0
    # the condition of b less all the others: the coefficients sum to 0
    bordered[0, 1:] = 1
    bordered[1:, 1:] = M
    bordered[1:, 0] = errors + problem.gamma_I * problem.smooth(np.ones(n))
    z = solve(bordered, np.append(0, right), overwrite_a=True, check_finite=False)
    return float(z[0]), z[1:]


class DeformedSteps:
    r"""All Newton steps from a single factorisation.

    Outside the labelled points the right-hand side of Equation 10 vanishes, so the coefficients are
    :math:`\alpha=Sc-\gamma_Ib\,t` with :math:`S=(\gamma_AI+\gamma_ILK)^{-1}J^\top` and
    :math:`t=(\gamma_AI+\gamma_ILK)^{-1}L\mathbf 1`, and a step is a system of size
    :math:`|\mathcal E|+1` in the residuals c of the error vectors and b. Not in the paper; the
    matrix :math:`JKS` is the deformed kernel of its dual.

    Parameters
    ----------
    problem : LapProblem

    Notes
    -----
    Cost: O(n^3) once, then O(l^3 + n l) a step.
    """

    def __init__(self, problem):
        check_instance(problem, "problem", LapProblem)
        self.problem = problem
        on = np.flatnonzero(problem.labeled)
        n = len(problem.y)
        size = len(on)
        K = problem.dense_K()
        M = problem.gamma_I * problem.smooth(K)
        M[np.diag_indices(n)] += problem.gamma_A
        right = np.zeros((n, size + 1))
        right[on, np.arange(size)] = 1
        # the last column is that of the intercept
        right[:, size] = problem.smooth(np.ones(n))  # 0 for D - W, not for a normalised one
        solved = solve(M, right, overwrite_a=True, check_finite=False)
        self.S = solved[:, :size]
        self.t = problem.gamma_I * solved[:, size]
        self.G = K[on] @ self.S
        self.h = K[on] @ self.t
        self.on = on

    def serves(self, problem):
        """Whether ``problem`` is the same but for its loss and the signs of its labels."""
        mine = self.problem
        same = all(getattr(mine, k) is getattr(problem, k) for k in ("K", "L"))
        scalars = ("gamma_A", "gamma_I", "degree", "fit_intercept")
        same = same and all(getattr(mine, k) == getattr(problem, k) for k in scalars)
        return same and np.array_equal(mine.labeled, problem.labeled)

    def __call__(self, errors, labels=None):
        """The solution of Equation 10 for a mask of error vectors.

        ``labels`` (n,) replace the problem's, where other classes are learned from the same points.
        """
        E = np.flatnonzero(errors[self.on])
        y = (self.problem.y if labels is None else labels)[self.on][E]
        inner = np.eye(len(E)) + self.G[np.ix_(E, E)]
        if not self.problem.fit_intercept:
            return 0.0, self.S[:, E] @ solve(inner, y)
        system = np.empty((len(E) + 1, len(E) + 1))
        # rows: one residual equation an error vector, and the condition of the intercept
        # c + f = y at the error vectors, where f = G c + b (1 - h)
        system[:-1, :-1], system[:-1, -1] = inner, 1 - self.h[E]
        # the coefficients sum to 0
        system[-1, :-1], system[-1, -1] = self.S[:, E].sum(axis=0), -self.t.sum()
        *c, b = solve(system, np.append(y, 0))
        return float(b), self.S[:, E] @ np.array(c) - b * self.t


def solve_newton(problem, *, max_iter=50, start=None, reuse=False):
    r"""Newton's method, Equations 8 to 10, until the set of error vectors repeats.

    The full step s = 1 is taken while it lowers the objective, as the paper does; else the exact
    line search shortens it, so that the method always converges.

    Parameters
    ----------
    problem : LapProblem
    max_iter : int
        Largest number of Newton steps.
    start : (float, ndarray), optional
        Warm start; default zero, where every labelled point is an error vector.
    reuse : bool or DeformedSteps
        Take all steps from one factorisation instead of solving anew, as the paper does; or from
        that of a problem with another loss or other signs of the labels and otherwise the same.

    Returns
    -------
    LapSolution

    Raises
    ------
    ValueError
        If ``max_iter`` is below 1, or ``reuse`` belongs to another problem.

    Notes
    -----
    Cost: O(n^3) a step, mostly the solution of one dense system; with ``reuse`` O(n^3) in all.
    Source: Section 3.1; for the squared loss one step is the matrix inversion of Section 5.
    """
    check_instance(problem, "problem", LapProblem)
    max_iter = check_count(max_iter, "max_iter", low=1)
    b, alpha = starting_point(problem, start)
    f = problem.scores(b, alpha)
    errors = problem.error_vectors(f)
    values = [problem.objective_at(b, alpha)]
    counts = [int(errors.sum())]
    if isinstance(reuse, DeformedSteps):
        if not reuse.serves(problem):
            raise ValueError(
                "reuse must come from the same problem, but for loss and labels' signs"
            )
        step_to = partial(reuse, labels=problem.y)
    elif check_flag(reuse, "reuse"):
        step_to = DeformedSteps(problem)
    else:
        step_to = partial(newton_step, problem, L_K=problem.smooth(problem.dense_K()))
    for _ in range(max_iter):
        target = step_to(errors)
        step = 1.0
        # the full step first: where it lowers the value, no search is needed
        value = problem.objective_at(*target)
        if value > values[-1]:
            step = _ray_search(problem, (b, alpha), target)
        b = (1 - step) * b + step * target[0]
        alpha = (1 - step) * alpha + step * target[1]
        values.append(value if step == 1 else problem.objective_at(b, alpha))
        now = problem.error_vectors(problem.scores(b, alpha))
        repeated = np.array_equal(now, errors)
        errors = now
        counts.append(int(errors.sum()))
        # the minimum of the quadratic that is in force, or no descent any more
        converged = bool((repeated and step == 1) or step == 0)
        if converged:
            break
    history = {"objective": np.array(values), "n_errors": np.array(counts)}
    return LapSolution(b, alpha, len(values) - 1, history, converged=converged)


def _ray_search(problem, here, target):
    """Exact step from ``here`` towards ``target``."""
    (b, alpha), d_b, d = here, target[0] - here[0], target[1] - here[1]
    f = problem.scores(b, alpha)
    K_d = problem.times_K(d)
    f_d = K_d + d_b
    # value and slope of the penalties along the ray, as the line search wants them
    value = problem.gamma_A * alpha @ K_d + problem.gamma_I * f_d @ problem.smooth(f)
    slope = problem.gamma_A * d @ K_d + problem.gamma_I * f_d @ problem.smooth(f_d)
    on = problem.labeled
    hinge = problem.loss == "squared_hinge"
    return exact_line_search(f[on], f_d[on], problem.y[on], value, slope, hinge=hinge).step
