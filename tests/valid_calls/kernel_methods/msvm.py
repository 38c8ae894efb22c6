"""Multiclass machines."""

import numpy as np

from mlcompanion.kernel_methods.multiclass.msvm_parts import settings
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number

_rng = np.random.default_rng(1)
_y = np.repeat(np.arange(3), 4)
_X = _rng.normal(size=(12, 2)) + 2.0 * _y[:, None]
_K = _X @ _X.T + np.eye(12)
_positive = {"low": 0, "open_low": True}
_data = {"X": Array(_X, "nd"), "y": Array(_y, "n", integer=True)}
_some = {"X": _data["X"]}
_methods = {"fit": _data, "scores": _some, "decision_function": _some, "predict": _some}
_rest = {
    "kernel": Choice("rbf"),
    "sigma": Number(1.0, **_positive),
    "degree": Free(3),  # of another kernel
    "coef0": Free(0.0),
    "fit_intercept": Flag(True),
    "tol": Number(0.98, low=0, high=1, open_low=True, open_high=True),
    "max_iter": Count(5000, low=1),
    "methods": _methods,
}
_ww = Free(settings("WW", 3), bad=["WW", None, 1.0])

CALLS = {
    "MSVM": Call(kind=Choice("WW"), lam=Number(1.0, **_positive), **_rest),
    "CrammerSingerSVC": Call(C=Number(1.0, **_positive), **_rest),
    "GenericMSVM": Call(
        scale=Number(1.0, **_positive),
        p=Free(1, bad=[3, "two"]),
        K1=Free(1, bad=[2, "one"]),
        K2=Number(1.0, **_positive),
        K3=Free(0, bad=[2, "none"]),
        lam=Number(1.0, **_positive),
        **_rest,
    ),
    "solve_msvm": Call(
        K=Array(_K, "nn", but={"empty"}),
        y=Array(_y, "n", integer=True, low=0),
        machine=_ww,
        lam=Number(1.0, **_positive),
        fit_intercept=Flag(True),
        tol=_rest["tol"],
        max_iter=_rest["max_iter"],
        check=Count(5, low=1),
    ),
    "settings": Call(kind=Choice("LLW"), n_classes=Count(3, low=2)),
    "machine_losses": Call(
        h=Array(_rng.normal(size=(12, 3)), "nq"),
        y=Array(_y, "n", integer=True, low=0, high=2),
        machine=_ww,
    ),
    "slacks_msvm2": Call(v=Array(_rng.normal(size=(4, 2)), "nq")),
}
