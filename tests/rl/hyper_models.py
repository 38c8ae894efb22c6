"""Small models with unknown laws, and their beliefs by listing every history of states."""

from itertools import product

import numpy as np
from scipy.special import gammaln

from mlcompanion.rl import POMDP
from mlcompanion.rl.bayes_adaptive import CountPrior
from mlcompanion.rl.environments import tiger

ENDS = [[False, True, True]] * 2


def tiger_ear(counts=((5, 3), (3, 5)), **rewards):
    """The tiger whose listener must learn how well it hears."""
    psi = np.repeat(np.asarray(counts, dtype=float)[:, None], 3, axis=1)
    learn = [[True, False, False]] * 2
    return CountPrior.of(tiger(**rewards), psi=psi, learn_seen=learn, ends=ENDS)


def random_prior(rng, shape=(2, 2, 2), *, integer=True, gamma=0.9):
    """A POMDP all of whose laws are unknown, with counts 1 to 5, and random rewards."""
    S, A, Z = shape
    draw = (
        (lambda *s: rng.integers(1, 6, s).astype(float))
        if integer
        else (lambda *s: rng.uniform(0.3, 4, s))
    )
    phi, psi = draw(S, A, S), draw(S, A, Z)
    T = phi / phi.sum(axis=2, keepdims=True)
    law = psi / psi.sum(axis=2, keepdims=True)
    R = rng.uniform(-1, 1, (S, A))
    pomdp = POMDP(T, law, R, gamma, rng.dirichlet(np.ones(S)))
    return CountPrior.of(pomdp, phi=phi, psi=psi), phi, psi


def log_evidence(prior_counts, counts):
    """Log probability of outcomes under a Dirichlet, by ratios of its normalisers."""
    before = gammaln(prior_counts.sum(-1)) - gammaln(prior_counts).sum(-1)
    after = gammaln(counts).sum(-1) - gammaln(counts.sum(-1))
    return (before + after).sum()


def listed_belief(b0, tables, actions, seen):
    """Equation 2: every history of states with its counts and weight; equal ones joined.

    Returns a dictionary from (state, counts of moves, counts of observations) to probability.
    """
    phi0, psi0 = tables
    joined = {}
    for states in product(range(len(b0)), repeat=len(actions) + 1):
        phi, psi = phi0.copy(), psi0.copy()
        for s, a, t, z in zip(states, actions, states[1:], seen):
            phi[s, a, t] += 1
            psi[t, a, z] += 1
        weight = b0[states[0]] * np.exp(log_evidence(phi0, phi) + log_evidence(psi0, psi))
        key = (states[-1], *phi.ravel(), *psi.ravel())
        joined[key] = joined.get(key, 0.0) + weight
    total = sum(joined.values())
    return {key: weight / total for key, weight in joined.items()}


def value_by_listing(belief, world, means, horizon):
    """Best expected reward of a belief given as a dictionary; ``means`` turns counts into laws."""
    best = -np.inf
    for a in range(world.n_actions):
        q = sum(w * world.R[key[0], a] for key, w in belief.items())
        for z in range(world.n_observations) if horizon > 1 else ():
            after = {}
            for key, w in belief.items():
                moves, sensor, add = means(key)
                for t in range(world.n_states):
                    then = add(key[0], a, t, z)
                    after[then] = after.get(then, 0.0) + w * moves[key[0], a, t] * sensor[t, a, z]
            p = sum(after.values())
            after = {key: w / p for key, w in after.items()}
            q += world.gamma * p * value_by_listing(after, world, means, horizon - 1)
        best = max(best, q)
    return best


def dense_means(shape):
    """The laws of a key of :func:`listed_belief`, and how a step adds to it."""
    S, A, Z = shape

    def means(key):
        phi = np.array(key[1 : 1 + S * A * S]).reshape(S, A, S)
        psi = np.array(key[1 + S * A * S :]).reshape(S, A, Z)

        def add(s, a, t, z):
            moved, heard = phi.copy(), psi.copy()
            moved[s, a, t] += 1
            heard[t, a, z] += 1
            return (t, *moved.ravel(), *heard.ravel())

        return phi / phi.sum(-1, keepdims=True), psi / psi.sum(-1, keepdims=True), add

    return means
