"""Arguments and calls of the bandits in a convex set and among finitely many arms."""

import numpy as np

from mlcompanion.convex.barriers import BallBarrier
from valid_calls.kinds import Array, Call, Count, Flag, Number, Object

_positive = {"low": 0, "open_low": True}
_BALL = BallBarrier(2)
_costs = Array(np.array([[0.3, -0.2], [0.1, 0.4], [0.0, 0.5]]), "tn", bad=(np.ones((3, 2)),))
_arm_costs = Array(np.array([[0.3, 0.2], [0.1, 0.4]]), "ta", low=0, high=1)
#: ``tell`` must follow ``ask``: see tests/bandits.
_play = {"ask": None, "tell": None}
_eta = {"eta": Number(0.01, **_positive)}
_phases = {
    "k": Count(2, low=1),
    "gamma": Number(0.5, low=0, high=1, open_low=True),
    "threshold": Number(0.5, **_positive),
}
_linear = {"k": _phases["k"], "gamma": _phases["gamma"], "memory": Flag(True), **_eta}
_arms = {"k": Count(2, low=1), **_eta}
_runs = {"n_repeats": Count(1, low=1)}
_horizon = Count(10, low=2)
_mixing = Number(0.2, low=0, high=1, open_low=True)

INTERNAL_LINEAR = dict.fromkeys(
    (
        "chosen_end", "empty_memory", "estimate_into", "explored_coordinate", "play_phase",
        "reservoir_place", "store",
    ),
    "a step of a compiled game",
)  # fmt: skip

LINEAR = {
    "BanditLinear": Call(barrier=Object(_BALL), horizon=_horizon, methods=_play, **_linear),
    "HalvingMaster": Call(barrier=Object(_BALL), horizon=_horizon, methods=_play, **_phases),
    "Reservoir": Call(k=Count(2, low=1), methods={"update": {"x": Number(0.5)}}),
    "quadratic_variation": Call(costs=Array(_costs.value, "tn")),
    "run_bandit": Call(costs=_costs, barrier=Object(_BALL), **_linear, **_runs),
    "run_halving": Call(costs=_costs, barrier=Object(_BALL), **_phases, **_runs),
    "tuned_step": Call(
        n=Count(3, low=1),
        theta=Number(1.0, **_positive),
        horizon=_horizon,
        variation=Number(5.0, low=0),
    ),
    "BarrierBandit": Call(n_arms=Count(3, low=2), horizon=_horizon, methods=_play, **_arms),
    "Exp3": Call(n_arms=Count(3, low=2), mixing=_mixing, methods=_play),
    "exp3_mixing": Call(n_arms=Count(3, low=2), horizon=Count(10, low=1)),
    "run_arms": Call(costs=_arm_costs, **_arms, **_runs),
    "run_exp3": Call(costs=_arm_costs, mixing=_mixing, **_runs),
}
