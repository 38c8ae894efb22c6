"""Machines for two classes: dual, ramp, moving targets."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Seed

_rng = np.random.default_rng(0)
_y = np.repeat([-1.0, 1.0], 4)
_X = _rng.normal(size=(8, 2)) + _y[:, None]
_positive = {"low": 0, "open_low": True}
_data = {"X": Array(_X, "nd"), "y": Array(_y, "n", integer=True)}
_methods = {"fit": _data, "decision_function": {"X": _data["X"]}, "predict": {"X": _data["X"]}}
_kernel = {
    "kernel": Choice("poly"),
    "sigma": Free(1.0),  # of another kernel
    "degree": Number(2, **_positive),
    "coef0": Number(1.0, low=0),
}
_width = {
    "kernel": Choice("rbf"),
    "sigma": Number(1.0, **_positive),
    "degree": Free(3),  # of another kernel
    "coef0": Free(0.0),
}
_dual = {"C": Number(1.0, **_positive), "fit_intercept": Flag(True)}
_svc = {
    **_dual,
    "class_weight": Free({-1: 2.0}, bad=["no such value", 2.0, [1.0], {5: 1.0}, {-1: -1.0}]),
    "ridge": Number(0.1, low=0),
    "tol": Number(1e-3, **_positive),
}

CALLS = {
    "SVC": [
        Call(**_svc, **_kernel, max_iter=Count(50, low=1), methods=_methods),
        Call(
            **{**_svc, "fit_intercept": Flag(False)},
            **_width,
            solver=Choice("coordinate"),
            random_state=Seed(0),
            methods=_methods,
        ),
    ],
    "RampSVC": Call(
        **_dual,
        **_width,
        tol=Number(1e-3, **_positive),
        max_rounds=Count(5, low=1),
        methods=_methods,
    ),
    "SquaredHingeLS": Call(
        lam=Number(1.0, **_positive),
        **_width,
        loss=Choice("squared_ramp"),
        init=Choice("random"),
        tol=Number(1e-3, low=0),
        max_iter=Count(50, low=1),
        random_state=Seed(0),
        methods=_methods,
    ),
    "retargeted_least_squares": Call(
        Phi=Array(_X, "nd"),
        y=Array(_y, "n", among=(-1, 1)),
        lam=Number(1.0, **_positive),
        rule=Choice("squared_ramp"),
        theta0=Array(np.zeros(2), "d"),
        tol=Number(1e-3, low=0),
        max_iter=Count(50, low=1),
    ),
}
