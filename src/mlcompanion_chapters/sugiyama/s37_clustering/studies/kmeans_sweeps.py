"""Sugiyama (2016), sections 37.1 and 37.2: what sweeps of k-means and kernel k-means do.

Settles of chapter sugiyama/37_clustering: kmeans-straight-boundaries, kernel-kmeans-starts.

*boundaries*: 500 random data sets, whether a half sweep raises the sum of squares and whether a
linear program separates the final clusters. *control*: the program on labellings that overlap.
*starts*: agreement between the ends of 50 starts on a draw of the three clouds.
"""

from ..sweeps import KINDS, agreement_by_start, overlapping_pairs, straight_boundaries

SIZES = {
    "default": {"sets": 500, "repeats": 10},
    "paper": {"sets": 500, "repeats": 10},
}


def cases(sets, repeats):
    """One case for each data set."""
    made = [
        {"experiment": "boundaries", "kind": KINDS[i % len(KINDS)], "seed": i} for i in range(sets)
    ]
    made.append({"experiment": "control", "pairs": 100})
    return made + [{"experiment": "starts", "seed": seed} for seed in range(repeats)]


def run(case):
    """The row of a case."""
    if case["experiment"] == "boundaries":
        return straight_boundaries(case["kind"], case["seed"])
    if case["experiment"] == "control":
        return {"sep_check": overlapping_pairs(case["pairs"])}
    return agreement_by_start(case["seed"])
