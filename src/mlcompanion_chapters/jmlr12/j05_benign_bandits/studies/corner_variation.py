"""Hazan and Kale (2011): the root of the variation, in the simplex and in random polytopes.

Settles own-corners-variation of chapter jmlr12/05_benign_bandits. A row holds the regrets of its
repeats.
"""

import numpy as np

from mlcompanion.bandits.linear import run_bandit, tuned_step
from mlcompanion.convex.barriers import PolytopeBarrier

from ..benign_games import benign_costs, random_polytope, regret_in_polytope

N = 3
ROUNDS = 1_000_000
LENGTH = 0.2
VARIATIONS = {
    "simplex": (40_000, 80_000, 160_000, 300_000, 600_000),
    "polytope": (110_000, 160_000, 250_000, 400_000, 600_000),
}
SIZES = {"default": {"repeats": 5}, "paper": {"repeats": 5}}


def cases(repeats):
    """One case for each set and variation."""
    return [
        {"set": body, "Q": variation, "repeats": repeats}
        for body, variations in VARIATIONS.items()
        for variation in variations
    ]


def regret_of(body, variation, seed):
    """Regret of one run of the player that is tuned to the variation."""
    barrier = PolytopeBarrier.simplex(N) if body == "simplex" else random_polytope(N, seed)
    costs = benign_costs(ROUNDS, LENGTH, variation, seed)
    trace = run_bandit(
        costs,
        barrier,
        eta=tuned_step(N, barrier.theta, ROUNDS, variation),
        random_state=np.random.default_rng([seed, 1]),
    )
    return float(regret_in_polytope(trace.y, costs, barrier)[0])


def run(case):
    """The row of a case."""
    seeds = range(case["repeats"])
    return {"regret": [regret_of(case["set"], case["Q"], seed) for seed in seeds]}
