"""Units change no answer: every solver, with columns in units of ``a``, outputs in units of ``b``.

A new name of the room enters by itself: the first test fails until it has a call. Solvers look at
what they are given and move no origin: the estimators centre (``test_equivariance``). Where a
matrix is moved by a definition of its own, as in ``StandardizedOperator``, the origin is tried too.
The outputs hold an outlier, the columns ties.
"""

import warnings
from typing import NamedTuple

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from test_bad_input import tried

from mlcompanion import optimize as O
from mlcompanion.convex import Euclidean
from mlcompanion.convex.metrics import RootMetric
from mlcompanion.losses import Huber, Logistic, Squared
from mlcompanion.optimize import dual, finite_sums, majorising, proximal, stochastic
from mlcompanion.optimize.irls import robust_unit
from mlcompanion.optimize.majorising import semistochastic as sampled
from mlcompanion.optimize.smo import RowsOnDemand, smo
from mlcompanion.prox import L1
from mlcompanion.prox.balls import project_l2_ball

UNITS = (1e-12, 1e-6, 1e6, 1e12)
RNG = np.random.default_rng(4)
X = np.round(RNG.normal(size=(40, 4)), 1)
Y = X @ [1.0, -2.0, 0.0, 0.5] + 0.3 * RNG.normal(size=40)
Y[0] = 30.0
SIGNS = np.where(Y > 0, 1.0, -1.0)
W = np.array([0.8, -1.7, 0.0, 0.4])
LAM = 4.0
GRAM = X.T @ X


class Case(NamedTuple):
    """``call(a, b)`` in units of columns and of outputs, and how far its tolerance moves it."""

    call: object
    tol: float = 1e-10
    free: str = "units outputs"


def lasso(solve, tol=1e-7):
    """A solver of the lasso: ``solve(fit, lam, start)`` gives coefficients."""

    def call(a, b):
        fit = O.DataFit(a * X, b * Y)
        return solve(fit, LAM * a * b, np.zeros(4)) * a / b

    return Case(call, tol)


def smooth(solve, tol=1e-7):
    """A solver of least squares whose Gram matrix is given."""

    def call(a, b):
        fit = O.Quadratic.from_least_squares(a * X, b * Y)
        return solve(fit, L1(LAM * a * b), np.zeros(4)) * a / b

    return Case(call, tol)


def fits(fit, a, b):
    """What a smooth function is asked."""
    value, gradient = fit.value_and_gradient(W * b / a)
    return np.append(value / b**2, gradient / (a * b))


def operator(a, b):
    """Products of the standardized matrix, in whatever units and from whatever origin."""
    design = O.StandardizedOperator(a + b * X)
    return np.concatenate([design @ W, design.T @ Y, np.ravel(design.columns([0, 2]))])


def programme(a, b):
    """A quadratic programme in variables of units ``b / a`` and an objective of ``b`` squared."""
    F = a**2 * GRAM
    f = -a * b * (X.T @ Y)
    G = np.vstack([np.eye(4), -np.eye(4)])
    g = np.full(8, b / a)
    found = O.interior.quadratic_program(F, f, G, g)
    return np.append(found.x * a / b, found.multipliers / (a * b))


def descent(kind):
    """Composite steps on the rows' squared errors, one row a step."""

    def call(a, b):
        steps = kind(4, L1(0.2 * a * b), eta=0.05 / a**2)
        for row, y in zip(X[:20], Y[:20]):
            slope = a * row @ steps.x_ - b * y
            steps.step(slope * a * row)
        return steps.x_ * a / b

    return Case(call)


def metric_points(a, b):
    metric = RootMetric(4)
    metric.grow(W)
    return stochastic.metric_point(metric, b * W, L1(1.0), 0.3 * b) / b


