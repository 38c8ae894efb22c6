"""Gönen and Alpaydın (2011), Tables 8, 9 and 11 to 14: eighteen learners on views of digits.

Settles of chapter jmlr12/34_multiple_kernel_learning: multifeat-eo-accuracy, multifeat-sl-accuracy,
pendigits-accuracy, fig2-ranks, fig3-support-vectors, fig4-active-kernels, fig5-calls.

A case is one training half and one C; its rows are the learners. ``data`` is *four* or *six* (views
of Multiple Features) or *pen* (pen digits, strokes redrawn; ``pen_train`` rows in each half). The
paper has five repeats of two halves; the default has three, and a single C for the pen digits.
"""

from mlcompanion.experiments.kernel_methods.kernel_tables import (
    FOUR,
    SIX,
    five_by_two,
    learner_rows,
    numeral_views,
    pen_views,
    two_classes,
)

COSTS = (0.01, 0.1, 1.0, 10.0, 100.0)
SIZES = {
    "default": {"repeats": 3, "pen_costs": (10.0,), "pen_train": 800},
    "paper": {"repeats": 5, "pen_costs": COSTS, "pen_train": 3747},
}


def cases(repeats, pen_costs, pen_train):
    """Every experiment, half and C."""
    return [
        {"data": data, "task": task, "half": half, "C": C, "pen_train": pen_train, "seed": 34}
        for data, costs in (("four", COSTS), ("six", COSTS), ("pen", pen_costs))
        for task in ("eo", "sl")
        for half in range(2 * repeats)
        for C in costs
    ]


def run(case):
    """One row a learner: accuracies, support vectors, kernels and calls."""
    pen = case["data"] == "pen"
    views, numerals = pen_views() if pen else numeral_views(FOUR if case["data"] == "four" else SIX)
    y = two_classes(numerals, case["task"])
    test, folds = five_by_two(
        y, 3498 if pen else 667, case["half"] // 2 + 1, case["seed"],
        size=2 * case["pen_train"] if pen else None,
    )  # fmt: skip
    train, valid = folds[case["half"]]
    return learner_rows(views, y, train, {"valid": valid, "test": test}, case["C"])
