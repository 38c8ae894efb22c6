"""Zhao, Hoi and Jin (2011), section 5 and the bounds: all that is longer than a page's seconds.

Settles of chapter jmlr12/14_double_updating: table2-spambase, table2-other-sets,
table4-vehicle-segment, table4-larger, fig3-sweep-c, fig4-sweep-rho, mistake-bound, and the runs of
dual-gain. A row holds lists over nine learners (``mistakes``, ``support``), over C and learners
(``sweep``), over rho (``weak``, ``strong``, ``doubles``, ``errors``), or the extremes of a family
of runs (``bounds``, ``gains``).
"""

from ..bounds import bound_runs, gains_of_run
from ..protocol import BINARY, MANY, nine_learners, sweep_C, sweep_rho

TABLE_2 = {"spambase": None, "german": None, "splice": 1000, "mushroom": None}
TABLE_4 = ("vehicle", "segment", "dna", "satimage", "optdigits", "mnist")
FIGURE_3 = {"sonar": None, "german": None, "splice": 1000, "spambase": None, "mushroom": None}
SIZES = {
    "default": {"orders": 20, "large_orders": 5, "sweep_orders": 10},
    "paper": {"orders": 20, "large_orders": 20, "sweep_orders": 20},
}


def cases(orders, large_orders, sweep_orders):
    """One case for each data set and order; the first orders of all sets come first."""
    found = []
    for name in ("sonar", "german", "vehicle", "splice", "segment", "spambase", "mushroom"):
        if name in TABLE_2:
            found += [{"experiment": "binary", "data": name, "seed": s} for s in range(orders)]
        if name in TABLE_4:
            found += [{"experiment": "many", "data": name, "seed": s} for s in range(orders)]
        if name in FIGURE_3:
            n = sweep_orders if name in ("spambase", "mushroom") else orders
            found += [{"experiment": "C", "data": name, "seed": s} for s in range(n)]
        if name in ("sonar", "spambase", "mushroom"):
            found += [{"experiment": "rho", "data": name, "seed": s} for s in range(orders)]
        if name in ("sonar", "german", "mushroom"):
            found += [
                {"experiment": "bounds", "data": name, "flip": flip, "C": C, "seed": 0}
                for flip in (0.0, 0.2)
                for C in (1.0, 2.0, 5.0)
            ]
        if name in ("sonar", "spambase", "vehicle"):
            found += [
                {"experiment": "gains", "data": name, "rho": rho, "seed": s}
                for rho in (0.0, 0.2, 0.5)
                for s in range(5)
            ]
    for name in TABLE_4[2:]:
        found += [{"experiment": "many", "data": name, "seed": s} for s in range(large_orders)]
    blocks = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2}  # a set stays together within a block of orders
    return sorted(found, key=lambda case: blocks.get(case["seed"], 3))


def run(case):
    """The row of a case."""
    kind, name, seed = case["experiment"], case["data"], case["seed"]
    if kind == "binary":
        return nine_learners(name, BINARY, 5.0, seed, TABLE_2[name])
    if kind == "many":
        return nine_learners(name, MANY, 10.0, seed)
    if kind == "C":
        return sweep_C(name, seed, FIGURE_3[name])
    if kind == "rho":
        return sweep_rho(name, seed)
    if kind == "gains":
        return gains_of_run(name, case["rho"], seed)
    return bound_runs(name, case["flip"], case["C"], range(5))
