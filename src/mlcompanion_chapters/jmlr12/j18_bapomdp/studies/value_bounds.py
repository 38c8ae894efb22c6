"""Ross et al. (2011), Theorems 3, 5 and 6: a search for a plan that breaks a bound.

Settles of chapter jmlr12/18_bapomdp: value-bounds.

A row holds the largest ratios over a block of pairs, or of starts below a cap. Pairs have row
totals 5 to 500; the second table has 1 to 20 counts more, at places drawn by chance.
"""

from ..bounds import capped_values, pair_gaps

GAMMAS = (0.5, 0.9)
BLOCK = 100
SIZES = {
    "default": {"pairs": 2000, "starts": 300, "eps": (0.2, 0.5)},
    "paper": {"pairs": 2000, "starts": 300, "eps": (0.2, 0.5)},
}


def cases(pairs, starts, eps):
    """One case for each block of pairs, and of starts."""
    found = [
        {"experiment": "pairs", "first": first, "number": min(BLOCK, pairs - first)}
        for first in range(0, pairs, BLOCK)
    ]
    return found + [
        {"experiment": "caps", "eps": e, "first": first, "number": min(BLOCK, starts - first)}
        for e in eps
        for first in range(0, starts, BLOCK)
    ]


def run(case):
    """The row of a block."""
    seeds = range(case["first"], case["first"] + case["number"])
    if case["experiment"] == "pairs":
        rows = [pair_gaps(seed, GAMMAS) for seed in seeds]
        return {
            "ratio": max(row["ratio"] for row in rows),
            "informative": sum(row["informative"] for row in rows),
        }
    rows = [capped_values(seed, 0.5, case["eps"]) for seed in seeds]
    return {
        "ratio5": max(row["ratio5"] for row in rows),
        "ratio6": max(row["ratio6"] for row in rows),
        "cut": sum(row["cut"] for row in rows),
    }
