"""Learners that choose the labels they ask for."""

from .agnostic import A2, DHM, Bisection, line_sampler, probabilistic_bisection
from .disagreement import (
    disagreement_coefficient,
    doubt_radius,
    doubtful_mass,
    interval_doubt_radius,
    label_complexity,
    label_exponents,
)
from .smooth_boundaries import (
    boundary_bump,
    bump_width,
    fit_smooth_boundary,
    highest_analytic,
    highest_boundary,
    largest_increments,
    smoothness_norm,
)

__all__ = [
    "A2",
    "DHM",
    "Bisection",
    "boundary_bump",
    "bump_width",
    "disagreement_coefficient",
    "doubt_radius",
    "doubtful_mass",
    "fit_smooth_boundary",
    "highest_analytic",
    "highest_boundary",
    "interval_doubt_radius",
    "label_complexity",
    "label_exponents",
    "largest_increments",
    "line_sampler",
    "probabilistic_bisection",
    "smoothness_norm",
]
