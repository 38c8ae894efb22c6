"""Shalev-Shwartz (2007), Section 9.5.2: learned and hidden Markov aligners on generated utterances.

Settles of chapter shalev_shwartz/09_alignment: table9-1-order, fifty-utterances,
mix-beats-single-features, average-is-safer.

A row a seed: accuracies of the last and the averaged weights after each number of utterances.
"""

from ..speech_runs import speech_seed

PAPER = {"seeds": 10, "n_train": 3193, "n_test": 100}
SIZES = {"default": PAPER, "paper": PAPER}


def cases(seeds, n_train, n_test):
    """One case for each seed."""
    return [{"seed": seed, "n_train": n_train, "n_test": n_test} for seed in range(seeds)]


def run(case):
    """The row of a seed."""
    return speech_seed(case["seed"], case["n_train"], case["n_test"])
