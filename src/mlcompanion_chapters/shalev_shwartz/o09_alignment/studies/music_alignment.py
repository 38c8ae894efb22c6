"""Shalev-Shwartz (2007), Table 9.2: leave-one-out over generated piano pieces.

Settles of chapter shalev_shwartz/09_alignment: table9-2-order, table9-2-below-a-frame,
generative-spread, three-more-sets.

A row a piece left out, of sets of twelve; errors in ms. The first set stands for the source's.
"""

from ..music_runs import leave_one_out

SIZES = {"default": {"sets": 2, "pieces": 12}, "paper": {"sets": 4, "pieces": 12}}


def cases(sets, pieces):
    """One case for each set and piece, the first set first."""
    return [{"seed": seed, "piece": fold} for seed in range(sets) for fold in range(pieces)]


def run(case):
    """The row of a piece."""
    return leave_one_out(case["seed"], case["piece"])
