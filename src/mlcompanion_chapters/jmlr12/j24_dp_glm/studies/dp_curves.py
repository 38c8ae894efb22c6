"""Hannah, Blei and Powell (2011), Figures 2 and 3, Theorems 1, 3 and 4, on curves of known truth.

Settles of chapter jmlr12/24_dp_glm: fig2-uneven-noise, fig3-spurious-inputs, fig3-stability,
boundary-bias, theorem1-weak-consistency, theorems34-regression.

*bands*: shares within 90 % bands, and roughness. *spurious*: error of the mean function with
useless inputs. *stability*: variance of the predicted mean over training sets. *edge*: bias at the
edges of the data, and slope beyond. *near*: share of posterior densities near the truth.
*numbers*, *classes*: predictions at five inputs less the truth.
"""

import numpy as np

from ..curve_runs import edge, spurious_errors, spurious_means, uneven_bands
from ..theorem_checks import class_predictions, near_share, number_predictions

SPURIOUS = (0, 1, 5, 10, 20)
THREE = (50, 200, 800)
SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}


def cases(share):
    """One case for each data set, or for each variance over data sets."""

    def seeds(repeats):
        return range(max(int(repeats * share), 2))

    made = [{"experiment": "bands", "seed": seed} for seed in seeds(20)]
    for spurious in SPURIOUS:
        made += [
            {"experiment": "spurious", "spurious": spurious, "seed": seed} for seed in seeds(10)
        ]
    for slope in (True, False):
        made += [{"experiment": "edge", "slope": slope, "seed": seed} for seed in seeds(20)]
        made += [
            {"experiment": "stability", "slope": slope, "spurious": d, "repeats": len(seeds(50))}
            for d in (0, 20)
        ]
    for n in THREE:
        made += [{"experiment": "near", "n": n, "seed": seed} for seed in seeds(10)]
        made += [{"experiment": "numbers", "n": n, "seed": seed} for seed in seeds(20)]
        made += [{"experiment": "classes", "n": n, "seed": seed} for seed in seeds(20)]
    return made


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "bands":
        return uneven_bands(case["seed"])
    if kind == "spurious":
        return spurious_errors(case["seed"], case["spurious"])
    if kind == "edge":
        return edge(case["seed"], case["slope"])
    if kind == "stability":
        means = [
            spurious_means(seed, case["spurious"], case["slope"]) for seed in range(case["repeats"])
        ]
        return {"variance": float(np.var(means, axis=0, ddof=1).mean())}
    if kind == "near":
        return {"near": near_share(case["n"], case["seed"])}
    predictions = number_predictions if kind == "numbers" else class_predictions
    gaps = predictions(case["n"], case["seed"])
    return {f"gap{i}": float(gap) for i, gap in enumerate(gaps)}
