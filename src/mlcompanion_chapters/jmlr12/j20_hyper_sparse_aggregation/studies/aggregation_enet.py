"""Gaïffas, Lecué (2011): star aggregates of elastic-net paths against the usual selectors.

Settles of chapter jmlr12/20_hyper_sparse_aggregation: table2-enet; with aggregation_tables
never-much-worse. One case a setting; the row has means over its replications.
"""

from ..replications import RIDGES, replicate, summary

SETTINGS = (("1", 20, 3.0), ("2", 20, 3.0), ("3", 20, 3.0), ("4", 100, 15.0))
SIZES = {"default": {"few": 200, "wide": 50}, "paper": {"few": 200, "wide": 200}}


def cases(few, wide):
    """One case a setting; the model of forty variables has ``wide`` replications."""
    return [
        {"model": model, "n": n, "sigma": sigma, "repeats": wide if model == "4" else few}
        for model, n, sigma in SETTINGS
    ]


def run(case):
    """The means of a setting."""
    setting = (case["model"], case["n"], case["sigma"])
    return summary([replicate(setting, seed, RIDGES) for seed in range(case["repeats"])])
