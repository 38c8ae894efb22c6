"""Choromanska (2014), Theorems 3 and 4 of chapter 3, and two experiments of our own.

Settles of chapter choromanska/03_semistochastic_bound: thm3-stationary, thm4-rate,
own-rising-steps, own-column-scales.

*stationary*: slope of the gradient's norm by model and kind of step, one row a seed; the first of
the falling steps is the better of 0.1 and 1 over a tenth of the iterations. *rate*: violations of
(3.8) and (3.9), floors by fixed batch, and batches that grow, one row a seed. *rising*: shares of
steps that raise the cost. *scales*: passes to a hundredth of the first excess, one row a seed.
"""

from ..column_scales import passes_to_a_hundredth, rising_shares
from ..rates import fixed_run, full_gradient_run, growing_run, violations_of_norms
from ..stand_ins import DENSE
from ..stationarity import gradient_slope

SIZES = {
    "default": {"seeds": 10, "n_iter": 100_000, "pairs": 1000},
    "paper": {"seeds": 10, "n_iter": 100_000, "pairs": 1000},
}
BATCHES = (10, 20, 40, 80, 160, 320)


def cases(seeds, n_iter, pairs):
    """One case a seed."""
    made = [{"experiment": "rising", "set": name, "draws": 100} for name in DENSE]
    made += [{"experiment": "scales", "seed": seed} for seed in range(seeds)]
    made += [{"experiment": "rate", "seed": seed, "pairs": pairs} for seed in range(seeds)]
    for kind, falling in (("logistic", True), ("logistic", False), ("hidden", True)):
        made += [
            {"experiment": "stationary", "kind": kind, "falling": falling, "seed": seed,
             "n_iter": n_iter}
            for seed in range(seeds)
        ]  # fmt: skip
    return made


def stationary(case):
    """The slope with the better first step."""
    kind, seed, falling = case["kind"], case["seed"], case["falling"]
    tried = {
        first: gradient_slope(kind, seed, first, falling, case["n_iter"] // 10, since=100)[1]
        for first in (0.1, 1.0)
    }
    best = min(tried, key=tried.get)
    slope, last = gradient_slope(kind, seed, best, falling, case["n_iter"])
    return {"first": best, "slope": slope, "last": last}


def rate(case):
    """Everything of Theorem 4 on one seed."""
    seed = case["seed"]
    above, speed = full_gradient_run(seed)
    drift, final, samples = growing_run(seed)
    floors = [fixed_run(seed, batch, 40_000) for batch in BATCHES]
    return {
        "viol38": violations_of_norms(case["pairs"], seed),
        "viol39": above,
        "speed": speed,
        "floors": floors,
        "drift": drift,
        "gain": fixed_run(seed, BATCHES[0], samples) / final,
        "samples": samples,
    }


def run(case):
    """The row of a case."""
    if case["experiment"] == "rising":
        shares = rising_shares(case["set"], 0, draws=case["draws"])
        return dict(zip(("share5", "share20", "share200", "share_all"), shares))
    if case["experiment"] == "scales":
        return passes_to_a_hundredth(case["seed"])
    return rate(case) if case["experiment"] == "rate" else stationary(case)
