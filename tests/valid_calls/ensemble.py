"""Arguments and calls of the boosting room."""

import numpy as np

from mlcompanion.convex import RelativeEntropy
from mlcompanion.ensemble import DecisionStump, EdgeOracle, Stump
from mlcompanion.ensemble.aggregation import TwoFunctions, lasso_path_dictionary
from mlcompanion.ensemble.votes import AxisStump
from valid_calls.ensemble_equilibrium import EQUILIBRIUM
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object
from valid_calls.shared import N_ROWS, SAMPLE_WEIGHT, SIGNS, X

_positive = {"low": 0, "open_low": True}
_signs = Array(SIGNS, "n", among=(-1, 1))
_EDGE = Number(0.1, 0, 0.5, open_low=True)
_OUTPUTS = X @ [1.0, -2.0, 0.5] + 0.1 * np.cos(np.arange(N_ROWS))
_PREDICTIONS = np.vstack([X.T, _OUTPUTS + 0.5])
_PATH = lasso_path_dictionary(X, _OUTPUTS)
_y = Array(_OUTPUTS, "n")
_V = np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_AXIS = Choice("random", bad=(-1, 3, True))
_labelled = {"fit": {"y": _signs}}
_methods = [("stump", AxisStump(0)), ("other", AxisStump("best"))]

INTERNAL = dict.fromkeys(
    ["arc_gv_step", "coordinate_step", "corrective_step", "fixed_step", "gentle_step"],
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
    # aggregation
    "P": Array(_PREDICTIONS, "fn"),
    "kept": Array([True, True, False, True], "f", among=(0, 1), bad=[np.zeros(4, dtype=bool)]),
    "factor": Number(2.0, low=0),
    "phi": Number(0.5, low=0),
    "temperature": Number(1.0, **_positive),
    "risk": Choice("sum"),
    "cumulative": Flag(True),
    "ridges": Array([0.0, 0.5], "r", low=0),
    "rescale": Flag(True),
    "n_functions": Count(4, low=1),
}

CALLS = {
    **EQUILIBRIUM,
    "PathDictionary": Call(make=lambda: _PATH, methods={"predictions": {"X": Array(X, "nd")}}),
    "StarAggregateLasso": Call(n_splits=Count(3, low=1), methods={"fit": {"y": _y}}),
    "TwoFunctions": Call(
        make=lambda: TwoFunctions(0, 2, 0.5, 1.0),
        methods={"weights": {"n_functions": Count(3, low=3)}},
    ),
    "aew_weights": Call(y=_y),
    "confidence_width": Call(
        bound=Number(1.0, **_positive),
        noise=Number(0.5, low=0),
        confidence=Number(1.0, **_positive),
    ),
    "fraction_search": Call(y=_y, folds=Count(3, low=2, high=N_ROWS), grid=Count(5, low=2)),
    "hull_aggregate": Call(y=_y, tol=Number(1e-10, low=0), max_iter=Count(50, low=1)),
    "lasso_path_dictionary": Call(y=_y),
    "mallows_cp": Call(path=Object(_PATH), X=Array(X, "nd"), y=_y, sigma=Number(1.0, **_positive)),
    "preselect": Call(y=_y),
    "residuals_of": Call(y=_y, names=Free(("P", "y"))),  # words for messages
    "segment_aggregate": Call(y=_y),
    "segment_minimum": Call(
        risk_f=Array([1.0, 2.0, 0.5], "p", but={"one axis more", "one axis fewer"}),
        risk_g=Array([2.0, 1.5, 1.0], "p", but={"one axis more", "one axis fewer"}),
        distance=Array([1.0, 0.2, 0.0], "p", low=0, but={"one axis more", "one axis fewer"}),
    ),
    "significance_threshold": Call(sparsity=Number(2.0, low=0)),
    "simplex_least_squares": Call(
        Q=Array(np.eye(3), "mm"),
        b=Array([-1.0, -0.9, -0.8], "m"),
        tol=Number(1e-10, low=0),
        max_iter=Count(50, low=1),
    ),
    "star_weights": Call(y=_y, P1=Array(_PREDICTIONS[:, :8], "fm"), y1=Array(_OUTPUTS[:8], "m")),
    # votes
    "AxisSearch": Call(
        methods={
            "best": {
                "signed_weights": Array(SIGNS, "n"),
                "axis": Choice("best", bad=("random", -1, 3)),
            }
        }
    ),
    "AxisStump": Call(axis=_AXIS, methods={"fit": {"y": _signs, "sample_weight": SAMPLE_WEIGHT}}),
    "Bagging": Call(
        base=Object(AxisStump()), n_estimators=Count(4, low=1), oob=Flag(True), methods=_labelled
    ),
    "StackedVote": Call(
        estimators=Object(_methods, bad=([], [AxisStump()])),
        validation=Number(0.25, 0, 1, open_low=True, open_high=True),
        methods=_labelled,
    ),
    "StumpBooster": Call(
        loss=Choice("mada"),
        n_estimators=Count(4, low=1),
        axis=_AXIS,
        keep_weights=Flag(True),
        methods=_labelled,
    ),
    "StumpVote": Call(
        axes=Array([0, 1, 0], "b", low=0, high=2, integer=True, but={"empty"}),
        thresholds=Array([0.0, 0.5, 1.0], "b", but={"empty"}),
        weights=Array([1.0, -1.0, 0.5], "b", but={"empty"}),
        n_features=Count(3, low=1),
        methods={
            "stair": {"axis": Count(1, high=2)},
            "first": {"b": Count(2, high=3)},
        },
    ),
    "vote_weights": Call(
        votes=Array(np.full((2, 3, 2), 0.5), "mnc"),
        codes=Array([0, 1, 0], "n", low=0, high=1, integer=True),
    ),
    "DecisionStump": Call(
        methods={
            "fit": {
                "y": _signs,
                "sample_weight": SAMPLE_WEIGHT,
            },
            "search": {},
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
