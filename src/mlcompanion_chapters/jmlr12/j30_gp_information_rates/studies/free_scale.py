"""Van der Vaart and van Zanten (2011), section 3.2: a prior on the length scale.

Settles of chapter jmlr12/30_gp_information_rates: rescaling-rescue, own-empirical-scale. A row has
the mean error of the mixture over 40 scales, that at the largest marginal likelihood, the exact
risk at scale 1, and the median of the scales chosen.
"""

from ..designs import scale_errors

SIZES = {
    "default": {"n_max": 3200, "repeats": 20},
    "paper": {"n_max": 3200, "repeats": 20},
    "short": {"n_max": 800, "repeats": 20},
}


def cases(n_max, repeats):
    """Small designs first."""
    sizes = [n for n in (100, 200, 400, 800, 1600, 3200) if n <= n_max]
    return [{"n": n, "beta": beta, "repeats": repeats} for n in sizes for beta in (0.5, 1.0, 2.0)]


def run(case):
    """Means over the noise."""
    return scale_errors(case["beta"], case["n"], case["repeats"])
