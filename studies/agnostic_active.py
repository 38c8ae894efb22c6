"""Wang (2011): what the labels cost, measured with learners of sections 2 and 3.3.

Settles of chapter jmlr12/35_agnostic_active: thm2-power-of-coefficient, thm9-13-dimension,
thm14-simulated, sec33-noisy-threshold.

``experiment`` tells the cases apart. *power*: labels that A2 or DHM buys for an interval of
``width`` cells of 512. *surface*: the highest smooth boundary over the unit square by linear
programming on 65 x 65 points. *smooth*: excess error after ``labels`` labels, one row each, for a
smooth boundary with margin noise. *threshold*: mean excess error of noisy halving on ``bins`` cells
(``method`` "active") or of least training error ("passive"), over ``samples`` random thresholds.
"""

import numpy as np

from mlcompanion.experiments.active_runs import (
    erm_thresholds,
    excess_of_threshold,
    labels_of_a2,
    labels_of_dhm,
    margin_labels,
    noisy_halving_errors,
    smooth_family,
    smooth_learning_curves,
)
from mlcompanion.experiments.smooth_disagreement import highest_surface
from mlcompanion.learning_theory.finite_classes import IntervalClass

CELLS, WIDTHS = 512, (64, 32, 16, 8)
POOL = {"a2": 1_000_000, "dhm": 30}  # points for A2; times cells over width for DHM
LABELS = [128 * 2**k for k in range(8)]
SURFACE = {3: 1.24e-3, 4: 1.5e-4}  # the largest radius; the constant is 50
BINS = {1.5: (128, 400, 1250, 3750), 2.0: (8, 14, 25, 45), 3.0: (2, 3, 4, 5)}
PASSIVE = (1000, 3200, 10_000, 32_000)
SIZES = {
    "default": {"repeats": 20, "runs": 50, "samples": 200},
    "paper": {"repeats": 20, "runs": 50, "samples": 200},
}


def cases(repeats, runs, samples):
    """Every width, method and seed; every radius; every run; every threshold problem."""
    power = [
        {"experiment": "power", "method": method, "width": width, "seed": seed}
        for method in POOL for width in WIDTHS for seed in range(repeats)
    ]  # fmt: skip
    surface = [
        {"experiment": "surface", "alpha": alpha, "r": float(r)}
        for alpha, first in SURFACE.items()
        for r in np.geomspace(first, first / 10**1.5, 4)
    ]
    smooth = [
        {"experiment": "smooth", "method": method, "seed": seed}
        for method in ("active", "passive") for seed in range(runs)
    ]  # fmt: skip
    threshold = [
        {"experiment": "threshold", "method": method, "kappa": kappa, "size": size,
         "samples": samples, "seed": 100 + k}
        for kappa, bins in BINS.items()
        for method, sizes in (("active", bins), ("passive", PASSIVE))
        for k, size in enumerate(sizes)
    ]  # fmt: skip
    return power + surface + smooth + threshold


def run(case):
    """The rows of a case."""
    return {"power": power, "surface": surface, "smooth": smooth, "threshold": threshold}[
        case["experiment"]
    ](case)


def power(case):
    """Labels until the error is below a quarter of the width."""
    cost, H = {"a2": labels_of_a2, "dhm": labels_of_dhm}[case["method"]], IntervalClass(CELLS)
    pool = POOL[case["method"]] * (CELLS // case["width"] if case["method"] == "dhm" else 1)
    return {"labels": cost(H, case["width"], pool, case["seed"])}


def surface(case):
    """The largest height over the radius."""
    return {"steepness": highest_surface(case["alpha"], 50.0, case["r"], 65) / case["r"]}


def smooth(case):
    """One excess error for each number of labels."""
    H, truth = smooth_family(64, 512, 2500, case["seed"])
    errors = smooth_learning_curves(H, truth, LABELS, case["seed"], case["method"])
    return [{"labels": n, "excess": float(e)} for n, e in zip(LABELS, errors)]


def threshold(case):
    """Labels and mean excess error."""
    if case["method"] == "active":
        n, errors = noisy_halving_errors(case["kappa"], case["size"], case["samples"], case["seed"])
    else:
        n, rng = case["size"], np.random.default_rng(case["seed"])
        truth = rng.uniform(0.3, 0.7, (case["samples"], 1))
        x = rng.random((case["samples"], n))
        found = erm_thresholds(x, margin_labels(x - truth, case["kappa"], rng))
        errors = excess_of_threshold(found - truth[:, 0], case["kappa"])
    return {"labels": n, "excess": float(np.mean(errors))}
