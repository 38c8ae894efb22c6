"""Partial monitoring: neither the reward nor the other's move is seen, but a signal of it."""

from .areas import aligned_diagram, best_response_areas, response_borders
from .games import SignalGame
from .invariant import invariant_measure, matrix_game
from .players import CalibratedPlayer, Calibrator, FlagPlayer
from .responses import FlagComplex, best_response, flag_complex, saddle_moves, worst_payoff
from .runs import PlayRecord, action_regret, external_regret, internal_regret, run_player

__all__ = [
    "CalibratedPlayer",
    "Calibrator",
    "FlagComplex",
    "FlagPlayer",
    "PlayRecord",
    "SignalGame",
    "action_regret",
    "aligned_diagram",
    "best_response",
    "best_response_areas",
    "external_regret",
    "flag_complex",
    "internal_regret",
    "invariant_measure",
    "matrix_game",
    "response_borders",
    "run_player",
    "saddle_moves",
    "worst_payoff",
]
