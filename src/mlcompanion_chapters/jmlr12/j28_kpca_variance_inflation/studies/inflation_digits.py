"""Abrahamsen and Hansen (2011), section 4.2: digit 8 against the rest on MNIST, with added noise.

Settles of chapter jmlr12/28_kpca_variance_inflation: fig10-noise; shows full images beside means.

A case is a split at one noise level: *blocks* (14 x 14) at all levels, *pixels* (28 x 28) without
noise.
"""

from ..digits import digit_errors

LEVELS = (0.0, 0.25, 0.5, 1.0, 2.0, 5.0)
SIZES = {"default": {"repeats": 300}, "paper": {"repeats": 300}}


def cases(repeats):
    """One case for each split and level."""
    made = [
        {"images": "blocks", "noise": noise, "seed": seed}
        for seed in range(repeats)
        for noise in LEVELS
    ]
    made += [{"images": "pixels", "noise": 0.0, "seed": seed} for seed in range(repeats)]
    return made


def run(case):
    """The errors of a split."""
    return digit_errors(case["seed"], case["images"], case["noise"])