def simplex_steps(a, b):
    mu = np.array([0.8, 0.6, -0.3])
    sides = (np.ones((1, 3)), -np.ones(3), np.zeros(3))
    return (
        O.separable_pdip(
            lambda x: b * (x / a - mu) / a,
            lambda x: np.full(3, b / a**2),
            *sides,
            np.full(3, a / 3),
        ).alpha
        / a
    )


def direction(a, b):
    found = O.newton_direction(
        b / a * np.array([0.8, -0.6, 0.3]),
        np.full(3, b / a**2),
        np.ones((1, 3)),
        -np.ones(3),
        np.full(3, 1.0 * a),
        np.full(3, b / a),
        np.array([0.5 * b / a]),
    )
    return np.ravel(found[0]) / a


def box(solve):
    """The dual of a machine: Q in units of a squared, alpha in those of b / a squared."""

    def call(a, b):
        Q = a**2 * (SIGNS[:, None] * (X @ X.T + np.eye(40)) * SIGNS)
        return solve(Q, b * np.ones(40), 0.5 * b / a**2, b) * a**2 / b

    return Case(call, 1e-6)


def by_rows(a, b):
    Q = a**2 * (SIGNS[:, None] * (X @ X.T + np.eye(40)) * SIGNS)
    rows = RowsOnDemand(lambda i: Q[i], np.diag(Q).copy())
    return smo(rows, b * np.ones(40), 0.5 * b / a**2, SIGNS, tol=1e-9 * b).alpha * a**2 / b


def by_factor(a, b):
    Z = a * SIGNS[:, None] * X
    found = dual.dual_coordinate_ascent(
        dual.Factored(Z), b * np.ones(40), 0.5 * b / a**2, tol=1e-9 * b, max_iter=5000
    )
    return found.alpha @ Z * a / b


def admm(a, b):
    solve = O.least_squares_step(a * X, b * Y, rho=a**2)
    run = O.admm(solve, L1(LAM * a * b), 4, rho=a**2, tol=1e-10, max_iter=5000)
    return run.z * a / b


def subgradients(a, b):
    fit = O.DataFit(a * X, b * Y)
    run = O.subgradient_descent(fit.value_and_gradient, np.zeros(4), np.full(20, 1e-3 / a**2))
    return np.append(run.w * a / b, run.objective / b**2)


def logistic(a, b):
    run = O.dal(a * X, SIGNS, Logistic(), L1(2.0 * a), eta0=1 / a**2, tol=1e-9, max_iter=200)
    return run.w * a


def gaps(a, b):
    fit = O.DataFit(a * X, b * Y)
    return np.array(
        [
            O.lasso_gap(a * X, b * Y, W * b / a, LAM * a * b) / b**2,
            O.relative_duality_gap(fit, L1(LAM * a * b), W * b / a),
        ]
    )


def bounds(a, b):
    """Distances in units of ``b``, curvature of ``a``."""
    found = O.rate_bounds(b * 2.0, np.array([1.0, 2.0]) / a, 3.0 * a)
    return np.concatenate([found.objective / (a * b**2), found.exact / b, found.inexact / b])


def finite_sum(a, b):
    """What a mean of squared errors is asked, whole and by rows, and what it cost."""
    problem = finite_sums.FiniteSum(a * X, b * Y, Squared(), 0.3 * a**2)
    asked = finite_sums.CountedSum(problem, finite_sums.Work())
    value, gradient = asked.value_and_gradient(W * b / a)
    rows = asked.gradient_at(W * b / a, np.array([0, 5, 5]))
    bent = asked.hessian_product(W * b / a)(W * b / a)
    constants = [problem.lipschitz(), *problem.row_lipschitz()]
    cost = asked.work.gradient_samples
    return np.concatenate(
        [[value / b**2, cost], *(part / (a * b) for part in (gradient, rows, bent)),
         np.array(constants) / a**2]
    )  # fmt: skip


