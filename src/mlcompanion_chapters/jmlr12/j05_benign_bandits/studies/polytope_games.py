"""Hazan and Kale (2011): constant costs in random polytopes, with and without memory.

Settles own-polytope of chapter jmlr12/05_benign_bandits. A row holds the regrets of its repeats.
"""

import numpy as np

from mlcompanion.bandits.linear import run_bandit, tuned_step

from ..benign_games import random_polytope, regret_in_polytope

N = 3
ROUNDS = (100_000, 200_000, 500_000, 1_000_000)
LENGTH = 0.4
SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 10}}


def cases(repeats):
    """One case for each length and player."""
    return [
        {"T": T, "method": method, "repeats": repeats}
        for T in ROUNDS
        for method in ("fixed", "old")
    ]


def regret_of(method, horizon, seed):
    """Regret of one run; polytope and costs are the seed's."""
    barrier = random_polytope(N, seed)
    vector = np.random.default_rng([seed, 2]).normal(size=N)
    costs = np.tile(LENGTH * vector / np.linalg.norm(vector), (horizon, 1))
    known = {"fixed": 0.0, "old": horizon}[method]
    trace = run_bandit(
        costs,
        barrier,
        eta=tuned_step(N, barrier.theta, horizon, known),
        memory=method != "old",
        random_state=np.random.default_rng([seed, 1]),
    )
    return float(regret_in_polytope(trace.y, costs, barrier)[0])


def run(case):
    """The row of a case."""
    seeds = range(case["repeats"])
    return {"regret": [regret_of(case["method"], case["T"], seed) for seed in seeds]}
