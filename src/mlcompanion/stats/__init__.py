"""Statistics: intervals and tests, and meters that say whether they keep what they promise."""

from .meters import Rate, coverage, rejection_rate

__all__ = [
    "Rate",
    "coverage",
    "rejection_rate",
]