def majorized(matrix):
    """Bounds of one curvature, a number or a matrix."""

    def call(a, b):
        problem = finite_sums.FiniteSum(a * X, b * Y, Squared(), 0.3 * a**2)
        curvature = 1.2 * problem.hessian(np.zeros(4)) if matrix else problem.lipschitz()
        surrogate = majorising.FixedCurvature(problem, curvature)
        return majorising.majorize(surrogate, np.zeros(4), tol=1e-10).w * a / b

    return Case(call)


def summed(solve, **options):
    """A solver of a mean of squared errors with a ridge; steps drawn from one seed."""

    def call(a, b):
        problem = finite_sums.FiniteSum(a * X, b * Y, Squared(), 0.3 * a**2)
        told = {name: rule(a, b) for name, rule in options.items()}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return solve(problem, **told).w * a / b

    return Case(call, 1e-6)


def seeded(solve, **options):
    """The same for a solver that draws, stopped after three passes."""
    return summed(
        solve, random_state=lambda a, b: 0, max_passes=lambda a, b: 3, tol=lambda a, b: 0.0,
        **options,
    )  # fmt: skip


def accurate(solve):
    """The same for a solver that is run to its optimum."""
    return summed(solve, tol=lambda a, b: 1e-10, max_iter=lambda a, b: 500)


def logistic_steps(a, b):
    """Five sampled steps of the bound, in the old units, and the batches that they took."""
    problem = finite_sums.FiniteSum(a * X, SIGNS, Logistic(), 0.1 * a**2)
    bounds = sampled.LogisticBounds(problem)
    growths = sampled.LinearGrowth(5, 4, 40), sampled.LinearGrowth(10, 1, 20)
    steps = sampled.semistochastic_steps(bounds, np.zeros(4), *growths, random_state=0)
    states = [next(steps) for _ in range(5)]
    return np.concatenate([[state.w * a for state in states][-1], states[-1].gradient / a])


def softmax_bounds(a, b):
    bounds = sampled.SoftmaxBounds(a * X, np.arange(40) % 3, 3, 0.1 * a**2)
    w = np.repeat(W, 3) / a
    gradient, spread = bounds.gradient_at(w)
    return np.concatenate(
        [gradient / a, [spread / a**2, bounds.value(w)], bounds.curvature_at(w).solve(w) * a**3]
    )


def measured(a, b):
    growth = sampled.MeasuredGrowth(5, 0.1, 1000)
    return [growth.size(np.array([3.0, 2.0] * k) * b**2) for k in range(1, 20)]


def truncated(solve):
    """A symmetric system in other units."""
    return Case(lambda a, b: solve(lambda v: a**2 * (GRAM @ v), a * b * W, 3) * a / b)


def partition(a, b):
    """The log-partition function of features in units of ``a``, and its bounds."""
    F = a * X[:6]
    theta = W / a
    model = majorising.LogPartition(F, mean=F.mean(axis=0))
    bound = majorising.bohning_bound(theta, F)
    jensen = majorising.jensen_bound(theta, np.full(6, 1 / 6), F)
    values = [model.value(theta), majorising.log_partition(theta, F), jensen]
    return np.concatenate([values, model.gradient(theta) / a, bound.Sigma.ravel() / a**2])


def scaled(a, b):
    """A step of iterative scaling, with counts in units of ``a``."""
    counts = majorising.with_slack(a * np.abs(X))
    touch = majorising.ScalingBound(counts, np.arange(40) % 3).touch(np.zeros((5, 3)))
    return np.concatenate(
        [counts.ravel() / a, touch.gradient.ravel() / a, touch.target.ravel() * a]
    )


def smooth_stream(solve, shape=False, **options):
    """A method of stochastic gradients, given whole ones of squared errors."""

    def call(a, b):
        scaled = {name: value * a**2 for name, value in options.items() if name != "eta"}
        if "eta" in options:
            scaled["eta"] = options["eta"] / a**2
        start = 4 if shape else np.zeros(4)
        run = solve(
            lambda w: a * X.T @ (a * X @ w - b * Y) / 40, start, 25, L1(0.05 * a * b), **scaled
        )
        return run.x * a / b

    return Case(call)


