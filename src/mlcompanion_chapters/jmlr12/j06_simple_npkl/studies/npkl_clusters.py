"""Zhuang, Tsang and Hoi (2011), section 7.2: clusters of learned kernels, k-means, paired k-means.

Settles of chapter jmlr12/06_simple_npkl: table2-accuracy, own-wrong-pairs and own-wine-tuned.

``experiment`` "table": seven sets, pairs until must-links leave 70 % of the points, C by held-out
pairs, not by the classes. "wrong": iris, 120 pairs, a share of them turned. "wine":
a grid.
"""

from ..clusters import small_row, wine_row, wrong_row
from ..sets import TABLE_2

SIZES = {
    "default": {"repeats": 10, "grid_repeats": 4},
    "paper": {"repeats": 20, "grid_repeats": 10},
}


def cases(repeats, grid_repeats):
    """Every set, constant and draw; every cell of the grid."""
    table = [
        {"experiment": "table", "set": name, "seed": seed}
        for name in TABLE_2
        for seed in range(repeats)
    ]
    wrong = [
        {"experiment": "wrong", "share": share, "seed": seed}
        for share in (0.0, 0.2)
        for seed in range(repeats)
    ]
    grid = [
        {"experiment": "wine", "C": C, "k": k, "scaled": scaled, "seed": seed}
        for C in (0.03, 0.1, 0.3)
        for k in (5, 10, 20)
        for scaled in (0, 1)
        for seed in range(grid_repeats)
    ]
    return table + wrong + grid


def run(case):
    """The row of a case."""
    if case["experiment"] == "table":
        return small_row(case["set"], case["seed"])
    if case["experiment"] == "wrong":
        return wrong_row(case["seed"], case["share"])
    return wine_row(case["seed"], case["C"], case["k"], case["scaled"])
