"""Learning a POMDP while acting in it: Dirichlet counts as part of the hidden state.

A hyperstate is a state together with the counts of all that is unknown of the model. Its belief is
updated like that of any POMDP, thinned by a filter, and planned upon by looking ahead.
"""

from .belief import HyperBelief
from .filters import HyperFilter, exact_filter, monte_carlo, most_probable, weighted_distance
from .planning import AdaptiveRun, Decision, lookahead, simulate
from .prior import CountPrior
from .priors import follow_prior, rock_prior

__all__ = [
    "AdaptiveRun",
    "CountPrior",
    "Decision",
    "HyperBelief",
    "HyperFilter",
    "exact_filter",
    "follow_prior",
    "lookahead",
    "monte_carlo",
    "most_probable",
    "rock_prior",
    "simulate",
    "weighted_distance",
]
