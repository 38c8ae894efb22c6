"""In place of Abrahamsen and Hansen (2011), section 4.3: a synthetic series of images.

Settles of chapter jmlr12/28_kpca_variance_inflation: own-image-series.

128 x 128 pixels, one run of 150 images to learn from and one to be told apart.
"""

from ..series import LEVELS, series_errors

SIZES = {"default": {"repeats": 20}, "paper": {"repeats": 300}}


def cases(repeats):
    """One case for each noise level and seed."""
    return [{"noise": noise, "seed": seed} for seed in range(repeats) for noise in LEVELS]


def run(case):
    """The errors of a draw."""
    return series_errors(case["noise"], case["seed"])
