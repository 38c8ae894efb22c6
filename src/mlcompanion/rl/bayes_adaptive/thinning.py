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
    # all above the K-th largest weight, and of those equal to it as many as are still wanted
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
    # |x / n - y / m| = |x m - y n| / (n m): one division a law
    for c in range(cells[0], cells[1]):
        x = first.counts[i, c]
        y = second.counts[j, c]
        apart += abs(x * m - y * n)
        counted += abs(x - y)
    return apart / (n * m), counted / ((n + 1.0) * (m + 1.0))


@njit
def gap_of_tables(tables, rule, pair, i, j, widest):
    """The distance of Definition 1 between two hyperstates of one state, by two clouds.

    ``widest``, shape (2, A), is room for the largest gap of a law of moves and of observations,
    by action.
    """
    first, second = pair
    widest[:] = 0.0
    n_actions = widest.shape[1]
    c = 0
    for law in range(first.totals.shape[1]):
        begin = c
        while c < len(tables.row) and tables.row[c] == law:
            c += 1
        # cells of one law stand side by side
        apart, counted = gap_of_law(first, second, i, j, (begin, c, law))
        gap = apart + rule.slope * counted
        for action in range(n_actions):
            use = tables.used[action, law]
            # bit 1: a law of moves of this action; bit 2: a law of its observations
            if use & 1 and gap > widest[0, action]:
                widest[0, action] = gap
            if use & 2 and gap > widest[1, action]:
                widest[1, action] = gap
    largest = 0.0
    for action in range(n_actions):
        largest = max(largest, widest[0, action] + widest[1, action])
    return rule.near * largest


@njit
def distance(tables, rule, first, i, second, j):
    """The distance of Definition 1 between two hyperstates; known laws add nothing; O(C + A R)."""
    if first.states[i] != second.states[j]:
        return rule.far
    widest = np.empty((2, len(tables.used)))
    return gap_of_tables(tables, rule, (first, second), i, j, widest)


@njit
def worthiest(worth, weights, left):
    """The place left of the largest worth; where nothing is worth anything, of the most weight."""
    best = worth.argmax()
    if worth[best] > 0.0:
        return best
    heaviest_left = -1
    for k in range(len(left)):
        if left[k] and (heaviest_left < 0 or weights[k] > weights[heaviest_left]):
            heaviest_left = k
    return heaviest_left


@njit
def spread_out(tables, rule, everyone):
    """Algorithm 2: the heaviest, then again and again the largest weight times distance.

    The distance to what is kept only falls, so that an old one bounds it: it is brought up to date
    for the leading candidates alone. The choice is that of comparing all, with fewer than K M
    distances.
    """
    weights = everyone.weights
    n = len(weights)
    nearest = np.full(n, rule.far)
    worth = weights * rule.far
    # compared[k]: with how many of those kept the k-th candidate has been compared
    compared = np.zeros(n, np.int64)
    left = np.ones(n, np.bool_)
    chosen = np.empty(rule.size, np.int64)
    widest = np.empty((2, len(tables.used)))
    best = weights.argmax()
    for kept in range(rule.size):
        # worth is an upper bound; a leader that has met all who are kept is the largest for
        # certain
        while kept > 0:
            best = worthiest(worth, weights, left)
            if compared[best] == kept:
                break
            for other in chosen[compared[best] : kept]:
                if everyone.states[other] == everyone.states[best]:
                    gap = gap_of_tables(tables, rule, (everyone, everyone), best, other, widest)
                    nearest[best] = min(nearest[best], gap)
            compared[best] = kept
            worth[best] = weights[best] * nearest[best]
        chosen[kept] = best
        left[best] = False
        worth[best] = -1.0
    return np.sort(chosen)


@njit
def drawn(weights, K, rng):
    """Places of K draws by weight, each place once, and how often it came; O(M + K log M)."""
    sums = np.cumsum(weights)
    times = np.zeros(len(weights))
    for _ in range(K):
        # one search a draw; rounding may lead past the last sum
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
