"""Theorem 2: the value of a belief by plans, and by looking ahead over listed histories."""

import numpy as np

from mlcompanion.rl.bayes_adaptive import alpha_values

from .histories import random_tables

__all__ = ["best_of_plans", "plan_check", "value_of_paths"]


def value_of_paths(paths, world, horizon):
    """Best expected reward times weight; a path is (state, moves, sensor, weight), never joined."""
    best = -np.inf
    for a in range(world.n_actions):
        q = sum(weight * world.R[s, a] for s, _, _, weight in paths)
        if horizon > 1:
            for z in range(world.n_observations):
                after = [new for path in paths for new in _one_step(path, a, z)]
                q += world.gamma * value_of_paths(after, world, horizon - 1)
        best = max(best, q)
    return best


def _one_step(path, a, z):
    """The paths that an action and an observation make of one."""
    s, phi, psi, weight = path
    for t in range(len(phi)):
        p = phi[s, a, t] / phi[s, a].sum() * psi[t, a, z] / psi[t, a].sum()
        moved, heard = phi.copy(), psi.copy()
        moved[s, a, t] += 1
        heard[t, a, z] += 1
        yield t, moved, heard, weight * p


def best_of_plans(prior, horizon):
    """Values of all plans, shape (n_plans, S), from the prior counts."""
    states = range(prior.world.n_states)
    return np.column_stack([alpha_values(prior, s, prior.counts[0], horizon) for s in states])


def plan_check(seed, horizons=(1, 2, 3)):
    """Gap of the two values, number of plans by horizon, and plans that are best somewhere."""
    rng = np.random.default_rng(seed)
    phi, psi, prior = random_tables(rng, 2, 2, 2)
    b0 = prior.world.b0
    gaps, sizes = [], []
    for horizon in horizons:
        plans = best_of_plans(prior, horizon)
        paths = [(s, phi, psi, b0[s]) for s in range(2)]
        gaps.append(abs((plans @ b0).max() - value_of_paths(paths, prior.world, horizon)))
        sizes.append(len(plans))
    beliefs = rng.dirichlet(np.ones(2), size=200)
    needed = len(np.unique((beliefs @ plans.T).argmax(axis=1)))
    return {"gap": max(gaps), "sizes": sizes, "needed": needed}
