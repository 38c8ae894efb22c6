"""Sugiyama (2016), section 36.3.3: mean activations of 100 hidden units on 64 pixels.

Settles of chapter sugiyama/36_nonlinear_dimensionality_reduction: sparse-activation.

A case is a start, trained with the corrected penalty and without one.
"""

from ..sparse_units import activation_row

SIZES = {"default": {"repeats": 5}, "paper": {"repeats": 5}}


def cases(repeats):
    """One case for each start."""
    return [{"seed": seed} for seed in range(repeats)]


def run(case):
    """Activations and errors with and without the penalty."""
    return activation_row(case["seed"])
