"""Ukkonen (2011), Figure 7: errors on the data beside those on 99 shuffled copies.

Settles of chapter jmlr12/08_chain_clustering: fig7-significance, genes-as-rankings.

*data*: a random start on the data. *copies*: shuffled copies, a block of them a case.
"""

from ..judging import data_errors, null_errors
from ..standins import SETS

SIZES = {
    "default": {"repeats": 7, "blocks": 2, "copies": 10},
    "paper": {"repeats": 25, "blocks": 9, "copies": 11},
}


def cases(repeats, blocks, copies):
    """The data's starts, then the copies."""
    made = [
        {"experiment": "data", "set": name, "seed": seed}
        for seed in range(repeats)
        for name in SETS
    ]
    made += [
        {"experiment": "copies", "set": name, "block": block, "copies": copies}
        for block in range(blocks)
        for name in SETS
    ]
    return made


def run(case):
    """Each method's own error as a share of its error with one cluster."""
    if case["experiment"] == "data":
        return data_errors(case["set"], case["seed"])
    return null_errors(case["set"], case["block"], case["copies"])
