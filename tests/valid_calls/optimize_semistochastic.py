"""Arguments and calls of bounds from growing batches of rows."""

import numpy as np

from mlcompanion.optimize.majorising.semistochastic import LinearGrowth, LogisticBounds
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object
from valid_calls.optimize_sums import PROBLEM
from valid_calls.shared import N_ROWS, X

_positive = {"low": 0, "open_low": True}
_growth = Object(LinearGrowth(2, 0.5, N_ROWS))
_system = {
    "product": Object(lambda v: 2 * v),
    "rhs": Array([1.0, 2.0], "d"),
    "n_iter": Count(2, low=1),
}
_spreads = {"spreads": Array([1.0, 0.5], "k", low=0, but={"empty"})}

#: With their own iterates, in their innermost loops.
_ASKED_BY_SOLVERS = dict.fromkeys(("curvature_at", "entries_of", "gradient_at", "value"))

INTERNAL = {
    "RowBounds": "the base of LogisticBounds and SoftmaxBounds",
    "SampledCurvature": "what a bound hands out, of rows that it has checked",
}

CALLS = {
    "LinearGrowth": Call(
        first=Count(2, low=1),
        rate=Number(0.5, low=0),
        cap=Count(5, low=1),
        methods={"size": None},  # asked in each iteration; counts its argument
    ),
    "LogisticBounds": Call(
        problem=Object(PROBLEM), free=Count(0, high=X.shape[1]), methods=_ASKED_BY_SOLVERS
    ),
    "MeasuredGrowth": Call(
        first=Count(2, low=2),
        decrease=Number(0.1, 0, 1, open_low=True, open_high=True),
        n_samples=Count(N_ROWS, low=1),
        methods={"size": _spreads},
    ),
    "SoftmaxBounds": Call(
        codes=Array(np.arange(N_ROWS) % 3, "n", low=0, high=2, integer=True),
        n_classes=Count(3),
        eta=Number(0.1, low=0),
        free=Count(0, high=X.shape[1]),
        methods=_ASKED_BY_SOLVERS,
    ),
    "batch_error": Call(
        size=Count(3, low=1, high=10), spread=Number(2.0, low=0), n_samples=Count(10)
    ),
    "batch_size": Call(
        k=Count(3, low=1), first=Count(5, low=1), rate=Number(0.5, low=0), cap=Count(9, low=1)
    ),
    "semistochastic_steps": Call(
        bounds=Object(LogisticBounds(PROBLEM)),
        start=Array(np.zeros(X.shape[1]), "d"),
        gradient_growth=_growth,
        curvature_growth=_growth,
        step=Number(0.5, **_positive),
        inner=Count(2, low=1),
        solver=Choice("lsqr"),
    ),
    "truncated_cg": Call(**_system),
    "truncated_lsqr": Call(**_system),
}
