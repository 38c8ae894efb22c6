"""Scores, violating pairs and single steps, compiled: what every kernel learner does in a round."""

import numpy as np

from mlcompanion._jit import njit

from .store import add_support

__all__ = ["add_pair", "agreement", "block_scores", "margin_of", "single_block", "violating_pair"]

PERCEPTRON, PA_1, PA_2 = range(3)


@njit
def block_scores(K, t, coef, size, scores):
    """Scores of round t of a block by the first ``size`` support vectors, written to ``scores``."""
    scores[:] = 0.0
    for i in range(size):
        value = K[t, i]
        for column in range(len(scores)):
            scores[column] += value * coef[i, column]


@njit
def violating_pair(scores, relevant):
    """The relevant column of least and the irrelevant one of largest score; -1 where none is.

    Of equal scores the first. A single column is relevant or not: one of both is then -1.
    """
    plus = -1
    minus = -1
    for column in range(len(scores)):
        if relevant[column]:
            if plus < 0 or scores[column] < scores[plus]:
                plus = column
        elif minus < 0 or scores[column] > scores[minus]:
            minus = column
    return plus, minus


@njit
def margin_of(scores, plus, minus):
    """Score of the one column less that of the other."""
    margin = 0.0
    if plus >= 0:
        margin += scores[plus]
    if minus >= 0:
        margin -= scores[minus]
    return margin


@njit
def agreement(plus, minus, other_plus, other_minus):
    """Inner product of two pairs, each a vector with 1 and -1 in its two columns."""
    found = 0
    if plus >= 0:
        # columns that are -1 match nothing, since plus and minus are asked for here
        found += (plus == other_plus) - (plus == other_minus)
    if minus >= 0:
        found += (minus == other_minus) - (minus == other_plus)
    return found


@njit
def add_pair(coef, i, plus, minus, amount):
    """Add to the coefficients of support vector i in the direction of a pair."""
    if plus >= 0:
        coef[i, plus] += amount
    if minus >= 0:
        coef[i, minus] -= amount


@njit
def single_block(K, rows, coef, size, relevant, rule, C):
    """One weight a round: the Perceptron on mistakes, PA-I and PA-II on margin errors."""
    n = K.shape[0]
    first = size
    margins = np.empty(n)
    sizes = np.empty(n, np.int64)
    scores = np.empty(relevant.shape[1])
    for t in range(n):
        own = K[t, first + t]
        block_scores(K, t, coef, size, scores)
        plus, minus = violating_pair(scores, relevant[t])
        margins[t] = margin_of(scores, plus, minus)
        # |phi|^2 of the pair: two columns hold the instance twice
        curvature = own * ((plus >= 0) + (minus >= 0))
        weight = 0.0
        if rule == PERCEPTRON:
            if margins[t] <= 0:
                weight = 1.0
        elif margins[t] < 1 and own > 0:
            if rule == PA_1:
                weight = min(C, (1 - margins[t]) / curvature)
            else:
                # PA-II: the squared slack is a ridge
                weight = (1 - margins[t]) / (curvature + 0.5 / C)
        if weight > 0:
            coef[size] = 0.0
            add_pair(coef, size, plus, minus, weight)
            size = add_support(K, rows, t, first, size)
        sizes[t] = size
    return margins, sizes
