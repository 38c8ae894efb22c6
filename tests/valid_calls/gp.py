"""Arguments and calls of the room of Gaussian processes."""

import numpy as np

from mlcompanion.gp import SquaredExponential
from valid_calls.gp_low_rank import CALLS_LOW_RANK
from valid_calls.gp_outputs import CALLS_OUTPUTS, INTERNAL_OUTPUTS
from valid_calls.gp_rates import CALLS_RATES
from valid_calls.gp_search import CALLS_SEARCH, INTERNAL_SEARCH
from valid_calls.gp_tiles import CALLS_TILES, INTERNAL_TILES, SHARED_TILES
from valid_calls.kinds import Array, Call, Count, Flag, Number, Object
from valid_calls.shared import N_ROWS, X

_positive = {"low": 0, "open_low": True}
_x = np.linspace(0, 1, N_ROWS)[:, None]
_y = X @ [1.0, -2.0, 0.5]

SHARED = {
    "Y": Array(X[:4], "md"),
    "covariance": Object(SquaredExponential(1.5)),
    "noise_variance": Number(0.1, **_positive),
    "scale": Number(1.0, **_positive),
    "frequencies": Array(X, "nd"),
    "y": Array(_y, "n"),
    "mean": Array(_y + 0.1, "n"),
    "variance": Array(np.ones(N_ROWS), "n", **_positive),
    "max_iter": Count(200, low=1),
    "n_restarts": Count(1),
    "fit_parameters": Flag(True),
    "fit_mean": Flag(True),
    "return_std": Flag(True),
    "return_cov": Flag(False),
    "noisy": Flag(False),
    **SHARED_TILES,
}

INTERNAL = {
    **INTERNAL_OUTPUTS,
    "Covariance": "the base of the covariances",
    "LowRankFit": "made by low_rank_fit, which checks",
    **INTERNAL_SEARCH,
    **INTERNAL_TILES,
}

_asked = {
    "__call__": {},
    "variances": {},
    "gradients": {},
    "with_log_parameters": {"values": Array(np.zeros(2), "p")},
}
_stationary = {**_asked, "spectral_density": {}}
_motion = {
    "__call__": {"X": Array(_x, "nd"), "Y": Array(_x[:4], "md")},
    "variances": {"X": Array(_x, "nd")},
    "gradients": {"X": Array(_x, "nd")},
    "with_log_parameters": {"values": Array(np.zeros(1), "p")},
}

CALLS = {
    **CALLS_LOW_RANK,
    **CALLS_TILES,
    **CALLS_RATES,
    **CALLS_OUTPUTS,
    **CALLS_SEARCH,
    "GPRegressor": Call(),
    "IntegratedBrownianMotion": Call(order=Count(1), released=Flag(True), methods=_motion),
    "Matern": Call(nu=Number(1.2, 0, 50, open_low=True), methods=_stationary),
    "SquaredExponential": Call(methods=_stationary),
    "gp_log_likelihood": Call(),
    "msll": Call(y_train=Array(_y + 1.0, "m")),
    "nlpd": Call(),
    "smse": Call(),
}
