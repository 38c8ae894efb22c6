"""Arguments and calls of sums over samples and their solvers."""

from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, Work
from valid_calls.kinds import Array, Call, Count, Flag, Number, Object
from valid_calls.shared import SIGNS, X

PROBLEM = FiniteSum(X, SIGNS, Logistic(), 0.1)

_rows = Array([0, 2], "k", low=0, high=len(X) - 1, integer=True)

#: With their own iterates, in their innermost loops.
_ASKED_BY_SOLVERS = dict.fromkeys(
    ("gradient", "gradient_at", "hessian", "hessian_product", "value", "value_and_gradient")
)

INTERNAL = {}

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
}
