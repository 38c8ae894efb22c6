"""Parameters of the continuous laws, and the special functions."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Number, Object

_POSITIVE = {"low": 0, "open_low": True}


def _positive(value):
    return Number(value, **_POSITIVE)


_PLACE = {"location": Number(0.5), "scale": _positive(2.0)}

CALLS = {
    "Uniform": Call(low=Number(-1.0), high=Number(2.0, low=-1.0, open_low=True)),
    "Normal": Call(mu=Number(0.5), variance=_positive(4.0)),
    "Laplace": Call(**_PLACE),
    "Cauchy": Call(**_PLACE),
    "Gamma": Call(alpha=_positive(3.0), rate=_positive(2.0)),
    "Exponential": Call(rate=_positive(2.0)),
    "ChiSquared": Call(n=_positive(4.0)),
    "Beta": Call(alpha=_positive(3.0), beta=_positive(5.0)),
    "StudentT": Call(d=_positive(4.0)),
    "FDist": Call(d=_positive(3.0), d2=_positive(7.0)),
    "beta_fn": Call(alpha=_positive(3.0), beta=_positive(5.0)),
    "gamma_fn": Call(
        alpha=Array(
            [0.3, 2.0], "m", low=0, high=170, open_low=True,
            but={"one axis more", "one axis fewer", "empty"},
        )
    ),
    "integrate": Call(function=Object(np.cos), low=Number(0.0, but={"infinity"}),
                      high=Number(1.0, low=0.0, open_low=True, but={"infinity"}),
                      scale=_positive(1.0)),
    "polar_integral": Call(
        function=Object(lambda x, y: np.exp(-(x**2) - y**2)), n_angles=Count(64, low=1)
    ),
}  # fmt: skip
