"""Sugiyama (2016), Figs 36.11 and 36.15: noisy images of the digit 2 through networks.

Settles of chapter sugiyama/36_nonlinear_dimensionality_reduction: fig36.11-autoencoder-denoises,
fig36.15-rbm-denoises, listing-clean-input, clean-input-better, trained-on-pairs.

A case is a start of the networks and a draw of the noise, always on the same images.
"""

from ..denoising import denoising_errors

SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 10}}


def cases(repeats):
    """One case for each seed."""
    return [{"seed": seed} for seed in range(repeats)]


def run(case):
    """The shares of wrong pixels."""
    return denoising_errors(case["seed"])
