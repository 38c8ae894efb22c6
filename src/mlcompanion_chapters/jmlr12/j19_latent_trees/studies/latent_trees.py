"""Choi, Tan, Anandkumar, Willsky (2011): four methods on three trees, and samples against size.

Settles of chapter jmlr12/19_latent_trees: fig7-double-star, fig7-hmm, fig7-complete, table2-times,
thm11-log-m.

*trees*: at one tree and sample size the shares of wrong trees, mean Robinson-Foulds distances with
their standard errors, numbers of hidden nodes, divergences and their ranks within a run. *times*:
mean seconds of the processor. *failing*: share of double stars of m observed nodes that recursive
grouping with fixed thresholds misses.
"""

import numpy as np
from scipy.stats import rankdata

from ..simulated import METHODS, SHAPES, failing_share, run_errors

SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}
SAMPLES = (1000, 10_000, 100_000)
REPEATS = {"double star": 200, "HMM": 50, "5-complete": 50}
STARS = (20, 40, 80, 160)
GRID = tuple(int(round(400 * 1.1**step, -1)) for step in range(30))


def cases(share):
    """One case for each share that is reported."""
    made = [
        {
            "experiment": "trees", "shape": shape, "n": n,
            "repeats": max(int(REPEATS[shape] * share), 3),
        }
        for shape in SHAPES
        for n in SAMPLES
    ]  # fmt: skip
    made += [
        {"experiment": "times", "shape": shape, "n": n, "repeats": max(int(20 * share), 2)}
        for shape in SHAPES
        for n in SAMPLES
    ]
    made += [
        {"experiment": "failing", "m": m, "n": n, "repeats": max(int(200 * share), 4)}
        for m in STARS
        for n in GRID
    ]
    return made


def run(case):
    """The row of a case."""
    repeats = case["repeats"]
    if case["experiment"] == "failing":
        return {"wrong": failing_share(case["m"], case["n"], repeats)}
    if case["experiment"] == "times":
        run_errors(case["shape"], case["n"], 0)  # machine code is read
    runs = np.array([run_errors(case["shape"], case["n"], seed) for seed in range(repeats)])
    far, extra, divergence, seconds = np.moveaxis(runs, 2, 0)
    if case["experiment"] == "times":
        return {f"{m}_s": s for m, s in zip(METHODS, seconds.mean(axis=0).tolist())}
    ranks = rankdata(divergence, axis=1)
    row = {}
    for place, method in enumerate(METHODS):
        row |= {
            f"{method}_err": float(np.mean(far[:, place] > 0)),
            f"{method}_rf": float(far[:, place].mean()),
            f"{method}_se": float(far[:, place].std(ddof=1) / np.sqrt(repeats)),
            f"{method}_extra": float(extra[:, place].mean()),
            f"{method}_kl": float(divergence[:, place].mean()),
            f"{method}_rank": float(ranks[:, place].mean()),
        }
    return row
