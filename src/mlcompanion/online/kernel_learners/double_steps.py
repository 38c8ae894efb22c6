"""The rounds of double updating, compiled: find the partner, take the step, keep all margins.

Zhao, Hoi and Jin (2011), Figures 1 and 2. For every support vector its present margin is kept, so
that a round costs O(n_support): recomputed, they would cost the square. What two support vectors
mean to each other is their *conflict*: the kernel value times the inner product of their pairs
(with two classes, of their signs).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

from .margins import add_pair, agreement, block_scores, margin_of, violating_pair
from .pair_step import best_pair, pair_gain
from .store import add_support

__all__ = ["Block", "DoubleRule", "double_update", "until_pair"]

EXACT, ITERATIVE, APPROXIMATE = range(3)
CONFLICT, RANDOM, GAIN = range(3)
ROUNDING = 1e-9
#: Columns of the record of a round.
MARGIN, SIZE, RISE, CONFLICT_WITH, PARTNER_MARGIN, PARTNER_WEIGHT = range(6)


class DoubleRule(NamedTuple):
    """Largest weight, threshold, and the kinds of solver and of selector."""

    C: float
    rho: float
    solver: int
    selector: int


class Block(NamedTuple):
    """A block of rounds, and what is written of each.

    ``K`` holds the kernel values with the support vectors of before and, from column ``first`` on,
    with the rows of the block.
    """

    K: np.ndarray
    first: int
    relevant: np.ndarray
    draws: np.ndarray
    record: np.ndarray


class Pair(NamedTuple):
    """Both missing margins, both curvatures, and the conflict: the step's quadratic function."""

    la: float
    lb: float
    ka: float
    kb: float
    w: float


@njit
def _step(rule, parts, pair, gamma_b):
    """Weight of the new support vector and change of its partner's, by one of three solvers."""
    la, lb, ka, kb, w = pair
    if rule.solver == EXACT:
        return best_pair(la, lb, ka, kb, w, rule.C, gamma_b)
    room = rule.C - gamma_b  # how far the old weight may still rise
    if rule.solver == ITERATIVE:
        # the new weight first, as if it were alone; then the old one answers to it
        gamma = min(rule.C, la / ka)
        return gamma, min(max((lb - w * gamma) / kb, -gamma_b), room)
    # the approximate solver moves both weights by one constant, section 3.3's strong update
    gamma = min(rule.C, 1 / (parts * (1 - rule.rho)))
    return gamma, min(gamma, room)


@njit
def _most_conflicting(conflicts, margins, size, floor):
    """The support vector of margin at most 1 with the least conflict, if that is low enough.

    A step to the peak sets two margins to 1 exactly: rounding must not decide who is a candidate.
    """
    best = -1
    for i in range(size):
        if margins[i] <= 1 + ROUNDING and (best < 0 or conflicts[i] < conflicts[best]):
            best = i
    if best >= 0 and conflicts[best] <= floor:
        return best
    return -1


@njit
def _most_gain(C, la, ka, conflicts, store, size):
    """The support vector with which the exact step lifts the dual most."""
    best = -1
    highest = -np.inf
    for i in range(size):
        lb = 1 - store.margins[i]
        kb = store.curvatures[i]
        gamma, d = best_pair(la, lb, ka, kb, conflicts[i], C, store.weights[i])
        gain = pair_gain(gamma, d, la, lb, ka, kb, conflicts[i])
        if gain > highest:
            highest = gain
            best = i
    return best


@njit
def _conflicts(values, store, size, plus, minus):
    """Conflict of a pair with each support vector, from the kernel values with them."""
    found = np.empty(size)
    for i in range(size):
        found[i] = values[i] * agreement(plus, minus, store.pairs[i, 0], store.pairs[i, 1])
    return found


