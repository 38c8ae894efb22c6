"""Arguments of the bounds on tails, of their inverses, and of inequalities of expectations."""

import numpy as np

from mlcompanion.probability.bounds.concentration import hoeffding
from valid_calls.kinds import Array, Call, Number, Object

_EPS = Number(0.1, low=0, open_low=True)
_N = Number(100, low=1)
_VAR = Number(0.09, low=0)
_A = Number(0.9, low=0, open_low=True)
_U = Number(0.5, low=0)
_T = Number(0.5, low=0)
_WIDTH = Number(1.0, low=0, open_low=True)
_DELTA = Number(0.05, low=0, high=1, open_low=True, open_high=True)

_BETWEEN = {"eps": _EPS, "n": _N, "var": _VAR, "a": _A}
_MASSES = Array(
    np.array([0.2, 0.3, 0.5]), "m", low=0, bad=([0.2, 0.3, 0.4],), but={"one axis more"}
)
_POINTS = Array(np.array([1.0, 2.0, 4.0]), "m", but={"one axis more"})


def _log_mgf(t):
    """Of a coin that shows heads once in ten throws."""
    return np.log(0.9 + 0.1 * np.exp(t))


CALLS = {
    "union_bound": Call(
        probabilities=Array(np.array([0.1, 0.2]), "m", low=0, high=1, but={"one axis more"})
    ),
    "markov": Call(mean=Number(0.1, low=0), a=_A),
    "cantelli": Call(eps=_EPS, var=_VAR, n=_N),
    "chebyshev": Call(eps=_EPS, var=_VAR, n=_N),
    "chebyshev_interval": Call(
        low=Number(-1.0, bad=(3.0,)), high=Number(2.0, bad=(-1.0,)), mean=Number(0.1), var=_VAR
    ),
    "chernoff": Call(law=Object(_log_mgf), a=Number(0.2), n=_N),
    "chernoff_t": Call(law=Object(_log_mgf), a=Number(0.2)),
    "hoeffding": Call(eps=_EPS, n=_N, width=_WIDTH),
    "hoeffding_log_mgf": Call(t=Number(0.5), width=_WIDTH),
    "hoeffding_t": Call(eps=_EPS, width=_WIDTH),
    "bernstein": Call(**_BETWEEN),
    "bennett": Call(**_BETWEEN),
    "bennett_log_mgf": Call(t=_T, var=_VAR, a=_A),
    "bennett_t": Call(eps=_EPS, var=Number(0.09, low=0, open_low=True), a=_A),
    "bernstein_g": Call(u=_U),
    "bennett_h": Call(u=_U),
    "radius": Call(bound=Object(hoeffding), delta=_DELTA, n=_N),
    "sample_size": Call(bound=Object(hoeffding), delta=_DELTA, eps=_EPS),
    "jensen": Call(h=Object(np.square), x=_POINTS, masses=_MASSES),
    "holder": Call(x=_POINTS, y=_POINTS, p=Number(3.0, low=1, open_low=True), masses=_MASSES),
    "minkowski": Call(x=_POINTS, y=_POINTS, p=Number(3.0, low=1), masses=_MASSES),
    "kantorovich": Call(
        x=_POINTS,
        low=Number(0.5, low=0, open_low=True, bad=(1.5,)),
        high=Number(5.0, low=0, open_low=True, bad=(3.0,)),
        masses=_MASSES,
    ),
}
