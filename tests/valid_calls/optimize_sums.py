"""Arguments and calls of sums over samples and their solvers."""

from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, Work, next_batch
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object
from valid_calls.shared import SIGNS, X

PROBLEM = FiniteSum(X, SIGNS, Logistic(), 0.1)

_rows = Array([0, 2], "k", low=0, high=len(X) - 1, integer=True)

#: With their own iterates, in their innermost loops.
_ASKED_BY_SOLVERS = dict.fromkeys(
    ("gradient", "gradient_at", "hessian", "hessian_product", "value", "value_and_gradient")
)

INTERNAL = {"SumRun": "what the solvers return"}

_start = Array([0.1, -0.2, 0.3], "d")
_step = Number(0.05, low=0, open_low=True, but={"text"}, bad=["no such value"])
_batch = {
    "problem": Object(PROBLEM),
    "start": _start,
    "tol": Number(1e-3, low=0),
    "max_iter": Count(200),
}
_stochastic = {
    "problem": Object(PROBLEM),
    "start": _start,
    "tol": Number(0.0, low=0),
    "max_passes": Count(3, low=1),
    "track": Flag(True),
}
_lengths = Free(0.05, bad=[0.0, -1.0, 20.0, "a", lambda k: k[1:] + 1.0, lambda k: -1.0 - k])
_draws = {"batch": Count(2, low=1, high=len(X)), "step": _lengths}

CALLS = {
    "FiniteSum": Call(
        loss=Object(Logistic()),
        y=Array(SIGNS, "n", among=(-1, 1)),
        lam=Number(0.1, low=0),
        average=Flag(True),
        methods={
            **_ASKED_BY_SOLVERS,
            "entries_of": {"rows": _rows},
        },
    ),
    "CountedSum": Call(problem=Object(PROBLEM), work=Object(Work()), methods=_ASKED_BY_SOLVERS),
    "Work": Call(
        methods={
            "add": {},
            "record": {"objective": Number(0.5), "nonzeros": Count(3)},
            "passes": {"n_samples": Count(10, low=1)},
        }
    ),
    "steepest_descent": Call(**_batch, step=_step),
    "newton": Call(**_batch, step=Number(1.0, low=0, open_low=True)),
    "nonlinear_cg": Call(**_batch),
    "bfgs": Call(**_batch),
    "lbfgs": Call(**_batch, memory=Count(5, low=1)),
    "decreasing_steps": Call(problem=Object(PROBLEM)),
    "sgd": Call(**_stochastic, **_draws, replace=Flag(False)),
    "asgd": Call(**_stochastic, **_draws, average_from=Count(1)),
    "sag": Call(**_stochastic, step=_step, line_search=Flag(False)),
    "svrg": Call(**_stochastic, step=_step, inner=Count(7, low=1)),
    "sdca": Call(
        **{name: kind for name, kind in _stochastic.items() if name != "start"},
        step=Choice("exact"),
    ),
    "miso": Call(**_stochastic, bound=Choice("upper"), step=_step),
    "smd": Call(
        **_stochastic,
        step=_step,
        meta=Number(0.1, low=0),
        memory=Number(0.9, low=0, high=1),
        batch=_draws["batch"],
    ),
    "olbfgs": Call(
        **_stochastic,
        step=_step,
        decay=Count(5, low=1),
        memory=Count(5, low=1),
        damping=Number(0.0, low=0),
        batch=_draws["batch"],
    ),
    "growing_batch": Call(
        **_stochastic,
        step=_step,
        batch=_draws["batch"],
        grow=Free(next_batch, bad=[3, lambda size, n: 0, lambda size, n: n + 1]),
    ),
    "next_batch": Call(size=Count(5, low=1), n_samples=Count(10, low=1)),
}
