"""Learning from the shape of the data: graph Laplacians, semi-supervised kernels, ridges."""

from .laplacian.graph_laplacian import graph_laplacian, knn_graph, similarity_graph
from .laplacian.laplacian_dual import solve_dual
from .laplacian.laplacian_ls import LaplacianLS
from .laplacian.laplacian_newton import DeformedSteps, newton_step, solve_newton
from .laplacian.laplacian_problem import LapProblem
from .laplacian.laplacian_solvers import pcg_steps, solve_pcg
from .laplacian.laplacian_svm import LapRLSC, LapSVM
from .laplacian.line_search import exact_line_search
from .laplacian.stopping import (
    GradientCheck,
    MixedCheck,
    StabilityCheck,
    ValidationCheck,
    check_interval,
)
from .ridges.density_field import GaussianKDEField, GaussianMixtureField
from .ridges.kde_ridge import KDERidge
from .ridges.polylines import hastie_stuetzle, nearest_on_segments
from .ridges.ridge_applications import denoise_by_ridge, skeleton
from .ridges.ridges import classify_point, curvilinear_coordinates, ridge_residual, scms

__all__ = [
    "DeformedSteps",
    "GaussianKDEField",
    "GaussianMixtureField",
    "GradientCheck",
    "KDERidge",
    "LapProblem",
    "LapRLSC",
    "LapSVM",
    "LaplacianLS",
    "MixedCheck",
    "StabilityCheck",
    "ValidationCheck",
    "check_interval",
    "classify_point",
    "curvilinear_coordinates",
    "denoise_by_ridge",
    "exact_line_search",
    "graph_laplacian",
    "hastie_stuetzle",
    "knn_graph",
    "nearest_on_segments",
    "newton_step",
    "pcg_steps",
    "ridge_residual",
    "scms",
    "similarity_graph",
    "skeleton",
    "solve_dual",
    "solve_newton",
    "solve_pcg",
]
