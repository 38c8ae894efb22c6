"""A logistic sum on which solvers are run for their rates: each run gives a trace of gaps."""

from itertools import takewhile

import numpy as np

from mlcompanion.classification.linear.bound_fits import SoftmaxSurrogate
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, Work, growing_batch, newton, svrg
from mlcompanion.optimize.majorising import FixedCurvature, curvature_limit, majorize
from mlcompanion.optimize.majorising.semistochastic import (
    LinearGrowth,
    LogisticBounds,
    semistochastic_steps,
)

from .rate_slopes import Trace

__all__ = [
    "by_bounds", "by_falling_steps", "by_growing_batches", "by_newton", "by_samples",
    "by_searches", "by_semistochastic_bounds", "by_softmax_bounds", "by_stages", "miso_promise",
    "sag_promise", "sdca_promise", "whole",
]  # fmt: skip


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


def by_searches(solver):
    """Solvers with a line search to which the source promises no factor."""

    def run(seed):
        return whole(solver)(seed)._replace(promised=np.nan)

    return run


def by_bounds(seed):
    """Bounds of Böhning's curvature; the Hessian's share of it at the optimum is promised."""
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


def by_falling_steps(solver, passes=200, runs=10):
    """One sample at a time, with steps that fall as 1/t: the expected gap falls as 1/t."""

    def run(seed):
        problem, best = logistic(seed)
        found = [
            solver(problem, max_passes=passes, random_state=100 * seed + k) for k in range(runs)
        ]
        gaps = np.mean([one.objective[1:] for one in found], axis=0) - best
        return Trace(found[0].passes[1:], gaps, -1.0)

    return run


def by_growing_batches(seed):
    """Batches that grow by a tenth a step: the factor of the batch method, or a tenth."""
    problem, best = logistic(seed)
    found = growing_batch(problem, max_passes=60, random_state=seed)
    gaps = found.objective - best
    promise = max(np.log1p(-problem.lam / problem.lipschitz()), -np.log(1.1))
    return Trace(np.arange(len(gaps)), gaps, promise)


def by_semistochastic_bounds(seed, passes=40):
    """Bounds from two batches, of which the gradient's grows by a twentieth of the rows a step."""
    problem, best = logistic(seed)
    n = problem.n_samples
    work = Work()
    steps = semistochastic_steps(
        LogisticBounds(problem), np.zeros(20), LinearGrowth(5, 0.05 * n, n),
        LinearGrowth(5, 0.05 * n, 200), inner=20, work=work, random_state=seed,
    )  # fmt: skip
    points = takewhile(lambda point: point[0] <= passes, ((work.passes(n), s.w) for s in steps))
    spent, found = zip(*points)
    return Trace(np.array(spent), np.array([problem.value(w) for w in found]) - best, np.nan)


def by_softmax_bounds(seed, n=300, d=10, c=3, lam=0.1):
    """Bounds on the partition function of three classes; Theorem 2 promises lam / (lam + omega)."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    codes = np.argmax(X @ rng.normal(size=(d, c)) + rng.gumbel(size=(n, c)), axis=1)
    surrogate = SoftmaxSurrogate(X, codes, c, np.full(d, lam * n))
    found = majorize(surrogate, np.zeros(c * d), tol=1e-11)
    gaps = found.objective - found.objective[-1]
    omega = curvature_limit(np.linalg.norm(X, axis=1).max(), c)
    return Trace(np.arange(len(gaps)), gaps, -np.log1p(lam / omega))
