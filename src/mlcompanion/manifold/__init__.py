"""Learning from the shape of the data: graph Laplacians, semi-supervised kernels, ridges."""

from .density_field import FieldValues, GaussianKDEField, GaussianMixtureField
from .graph_laplacian import apply_power, graph_laplacian, knn_graph
from .kde_ridge import KDERidge
from .laplacian_dual import hinge_objective, solve_dual
from .laplacian_newton import DeformedSteps, newton_step, solve_newton
from .laplacian_problem import LapProblem
from .laplacian_solvers import (
    LapSolution,
    PCGState,
    pcg_steps,
    solve_pcg,
)
from .laplacian_svm import LapRLSC, LapSVM
from .line_search import LineSearch, exact_line_search, newton_line_search
from .polylines import HastieStuetzleResult, hastie_stuetzle, nearest_on_segments
from .ridge_applications import (
    denoise_by_ridge,
    image_points,
    skeleton,
    smoothed_wigner_ville,
    wigner_ville,
)
from .ridge_steps import constrained_move, normal_space, printed_move, projected_move
from .ridges import RidgeResult, classify_point, curvilinear_coordinates, ridge_residual, scms
from .stopping import (
    GradientCheck,
    MixedCheck,
    ObjectiveCheck,
    StabilityCheck,
    ValidationCheck,
    check_interval,
)

__all__ = [
    "DeformedSteps",
    "FieldValues",
    "GaussianKDEField",
    "GaussianMixtureField",
    "GradientCheck",
    "HastieStuetzleResult",
    "KDERidge",
    "LapProblem",
    "LapRLSC",
    "LapSVM",
    "LapSolution",
    "LineSearch",
    "MixedCheck",
    "ObjectiveCheck",
    "PCGState",
    "RidgeResult",
    "StabilityCheck",
    "ValidationCheck",
    "apply_power",
    "check_interval",
    "classify_point",
    "constrained_move",
    "curvilinear_coordinates",
    "denoise_by_ridge",
    "exact_line_search",
    "graph_laplacian",
    "hastie_stuetzle",
    "hinge_objective",
    "image_points",
    "knn_graph",
    "nearest_on_segments",
    "newton_line_search",
    "newton_step",
    "normal_space",
    "pcg_steps",
    "printed_move",
    "projected_move",
    "ridge_residual",
    "scms",
    "skeleton",
    "smoothed_wigner_ville",
    "solve_dual",
    "solve_newton",
    "solve_pcg",
    "wigner_ville",
]
