"""Which hyperstates a filter keeps: all, the heaviest, the most spread-out, or a random draw.

Ross et al. (2011), section 5.1 and Algorithm 2, compiled.
"""

import numpy as np

from mlcompanion._jit import njit

from .stepping import grow
from .tables import EXACT, MONTE_CARLO, MOST_PROBABLE

__all__ = []


@njit
def heaviest(weights, K):
    """Places of the K largest weights, in their order; among equal ones the first; O(M)."""
    limit = -np.partition(-weights, K - 1)[K - 1]
    spare = K - (weights > limit).sum()
    chosen = np.empty(K, np.int64)
    n = 0
    for k in range(len(weights)):
        if weights[k] > limit:
            chosen[n] = k
            n += 1
        elif weights[k] == limit and spare > 0:
            chosen[n] = k
            n += 1
            spare -= 1
    return chosen


@njit
def gap_of_law(first, second, i, j, cells):
    """L1 distance of two means of a law, and of its counts over the totals plus one."""
    n = first.totals[i, cells[2]]
    m = second.totals[j, cells[2]]
    apart = 0.0
    counted = 0.0
    for c in range(cells[0], cells[1]):
        x = first.counts[i, c]
        y = second.counts[j, c]
        apart += abs(x / n - y / m)
        counted += abs(x - y)
    return apart, counted / ((n + 1.0) * (m + 1.0))


@njit
def distance(tables, rule, first, i, second, j):
    """The distance of Definition 1 between two hyperstates; known laws add nothing; O(C + A R)."""
    if first.states[i] != second.states[j]:
        return rule.far
    n_laws = first.totals.shape[1]
    gaps = np.zeros(n_laws)
    c = 0
    for law in range(n_laws):
        begin = c
        while c < len(tables.row) and tables.row[c] == law:
            c += 1
        apart, counted = gap_of_law(first, second, i, j, (begin, c, law))
        gaps[law] = apart + rule.slope * counted
    widest = 0.0
    for action in range(tables.used.shape[0]):
        moves = 0.0
        seen = 0.0
        for law in range(n_laws):
            if tables.used[action, law] & 1:
                moves = max(moves, gaps[law])
            if tables.used[action, law] & 2:
                seen = max(seen, gaps[law])
        widest = max(widest, moves + seen)
    return rule.near * widest


@njit
def spread_out(tables, rule, everyone):
    """Algorithm 2: the heaviest, then again and again the largest weight times distance.

    The distance to what is kept is a running minimum: O(K M) distances. Where nothing is apart from
    what is kept, the heaviest of the rest is taken.
    """
    weights = everyone.weights
    n = len(weights)
    nearest = np.full(n, np.inf)
    left = np.ones(n, np.bool_)
    chosen = np.empty(rule.size, np.int64)
    best = weights.argmax()
    for kept in range(rule.size):
        chosen[kept] = best
        left[best] = False
        latest = best
        best = -1
        score = -1.0
        for k in range(n):
            if not left[k]:
                continue
            gap = distance(tables, rule, everyone, k, everyone, latest)
            nearest[k] = min(nearest[k], gap)
            worth = weights[k] * nearest[k]
            if best < 0 or worth > score or (worth == score and weights[k] > weights[best]):
                best = k
                score = worth
    return np.sort(chosen)


@njit
def drawn(weights, K, rng):
    """Places of K draws by weight, each place once, and how often it came; O(M + K log M)."""
    sums = np.cumsum(weights)
    times = np.zeros(len(weights))
    for _ in range(K):
        place = np.searchsorted(sums, rng.random() * sums[-1], side="right")
        times[min(place, len(weights) - 1)] += 1.0
    chosen = np.flatnonzero(times)
    return chosen, times[chosen] / K


@njit
def thin(tables, rule, cloud, pending, rng):
    """Places of the pending hyperstates that a filter keeps, and their weights, which sum to 1."""
    n = pending.size[0]
    weights = pending.weights[:n]
    if rule.kind >= MONTE_CARLO:
        return drawn(weights, rule.size, rng)
    chosen = np.arange(n)
    if rule.kind != EXACT and n > rule.size:
        if rule.kind == MOST_PROBABLE:
            chosen = heaviest(weights, rule.size)
        else:
            chosen = spread_out(tables, rule, grow(tables, cloud, pending, chosen, weights.copy()))
    kept = weights[chosen]
    return chosen, kept / kept.sum()
