"""Zhuang, Tsang and Hoi (2011), section 7.5.2: neighbours in two-dimensional maps.

Settles of chapter jmlr12/06_simple_npkl: table8-embedding. Attributes are used as they come,
brought together to a mean squared norm of 1; the budget is one a point.
"""

from ..maps import map_row
from ..sets import TABLE_8

SIZES = {"default": {"splits": 3}, "paper": {"splits": 20}}


def cases(splits):
    """Every set and split."""
    return [{"set": name, "seed": seed} for name in TABLE_8 for seed in range(splits)]


def run(case):
    """The row of a split."""
    return map_row(case["set"], case["seed"])
