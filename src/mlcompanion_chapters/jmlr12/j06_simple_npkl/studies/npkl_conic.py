"""Zhuang, Tsang and Hoi (2011), Tables 3 and 9 and the theorems, against a conic solver.

Settles of chapter jmlr12/06_simple_npkl: table3-speed, table9-speed, and the conic measurements of
prop1-closed-form and erratum-slack-budget. Needs CVXPY and SCS. Seconds are the processor's on one
thread; of ours the shortest of three runs. Run it with one worker on a quiet machine.

``experiment`` "closed": random matrices. "slack": a wide budget. "pairs": the sets of Table 3, C =
0.1. "maps": the sets of Table 9; SPE at ``n_structure`` points. "digits": Lanczos.
"""

from sklearn.datasets import load_digits

from ..races import closed_row, digits_row, maps_race_row, pairs_race_row, slack_row
from ..sets import TABLE_2, TABLE_8

POINTS = dict(zip(TABLE_2, (100, 214, 270, 150, 208, 100, 178)))
SIZES = {
    "default": {"repeats": 1, "n_structure": 100, "runs": 1, "most_points": 180},
    "paper": {"repeats": 20, "n_structure": 100, "runs": 3, "most_points": 300},
}


def cases(repeats, n_structure, runs, most_points):
    """Random matrices and budgets first, then sets, then digits."""
    return [
        *({"experiment": "closed", "n": n, "seed": s} for n in (10, 20, 30) for s in range(10)),
        *({"experiment": "slack", "seed": s} for s in range(10)),
        *(
            {"experiment": "digits", "n": n, "seed": seed}
            for n in (450, 900, 1797)
            for seed in range(runs)
        ),
        *(
            {"experiment": "maps", "set": name, "n_structure": n_structure, "seed": seed}
            for seed in range(repeats)
            for name in TABLE_8
        ),
        *(
            {"experiment": "pairs", "set": name, "seed": seed}
            for seed in range(repeats)
            for name, points in POINTS.items()
            if points <= most_points
        ),
    ]


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "closed":
        return closed_row(case["n"], case["seed"])
    if kind == "slack":
        return slack_row(case["seed"])
    if kind == "digits":
        digits = load_digits()
        return digits_row(digits.data, digits.target, case["n"], case["seed"])
    if kind == "maps":
        return maps_race_row(case["set"], case["seed"], case["n_structure"])
    return pairs_race_row(case["set"], case["seed"])
