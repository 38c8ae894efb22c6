"""Hazan and Kale (2011): long games of the players with and without memory.

Settles of chapter jmlr12/05_benign_bandits: constant-costs-polylog, sqrt-q-slope, halving-master,
multi-armed, steps-stay-near and reservoir-law. Each row holds the regrets of its repeats, or what
was counted.
"""

import numpy as np

from mlcompanion.bandits.arms import run_arms, run_exp3

from ..benign_checks import coordinate_reservoir, reservoir_chi_square, reservoir_spread
from ..benign_games import (
    SEQUENCES,
    benign_costs,
    bodies,
    losses_of_master,
    losses_of_player,
    sequence_of,
    step_sizes,
)

CONSTANT_T = (10_000, 30_000, 100_000, 300_000)
ROUNDS = 1_000_000
VARIATIONS = (10_000, 25_000, 62_500, 150_000, 250_000)
MASTER_VARIATIONS = (100_000, 200_000, 400_000, 800_000)
ARMS_T = (100_000, 300_000, 1_000_000)
ARM_COSTS = np.array([0.3, 0.5, 0.6, 0.7])
DIMENSIONS = (2, 3, 10)
STEP_ROUNDS = 5000
SIZES = {
    "default": {"constant_repeats": 20, "repeats": 10, "reservoirs": 56_000},
    "paper": {"constant_repeats": 20, "repeats": 10, "reservoirs": 56_000},
}


def cases(constant_repeats, repeats, reservoirs):
    """One case for each length, variation, set of costs and player."""
    found = [
        {"experiment": "constant", "T": T, "method": method, "repeats": constant_repeats}
        for T in CONSTANT_T
        for method in ("fixed", "old")
    ]
    found += [
        {"experiment": "variation", "Q": Q, "method": method, "repeats": repeats}
        for Q in VARIATIONS
        for method in ("tuned", "fixed", "old")
        if method != "old" or VARIATIONS[0] == Q
    ]
    found += [
        {"experiment": "master", "Q": Q, "method": method, "repeats": repeats}
        for Q in MASTER_VARIATIONS
        for method in ("halving", "tuned")
    ]
    found += [
        {"experiment": "arms", "T": T, "method": method, "repeats": repeats}
        for T in ARMS_T
        for method in ("barrier", "exp3")
    ]
    found += [
        {"experiment": "steps", "n": n, "set": body, "sequence": kind, "repeats": repeats}
        for n in DIMENSIONS
        for body in ("ball", "cube", "polytope")
        for kind in SEQUENCES
    ]
    return [*found, {"experiment": "reservoir", "runs": reservoirs}]


def regret_among_arms(method, horizon, seed):
    """What the drawn arms cost beyond the best one."""
    costs = np.tile(ARM_COSTS, (horizon, 1))
    if method == "exp3":
        arms = run_exp3(costs, random_state=seed)[0]
    else:
        arms = run_arms(costs, random_state=seed).arm
    return float((ARM_COSTS[arms[0]] - ARM_COSTS.min()).sum())


def steps_of(case):
    """Largest step and ratio over the repeats; in the ball also the largest step of the control."""
    n = case["n"]
    sizes, ratios, control = [], [], []
    for seed in range(case["repeats"]):
        barrier = bodies(n, seed)[case["set"]]
        costs = sequence_of(case["sequence"], n, STEP_ROUNDS, [seed, n])
        size, ratio = step_sizes(barrier, costs, 1 / (25 * n), seed)
        sizes.append(size)
        ratios.append(ratio)
        if case["set"] == "ball":
            control.append(step_sizes(barrier, costs, 1 / n, seed, to_the_edge=True)[0])
    return {"far": max(sizes), "ratio": max(ratios), "control": max(control, default=0.0)}


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "reservoir":
        runs = case["runs"]
        spread, touched = reservoir_spread(runs, 2)
        return {
            "chi_a": reservoir_chi_square(runs, 0),
            "chi_bad": reservoir_chi_square(runs, 0, slack=1),
            "chi_c": coordinate_reservoir(runs, 1),
            "var_ratio": spread,
            "touched_z": touched,
        }
    if kind == "steps":
        return steps_of(case)
    seeds = range(case["repeats"])
    if kind == "arms":
        return {"regret": [regret_among_arms(case["method"], case["T"], s) for s in seeds]}
    if kind == "constant":
        costs = benign_costs(case["T"], 0.4, 0.0, 0)
        return {"regret": [losses_of_player(costs, case["method"], 0.0, s) for s in seeds]}
    length = 0.4 if kind == "variation" else 0.1
    games = (benign_costs(ROUNDS, length, case["Q"], [seed, 0]) for seed in seeds)
    if case["method"] == "halving":
        ends = [losses_of_master(costs, seed) for seed, costs in enumerate(games)]
        return {"regret": [r for r, _ in ends], "halvings": [h for _, h in ends]}
    return {
        "regret": [
            losses_of_player(costs, case["method"], case["Q"], seed)
            for seed, costs in enumerate(games)
        ]
    }
