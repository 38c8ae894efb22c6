"""Several variables at once: tables, events, Bayes' theorem, dependence."""

from .bayes_theorem import bayes_posterior, break_even_prior, sequential_posterior
from .dependence import binned_information, diamond_marginal, diamond_pdf, sample_diamond
from .events import SampleSpace
from .tables import JointTable

__all__ = [
    "JointTable",
    "SampleSpace",
    "bayes_posterior",
    "binned_information",
    "break_even_prior",
    "diamond_marginal",
    "diamond_pdf",
    "sample_diamond",
    "sequential_posterior",
]
