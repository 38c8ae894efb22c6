"""Looking ahead over actions and observations: Algorithm 3 of Ross et al. (2011), compiled."""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl.choices import greedy

from .stepping import follow_on, grow
from .tables import MONTE_CARLO_PRINTED
from .thinning import thin

__all__ = []

#: Values that differ by less, relative to the larger of the best and 1, count as equal.
_TIE = 1e-10


@njit
def payoff(tables, states, weights, action):
    """Expected reward of an action."""
    total = 0.0
    for k in range(len(states)):
        total += weights[k] * tables.reward[states[k], action]
    return total


@njit
def best_payoff(tables, states, weights):
    """Value at a leaf: the largest expected reward."""
    best = -np.inf
    for action in range(tables.reward.shape[1]):
        best = max(best, payoff(tables, states, weights, action))
    return best


@njit
def value_ahead(tables, rule, cloud, depth, rng, tally):
    """Value of a belief with ``depth`` steps to look ahead; counts updates in ``tally[0]``."""
    if depth == 0:
        return best_payoff(tables, cloud.states, cloud.weights)
    best = -np.inf
    for action in range(tables.reward.shape[1]):
        q = payoff(tables, cloud.states, cloud.weights, action)
        for seen in range(tables.seen.shape[2]):
            pending, chance = follow_on(
                tables, cloud, action, seen, rule.kind != MONTE_CARLO_PRINTED
            )
            if chance <= 0.0:
                continue
            tally[0] += 1
            chosen, weights = thin(tables, rule, cloud, pending, rng)
            if depth == 1:
                # a leaf asks for states and weights alone: no counts are copied
                value = best_payoff(tables, pending.to[chosen], weights)
            else:
                child = grow(tables, cloud, pending, chosen, weights)
                value = value_ahead(tables, rule, child, depth - 1, rng, tally)
            q += tables.gamma * chance * value
        best = max(best, q)
    return best


@njit
def values_of_actions(tables, rule, cloud, depth, rng, tally):
    """Value of each action, with ``depth`` steps to look ahead, shape (A,)."""
    n_actions = tables.reward.shape[1]
    values = np.empty(n_actions)
    for action in range(n_actions):
        q = payoff(tables, cloud.states, cloud.weights, action)
        for seen in range(tables.seen.shape[2]):
            pending, chance = follow_on(
                tables, cloud, action, seen, rule.kind != MONTE_CARLO_PRINTED
            )
            if chance <= 0.0:
                continue
            tally[0] += 1
            chosen, weights = thin(tables, rule, cloud, pending, rng)
            child = grow(tables, cloud, pending, chosen, weights)
            q += tables.gamma * chance * value_ahead(tables, rule, child, depth - 1, rng, tally)
        values[action] = q
    return values


@njit
def choose(values, u):
    """A best action; u, uniform in [0, 1), decides among equal ones."""
    best = values.max()
    near = _TIE * max(1.0, abs(best))
    return greedy(np.where(values >= best - near, 1.0, 0.0), u)
