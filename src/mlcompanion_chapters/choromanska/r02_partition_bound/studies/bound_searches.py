"""Choromanska (2014), Theorems 1 and 2, Algorithms 3 and 4, Lemmas 12 to 14: counterexamples.

Settles of chapter choromanska/02_partition_bound: thm1-bound, thm2-iterations, alg3-alg4, own-join,
erratum-alg4-products, erratum-thm2-order, erratum-lemma13.

Rows are sums or extremes over the problems of a case: counts of violations add up, errors are the
largest.
"""

import numpy as np

from mlcompanion.optimize.majorising import majorization_iterations

from ..bound_searches import (
    descent_problem,
    lemma_violations,
    low_rank_problem,
    touch_problem,
    tree_problem,
    two_labels,
)
from ..printed import alternating_curvatures, update_run

SIZES = {
    "default": {"problems": 2000, "trees": 200, "lemmas": 20_000},
    "paper": {"problems": 2000, "trees": 200, "lemmas": 20_000},
}


def cases(problems, trees, lemmas):
    """One case a search; the run of the counterexample is one."""
    return [
        {"search": "touch", "problems": problems},
        {"search": "two labels", "problems": 200},
        {"search": "descent", "problems": trees},
        {"search": "trees", "problems": trees},
        {"search": "low rank", "problems": trees},
        {"search": "lemmas", "problems": lemmas},
        {"search": "order", "problems": 1},
    ]


def _touch(rng, n):
    found = [touch_problem(rng) for _ in range(n)]
    viol, touch, slope = zip(*found)
    return {"points": 50 * n, "viol": sum(viol), "touch": max(touch), "slope_err": max(slope)}


def _two_labels(rng, n):
    errors, caught = zip(*(two_labels(rng) for _ in range(n)))
    return {"jj_err": max(errors), "sharp": float(np.mean(caught))}


def _descent(rng, n):
    found = [descent_problem(rng) for _ in range(n)]
    row = {k: sum(f[k] for f in found) for k in found[0] if k != "near"}
    return {"near": max(f["near"] for f in found)} | row


def _trees(rng, n):
    found = [tree_problem(rng) for _ in range(n)]
    row = {k: max(f[k] for f in found) for k in ("z_err", "mu_err")}
    row |= {k: sum(f[k] for f in found) for k in ("viol_sum", "viol_join")}
    larger = [f["trace_join"] > f["trace_sum"] * (1 + 1e-12) for f in found]
    return row | {"larger": int(sum(larger))}


def _low_rank(rng, n):
    printed, mended = zip(*(low_rank_problem(rng) for _ in range(n)))
    below = sum(p < -1e-6 for p in printed)
    return {"printed": min(printed), "below": below, "mended": min(mended)}


def _lemmas(rng, n):
    parts = [lemma_violations(rng, n // 20) for _ in range(20)]
    twelve, small, large, fourteen = (sum(p) for p in zip(*parts))
    row = {"lemma_12": twelve, "lemma_13": small + large, "lemma_14": fourteen}
    return row | {"kappa_small": small, "kappa_large": large}


def _order(rng, n):
    rising, falling = alternating_curvatures(200)
    return {
        "sigma_rising": rising,
        "sigma_falling": falling,
        "its_rising": update_run(4000, 1.0, 0.01, 0.001, "rising"),
        "its_falling": update_run(4000, 1.0, 0.01, 0.001, "falling"),
        "its_theorem": majorization_iterations(1.0, 1.0, 4000, 0.01),
    }


SEARCHES = {
    "touch": _touch,
    "two labels": _two_labels,
    "descent": _descent,
    "trees": _trees,
    "low rank": _low_rank,
    "lemmas": _lemmas,
    "order": _order,
}


def run(case):
    """One row."""
    return SEARCHES[case["search"]](np.random.default_rng(2), case["problems"])
