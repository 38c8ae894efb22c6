"""Perchet (2011): constants and lists, each searched for a counterexample.

Settles of chapter jmlr12/23_partial_monitoring: prop5-calibration, prop20-finite-responses,
lower-bound (its calibrated players), remark16-weights and cor6-constants (its search).
"""

import numpy as np

from mlcompanion.bandits.monitoring import Calibrator
from mlcompanion.convex.cells import LaguerreDiagram, simplex_grid

from ..calibration_checks import blackwell_runs, scaled_players, search_of_moments
from ..flag_checks import SHAPES, collected_responses, missed_flags, response_games, scaled_cells
from ..hidden_games import switching_laws

GRID_N = (64, 256, 1024, 4096)
GRIDS = ((2, 4), (2, 10), (3, 6))
SIZES = {
    "default": {
        "repeats": 20, "players": 100, "arrangements": 40, "searched": 100_000,
        "probe": 500, "fresh": 200,
    },
}  # fmt: skip
SIZES["paper"] = SIZES["default"]


def cases(repeats, players, arrangements, searched, probe, fresh):
    """One case for each grid and Nature, player, scale or game."""
    found = [
        {"experiment": "grid", "moves": moves, "steps": steps, "nature": nature, "repeats": repeats}
        for moves, steps in GRIDS
        for nature in ("halfway", "switching", "worst")
    ]
    found += [
        {"experiment": "player", "scale": scale, "n": n, "repeats": players}
        for scale in (0.1, 0.3, 1.0)
        for n in (1000, 10_000)
    ]
    found += [
        {"experiment": "walls", "gamma": gamma, "repeats": arrangements} for gamma in (0.1, 0.3, 3)
    ]
    found.append({"experiment": "moments", "n": searched, "repeats": 1})
    found += [
        {"experiment": "responses", "game": number, "probe": probe, "fresh": fresh, "repeats": 1}
        for number in range(len(SHAPES))
    ]
    return found


def halfway(sites):
    """A law in the middle between two neighbouring sites near the centre."""
    far = ((sites - 1 / sites.shape[1]) ** 2).sum(axis=1)
    first = sites[far.argmin()]
    away = ((sites - first) ** 2).sum(axis=1)
    away[far.argmin()] = np.inf
    return (first + sites[away.argmin()]) / 2


def on_grid(case):
    """Largest relative product of Blackwell's condition; mean norms at the checkpoints."""
    player = Calibrator(LaguerreDiagram(simplex_grid(case["moves"], case["steps"])))
    moves = "worst"
    if case["nature"] == "halfway":
        moves = halfway(player.diagram.sites)
    elif case["nature"] == "switching":
        moves = switching_laws(case["moves"])
    product, norms = blackwell_runs(player, moves, GRID_N, case["repeats"], 0)
    return {"product": float(product), "norm": norms.tolist(), "cells": player.diagram.n_cells}


def calibrated(case):
    """Worst loss a round of a player that looks less, times the cube root of n."""
    return {"constant": scaled_players((case["scale"],), (case["n"],), case["repeats"], 0)[0]}


def walls(case):
    """Shares of points that keep their cell, with the squared norm and as printed."""
    kept = np.array([scaled_cells(k, case["gamma"]) for k in range(case["repeats"])])
    return {"squared": kept[:, 0].tolist(), "printed": kept[:, 1].tolist()}


def moments(case):
    """Largest variance and deviation of an entry."""
    variance, deviation = search_of_moments(case["n"], 0)
    return {"variance": variance, "deviation": deviation}


def responses(case):
    """Number of mixed actions found; shares of fresh flags that they, and pure ones, miss."""
    game = response_games()[case["game"]]
    number = case["game"]
    laws = collected_responses(game, case["probe"], np.random.default_rng([number, 0]))
    miss, pure = (
        missed_flags(game, answers, case["fresh"], np.random.default_rng([number, 1]))
        for answers in (laws, np.eye(game.n_actions))
    )
    return {"count": len(laws), "miss": miss, "pure": pure}


RUNS = {
    "grid": on_grid,
    "player": calibrated,
    "walls": walls,
    "moments": moments,
    "responses": responses,
}


def run(case):
    """The row of a case."""
    return RUNS[case["experiment"]](case)
