"""Sugiyama (2016), chapter 30: AdaBoost, MadaBoost and LogitBoost on flipped labels.

Settles of chapter sugiyama/30_ensemble_learning: mada-robust, robust-only-early.

Rows: errors on clean fresh points, and the share of weight on flipped samples, by rounds.
"""

from ..noise_race import error_curves

SIZES = {
    "default": {"repeats": 20, "n": 200, "flips": 20},
    "paper": {"repeats": 20, "n": 200, "flips": 20},
}


def cases(repeats, n, flips):
    """One case a training set."""
    return [{"seed": seed, "n": n, "flips": flips} for seed in range(repeats)]


def run(case):
    """A row for each loss and number of rounds."""
    return error_curves(case["seed"], case["n"], case["flips"])
