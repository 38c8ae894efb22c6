"""What the page draws: three methods on a few hundred showers, with steps right and wrong."""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcompanion.sparse.stochastic_l1 import scd, smidas, truncated_gradient

from .data_sets import telescope

__all__ = ["Race", "at_factor", "n_entries", "race", "small_set"]

N_ROWS = 2000
N_FEATURES = 210
PASSES = 6
RECORDS = 8
METHODS = {"smidas": smidas, "trunc": truncated_gradient}
#: Best steps of the grid 1, 2, 5 times powers of ten after 6 passes, by kind, penalty and method.
BEST = {
    ("S", 1e-4): {"smidas": 0.5, "trunc": 0.05},
    ("S", 1e-2): {"smidas": 0.05, "trunc": 0.01},
    ("D", 1e-4): {"smidas": 0.1, "trunc": 0.005},
    ("D", 1e-2): {"smidas": 0.05, "trunc": 0.001},
}


class Race(NamedTuple):
    """Curves of one method against passes.

    Attributes
    ----------
    passes, objective, nonzeros : ndarray
        One entry a record.
    """

    passes: np.ndarray
    objective: np.ndarray
    nonzeros: np.ndarray


@cache
def small_set(kind):
    """2,000 showers with the ten real features and 200 of the random ones: rows, columns, y."""
    rows, columns, y = telescope(kind, N_ROWS, seed=4)
    return rows[:, :N_FEATURES], columns[:, :N_FEATURES], y


def n_entries(kind):
    """Entries of the small set that are not zero: the reads of one pass."""
    rows = small_set(kind)[0]
    return int(np.count_nonzero(rows if isinstance(rows, np.ndarray) else rows.data))


@cache
def race(kind, lam, method, eta=None, seed=0):
    """Run a method: "scd" (one curvature for all features) or one that takes a step ``eta``."""
    rows, columns, y = small_set(kind)
    if method == "scd":
        run = scd(columns, y, lam, curvature="global", max_passes=PASSES, records=RECORDS,
                  random_state=seed)  # fmt: skip
    else:
        run = METHODS[method](rows, y, lam, eta=eta, n_passes=PASSES, records=RECORDS,
                              random_state=seed)  # fmt: skip
    curve = run.work.curve()
    return Race(curve.entries / n_entries(kind), curve.objective, curve.nonzeros)


def at_factor(kind, lam, method, factor):
    """A method with a multiple of its best step; SCD has none."""
    eta = None if method == "scd" else factor * BEST[kind, lam][method]
    return race(kind, lam, method, eta)
