"""Arguments and calls of the room of reinforcement learning."""

import numpy as np

from mlcompanion.rl import MDP, MRP, Evaluation, Setting, Task, Transitions
from mlcompanion.rl.approximation import LinearAgent, LinearBestMatch, LinearSarsa, TileCoder
from mlcompanion.rl.bestmatch import BestMatchLVM, LastVisitModel
from mlcompanion.rl.environments import GridWorld
from mlcompanion.rl.td import GLSTD, LSTD, OnlineTD, StepSchedule
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Kind, Number, Object, Seed
from valid_calls.rl_adaptive import ADAPTIVE, ADAPTIVE_SHARED

_gamma = Number(0.9, 0, 1, open_high=True)
_moves = [[[0.5, 0.5], [1.0, 0.0]], [[0.0, 1.0], [0.2, 0.8]]]
_process = MDP(_moves, [[1.0, 0.0], [0.0, 2.0]], 0.9)
_law = Array([0.5, 0.5], "s", low=0, high=1, bad=([0.7, 0.7],))
_P = Array(_moves, "sas", low=0, high=1)

SHARED = {
    **ADAPTIVE_SHARED,
    "mdp": Object(_process),
    "mrp": Object(MRP([[0.5, 0.5], [0.1, 0.9]], [0.0, 1.0])),
    "Phi": Array([[1.0, 0.5], [0.0, 2.0]], "nm"),
    "gamma": _gamma,
    "tol": Number(1e-8, low=0, open_low=True),
}

_seen = {
    "states": Array([0, 1, 0, 0, 1, 1, 0], "t", integer=True, low=0, high=1, but={"one axis more"}),
    "rewards": Array([1.0, 0.0, 1.0, 1.0, 0.0, 0.0], "r"),
    "Phi": Array(np.eye(2), "nm"),
}
_weights = Array([[1.0, 0.2], [0.0, 1.0]], "nm")
_of_states = {"Phi": Array(np.eye(2), "nm")}


def _fitted(learner):
    return learner.fit(**{name: kind.fresh() for name, kind in _seen.items()})


_coder = TileCoder([0.0], [1.0], n_tilings=3, n_bins=4, random_state=0)
_point = {"point": Array([0.3], "d")}
_rates = {"first": Number(0.1, 0, 1), "decay": Number(0.5, low=0)}
# what compiled loops ask for, with numbers that the task or the agent has checked
_loops = {"plan": None, "play": None}


def _begun():
    agent = LinearAgent(LinearBestMatch(), _coder, 2, random_state=0)
    agent.begin([0.3])
    return agent


_ends = Transitions([0, 1, 0], [0.0, 1.0, 0.5], [1, 2, 2], [0, 1, 1], [False, True, True])
_evaluation = {
    "transitions": Object(_ends),
    "setting": Object(Setting(3, 0.9, 0.8, 0.1)),
    "initial": Number(1.0),
}
_model = LastVisitModel([[1], [-1]], [[1.0], [0.0]], [[0.5], [0.0]], [[0.5], [0.0]], 0.9)
_table = {
    "initial": Number(1.0),
    "first": Number(0.9, 0, 1),
    "decay": Number(0.1, low=0),
    # what the loops of runs and of logs call, with arguments that they have checked
    "methods": {"follow": None, "play": None},
}
_queued = {"n_updates": Count(5, low=1), "threshold": Number(0.01, low=0), **_table}
_ring = {
    "rewards": Array([1.0, 0.5, 0.2], "s"),
    "model_free": Array([0.0, 1.0, 0.0], "s"),
    "steps": Array([0.5, 0.7, 1.0], "s", low=0, high=1),
}

