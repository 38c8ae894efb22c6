"""Confidence intervals, credible ones, and whether they cover."""

from .bootstrap import bca_interval, bootstrap, bootstrap_interval, percentile_interval, skewness
from .mean_intervals import plug_in_interval, t_interval, z_interval
from .meters import Rate, coverage, rejection_rate
from .posterior import GridPosterior, credible_interval, grid_posterior

__all__ = [
    "GridPosterior",
    "Rate",
    "bca_interval",
    "bootstrap",
    "bootstrap_interval",
    "coverage",
    "credible_interval",
    "grid_posterior",
    "percentile_interval",
    "plug_in_interval",
    "rejection_rate",
    "skewness",
    "t_interval",
    "z_interval",
]
