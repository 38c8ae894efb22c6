"""How near filters come to the exact belief: the random one, printed and mended, and all three."""

import numpy as np

from mlcompanion.rl.bayes_adaptive import HyperBelief, monte_carlo

from .histories import listed_posterior, random_tables
from .tiger_runs import ear_prior

__all__ = ["ear_gaps", "gap_to_listing", "tiger_left"]


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


def ear_gaps(prior, filters, n_beliefs, n_tigers=6, accuracy=0.85):
    """Errors of filters after one more sound: in what is expected of the ears, and on the tiger.

    Parameters
    ----------
    prior : CountPrior
        As by :func:`ear_prior`.
    filters : list of HyperFilter
    n_beliefs, n_tigers : int
        Each belief is that of one listener after some tigers of six sounds each.
    accuracy : float
        Probability of a right sound.

    Returns
    -------
    dict
        By the filter's name, an array of shape (n_beliefs, 2): the mean absolute error of the two
        ears' expected accuracy, and the L1 distance of the beliefs in the two doors.
    """
    rng = np.random.default_rng(0)
    gaps = {rule.name: [] for rule in filters}
    for seed in range(n_beliefs):
        belief = HyperBelief(prior)
        for door in rng.integers(2, size=n_tigers):
            sounds = np.where(rng.random(6) < accuracy, door, 1 - door)
            belief = belief.track([0] * 6, sounds).belief.next_episode()
        exact = belief.update(0, 0)
        for rule in filters:
            kept = belief.update(0, 0, filter=rule, random_state=seed)
            ears = np.abs(kept.means() - exact.means())[[0, 3]].mean()
            gaps[rule.name].append((ears, np.abs(kept.marginal() - exact.marginal()).sum()))
    return {name: np.array(rows) for name, rows in gaps.items()}
