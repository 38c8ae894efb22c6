"""Sugiyama (2016), section 37.4: the estimate of information as a judge of clusterings.

Settles of chapter sugiyama/37_clustering: fig37.9-choose-neighbors, lsqmi-approaches-qmi,
qmi-number-of-clusters.

*neighbors*: estimate and agreement with the spirals, a row a number of neighbours. *approach*:
two normals, relative error with true labels and what random labels get. *clusters*: the number of
clusters of three clouds with the largest estimate.
"""

from ..label_information import approach, cluster_number, neighbor_curve

NEIGHBORS = (1, 2, 5, 10, 20, 50, 100, 200)
POINTS = (50, 200, 800)
SIZES = {"default": {"repeats": 20}, "paper": {"repeats": 20}}


def cases(repeats):
    """One case for each experiment and seed."""
    made = [{"experiment": "neighbors", "seed": seed} for seed in range(repeats)]
    made += [{"experiment": "approach", "n": n, "seed": s} for n in POINTS for s in range(repeats)]
    return made + [{"experiment": "clusters", "seed": seed} for seed in range(repeats)]


def run(case):
    """The rows of a case."""
    if case["experiment"] == "neighbors":
        return neighbor_curve(case["seed"], NEIGHBORS)
    if case["experiment"] == "approach":
        return approach(case["n"], case["seed"])
    return cluster_number(case["seed"])
