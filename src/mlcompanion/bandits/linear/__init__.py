"""Bandit linear optimization: one number a round, a convex set to play in."""

from .engine import BanditTrace
from .players import BanditLinear, HalvingMaster
from .reservoir import Reservoir
from .runs import run_bandit, run_halving
from .settings import quadratic_variation, tuned_step

__all__ = [
    "BanditLinear",
    "BanditTrace",
    "HalvingMaster",
    "Reservoir",
    "quadratic_variation",
    "run_bandit",
    "run_halving",
    "tuned_step",
]
