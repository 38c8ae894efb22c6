"""Van der Vaart and van Zanten (2011), section 3.2: a prior on the length scale.

Settles of chapter jmlr12/30_gp_information_rates: rescaling-rescue, own-empirical-scale. A row,
one for each of three truths, has the mean error of the mixture over 40 scales, that at the largest
marginal likelihood, the exact risk at scale 1, and the median of the scales chosen.
"""

from ..designs import scale_errors

SIZES = {
    "default": {"n_max": 1600, "repeats": 20},
    "paper": {"n_max": 3200, "repeats": 20},
}


def cases(n_max, repeats):
    """Small designs first."""
    sizes = [n for n in (100, 200, 400, 800, 1600, 3200) if n <= n_max]
    return [{"n": n, "repeats": repeats} for n in sizes]


def run(case):
    """Means over the noise."""
    return scale_errors(case["n"], case["repeats"])
