"""Arguments and calls of the mixtures of local regressions."""

import numpy as np

from mlcompanion.bayes.local_models import LocalPrior, LogNormalPrior
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Kind, Number, Object

_POSITIVE = {"low": 0, "open_low": True}
_rng = np.random.default_rng(6)
_X = _rng.normal(size=(12, 3))
_y = _X @ [1.0, -2.0, 0.5] + 0.1 * _rng.normal(size=12)
_new = Array(_X[:4], "md")
_state = {"state": Count(1, high=2)}
_bad_priors = (LocalPrior(nu=0.0), LocalPrior(a_x=-1.0), LocalPrior(b_y=np.nan))
_prior = Object(LocalPrior(), bad=_bad_priors)
_of_run = {
    "alpha": Number(1.0, **_POSITIVE),
    "alpha_prior": Kind((1.0, 1.0), bad=((1.0,), (1.0, -1.0), (np.nan, 1.0), 3.0)),
    "n_iter": Count(5, low=1),
    "burn_in": Count(2, high=4),
    "thin": Count(1, low=1, high=3),
    "n_clusters_init": Count(3, low=1),
}
_of_number = {
    "fit": {"X": Array(_X, "nd"), "y": Array(_y, "n")},
    "predict": {"X": _new, "return_std": Flag(True), **_state},
    "predict_quantiles": {
        "X": _new,
        "levels": Array([0.1, 0.9], "q", low=0, high=1, open_low=True),
        **_state,
    },
    "predict_cdf": {"X": _new, "y": Array(_y[:4], "m", but={"one axis fewer"}), **_state},
    "predict_density": {"X": _new, "y": Array(_y[:4], "m", but={"one axis fewer"}), **_state},
}
_codes = _rng.integers(0, 2, (12, 3)).astype(float)
_counts = _rng.poisson(2.0, 12)

CALLS_DP_GLM = {
    "DPGLMRegressor": Call(
        **_of_run,
        prior=_prior,
        slope=Flag(True),
        covariance=Choice("diagonal"),
        standardize=Flag(True),
        methods=_of_number,
    ),
    "DPGLMLogNormal": Call(
        **_of_run,
        prior=Object(LogNormalPrior(), bad=(LogNormalPrior(mean_scale=0.0),)),
        n_auxiliary=Count(2, low=1),
        standardize=Flag(True),
        methods=_of_number,
    ),
    "DPGLMPoisson": Call(
        **_of_run,
        categories=Kind([[0, 1]] * 3, bad=([[0, 1]], 3.5, [[0.0, np.nan]] * 3)),
        extra=Number(1.0, **_POSITIVE),
        coef_scale=Number(0.5, **_POSITIVE),
        n_auxiliary=Count(2, low=1),
        methods={
            "fit": {
                "X": Array(_codes, "nd"),
                "y": Array(_counts, "n", low=0, integer=True),
            },
            "predict": {"X": Array(_codes[:4], "md"), **_state},
        },
    ),
    "DPGLMClassifier": Call(
        **_of_run,
        prior=_prior,
        coef_scale=Number(2.0, **_POSITIVE),
        n_auxiliary=Count(2, low=1),
        standardize=Flag(True),
        methods={
            "fit": {"X": Array(_X, "nd"), "y": Array(np.arange(12) % 3, "n", integer=True)},
            "predict": {"X": _new},
            "predict_proba": {"X": _new, **_state},
        },
    ),
    "local_log_evidence": Call(
        labels=Array(np.arange(12) % 2, "n", low=0, integer=True),
        prior=_prior,
        slope=Flag(True),
    ),
    "sample_concentration": Call(
        alpha=Number(1.0, **_POSITIVE),
        n_clusters=Count(3, low=1, high=12),
        n=Count(12, low=1),
        shape=Number(1.0, **_POSITIVE),
        rate=Number(1.0, **_POSITIVE),
    ),
}
