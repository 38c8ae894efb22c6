"""Gaussian processes: covariances, exact and low-rank regression, scores, search for a maximum."""

from .acquisitions import expected_improvement, probability_of_improvement, ucb
from .covariances import Covariance, IntegratedBrownianMotion, Matern, SquaredExponential
from .low_rank import LowRankFit, low_rank_fit
from .optimizer import BayesianOptimizer, SearchTrace
from .regressor import GPRegressor, gp_log_likelihood
from .scores import msll, nlpd, smse

__all__ = [
    "BayesianOptimizer",
    "Covariance",
    "GPRegressor",
    "IntegratedBrownianMotion",
    "LowRankFit",
    "Matern",
    "SearchTrace",
    "SquaredExponential",
    "expected_improvement",
    "gp_log_likelihood",
    "low_rank_fit",
    "msll",
    "nlpd",
    "probability_of_improvement",
    "smse",
    "ucb",
]
