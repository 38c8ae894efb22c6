"""Arguments and calls of the room of solvers."""

import numpy as np

from mlcompanion.convex import Euclidean
from mlcompanion.convex.metrics import DiagonalMetric
from mlcompanion.losses import Huber, Logistic, Squared
from mlcompanion.optimize import DataFit, StandardizedOperator
from mlcompanion.prox import L1
from valid_calls import (
    optimize_majorising,
    optimize_semistochastic,
    optimize_stochastic,
    optimize_sums,
)
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object, Seed
from valid_calls.shared import N_ROWS, SIGNS, X

_positive = {"low": 0, "open_low": True}
_y = X @ [1.0, -2.0, 0.5] + 0.1
_fit = DataFit(X, _y)
_penalty = L1(0.5)
_v = np.array([0.8, -0.6, 0.3])
_operator = StandardizedOperator(X)


def _value_and_subgradient(w):
    return 0.5 * float(w @ w), w


def _solve(v):
    return v / 2


#: With their own iterates, in their innermost loops.
_ASKED_BY_SOLVERS = dict.fromkeys(
    ("gradient", "scores", "value", "value_and_gradient", "value_of_scores")
)

_descent = Call(
    shape=Free(3, bad=[0, -1, 1.5, "a"]),
    eta=Number(0.5, **_positive),
    metric=Free(None, bad=[3.5, DiagonalMetric(2)]),
    methods={"step": {"g": Array(_v, "m", bad=(_v[:2],))}},
)
INTERNAL = {
    **optimize_stochastic.INTERNAL,
    **optimize_sums.INTERNAL,
    **optimize_majorising.INTERNAL,
    **optimize_semistochastic.INTERNAL,
    "StochasticDescent": "the base of ForwardBackward and RegularizedDualAveraging",
    "Design": "what dal needs of a design, which checks",
    "DualLoss": "what dal needs of a loss, which checks",
    "newton_cg": "what PartialLabelSVM calls, which checks",
    "newton_step": "a step of dal, which checks",
    "pcg": "a step of dal, which checks",
}

SHARED = {
    "A": Array(X, "nd"),
    "Phi": Array(X, "nd"),
    "w": Array(_v, "d"),
    "q": Array(_v, "d", but={"empty", "one axis more", "one axis fewer"}),
    "F": Array(np.eye(3), "rd"),
    "start": Array(_v, "d"),
    "fit": Object(_fit, dims="nd"),
    "smooth": Object(_fit, dims="nd"),
    "penalty": Object(_penalty),
    "loss": Object(Squared()),
    "stop": Object(None),
    "callback": Object(None),
    "momentum": Object(None),
    "bias": Flag(False),
    "alpha": Array(np.zeros(N_ROWS), "n"),
    "lam": Number(0.5, **_positive),
    "eta": Number(0.1, low=0),
    "rho": Number(1.0, **_positive),
    "ridge": Number(0.1, low=0),
    "l1": Number(0.1, low=0),
    "floor": Number(1e-10, **_positive),
    "step": Number(0.5, low=0),
    "growth": Number(2.0, 1, open_low=True),
    "lipschitz": Number(100.0, **_positive),
    "check_every": Count(10, low=1),
    "window": Count(5, low=1),
    "memory": Count(10, low=1),
    "drop": Number(1e-10, low=0),
    "n_rows": Count(3, low=1),
    "rule": Choice("residuals"),
    "max_iter": Count(5, low=1),
}

_d = 3
_interior = {
    "p": Array(np.array([-1.0, -1.0, 1.0]), "d", bad=[np.zeros(_d)]),
    "A": Array(np.ones((1, _d)), "md"),
}
_options = {
    "tol": Number(1e-3, low=0),
    "max_iter": Count(5, low=1),
    "check_every": Count(10, low=1),
    "stop": Object(None),
}

_dual = {
    "Q": Array(X.T @ X, "dd", bad=[np.triu(X.T @ X)]),
    "p": Array(np.ones(_d), "d"),
    "C": Array(np.ones(_d), "d", low=0, but={"one axis fewer"}),
    "alpha0": Array(np.zeros(_d), "d"),
    "tol": Number(1e-3, **_positive),
    "max_iter": Count(5, low=1),
}

