"""Shalev-Shwartz, Tewari (2011): the theorems, searched for counterexamples; steps of ours.

Settles of chapter jmlr12/22_stochastic_l1: thm1-thm2-scd, thm3-prop4-smidas, erratum-self-bound,
erratum-half-divergence.

*descent*: one row a problem. *guarantee*: one row a part, loss and number of features.
"""

from ..theorem_checks import descent_checks, guarantee_checks

SIZES = {
    "default": {"problems": 30, "repeats": 10, "watched": 2, "features": 3},
    "paper": {"problems": 30, "repeats": 50, "watched": 20, "features": 5},
}
FEATURES = (20, 30, 50, 100, 300)
FEW = (20, 30, 50, 100, 200)
#: Numbers of steps of the two errata.
SHORT = (100, 1000, 10_000)
PARTS = (
    ("one", "logistic", FEATURES),
    ("one", "hinge", FEW),
    ("half", "logistic", FEATURES),
    ("half", "hinge", FEW),
    ("two", "squared", FEATURES),
    ("two", "logistic", FEW),
    ("tight", "squared", FEATURES),
    ("four", "squared", FEW),
    ("four", "logistic", FEW),
)


def cases(problems, repeats, watched, features):
    """Short ones first."""
    made = [{"experiment": "descent", "problem": k, "repeats": repeats} for k in range(problems)]
    for part, loss, counts in PARTS:
        for place, d in enumerate(counts[:features]):
            case = {"experiment": "guarantee", "part": part, "loss": loss, "d": d}
            made.append(case | {"K": (0.1, 1.0, 10.0)[place % 3], "repeats": watched})
    return made


def run(case):
    """The row of a case."""
    if case["experiment"] == "descent":
        return descent_checks(case["problem"], case["repeats"])
    steps = {"steps": SHORT} if case["part"] in ("half", "tight") else {}
    return guarantee_checks(
        case["part"], case["loss"], case["d"], case["repeats"], case["K"], **steps
    )
