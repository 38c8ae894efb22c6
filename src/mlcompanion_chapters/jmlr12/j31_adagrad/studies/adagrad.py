"""Duchi, Hazan and Singer (2011), section 6: its tables and Figure 7, on data that stand in.

Settles of chapter jmlr12/31_adagrad: table1-rcv1, table2-imagenet, table3-mnist, table4-census,
fig7-tradeoff, and the runs of thm5-regret and thm7-full-regret. Rows hold lists in the order of the
claims: errors (``err``), shares of non-zero weights (``nz``), mistakes (``mist``), average
precisions (``ap``) and precisions (``pk``).
"""

import numpy as np

from ..protocol import census_curve, digits_row, ranking_row, text_row, title_row, tradeoff_row
from ..regret import PENALTIES, bounds_row

WORDS = ("church", "pope", "charles", "yeltsin")
SIZES = {
    "default": {"splits": 4, "sets": 4, "shuffles": 10},
    "paper": {"splits": 4, "sets": 4, "shuffles": 10},
}


def cases(splits, sets, shuffles):
    """One case for each table, task and split."""
    found = [
        {"experiment": "titles", "word": word, "seed": s} for word in WORDS for s in range(shuffles)
    ]
    found += [
        {"experiment": "diag", "update": update, "penalty": penalty, "eta": float(eta * np.sqrt(2))}
        for update in ("fobos", "rda")
        for penalty in PENALTIES
        for eta in (0.1, 1.0, 10.0)
    ]
    found += [
        {"experiment": "full", "update": update, "eta": eta, "delta": delta}
        for update, delta in (("fobos", 0.0), ("fobos", 1.0), ("rda", None))
        for eta in (0.1, 1.0, 10.0)
    ]
    found += [{"experiment": "many", "data": name, "seed": seed}
              for name in ("digits", "mnist") for seed in range(sets)]  # fmt: skip
    found += [
        {"experiment": "census", "data": "mushroom", "seed": seed} for seed in range(shuffles)
    ]
    found += [{"experiment": "ranking", "data": "mnist", "seed": seed} for seed in range(sets)]
    found += [
        {"experiment": kind, "task": task, "seed": split}
        for split in range(splits)
        for task in range(4)
        for kind in ("text", "tradeoff")
    ]
    found += [{"experiment": "census", "data": "spambase", "seed": seed} for seed in range(sets)]
    return found


def run(case):
    """The row of a case."""
    kind, seed = case["experiment"], case.get("seed")
    if kind == "diag":
        delta = 0.0 if case["update"] == "fobos" else None
        return bounds_row(kind, case["update"], case["penalty"], case["eta"], delta, (200, 2000))
    if kind == "full":
        return bounds_row(kind, case["update"], None, case["eta"], case["delta"], (100, 500))
    if kind == "text":
        return text_row(case["task"], seed)
    if kind == "tradeoff":
        return tradeoff_row(case["task"], seed)
    if kind == "titles":
        return title_row(case["word"], seed)
    if kind == "census":
        return census_curve(case["data"], seed)
    if kind == "many":
        support, choose = {"digits": (400, 300), "mnist": (600, 600)}[case["data"]]
        return digits_row(case["data"], seed, support, choose)
    return ranking_row(case["data"], seed)
