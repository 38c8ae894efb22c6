"""Gaussian processes: covariances, exact and low-rank regression, scores of predictions."""

from .covariances import Covariance, IntegratedBrownianMotion, Matern, SquaredExponential
from .low_rank import LowRankFit, low_rank_fit
from .regressor import GPRegressor, gp_log_likelihood
from .scores import msll, nlpd, smse

__all__ = [
    "Covariance",
    "GPRegressor",
    "IntegratedBrownianMotion",
    "LowRankFit",
    "Matern",
    "SquaredExponential",
    "gp_log_likelihood",
    "low_rank_fit",
    "msll",
    "nlpd",
    "smse",
]
