"""Averages over a law that can only be evaluated: independent draws, weights, Markov chains."""

from .gibbs_sampling import gibbs
from .importance import WeightedEstimate, importance_log_weights, importance_sampling
from .inverse import inverse_transform
from .metropolis import Chain, acceptance_log_ratio, metropolis_hastings
from .monte_carlo_mean import Estimate, monte_carlo
from .predictive import predictive_density
from .rejection import Rejection, rejection_sampling
from .transition import metropolis_hastings_table

__all__ = [
    "Chain",
    "Estimate",
    "Rejection",
    "WeightedEstimate",
    "acceptance_log_ratio",
    "gibbs",
    "importance_log_weights",
    "importance_sampling",
    "inverse_transform",
    "metropolis_hastings",
    "metropolis_hastings_table",
    "monte_carlo",
    "predictive_density",
    "rejection_sampling",
]
