"""Probability: laws with one interface, their sums and tails, and how far they are apart."""

from .distances import kolmogorov_distance, total_variation
from .laws import ContinuousLaw, DiscreteLaw, Law

__all__ = [
    "ContinuousLaw",
    "DiscreteLaw",
    "Law",
    "kolmogorov_distance",
    "total_variation",
]
