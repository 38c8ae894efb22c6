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
    # a power of two, at most half full: a mask takes the place of a remainder
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
    # both are below the modulus, which is below 2^61: the sum fits into 64 bits
    total = key + salt
    if total >= _MODULUS:
        total -= _MODULUS
    return total


@njit
def same_counts(cloud, pending, old, parent, move, seen):
    """Whether a pending hyperstate has the counts of a parent with two cells counted."""
    # a key may collide: only equal counts are merged
    other = pending.parent[old]
    for c in range(cloud.counts.shape[1]):
        here = cloud.counts[parent, c] + (c == move) + (c == seen)
        there = cloud.counts[other, c] + (c == pending.move[old]) + (c == pending.seen[old])
        # counts grow by ones: a difference this small is rounding
        if abs(here - there) > 1e-7:
            return False
    return True


@njit
def enter(tables, cloud, pending, parent, change, weight):
    """Add a hyperstate, or its weight to an equal one; ``change`` is next state, move, seen."""
    to, move, seen = change
    key = cloud.keys[parent]
    # the key is the sum of a random number for every count: order does not matter
    if move >= 0:
        key = plus(key, tables.salt[move])
    if seen >= 0:
        key = plus(key, tables.salt[seen])
    mask = len(pending.slots) - 1
    place = plus(key, tables.state_salt[to]) & mask
    # open addressing: step on from slot to slot, up to an empty one
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
def n_branches(tables, cloud, action):
    """Number of branches of an action, over all hyperstates that go on."""
    n_actions = tables.reward.shape[1]
    room = 0
    for k in range(len(cloud.states)):
        if not tables.ends[cloud.states[k], action]:
            pair = cloud.states[k] * n_actions + action
            room += tables.start[pair + 1] - tables.start[pair]
    return room


@njit
def predict(tables, cloud, action):
    """Hyperstates after an action, before anything is observed; those that end it have none.

    What is merged here need not be merged again for any observation, as an observation counts the
    same cell in all hyperstates of one next state.
    """
    pending = empty_pending(n_branches(tables, cloud, action))
    n_actions = tables.reward.shape[1]
    for k in range(len(cloud.states)):
        if tables.ends[cloud.states[k], action]:
            continue
        pair = cloud.states[k] * n_actions + action
        for branch in range(tables.start[pair], tables.start[pair + 1]):
            cell = tables.cell[branch]
            weight = cloud.weights[k] * chance(tables.prob[branch], cell, tables, cloud, k)
            if weight > 0.0:
                enter(tables, cloud, pending, k, (tables.to[branch], cell, -1), weight)
    return pending


@njit
def weigh(tables, cloud, predicted, event, weights):
    """Weights of the predicted hyperstates with an observation, and how many are above 0.

    An event is (action, observation); the weights are written into ``weights``.
    """
    action, seen = event
    total = 0.0
    # the count before this step: the move's own count is another cell
    n = 0
    for i in range(predicted.size[0]):
        to = predicted.to[i]
        known = tables.seen[to, action, seen]
        cell = tables.seen_cell[to, action, seen]
        q = chance(known, cell, tables, cloud, predicted.parent[i])
        weights[i] = predicted.weights[i] * q
        total += weights[i]
        n += weights[i] > 0.0
    return total, n


@njit
def observed(tables, predicted, event, weights, n):
    """The n predicted hyperstates whose weight is above 0, with the observation counted."""
    action, seen = event
    pending = empty_pending(n)
    new = 0
    for i in range(predicted.size[0]):
        if weights[i] > 0.0:
            to = predicted.to[i]
            cell = tables.seen_cell[to, action, seen]
            pending.parent[new] = predicted.parent[i]
            pending.to[new] = to
            pending.move[new] = predicted.move[i]
            pending.seen[new] = cell
            pending.weights[new] = weights[i]
            pending.keys[new] = predicted.keys[i]
            if cell >= 0:
                pending.keys[new] = plus(pending.keys[new], tables.salt[cell])
            new += 1
    pending.size[0] = n
    return pending


@njit
def follow_on(tables, cloud, action, seen, with_evidence):
    """Hyperstates after an action and an observation, not normalised, and its probability.

    The episode goes on: hyperstates in which the action ends it have no successor. Without evidence
    each hyperstate passes on its whole weight, however badly it predicted the observation.
    """
    if with_evidence:
        predicted = predict(tables, cloud, action)
        weights = np.empty(predicted.size[0])
        total, n = weigh(tables, cloud, predicted, (action, seen), weights)
        return observed(tables, predicted, (action, seen), weights, n), total
    pending = empty_pending(n_branches(tables, cloud, action))
    total = 0.0
    n_actions = tables.reward.shape[1]
    for k in range(len(cloud.states)):
        if tables.ends[cloud.states[k], action]:
            continue
        pair = cloud.states[k] * n_actions + action
        first = tables.start[pair]
        last = tables.start[pair + 1]
        # chance of the observation in this hyperstate, over all of its branches
        own = 0.0
        for branch in range(first, last):
            own += branch_chance(tables, cloud, k, branch, action, seen)
        total += cloud.weights[k] * own
        for branch in range(first, last):
            p = branch_chance(tables, cloud, k, branch, action, seen)
            if p > 0.0:
                to = tables.to[branch]
                change = (to, tables.cell[branch], tables.seen_cell[to, action, seen])
                # divided by its own chance: the hyperstate keeps its whole weight
                enter(tables, cloud, pending, k, change, cloud.weights[k] * p / own)
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
