"""Solvers run for their rates: traces of gaps to an optimum that is known, and fitted slopes.

Promised is what the theory says at worst: a power of the steps, or a factor a step. Measured is the
least-squares slope over a window that is fixed here: powers over the last nine tenths of the
steps (both axes logarithmic), factors over the gaps between a hundredth and a ten-billionth of the
first.
"""

from typing import NamedTuple

import numpy as np
from scipy import optimize as peers

from mlcompanion.losses import Logistic, Squared
from mlcompanion.optimize import (
    DataFit,
    Quadratic,
    coordinate_descent,
    dal,
    fista,
    gradient_descent,
    ista,
    lambda_max,
    owlqn,
    sparsa,
    subgradient_descent,
)
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.majorising import FixedCurvature, majorize
from mlcompanion.optimize.stochastic import ForwardBackward, RegularizedDualAveraging
from mlcompanion.prox import L1

__all__ = ["RATES", "Rate", "Trace", "factor_slope", "power_slope"]

HIGH = 1e-2
LOW = 1e-10


class Trace(NamedTuple):
    """Gaps after so many steps (or passes over the data), and the promise for this draw."""

    steps: np.ndarray
    gaps: np.ndarray
    promised: float


class Rate(NamedTuple):
    """One line of the page: what is run, and how its gap should fall.

    ``kind`` is "power" (gap ~ steps to the ``promised``) or "factor" (log gap falls by
    ``promised`` a step); ``run(seed)`` gives a :class:`Trace`.
    """

    solver: str
    problem: str
    unit: str
    kind: str
    source: str
    run: object


def power_slope(trace):
    """Slope of log gap over log steps, in the last nine tenths."""
    late = (trace.steps >= trace.steps[-1] / 10) & (trace.gaps > 0)
    x = np.log(trace.steps[late])
    return float(np.polyfit(x, np.log(trace.gaps[late]), 1)[0])


def factor_slope(trace):
    """Slope of log gap over steps, while the gap is between two shares of the first."""
    share = trace.gaps / trace.gaps[0]
    inside = (share < HIGH) & (share > LOW)
    if inside.sum() < 3:  # faster than any factor: from the first gap to the last above rounding
        inside = share > LOW
    return float(np.polyfit(trace.steps[inside], np.log(trace.gaps[inside]), 1)[0])


# --- a quadratic whose curvatures fall to nothing: the worst that convexity alone allows


def flat_quadratic(seed, n=200):
    """Curvatures from 1 down to 1e-6, optimum at distance 1 from 0 in every direction."""
    rng = np.random.default_rng(seed)
    curvatures = np.geomspace(1, 1e-6, n)
    best = rng.choice([-1.0, 1.0], n)
    return Quadratic(np.diag(curvatures), curvatures * best, 0.5 * curvatures @ best**2)


def by_gradients(solver, power, n_iter=2000):
    """Gradient steps, plain or accelerated, on the flat quadratic."""

    def run(seed):
        bowl = flat_quadratic(seed)
        found = solver(bowl, np.zeros(200), tol=0.0, max_iter=n_iter, lipschitz=1.0)
        return Trace(np.arange(1, n_iter + 1), found.objective[1:], power)

    return run


# --- the lasso with more unknowns than rows


def lasso(seed, n=100, d=200):
    """A fit, a penalty, and the least objective."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, d))
    y = A[:, :10].sum(axis=1) + rng.normal(size=n)
    fit = DataFit(A, y)
    lam = 0.1 * lambda_max(fit, L1(1.0))
    best = coordinate_descent(A, y, lam, tol=1e-15, max_iter=100_000).w
    return fit, lam, fit.value(best) + lam * np.abs(best).sum()


def by_proximal_steps(solver, power, n_iter):
    """ISTA and FISTA on the lasso."""

    def run(seed):
        fit, lam, best = lasso(seed)
        found = solver(fit, L1(lam), np.zeros(200), tol=0.0, max_iter=n_iter)
        return Trace(np.arange(1, n_iter + 1), found.objective[1:] - best, power)

    return run


def by_subgradients(seed, n_iter=4000):
    """Subgradient steps of length c over the root of t; the best value so far."""
    fit, lam, best = lasso(seed)

    def value_and_subgradient(w):
        value, gradient = fit.value_and_gradient(w)
        return value + lam * np.abs(w).sum(), gradient + lam * np.sign(w)

    steps = 1 / fit.lipschitz() / np.sqrt(np.arange(1, n_iter + 1))
    found = subgradient_descent(value_and_subgradient, np.zeros(200), steps)
    reached = np.minimum.accumulate(found.objective)[1:]
    return Trace(np.arange(1, len(reached) + 1), reached - best, -0.5)


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
