"""Arguments and calls of the room of learning theory."""

import numpy as np

from mlcompanion.losses import Logistic
from valid_calls.kinds import Array, Call, Count, Kind, Number, Object

_H = np.tri(4, dtype=bool)
_CLASS = Kind(_H, bad=(_H.astype(float), _H[0], _H[:0], "text", 3.5))
_unit = {"low": 0, "high": 1}
_positive = {"low": 0, "open_low": True}

SHARED = {
    "H": _CLASS,
    "L": Number(1.0, **_positive),
    "U": Number(1.0, **_positive),
    "beta1": Number(1.0, low=1),
    "M_T": Number(0.1, but={"empty"}, **_unit),
    "T": Count(50, low=1, but={"a fraction"}),
    "delta": Number(0.05, 0, 1, open_low=True, open_high=True),
    "risk": Number(0.1, **_unit),
    "mu": Number(1.0, low=0),
    "nu": Number(1.0, low=0),
    "alpha": Number(0.2, low=0),
    "n_blocks": Count(5, low=1),
}

_W = Array([[1.0, 0.5, -0.2], [0.1, 0.0, 1.0]], "td", but={"one axis fewer", "empty"})
_COEF = {"W": _W, "coef": Array([1.0, 0.0, 0.0], "d"), "flip": Number(0.1, **_unit)}
_x = Count(1, low=0, high=3)
_y = Kind(1, bad=(0, "text", np.nan))
_finite = Call(methods={"predict": {"x": _x}, "update": {"x": _x, "y": _y}})

CALLS = {
    "Halving": _finite,
    "StandardOptimal": _finite,
    "SeparatorRisk": Call(
        n_features=Count(3, low=3),
        loss=Object(Logistic()),
        radius=Number(2.0, **_positive),
        margin=Number(0.1, 0, 1, open_high=True),
        methods={"risk": _COEF, "error": _COEF, "best": {"flip": Number(0.1, low=0, high=0.5)}},
    ),
    "ThresholdAdversary": Call(
        n=Count(8, low=2),
        methods={
            "answer": {"prediction": _y},
            "rounds": {"describe": Object(int)},
        },
    ),
    "best_threshold": Call(
        x=Array([1, 3, 2, 4], "t", low=1, high=5, integer=True, but={"empty"}),
        y=Array([1.0, -1.0, 1.0, -1.0], "t", among=(-1, 1), but={"empty"}),
        n=Count(5, low=1),
    ),
    "block_validation_bound": Call(
        risk=Number(0.1, low=0), regret=Object(np.sqrt), T=Count(50, low=5)
    ),
    "certificate_horizon": Call(target=Number(0.5)),
    "mean_risk_bound": Call(risk=Number(0.1, low=0), regret=Number(3.0, low=0)),
    "random_stopping_bound": Call(risk=Number(0.1, low=0)),
    "stopping_failure": Call(p=Number(0.1, **_unit), T=Count(50, low=1)),
    "threshold_class": Call(n=Count(4, low=1)),
    "validation_price": Call(n_candidates=Count(5, low=1), n_validation=Count(20, low=1)),
}
