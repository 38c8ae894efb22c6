"""Arguments and calls of the boosting room."""

import numpy as np

from mlcompanion.convex import RelativeEntropy
from mlcompanion.ensemble import DecisionStump, EdgeOracle, Stump
from valid_calls.kinds import Array, Call, Choice, Count, Free, Number, Object
from valid_calls.shared import SAMPLE_WEIGHT, SIGNS, X

_positive = {"low": 0, "open_low": True}
_signs = Array(SIGNS, "n", among=(-1, 1))
_EDGE = Number(0.1, 0, 0.5, open_low=True)
_V = np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])

INTERNAL = dict.fromkeys(
    ["coordinate_step", "corrective_step", "fixed_step", "gentle_step"],
    "a rule of boost, which checks for it",
)

SHARED = {
    "y": _signs,
    "rule": Choice("adaboost"),
    "edge": _EDGE,
    "inverse_rate": Number(1.0, **_positive),
    "geometry": Object(RelativeEntropy()),
    "edges": Array([0.1, 0.3], "t", low=0, high=0.5, but={"empty"}),
    "V": Array(_V, "nt"),
}

CALLS = {
    "DecisionStump": Call(
        methods={
            "fit": {
                "y": _signs,
                "sample_weight": SAMPLE_WEIGHT,
            },
        }
    ),
    "DualBooster": Call(
        n_rounds=Count(3, low=1),
        inverse_rate=Free(None),  # instead of an edge
        weak=Object(DecisionStump()),
        methods={"fit": {"y": _signs, "sample_weight": SAMPLE_WEIGHT}},
    ),
    "EdgeOracle": Call(
        order=Choice("random"),
        methods={"__call__": {"w": Array(np.ones(12), "n", low=0, bad=(np.zeros(12),))}},
    ),
    "Stump": Call(
        make=lambda: Stump(0, 0.5, 1), methods={"__call__": {"X": Array(X, "nd", but={"empty"})}}
    ),
    "StumpSearch": Call(methods={"best": {"signed_weights": Array(SIGNS, "n")}}),
    "boost": Call(weak=Object(EdgeOracle(SIGNS, 0.2, random_state=0)), inverse_rate=Free(None)),
    "boosting_bound": Call(edge=Number(0.1, 0, 0.5), n_rounds=Number(5, low=0)),
    "dual_objective": Call(alphas=Array([0.1, 0.2], "t")),
    "edge_sum_bound": Call(limit=Number(2.0, but={"infinity"}, **_positive)),
    "fixed_step_bound": Call(edge=Number(0.1, **_positive)),
    "primal_objective": Call(w=Array([0.2, 0.3, 0.5], "n", low=0)),
    "rounds_to_separate": Call(n_samples=Count(10, low=1)),
    "step_limit": Call(inverse_rate=Free(None)),
}
