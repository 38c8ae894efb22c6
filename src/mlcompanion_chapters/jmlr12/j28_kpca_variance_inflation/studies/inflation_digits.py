"""Abrahamsen and Hansen (2011), section 4.2: digit 8 against the rest on MNIST, with added noise.

Settles of chapter jmlr12/28_kpca_variance_inflation: usps-digit8, fig10-noise, own-single-points.

A case is a split at one noise level: *blocks* (14 x 14) at all levels, *pixels* (28 x 28) without
noise. Without noise there are 300 splits, as in the source.
"""

from ..digits import digit_errors

LEVELS = (0.0, 0.25, 0.5, 1.0, 2.0, 5.0)
SIZES = {"default": {"splits": 300, "noisy": 60}, "paper": {"splits": 300, "noisy": 300}}


def cases(splits, noisy):
    """One case for each split and level."""
    made = [{"images": "blocks", "noise": 0.0, "seed": seed} for seed in range(splits)]
    made += [
        {"images": "blocks", "noise": noise, "seed": seed}
        for seed in range(noisy)
        for noise in LEVELS[1:]
    ]
    return made + [{"images": "pixels", "noise": 0.0, "seed": seed} for seed in range(noisy)]


def run(case):
    """The errors of a split."""
    return digit_errors(case["seed"], case["images"], case["noise"])
