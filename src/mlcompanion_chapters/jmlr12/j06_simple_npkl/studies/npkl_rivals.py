"""What the source's tables leave unasked: margins with room, standardised attributes, more answers.

Settles of chapter jmlr12/06_simple_npkl: own-room, own-standardised and own-answers. C is chosen by
held-out pairs throughout, so that no class is looked at.
"""

from ..clusters import answers_row, margin_row, standard_row
from ..sets import TABLE_2

COUNTS = (10, 20, 40, 80, 120, 200, 300)
STANDARDISED = ("glass", "heart", "sonar", "wine")
SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 20}}


def cases(repeats):
    """Every number of answers, every set, raw and standardised, and every draw."""
    seeds = range(repeats)
    return [
        *({"experiment": "answers", "count": n, "seed": s} for n in COUNTS for s in seeds),
        *(
            {"experiment": "standard", "set": name, "seed": s}
            for name in STANDARDISED
            for s in seeds
        ),
        *({"experiment": "room", "set": name, "seed": s} for name in TABLE_2 for s in seeds),
    ]


def run(case):
    """The row of a case."""
    if case["experiment"] == "answers":
        return answers_row(case["count"], case["seed"])
    if case["experiment"] == "standard":
        return standard_row(case["set"], case["seed"])
    return margin_row(case["set"], case["seed"])
