"""Learning a POMDP while acting in it: Dirichlet counts as part of the hidden state.

A hyperstate is a state together with the counts of all that is unknown of the model. Its belief is
updated like that of any POMDP, thinned by a filter, and planned upon by looking ahead.
"""

from .alpha import AlphaVectors, alpha_values, enumerate_alpha
from .belief import HyperBelief, Track
from .caps import CountCaps, count_caps, hyperstate_distance, project_counts
from .filters import HyperFilter, exact_filter, monte_carlo, most_probable, weighted_distance
from .planning import AdaptiveRun, Decision, lookahead, simulate
from .prior import CountPrior
from .priors import follow_prior, rock_prior
from .visible import CountTree, SampledRun, posterior_sampling, sample_laws

__all__ = [
    "AdaptiveRun",
    "AlphaVectors",
    "CountCaps",
    "CountPrior",
    "CountTree",
    "Decision",
    "HyperBelief",
    "HyperFilter",
    "SampledRun",
    "Track",
    "alpha_values",
    "count_caps",
    "enumerate_alpha",
    "exact_filter",
    "follow_prior",
    "hyperstate_distance",
    "lookahead",
    "monte_carlo",
    "most_probable",
    "posterior_sampling",
    "project_counts",
    "rock_prior",
    "sample_laws",
    "simulate",
    "weighted_distance",
]
