"""Searches for a counterexample to what Melacci and Belkin (2011) say of their solvers.

Random small problems; every reference here is a general optimizer that knows neither the duals nor
the active sets of the solvers under test.
"""

from itertools import islice
from typing import NamedTuple

import numpy as np
from scipy import optimize
from sklearn.datasets import make_moons

from mlcompanion._validation import check_rng
from mlcompanion.datasets import hide_labels
from mlcompanion.kernels import gram
from mlcompanion.manifold import LapProblem, pcg_steps, solve_newton
from mlcompanion.manifold.laplacian import graph_laplacian

__all__ = [
    "OptimumCheck",
    "check_optimum",
    "criteria_at",
    "dual_coefficients",
    "linear_hinge_minimum",
    "linear_hinge_value",
    "moons_problem",
    "random_problem",
    "squared_hinge_minimum",
]


def moons_problem(random_state):
    """Figure 3: two moons of 100 points, one of each labelled.

    Width, graph and weights are ours, since the source does not tell its own; one setting serves
    all draws.

    Parameters
    ----------
    random_state : int
        Of the points and of the choice of the labelled ones.

    Returns
    -------
    problem : LapProblem
    truth : ndarray, shape (200,)
        Classes -1 and 1.
    """
    X, y = make_moons(200, noise=0.05, random_state=random_state)
    known = hide_labels(y, 2, random_state=random_state)
    signs = np.where(known == -1, 0, 2 * known - 1)
    K = gram(X, sigma=0.35)
    L = graph_laplacian(X, 6)
    return LapProblem(K, L, signs, gamma_A=1e-5, gamma_I=1.0), 2.0 * y - 1


def random_problem(n, random_state, *, n_labeled=6, degree=None, normalized=None, weights=None):
    """A random semi-supervised problem: two or three clusters in the plane, with an intercept.

    Parameters
    ----------
    n : int
    random_state : int or Generator
    n_labeled : int
    degree : int, optional
        Power of the Laplacian; default drawn from 1, 2, 3.
    normalized : bool, optional
        Of the Laplacian; default drawn.
    weights : (float, float), optional
        ``gamma_A`` and ``gamma_I``; default drawn from 0.01, 0.1 and 1.

    Returns
    -------
    LapProblem
    """
    rng = check_rng(random_state)
    centers = rng.normal(scale=2, size=(rng.integers(2, 4), 2))
    cluster = rng.integers(len(centers), size=n)
    X = centers[cluster] + rng.normal(scale=0.7, size=(n, 2))
    y = np.zeros(n)
    known = rng.permutation(n)[:n_labeled]
    y[known] = np.where(cluster[known] == 0, -1.0, 1.0)
    y[known[:2]] = -1.0, 1.0  # both classes, whatever the clusters are
    degree = int(rng.integers(1, 4)) if degree is None else degree
    normalized = bool(rng.integers(2)) if normalized is None else normalized
    gamma_A, gamma_I = rng.choice([0.01, 0.1, 1.0], size=2) if weights is None else weights
    L = graph_laplacian(X, 6, normalized=normalized)
    return LapProblem(gram(X, sigma=1.0), L, y, float(gamma_A), float(gamma_I), degree)


def _whitened(problem):
    """A matrix B such that f = b + B c and alpha' K alpha = c' c."""
    values, vectors = np.linalg.eigh(problem.dense_K())
    return vectors * np.sqrt(np.maximum(values, 0.0))


def squared_hinge_minimum(problem):
    """Least value of Equation 7, by a quasi-Newton method in whitened coordinates.

    Notes
    -----
    Cost: O(n^2) an iteration; L-BFGS knows no active set.
    """
    B = _whitened(problem)
    y = problem.y
    on = problem.labeled

    def value_and_gradient(z):
        f = z[0] + B @ z[1:]
        slack = np.where(on, np.maximum(1 - y * f, 0.0), 0.0)
        L_f = problem.smooth(f)
        value = slack @ slack + problem.gamma_A * z[1:] @ z[1:] + problem.gamma_I * f @ L_f
        r = problem.gamma_I * L_f - y * slack
        return value / 2, np.append(r.sum(), B.T @ r + problem.gamma_A * z[1:])

    options = {"maxiter": 20_000, "maxfun": 40_000, "ftol": 1e-13, "gtol": 1e-6, "maxcor": 30}
    start = np.zeros(len(y) + 1)
    return optimize.minimize(
        value_and_gradient, start, jac=True, method="L-BFGS-B", options=options
    ).fun


class OptimumCheck(NamedTuple):
    """How far two solvers end from the minimum of one problem, and what their steps leave.

    Attributes
    ----------
    gap_newton, gap_pcg : float
        Objective over the reference minimum, minus 1.
    line_gap : float
        Objective after an exact step over that after a bounded scalar minimizer's step, minus 1;
        the largest over all iterations.
    alpha_sum : float
        Absolute sum of Newton's coefficients over the sum of their absolute values.
    """

    gap_newton: float
    gap_pcg: float
    line_gap: float
    alpha_sum: float


