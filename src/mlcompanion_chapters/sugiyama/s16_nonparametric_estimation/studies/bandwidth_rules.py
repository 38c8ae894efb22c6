"""Sugiyama (2016), section 16.3.3: for which densities is Silverman's bandwidth a good one?

Settles of chapter sugiyama/16_nonparametric_estimation: silverman-gaussian-only.

A case draws samples of 500 from one law and measures the integrated squared error of the Gaussian
kernel estimate at Silverman's bandwidth, at 40 bandwidths from 0.01 to 2, and at the one of these
that five folds choose by held-out likelihood. A row holds a mean over the samples of the block; in
``h`` stands the bandwidth, 0 for Silverman's (``what`` is *rule*) and for the chosen ones (*cv*).
"""

import numpy as np

from ..kernel_bandwidths import (
    rule_of_thumb_errors,
)

GRID = np.geomspace(0.01, 2, 40)
BLOCK = 25
SIZES = {"default": {"repeats": 100}, "paper": {"repeats": 100}}


def cases(repeats):
    """One case for each law and block of samples."""
    return [
        {"law": law, "samples": min(BLOCK, repeats - start), "seed": 1000 * i + start}
        for i, law in enumerate(("normal", "five"))
        for start in range(0, repeats, BLOCK)
    ]


def run(case):
    """The rows of a case."""
    rule, chosen, errors = rule_of_thumb_errors(
        case["law"] == "normal", GRID, repeats=case["samples"], random_state=case["seed"]
    )
    rows = [{"what": "rule", "h": 0.0, "ise": rule}, {"what": "cv", "h": 0.0, "ise": chosen}]
    return rows + [
        {"what": "grid", "h": round(float(h), 6), "ise": float(error)}
        for h, error in zip(GRID, errors)
    ]
