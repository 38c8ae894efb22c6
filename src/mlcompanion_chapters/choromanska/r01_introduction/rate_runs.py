"""Solvers run for their rates: traces of gaps to an optimum that is known, and fitted slopes.

Promised is what the theory says at worst: a power of the steps, or a factor a step. Measured is the
least-squares slope over a window that is fixed here: powers over the last nine tenths of the
steps (both axes logarithmic), factors over the gaps between a hundredth and a ten-billionth of the
first.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion.losses import Logistic
from mlcompanion.optimize import (
    DataFit,
    Quadratic,
    coordinate_descent,
    fista,
    gradient_descent,
    ista,
    lambda_max,
    owlqn,
    sparsa,
    subgradient_descent,
)
from mlcompanion.optimize.finite_sums import (
    FiniteSum,
    asgd,
    growing_batch,
    lbfgs,
    miso,
    newton,
    sag,
    sdca,
    sgd,
    steepest_descent,
    svrg,
)
from mlcompanion.optimize.majorising import FixedCurvature, majorize
from mlcompanion.prox import L1

__all__ = ["KINDS", "PROBLEMS", "RATES", "Rate", "Trace", "slope"]

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


# --- logistic regression with a ridge: strongly convex, a sum of 500 losses


def logistic(seed, n=500, d=20, lam=1e-2):
    """A finite sum with columns of scales 1 to 1/10, and its least value."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * np.geomspace(1, 0.1, d)
    y = np.where(X @ rng.normal(size=d) + rng.logistic(size=n) > 0, 1.0, -1.0)
    problem = FiniteSum(X, y, Logistic(), lam)
    return problem, newton(problem, tol=1e-14).objective[-1]


def whole(solver, **options):
    """Solvers that ask for all samples at each step; the promise is that of steps 1/L."""

    def run(seed):
        problem, best = logistic(seed)
        found = solver(problem, tol=1e-12, **options)
        gaps = found.objective - best
        return Trace(np.arange(len(gaps)), gaps, np.log1p(-problem.lam / problem.lipschitz()))

    return run


def by_newton(seed):
    """Newton's method: the number of right digits doubles."""
    return whole(newton)(seed)._replace(promised=2.0)


def by_lbfgs(seed):
    """Limited memory: no factor is promised here."""
    return whole(lbfgs)(seed)._replace(promised=np.nan)


def by_bounds(seed):
    """Bounds of Böhning's curvature: the share of the Hessian in it, at the optimum, is promised."""
    problem, best = logistic(seed)
    bound = problem.X.T @ problem.X / (4 * problem.n_samples) + problem.lam * np.eye(20)
    found = majorize(FixedCurvature(problem, bound), np.zeros(20), tol=1e-12)
    shares = np.linalg.eigvals(np.linalg.solve(bound, problem.hessian(found.w))).real
    gaps = found.objective - best
    return Trace(np.arange(len(gaps)), gaps, 2 * np.log1p(-shares.min()))


def by_samples(solver, promise, passes=60, **options):
    """Solvers that ask for one sample at a time, by passes over the data; ``promise`` a pass."""

    def run(seed):
        problem, best = logistic(seed)
        found = solver(problem, max_passes=passes, tol=0.0, random_state=seed, **options)
        return Trace(found.passes, found.objective - best, promise(problem))

    return run


def sag_promise(problem):
    """Schmidt, Le Roux and Bach (2017): a factor 1 - min(mu / 16 L, 1 / 8 n) a sample."""
    n = problem.n_samples
    ratio = problem.lam / (16 * problem.row_lipschitz().max())
    return n * np.log1p(-min(ratio, 1 / (8 * n)))


def sdca_promise(problem):
    """Shalev-Shwartz and Zhang (2013): a factor 1 - lam n gamma / (n + lam n^2 gamma) a sample."""
    n = problem.n_samples
    steepest = problem.row_lipschitz().max() - problem.lam
    return n * np.log1p(-problem.lam / (steepest + problem.lam * n))


def miso_promise(problem):
    """Mairal (2015), lower bounds: a factor 1 - 1 / 3n a sample, if n is at least 2 L / mu."""
    return problem.n_samples * np.log1p(-1 / (3 * problem.n_samples))


