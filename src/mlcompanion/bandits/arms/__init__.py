"""Finitely many arms: exponential weights, and the barrier player on the simplex."""

from .exp3 import Exp3, exp3_mixing, run_exp3
from .simplex_bandit import ArmsTrace, BarrierBandit, run_arms

__all__ = ["ArmsTrace", "BarrierBandit", "Exp3", "exp3_mixing", "run_arms", "run_exp3"]
