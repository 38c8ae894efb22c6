"""Gaïffas, Lecué (2011): star aggregates of lasso paths against the usual selectors.

Settles of chapter jmlr12/20_hyper_sparse_aggregation: table1-star, table1-selectors,
table1-model2, table1-highdim, fig34-errors, fig2-preselection, own-temperature,
own-model2-coefficient, own-threshold, own-exact-search; with aggregation_enet never-much-worse.

One case a setting (model, n, sigma) and block of replications; the row has means over them.
Leave-one-out fits n paths: for p = n = 200 it is run on the first ``loo`` replications only.
"""

from ..models import DENSE, SPARSE, WIDE
from ..replications import replicate, summary

SIZES = {
    "default": {"one": 200, "eight": 60, "forty": 30, "wide": 12, "loo": 2},
    "paper": {"one": 200, "eight": 200, "forty": 200, "wide": 200, "loo": 200},
}


def cases(one, eight, forty, wide, loo):
    """One case a setting; replications of Model 1, of eight, forty and two hundred variables."""
    made = []
    for model, n, sigma in (*SPARSE, *DENSE, ("2, 0.85", 20, 3.0)):
        repeats = {"1": one, "4": forty}.get(model, eight)
        made.append({"model": model, "n": n, "sigma": sigma, "repeats": repeats, "loo": repeats})
    for model, n, sigma in WIDE:
        most = min(loo, wide) if n == 200 else wide
        made.append({"model": model, "n": n, "sigma": sigma, "repeats": wide, "loo": most})
    return made


def run(case):
    """The means of a setting."""
    setting = (case["model"], case["n"], case["sigma"])
    exact = case["model"] in {"1", "3", "4"}
    rows = [
        replicate(setting, seed, leave_one_out=seed < case["loo"], exact=exact)
        for seed in range(case["repeats"])
    ]
    return summary(rows)
