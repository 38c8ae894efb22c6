"""Lauer and Guermeur (2011), Table 2 on other data, and what the bound costs.

Settles of chapter jmlr12/36_msvmpack: table2-usps-error, table2-same-machine-same-error,
table2-usps-time, table2-cb513-error, bound-cost.

``digits``: twenty splits of MNIST in 14 x 14 pixels; the penalty of each machine is the best one
of 0.01, 0.1 and 1 on 500 further digits; beside them one machine a class against the rest.
``seconds``: seconds of the processor, one thread, at the penalty 0.1. ``programs``: our early stop
against interior points on 120 digits. ``splice``: five folds of windows of DNA, the penalty by the
fold that follows. ``bound``: 520 letters; the slacks of MSVM2 by sorting (``share``) and by one
quadratic program a letter, as printed (``printed``). Gaussian kernels throughout.
"""

from mlcompanion.kernel_methods.multiclass.msvm_parts import KINDS
from mlcompanion_chapters.jmlr12.j36_msvmpack import multiclass_runs as runs

SIZES = {"default": {"splits": 20}, "paper": {"splits": 20}}
SIMPLE = {
    "digits": runs.digit_errors,
    "seconds": runs.digit_seconds,
    "programs": runs.program_gaps,
    "splice": runs.splice_errors,
}


def cases(splits):
    """One case a split, a timing, or a machine and a number of classes."""
    simple = [
        {"kind": kind, "seed": seed}
        for kind, repeats in (("digits", splits), ("seconds", 3), ("programs", 1), ("splice", 5))
        for seed in range(repeats)
    ]
    sizes = [(kind, 10) for kind in KINDS] + [("WW", 3), ("WW", 26)]
    bound = [
        {"kind": "bound", "machine": machine, "classes": q, "seed": seed}
        for machine, q in sizes
        for seed in range(3)
    ]
    return simple + bound


def run(case):
    """The rows of a case."""
    if case["kind"] == "bound":
        return runs.bound_seconds(case["machine"], case["classes"], case["seed"])
    return SIMPLE[case["kind"]](case["seed"])
