"""Choromanska (2014), sections 1.1.2 and 1.3.3: searches for counterexamples.

Settles of chapter choromanska/01_introduction: sandwich-descent, kmeans-approximation,
own-seeding.

One case a hundred models, 25 point sets, or ten draws of groups.
"""

from ..bounds import sandwich
from ..small_clusters import search, seeding_ratios

SIZES = {
    "default": {"models": 20, "sets": 20, "draws": 50},
    "paper": {"models": 20, "sets": 20, "draws": 50},
}


def cases(models, sets, draws):
    """Blocks of models and of sets, and the draws of groups."""
    made = [{"experiment": "sandwich", "seed": s} for s in range(models)]
    made += [{"experiment": "clusters", "seed": s} for s in range(sets)]
    return [*made, {"experiment": "seeding", "draws": draws}]


def run(case):
    """The row of a block, or one row a draw."""
    if case["experiment"] == "sandwich":
        return sandwich(case["seed"])
    if case["experiment"] == "clusters":
        return search(case["seed"])
    return [seeding_ratios(s) for s in range(case["draws"])]
