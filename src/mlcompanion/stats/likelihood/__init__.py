"""Likelihood: fits, information and the models that it needs."""

from .information import (
    SmoothModel,
    cramer_rao_bound,
    fisher_information,
    sample_information,
    sample_score,
    wald_interval,
)
from .maximum_likelihood import log_density, log_likelihood, maximum_likelihood
from .scoring import LikelihoodFit, fisher_scoring
from .smooth_models import (
    BERNOULLI,
    CAUCHY,
    EXPONENTIAL,
    GAMMA,
    LAPLACE,
    LOGISTIC,
    NORMAL,
    NORMAL_MEAN,
    POISSON,
    fit_law,
)

__all__ = [
    "BERNOULLI",
    "CAUCHY",
    "EXPONENTIAL",
    "GAMMA",
    "LAPLACE",
    "LOGISTIC",
    "NORMAL",
    "NORMAL_MEAN",
    "POISSON",
    "LikelihoodFit",
    "SmoothModel",
    "cramer_rao_bound",
    "fisher_information",
    "fisher_scoring",
    "fit_law",
    "log_density",
    "log_likelihood",
    "maximum_likelihood",
    "sample_information",
    "sample_score",
    "wald_interval",
]
