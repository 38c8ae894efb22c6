"""Ukkonen (2011), Figures 4 and 5: errors of two methods and of the maps alone on four stand-ins.

Settles of chapter jmlr12/08_chain_clustering: fig4-fig5-real-data.

*methods*: one random start each, both errors. *maps*: k-means on the sphere and the graphs.
"""

from ..judging import errors_by_k, map_errors
from ..standins import SETS

SIZES = {"default": {"repeats": 3, "maps": 1}, "paper": {"repeats": 25, "maps": 25}}


def cases(repeats, maps):
    """A case for each set, number of clusters and start."""
    made = []
    for experiment, starts in (("methods", repeats), ("maps", maps)):
        made += [
            {"experiment": experiment, "set": name, "k": k, "seed": seed}
            for seed in range(starts)
            for name in SETS
            for k in range(2, 11)
        ]
    return made


def run(case):
    """Shares of the error of one cluster."""
    errors = errors_by_k if case["experiment"] == "methods" else map_errors
    return errors(case["set"], case["k"], case["seed"])
