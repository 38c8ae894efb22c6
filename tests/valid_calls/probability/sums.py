"""Arguments of convolutions, of averages and of the laws that their examples use."""

import numpy as np

from mlcompanion.probability import Gamma, Normal, Poisson
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object

_MASSES = np.array([0.2, 0.3, 0.5])
_G = Array(_MASSES, "m", low=0, bad=([0.2, 0.3],))
_ANY_SHAPE = {"one axis more", "one axis fewer", "empty"}
_POSITIVE = {"low": 0, "open_low": True}

CALLS = {
    "LogNormal": Call(mu=Number(0.1), variance=Number(0.5, **_POSITIVE)),
    "Logistic": Call(location=Number(0.1), scale=Number(0.5, **_POSITIVE)),
    "convolve_pmf": Call(g=_G, h=Array(_MASSES[:2] / 0.5, "l", low=0, bad=([0.2, 0.3],))),
    "nfold": Call(g=_G, n=Count(3, low=1), method=Choice("fft")),
    "reproductive_sum": Call(x=Object(Normal(0.0, 1.0)), y=Object(Normal(1.0, 2.0))),
    "sum_mass": Call(
        x=Object(Poisson(2.0)), y=Object(Poisson(1.0)), z=Array([0.0, 2.0], "m", but=_ANY_SHAPE)
    ),
    "sum_density": Call(
        x=Object(Normal()), y=Object(Gamma(2.0, 1.0)), z=Array([0.5, 2.0], "m", but=_ANY_SHAPE)
    ),
    "power_mean": Call(
        x=Array([1.0, 2.0, 4.0], "m", but={"one axis more"}, **_POSITIVE),
        p=Number(2.0, but={"infinity"}),
        axis=Count(0, low=-1, high=0),
    ),
    "running_mean": Call(
        x=Array([1.0, 2.0, 4.0], "m", but={"one axis more"}), axis=Count(0, low=-1, high=0)
    ),
    "standardized_mean": Call(law=Object(Normal()), n=Count(3, low=1), cells=Count(20, low=1)),
}
