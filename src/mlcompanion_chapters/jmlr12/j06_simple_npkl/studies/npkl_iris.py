"""Zhuang, Tsang and Hoi (2011), Tables 4 and 5 on iris, and what the source leaves open.

Settles of chapter jmlr12/06_simple_npkl: table4-budget, table5-norm, own-large-c, own-either-way
and own-rank-guess.
"""

from ..iris import constant_row, graph_row, rank_row, size_row

BUDGETS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
POWERS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
CONSTANTS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 20}}


def cases(repeats):
    """Every budget, power and constant; C = 0.2 beside the printed C = 1."""
    seeds = range(repeats)
    return [
        *({"experiment": "graph", "seed": s} for s in seeds),
        *({"experiment": "rank", "seed": s} for s in seeds),
        *({"experiment": "constant", "C": C, "seed": s} for C in CONSTANTS for s in seeds),
        *(
            {"experiment": "budget", "budget": B, "C": C, "seed": s}
            for C in (1.0, 0.2)
            for B in BUDGETS
            for s in seeds
        ),
        *(
            {"experiment": "power", "p": p, "C": C, "seed": s}
            for C in (1.0, 0.2)
            for p in POWERS
            for s in seeds
        ),
    ]


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "graph":
        return graph_row(case["seed"])
    if kind == "rank":
        return rank_row(case["seed"])
    if kind == "constant":
        return constant_row(case["seed"], case["C"])
    if kind == "budget":
        return size_row(case["seed"], case["C"], budget=case["budget"])
    return size_row(case["seed"], case["C"], p=case["p"])
