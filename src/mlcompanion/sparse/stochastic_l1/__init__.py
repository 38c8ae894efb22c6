"""Stochastic methods for l1-penalised losses: one feature or one example a step."""

from .coordinate_descent import scd
from .estimators import SCD, SMIDAS, TruncatedGradient
from .guarantees import (
    proposition_bound,
    proposition_eta,
    restarts_for,
    scd_bound,
    scd_steps,
    smidas_bound,
    theory_eta,
)
from .lower_bound import make_weak_signs, sparse_excess_bound, sparse_least_loss
from .mirror_baselines import exponentiated_gradient, mirror_subgradient
from .mirror_descent import (
    p_norm_exponent,
    p_norm_weights,
    smidas,
    truncated_gradient,
)
from .runs import L1Problem, StochasticRun, l1_gap

__all__ = [
    "SCD",
    "SMIDAS",
    "L1Problem",
    "StochasticRun",
    "TruncatedGradient",
    "exponentiated_gradient",
    "l1_gap",
    "make_weak_signs",
    "mirror_subgradient",
    "p_norm_exponent",
    "p_norm_weights",
    "proposition_bound",
    "proposition_eta",
    "restarts_for",
    "scd",
    "scd_bound",
    "scd_steps",
    "smidas",
    "smidas_bound",
    "sparse_excess_bound",
    "sparse_least_loss",
    "theory_eta",
    "truncated_gradient",
]
