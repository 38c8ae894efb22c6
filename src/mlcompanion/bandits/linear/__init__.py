"""Bandit linear optimization: one number a round, a convex set to play in."""

from .barrier_bandit import (
    BanditLinear,
    HalvingMaster,
    quadratic_variation,
    run_bandit,
    run_halving,
    tuned_step,
)
from .engine import BanditTrace
from .reservoir import Reservoir

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
