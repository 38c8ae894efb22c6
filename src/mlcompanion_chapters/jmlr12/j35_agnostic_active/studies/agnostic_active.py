"""Wang (2011): what the labels cost, measured with learners of sections 2 and 3.3.

Settles of chapter jmlr12/35_agnostic_active: thm2-power-of-coefficient, thm9-13-dimension,
thm14-simulated, sec33-noisy-threshold, thm10-infinitely-smooth,
thm15-16-derivatives, own-caution-of-dhm.

``experiment`` tells the cases apart. *power*: labels that A2 or DHM buys for an interval of
``width`` cells of 512. *surface*: the highest smooth boundary over the unit square by linear
programming on 65 x 65 points. *smooth*: excess error after ``labels`` labels, one row each, for a
smooth boundary with margin noise. *threshold*: mean excess error of noisy halving on ``bins`` cells
(``method`` "active") or of least training error ("passive"), over ``samples`` random thresholds.
*derivatives*: the largest quotients of derivatives and their bounds, over 1,000 functions.
*analytic*: mass in doubt
over the radius, all derivatives at most 5. *caution*: dives that DHM buys on a line of 400 cells
with a constant ``c`` and a rate ``flip`` of wrong labels, and whether the returned edge is more
than 10 cells off; one row a run.
"""

import numpy as np

from mlcompanion.learning_theory import DHM, threshold_class
from mlcompanion.learning_theory.finite_classes import IntervalClass

from ..active_runs import (
    erm_thresholds,
    excess_of_threshold,
    labels_of_a2,
    labels_of_dhm,
    margin_labels,
    noisy_halving_errors,
    smooth_family,
    smooth_learning_curves,
    transect,
)
from ..smooth_disagreement import (
    analytic_mass,
    derivative_ratios,
    highest_surface,
)

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
    derivatives = [
        {"experiment": "derivatives", "functions": 1000, "seed": seed} for seed in range(10)
    ]
    analytic = [{"experiment": "analytic", "r": 10.0**-k} for k in range(1, 9)]
    caution = [
        {"experiment": "caution", "c": c, "flip": flip, "samples": runs, "seed": 7}
        for c in (1.0, 0.3, 0.1, 0.03) for flip in (0.0, 0.1, 0.2)
    ]  # fmt: skip
    return power + surface + smooth + threshold + derivatives + caution + analytic


def run(case):
    """The rows of a case."""
    kinds = (power, surface, smooth, threshold, derivatives, caution, analytic)
    return {kind.__name__: kind for kind in kinds}[case["experiment"]](case)


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


def derivatives(case):
    """Largest quotients of Theorems 15 and 16, and functions above a tenth of the latter."""
    found = derivative_ratios(case["functions"], random_state=case["seed"])
    first = found["first"].max(axis=1)
    return {
        "gorny": found["gorny"],
        "first": float(first.max()),
        "tight": int(np.sum(first > 0.1)),
    }


def analytic(case):
    """The mass of the region of disagreement over the radius."""
    return {"mass": analytic_mass(5.0, case["r"])}


def caution(case):
    """One row a run; pools, labels and edges are the same for every constant."""
    rng, rows = np.random.default_rng(case["seed"]), []
    for _ in range(case["samples"]):
        truth = int(rng.integers(50, 350))
        pool, y = transect(400, 4000, truth, case["flip"], rng)
        learner = DHM(~threshold_class(400), c=case["c"]).fit_pool(pool, y.__getitem__)
        off = abs(learner.hypothesis_ - truth)
        rows.append({"labels": learner.n_queries_, "missed": int(off > 10)})
    return rows
