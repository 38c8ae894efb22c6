"""Rounds of a game with signals, compiled (Perchet 2011, Theorems 15, 22, 24 and 26).

A player of this room keeps one matrix: entry (l, k) sums, over the rounds in which it chose cell l,
how much nearer the signals were to cell k. It chooses the next cell by an invariant law of the
positive part, or by the linear programme of Theorem 26.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

from ..arms.exp3 import drawn_arm
from .invariant import invariant_into, matrix_game_into

__all__ = ["Plan", "World"]


class Plan(NamedTuple):
    """What a player does.

    Attributes
    ----------
    scores : ndarray, shape (I, S, L)
        Score of each cell after a signal under an action; differences compare cells.
    responses : ndarray, shape (L, I)
        Mixed action of each cell.
    near : ndarray of bool, shape (L, L)
        Which cells are compared.
    gaps : ndarray, shape (J, L, L)
        For the linear programme: score of cell k beyond that of cell l after move j; with J = 0 the
        invariant law is taken.
    weigh : bool
        Whether scores are divided by the probability of the action.
    share : float
        Factor of the share of uniform play, ``min(1, share I t^-exponent)``.
    exponent : float
    """

    scores: np.ndarray
    responses: np.ndarray
    near: np.ndarray
    gaps: np.ndarray
    weigh: bool
    share: float
    exponent: float


class World(NamedTuple):
    """What Nature does.

    Attributes
    ----------
    signals : ndarray, shape (I, J, S)
        Laws of the signals.
    moves : ndarray, shape (m, J)
        Laws of Nature's moves; the next row at rounds 2, 4, 8, ...
    against : ndarray, shape (I, J)
        With I > 0: the move that is worst for the player's law in this table is played instead.
    """

    signals: np.ndarray
    moves: np.ndarray
    against: np.ndarray


class Chance(NamedTuple):
    """Uniform numbers, two a round each.

    Attributes
    ----------
    own : ndarray, shape (T, 2)
        For the cell and the action.
    world : ndarray, shape (T, 2)
        For Nature's move and the signal.
    """

    own: np.ndarray
    world: np.ndarray


@njit
def positive_part(total, near):
    """Positive entries of the pairs that are compared, and the largest."""
    rates = np.zeros_like(total)
    largest = 0.0
    for cell in range(len(total)):
        for other in range(len(total)):
            if near[cell, other] and total[cell, other] > 0.0:
                rates[cell, other] = total[cell, other]
                largest = max(largest, rates[cell, other])
    return rates, largest


@njit
def cell_law_into(total, plan, law):
    """Fill ``law`` with that of the next cell; the programme's value over the largest entry."""
    rates, largest = positive_part(total, plan.near)
    # nothing is missed yet, or no programme is wanted: the invariant law does
    if len(plan.gaps) == 0 or largest == 0.0:
        invariant_into(rates, law)
        return 0.0
    costs = np.zeros((len(law), len(plan.gaps)))
    for move in range(len(plan.gaps)):
        for cell in range(len(law)):
            for other in range(len(law)):
                # over the largest: the game's value is free of how many rounds were played
                costs[cell, move] += rates[cell, other] / largest * plan.gaps[move, cell, other]
    return matrix_game_into(costs, law)


@njit
def action_law_into(cell, t, plan, law):
    """Fill ``law`` with that of the action on a cell in round t, counted from 1."""
    # the share of uniform play falls like t^-exponent: every signal is still seen for ever
    n_actions = len(law)
    share = min(1.0, plan.share * n_actions * t**-plan.exponent)
    for i in range(n_actions):
        law[i] = (1.0 - share) * plan.responses[cell, i] + share / n_actions


@njit
def learn(total, cell, scores, weight):
    """Add the comparison of a cell with all others to its row."""
    for other in range(len(scores)):
        total[cell, other] += weight * (scores[other] - scores[cell])


@njit
def natures_move(t, cells, plan, world, u):
    """Nature's move in round t, when it knows the law of the cells but not the draw."""
    if len(world.against) == 0:
        row = 0
        while 2 ** (row + 1) <= t:  # rows take turns at rounds 2, 4, 8, ...
            row += 1
        return drawn_arm(world.moves[row % len(world.moves)], u)
    earned = np.zeros(world.against.shape[1])
    law = np.empty(world.against.shape[0])
    for cell in range(len(cells)):
        action_law_into(cell, t, plan, law)
        for action in range(len(law)):
            for move in range(len(earned)):
                earned[move] += cells[cell] * law[action] * world.against[action, move]
    return np.argmin(earned)  # the move that leaves the player least


@njit
def play_rounds(plan, world, chance, checkpoints, counts, totals):
    """Play all rounds; fill what was done at the checkpoints; the programme's largest value."""
    n_cells, n_actions = plan.responses.shape
    count = np.zeros(counts.shape[1:], dtype=np.int64)
    total = np.zeros((n_cells, n_cells))
    cells = np.empty(n_cells)
    law = np.empty(n_actions)
    at = 0
    worst = 0.0
    # one round: law of the cells, Nature's move, cell, action, signal
    for t in range(1, len(chance.own) + 1):
        value = cell_law_into(total, plan, cells)
        # round 1 compares nothing, and its value of 0 is none: values may be negative
        if t == 2 or value > worst:
            worst = value
        move = natures_move(t, cells, plan, world, chance.world[t - 1, 0])
        cell = drawn_arm(cells, chance.own[t - 1, 0])
        action_law_into(cell, t, plan, law)
        action = drawn_arm(law, chance.own[t - 1, 1])
        signal = drawn_arm(world.signals[action, move], chance.world[t - 1, 1])
        # a signal that depends on the action is seen with this probability: unbiased again
        weight = 1.0 / law[action] if plan.weigh else 1.0
        learn(total, cell, plan.scores[action, signal], weight)
        count[cell, action, move] += 1
        if at < len(checkpoints) and t == checkpoints[at]:
            counts[at] = count
            totals[at] = total
            at += 1
    return worst
