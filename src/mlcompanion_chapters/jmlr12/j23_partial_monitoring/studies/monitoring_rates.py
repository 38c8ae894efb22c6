"""Perchet (2011): rates of regret where moves are hidden and signals tell of them.

Settles of chapter jmlr12/23_partial_monitoring: thm24-rate (experiments hidden and blind) and
thm22-rate (outcome). A row holds one number for each checkpoint.
"""

import numpy as np

from mlcompanion.bandits.monitoring import FlagPlayer, SignalGame

from ..hidden_games import (
    border_moves,
    flag_regrets,
    outcome_games,
    random_signal_game,
    switching_laws,
)

HIDDEN_N = (1024, 4096, 16384, 65536, 262_144)
SEEN_N = (128, 512, 2048, 8192, 32_768)
LABEL_NATURES = ("fair", "unfair", "switching", "worst", "tilted")
SIZES = {"default": {"repeats": 40}, "paper": {"repeats": 40}}


def cases(repeats):
    """One case for each game, Nature and player."""
    found = [
        {"experiment": "hidden", "game": "labels", "nature": nature, "repeats": repeats}
        for nature in LABEL_NATURES
    ]
    found += [
        {"experiment": "hidden", "game": game, "nature": "border", "repeats": repeats}
        for game in ("random 0", "random 1")
    ]
    found.append({"experiment": "blind", "game": "labels", "nature": "worst", "repeats": repeats})
    found += [
        {"experiment": "outcome", "game": game, "nature": nature, "repeats": repeats}
        for game in ("seen", "noisy", "rock")
        for nature in ("border", "switching", "worst")
    ]
    return found


def tilted_regrets(player, game, rounds, repeats):
    """A coin tilted by the inverse cube root of the length of the game, a game for each length."""
    parts = []
    for n in rounds:
        tilt = n ** (-1 / 3)
        parts.append(flag_regrets(player, game, [0.5 + tilt, 0.5 - tilt], (n,), repeats, 0))
    return tuple(np.concatenate(part, axis=1) for part in zip(*parts))


def _summary(inner, outer):
    """95 % quantile of the largest internal regret; external regret; its excess over the sum."""
    return {
        "quantile": np.quantile(inner.max(axis=2), 0.95, axis=0).tolist(),
        "outer": outer.mean(axis=0).tolist(),
        "excess": float((outer - inner.sum(axis=2)).max()),
    }


def _moves(game, player, nature):
    """The laws of a Nature by its name."""
    if nature == "border":
        return border_moves(game, player.complex_)
    laws = {"fair": [0.5, 0.5], "unfair": [0.7, 0.3], "switching": switching_laws(game.n_moves)}
    return laws.get(nature, "worst")


def hidden(case):
    """Regrets where the signals depend on the action."""
    name, nature, repeats = case["game"], case["nature"], case["repeats"]
    labels = name == "labels"
    game = SignalGame.label_efficient() if labels else random_signal_game(int(name[-1]))
    player = FlagPlayer(game, gamma_scale=0.0 if case["experiment"] == "blind" else 1.0)
    if nature == "tilted":
        return _summary(*tilted_regrets(player, game, HIDDEN_N, repeats))
    moves = _moves(game, player, nature)
    return _summary(*flag_regrets(player, game, moves, HIDDEN_N, repeats, 0))


def outcome(case):
    """Regrets where the signals depend on Nature's move alone."""
    game = outcome_games()[case["game"]]
    player = FlagPlayer(game)
    moves = _moves(game, player, case["nature"])
    return _summary(*flag_regrets(player, game, moves, SEEN_N, case["repeats"], 0))


RUNS = {"hidden": hidden, "blind": hidden, "outcome": outcome}


def run(case):
    """The row of a case."""
    return RUNS[case["experiment"]](case)
