"""Graph Laplacians, and machines that they smooth."""

from .graph_laplacian import graph_laplacian, knn_graph, similarity_graph
from .laplacian_dual import deformed_kernel, solve_dual
from .laplacian_ls import LaplacianLS, laplacian_coefficients
from .laplacian_newton import DeformedSteps, newton_step, solve_newton
from .laplacian_problem import LapProblem
from .laplacian_solvers import pcg_steps, solve_pcg
from .laplacian_svm import LapRLSC, LapSVM
from .line_search import exact_line_search
from .stopping import GradientCheck, MixedCheck, StabilityCheck, ValidationCheck, check_interval

__all__ = [
    "DeformedSteps",
    "GradientCheck",
    "LapProblem",
    "LapRLSC",
    "LapSVM",
    "LaplacianLS",
    "MixedCheck",
    "StabilityCheck",
    "ValidationCheck",
    "check_interval",
    "deformed_kernel",
    "exact_line_search",
    "graph_laplacian",
    "knn_graph",
    "laplacian_coefficients",
    "newton_step",
    "pcg_steps",
    "similarity_graph",
    "solve_dual",
    "solve_newton",
    "solve_pcg",
]
