"""Arguments and calls of Bayes-adaptive POMDPs."""

import numpy as np

from mlcompanion.rl import EpisodicPOMDP
from mlcompanion.rl.bayes_adaptive import (
    CountCaps,
    CountPrior,
    HyperBelief,
    most_probable,
)
from mlcompanion.rl.environments import RockSample, follow, tiger
from valid_calls.kinds import Array, Call, Count, Flag, Made, Number, Object, Seed

_ENDS = [[False, True, True]] * 2
_LEARN = [[True, False, False]] * 2
_WORLD = EpisodicPOMDP.of(tiger(), ends=_ENDS)
_PRIOR = CountPrior.of(tiger(), psi=np.ones((2, 3, 2)), learn_seen=_LEARN, ends=_ENDS)
_SEEN = np.full((2, 3, 2), -1)
_SEEN[0, 0] = [0, 1]
_SEEN[1, 0] = [2, 3]
_MASK = Array(np.array(_LEARN), "sa", integer=True, low=0, high=1, but={"an entry above"})
_ENDS_KIND = Array(np.array(_ENDS), "sa", integer=True, low=0, high=1, but={"an entry above"})
_LAWS = Array([0.85, 0.15, 0.15, 0.85], "c", low=0, high=1)
_COUNTS = Array([5.0, 3.0, 3.0, 5.0], "c", low=0)
_FILTER = Object(most_probable(4))
_action = Count(0, high=2)
_state = Count(0, high=1)
_horizon = Count(2, low=1)

ADAPTIVE_SHARED = {
    "belief": Made(lambda: HyperBelief(_PRIOR)),
    "filter": _FILTER,
    "pomdp": Object(tiger()),
    "prior": Object(_PRIOR),
}

ADAPTIVE = {
    "CountPrior": Call(
        world=Object(_WORLD),
        counts=Array([5.0, 3.0, 3.0, 5.0], "c", low=0, open_low=True, but={"one axis more"}),
        rows=Array([0, 0, 1, 1], "c", integer=True, low=0),
        branch_cells=Array(np.full(10, -1), "b", integer=True, low=-1, high=3),
        seen_cells=Array(_SEEN, "saz", integer=True, low=-1, high=3),
        weights=Array([1.0], "m", low=0, high=1),
        methods={
            "of": {
                "phi": Array(np.ones((2, 3, 2)), "sas", low=0),
                "psi": Array(np.ones((2, 3, 2)), "saz", low=0),
                "learn_moves": _MASK,
                "learn_seen": _MASK,
                "ends": _ENDS_KIND,
            },
            "known": {"laws": _LAWS},
            "laws_in": {"world": Object(_WORLD)},
        },
    ),
    "CountTree": Call(
        methods={
            "values": {
                "state": _state,
                "counts": Array([5.0, 3.0, 3.0, 5.0], "c", low=0, open_low=True),
                "horizon": _horizon,
            }
        }
    ),
    "EpisodicPOMDP": Call(
        start=Array(_WORLD.start, "p", integer=True, low=0),
        to=Array(_WORLD.to, "b", integer=True, low=0, high=1),
        prob=Array(_WORLD.prob, "b", low=0, high=1),
        O=Array(_WORLD.O, "saz", low=0, high=1),
        R=Array(_WORLD.R, "sa"),
        b0=Array([0.5, 0.5], "s", low=0, high=1),
        ends=_ENDS_KIND,
        methods={"of": {"ends": _ENDS_KIND}},
    ),
    "HyperBelief": Call(
        methods={
            "predictive": {"action": _action},
            "update": {
                "action": _action,
                "observation": Count(0, high=1),
                "random_state": Seed(0),
            },
            "track": {
                "actions": Array([0, 0, 0], "t", integer=True, low=0, high=2),
                "observations": Array([0, 1, 0], "t", integer=True, low=0, high=1),
                "random_state": Seed(0),
            },
            "next_episode": {"random_state": Seed(0)},
            "model_error": {"laws": _LAWS},
        }
    ),
    "alpha_values": Call(
        state=_state, counts=_COUNTS, horizon=_horizon, caps=Object(CountCaps(6.0, 6.0))
    ),
    "count_caps": Call(
        eps=Number(1.0, low=0, open_low=True),
        gamma=Number(0.9, 0, 1, open_low=True, open_high=True),
        reward=Number(1.0, low=0, open_low=True),
        n_states=Count(2, low=1),
        n_observations=Count(2, low=1),
    ),
    "enumerate_alpha": Call(horizon=_horizon),
    "exact_filter": Call(),
    "follow_prior": Call(
        world=Object(follow()),
        counts=Array([[2.0, 3.0, 1.0, 2.0, 2.0], [1.0] * 5], "pm", low=0, open_low=True),
    ),
    "hyperstate_distance": Call(
        state=_state, counts=_COUNTS, other_state=_state, other_counts=_COUNTS
    ),
    "lookahead": Call(depth=Count(1, low=1), random_state=Seed(0)),
    "monte_carlo": Call(K=Count(4, low=1), as_printed=Flag(False)),
    "most_probable": Call(K=Count(4, low=1)),
    "posterior_sampling": Call(
        world=Object(_WORLD),
        n_steps=Count(4, low=1),
        keep=Count(2, low=1),
        random_state=Seed(0),
    ),
    "project_counts": Call(
        counts=Array([5.0, 3.0, 3.0, 5.0], "c", low=0),
        rows=Array([0, 0, 1, 1], "c", integer=True, low=0),
        cap=Number(6.0, low=0, open_low=True),
    ),
    "rock_prior": Call(
        rover=Object(RockSample()),
        counts=Array([[[6.0, 2.0]] * 6], "mdo", low=0, open_low=True, but={"one axis fewer"}),
        weights=Array([1.0], "m", low=0, high=1),
    ),
    "sample_laws": Call(
        counts=Array([5.0, 3.0, 3.0, 5.0], "c", low=0, open_low=True), random_state=Seed(0)
    ),
    "simulate": Call(
        agent=Object(_PRIOR),
        world=Object(_WORLD),
        depth=Count(1, low=1),
        n_episodes=Count(2, low=1),
        max_steps=Count(3, low=1),
        random_state=Seed(0),
    ),
    "weighted_distance": Call(K=Count(4, low=1)),
}