def check_optimum(problem, max_iter=None):
    """Newton's method and conjugate gradients against a general optimizer on one problem.

    Parameters
    ----------
    problem : LapProblem
    max_iter : int, optional
        Iterations of the conjugate gradients; default ten times n.

    Returns
    -------
    OptimumCheck

    Notes
    -----
    Source of the claims: sections 3.1 and 3.2.
    """
    reference = squared_hinge_minimum(problem)
    newton = solve_newton(problem)
    line_gap = 0.0
    old = None
    last = 10 * len(problem.y) if max_iter is None else max_iter
    for state in islice(pcg_steps(problem), last + 1):
        if old is not None:
            line_gap = max(line_gap, _line_gap(problem, old, state))
        if state.mixed_product <= 1e-5 * abs(state.objective):
            break
        old = state
    return OptimumCheck(
        float(newton.history["objective"][-1] / reference - 1),
        state.objective / reference - 1,
        line_gap,
        float(abs(newton.alpha.sum()) / np.abs(newton.alpha).sum()),
    )


def _line_gap(problem, old, new):
    """Excess of the exact step's objective over that of Brent's method on the same ray."""
    d = new.alpha - old.alpha
    f_d = new.f - old.f
    K_alpha = old.f - old.b
    K_d = f_d - (new.b - old.b)
    L_f = problem.smooth(old.f)
    L_d = problem.smooth(f_d)

    def value(s):  # s = 1 is the exact step
        parts = old.f + s * f_d, K_alpha + s * K_d, old.alpha + s * d, L_f + s * L_d
        return float(problem.objective(*parts))

    best = optimize.minimize_scalar(value, bounds=(0, 4), method="bounded").fun
    return value(1.0) / best - 1


def linear_hinge_value(problem, alpha, b=None):
    """The linear-hinge objective that the dual solves (Equation 2) at ``alpha``.

    Parameters
    ----------
    problem : LapProblem
    alpha : ndarray, shape (n,)
    b : float, optional
        Default: the best intercept, found among the points where the loss bends.

    Notes
    -----
    The intrinsic norm is that of :math:`K\\alpha`, without the intercept, as in the paper's dual.
    """
    K_alpha = problem.times_K(alpha)
    on = problem.labeled
    y = problem.y[on]
    norms = problem.gamma_A * alpha @ K_alpha + problem.gamma_I * K_alpha @ problem.smooth(K_alpha)
    bends = y - K_alpha[on] if b is None else np.array([b])
    losses = np.maximum(1 - y * (K_alpha[on] + bends[:, None]), 0.0).sum(axis=1)
    return float(norms + losses.min())


def linear_hinge_minimum(problem):
    """Least value of the linear-hinge objective, by sequential quadratic programming.

    The unknowns are whitened coefficients, the intercept and one slack for each label; no dual is
    formed.
    """
    B = _whitened(problem)
    on = np.flatnonzero(problem.labeled)
    y = problem.y[on]
    n = len(problem.y)
    size = len(on)
    H = 2 * (problem.gamma_A * np.eye(n) + problem.gamma_I * B.T @ problem.smooth(B))
    margins = np.column_stack([y[:, None] * B[on], y, np.eye(size)])

    def value(z):
        return z[:n] @ H @ z[:n] / 2 + z[n + 1 :].sum()

    def gradient(z):
        return np.concatenate([H @ z[:n], [0.0], np.ones(size)])

    constraint = {"type": "ineq", "fun": lambda z: margins @ z - 1, "jac": lambda z: margins}
    bounds = [(None, None)] * (n + 1) + [(0, None)] * size
    start = np.concatenate([np.zeros(n + 1), np.ones(size)])
    found = optimize.minimize(
        value, start, jac=gradient, method="SLSQP", bounds=bounds, constraints=[constraint],
        options={"maxiter": 1000, "ftol": 1e-12},
    )  # fmt: skip
    return float(found.fun)


def dual_coefficients(problem, product):
    """Coefficients from Equations 5 and 6, for a given product of Laplacian and Gram matrix.

    Parameters
    ----------
    problem : LapProblem
    product : ndarray, shape (n, n)
        As printed :math:`KL`; from the line before, :math:`LK`.

    Returns
    -------
    alpha : ndarray, shape (n,)

    Notes
    -----
    The programme in l variables is solved by sequential quadratic programming, without the
    package's dual.
    """
    on = np.flatnonzero(problem.labeled)
    y = problem.y[on]
    n = len(problem.y)
    size = len(on)
    system = 2 * (problem.gamma_A * np.eye(n) + problem.gamma_I * product)
    S = np.linalg.solve(system, np.eye(n)[:, on])
    Q = y[:, None] * (problem.dense_K()[on] @ S) * y
    Q = (Q + Q.T) / 2
    found = optimize.minimize(
        lambda beta: beta @ Q @ beta / 2 - beta.sum(), np.full(size, 0.5),
        jac=lambda beta: Q @ beta - 1, method="SLSQP", bounds=[(0, 1)] * size,
        constraints=[{"type": "eq", "fun": lambda beta: beta @ y, "jac": lambda beta: y}],
        options={"maxiter": 1000, "ftol": 1e-14},
    )  # fmt: skip
    return S @ (found.x * y)


def criteria_at(history, t, last=300):
    """The classical stopping measures at iteration ``t``, relative to their first values.

    Parameters
    ----------
    history : dict of ndarrays
        Of :func:`~mlcompanion.manifold.solve_pcg`.
    t, last : int
        ``last`` is the iteration up to which the further fall of the mixed product is measured.

    Returns
    -------
    dict
        ``gradient``, ``preconditioned``, ``mixed_product``, and ``later``: by which factor the
        mixed product falls further.
    """
    names = ("gradient", "preconditioned", "mixed_product")
    levels = {name: float(history[name][t] / history[name][0]) for name in names}
    mixed = history["mixed_product"]
    return levels | {"later": float(mixed[t] / mixed[min(last, len(mixed) - 1)])}
