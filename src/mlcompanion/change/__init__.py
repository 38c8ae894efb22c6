"""Change: whether two samples differ, when a series changed, and which dependencies did."""

from .gaussian_ball import BallPrecision, graphical_lasso_ball, second_moment
from .hinge import HingeDistance, l1_distance
from .pairs import cross_validate_radius, pair_features
from .scores import ChangeScores, change_scores, highest_peaks, sliding_discrepancy
from .sliding import series_vectors, sliding_sums
from .structural import StructuralChange, feature_change, structural_change
from .two_sample import two_sample_test

__all__ = [
    "BallPrecision",
    "ChangeScores",
    "HingeDistance",
    "StructuralChange",
    "change_scores",
    "cross_validate_radius",
    "feature_change",
    "graphical_lasso_ball",
    "highest_peaks",
    "l1_distance",
    "pair_features",
    "second_moment",
    "series_vectors",
    "sliding_discrepancy",
    "sliding_sums",
    "structural_change",
    "two_sample_test",
]
