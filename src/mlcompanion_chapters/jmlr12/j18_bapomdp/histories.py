"""The posterior by listing every history of states: slow, and independent of the filters.

All laws of the model are unknown, with Dirichlet counts ``phi`` (S, A, S) of the moves and ``psi``
(S, A, Z) of the observations.
"""

from itertools import product

import numpy as np
from scipy.special import gammaln

from mlcompanion.rl import POMDP
from mlcompanion.rl.bayes_adaptive import CountPrior, HyperBelief

__all__ = [
    "belief_check",
    "components_of_state",
    "listed_posterior",
    "random_tables",
    "reachable_counts",
    "reached_by_listing",
]


def random_tables(rng, n_states, n_actions, n_seen):
    """Prior counts 1 to 5, and the agent that starts with them."""
    phi = rng.integers(1, 6, (n_states, n_actions, n_states)).astype(float)
    psi = rng.integers(1, 6, (n_states, n_actions, n_seen)).astype(float)
    b0 = rng.dirichlet(np.ones(n_states))
    R = rng.uniform(-1, 1, (n_states, n_actions))
    means = (table / table.sum(axis=2, keepdims=True) for table in (phi, psi))
    return phi, psi, CountPrior.of(POMDP(*means, R, 0.9, b0), phi=phi, psi=psi)


def _log_ratio(prior, counts):
    """Log of the Dirichlet normalisers' ratio, over all rows, for each history."""
    before = gammaln(prior.sum(axis=-1)) - gammaln(prior).sum(axis=-1)
    after = gammaln(counts).sum(axis=-1) - gammaln(counts.sum(axis=-1))
    return (before + after).reshape(len(counts), -1).sum(axis=1)


def listed_posterior(b0, phi, psi, actions, seen):
    """Equation 2: last states, counts and weights of all histories, those with equal counts joined.

    Returns
    -------
    keys : ndarray, shape (M, 1 + C)
        Last state, then counts of the moves and of the observations; in lexicographic order.
    weights : ndarray, shape (M,)
    """
    histories = np.array(list(product(range(len(b0)), repeat=len(actions) + 1)))
    n = len(histories)
    moved = np.repeat(phi[None], n, axis=0)
    heard = np.repeat(psi[None], n, axis=0)
    for t, (a, z) in enumerate(zip(actions, seen)):
        np.add.at(moved, (np.arange(n), histories[:, t], a, histories[:, t + 1]), 1)
        np.add.at(heard, (np.arange(n), histories[:, t + 1], a, z), 1)
    weights = b0[histories[:, 0]] * np.exp(_log_ratio(phi, moved) + _log_ratio(psi, heard))
    keys = np.column_stack([histories[:, -1], moved.reshape(n, -1), heard.reshape(n, -1)])
    keys, place = np.unique(keys, axis=0, return_inverse=True)
    joined = np.bincount(place.ravel(), weights=weights)
    return keys, joined / joined.sum()


def belief_check(shape, n_steps, seed):
    """One random model and history: sizes of the belief, and its gap to the listing.

    Returns
    -------
    dict
        ``share`` (n_steps + 1,), the number of entries over the bound S^(t+1); ``gap`` of weights.
    """
    rng = np.random.default_rng(seed)
    phi, psi, prior = random_tables(rng, *shape)
    actions = rng.integers(shape[1], size=n_steps)
    seen = rng.integers(shape[2], size=n_steps)
    belief = HyperBelief(prior)
    sizes = [len(belief)]
    for a, z in zip(actions, seen):
        belief = belief.update(a, z)
        sizes.append(len(belief))
    keys, weights = listed_posterior(prior.world.b0, phi, psi, actions, seen)
    found = np.column_stack([belief.states, belief.counts])
    order = np.lexsort(found.T[::-1])
    gap = np.inf
    if np.array_equal(found[order], keys):
        gap = np.abs(belief.weights[order] - weights).max()
    return {"share": sizes / shape[0] ** np.arange(1.0, n_steps + 2), "gap": gap}


def reachable_counts(seen, n_states=2):
    """Sizes of the exact belief after each observation, one action: a plain set of tuples."""
    start = (0,) * (n_states**2 + n_states * 2)
    held = {(s, start) for s in range(n_states)}
    sizes = [len(held)]
    for z in seen:
        then = set()
        for s, counts in held:
            for t in range(n_states):
                after = list(counts)
                after[s * n_states + t] += 1
                after[n_states**2 + 2 * t + z] += 1
                then.add((t, tuple(after)))
        held = then
        sizes.append(len(held))
    return sizes


def reached_by_listing(seen):
    """The last of these sizes from all 2^(t+1) histories of two states."""
    held = set()
    for states in product((0, 1), repeat=len(seen) + 1):
        moves = [0] * 8
        for s, t, z in zip(states, states[1:], seen):
            moves[2 * s + t] += 1
            moves[4 + 2 * t + z] += 1
        held.add((states[-1], tuple(moves)))
    return len(held)


def components_of_state(n_states, t):
    """Components of one new state at time t, one for each history that ends there, not merged."""
    histories = product(range(n_states), repeat=t + 1)
    return sum(states[-1] == 0 for states in histories)
