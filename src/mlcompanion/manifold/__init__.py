"""Learning from the shape of the data: graph Laplacians, semi-supervised kernels, ridges."""

from .density_field import GaussianKDEField, GaussianMixtureField
from .graph_laplacian import graph_laplacian, knn_graph, similarity_graph
from .kde_ridge import KDERidge
from .laplacian_dual import solve_dual
from .laplacian_ls import LaplacianLS
from .laplacian_newton import DeformedSteps, newton_step, solve_newton
from .laplacian_problem import LapProblem
from .laplacian_solvers import pcg_steps, solve_pcg
from .laplacian_svm import LapRLSC, LapSVM
from .line_search import exact_line_search
from .polylines import hastie_stuetzle, nearest_on_segments
from .ridge_applications import denoise_by_ridge, skeleton
from .ridges import classify_point, curvilinear_coordinates, ridge_residual, scms
from .stopping import (
    GradientCheck,
    MixedCheck,
    StabilityCheck,
    ValidationCheck,
    check_interval,
)

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
