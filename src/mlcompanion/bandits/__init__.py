"""Bandits: only the reward or cost of what was played is seen.

What is played decides the room inside, whose further names are imported from there:

``linear``
    points of a convex set, whose cost is linear.
``arms``
    finitely many arms.
``trees``
    a continuum of arms, searched by a growing tree of optimistic bounds.
"""

from .arms.exp3 import Exp3
from .arms.simplex_bandit import BarrierBandit
from .linear.players import BanditLinear, HalvingMaster
from .linear.runs import run_bandit, run_halving
from .trees.boxes import DyadicTree, ProductTree
from .trees.grid_ucb import GridUCB
from .trees.hoo import HOO, uct
from .trees.local_hoo import LocalHOO
from .trees.players import play_seeds

__all__ = [
    "HOO",
    "BanditLinear",
    "BarrierBandit",
    "DyadicTree",
    "Exp3",
    "GridUCB",
    "HalvingMaster",
    "LocalHOO",
    "ProductTree",
    "play_seeds",
    "run_bandit",
    "run_halving",
    "uct",
]
