"""Whole games against a Nature, compiled, and what they cost (Perchet 2011, section 3)."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_rng

from .engine import Chance, World, play_rounds
from .games import ROUNDING, SignalGame
from .players import CalibratedPlayer, Calibrator, FlagPlayer
from .responses import FlagComplex

__all__ = ["PlayRecord", "action_regret", "external_regret", "internal_regret", "run_player"]


class PlayRecord(NamedTuple):
    """What happened up to each checkpoint of some repeats.

    Attributes
    ----------
    rounds : ndarray of int, shape (n_checkpoints,)
    counts : ndarray of int, shape (n_repeats, n_checkpoints, L, I, J)
        Rounds with this cell, action and move.
    totals : ndarray, shape (n_repeats, n_checkpoints, L, L)
        Sums of the comparisons.
    programme : ndarray, shape (n_repeats,)
        Largest value of the linear programme of Theorem 26 over the largest entry of the positive
        part, from the second round on; 0 without it.
    """

    rounds: np.ndarray
    counts: np.ndarray
    totals: np.ndarray
    programme: np.ndarray

    def positive_norms(self):
        """Euclidean norm of the positive part of the average comparison, (n_repeats, n)."""
        averages = self.totals / self.rounds[:, None, None]
        return np.sqrt((np.maximum(averages, 0) ** 2).sum(axis=(2, 3)))

    def largest(self):
        """Largest entry of the average comparison, shape (n_repeats, n_checkpoints)."""
        return self.totals.max(axis=(2, 3)) / self.rounds


def _check_moves(moves, n_moves):
    """Rows of laws of moves, or say what is wrong."""
    moves = check_array(moves, "moves", low=0, dtype=np.float64)
    if moves.ndim not in (1, 2) or moves.shape[-1] != n_moves or moves.size == 0:
        raise ValueError(f"moves must be laws on {n_moves} moves, got shape {moves.shape}")
    if np.abs(moves.sum(axis=-1) - 1).max() > ROUNDING:
        raise ValueError("moves must be laws, which sum to 1 over the last axis")
    return np.atleast_2d(moves)


def run_player(player, game, moves, n_rounds, *, checkpoints=None, n_repeats=1, random_state=None):
    """Let a player meet Nature, from the first round on, so many times.

    Parameters
    ----------
    player : CalibratedPlayer, FlagPlayer or Calibrator
        It is not changed. A calibrator's actions are its cells.
    game : SignalGame
    moves : array_like, shape (J,) or (m, J), or "worst"
        Law of Nature's moves; of several, the next one at rounds 2, 4, 8, ...; "worst" plays what
        earns the player's law least: it knows that law, and not the draw.
    n_rounds : int
    checkpoints : array_like of int, optional
        Increasing rounds; default, the last.
    n_repeats : int
    random_state : int, Generator or None

    Returns
    -------
    PlayRecord

    Notes
    -----
    O(L^3) a round for the invariant law of L cells; 48 bytes a round beside the record.
    """
    check_instance(player, "player", (CalibratedPlayer, FlagPlayer, Calibrator), "player")
    check_instance(game, "game", SignalGame)
    plan = player.plan_
    shape = (plan.scores.shape[0], plan.scores.shape[1])
    if shape != (game.n_actions, game.n_signals):
        raise ValueError(
            f"game must have the player's {shape[0]} actions and {shape[1]} signals, got "
            f"{game.n_actions} and {game.n_signals}"
        )
    if isinstance(moves, str) and moves == "worst":
        world = World(game.signals, np.empty((0, game.n_moves)), game.rewards)
    else:
        laws = _check_moves(moves, game.n_moves)
        world = World(game.signals, laws, np.empty((0, game.n_moves)))
    n_rounds = check_count(n_rounds, "n_rounds", low=1)
    rounds = _check_rounds(checkpoints, n_rounds)
    n_repeats = check_count(n_repeats, "n_repeats", low=1)
    n_cells = len(plan.responses)
    size = (n_repeats, len(rounds), n_cells)
    counts = np.zeros((*size, game.n_actions, game.n_moves), dtype=np.int64)
    totals = np.zeros((*size, n_cells))
    programme = np.zeros(n_repeats)
    rng = check_rng(random_state)
    for r in range(n_repeats):
        own, nature = rng.spawn(2)  # another player meets the same Nature
        chance = Chance(own.random((n_rounds, 2)), nature.random((n_rounds, 2)))
        programme[r] = play_rounds(plan, world, chance, rounds, counts[r], totals[r])
    return PlayRecord(rounds, counts, totals, programme)


def _check_rounds(checkpoints, n_rounds):
    if checkpoints is None:
        return np.array([n_rounds])
    rounds = check_array(checkpoints, "checkpoints", ndim=1, min_rows=1, low=1, high=n_rounds,
                         dtype=np.int64)  # fmt: skip
    if (np.diff(rounds) <= 0).any():
        raise ValueError("checkpoints must increase")
    return rounds


def _check_record(record, game):
    check_instance(record, "record", PlayRecord)
    check_instance(game, "game", SignalGame)
    if record.counts.shape[3:] != game.rewards.shape:
        raise ValueError(
            f"game must be that of the record, with rewards of shape {record.counts.shape[3:]}, "
            f"got {game.rewards.shape}"
        )


def _check_complex(found, game):
    check_instance(found, "complex_", FlagComplex)
    if found.values.shape[1] != game.n_moves:
        raise ValueError(f"complex_ must be that of the game, with {game.n_moves} moves")


def action_regret(record, game):
    """Internal regret between actions: what k would have earned beyond i when i was played.

    Parameters
    ----------
    record : PlayRecord
    game : SignalGame

    Returns
    -------
    ndarray, shape (n_repeats, n_checkpoints, I, I)
        Averages over all rounds (Definition 2).
    """
    _check_record(record, game)
    counts = record.counts.sum(axis=2)
    earned = np.einsum("rcij,ij->rci", counts, game.rewards)
    other = np.einsum("rcij,kj->rcik", counts, game.rewards)
    return (other - earned[..., None]) / record.rounds[:, None, None]


def internal_regret(record, game, complex_):
    """What the best response to the flags of a cell's rounds guarantees beyond what they earned.

    Parameters
    ----------
    record : PlayRecord
    game : SignalGame
    complex_ : FlagComplex
        Of the game; it tells the best worst payoff.

    Returns
    -------
    ndarray, shape (n_repeats, n_checkpoints, L)
        Times the share of the rounds in which the cell was chosen (Definition 18).
    """
    _check_record(record, game)
    _check_complex(complex_, game)
    earned = np.einsum("rclij,ij->rcl", record.counts, game.rewards)
    moves = record.counts.sum(axis=3)
    # linear in the law: counts serve as well as shares
    best = (moves @ complex_.values.T).max(axis=-1)
    return (best - earned) / record.rounds[:, None]


def external_regret(record, game, complex_):
    """What the best response to the flags of all rounds guarantees beyond what was earned.

    Parameters
    ----------
    record : PlayRecord
    game : SignalGame
    complex_ : FlagComplex

    Returns
    -------
    ndarray, shape (n_repeats, n_checkpoints)
        Average over all rounds (Definition 17).
    """
    _check_record(record, game)
    _check_complex(complex_, game)
    earned = np.einsum("rclij,ij->rc", record.counts, game.rewards)
    moves = record.counts.sum(axis=(2, 3))
    best = (moves @ complex_.values.T).max(axis=-1)
    return (best - earned) / record.rounds
