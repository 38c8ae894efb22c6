"""Bandits: only the reward or cost of what was played is seen, or less.

What is played decides the room inside, whose further names are imported from there:

``linear``
    points of a convex set, whose cost is linear.
``arms``
    finitely many arms.
``trees``
    a continuum of arms, searched by a growing tree of optimistic bounds.
``monitoring``
    finitely many actions whose reward is never seen, but a signal of Nature's move.
"""

from .arms.exp3 import Exp3
from .arms.simplex_bandit import BarrierBandit
from .linear.players import BanditLinear, HalvingMaster
from .linear.runs import run_bandit, run_halving
from .monitoring.games import SignalGame
from .monitoring.players import CalibratedPlayer, Calibrator, FlagPlayer
from .monitoring.responses import best_response, flag_complex, worst_payoff
from .monitoring.runs import run_player
from .trees.boxes import DyadicTree, ProductTree
from .trees.grid_ucb import GridUCB
from .trees.hoo import HOO, uct
from .trees.local_hoo import LocalHOO
from .trees.players import play_seeds

__all__ = [
    "HOO",
    "BanditLinear",
    "BarrierBandit",
    "CalibratedPlayer",
    "Calibrator",
    "DyadicTree",
    "Exp3",
    "FlagPlayer",
    "GridUCB",
    "HalvingMaster",
    "LocalHOO",
    "ProductTree",
    "SignalGame",
    "best_response",
    "flag_complex",
    "play_seeds",
    "run_bandit",
    "run_halving",
    "run_player",
    "uct",
    "worst_payoff",
]
