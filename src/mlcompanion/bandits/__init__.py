"""Bandits: act, and see what the action alone brought.

``bandits.linear`` plays in a convex set, ``bandits.arms`` among finitely many arms.
"""

from .arms import BarrierBandit, Exp3, exp3_mixing, run_arms, run_exp3
from .linear import (
    BanditLinear,
    BanditTrace,
    HalvingMaster,
    Reservoir,
    quadratic_variation,
    run_bandit,
    run_halving,
    tuned_step,
)

__all__ = [
    "BanditLinear",
    "BanditTrace",
    "BarrierBandit",
    "Exp3",
    "HalvingMaster",
    "Reservoir",
    "exp3_mixing",
    "quadratic_variation",
    "run_arms",
    "run_bandit",
    "run_exp3",
    "run_halving",
    "tuned_step",
]
