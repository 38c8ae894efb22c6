"""Calls of the stochastic methods: optimal dual averaging, its rivals and bounds."""

import numpy as np

from mlcompanion.optimize.stochastic import LossConstants, OptimalDualAveraging
from valid_calls.kinds import Array, Call, Count, Flag, Free, Number, Object

_positive = {"low": 0, "open_low": True}
_v = np.array([0.8, -0.6, 0.3])
#: What the methods that take one gradient at a time ask for.
_moves = {"step": {"g": Array(_v, "d")}}
_start = Array(_v, "d", but={"one axis more"})  # rows may be runs
_shape = Free(3, bad=[0, -1, 1.5, "a"])
_constants = {"lipschitz": Number(2.0, low=0), "c": Number(0.1, low=0), "mu": Number(0.5, low=0)}
_gradient = Object(lambda x: x - 1.0)
_from_start = {"gradient": _gradient, "n_iter": Count(5, low=1), "start": _start}
_from_zero = {"gradient": _gradient, "n_iter": Count(5, low=1), "shape": _shape}
_losses = LossConstants(1.0, 1.0, 1.0, mu=0.5)
_bound = {"n_iter": Count(100, low=1), "constants": Object(_losses)}
_stages = Free([(5, 0.0)], bad=[[], 3.5, [(0, 0.0)], [(5, -1.0)], [(5,)], "a"])
_diameter = Number(1.0, low=0)

INTERNAL = {
    "StochasticMethod": "the base of OptimalDualAveraging and its rivals, whose steps it checks",
}

CALLS = {
    "LossConstants": Call(
        lipschitz=Number(1.0, low=0),
        distance=Number(1.0, low=0),
        sigma=Number(1.0, low=0),
        jump=Number(1.0, low=0),
        mu=Number(0.5, low=0),
        tau=Number(2.0, low=1),
        methods={"sums": None},
    ),
    "OptimalDualAveraging": Call(start=_start, **_constants, methods={**_moves, "proximity": None}),
    "AcceleratedDualAveraging": Call(
        start=_start, lipschitz=_constants["lipschitz"], c=_constants["c"], methods=_moves
    ),
    "AcceleratedApproximation": Call(
        start=_start,
        lipschitz=Number(2.0, **_positive),
        mu=_constants["mu"],
        methods=_moves,
    ),
    "SAGE": Call(start=_start, **_constants, methods=_moves),
    "AveragedDualAveraging": Call(
        shape=_shape, eta=Number(0.5, **_positive), mu=Number(0.5, low=0), methods=_moves
    ),
    "ProximalDescent": Call(
        shape=_shape, eta=Number(0.5, **_positive), decay=Number(0.5, bad=[0.7]), methods=_moves
    ),
    "Stage": Call(length=Free(5), slowdown=Free(0.0)),  # checked where stages are run
    "StochasticRun": Call(x=Free(_v), z=Free(_v), n_iter=Free(5)),  # a record
    "ac_rda": Call(**_from_start, lipschitz=_constants["lipschitz"], c=_constants["c"]),
    "ac_sa": Call(**_from_start, **_constants),
    "follow": Call(
        method=Object(OptimalDualAveraging(_v)),
        gradient=_gradient,
        n_iter=Count(5, low=1),
    ),
    "multistage_budget": Call(
        accuracy=Number(0.1, 0, 1.0, open_low=True),
        gap=Number(1.0, **_positive),
        constants=_bound["constants"],
    ),
    "StagedDualAveraging": Call(
        start=_start,
        stages=_stages,
        lipschitz=_constants["lipschitz"],
        mu=Number(0.5, **_positive),
        methods=_moves,
    ),
    "multistage_orda": Call(
        gradient=_gradient,
        start=_start,
        stages=_stages,
        lipschitz=_constants["lipschitz"],
        mu=Number(0.5, **_positive),
    ),
    "orda": Call(**_from_start, **_constants),
    "orda_bound": Call(**_bound),
    "orda_sum_bound": Call(**_bound),
    "orda_tail_bound": Call(
        **_bound,
        delta=Number(0.1, 0, 1, open_low=True, open_high=True),
        diameter=_diameter,
        exact=Flag(False),
    ),
    "orda_variance_bound": Call(**_bound, diameter=_diameter),
    "rda": Call(**_from_zero, eta=Number(0.5, **_positive), mu=Number(0.5, low=0)),
    "sage": Call(**_from_start, **_constants),
    "stage_schedule": Call(
        n_stages=Count(3, low=1),
        lipschitz=Number(2.0, **_positive),
        mu=Number(0.5, **_positive),
        gap=Number(1.0, **_positive),
        sigma=Number(1.0, low=0),
        jump=Number(1.0, low=0),
    ),
    "stochastic_fobos": Call(
        **_from_zero, eta=Number(0.5, **_positive), decay=Number(0.5, bad=[0.7])
    ),
}
