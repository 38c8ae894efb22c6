"""Zhuang, Tsang and Hoi (2011), Propositions 1, 2 and 6: searches for counterexamples.

Settles of chapter jmlr12/06_simple_npkl: prop1-closed-form (but for the solver), prop6-ascent,
own-sharp-step and own-distance-steps.
"""

from ..sets import table_2_set
from ..theorems import ascent_row, closed_form_row, distance_row, iris_steps

SIZES = {
    "default": {"matrices": 50, "instances": 20},
    "paper": {"matrices": 50, "instances": 20},
}


def cases(matrices, instances):
    """Every matrix at every power, every instance."""
    return [
        *({"experiment": "ascent", "seed": s} for s in range(instances)),
        *({"experiment": "distances", "seed": s} for s in range(instances)),
        {"experiment": "iris"},
        *(
            {"experiment": "closed", "p": p, "seed": s}
            for p in (1.0, 1.5, 2.0, 4.0)
            for s in range(matrices)
        ),
    ]


def run(case):
    """The row of a case."""
    if case["experiment"] == "ascent":
        return ascent_row(case["seed"])
    if case["experiment"] == "distances":
        return distance_row(case["seed"])
    if case["experiment"] == "iris":
        printed, sharp = iris_steps(*table_2_set("iris"))
        return {"steps_printed": printed, "steps_sharp": sharp}
    return closed_form_row(case["seed"], case["p"])