CALLS = {
    "BestMatchLVM": Call(selection=Choice("sweep"), **_queued),
    "BestMatchNTM": Call(n_next=Count(2, low=1), corrected=Flag(False), **_queued),
    "DelayedQ": Call(m=Count(2, low=1), gap=Number(0.1, low=0), **_table),
    "DeterministicSweeping": Call(scaled=Flag(True), **_queued),
    "Evaluation": Call(
        make=lambda: Evaluation(np.zeros((1, 3)), np.zeros((1, 4))),
        methods={"blank": None, "of": None},
    ),
    "ExperienceReplay": Call(n_samples=Count(4, low=1), newest_first=Flag(True), **_table),
    "JustInTimeQ": Call(**_table),
    "PrioritizedSweeping": Call(**_queued),
    "QLearning": Call(**_table),
    "SequenceBestMatch": Call(n_samples=Count(4, low=1), **_table),
    "WatkinsQ": Call(lam=Number(0.5, 0, 1), trace=Choice("accumulating"), **_table),
    "best_match_sweep": Call(Q=Array([[0.5], [0.0]], "sa"), model=Object(_model)),
    "best_match_values": Call(offline=Flag(True), **_evaluation),
    "induced_mdp": Call(model=Object(_model)),
    "last_visit_chain": Call(
        state=Count(0, low=0, high=2),
        next_states=Array([1, 2, 0], "s", integer=True, low=-1, high=2),
        gamma=_gamma,
        **_ring,
    ),
    "learn_from": Call(
        learner=Object(BestMatchLVM()),
        transitions=Object(_ends),
        n_states=Count(3, low=1),
        n_actions=Count(2, low=1),
        gamma=_gamma,
        checkpoints=Array([1, 3], "c", integer=True, low=1, high=3),
    ),
    "replay_values": Call(n_samples=Count(4, low=1), **_evaluation),
    "run_episodes": Call(
        learner=Object(BestMatchLVM()),
        task=Object(Task(MDP([[[0, 1.0]], [[0, 1.0]]], [[1.0], [0.0]], 0.9))),
        n_episodes=Count(2, low=1),
        n_runs=Count(2, low=1),
        epsilon=Number(0.1, 0, 1),
        random_state=Seed(0),
    ),
    "sample_weights": Call(
        steps=Array([0.5, 0.2], "n", low=0, high=1, but={"one axis more"}), uniform=Flag(True)
    ),
    "solve_best_match": Call(model=Object(_model), max_iter=Count(500, low=1)),
    "td_lambda": Call(
        lam=Number(0.5, 0, 1), trace=Choice("replacing"), offline=Flag(True), **_evaluation
    ),
    "CarTask": Call(
        max_steps=Count(50, low=1),
        gamma=Number(0.9, 0, 1),
        start=Array([-0.5, 0.0], "d", low=-0.07, bad=([0.0, 0.1],), but={"an entry below"}),
        coder=Object(TileCoder([-1.2, -0.07], [0.6, 0.07])),
        methods={"starts": None},
    ),
    "LinearAgent": [
        Call(
            learner=Object(LinearSarsa()),
            coder=Object(_coder),
            n_actions=Count(2, low=1),
            gamma=Number(0.9, 0, 1),
            epsilon=Number(0.1, 0, 1),
            random_state=Seed(0),
            methods={"begin": None, "observe": None, "values": None},
        ),
        Call(
            make=_begun,
            methods={
                "begin": _point,
                "observe": {"reward": Number(-1.0), **_point},
                "values": {"points": Array([[0.3], [0.5]], "nd")},
            },
        ),
    ],
    "LinearBestMatch": Call(n_samples=Count(3, low=1), methods=_loops, **_rates),
    "LinearReplay": Call(n_samples=Count(3, low=1), methods=_loops, **_rates),
    "LinearSarsa": Call(lam=Number(0.9, 0, 1), trace_length=Count(20), methods=_loops, **_rates),
    "TileCoder": Call(
        low=Array([-1.0, 0.0], "d"),
        high=Array([1.0, 2.0], "d"),
        n_tilings=Count(3, low=1),
        n_bins=Count(4, low=2),
        random_state=Seed(0),
        methods={"encode": {"points": Array([[0.0, 1.0], [0.5, 0.5]], "nd")}},
    ),
    **ADAPTIVE,
    "GLSTD": [
        Call(
            gamma=_gamma,
            crossfit=Count(2, low=2),
            var_floor=Number(0.05, low=0),
            methods={"fit": _seen, "value": None},
        ),
        Call(make=lambda: _fitted(GLSTD(0.9)), methods={"fit": None, "value": _of_states}),
    ],
    "LSTD": [
        Call(
            gamma=_gamma,
            lam=Number(0.5, 0, 1),
            methods={"fit": {**_seen, "weights": _weights}, "value": None},
        ),
        Call(make=lambda: _fitted(LSTD(0.9)), methods={"fit": None, "value": _of_states}),
    ],
    "OnlineTD": [
        Call(
            gamma=_gamma,
            method=Choice("accelerated"),
            lam=Number(0.5, 0, 1),
            step=Object(StepSchedule(0.5, 0.1)),
            warm_start=Count(3),
            ridge=Number(0.1, low=0),
            inverse=Choice("first-order"),
            methods={
                "fit": {
                    **_seen,
                    "weights": _weights,
                    "checkpoints": Array([4, 6], "c", integer=True, low=3, high=6),
                },
                "partial_fit": None,
                "value": None,
            },
        ),
        Call(
            make=lambda: _fitted(OnlineTD(0.9, "accelerated", warm_start=3)),
            methods={
                "fit": None,
                "partial_fit": {key: _seen[key] for key in ("states", "rewards")},
                "value": _of_states,
            },
        ),
    ],
    "asymptotic_law": Call(weights=_weights, lam=Number(0.5, 0, 1)),
    "faithful_process": Call(
        P=Array([[0.5, 0.5], [0.1, 0.9]], "nn", low=0, high=1), coef=Array([0.3, 0.8], "m")
    ),
    "follow": Call(
        habits=Array([[0.2] * 5, [0.6, 0.1, 0.1, 0.1, 0.1]], "pm", low=0, high=1),
        seeing=Number(0.8, 0, 1),
    ),
    "laplacian_basis": Call(n=Count(5, low=1), m=Count(1, low=1, high=5)),
    "optimal_weights": Call(coef=Array([0.3, 0.8], "m")),
    "residual_weights": Call(),
    "squared_errors": Call(coef=Array([0.3, 0.8], "m")),
    "GridWorld": Call(
        rows=Kind(("S.", ".G"), bad=(("S.",), ("SS", ".G"), 3.5, ("S.", "G"))),
        methods={
            "mdp": {
                "noise": Number(0.1, 0, 1),
                "gamma": _gamma,
                "goal_reward": Number(1.0),
                "step_reward": Number(-0.1),
            },
            "shown": {"values": Array(np.arange(4.0), "s")},
        },
    ),
    "MDP": Call(
        P=_P,
        R=Array([[1.0, 0.0], [0.0, 2.0]], "sa"),
        gamma=_gamma,
        methods={"under": {"policy": Array([0, 1], "s", integer=True, low=0, high=1)}},
    ),
    "MRP": Call(
        P=Array([[0.5, 0.5], [0.1, 0.9]], "ss", low=0, high=1),
        r=Array([0.0, 1.0], "s"),
        methods={"value": {"gamma": _gamma}, "stationary": {}},
    ),
    "RockSample": Call(
        n=Count(3, low=1),
        rocks=Array([[0, 1], [2, 2]], "k2", integer=True, low=0, high=2),
        d0=Number(20.0, low=0, open_low=True),
        accuracy=Array([1.0, 0.9, 0.8, 0.7, 0.6, 0.5], "d", low=0, high=1, but={"one axis fewer"}),
        exit_reward=Number(10.0),
    ),
    "POMDP": Call(
        T=_P,
        O=_P,
        R=Array([[1.0, 0.0], [0.0, 2.0]], "sa"),
        gamma=_gamma,
        b0=_law,
        methods={
            "predictive": {"belief": _law, "action": Count(1, low=0, high=1)},
            "update": {
                "belief": _law,
                "action": Count(1, low=0, high=1),
                "observation": Count(0, low=0, high=1),
            },
        },
    ),
    "drive_car": Call(
        pushes=Array([1, -1, 0], "t", integer=True, low=-1, high=1, but={"empty"}),
        position=Number(-0.5),
        velocity=Number(0.0),
    ),
    "dyna_maze": Call(),
    "epsilon_greedy": Call(
        q=Array([0.0, 1.0, 0.5], "a"), epsilon=Number(0.1, 0, 1), random_state=Seed(0)
    ),
    "estimate_mdp": Call(
        states=Array([0, 0, 0, 1], "n", integer=True, low=0, high=2),
        actions=Array([0, 1, 1, 0], "n", integer=True, low=0, high=1),
        rewards=Array([1.0, 0.0, 4.0, 2.0], "n"),
        next_states=Array([0, 0, 1, 2], "n", integer=True, low=0, high=2),
        n_states=Count(3, low=1),
        n_actions=Count(2, low=1),
    ),
    "large_maze": Call(n_lanes=Count(2, low=1), door=Count(3, low=1, high=20)),
    "policy_iteration": Call(max_iter=Count(50, low=1)),
    "policy_value": Call(policy=Array([0, 1], "s", integer=True, low=0, high=1)),
    "ring_walk": Call(n_states=Count(4, low=2), skip=Number(0.5, 0, 1), reward=Number(1.0)),
    "sample_trajectories": Call(
        mrp=Object(MRP([[0.5, 0.5], [0.1, 0.9]], [0.0, 1.0])),
        n_steps=Count(5, low=1),
        n_runs=Count(3, low=1),
        start=_law,
        random_state=Seed(0),
    ),
    "scattered_moves": Call(
        world=Object(GridWorld(("S.", ".G"))),
        width=Count(3, low=1),
        length=Count(2, low=1),
        gamma=_gamma,
        goal_reward=Number(100.0),
        step_reward=Number(-0.1),
    ),
    "step_sizes": Call(
        n=Array([1, 2, 3], "n", low=1, but={"empty", "one axis more", "one axis fewer"}),
        first=Number(0.5, 0, 1),
        decay=Number(0.1, low=0),
    ),
    "tiger": Call(
        hearing=Number(0.85, 0, 1),
        gamma=_gamma,
        listen=Number(-1.0),
        treasure=Number(10.0),
        mauled=Number(-100.0),
    ),
    "value_iteration": Call(max_iter=Count(10_000, low=1)),
}
