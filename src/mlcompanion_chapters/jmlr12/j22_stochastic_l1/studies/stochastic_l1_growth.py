"""Shalev-Shwartz, Tewari (2011): growth of the work with features and examples.

Settles of chapter jmlr12/22_stochastic_l1: runtime-linear, dimension, own-column-curvature,
own-wrong-step.

*accesses*: entries that coordinate descent reads, one row a seed. *fresh*: steps of an example-wise
method on fresh examples with its best step. *curvature*, *step*: 2,000 rows of the telescope data.
"""

from ..growth import accesses, steps_on_fresh_examples
from ..small_telescope import curvature_gain, wrong_step

SIZES = {
    "default": {"seeds": 4, "fresh": 3, "largest": 512, "own": 2},
    "paper": {"seeds": 10, "fresh": 5, "largest": 8192, "own": 10},
}
FEATURES = (100, 200, 400, 800, 1600, 3200)
EXAMPLES = (250, 500, 1000, 2000, 4000)
DIMENSIONS = (128, 256, 512, 1024, 2048, 4096, 8192)


def cases(seeds, fresh, largest, own):
    """Sizes of the first experiment, then of the second, small ones first."""
    shapes = [(1000, d) for d in FEATURES] + [(m, 400) for m in EXAMPLES if m != 1000]
    made = [
        {"experiment": "accesses", "loss": loss, "m": m, "d": d, "seeds": seeds}
        for loss in ("squared", "logistic")
        for m, d in shapes
    ]
    made += [
        {"experiment": "curvature", "data": kind, "lam": lam, "seeds": own}
        for kind in ("S", "D")
        for lam in (1e-2, 3e-3)
    ]
    made += [
        {"experiment": "step", "data": kind, "method": method, "seeds": own}
        for method in ("smidas", "trunc")
        for kind in ("S", "D")
    ]
    return made + [
        {"experiment": "fresh", "loss": "squared", "d": d, "method": method, "seeds": fresh}
        for d in DIMENSIONS
        if d <= largest
        for method in ("smidas", "trunc")
    ]


def run(case):
    """The rows of a case."""
    if case["experiment"] == "accesses":
        return [accesses(case["loss"], case["m"], case["d"], seed) for seed in range(case["seeds"])]
    if case["experiment"] == "curvature":
        return curvature_gain(case["data"], case["lam"], case["seeds"])
    if case["experiment"] == "step":
        return wrong_step(case["data"], case["method"], case["seeds"])
    return steps_on_fresh_examples(case["method"], case["loss"], case["d"], case["seeds"])
