"""Shalev-Shwartz (2007), chapter 5: mistakes and regret of the derived learners under their bounds.

Settles of chapter shalev_shwartz/05_derived_algorithms: winnow-r-of-k, perceptron-pnorm-bounds,
winnow-bounds, aggressive-bounds, more-dual-fewer-mistakes and structured-bound. A row holds what
one function of the package's experiments returns: mistakes on 3-of-5 functions (``bits``); numbers
of comparisons and violations (``p-norm``, ``winnow``, ``aggressive``, ``strings``); mistakes on
real streams for each U (``streams``; seeds 0 to 9 judge, 10 to 14 choose U).
"""

from ..complex_losses import (
    decoding_differences,
    string_bound_run,
)
from ..dual_rises import stream_mistakes
from ..mistake_bounds import (
    aggressive_search,
    basis_ratio,
    p_norm_search,
    winnow_search,
)
from ..quasi_additive import r_of_k_run

US = (1, 10, 100, 1000, 10_000)
STREAMS = ("8 or not", "odd or even", "breast cancer", "spambase")
AGGRESSIVE = (
    "flips 0%",
    "flips 10%",
    "flips 30%",
    "growing",
    "opposed",
    "cancer",
    "digits",
    "bits",
)
SIZES = {
    "default": {"seeds": 5, "largest": 3200, "orders": 10},
    "paper": {"seeds": 5, "largest": 3200, "orders": 10},
}


def cases(seeds, largest, orders):
    """One case for each stream and seed."""
    every = range(seeds)
    found = [
        {"experiment": "bits", "n": n, "seed": s}
        for n in (50, 100, 200, 400, 800, 1600, 3200)
        if n <= largest
        for s in every
    ]
    found += [{"experiment": "p-norm", "seed": s} for s in every]
    found += [
        {"experiment": "winnow", "n": n, "kind": kind, "flip": flip, "seed": s}
        for n in (20, 200, 2000)
        for kind in ("bits", "signs")
        for flip in (0.0, 0.05, 0.2)
        for s in every
    ]
    found += [
        {"experiment": "aggressive", "stream": name, "seed": s}
        for name in AGGRESSIVE
        for s in every
    ]
    found += [
        {"experiment": "streams", "stream": name, "seed": s}
        for name in STREAMS
        for s in range(orders + 5)
    ]
    found += [
        {"experiment": "strings", "cost": cost, "U": U, "seed": s}
        for cost in ("wrong letters", "four levels")
        for U in (0.5, 5.0, 50.0, 500.0)
        for s in every
    ]
    return [*found, {"experiment": "decoding", "seed": 0}]


def run(case):
    """The row of a case."""
    kind, seed = case["experiment"], case["seed"]
    if kind == "bits":
        return r_of_k_run(case["n"], 20_000, seed)
    if kind == "p-norm":
        return p_norm_search((20, 500), 2000, [seed]) | {"basis_ratio": basis_ratio(100)}
    if kind == "winnow":
        return winnow_search(case["n"], case["kind"], case["flip"], 3000, seed)
    if kind == "aggressive":
        return aggressive_search(case["stream"], 2000, seed)
    if kind == "streams":
        return stream_mistakes(case["stream"], seed, US)
    if kind == "strings":
        return string_bound_run(seed, case["cost"], case["U"])
    return {"differences": decoding_differences(100, seed)}
