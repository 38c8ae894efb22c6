"""Bowls and lassos on which solvers are run for their rates: each run gives a trace of gaps."""

import numpy as np

from mlcompanion.losses import Squared
from mlcompanion.optimize import (
    DataFit,
    Quadratic,
    admm,
    coordinate_descent,
    dal,
    lambda_max,
    least_squares_step,
    owlqn,
    sparsa,
    subgradient_descent,
)
from mlcompanion.prox import L1, GroupPenalty
from mlcompanion.sparse.cca import excessive_gap
from mlcompanion.sparse.structured import StructuredProblem, spg

from .rate_slopes import Trace

__all__ = [
    "by_callbacks",
    "by_dual_steps",
    "by_excessive_gap",
    "by_gradients",
    "by_owlqn",
    "by_proximal_steps",
    "by_smoothing",
    "by_sparsa",
    "by_split",
    "by_subgradients",
]


# --- a quadratic whose curvatures fall to nothing: the worst that convexity alone allows


def flat_quadratic(seed, n=200):
    """Curvatures from 1 down to 1e-9, the optimum a draw from the normal law."""
    rng = np.random.default_rng(seed)
    curvatures = np.geomspace(1, 1e-9, n)
    best = rng.normal(size=n)
    return Quadratic(np.diag(curvatures), curvatures * best, 0.5 * curvatures @ best**2)


def by_gradients(solver, power, n_iter=2000):
    """Gradient steps, plain or accelerated, on the flat quadratic."""

    def run(seed):
        bowl = flat_quadratic(seed)
        found = solver(bowl, np.zeros(200), tol=0.0, max_iter=n_iter, lipschitz=1.0)
        return Trace(np.arange(1, n_iter + 1), found.objective[1:], power)

    return run


def flat_lasso(seed, lam=1e-5):
    """The same bowl with a weight on absolute values, and its least value in closed form."""
    bowl = flat_quadratic(seed)
    curvatures = np.diag(bowl.Q)
    best = L1(1.0).metric_prox(bowl.b / curvatures, curvatures, lam)
    return bowl, lam, bowl.value(best) + lam * np.abs(best).sum()


def by_proximal_steps(solver, power, n_iter=2000):
    """ISTA and FISTA."""

    def run(seed):
        bowl, lam, best = flat_lasso(seed)
        found = solver(bowl, L1(lam), np.zeros(200), tol=0.0, max_iter=n_iter, lipschitz=1.0)
        return Trace(np.arange(1, n_iter + 1), found.objective[1:] - best, power)

    return run


def by_subgradients(seed, n_iter=4000):
    """Subgradient steps of length 1 over the root of t; the best value so far."""
    bowl, lam, best = flat_lasso(seed)

    def value_and_subgradient(w):
        value, gradient = bowl.value_and_gradient(w)
        return value + lam * np.abs(w).sum(), gradient + lam * np.sign(w)

    steps = 1 / np.sqrt(np.arange(1, n_iter + 1))
    found = subgradient_descent(value_and_subgradient, np.zeros(200), steps)
    reached = np.minimum.accumulate(found.objective)[1:]
    return Trace(np.arange(1, len(reached) + 1), reached - best, -0.5)


# --- the lasso with more unknowns than rows


def lasso(seed, n=100, d=200):
    """A fit, a penalty, and the least objective."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, d))
    y = A[:, :10].sum(axis=1) + rng.normal(size=n)
    fit = DataFit(A, y)
    lam = 0.1 * lambda_max(fit, L1(1.0))
    best = coordinate_descent(A, y, lam, tol=1e-12, max_iter=10_000).w
    return fit, lam, fit.value(best) + lam * np.abs(best).sum()


def by_callbacks(solver):
    """Solvers that tell each iterate: a factor a step once the support is found."""

    def run(seed, n_iter=400):
        fit, lam, best = lasso(seed)
        values = []

        def watch(t, w):
            values.append(fit.value(w) + lam * np.abs(w).sum() - best)

        solver(fit, lam, watch, n_iter)
        return Trace(np.arange(1, len(values) + 1), np.array(values), np.nan)

    return run


def by_owlqn(fit, lam, watch, n_iter):
    """Orthant-wise quasi-Newton steps."""
    owlqn(fit, lam, np.zeros(200), tol=0.0, max_iter=n_iter, callback=watch)


def by_sparsa(fit, lam, watch, n_iter):
    """Proximal steps of spectral length."""
    sparsa(fit, L1(lam), np.zeros(200), tol=0.0, max_iter=n_iter, callback=watch)


# --- the lasso by steps in the dual, and a smoothed dual whose gap is certified


def by_dual_steps(seed):
    """Augmented Lagrangian: its duality gap, outer step by outer step; order above 1."""
    fit, lam, _ = lasso(seed)
    found = dal(fit.A, fit.y, Squared(), L1(lam), tol=1e-13)
    return Trace(np.arange(len(found.path)), np.array([step.rdg for step in found.path]), 1.0)


def by_split(seed, n_iter=(10, 20, 40, 80, 160, 320)):
    """Alternating directions on the lasso, the objective of its sparse copy."""
    fit, lam, best = lasso(seed)
    solve = least_squares_step(fit.A, fit.y, rho=1.0)
    gaps = []
    for steps in n_iter:
        found = admm(solve, L1(lam), fit.A.shape[1], rho=1.0, tol=0.0, max_iter=steps)
        gaps.append(fit.value(found.z) + lam * np.abs(found.z).sum() - best)
    return Trace(np.array(n_iter), np.array(gaps), -1.0)


def by_excessive_gap(seed, n_iter=400):
    """The certificate itself: primal minus dual value, for 20 overlapping groups in a ball."""
    groups = [np.arange(9 * k, 9 * k + 10) for k in range(20)]
    beta = 2 * np.random.default_rng(seed).normal(size=181)
    found = excessive_gap(beta, GroupPenalty(groups, 1.0), tol=0.0, max_iter=n_iter)
    return Trace(np.arange(1, n_iter + 1), (found.primal - found.dual)[1:], -2.0)


def by_smoothing(seed, n_iter=(50, 100, 200, 400, 800), accuracy=5e-4):
    """Smoothed groups with fewer rows than columns: gaps after runs of so many steps.

    Each length has the smoothing whose bound is least for it. The optimum is certified by a duality
    gap that is a twentieth of the least gap to be measured, or less.
    """
    rng = np.random.default_rng(seed)
    groups = [np.arange(9 * k, 9 * k + 10) for k in range(20)]
    X = rng.normal(size=(100, 181))
    y = X[:, :30].sum(axis=1) + rng.normal(size=100)
    problem = StructuredProblem(X, y, GroupPenalty(groups, 10.0), lam=1.0)
    best = spg(problem, accuracy=accuracy, restart=True, check_every=50, max_iter=200_000)
    # the bound mu D + 2 |w|^2 |C|^2 / (mu N^2) is least here
    smoothing = np.sqrt(2 / problem.prox_diameter) * problem.penalty.norm()
    smoothing *= np.linalg.norm(best.coef)
    gaps = []
    for steps in n_iter:
        found = spg(problem, mu=smoothing / steps, stop=lambda w: False, max_iter=steps)
        gaps.append(found.objective - best.objective)
    return Trace(np.array(n_iter), np.array(gaps), -1.0)
