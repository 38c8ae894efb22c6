"""Learning from candidate labels."""

from .partial_boost import PartialLabelBoost
from .partial_confidence import hybrid_scores, refusal_curve
from .partial_labels import PSI, PartialLabelSVM, partial_loss, partial_loss_gradient
from .partial_models import DiscriminativeEM, GaussianModel1, PartialLabelKNN

__all__ = [
    "PSI",
    "DiscriminativeEM",
    "GaussianModel1",
    "PartialLabelBoost",
    "PartialLabelKNN",
    "PartialLabelSVM",
    "hybrid_scores",
    "partial_loss",
    "partial_loss_gradient",
    "refusal_curve",
]
