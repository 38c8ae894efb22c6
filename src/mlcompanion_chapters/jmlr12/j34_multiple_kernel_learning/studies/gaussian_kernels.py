"""Gönen and Alpaydın (2011), Fig. 6: the learners on Gaussian kernels of three widths a view.

Settles of chapter jmlr12/34_multiple_kernel_learning: fig6-gaussian.

A case is one training half; its rows are the learners. ``data`` is *four* or *six* (views of
Multiple Features). The halves are drawn from ``size`` rows of the learning set; the paper takes all
of them, and chooses C on the other half.
"""

from ..kernel_tables import (
    FOUR,
    SIX,
    five_by_two,
    learner_rows,
    numeral_views,
    two_classes,
)

SIZES = {
    "default": {"size": 500, "costs": (10.0,), "max_iter": 30},
    "paper": {"size": 1333, "costs": (0.01, 0.1, 1.0, 10.0, 100.0), "max_iter": 50},
}


def cases(size, costs, max_iter):
    """Every experiment, half and C."""
    return [
        {"data": data, "task": task, "half": half, "C": C, "size": size, "max_iter": max_iter,
         "seed": 34}
        for data in ("four", "six") for task in ("eo", "sl") for half in range(10) for C in costs
    ]  # fmt: skip


def run(case):
    """One row a learner."""
    views, numerals = numeral_views(FOUR if case["data"] == "four" else SIX)
    y = two_classes(numerals, case["task"])
    test, folds = five_by_two(y, 667, 5, case["seed"], size=case["size"])
    train, valid = folds[case["half"]]
    parts = {"valid": valid, "test": test}
    return learner_rows(
        views, y, train, parts, case["C"], kernel="gaussian", max_iter=case["max_iter"]
    )
