"""Probability: laws with one interface, their sums and tails, and how far they are apart."""

from .continuous_law import ContinuousLaw
from .discrete_law import DiscreteLaw
from .distances import kolmogorov_distance, total_variation
from .divergences import binary_entropy, binary_kl
from .law import Law

__all__ = [
    "ContinuousLaw",
    "DiscreteLaw",
    "Law",
    "binary_entropy",
    "binary_kl",
    "kolmogorov_distance",
    "total_variation",
]
