"""Processor time by chains, groups, length and items: a round of chain k-means, and a swap.

Settles of chapter jmlr12/08_chain_clustering: round-and-swap-costs.

One size at a time is varied, the others stay at n = 4,000, k = 8, l = 10, m = 100.
"""

from ..costs import round_seconds, swap_seconds

BASE = {"n": 4000, "m": 100, "k": 8, "length": 10}
VARIED = {
    "n": (2000, 4000, 8000, 16_000),
    "k": (4, 8, 16, 32),
    "length": (5, 10, 20, 40),
    "m": (25, 50, 100, 200),
}
SIZES = {"default": {"repeats": 2}, "paper": {"repeats": 5}}


def cases(repeats):
    """Sizes and draws."""
    return [
        {**BASE, "varied": name, name: size, "seed": seed}
        for seed in range(repeats)
        for name, sizes in VARIED.items()
        for size in sizes
    ]


def run(case):
    """Seconds of a round, or of a swap where these sizes matter to it."""
    n, m, length, seed = case["n"], case["m"], case["length"], case["seed"]
    found = {"round_s": round_seconds(n, m, case["k"], length, seed)}
    if case["varied"] in ("n", "m"):
        found["swap_s"] = swap_seconds(n, m, length, seed)
    return {name: float(f"{value:.4g}") for name, value in found.items()}
