"""Gönen and Alpaydın (2011), Tables 8, 9 and 11 to 14: eighteen learners on views of digits.

Settles of chapter jmlr12/34_multiple_kernel_learning: multifeat-eo-accuracy, multifeat-sl-accuracy,
pendigits-accuracy, fig2-ranks, fig3-support-vectors, fig4-active-kernels, fig5-calls.

A case is one training half and one C; its rows are the learners. ``data`` is *four* or *six*
(views of Multiple Features) or *pen* (pen digits, strokes redrawn; ``pen_train`` rows in each
half). As in the paper there are five repeats of two halves, and five C to choose from. Only the
halves of the pen digits are smaller by default: the paper's 3,747 rows take hours.
"""

from ..kernel_tables import (
    FOUR,
    SIX,
    five_by_two,
    learner_rows,
    numeral_views,
    pen_views,
    two_classes,
)

COSTS = (0.01, 0.1, 1.0, 10.0, 100.0)
STEPS = 1000  # so many that every learner stops by its own rule: its calls are counted
SIZES = {"default": {"pen_train": 800}, "paper": {"pen_train": 3747}}


def cases(pen_train):
    """Every experiment, half and C."""
    return [
        {"data": data, "task": task, "half": half, "C": C, "pen_train": pen_train, "seed": 34}
        for data in ("four", "six", "pen") for task in ("eo", "sl")
        for half in range(10) for C in COSTS
    ]  # fmt: skip


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
    parts = {"valid": valid, "test": test}
    return learner_rows(views, y, train, parts, case["C"], max_iter=STEPS)
