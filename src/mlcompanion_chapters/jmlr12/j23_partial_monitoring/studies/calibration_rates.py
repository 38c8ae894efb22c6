"""Perchet (2011): rates of regret and of calibration where moves are seen.

Settles of chapter jmlr12/23_partial_monitoring: thm15-rate (experiment full, and its control),
thm26-complex (complex and cells) and neighbour-calibration (grid). A row holds one number for each
checkpoint.
"""

import numpy as np

from mlcompanion.bandits.monitoring import (
    CalibratedPlayer,
    Calibrator,
    SignalGame,
    aligned_diagram,
    best_response_areas,
    run_player,
)
from mlcompanion.convex.cells import LaguerreDiagram, Polytope, simplex_grid

from ..hidden_games import action_regrets, moves_against, switching_laws, undominated_rewards

SEEN_N = (128, 512, 2048, 8192, 32_768)
COMPLEX_N = (128, 512, 2048, 8192)
GRID_N = (512, 2048, 8192, 32_768)
NATURES = ("meeting", "switching", "worst")
SIZES = {
    "default": {"repeats": 40, "complex_repeats": 5, "grid_repeats": 20},
    "paper": {"repeats": 40, "complex_repeats": 5, "grid_repeats": 20},
}


def cases(repeats, complex_repeats, grid_repeats):
    """One case for each game, Nature and player."""
    found = [
        {"experiment": "full", "game": game, "nature": nature, "repeats": repeats}
        for game in ("pennies", *(f"random {k}" for k in range(5)))
        for nature in NATURES
    ]
    found.append({"experiment": "control", "repeats": repeats})
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


def full(case):
    """Regrets between actions, by the diagram of the borders."""
    name = case["game"]
    rewards = SignalGame.matching_pennies().rewards
    cells = LaguerreDiagram([[0.75, 0.25], [0.25, 0.75]])
    if name != "pennies":
        rewards = undominated_rewards(3, np.random.default_rng([3, int(name[-1])]))
        cells = "borders"
    player, game = CalibratedPlayer(rewards, cells=cells), SignalGame(rewards)
    moves = moves_against(rewards, case["nature"])
    regrets, _ = action_regrets(player, game, moves, SEEN_N, case["repeats"], 0)
    return {"mean": regrets.mean(axis=0).tolist()}


def control(case):
    """Regrets in matching pennies by a grid that misses the border, tails with probability 0.7."""
    game = SignalGame.matching_pennies()
    grid = LaguerreDiagram([[1, 0], [0.5, 0.5], [0, 1]])
    player = CalibratedPlayer(game.rewards, cells=grid)
    regrets, _ = action_regrets(player, game, [0.3, 0.7], SEEN_N, case["repeats"], 0)
    return {"mean": regrets.mean(axis=0).tolist()}


def by_programme(case):
    """Violations, regrets and the programme's largest value of the second algorithm."""
    rewards = undominated_rewards(case["actions"], np.random.default_rng([26, case["actions"]]))
    player, game = CalibratedPlayer(rewards, cells="areas"), SignalGame(rewards)
    moves = moves_against(rewards, case["nature"])
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
    areas = [sum(a is not None for a in best_response_areas(rewards)) for rewards in tables]
    cells = [aligned_diagram(rewards)[0].n_cells for rewards in tables]
    return {"areas": float(np.mean(areas)), "cells": float(np.mean(cells))}


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
    "full": full,
    "control": control,
    "complex": by_programme,
    "cells": count_cells,
    "grid": on_grid,
}


def run(case):
    """The row of a case."""
    return RUNS[case["experiment"]](case)
