"""Calls of the stochastic methods for l1-penalised losses."""

import numpy as np

from mlcompanion.losses import Logistic
from mlcompanion.sparse.stochastic_l1 import L1Problem
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object
from valid_calls.shared import N_ROWS, SIGNS, X

__all__ = ["STOCHASTIC"]

_positive = {"low": 0, "open_low": True}
_v = np.array([0.8, -0.6, 0.3])
_signs = Array(SIGNS, "n", among=(-1, 1))
_two = {"y": Array(np.arange(N_ROWS) % 2, "n")}
_labels = {"methods": {"fit": _two, "score": _two}}
_lam = {"lam": Number(0.05, low=0)}
_box = Free((-1.0, 2.0), bad=[3.5, "ab", (1, 2), (0, 0), (1, 2, 3), (0, "a")])
_eta = {"eta": Number(0.05, **_positive)}
_n_steps = Count(20, low=1)
_mirror = {
    **_lam,
    **_eta,
    "y": _signs,
    "loss": Object(Logistic()),
    "n_passes": Count(2, low=1),
    "n_steps": _n_steps,
    "records": Count(1),
}
_bound = {
    "n_steps": Array([1, 10], "t", low=1, but={"one axis more", "one axis fewer", "empty"}),
    "n_features": Count(20, low=3),
    "size": Number(1.0, low=0),
    "rho": Number(1.0, **_positive),
    "start_value": Number(0.7, low=0),
    "K": Number(0.5, **_positive),
    "least": Number(0.3, low=0),
}
_scd = {
    **_lam,
    "order": Choice("random"),
    "curvature": Choice("column"),
    "box": _box,
    "restarts": Count(2, low=1),
    "max_passes": Count(20, low=1),
}

STOCHASTIC = {
    "L1Problem": Call(
        **_lam,
        y=_signs,
        loss=Object(Logistic()),
        pull=Number(0.1),
        methods={
            "value": {"w": Array(_v, "d")},
        },
    ),
    "SCD": [
        Call(**_scd, loss=Choice("logistic"), shrinking=Flag(False), **_labels),
        Call(
            **_scd,
            loss=Choice("squared"),
            shrinking=Flag(False),
            methods={"decision_function": None},  # a regressor has none
        ),
    ],
    "SMIDAS": Call(
        **_lam,
        loss=Choice("logistic"),
        **_eta,
        p=Number(3.0, 2),
        average=Choice("last"),
        n_passes=Count(2, low=1),
        **_labels,
    ),
    "TruncatedGradient": Call(
        **_lam, loss=Choice("logistic"), **_eta, n_passes=Count(2, low=1), **_labels
    ),
    "exponentiated_gradient": Call(**_mirror, radius=Number(1.0, **_positive)),
    "l1_gap": Call(problem=Object(L1Problem(X, SIGNS, 0.1), dims="d"), w=Array(_v, "d")),
    "make_weak_signs": Call(B=Number(3.0, 1)),
    "mirror_subgradient": Call(**_mirror, p=Number(3.0, 2)),
    "p_norm_exponent": Call(n_features=Count(20, low=1), whole=Flag(True)),
    "p_norm_weights": Call(theta=Array(_v, "d"), p=Number(3.0, 2)),
    "proposition_bound": Call(**{name: _bound[name] for name in _bound if name != "start_value"}),
    "proposition_eta": Call(n_features=Count(20, low=1), rho=_bound["rho"], K=_bound["K"]),
    "restarts_for": Call(failure=Number(0.1, 0, 1, open_low=True, open_high=True)),
    "scd": Call(
        **_scd,
        y=_signs,
        loss=Object(Logistic()),
        pull=Number(0.1),
        shrinking=Flag(False),
        records=Count(1),
    ),
    "scd_bound": Call(
        n_steps=_bound["n_steps"],
        w_star=Array(_v, "d"),
        start_value=Number(0.7, low=0),
        curvature=Number(0.25, **_positive),
    ),
    "scd_steps": Call(
        accuracy=Number(0.1, **_positive),
        w_star=Array(_v, "d"),
        start_value=Number(0.7, low=0),
        curvature=Number(0.25, **_positive),
        failure=Number(0.1, 0, 1, open_low=True, open_high=True),
    ),
    "smidas": Call(
        **_mirror, p=Number(3.0, 2), average=Choice("mean"), watch=Flag(True), start=Array(_v, "d")
    ),
    "smidas_bound": Call(
        **{name: _bound[name] for name in ("n_steps", "n_features", "size", "rho", "start_value")}
    ),
    "sparse_excess_bound": Call(
        s=Array([1, 5], "t", low=1, but={"one axis more", "one axis fewer", "empty"}),
        B=Number(3.0, 2),
    ),
    "sparse_least_loss": Call(
        s=Array([1, 5], "t", low=0, but={"one axis more", "one axis fewer", "empty"}),
        B=Number(3.0, 1, open_low=True),
    ),
    "theory_eta": Call(
        n_steps=_n_steps,
        n_features=Count(20, low=1),
        size=Number(1.0, **_positive),
        rho=_bound["rho"],
        start_value=Number(0.7, **_positive),
    ),
    "truncated_gradient": Call(**_mirror, start=Array(_v, "d")),
}
