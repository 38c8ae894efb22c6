"""How strange is a point: low density, outside a ball, or rarer than among clean points."""

from .ball import MinimumEnclosingBall, core_set_steps
from .density_threshold import DensityThreshold
from .inlier_score import InlierScore
from .lof import LOF
from .svdd import SVDD

__all__ = [
    "LOF",
    "SVDD",
    "DensityThreshold",
    "InlierScore",
    "MinimumEnclosingBall",
    "core_set_steps",
]
