"""Arguments and calls of kernel smoothing under correlated errors."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object
from valid_calls.shared import N_ROWS

_positive = {"low": 0, "open_low": True}
_places = np.arange(1.0, N_ROWS + 1)
_uneven = [_places[::-1], _places**2, np.ones(N_ROWS)]
_outputs = np.sin(_places) + 0.1 * _places
_x = Array(_places, "n", bad=_uneven)
_one = Array(_outputs, "n")
_table = Array(_outputs, "n", but={"one axis more"}, bad=[np.ones((1, N_ROWS)), np.ones((2, 2, 2))])
_h = Number(4.0, **_positive)
_hs = Array([3.0, 5.0], "h", **_positive, but={"one axis fewer", "empty"})
_degree = Count(1, high=1)
_rising = Array([3.0, 5.0], "h", **_positive, bad=[[5.0, 3.0], [3.0, 3.0]])
_gamma = Array([1.0, 0.5, 0.1], "k", bad=[[0.1, 0.5], [-1.0, 0.0]])
_column = Array(_places[:, None], "nd", bad=[place[:, None] for place in _uneven])
_rows = Array(_places[:, None], "nd")
_open = {"low": 0, "high": 1, "open_low": True, "open_high": True}
_level = Number(0.05, **_open)
_fitted = {
    "X": _column,
    "y": _one,
    "candidates": Free([{"h": 3.0}]),  # a list of parameters, as of any search
    "lag": Count(1),
}
SMOOTHING_CALLS = {
    "CorrelationCorrectedCV": [
        Call(
            estimator=Free(None),  # the default, a machine
            param_grid=Free({"gamma": [1.0, 10.0], "h": [2.0]}, bad=[3.5, "ab"]),
            bandwidths=_rising,
            rule=Choice("global"),
            alpha=_level,
            bimodal=Choice("bimodal_polynomial"),
            methods={
                "fit": {"X": _column, "y": _one},
                "predict": {"X": _rows},
                "score": {"X": _rows},
            },
        ),
    ],
    "LSSVMRegressor": Call(
        gamma=Number(1.0, **_positive),
        h=_h,
        methods={
            "block_loo_residuals": {"lag": Count(1, high=N_ROWS // 2 - 1)},
            "left_out_scores": {**_fitted, "X": _rows, "lag": Count(1, high=N_ROWS // 2 - 1)},
        },
    ),
    "NadarayaWatson": Call(h=_h, kernel=Choice("gaussian"), methods={"left_out_scores": _fitted}),
    "LocalLinear": Call(h=_h, kernel=Choice("gaussian"), methods={"left_out_scores": _fitted}),
    "SmoothingKernel": Call(
        profile=Object(lambda u: np.exp(-u)),
        support=Number(2.0, **_positive, but={"infinity"}),
        breaks=Array([0.5], "b", low=0, but={"empty"}),
        name=Free("mine", bad=[3.5]),
        methods={
            "__call__": {"u": Array([0.1], "u", but={"empty", "one axis more", "one axis fewer"})}
        },
    ),
    "amise_bandwidth": Call(
        kernel=Choice("gaussian"),
        n=Count(10, low=1),
        curvature=Number(1.0, **_positive),
        gamma=_gamma,
    ),
    "amise_factor": Call(rho=Array([0.5, 0.2], "r", low=-1, high=1, but={"empty"}, bad=[[-0.9]])),
    "asymptotic_lcv_bias": Call(
        kernel=Choice("gaussian"), bandwidth=Number(4.0, 0.4), gamma=_gamma, lag=Count(1)
    ),
    "block_loo_scores": Call(
        X=_rows,
        y=_table,
        gammas=Array([1.0, 10.0], "g", **_positive),
        h=_h,
        lag=Count(1, high=N_ROWS // 2 - 1),
        fit_intercept=Flag(True),
    ),
    "design_fit": Call(x=_x, y=_table, h=_h, kernel=Choice("gaussian"), degree=_degree),
    "expected_lcv_bias": [
        Call(S=Array([0.0, 0.5, 0.5], "s", but={"one axis more"}), gamma=_gamma),
        Call(S=Array([[0.0, 1.0], [1.0, 0.0]], "ss", but={"one axis fewer"}), gamma=_gamma),
    ],
    "kernel_constants": Call(kernel=Choice("gaussian")),
    "lcv": Call(x=_x, y=_table, h=_hs, kernel=Choice("gaussian"), degree=_degree),
    "left_out_weights": Call(
        n=Count(5, low=2),
        bandwidth=Number(2.0, **_positive),
        kernel=Choice("gaussian"),
        lag=Count(1),
    ),
    "mcv": Call(x=_x, y=_table, h=_hs, kernel=Choice("gaussian"), lag=Count(1), degree=_degree),
    "residual_lag": Call(x=_x, y=_one, h=_h, kernel=Choice("gaussian"), alpha=_level),
    "select_bandwidth": Call(
        x=_x,
        y=_one,
        hs=_rising,
        kernel=Choice("gaussian"),
        lag=Count(1),
        degree=_degree,
        rule=Choice("global"),
    ),
    "smoothing_kernel": Call(name=Choice("gaussian"), eps=Number(0.1, **_open)),
}
