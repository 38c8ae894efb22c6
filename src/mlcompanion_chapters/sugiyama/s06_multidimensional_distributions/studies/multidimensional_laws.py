"""Sugiyama (2016), chapter 6: rules for stacked matrices and Kronecker products, and their times.

Settles kronecker-and-vec of chapter sugiyama/06_multidimensional_distributions.

*rules*: one random set of matrices with 1 to 6 rows and columns; ``errors`` are the eight relative
errors of Fig. 6.5 in its order, ``control`` that of the first rule where vec stacks rows.

*time*: processor seconds of (C' kron A) vec(B) and of vec(ABC) for square matrices, in turns, on
one thread: ``ratio`` is the median of the ratios, ``kron`` and ``products`` are the medians.
"""

import numpy as np

from ..scatter_checks import (
    identity_errors,
    kronecker_seconds,
)

SIZES = {
    "default": {"n_sets": 200, "rows": [20, 40, 60]},
    "paper": {"n_sets": 200, "rows": [20, 40, 60]},
}


def cases(n_sets, rows):
    """A case for each set of matrices and for each timed size."""
    return [
        *({"experiment": "rules", "rows": 0, "seed": k} for k in range(n_sets)),
        *({"experiment": "time", "rows": d, "seed": 0} for d in rows),
    ]


def run(case):
    """The row of a case."""
    if case["experiment"] == "rules":
        errors, control = identity_errors(case["seed"])
        return {"errors": errors.tolist(), "control": float(control)}
    kron, products = kronecker_seconds(case["rows"], case["seed"])
    return {
        "ratio": float(np.median(kron / products)),
        "kron": float(np.median(kron)),
        "products": float(np.median(products)),
    }
