"""Sugiyama (2016), chapter 31: are the printed updates the minimisers, and what do they cost?

Settles of chapter sugiyama/31_online_learning: pa-closed-forms, arow-closed-form,
recursive-least-squares, precision-sign, skip-rule and diagonal-cost.

*pa*, *arow*, *sign*, *skip*: a case holds all random states of one dimension and one passiveness
(of *pa* also of one loss) and gives the worst of them, as ``passive_checks`` and ``arow_checks``
define it; of *sign*, ``minus_err`` is the least over states whose change is 1 % or more of the old
inverse; of *skip*, inputs have an uncertainty of at least 0.01 % of the passiveness. *kl*: 50 pairs
of normal laws a dimension. *ridge*: ten draws of one size and number of passes at three penalties;
n = 0 is the listing of Fig. 31.9. *cost*: the median of nine updates at one dimension, one thread,
after two that compile and warm up; the compiled step alone, in the processor's seconds.
"""

from ..experiments import D_AROW, EXPERIMENTS, LAMBDAS
from ..passive_checks import LOSSES

LAMBDAS_PA = (0.01, 0.1, 1.0, 10.0, 100.0)
D_PA = (1, 2, 5, 20)
D_COST = {"full": (500, 1000, 2000, 4000), "diag_drop": (100_000, 300_000, 1_000_000, 3_000_000)}
N_RIDGE, D_RIDGE, PASSES = (20, 50, 200), (5, 50), (1, 2, 10, 100)
SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}


def cases(share):
    """One case for each setting; ``share`` of the repeats."""
    made = [
        {"experiment": "pa", "loss": loss, "d": d, "lam": lam}
        for loss in LOSSES
        for d in D_PA
        for lam in LAMBDAS_PA
    ]
    made += [
        {"experiment": "arow", "task": task, "d": d, "lam": lam}
        for task in ("classification", "regression")
        for d in D_AROW
        for lam in LAMBDAS
    ]
    for name in ("sign", "skip"):
        made += [{"experiment": name, "d": d, "lam": lam} for d in D_AROW for lam in LAMBDAS]
    made += [{"experiment": "kl", "d": d} for d in (1, 2)]
    made += [
        {"experiment": "ridge", "n": n, "d": d, "passes": passes}
        for n, d in [(0, 50), *((n, d) for n in N_RIDGE for d in D_RIDGE)]
        for passes in PASSES
    ]
    made += [
        {"experiment": "cost", "covariance": kind, "d": d} for kind in D_COST for d in D_COST[kind]
    ]
    return [{**case, "share": share} for case in made]


def run(case):
    """The row of a case."""
    row = EXPERIMENTS[case["experiment"]](case)
    return {name: float(value) for name, value in row.items()}
