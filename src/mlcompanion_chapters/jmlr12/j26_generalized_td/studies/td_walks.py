"""Ueno et al. (2011), Figures 4 and 6: five estimators on twenty times the source's walks.

Settles of chapter jmlr12/26_generalized_td: fig4-mse and fig6-misspecified.

A mean over 500 walks hangs on the few whose start is wild, and so did the verdicts, which turned
with the seed. A case is 500 walks (``figure`` 4: five states, ``features`` 3; 6: twenty states, 8
or 4); its row holds the errors of every estimator, walk by walk, to four digits. In Figure 6 the
steps of TD are chosen on 100 other walks, the same for all cases.
"""

import numpy as np

from mlcompanion.rl.td import laplacian_basis

from ..contest import METHODS, TUNED, best_schedule, five, squared, trial_of
from ..walks import GAMMA, faithful_walk, long_walk

SIZES = {
    "default": {"blocks": 20},
    "paper": {"blocks": 20},
}
WALKS = 500
MOVES = {4: 500, 6: 1000}
DISCOUNT = 0.98  # of the long walk


def cases(blocks):
    """One case for each panel and block of walks."""
    return [
        {"figure": figure, "features": features, "seed": 100 + block}
        for block in range(blocks)
        for figure, features in ((4, 3), (6, 8), (6, 4))
    ]


def run(case):
    """The errors of each estimator, walk by walk."""
    moves = MOVES[case["figure"]]
    tuned = TUNED
    if case["figure"] == 4:
        mrp, Phi = faithful_walk()
        gamma = GAMMA
    else:
        mrp = long_walk()
        Phi = laplacian_basis(20, case["features"])
        gamma = DISCOUNT
        tuned = best_schedule(trial_of(mrp, Phi, gamma, moves, n_runs=100, seed=3))
    trial = trial_of(mrp, Phi, gamma, moves, n_runs=WALKS, seed=case["seed"])
    found = five(trial, tuned=tuned)
    return {name: _short(squared(found[name][0], trial)) for name in METHODS}


def _short(errors):
    """Numbers of four digits."""
    return [float(f"{error:.4g}") for error in np.asarray(errors)]
