"""Looking ahead over actions and observations: Algorithm 3 of Ross et al. (2011), compiled."""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl.choices import greedy

from .stepping import chance, follow_on, grow, n_branches, observed, predict, weigh
from .tables import EXACT, MONTE_CARLO, MONTE_CARLO_PRINTED
from .thinning import thin

__all__ = []

#: Values count as equal that differ by less than this share of the best one, or than rounding
#: leaves of the largest reward.
_TIE = 1e-10
_ROUNDING = 1e-13


@njit
def payoff(tables, states, weights, action):
    """Expected reward of an action."""
    total = 0.0
    for k in range(len(states)):
        total += weights[k] * tables.reward[states[k], action]
    return total


@njit
def best_payoff(tables, to, weights):
    """Largest expected reward over states with these weights, which need not sum to 1."""
    totals = np.zeros(tables.reward.shape[1])
    for k in range(len(to)):
        for action in range(len(totals)):
            totals[action] += weights[k] * tables.reward[to[k], action]
    return totals.max()


@njit
def keeps_all(rule, n):
    """Whether a filter keeps every one of n hyperstates as it is."""
    return rule.kind == EXACT or (rule.kind < MONTE_CARLO and n <= rule.size)


@njit
def unthinned_leaves(tables, cloud, action, tally):
    """Expected best reward after an action, where beliefs are kept whole.

    The states' weights suffice: no counts are copied, and nothing is merged.
    """
    _, n_actions, n_seen = tables.seen.shape
    # totals[seen, a]: probability of an observation times the expected reward of a after it
    totals = np.zeros((n_seen, n_actions))
    mass = np.zeros(n_seen)
    for k in range(len(cloud.states)):
        if tables.ends[cloud.states[k], action]:
            continue
        pair = cloud.states[k] * n_actions + action
        for branch in range(tables.start[pair], tables.start[pair + 1]):
            to = tables.to[branch]
            p = cloud.weights[k]
            p *= chance(tables.prob[branch], tables.cell[branch], tables, cloud, k)
            for seen in range(n_seen):
                cell = tables.seen_cell[to, action, seen]
                q = p * chance(tables.seen[to, action, seen], cell, tables, cloud, k)
                if q > 0.0:
                    mass[seen] += q
                    for a in range(n_actions):
                        totals[seen, a] += q * tables.reward[to, a]
    value = 0.0
    for seen in range(n_seen):
        if mass[seen] > 0.0:
            tally[0] += 1
            value += totals[seen].max()
    return value


@njit
def values_of_actions(tables, rule, cloud, depth, rng, tally):
    """Value of each action, with ``depth`` steps to look ahead; counts updates in ``tally[0]``."""
    n_actions = tables.reward.shape[1]
    values = np.empty(n_actions)
    for action in range(n_actions):
        values[action] = payoff(tables, cloud.states, cloud.weights, action)
        # a last step whose beliefs are kept whole needs no hyperstates at all
        if depth == 1 and keeps_all(rule, n_branches(tables, cloud, action)):
            values[action] += tables.gamma * unthinned_leaves(tables, cloud, action, tally)
            continue
        # the filter as printed weighs each observation by itself
        evidence = rule.kind != MONTE_CARLO_PRINTED
        predicted = predict(tables, cloud, action)
        weights = np.empty(predicted.size[0])
        for seen in range(tables.seen.shape[2]):
            total, n = weigh(tables, cloud, predicted, (action, seen), weights)
            if total <= 0.0:
                continue
            tally[0] += 1
            if depth == 1 and keeps_all(rule, n):
                # best payoff of the belief before it is normalised, then divided by its mass
                value = best_payoff(tables, predicted.to[: len(weights)], weights) / total
                values[action] += tables.gamma * total * value
                continue
            if evidence:
                pending = observed(tables, predicted, (action, seen), weights, n)
            else:
                pending, total = follow_on(tables, cloud, action, seen, evidence)
            chosen, kept = thin(tables, rule, cloud, pending, rng)
            if depth == 1:
                value = best_payoff(tables, pending.to[chosen], kept)
            else:
                child = grow(tables, cloud, pending, chosen, kept)
                value = values_of_actions(tables, rule, child, depth - 1, rng, tally).max()
            values[action] += tables.gamma * total * value
    return values


@njit
def choose(values, largest, u):
    """A best action; u, uniform in [0, 1), decides among equal ones.

    ``largest`` is the size of the largest reward.
    """
    best = values.max()
    near = max(_TIE * abs(best), _ROUNDING * largest)
    return greedy(np.where(values >= best - near, 1.0, 0.0), u)
