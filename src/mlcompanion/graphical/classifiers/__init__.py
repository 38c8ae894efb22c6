"""Bayesian networks of discrete attributes as classifiers, and the scores that choose them."""

from .approximations import (
    LogRatioCoefficients,
    log_odds_approximation,
    log_ratio_approximation,
    log_ratio_coefficients,
)
from .base import NetworkClassifierMixin
from .families import family_score
from .hill_climb import HillClimbBNC
from .mdl import MDLDiscretizer
from .scores import network_score
from .tan import TANClassifier
from .weights import edge_weights

__all__ = [
    "HillClimbBNC",
    "LogRatioCoefficients",
    "MDLDiscretizer",
    "NetworkClassifierMixin",
    "TANClassifier",
    "edge_weights",
    "family_score",
    "log_odds_approximation",
    "log_ratio_approximation",
    "log_ratio_coefficients",
    "network_score",
]
