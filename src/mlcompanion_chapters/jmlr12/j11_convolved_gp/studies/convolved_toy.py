"""Álvarez and Lawrence (2011), section 6.1: the toy, trained, with a gap, and over K.

Settles of chapter jmlr12/11_convolved_gp: table3-toy-error, table4-toy-density,
fig5-missing-stretch, own-inducing-sweep and own-moved-inducing. Training is by scaled conjugate
gradients, from the best of three short searches, for at most ``steps`` steps; each seed draws
functions, noise and the split anew.

``experiment`` "sweep": true parameters, inducing inputs held on an even grid, always 200 training
points. "train": each method, and DTC with held inducing inputs ("dtc-held"). "gap": output 4
without its training points on [-0.8, 0], and that output alone.
"""

from ..toy import METHODS, inducing_sweep, trained_gap, trained_toy

COUNTS = (6, 8, 10, 12, 15, 20, 30)
SIZES = {
    "default": {"n_train": 200, "n_gap": 100, "steps": 100, "repeats": 10},
    "paper": {"n_train": 200, "n_gap": 200, "steps": 1000, "repeats": 10},
}


def cases(n_train, n_gap, steps, repeats):
    """Cheap ones first, then draw by draw."""
    swept = [{"experiment": "sweep", "seed": seed} for seed in range(repeats)]
    kinds = (("train", n_train, "dtc-held"), ("gap", n_gap, "alone"))
    return swept + [
        {"experiment": kind, "seed": seed, "method": method, "n_train": n, "steps": steps}
        for seed in range(repeats)
        for kind, n, beside in kinds
        for method in (*METHODS, beside)
    ]


def run(case):
    """The row or rows of a case."""
    seed = case["seed"]
    if case["experiment"] == "sweep":
        return inducing_sweep(seed, 200, COUNTS)
    if case["experiment"] == "gap":
        return trained_gap(seed, case["method"], case["n_train"], case["steps"])
    method, _, held = case["method"].partition("-")
    return trained_toy(seed, method, case["n_train"], case["steps"], moved=not held)
