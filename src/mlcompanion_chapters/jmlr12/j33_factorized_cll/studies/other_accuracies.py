"""Carvalho and others (2011), Table 4: trees, neighbours, support vectors, logistic regression.

Settles of chapter jmlr12/33_factorized_cll: table4-others, total-times.

*accuracy*: a learner on the test rows of one data set, with processor seconds. Where a training
part has more than 1,500 rows, a random sample of so many chooses the constants of support vector
machines, which are then fitted to all rows.
"""

from ..learners import OTHERS, judge
from ..source_sets import AT_HAND, divisions

SIZES = {"default": {"sets": len(AT_HAND)}, "paper": {"sets": len(AT_HAND)}}


def cases(sets):
    """One case for each learner on each set."""
    return [
        {"experiment": "accuracy", "set": name, "split": 0, "learner": learner}
        for name in AT_HAND[:sets]
        for learner in OTHERS
    ]


def run(case):
    """The row of a case."""
    accuracy, tested, used = judge(case["learner"], divisions(case["set"], case["split"]))
    return {"accuracy": accuracy, "tested": tested, "learning": used}