@njit
def _append(K, store, t, first, size, pair, weight):
    """Make round t the next support vector, with its pair and weight."""
    plus, minus = pair
    store.coef[size] = 0.0
    add_pair(store.coef, size, plus, minus, weight)
    store.pairs[size, 0] = plus
    store.pairs[size, 1] = minus
    store.weights[size] = weight
    return add_support(K, store.rows, t, first, size)


@njit
def until_pair(block, store, t, size, rule):
    """Play rounds from t on, up to one that wants a partner.

    Returns the round that stopped, the present number of support vectors, and the partner, or -1
    at the end of the block. That round's pair and curvature already stand at place ``size``.
    """
    K, first, relevant, draws, record = block
    scores = np.empty(relevant.shape[1])
    while t < K.shape[0]:
        block_scores(K, t, store.coef, size, scores)
        plus, minus = violating_pair(scores, relevant[t])
        margin = margin_of(scores, plus, minus)
        # columns in the pair: 1 for two classes, 2 for several, where kernel values count double
        parts = (plus >= 0) + (minus >= 0)
        # squared length of the pair: each of its columns holds the instance once
        ka = parts * K[t, first + t]
        record[t, MARGIN] = margin
        record[t, CONFLICT_WITH:] = np.nan
        record[t, RISE] = 0.0
        # a margin error: a single step, unless it has a partner
        if margin < 1 and ka > 0:
            conflicts = _conflicts(K[t], store, size, plus, minus)
            partner = -1
            if rule.selector == CONFLICT:
                partner = _most_conflicting(conflicts, store.margins, size, -parts * rule.rho)
            elif size > 0 and rule.selector == RANDOM:
                partner = int(draws[t] * size)
            elif rule.selector == GAIN:
                partner = _most_gain(rule.C, 1 - margin, ka, conflicts, store, size)
            # at place size: the pair is known there before it becomes a support vector
            store.pairs[size, 0] = plus
            store.pairs[size, 1] = minus
            store.curvatures[size] = ka
            if partner >= 0:
                return t, size, partner
            weight = min(rule.C, (1 - margin) / ka)
            # the rise of a parabola: linear gain less half the curvature
            record[t, RISE] = weight * (1 - margin) - 0.5 * ka * weight**2
            # the new weight moves the margin of every support vector by its conflict
            for i in range(size):
                store.margins[i] += weight * conflicts[i]
            store.margins[size] = margin + weight * ka
            size = _append(K, store, t, first, size, (plus, minus), weight)
        record[t, SIZE] = size
        t += 1
    return t, size, -1


@njit
def double_update(block, store, t, size, partner, values, rule):
    """Take the step of round t with its partner, whose kernel values with all are ``values``."""
    K, first, _, _, record = block
    plus = store.pairs[size, 0]
    minus = store.pairs[size, 1]
    parts = (plus >= 0) + (minus >= 0)
    other = store.pairs[partner, 0], store.pairs[partner, 1]
    la = 1 - record[t, MARGIN]
    lb = 1 - store.margins[partner]
    ka = store.curvatures[size]
    kb = store.curvatures[partner]
    # the numbers of the two-variable problem
    old = store.weights[partner]
    conflicts = _conflicts(K[t], store, size, plus, minus)
    theirs = _conflicts(values, store, size, other[0], other[1])
    w = conflicts[partner]
    gamma, d = _step(rule, parts, Pair(la, lb, ka, kb, w), old)
    record[t, RISE] = pair_gain(gamma, d, la, lb, ka, kb, w)
    record[t, CONFLICT_WITH] = w
    record[t, PARTNER_MARGIN] = store.margins[partner]
    record[t, PARTNER_WEIGHT] = old
    # both moves enter all margins that are kept
    for i in range(size):
        store.margins[i] += gamma * conflicts[i] + d * theirs[i]
    store.margins[size] = record[t, MARGIN] + gamma * ka + d * w
    add_pair(store.coef, partner, other[0], other[1], d)
    store.weights[partner] += d
    size = _append(K, store, t, first, size, (plus, minus), gamma)
    record[t, SIZE] = size
    return size
