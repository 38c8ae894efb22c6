"""What candidate labels tell."""

from .ambiguity import (
    ambiguity_degree,
    certified_labels,
    clpl_population_minimizer,
    co_occurrence,
    partial_label_bound,
    partial_zero_one,
)

__all__ = [
    "ambiguity_degree",
    "certified_labels",
    "clpl_population_minimizer",
    "co_occurrence",
    "partial_label_bound",
    "partial_zero_one",
]
