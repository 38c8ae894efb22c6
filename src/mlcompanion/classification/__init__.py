"""Classification: the best decision when the probabilities are known, and when they are learnt."""

from .linear.least_squares import KernelLSClassifier, LSClassifier
from .linear.lspc import LSPC
from .linear.many_classes import OneVsOne, OneVsRest
from .linear.probabilistic import SoftmaxRegression
from .partial.partial_boost import PartialLabelBoost
from .partial.partial_confidence import hybrid_scores, refusal_curve
from .partial.partial_labels import PartialLabelSVM, partial_loss
from .partial.partial_models import DiscriminativeEM, GaussianModel1, PartialLabelKNN
from .rules.bayes_rule import bayes_rule, conditional_risk
from .rules.best_lines import zero_one_lines
from .rules.class_balance import ClassBalanceLS, em_class_prior
from .rules.fda import FDA, fda_leave_one_out
from .rules.generative import GenerativeClassifier
from .rules.neighbours import KNNClassifier, knn_error_rates
from .rules.rejection import reject_curve
from .rules.risks import (
    confusion_rates,
    decision_intervals,
    interval_rates,
    sample_joint,
    total_risk,
)

__all__ = [
    "FDA",
    "LSPC",
    "ClassBalanceLS",
    "DiscriminativeEM",
    "GaussianModel1",
    "GenerativeClassifier",
    "KNNClassifier",
    "KernelLSClassifier",
    "LSClassifier",
    "OneVsOne",
    "OneVsRest",
    "PartialLabelBoost",
    "PartialLabelKNN",
    "PartialLabelSVM",
    "SoftmaxRegression",
    "bayes_rule",
    "conditional_risk",
    "confusion_rates",
    "decision_intervals",
    "em_class_prior",
    "fda_leave_one_out",
    "hybrid_scores",
    "interval_rates",
    "knn_error_rates",
    "partial_loss",
    "refusal_curve",
    "reject_curve",
    "sample_joint",
    "total_risk",
    "zero_one_lines",
]
