"""Gaussian processes on large maps: tile by tile, stitched, in committee, bagged, on demand."""

from .averages import BaggedGP, LocalExperts
from .boundary import boundary_values, control_points, lagrange_basis
from .committee import BayesianCommitteeMachine
from .learning import Hyperparameters, tile_hyperparameters
from .local import LocalGP
from .mesh import Face, TileMesh, rectangle_mesh
from .refinement import boundary_mismatch, marginal_loss, refine_mesh, tile_errors
from .stitched import DomainDecompositionGP
from .stitching import Correction, TileFit

__all__ = [
    "BaggedGP",
    "BayesianCommitteeMachine",
    "Correction",
    "DomainDecompositionGP",
    "Face",
    "Hyperparameters",
    "LocalExperts",
    "LocalGP",
    "TileFit",
    "TileMesh",
    "boundary_mismatch",
    "boundary_values",
    "control_points",
    "lagrange_basis",
    "marginal_loss",
    "rectangle_mesh",
    "refine_mesh",
    "tile_errors",
    "tile_hyperparameters",
]
