"""De Brabanter et al. (2011), Tables 3 and 4, Figures 4 and 5: the machine's two parameters.

Settles of chapter jmlr12/25_correlated_errors: table3-two-noises, table4-ase, table4-bandwidth,
fig45-surfaces, own-lag-first-gap.

A case is a batch of series of one kind of noise on one design, and gives a row a series: bandwidth
``pilot`` of the first step, its ``lag``, whether a ``later`` residual correlation up to lag 20 is
beyond the limit; by plain (``l``) and corrected (``c``) cross-validation width ``h``, weight
``g``, error ``ase`` against the true curve, and by what share the criterion rises if h moves by
a factor e.
"""

import numpy as np

from ..machine_search import searched
from ..source_data import first_order, series

PHIS = (-0.95, *(k / 10 for k in range(-9, 10)), 0.95)
SIZES = {
    # at -0.95 and -0.9 blocks of up to 241 samples are left out: those take hours
    "default": {"runs_3": 200, "runs_4": 10, "first": 2},
    "paper": {"runs_3": 200, "runs_4": 100, "first": 0},
}
BATCH = 50
AT_ONCE = 6  # values of phi that share the decompositions of a design


def cases(runs_3, runs_4, first):
    """Table 3 in batches of 50 series, then Table 4 in groups of the values of ``PHIS``."""
    starts = range(0, runs_3, BATCH)
    found = [
        {"table": 3, "noise": kind, "n": 200, "seed": start, "runs": min(BATCH, runs_3 - start)}
        for kind in ("ar5", "m-dependent")
        for start in starts
    ]
    return found + [
        {"table": 4, "noise": "ar1", "n": 400, "place": place, "seed": 1000, "runs": runs_4}
        for place in range(first, len(PHIS), AT_ONCE)
    ]


def run(case):
    """A row for each series."""
    seeds = range(case["seed"], case["seed"] + case["runs"])
    if case["table"] == 3:
        return searched(series(case["noise"], case["n"], seeds))
    phis = PHIS[case["place"] : case["place"] + AT_ONCE]
    noise = np.hstack([first_order(case["n"], phi, seeds) for phi in phis])
    named = [phi for phi in phis for _ in seeds]
    return [{"phi": phi, **row} for phi, row in zip(named, searched(noise))]
