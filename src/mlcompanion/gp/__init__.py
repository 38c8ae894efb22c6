"""Gaussian processes: covariances, exact and low-rank regression, several outputs."""

from .low_rank import LowRankFit, low_rank_fit

__all__ = ["LowRankFit", "low_rank_fit"]