def by_stages(seed, stages=6):
    """SVRG with steps of 1 / 10 L and inner loops of 50 L / mu: a half a stage is promised."""
    problem, best = logistic(seed)
    steepest = problem.row_lipschitz().max()
    inner = int(np.ceil(50 * steepest / problem.lam))
    passes = 1 + 2 * inner / problem.n_samples
    found = svrg(
        problem,
        step=0.1 / steepest,
        inner=inner,
        tol=0.0,
        random_state=seed,
        max_passes=int(stages * passes),
    )
    return Trace(found.passes, found.objective - best, np.log(0.5) / passes)


def by_falling_steps(solver, passes=200):
    """One sample at a time, with steps that fall as 1/t: the gap falls as 1/t."""

    def run(seed):
        problem, best = logistic(seed)
        found = solver(problem, max_passes=passes, random_state=seed)
        return Trace(found.passes[1:], found.objective[1:] - best, -1.0)

    return run


def by_growing_batches(seed):
    """Batches that grow by a tenth a step: the factor of the batch method, or a tenth."""
    problem, best = logistic(seed)
    found = growing_batch(problem, max_passes=60, random_state=seed)
    gaps = found.objective - best
    promise = max(np.log1p(-problem.lam / problem.lipschitz()), -np.log(1.1))
    return Trace(np.arange(len(gaps)), gaps, promise)


def order_slope(trace):
    """Slope of the log gap over the log gap before it, where both are above rounding."""
    share = trace.gaps / trace.gaps[0]
    last = share > 1e-13
    pairs = last[1:] & last[:-1]
    x = np.log(share[:-1][pairs])
    y = np.log(share[1:][pairs])
    return float((y[-1] - y[-2]) / (x[-1] - x[-2]))


#: What a slope is a slope of, by kind.
KINDS = {"power": power_slope, "factor": factor_slope, "order": order_slope}


def slope(kind, trace):
    """The fitted slope of a trace: an exponent, a logarithm of a factor, or an order."""
    return KINDS[kind](trace)


#: The problems in words.
PROBLEMS = {
    "flat quadratic": "200 curvatures from 1 down to 1e-9",
    "flat lasso": "the same with absolute values at weight 1e-5",
    "lasso": "100 rows, 200 normal columns, a tenth of the largest weight",
    "logistic": "500 rows, 20 columns of scales 1 to 0.1, ridge 0.01",
}

CHEN = "Chen (2013), section 2.5"
LIST = "Choromanska (2014), section 1.1.3"

RATES = (
    Rate("gradient_descent", "flat quadratic", "step", "power", CHEN,
         by_gradients(gradient_descent, -1.0)),
    Rate("ista", "flat lasso", "step", "power", CHEN, by_proximal_steps(ista, -1.0)),
    Rate("fista", "flat lasso", "step", "power", CHEN, by_proximal_steps(fista, -2.0)),
    Rate("subgradient_descent", "flat lasso", "step", "power", CHEN, by_subgradients),
    Rate("owlqn", "lasso", "step", "factor", "no promise", by_callbacks(by_owlqn)),
    Rate("sparsa", "lasso", "step", "factor", "no promise", by_callbacks(by_sparsa)),
    Rate("steepest_descent", "logistic", "step", "factor", LIST,
         whole(steepest_descent, step="lipschitz", max_iter=3000)),
    Rate("newton", "logistic", "step", "order", LIST, by_newton),
    Rate("lbfgs", "logistic", "step", "factor", "no promise", by_lbfgs),
    Rate("majorize, Böhning's bound", "logistic", "step", "factor", LIST, by_bounds),
    Rate("sgd, steps 1/t", "logistic", "pass", "power", LIST, by_falling_steps(sgd)),
    Rate("asgd, steps 1/t", "logistic", "pass", "power", LIST, by_falling_steps(asgd)),
    Rate("sag", "logistic", "pass", "factor", LIST, by_samples(sag, sag_promise)),
    Rate("sdca", "logistic", "pass", "factor", LIST, by_samples(sdca, sdca_promise)),
    Rate("miso, lower bounds", "logistic", "pass", "factor", LIST,
         by_samples(miso, miso_promise, bound="lower")),
    Rate("svrg", "logistic", "pass", "factor", LIST, by_stages),
    Rate("growing_batch", "logistic", "step", "factor", LIST, by_growing_batches),
)  # fmt: skip
