"""Rules from laws: Bayes, generative models, neighbours, refusals, and what they risk."""

from .bayes_rule import bayes_rule, conditional_risk
from .best_lines import BestLines, line_assignments, zero_one_lines
from .class_balance import ClassBalanceLS, em_class_prior
from .fda import FDA, Hyperplane, fda_leave_one_out
from .generative import GenerativeClassifier
from .neighbours import KNNClassifier, knn_error_rates
from .rejection import RejectCurve, reject_curve
from .risks import confusion_rates, decision_intervals, interval_rates, sample_joint, total_risk

__all__ = [
    "FDA",
    "BestLines",
    "ClassBalanceLS",
    "GenerativeClassifier",
    "Hyperplane",
    "KNNClassifier",
    "RejectCurve",
    "bayes_rule",
    "conditional_risk",
    "confusion_rates",
    "decision_intervals",
    "em_class_prior",
    "fda_leave_one_out",
    "interval_rates",
    "knn_error_rates",
    "line_assignments",
    "reject_curve",
    "sample_joint",
    "total_risk",
    "zero_one_lines",
]