def in_stages(a, b):
    """Two stages."""
    stages = [stochastic.Stage(10, 0.5 * a**2), stochastic.Stage(20, 2 * a**2)]
    run = stochastic.multistage_orda(
        lambda w: a * X.T @ (a * X @ w - b * Y) / 40, np.zeros(4), stages, L1(0.05 * a * b),
        lipschitz=5 * a**2, mu=0.1 * a**2,
    )  # fmt: skip
    return run.x * a / b


def promises(name, *arguments):
    """A bound of dual averaging; distances in units of b over a, curvature of a squared."""

    def call(a, b):
        sizes = {"distance": 2.0 * (b / a) ** 2, "sigma": 0.5 * a * b}
        told = stochastic.LossConstants(3.0 * a**2, **sizes)
        return np.array([getattr(stochastic, name)(20, *arguments, told) / b**2])

    return Case(call)


def weighed(a, b):
    """A bound on a sum of exponentials, features in units of a."""
    bound = majorising.compute_bound(W / a, a * X[:6])
    return np.concatenate([[bound.log_z], bound.mu / a, bound.Sigma.ravel() / a**2])


def low_rank(a, b):
    """The same for several sums at once, of rank 2."""
    models = a * X[:12].reshape(3, 4, 4)
    log_z, mu, curvature = majorising.low_rank_bound(W / a, models, 2, 0.1 * a**2)
    return np.concatenate([np.ravel(log_z), np.ravel(mu) / a, curvature.matrix().ravel() / a**2])


def softmax_low_rank(a, b):
    """Rows in units of a."""
    bound = majorising.softmax_low_rank_bound(X[:10, :3], a * X[:10], 2, 0.1 * a**2)
    return bound.matrix().ravel() / a**2


def chain(a, b):
    """A bound along a chain of five places, two labels, rows in units of a."""
    theta = np.append(np.linspace(-1, 1, 8) / a, [0.3, -0.2, 0.1, 0.5])
    bound = majorising.chain_bound(theta, a * X[:5], 2)
    return np.append(bound.log_z, bound.mu[:8] / a)


def junction(a, b):
    """Two factors of a tree, features in units of a."""
    factors = [
        majorising.LogLinearFactor((k, k + 1), a * X[4 * k : 4 * k + 4].reshape(2, 2, 4))
        for k in range(2)
    ]
    bound = majorising.junction_tree_bound(W / a, factors)
    return np.append(bound.log_z, bound.mu / a)


