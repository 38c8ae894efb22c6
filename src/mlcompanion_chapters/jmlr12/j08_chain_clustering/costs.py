"""Processor time of a round of chain k-means and of a swap, on random chains."""

import warnings
from time import process_time

from sklearn.exceptions import ConvergenceWarning

from mlcompanion.clustering.chains import ChainKMeans, SwapPairs, make_chains
from mlcompanion.teaching import timed

__all__ = ["round_seconds", "swap_seconds"]

ROUNDS = 3
SWAPS = 100_000


def _chains(n, m, length, seed):
    return make_chains(n, m, length, 1, n_buckets=10, random_state=seed).chains


def round_seconds(n, m, k, length, seed):
    """Seconds of one round from random labels, the least of three runs."""
    chains = _chains(n, m, length, seed)
    model = ChainKMeans(k, init="partition", n_init=1, max_iter=ROUNDS, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(chains[:50])  # compiles
        taken = timed(lambda: model.fit(chains), repeats=3, threads=1, clock=process_time)
        return taken.seconds / model.n_iter_


def swap_seconds(n, m, length, seed):
    """Seconds of one swap, the least of three runs of 100,000."""
    walk = SwapPairs(_chains(n, m, length, seed), random_state=seed).run(10)
    taken = timed(lambda: walk.run(SWAPS), repeats=3, threads=1, clock=process_time)
    return taken.seconds / SWAPS
