"""Bandits: only the reward of what was played is seen.

What is played decides the room inside, whose names are imported from there:

``trees``
    a continuum of arms, searched by a growing tree of optimistic bounds.
"""

from .trees.boxes import DyadicTree, ProductTree
from .trees.grid_ucb import GridUCB
from .trees.hoo import HOO, uct
from .trees.local_hoo import LocalHOO
from .trees.players import play_seeds

__all__ = [
    "HOO",
    "DyadicTree",
    "GridUCB",
    "LocalHOO",
    "ProductTree",
    "play_seeds",
    "uct",
]