CASES = {
    **dict.fromkeys(
        ("LogPartition", "bohning_bound", "jensen_bound", "log_partition"), Case(partition)
    ),
    **dict.fromkeys(("ScalingBound", "with_slack"), Case(scaled)),
    **{
        name: accurate(getattr(finite_sums, name))
        for name in ("bfgs", "lbfgs", "newton", "nonlinear_cg", "steepest_descent")
    },
    **{
        name: seeded(getattr(finite_sums, name))
        for name in ("asgd", "growing_batch", "miso", "olbfgs", "sag", "sdca", "sgd", "svrg")
    },
    "smd": seeded(finite_sums.smd, meta=lambda a, b: 0.1 / b**2),
    "decreasing_steps": Case(
        lambda a, b: (
            a**2
            * finite_sums.decreasing_steps(
                finite_sums.FiniteSum(a * X, b * Y, Squared(), 0.3 * a**2)
            )(np.arange(4))
        )
    ),
    "next_batch": Case(lambda a, b: [finite_sums.next_batch(5, 100)]),
    "LinearGrowth": Case(logistic_steps),
    "LogisticBounds": Case(logistic_steps),
    "MeasuredGrowth": Case(measured),
    "SoftmaxBounds": Case(softmax_bounds),
    "batch_error": Case(lambda a, b: [sampled.batch_error(3, (a * b) ** 2, 9) / (a * b) ** 2]),
    "batch_size": Case(lambda a, b: [sampled.batch_size(7, 5, 1.5, 40)], free=""),
    "semistochastic_steps": Case(logistic_steps),
    "truncated_cg": truncated(sampled.truncated_cg),
    "truncated_lsqr": truncated(sampled.truncated_lsqr),
    "compute_bound": Case(weighed, free="units"),
    "low_rank_bound": Case(low_rank, 1e-6, "units"),
    "softmax_low_rank_bound": Case(softmax_low_rank, 1e-6, "units"),
    "chain_bound": Case(chain, free="units"),
    "junction_tree_bound": Case(junction, free="units"),
    "softmax_bound": Case(lambda a, b: majorising.softmax_bound(X[:5]).curvature.ravel(), free=""),
    "loewner_join": Case(
        lambda a, b: majorising.loewner_join([a * GRAM, a * np.eye(4)]) / a, free="units"
    ),
    "bound_coefficient": Case(lambda a, b: majorising.bound_coefficient(Y), free=""),
    "curvature_limit": Case(
        lambda a, b: [majorising.curvature_limit(2.0 * a, 7) / a**2], free="units"
    ),
    "majorization_iterations": Case(
        lambda a, b: [majorising.majorization_iterations(0.1 * a**2, 2.0 * a, 7, 1e-3)],
        free="units",
    ),
    "max_entropy": Case(
        lambda a, b: majorising.max_entropy(a * (X[:, :2] - X[:, :2].mean(axis=0) / 2)).p,
        1e-6,
        "units",
    ),
    "orda": smooth_stream(stochastic.orda, lipschitz=5.0, c=0.5),
    "OptimalDualAveraging": smooth_stream(stochastic.orda, lipschitz=5.0, mu=0.1),
    "sage": smooth_stream(stochastic.sage, lipschitz=5.0, c=0.5),
    "SAGE": smooth_stream(stochastic.sage, lipschitz=5.0, mu=0.1),
    "ac_sa": smooth_stream(stochastic.ac_sa, lipschitz=5.0, c=0.5),
    "AcceleratedApproximation": smooth_stream(stochastic.ac_sa, lipschitz=5.0, mu=0.1),
    "ac_rda": smooth_stream(stochastic.ac_rda, lipschitz=5.0, c=0.5),
    "AcceleratedDualAveraging": smooth_stream(stochastic.ac_rda, lipschitz=5.0),
    "rda": smooth_stream(stochastic.rda, True, eta=0.2),
    "AveragedDualAveraging": smooth_stream(stochastic.rda, True, eta=0.1),
    "stochastic_fobos": smooth_stream(stochastic.stochastic_fobos, True, eta=0.2),
    "ProximalDescent": smooth_stream(stochastic.stochastic_fobos, True, eta=0.1),
    "follow": smooth_stream(stochastic.orda, lipschitz=6.0),
    "multistage_orda": Case(in_stages),
    "StagedDualAveraging": Case(in_stages),
    "stage_schedule": Case(
        lambda a, b: [
            stage.length
            for stage in stochastic.stage_schedule(
                3, lipschitz=3 * a**2, mu=a**2, gap=b**2, sigma=0.1 * a * b
            )
        ]
    ),
    "LossConstants": promises("orda_bound"),
    "orda_bound": promises("orda_bound"),
    "orda_sum_bound": promises("orda_sum_bound"),
    "orda_variance_bound": Case(
        lambda a, b: [
            stochastic.orda_variance_bound(
                20,
                stochastic.LossConstants(3 * a**2, 2 * (b / a) ** 2, sigma=0.5 * a * b),
                4.0 * b / a,
            )
            / b**4
        ]
    ),
    "orda_tail_bound": Case(
        lambda a, b: [
            stochastic.orda_tail_bound(
                20,
                0.1,
                stochastic.LossConstants(3 * a**2, 2 * (b / a) ** 2, sigma=0.5 * a * b),
                4.0 * b / a,
            )
            / b**2
        ]
    ),
    "multistage_budget": Case(
        lambda a, b: [
            stochastic.multistage_budget(
                1e-3 * b**2,
                b**2,
                stochastic.LossConstants(3 * a**2, 2 * (b / a) ** 2, sigma=0.5 * a * b, mu=a**2),
            )
        ]
    ),
    "FiniteSum": Case(finite_sum),
    "CountedSum": Case(finite_sum),
    "Work": Case(finite_sum),
    "FixedCurvature": majorized(True),
    "majorize": majorized(False),
    "DataFit": Case(lambda a, b: fits(O.DataFit(a * X, b * Y), a, b)),
    "DataFit, Huber": Case(lambda a, b: fits(O.DataFit(a * X, b * Y, Huber(0.5 * b)), a, b)),
    "Quadratic": Case(lambda a, b: fits(O.Quadratic.from_least_squares(a * X, b * Y), a, b)),
    "StandardizedOperator": Case(lambda a, b: operator(0.0, a), 1e-9, "units"),
    "admm": Case(admm, 1e-7),
    "least_squares_step": Case(
        lambda a, b: O.least_squares_step(a * X, b * Y, rho=a**2)(W * b / a) * a / b
    ),
    "conjugate_envelope": Case(
        lambda a, b: O.conjugate_envelope(L1(0.5 * a * b), W * b / a, 1 / a**2) * a**2 / b**2
    ),
    "coordinate_descent": Case(
        lambda a, b: O.coordinate_descent(a * X, b * Y, LAM * a * b, tol=1e-14).w * a / b, 1e-6
    ),
    "counted": Case(lambda a, b: O.counted(a * X)[0] @ W / a, free="units"),
    "dal": Case(
        lambda a, b: (
            O.dal(
                a * X, b * Y, Squared(), L1(LAM * a * b), eta0=1 / a**2, tol=1e-12, max_iter=200
            ).w
            * a
            / b
        ),
        1e-5,
    ),
    "dal, bias": Case(
        lambda a, b: (
            O.dal(a * X, b * Y, Squared(), L1(LAM * a * b), eta0=1.0, bias=True, tol=1e-12).w
            * a
            / b
        ),
        1e-5,
        "outputs",  # the source gives the bias the proximity of the coefficients
    ),
    "dal, logistic": Case(logistic, 1e-4, "units"),
    "robust_unit": Case(lambda a, b: robust_unit(b * Y) / b, free="outputs"),
    "proximal_gradient": smooth(
        lambda f, P, w: O.proximal_gradient(f, P, w, tol=1e-12, max_iter=50_000).w
    ),
    "fista": smooth(lambda f, P, w: O.fista(f, P, w, tol=1e-12, max_iter=50_000).w),
    "ista": smooth(lambda f, P, w: O.ista(f, P, w, tol=1e-12, max_iter=50_000).w),
    "sparsa": smooth(lambda f, P, w: O.sparsa(f, P, w, tol=1e-12, max_iter=50_000).w),
    "gradient_descent": smooth(
        lambda f, P, w: O.gradient_descent(f, w, tol=1e-12, max_iter=50_000).w
    ),
    "subgradient_descent": Case(subgradients),
    "owlqn": lasso(lambda f, lam, w: O.owlqn(f, lam, w, tol=1e-10).w, 1e-5),
    "log_barrier": lasso(lambda f, lam, w: O.log_barrier(f, lam, tol=1e-9).w, 1e-4),
    "reweighted_ridge": Case(
        lambda a, b: (
            O.reweighted_ridge(
                O.DataFit(a * X, b * Y), LAM * a * b, W * b / a + 0.1 * b / a, tol=1e-10
            ).w
            * a
            / b
        ),
        1e-5,
    ),
    "polish_support": Case(
        lambda a, b: O.polish_support(O.DataFit(a * X, b * Y), LAM * a * b, W * b / a) * a / b
    ),
    "lambda_max": Case(lambda a, b: O.lambda_max(O.DataFit(a * X, b * Y), L1(1.0)) / (a * b)),
    "largest_eigenvalue": Case(
        lambda a, b: O.largest_eigenvalue(a**2 * GRAM) / a**2, 1e-6, "units"
    ),
    "largest_singular_value": Case(lambda a, b: O.largest_singular_value(a * X) / a, 1e-6, "units"),
    "lasso_gap": Case(gaps),
    "relative_duality_gap": Case(gaps),
    "irls": Case(lambda a, b: O.irls(a * X, b * Y, Huber(0.5 * b), tol=1e-12).theta * a / b, 1e-8),
    "irls, l1": Case(
        lambda a, b: O.irls(a * X, b * Y, Squared(), l1=LAM * a * b, tol=1e-10).theta * a / b,
        1e-5,
    ),
    "irls_weights": Case(lambda a, b: O.irls_weights(Huber(0.5 * b), b * Y), free="outputs"),
    "pseudo_gradient": Case(
        lambda a, b: O.pseudo_gradient(a * b * (GRAM @ W), W * b / a, LAM * a * b) / (a * b)
    ),
    "rate_bounds": Case(bounds),
    "newton_direction": Case(direction),
    "RegularizedDualAveraging": descent(stochastic.RegularizedDualAveraging),
    "ForwardBackward": descent(stochastic.ForwardBackward),
    "metric_point": Case(metric_points, free="outputs"),
    "mirror_step": Case(
        lambda a, b: (
            np.ravel(
                stochastic.mirror_step(Euclidean(), b / a * W, a * b * (GRAM @ W), 0.01 / a**2)
            )
            * a
            / b
        )
    ),
    "separable_pdip": Case(simplex_steps, 1e-6),
    "quadratic_program": Case(programme, 1e-6),
    "smo": box(lambda Q, p, C, b: smo(Q, p, C, SIGNS, tol=1e-9 * b).alpha),
    "RowsOnDemand": Case(by_rows, 1e-6),
    "Factored": Case(by_factor, 1e-6),
    "dual_coordinate_ascent": box(
        lambda Q, p, C, b: (
            dual.dual_coordinate_ascent(Q, p, C, tol=1e-9 * b, max_iter=5000, random_state=0).alpha
        )
    ),
    "constrained_least_squares": Case(
        lambda a, b: (
            proximal.constrained_least_squares(
                a * X[None],
                b * Y[None],
                lambda w: np.array([project_l2_ball(one, b / a) for one in w]),
            )
            * a
            / b
        ),
        1e-6,
    ),
}


def test_every_public_name_is_listed():
    assert set(tried("optimize")) == {name.partition(",")[0] for name in CASES}


def agree(name, a, b):
    """Within the tolerance of the entry, beside the largest number of the answer."""
    want = np.asarray(CASES[name].call(1.0, 1.0), dtype=float)
    found = np.asarray(CASES[name].call(a, b), dtype=float)
    finite = np.abs(want[np.isfinite(want)])
    np.testing.assert_allclose(found, want, rtol=0, atol=CASES[name].tol * finite.max())


def entries(word):
    return [name for name, case in CASES.items() if word in case.free.split()]


@pytest.mark.parametrize("name", entries("units"))
def test_units_of_columns_change_no_answer(name):
    for unit in UNITS:
        agree(name, unit, 1.0)


@pytest.mark.parametrize("name", entries("outputs"))
def test_units_of_outputs_change_no_answer(name):
    for unit in UNITS:
        agree(name, 1.0, unit)


@pytest.mark.parametrize("far", [1e6, -1e6])
def test_a_standardized_matrix_has_no_origin(far):
    want = operator(0.0, 1.0)
    np.testing.assert_allclose(operator(far, 1.0), want, atol=1e-8 * np.abs(want).max())
