"""What leaving out costs: seconds of three ways to the same projections, from a Gram matrix on."""

from time import process_time

import numpy as np

from mlcompanion.datasets import make_spiked_gaussian
from mlcompanion.kernels import linear_kernel, rbf_kernel
from mlcompanion.reduction import loo_projections, percentile_width

from .shortcuts import NOISE, STRENGTHS

__all__ = ["loo_costs"]


def loo_costs(n, seed, d=2000):
    """Processor seconds of the shortcut, the rank-one way and N decompositions, and their gap.

    Returns
    -------
    dict
        ``short``, ``exact``, ``refit``: seconds with the linear kernel; ``gap``: the largest
        difference of the two exact ways, in deviations of the projections, up to 200 points over
        both kernels.
    """
    X = make_spiked_gaussian(n, d, STRENGTHS, NOISE, seed).data
    loo_projections(np.eye(5) + np.diag(np.arange(5.0)), 2)  # compiled before the clock starts
    row = {"gap": 0.0}
    for kernel in ("linear", "rbf")[: 2 if n <= 200 else 1]:
        K = linear_kernel(X) if kernel == "linear" else rbf_kernel(X, sigma=percentile_width(X))
        found = {}
        for name, method in (("short", "geometric"), ("exact", "exact"), ("refit", "refit")):
            repeats = 1 if name == "refit" else 5
            start = process_time()
            for _ in range(repeats):
                found[name] = loo_projections(K, 4, method=method)
            if kernel == "linear":
                row[name] = (process_time() - start) / repeats
        off = np.abs(np.abs(found["exact"]) - np.abs(found["refit"])).max(axis=0)
        row["gap"] = max(row["gap"], float((off / found["refit"].std(axis=0)).max()))
    return row
