"""Arguments and calls of the room of change."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Number, Object
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}
_Y = Array(X[:7] + 0.1, "md")
_pair = {"X_num": Array(X, "ad"), "X_den": Array(X[:7] + 0.1, "bd")}
_series = Array(np.sin(np.arange(30.0)), "t", but={"one axis more"})
_folds = Count(3, low=2, high=7)

SHARED = {
    "lam": Number(0.1, **_positive),
    "n_draws": Count(19, low=1),
    "max_iter": Count(1000, low=1),
    "tol": Number(1e-3, **_positive),
    "C": Number(0.7, **_positive),
    "radius": Number(0.7, **_positive),
}

CALLS = {
    "sliding_sums": Call(values=Array(np.arange(9.0), "t"), width=Count(3, low=1, high=9)),
    "series_vectors": Call(series=_series, k=Count(4, low=1, high=30)),
    "change_scores": Call(
        series=_series,
        k=Count(2, low=1, high=21),
        n=Count(5, low=1, high=14),
        measure=Choice("mmd"),
    ),
    "sliding_discrepancy": Call(
        series=_series,
        k=Count(2, low=1, high=21),
        n=Count(5, low=1, high=14),
        kernel=Object(np.negative),
    ),
    "highest_peaks": Call(
        scores=Array(np.sin(np.arange(9.0)), "t"), n_peaks=Count(2, low=1), apart=Count(3, low=1)
    ),
    "graphical_lasso_ball": Call(S=Array(np.diag([1.0, 2.0, 3.0]) + 0.1, "dd")),
    "second_moment": Call(X=Array(X, "nd")),
    "pair_features": Call(X=Array(X, "nd")),
    "structural_change": Call(**_pair),
    "feature_change": Call(**_pair),
    "cross_validate_radius": Call(**_pair, radii=Array([0.2, 0.5], "r", **_positive), folds=_folds),
    "two_sample_test": Call(X=Array(X, "nd"), Y=_Y, measure=Choice("lsdd")),
    "l1_distance": Call(
        X=Array(X, "nd"),
        Y=_Y,
        sigma=Array([0.5, 1.0], "s", **_positive, but={"one axis fewer"}),
        lam=Array([0.1, 1.0], "l", **_positive, but={"one axis fewer"}),
        folds=_folds,
    ),
}
