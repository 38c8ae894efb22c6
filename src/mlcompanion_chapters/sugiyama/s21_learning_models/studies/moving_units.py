"""Sugiyama (2016), section 21.3: eight units that move against eight fixed bumps of one width.

Settles of chapter sugiyama/21_learning_models: free-units-more-expressive.

A case draws a noise-free target on 200 even points of [-3, 3]: four bumps with normal heights,
uniform centres, widths log-uniform from 0.05 to 1. The row has the root-mean-square residuals, over
the target's standard deviation, of the best of five random starts of a quasi-Newton fit (``net``)
and of the best of 21 choices of centres and 20 widths of a kernel model (``ker``).
"""

import numpy as np

from ..free_units import (
    best_fixed_bumps,
    best_free_units,
    random_bumps,
)

UNITS = 8
SIZES = {"default": {"targets": 20}, "paper": {"targets": 20}}


def cases(targets):
    """One case a target."""
    return [{"seed": seed} for seed in range(targets)]


def run(case):
    """The row of a case."""
    x, seed = np.linspace(-3, 3, 200), case["seed"]
    y = random_bumps(x, seed)
    free = best_free_units(x, y, UNITS, seed)
    fixed = best_fixed_bumps(x, y, UNITS, seed)[0]
    return [{"net": free.error / y.std(), "ker": float(fixed / y.std())}]
