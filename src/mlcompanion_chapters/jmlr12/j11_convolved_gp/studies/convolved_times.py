"""Álvarez and Lawrence (2011), sections 5.1, 6.1 and 6.2: seconds of one training step.

Settles of chapter jmlr12/11_convolved_gp: iteration-times and own-exam-speed. A step is one
evaluation of likelihood and gradient; processor seconds, median of ``repeats``.

``experiment`` "toy": four outputs of 200 points. "growth": D outputs of 100 points. "exam": twenty
outputs of 100 points, DTC with five inducing points.
"""

from ..step_times import seconds_a_step
from ..toy import METHODS

SIZES = {
    "default": {"outputs": (8, 16, 32), "repeats": 5},
    "paper": {"outputs": (8, 16, 32), "repeats": 5},
}


def cases(outputs, repeats):
    """The toy, the growth with D and the headline of Table 6."""
    toy = [("toy", method, 4, 200, 30) for method in METHODS]
    growth = [("growth", method, D, 100, 30) for D in outputs for method in METHODS]
    exam = [("exam", method, 20, 100, 5) for method in ("full", "dtc")]
    names = ("experiment", "method", "D", "N", "K")
    return [dict(zip(names, case)) | {"repeats": repeats} for case in (*toy, *exam, *growth)]


def run(case):
    """The row of a case."""
    sizes = (case["D"], case["N"], case["K"])
    return {"step": seconds_a_step(case["method"], *sizes, case["repeats"])}
