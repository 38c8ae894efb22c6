"""The games of the claims, and laws of Nature that hurt."""

from itertools import combinations

import numpy as np

from mlcompanion.bandits.monitoring import (
    SignalGame,
    action_regret,
    best_response_areas,
    external_regret,
    flag_complex,
    internal_regret,
    run_player,
    saddle_moves,
)
from mlcompanion.convex.cells import LaguerreDiagram, Polytope

__all__ = [
    "action_regrets",
    "border_moves",
    "flag_regrets",
    "meeting_point",
    "moves_against",
    "outcome_games",
    "random_signal_game",
    "switching_laws",
    "undominated_rewards",
]

ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def outcome_games():
    """Three games whose signals depend on Nature's move alone, by name."""
    name_it = np.eye(2)
    return {
        "seen": SignalGame(name_it),
        "noisy": SignalGame(name_it, [[0.7, 0.3], [0.3, 0.7]]),
        "rock": SignalGame(ROCK_PAPER_SCISSORS, [[1, 0], [0, 1], [0, 1]]),
    }


def random_signal_game(number):
    """A random game of three actions, three moves, two signals, with a border between responses."""
    seed = 0
    while True:
        game = SignalGame.random(3, 3, 2, acts_matter=True, random_state=seed)
        number -= len(flag_complex(game).laws) > 1
        if number < 0:
            return game
        seed += 1


def undominated_rewards(n_actions, rng):
    """Rewards uniform on [-1, 1] against three moves; each action is best somewhere."""
    while True:
        rewards = rng.uniform(-1, 1, (n_actions, 3))
        best = (np.random.default_rng(0).dirichlet(np.ones(3), 300) @ rewards.T).argmax(axis=1)
        # a few laws rule out most tables before the areas are cut out
        if len(set(best)) >= n_actions - 1 and None not in best_response_areas(rewards):
            return rewards


def meeting_point(rewards):
    """The law of moves at which most best responses meet; of equals, the one farthest inside."""
    corners = [area.vertices for area in best_response_areas(rewards) if area is not None]
    corners = np.vstack(corners)
    earned = corners @ np.asarray(rewards, dtype=float).T
    tied = (earned >= earned.max(axis=1, keepdims=True) - 1e-9).sum(axis=1)
    best = np.lexsort((corners.min(axis=1), tied))[-1]
    return np.maximum(corners[best], 0) / np.maximum(corners[best], 0).sum()


def border_moves(game, complex_):
    """The saddle law at the middle of a wall between two best responses."""
    laws = Polytope.simplex(game.n_moves)
    diagram = LaguerreDiagram.from_upper_envelope(complex_.values)
    near = diagram.neighbours(laws)
    parts = diagram.cells(laws)
    walls = []
    for cell, other in combinations(range(len(parts)), 2):
        same = np.allclose(complex_.laws[cell], complex_.laws[other])
        if near[cell, other] and not same:
            heights = parts[cell].heights(*diagram.wall(cell, other))
            walls.append(parts[cell].vertices[heights == 0].mean(axis=0))
    return saddle_moves(game, game.flag(walls[0]))


def switching_laws(n_moves):
    """One likely move after the other."""
    return 0.1 / (n_moves - 1) + (0.9 - 0.1 / (n_moves - 1)) * np.eye(n_moves)


def moves_against(rewards, nature):
    """The laws of a Nature by its name, where moves are seen."""
    if nature == "meeting":
        return meeting_point(rewards)
    return "worst" if nature == "worst" else switching_laws(np.shape(rewards)[1])


def flag_regrets(player, game, moves, rounds, n_repeats, seed):
    """Weighted internal regrets of all types and external regrets at the checkpoints.

    Returns
    -------
    inner : ndarray, shape (n_repeats, n_checkpoints, L)
    outer : ndarray, shape (n_repeats, n_checkpoints)
    """
    record = run_player(
        player, game, moves, rounds[-1], checkpoints=rounds, n_repeats=n_repeats, random_state=seed
    )
    inner = internal_regret(record, game, player.complex_)
    return inner, external_regret(record, game, player.complex_)


def action_regrets(player, game, moves, rounds, n_repeats, seed):
    """Largest internal regret between actions, shape (n_repeats, n_checkpoints); the record."""
    record = run_player(
        player, game, moves, rounds[-1], checkpoints=rounds, n_repeats=n_repeats, random_state=seed
    )
    return action_regret(record, game).max(axis=(2, 3)), record
