"""Perchet (2011): rates of regret against Natures that hurt.

Settles of chapter jmlr12/23_partial_monitoring: thm24-rate, thm22-rate, thm15-rate, thm26-complex
and neighbour-calibration. A row holds one number for each checkpoint.
"""

import numpy as np

from mlcompanion.bandits.monitoring import (
    CalibratedPlayer,
    Calibrator,
    FlagPlayer,
    SignalGame,
    aligned_diagram,
    run_player,
)
from mlcompanion.convex.cells import LaguerreDiagram, Polytope, simplex_grid

from ..hidden_games import (
    action_regrets,
    border_moves,
    flag_regrets,
    meeting_point,
    outcome_games,
    random_signal_game,
    switching_laws,
    undominated_rewards,
)

HIDDEN_N = (1024, 4096, 16384, 65536, 262_144)
SEEN_N = (128, 512, 2048, 8192, 32_768)
COMPLEX_N = (128, 512, 2048, 8192)
GRID_N = (512, 2048, 8192, 32_768)
LABEL_NATURES = ("fair", "unfair", "switching", "worst", "tilted")
NATURES = ("meeting", "switching", "worst")
SIZES = {
    "default": {"repeats": 40, "complex_repeats": 5, "grid_repeats": 20},
    "paper": {"repeats": 40, "complex_repeats": 5, "grid_repeats": 20},
}


def cases(repeats, complex_repeats, grid_repeats):
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
    found += [
        {"experiment": "full", "game": game, "nature": nature, "repeats": repeats}
        for game in ("pennies", *(f"random {k}" for k in range(5)))
        for nature in NATURES
    ]
    found.append({"experiment": "full", "game": "control", "nature": "0.7", "repeats": repeats})
    found += [
        {"experiment": "complex", "actions": n, "nature": nature, "repeats": complex_repeats}
        for n in (3, 4, 5)
        for nature in NATURES
    ]
    found += [{"experiment": "cells", "actions": n, "repeats": 20} for n in (3, 4, 5)]
    found += [
        {"experiment": "grid", "points": points, "nature": nature, "compared": compared,
         "repeats": grid_repeats}
        for points in (11, 41)
        for nature in ("halfway", "switching", "worst")
        for compared in ("near", "all")
        if (points, compared) != (11, "all")
    ]  # fmt: skip
    return found


def tilted_regrets(player, game, rounds, repeats):
    """A coin tilted by the inverse cube root of the length of the game, a game for each length."""
    parts = []
    for n in rounds:
        tilt = n ** (-1 / 3)
        parts.append(flag_regrets(player, game, [0.5 + tilt, 0.5 - tilt], (n,), repeats, 0))
    return tuple(np.concatenate(part, axis=1) for part in zip(*parts))


def hidden(case):
    """Regrets where the signals depend on the action."""
    name, nature, repeats = case["game"], case["nature"], case["repeats"]
    labels = name == "labels"
    game = SignalGame.label_efficient() if labels else random_signal_game(int(name[-1]))
    player = FlagPlayer(game, gamma_scale=0.0 if case["experiment"] == "blind" else 1.0)
    if nature == "tilted":
        inner, outer = tilted_regrets(player, game, HIDDEN_N, repeats)
    else:
        moves = {"fair": [0.5, 0.5], "unfair": [0.7, 0.3], "switching": switching_laws(2)}.get(
            nature, "worst"
        )
        if nature == "border":
            moves = border_moves(game, player.complex_)
        inner, outer = flag_regrets(player, game, moves, HIDDEN_N, repeats, 0)
    return _summary(inner, outer)


def _summary(inner, outer):
    return {
        "quantile": np.quantile(inner.max(axis=2), 0.95, axis=0).tolist(),
        "outer": outer.mean(axis=0).tolist(),
        "excess": float((outer - inner.sum(axis=2)).max()),
    }


def outcome(case):
    """Regrets where the signals depend on Nature's move alone."""
    game = outcome_games()[case["game"]]
    player = FlagPlayer(game)
    moves = "worst"
    if case["nature"] == "border":
        moves = border_moves(game, player.complex_)
    elif case["nature"] == "switching":
        moves = switching_laws(game.n_moves)
    return _summary(*flag_regrets(player, game, moves, SEEN_N, case["repeats"], 0))


def _moves_against(rewards, nature):
    if nature == "meeting":
        return meeting_point(rewards)
    return "worst" if nature == "worst" else switching_laws(np.shape(rewards)[1])


def full(case):
    """Regrets between actions where the moves are seen."""
    name, nature = case["game"], case["nature"]
    rewards = SignalGame.matching_pennies().rewards
    cells = LaguerreDiagram([[0.75, 0.25], [0.25, 0.75]])
    if name == "control":
        moves = [0.3, 0.7]
        cells = LaguerreDiagram([[1, 0], [0.5, 0.5], [0, 1]])
    else:
        if name != "pennies":
            rewards = undominated_rewards(3, np.random.default_rng([3, int(name[-1])]))
            cells = "borders"
        moves = _moves_against(rewards, nature)
    player, game = CalibratedPlayer(rewards, cells=cells), SignalGame(rewards)
    regrets, _ = action_regrets(player, game, moves, SEEN_N, case["repeats"], 0)
    return {"mean": regrets.mean(axis=0).tolist()}


def by_programme(case):
    """Violations, regrets and the programme's largest value of the second algorithm."""
    rewards = undominated_rewards(case["actions"], np.random.default_rng([26, case["actions"]]))
    player, game = CalibratedPlayer(rewards, cells="areas"), SignalGame(rewards)
    moves = _moves_against(rewards, case["nature"])
    regrets, record = action_regrets(player, game, moves, COMPLEX_N, case["repeats"], 0)
    return {
        "programme": float(record.programme.max()),
        "violation": record.largest().mean(axis=0).tolist(),
        "mean": regrets.mean(axis=0).tolist(),
    }


def count_cells(case):
    """Mean numbers of best-response areas and of cells of their borders."""
    rng = np.random.default_rng([20, case["actions"]])
    tables = [undominated_rewards(case["actions"], rng) for _ in range(case["repeats"])]
    cells = [aligned_diagram(rewards)[0].n_cells for rewards in tables]
    return {"areas": float(case["actions"]), "cells": float(np.mean(cells))}


def on_grid(case):
    """Norms and largest entries of the comparisons of forecasts on a grid."""
    steps = case["points"] - 1
    diagram = LaguerreDiagram(simplex_grid(2, steps))
    player = Calibrator(diagram, within=Polytope.simplex(2) if case["compared"] == "near" else None)
    middle = (steps // 2 + 0.5) / steps
    moves = {"halfway": [middle, 1 - middle], "switching": switching_laws(2)}
    record = run_player(
        player,
        SignalGame(diagram.sites),
        moves.get(case["nature"], "worst"),
        GRID_N[-1],
        checkpoints=GRID_N,
        n_repeats=case["repeats"],
        random_state=0,
    )
    compared = record._replace(totals=np.where(player.plan_.near, record.totals, 0.0))
    return {
        "norm": compared.positive_norms().mean(axis=0).tolist(),
        "largest": record.largest().mean(axis=0).tolist(),
    }


RUNS = {
    "hidden": hidden,
    "blind": hidden,
    "outcome": outcome,
    "full": full,
    "complex": by_programme,
    "cells": count_cells,
    "grid": on_grid,
}


def run(case):
    """The row of a case."""
    return RUNS[case["experiment"]](case)
