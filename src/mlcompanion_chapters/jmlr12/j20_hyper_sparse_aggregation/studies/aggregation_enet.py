"""Gaïffas, Lecué (2011): star aggregates of elastic-net paths against the usual selectors.

Settles of chapter jmlr12/20_hyper_sparse_aggregation: table2-enet; with aggregation_tables
never-much-worse. One case a setting; the row has means over its replications.
"""

from ..replications import RIDGES, replicate, summary

SETTINGS = (("1", 20, 3.0), ("2", 20, 3.0), ("3", 20, 3.0), ("4", 100, 15.0))
SIZES = {"default": {"repeats": 6, "loo": 2}, "paper": {"repeats": 200, "loo": 200}}


def cases(repeats, loo):
    """One case a setting; forty variables are left out one by one in the first ``loo`` only."""
    return [
        {"model": model, "n": n, "sigma": sigma, "repeats": repeats,
         "loo": loo if model == "4" else repeats}
        for model, n, sigma in SETTINGS
    ]  # fmt: skip


def run(case):
    """The means of a setting."""
    setting = (case["model"], case["n"], case["sigma"])
    return summary(
        [
            replicate(setting, seed, RIDGES, leave_one_out=seed < case["loo"])
            for seed in range(case["repeats"])
        ]
    )