CALLS = {
    **optimize_stochastic.CALLS,
    **optimize_sums.CALLS,
    **optimize_majorising.CALLS,
    **optimize_semistochastic.CALLS,
    "constrained_least_squares": Call(
        A=Array(np.stack([X, 2 * X]), "knd"),
        y=Array(np.stack([_y, -_y]), "kn"),
        project=Object(lambda W: np.clip(W, -0.3, 0.3)),
    ),
    "DataFit": [
        Call(
            loss=Object(Huber(1.0)),
            y=Array(_y, "n", but={"one axis more"}, bad=[X[:, :0]]),
            methods=_ASKED_BY_SOLVERS,
        ),
        Call(
            loss=Object(Logistic()), y=Array(SIGNS, "n", among=(-1, 1)), methods=_ASKED_BY_SOLVERS
        ),
    ],
    "Quadratic": Call(
        Q=Array(X.T @ X, "dd", bad=[np.triu(X.T @ X)]),
        b=Array(_v, "d"),
        c=Number(0.0),
        methods={
            **_ASKED_BY_SOLVERS,
            "from_least_squares": {
                "A": Array(X, "nm"),
                "y": Array(_y, "n", but={"one axis more"}, bad=[np.ones((1, N_ROWS))]),
            },
        },
    ),
    "Factored": Call(factor=Array(X, "nd")),
    "RowsOnDemand": Call(
        row=Object(lambda i: np.eye(_d)[i]),
        diagonal=Array(np.ones(_d), "d", low=0),
        n_kept=Count(2, low=2),
    ),
    "StandardizedOperator": Call(
        methods={
            "columns": {"index": Array([0, 2], "k", low=0, high=2, integer=True, but={"empty"})}
        }
    ),
    "admm": Call(solve=Object(_solve)),
    "coordinate_descent": Call(),
    "conjugate_envelope": Call(),
    "counted": Call(),
    "dal": [
        Call(
            eta0=Choice("aggressive", but={"a number"}),
            growth=Number(2.0, 1),
            bias_growth=Number(40.0, 1),
            solver=Choice("direct"),
            cg_tol=Number(0.01, 0),
            inner=Number(1.0, 0, 1),
            start=Array(_v, "d", but={"one axis more"}),
            alpha=Array(np.zeros(N_ROWS), "n", but={"one axis more"}),
        ),
        Call(
            loss=Object(Logistic()),
            y=Array(SIGNS, "n", among=(-1, 1)),
            eta0=Number(1.0, **_positive),
            growth=Number(2.0, 1),
            bias_growth=Number(40.0, 1),
            solver=Choice("direct"),
            cg_tol=Number(0.01, 0),
            inner=Number(1.0, 0, 1),
            start=Array(_v, "d", but={"one axis more"}),
            alpha=Array(0.1 * SIGNS, "n", but={"one axis more"}, bad=[-SIGNS]),
            shape=Array([3], "1", low=1, integer=True),
        ),
    ],
    "dual_coordinate_ascent": Call(**_dual, random_state=Seed(0)),
    "fista": Call(**_options),
    "gradient_descent": Call(**_options),
    "ista": Call(**_options),
    "irls": Call(loss=Object(Huber(1.0))),
    "irls_weights": Call(
        residuals=Array(_y, "n", but={"empty", "one axis more", "one axis fewer"}),
        loss=Object(Huber(1.0)),
    ),
    "largest_eigenvalue": Call(operator=Array(X.T @ X, "dd", bad=[np.triu(X.T @ X)])),
    "log_barrier": Call(mu=Number(2.0, 1, open_low=True)),
    "newton_direction": Call(
        gradient=Array(_v, "d"),
        curvature=Array(np.ones(_d), "d", low=0),
        A=_interior["A"],
        p=Array(np.array([-1.0, -1.0, 1.0]), "d"),
        slack=Array(np.ones(_d), "d", **_positive),
        lam=Array(np.ones(_d), "d", **_positive),
        nu=Array([0.5], "m"),
    ),
    "polish_support": Call(lam=Number(0.5, low=0), steps=Count(1)),
    "pseudo_gradient": Call(gradient=Array(_v, "d"), lam=Number(0.5, low=0)),
    "owlqn": Call(max_iter=Count(5), lam=Number(0.5, low=0)),
    "ForwardBackward": _descent,
    "RegularizedDualAveraging": _descent,
    "metric_point": Call(
        metric=Object(DiagonalMetric(3, 1.0)), v=Array(_v, "d"), weight=Number(0.5, low=0)
    ),
    "mirror_step": Call(
        geometry=Object(Euclidean()),
        dual=Array([0.1, 0.2], "d"),
        subgradient=Array([1.0, 0.0], "d"),
        eta=Number(0.1, low=0),
    ),
    "rate_bounds": Call(
        distance=Number(1.0, low=0),
        etas=Array([1.0, 2.0], "t", **_positive),
        sigma=Number(1.0, **_positive),
    ),
    "separable_pdip": Call(
        df=Object(lambda a: a - 1, bad=[lambda a: np.full(_d, np.nan), lambda a: a[:2]]),
        d2f=Object(np.ones_like, bad=[lambda a: np.full(_d, np.nan)]),
        **_interior,
        q=Array(np.array([0.0, 0.0, 2.0]), "d"),
        start=Array([0.2, 0.3, 0.5], "d", bad=[[0.2, 0.3, 2.5]]),
        tol=Number(1e-6, **_positive),
    ),
    "quadratic_program": Call(
        F=Array(np.eye(_d), "dd", bad=[np.triu(X.T @ X)]),
        f=Array(_v, "d"),
        G=Array(-np.eye(_d)[:2], "md"),
        g=Array(np.zeros(2), "m"),
        A=Array(np.ones((1, _d)), "kd"),
        b=Array([1.0], "k"),
        tol=Number(1e-6, **_positive),
        max_iter=Count(20, low=1),
    ),
    "smo": Call(
        **_dual,
        a=Array(np.ones(_d), "d", among=(-1, 1)),
        d=Number(0.0, bad=[4.0]),
        signs=Array(np.ones(_d), "d", among=(-1, 1)),
        shrinking=Flag(True),
    ),
    "sparsa": Call(max_iter=Count(5)),
    "subgradient_descent": Call(
        value_and_subgradient=Object(_value_and_subgradient, dims=""),
        steps=Array([0.5, 0.2], "t", **_positive),
        start=Array(_v, "d", but={"one axis more"}),
    ),
}
