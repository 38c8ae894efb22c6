"""Rates of Gaussian process posteriors: exact risks, predictions in sequence, what theory needs."""

from .approximation import concentration_inf, price_path
from .contraction import brownian_small_ball, psi_inverse
from .design import circulant_risk, posterior_risk, random_design_risk
from .power import (
    local_slopes,
    matern_exponent,
    oracle_scale,
    power_sequence_risk,
    rate_slope,
)
from .prediction import predictive_kl, seeger_bound
from .processes import analytic_factor, spectral_matern, unit_squared_exponential
from .proof_tools import ball_test_error, log_evidence_ratio
from .rescaled import gamma_scale_weights, rescaled_posterior
from .risk import sequence_risk, spectral_modes
from .rkhs import PreciseGram, rkhs_norm, spectral_norm
from .small_balls import GaussianSampler, MarkovSampler, small_ball
from .truths import sobolev_function

__all__ = [
    "GaussianSampler",
    "MarkovSampler",
    "PreciseGram",
    "analytic_factor",
    "ball_test_error",
    "brownian_small_ball",
    "circulant_risk",
    "concentration_inf",
    "gamma_scale_weights",
    "local_slopes",
    "log_evidence_ratio",
    "matern_exponent",
    "oracle_scale",
    "posterior_risk",
    "power_sequence_risk",
    "predictive_kl",
    "price_path",
    "psi_inverse",
    "random_design_risk",
    "rate_slope",
    "rescaled_posterior",
    "rkhs_norm",
    "seeger_bound",
    "sequence_risk",
    "small_ball",
    "sobolev_function",
    "spectral_matern",
    "spectral_modes",
    "spectral_norm",
    "unit_squared_exponential",
]
