"""Learning to act where states cannot be counted: tiles, traces, replay, best-match."""

from .agents import LinearAgent
from .driving import CarTask
from .learners import LinearBestMatch, LinearReplay, LinearSarsa
from .tiles import TileCoder

__all__ = [
    "CarTask",
    "LinearAgent",
    "LinearBestMatch",
    "LinearReplay",
    "LinearSarsa",
    "TileCoder",
]
