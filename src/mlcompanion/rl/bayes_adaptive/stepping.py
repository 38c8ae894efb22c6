"""One step of all hyperstates of a belief: Algorithm 1 of Ross et al. (2011), compiled.

Equal hyperstates are found by a key that is a sum over what was counted, so that a step costs O(1)
for each branch, whatever the number of counts.
"""

import numpy as np

from mlcompanion._jit import njit

from .tables import Cloud, Pending

__all__ = []

_MODULUS = 2**61 - 1


@njit
def empty_pending(n):
    """Room for n hyperstates."""
    size = 4
    while size < 2 * n:
        size *= 2
    number = np.int64
    return Pending(
        np.empty(n, number),
        np.empty(n, number),
        np.empty(n, number),
        np.empty(n, number),
        np.empty(n, np.float64),
        np.empty(n, number),
        np.full(size, -1, number),
        np.zeros(1, number),
    )


@njit
def plus(key, salt):
    """Sum modulo the prime, without overflow."""
    total = key + salt
    if total >= _MODULUS:
        total -= _MODULUS
    return total


@njit
def same_counts(cloud, pending, old, parent, move, seen):
    """Whether a pending hyperstate has the counts of a parent with two cells counted."""
    other = pending.parent[old]
    for c in range(cloud.counts.shape[1]):
        here = cloud.counts[parent, c] + (c == move) + (c == seen)
        there = cloud.counts[other, c] + (c == pending.move[old]) + (c == pending.seen[old])
        if abs(here - there) > 1e-7:
            return False
    return True


@njit
def enter(tables, cloud, pending, parent, change, weight):
    """Add a hyperstate, or its weight to an equal one; ``change`` is next state, move, seen."""
    to, move, seen = change
    key = cloud.keys[parent]
    if move >= 0:
        key = plus(key, tables.salt[move])
    if seen >= 0:
        key = plus(key, tables.salt[seen])
    mask = len(pending.slots) - 1
    place = plus(key, tables.state_salt[to]) & mask
    while pending.slots[place] >= 0:
        old = pending.slots[place]
        alike = pending.keys[old] == key and pending.to[old] == to
        if alike and same_counts(cloud, pending, old, parent, move, seen):
            pending.weights[old] += weight
            return
        place = (place + 1) & mask
    new = pending.size[0]
    pending.slots[place] = new
    pending.size[0] = new + 1
    pending.parent[new] = parent
    pending.to[new] = to
    pending.move[new] = move
    pending.seen[new] = seen
    pending.weights[new] = weight
    pending.keys[new] = key


@njit
def chance(known, cell, tables, cloud, k):
    """Probability of an outcome in hyperstate k: as known, or its count over its law's total."""
    if cell < 0:
        return known
    return cloud.counts[k, cell] / cloud.totals[k, tables.row[cell]]


@njit
def branch_chance(tables, cloud, k, branch, action, seen):
    """Probability that hyperstate k takes a branch and shows this observation."""
    to = tables.to[branch]
    cell = tables.seen_cell[to, action, seen]
    q = chance(tables.seen[to, action, seen], cell, tables, cloud, k)
    if q == 0.0:
        return 0.0
    return q * chance(tables.prob[branch], tables.cell[branch], tables, cloud, k)


@njit
def follow_on(tables, cloud, action, seen, with_evidence):
    """Hyperstates after an action and an observation, not normalised, and its probability.

    The episode goes on: hyperstates in which the action ends it have no successor. Without evidence
    each hyperstate passes on its whole weight, however badly it predicted the observation.
    """
    n_actions = tables.reward.shape[1]
    room = 0
    for k in range(len(cloud.states)):
        pair = cloud.states[k] * n_actions + action
        room += tables.start[pair + 1] - tables.start[pair]
    pending = empty_pending(room)
    total = 0.0
    for k in range(len(cloud.states)):
        state = cloud.states[k]
        if tables.ends[state, action]:
            continue
        pair = state * n_actions + action
        first = tables.start[pair]
        last = tables.start[pair + 1]
        own = 0.0
        if not with_evidence:
            for branch in range(first, last):
                own += branch_chance(tables, cloud, k, branch, action, seen)
            total += cloud.weights[k] * own
        for branch in range(first, last):
            p = branch_chance(tables, cloud, k, branch, action, seen)
            if p == 0.0:
                continue
            if with_evidence:
                total += cloud.weights[k] * p
            else:
                p /= own
            to = tables.to[branch]
            change = (to, tables.cell[branch], tables.seen_cell[to, action, seen])
            enter(tables, cloud, pending, k, change, cloud.weights[k] * p)
    return pending, total


@njit
def start_again(tables, cloud):
    """Hyperstates at the start of an episode: counts are kept and merged, the state is new."""
    support = np.flatnonzero(tables.b0)
    pending = empty_pending(len(cloud.states) * len(support))
    for k in range(len(cloud.states)):
        for state in support:
            weight = cloud.weights[k] * tables.b0[state]
            if weight > 0:
                enter(tables, cloud, pending, k, (state, -1, -1), weight)
    return pending, 1.0


@njit
def grow(tables, cloud, pending, chosen, weights):
    """The cloud of chosen pending hyperstates, with these weights."""
    K = len(chosen)
    counts = np.empty((K, cloud.counts.shape[1]))
    totals = np.empty((K, cloud.totals.shape[1]))
    states = np.empty(K, np.int64)
    keys = np.empty(K, np.int64)
    for i in range(K):
        k = chosen[i]
        parent = pending.parent[k]
        counts[i] = cloud.counts[parent]
        totals[i] = cloud.totals[parent]
        for cell in (pending.move[k], pending.seen[k]):
            if cell >= 0:
                counts[i, cell] += 1.0
                totals[i, tables.row[cell]] += 1.0
        states[i] = pending.to[k]
        keys[i] = pending.keys[k]
    return Cloud(states, counts, totals, keys, weights)


@njit
def only(cloud, kept):
    """The hyperstates of a cloud in which ``kept`` is true, normalised."""
    chosen = np.flatnonzero(kept)
    weights = cloud.weights[chosen]
    return Cloud(
        cloud.states[chosen],
        cloud.counts[chosen],
        cloud.totals[chosen],
        cloud.keys[chosen],
        weights / weights.sum(),
    )
