"""Tomioka, Suzuki and Sugiyama (2011), section 7.2.2: steps and time against accuracy.

Settles of chapter jmlr12/13_dal: fig2-iterations, fig2-time, fig2-bounds, fig3-bias and fig2-irs.
Times are processor seconds on one thread; run it with one worker on a quiet machine.

``experiment`` "steps": DAL (aggressive start, 12 outer steps, conjugate gradients inside) against
FISTA, OWL-QN and SpaRSA, at most 5,000 steps each, by distance from a solution that Newton's method
polished. "bias": DAL with a free intercept against an interior point. "shrinkage": iteratively
reweighted shrinkage, at most 100 reweightings, against OWL-QN and SpaRSA, always on a problem of
256 by 4,096.
"""

from ..dal_protocols import bias_race, shrinkage_race, step_race

SIZES = {"default": {"m": 256, "n": 4096}, "paper": {"m": 1024, "n": 16384}}


def cases(m, n):
    """Three draws of each experiment, one of the last."""
    large = [
        {"experiment": kind, "m": m, "n": n, "seed": seed}
        for kind in ("steps", "bias")
        for seed in range(3)
    ]
    return [*large, {"experiment": "shrinkage", "m": 256, "n": 4096, "seed": 0}]


def run(case):
    """The row of a case."""
    return RUNS[case["experiment"]](case["m"], case["n"], case["seed"])


RUNS = {"steps": step_race, "bias": bias_race, "shrinkage": shrinkage_race}
