"""Choromanska (2014), Table 4.1: partition trees and random trees on the corners of a cube.

Settles of chapter choromanska/04_multiclass_trees: table41-gaussians, stalled-leaves.

One case a number of classes and a draw; besides, narrower groups, and means that forget.
"""

from ..corners import corner_row

BITS = (6, 7, 10, 13)
SIZES = {"default": {"seeds": 5}, "paper": {"seeds": 5}}


def cases(seeds):
    """The table's rows; up to 1024 classes the same with half the spread, and with forgetting."""
    draws = range(seeds)
    plain = [{"bits": b, "seed": s, "spread": 0.2, "forget": 0.0} for b in BITS for s in draws]
    small = [case for case in plain if case["bits"] <= 10]
    narrow = [{**case, "spread": 0.1} for case in small]
    return narrow + [{**case, "forget": 0.03} for case in small] + plain


def run(case):
    """Errors, depths and lost labels of one draw."""
    return corner_row(case["bits"], case["seed"], case["spread"], case["forget"])
