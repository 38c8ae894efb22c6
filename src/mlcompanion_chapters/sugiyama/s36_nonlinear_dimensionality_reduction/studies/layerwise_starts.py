"""Sugiyama (2016), section 36.5: networks with three hidden layers, 200 labels, three starts.

Settles of chapter sugiyama/36_nonlinear_dimensionality_reduction: pretraining-initializes.

A case is a split and a start: random weights, autoencoders or Boltzmann machines first.
"""

from ..pretraining import STARTS, pretraining_errors

SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 10}}


def cases(repeats):
    """One case for each split and start."""
    return [{"start": start, "seed": seed} for start in STARTS for seed in range(repeats)]


def run(case):
    """The errors with the best step size."""
    return pretraining_errors(case["start"], case["seed"])
