"""Shalev-Shwartz, Tewari (2011): the theorems, searched for counterexamples; steps of ours.

Settles of chapter jmlr12/22_stochastic_l1: thm1-thm2-scd, thm3-prop4-smidas, erratum-self-bound,
erratum-half-divergence, own-column-curvature, own-wrong-step.

*descent*: one row a problem. *guarantee*: one row a part, loss and number of features.
*curvature*, *step*: 2,000 rows of the telescope data.
"""

from ..small_telescope import curvature_gain, wrong_step
from ..theorem_checks import descent_checks, guarantee_checks

SIZES = {
    "default": {"problems": 30, "repeats": 50, "watched": 20},
    "paper": {"problems": 30, "repeats": 50, "watched": 20},
}
FEATURES = (20, 30, 50, 100, 500)
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


def cases(problems, repeats, watched):
    """Short ones first."""
    made = [
        {"experiment": "curvature", "data": kind, "lam": lam, "repeats": 10}
        for kind in ("S", "D")
        for lam in (1e-2, 1e-4)
    ]
    made += [
        {"experiment": "step", "data": kind, "method": method, "repeats": 10}
        for method in ("smidas", "trunc")
        for kind in ("S", "D")
    ]
    made += [{"experiment": "descent", "problem": k, "repeats": repeats} for k in range(problems)]
    for part, loss, features in PARTS:
        for place, d in enumerate(features):
            case = {"experiment": "guarantee", "part": part, "loss": loss, "d": d}
            made.append(case | {"K": (0.1, 1.0, 10.0)[place % 3], "repeats": watched})
    return made


def run(case):
    """The row of a case."""
    if case["experiment"] == "curvature":
        return curvature_gain(case["data"], case["lam"], case["repeats"])
    if case["experiment"] == "step":
        return wrong_step(case["data"], case["method"], case["repeats"])
    if case["experiment"] == "descent":
        return descent_checks(case["problem"], case["repeats"])
    steps = {"steps": SHORT} if case["part"] in ("half", "tight") else {}
    return guarantee_checks(
        case["part"], case["loss"], case["d"], case["repeats"], case["K"], **steps
    )
