"""Chen (2013), section 6.4: what merging two cells costs, and trees that tie.

Settles of chapter chen/06_graph_valued_regression: thm63-covariance, thm63-mean-term,
thm63-siblings.

*covariances*, *means*: excess risks of pairs of cells by a generic optimiser, against the bounds.
*siblings*: share of runs whose exact tree is no refinement of the true one.
"""

import numpy as np

from ..statements import covariance_pairs, mean_pairs
from ..theory_runs import sibling_run

SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}


def cases(share):
    """One case for each kind of pair, and for each number of rows."""
    pairs = max(int(1000 * share), 2)
    made = [{"experiment": kind, "repeats": pairs} for kind in ("covariances", "means")]
    return made + [
        {"experiment": "siblings", "n": n, "repeats": max(int(400 * share), 2)}
        for n in (500, 2000, 8000)
    ]


def run(case):
    """The row of a case."""
    repeats = case["repeats"]
    if case["experiment"] == "siblings":
        return {"share": sibling_run(case["n"], repeats)}
    if case["experiment"] == "means":
        excess, printed, right = mean_pairs(repeats).T
        return {
            "printed": int(np.sum(excess < printed)),
            "right": int(np.sum(excess < right - 1e-8)),
        }
    equal = max(repeats // 10, 1)
    ratios, apart = covariance_pairs(repeats, equal)
    return {
        "ratio": float(ratios[:repeats].min()),
        "tight": float(np.abs(ratios[repeats:] - 1).max()),
        "apart": apart,
    }
