"""Sugiyama (2016), Figs 38.7 and 38.8: the ratio's listing and its optimum, draw by draw.

Settles of chapter sugiyama/38_outlier_detection: fig38.8-ratio, clipping-sparse, cv-folds-mixed,
ratio-one-and-zero, mean-ratio-is-one, ratio-objective-unbounded.
"""

from ..ratio_draws import optimum_draw, steps_draw
from ..unbounded import unbounded_draw

CHECKS = {"steps": steps_draw, "optimum": optimum_draw, "unbounded": unbounded_draw}
REPEATS = {"steps": 50, "optimum": 50, "unbounded": 20}
SIZES = {"default": REPEATS, "paper": REPEATS}


def cases(**repeats):
    """One case for each question and draw."""
    return [
        {"check": check, "seed": seed} for check, count in repeats.items() for seed in range(count)
    ]


def run(case):
    """The row of a draw."""
    return CHECKS[case["check"]](case["seed"])
