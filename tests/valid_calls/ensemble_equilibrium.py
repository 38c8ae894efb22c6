"""Calls of the room of margins and of the weights of votes."""

import numpy as np

from mlcompanion.ensemble import DualBooster
from mlcompanion.ensemble.equilibrium import BinnedStump, CompleteTree, MergedVotes, StumpTree
from valid_calls.kinds import Array, Call, Choice, Count, Made, Number, Object
from valid_calls.shared import N_ROWS, SAMPLE_WEIGHT, SIGNS, X

_signs = Array(SIGNS, "n", among=(-1, 1))
_MARGINS = np.linspace(-0.3, 0.8, 40)
_margins = Array(_MARGINS, "n", low=-1, high=1, bad=(np.full(40, -0.5),))
_log_size = Number(7.0, np.log(8), 2 * 40.0**2, open_low=True, open_high=True)
_delta = Number(0.05, 0, 1, open_low=True, open_high=True)
_bound = {"margins": _margins, "log_size": _log_size, "delta": _delta}
_any_shape = {"empty", "one axis more", "one axis fewer"}
_thresholds = Count(4, low=1, high=65535)
_depth = Count(2, low=1, high=7)
_VOTES = np.array([[1.0, -1.0, 1.0], [1.0, 1.0, -1.0], [-1.0, 1.0, 1.0]])
_votes = Array(_VOTES, "nt", low=-1, high=1)
_weights = Array([0.5, 0.3, 0.2], "t", low=0, bad=(np.zeros(3),))
_fit = {"fit": {"y": _signs, "sample_weight": SAMPLE_WEIGHT}, "search": {}}
_best = {"best": {"signed_weights": Array(SIGNS / N_ROWS, "n")}}


def _tree():
    return StumpTree(np.array([0, 1, 2]), np.array([0.5, -0.1, 0.2]), np.array([1, -1]))


def _merged():
    return MergedVotes(_VOTES, np.array([0.5, 0.3, 0.2]), np.arange(3), np.ones(3))


EQUILIBRIUM = {
    "BinnedStump": Call(n_thresholds=_thresholds, methods=_fit),
    "BinnedStumpSearch": Call(n_thresholds=_thresholds, methods=_best),
    "CompleteTree": Call(
        depth=_depth, n_thresholds=_thresholds, split=Choice("gini"), methods=_fit
    ),
    "CompleteTreeSearch": Call(
        depth=_depth, n_thresholds=_thresholds, split=Choice("gini"), methods=_best
    ),
    "LPAdaBoost": Call(
        n_rounds=Count(3, low=1), weak=Object(CompleteTree(depth=2)), methods={"fit": {"y": _signs}}
    ),
    "MergedVotes": Call(
        make=_merged,
        methods={"spread": {"weights": Array([0.5, 0.3, 0.2], "t"), "n_columns": Count(3, low=3)}},
    ),
    "StumpTree": Call(make=_tree, methods={"__call__": {"X": Array(X, "nd", but={"empty"})}}),
    "emargin": Call(**_bound),
    "emargin_curve": Call(**_bound),
    "emargin_vc": Call(
        margins=_margins,
        dimension=Number(3.0, 0, 40, open_low=True, open_high=True),
        delta=_delta,
    ),
    "finite_class_cost": Call(
        theta=Array([0.2, 0.5], "m", low=0, high=1, open_low=True, but=_any_shape),
        n_samples=Count(40, low=2),
        log_size=_log_size,
        delta=_delta,
    ),
    "improve_margins": Call(V=_votes, weights=_weights),
    "least_margin_bound": Call(
        margin=Number(0.3, 0, 1, open_low=True),
        n_samples=Count(40, low=2),
        log_size=_log_size,
        delta=_delta,
    ),
    "lp_weights": Call(V=_votes, weights=_weights, batch=Count(2, low=1)),
    "merge_votes": Call(V=_votes, weights=_weights),
    "quantile_bound": Call(**_bound, constant=Number(1.0, 0, open_low=True)),
    "signed_votes": Call(
        model=Made(lambda: DualBooster(n_rounds=3, weak=BinnedStump()).fit(X, SIGNS)), y=_signs
    ),
    "simple_emargin": Call(**_bound, factor=Number(4.0, 0, open_low=True)),
}
