"""Arguments and calls of upper bounds that touch, and of the steps between them."""

from mlcompanion.optimize.majorising import FixedCurvature
from valid_calls import optimize_bounds, optimize_partition
from valid_calls.kinds import Call, Count, Number, Object
from valid_calls.optimize_sums import PROBLEM

INTERNAL = {**optimize_bounds.INTERNAL}

CALLS = {
    **optimize_bounds.CALLS,
    **optimize_partition.CALLS,
    "FixedCurvature": Call(
        smooth=Object(PROBLEM),
        curvature=Number(2.0, low=0, open_low=True, but={"text"}, bad=["no such value"]),
        methods={"touch": None},
    ),
    "majorize": Call(
        surrogate=Object(FixedCurvature(PROBLEM, PROBLEM.lipschitz())),
        relax=Number(1.0, 0, 2, open_low=True, open_high=True),
        tol=Number(1e-3, low=0),
        max_iter=Count(200),
    ),
}
