"""Confidence intervals, credible ones, whether they cover, and what weighted samples are worth."""

from .bootstrap import bca_interval, bootstrap, bootstrap_interval, percentile_interval, skewness
from .mean_intervals import plug_in_interval, t_interval, z_interval
from .meters import Rate, coverage, rejection_rate
from .posterior import GridPosterior, credible_interval, grid_posterior
from .weights import effective_sample_size

__all__ = [
    "GridPosterior",
    "Rate",
    "bca_interval",
    "bootstrap",
    "bootstrap_interval",
    "coverage",
    "credible_interval",
    "effective_sample_size",
    "grid_posterior",
    "percentile_interval",
    "plug_in_interval",
    "rejection_rate",
    "skewness",
    "t_interval",
    "z_interval",
]
