"""Whether the Monte Carlo filter converges, as printed and with the weight that it lacks."""

import numpy as np

from mlcompanion.rl.bayes_adaptive import HyperBelief, monte_carlo

from .histories import listed_posterior, random_tables
from .tiger_runs import ear_prior

__all__ = ["gap_to_listing", "tiger_left"]


def _gap(belief, keys, weights):
    """L1 distance of a belief to a listed one, over hyperstates."""
    exact = {tuple(key): w for key, w in zip(keys, weights)}
    found = dict.fromkeys(exact, 0.0)
    for s, counts, w in zip(belief.states, belief.counts, belief.weights):
        found[(s, *counts)] += w
    return sum(abs(found[key] - w) for key, w in exact.items())


def gap_to_listing(K, as_printed, model, seed, n_steps=3):
    """L1 distance of the filter's belief to the exact one after some steps in a random model."""
    rng = np.random.default_rng(model)
    phi, psi, prior = random_tables(rng, 2, 2, 2)
    steps = rng.integers(2, size=(2, n_steps))
    keys, weights = listed_posterior(prior.world.b0, phi, psi, *steps)
    chosen = monte_carlo(K, as_printed=as_printed)
    return _gap(
        HyperBelief(prior).track(*steps, filter=chosen, random_state=seed).belief, keys, weights
    )


def tiger_left(K, as_printed, seed):
    """Probability of the tiger on the left after one sound from there, by the filter."""
    chosen = monte_carlo(K, as_printed=as_printed)
    return HyperBelief(ear_prior()).update(0, 0, filter=chosen, random_state=seed).marginal()[0]
