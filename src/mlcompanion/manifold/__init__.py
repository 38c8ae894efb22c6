"""Learning from the shape of the data: graph Laplacians, semi-supervised kernels, ridges."""

from .density_field import FieldValues, GaussianKDEField, GaussianMixtureField
from .kde_ridge import KDERidge
from .polylines import HastieStuetzleResult, hastie_stuetzle, nearest_on_segments
from .ridge_applications import (
    denoise_by_ridge,
    image_points,
    skeleton,
    smoothed_wigner_ville,
    wigner_ville,
)
from .ridges import (
    RidgeResult,
    classify_point,
    curvilinear_coordinates,
    normal_space,
    ridge_residual,
    scms,
)

__all__ = [
    "FieldValues",
    "GaussianKDEField",
    "GaussianMixtureField",
    "HastieStuetzleResult",
    "KDERidge",
    "RidgeResult",
    "classify_point",
    "curvilinear_coordinates",
    "denoise_by_ridge",
    "hastie_stuetzle",
    "image_points",
    "nearest_on_segments",
    "normal_space",
    "ridge_residual",
    "scms",
    "skeleton",
    "smoothed_wigner_ville",
    "wigner_ville",
]
