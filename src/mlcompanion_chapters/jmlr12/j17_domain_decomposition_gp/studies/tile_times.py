"""Seconds of fitting with given hyperparameters, over the data and over the points a tile.

Settles table1-exponents of chapter jmlr12/17_domain_decomposition_gp. Processor seconds on one
thread, of fitting and stitching; run it with one worker.
"""

from ..timing import fit_seconds

SIZES = {"default": {"repeats": 1}, "paper": {"repeats": 3}}
#: Numbers of data and of points a tile.
PAIRS = [(n, 250) for n in (4000, 8000, 16000, 32000)] + [(32000, b) for b in (500, 1000, 2000)]


def cases(repeats):
    """A case for each number of data and of points a tile."""
    return [{"n": n, "b": b, "seed": seed} for seed in range(repeats) for n, b in PAIRS]


def run(case):
    """Its seconds."""
    return {"fit_s": fit_seconds(case["n"], case["b"], case["seed"])}
