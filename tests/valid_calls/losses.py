"""Arguments and calls of the losses."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Free, Number

_positive = {"low": 0, "open_low": True}

#: Asked in the innermost loops, where a score may overflow: NaN in, NaN out.
_QUESTIONS = dict.fromkeys(
    (
        "value", "derivative", "second_derivative", "conjugate", "conjugate_derivative",
        "conjugate_second_derivative", "probabilities", "dual_probabilities",
    )
)  # fmt: skip
_signs = {"target": Array(np.array([-1.0, 1.0, 1.0]), "n", but={"one axis more", "one axis fewer",
          "empty"}, among=(-1, 1)), "name": Free("target")}  # fmt: skip
_numbers = {"target": Array(np.array([0.5, 1.0, -2.0]), "n", but={"one axis more", "one axis fewer",
            "empty"}), "name": Free("target")}  # fmt: skip
_classes = {"target": Array(np.array([0, 1, 2]), "n", low=0, integer=True, but={"empty"}),
            "name": Free("target")}  # fmt: skip
_labels = {"target": Array(np.array([0, 1, 2]), "n", among=(0, 1, 2), but={"empty"})}

INTERNAL = dict.fromkeys(
    (
        "hinge_coordinate", "loss_conjugate", "loss_conjugate_derivative", "loss_conjugate_second",
        "loss_derivative", "loss_implicit_slope", "loss_second", "loss_value",
    ),
    "a formula of compiled loops",
)  # fmt: skip

SHARED = {
    "margin": Number(1.0, low=0),
    "slope": Number(1.0, **_positive),
    "eta": Number(1.0, **_positive),
    "epsilon": Number(0.1, low=0),
    "n_classes": Count(3, low=2),
}

_sign = {"target": Number(1.0, -1, 1, bad=(0.5,)), "name": Free("target")}
_number = {"target": Number(0.5), "name": Free("target")}
_of_signs = Call(methods={**_QUESTIONS, "check_target": _signs, "single_target": _sign})
_of_numbers = Call(methods={**_QUESTIONS, "check_target": _numbers, "single_target": _number})

CALLS = {
    "Absolute": _of_numbers,
    "EpsilonInsensitive": _of_numbers,
    "Exponential": _of_signs,
    "Hinge": Call(slope=Number(1.0, **_positive, but={"infinity"}), methods=_of_signs.methods),
    "Huber": _of_numbers,
    "HyperbolicSecant": _of_numbers,
    "Linear": _of_numbers,
    "Logistic": _of_signs,
    "MultinomialLogit": Call(
        methods={
            **_QUESTIONS,
            "check_target": {**_labels, "name": Free("target")},
            "one_hot": _labels,
        }
    ),
    "Ramp": _of_signs,
    "ScoreLoss": _of_numbers,
    "Softmax": Call(methods={**_QUESTIONS, "check_target": _classes}),
    "Squared": _of_numbers,
    "SquaredHinge": _of_signs,
    "SquaredRamp": _of_signs,
    "Tukey": _of_numbers,
    "ZeroOne": _of_signs,
}
