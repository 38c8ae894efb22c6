"""Ridges of a density: curves through the middle of the data."""

from .density_field import FieldValues, GaussianKDEField, GaussianMixtureField
from .kde_ridge import KDERidge
from .polylines import (
    HastieStuetzleResult,
    hastie_stuetzle,
    nearest_on_segments,
    polygonal_line,
    polyline_pieces,
)
from .ridge_applications import (
    denoise_by_ridge,
    image_points,
    skeleton,
    smoothed_wigner_ville,
    wigner_ville,
)
from .ridge_steps import (
    along,
    constrained_move,
    normal_space,
    printed_move,
    projected_move,
    runge_kutta_move,
    within,
)
from .ridges import RidgeResult, classify_point, curvilinear_coordinates, ridge_residual, scms

__all__ = [
    "FieldValues",
    "GaussianKDEField",
    "GaussianMixtureField",
    "HastieStuetzleResult",
    "KDERidge",
    "RidgeResult",
    "along",
    "classify_point",
    "constrained_move",
    "curvilinear_coordinates",
    "denoise_by_ridge",
    "hastie_stuetzle",
    "image_points",
    "nearest_on_segments",
    "normal_space",
    "polygonal_line",
    "polyline_pieces",
    "printed_move",
    "projected_move",
    "ridge_residual",
    "runge_kutta_move",
    "scms",
    "skeleton",
    "smoothed_wigner_ville",
    "wigner_ville",
    "within",
]
