"""Ukkonen (2011), Figures 4 and 5: errors of two methods and of the maps alone on four stand-ins.

Settles of chapter jmlr12/08_chain_clustering: fig4-fig5-real-data.

*methods*: one random start each, both errors. *maps*: k-means on the sphere and the graphs.
"""

from ..judging import errors_by_k, map_errors
from ..standins import SETS

SIZES = {
    "default": {"repeats": 1, "maps": 1, "map_step": 4},
    "paper": {"repeats": 25, "maps": 25, "map_step": 1},
}


def cases(repeats, maps, map_step):
    """A case for each set, number of clusters and start; of the maps every ``map_step``-th k."""
    made = []
    for experiment, starts, step in (("methods", repeats, 1), ("maps", maps, map_step)):
        made += [
            {"experiment": experiment, "set": name, "k": k, "seed": seed}
            for seed in range(starts)
            for name in SETS
            for k in range(2, 11, step)
        ]
    return made


def run(case):
    """Shares of the error of one cluster."""
    errors = errors_by_k if case["experiment"] == "methods" else map_errors
    return errors(case["set"], case["k"], case["seed"])
