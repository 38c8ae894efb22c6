"""Classification: the best decision when the probabilities are known, and when they are learnt."""

from .bayes_rule import bayes_rule, conditional_risk
from .generative import GenerativeClassifier
from .risks import (
    confusion_rates,
    decision_intervals,
    interval_rates,
    sample_joint,
    total_risk,
)

__all__ = [
    "GenerativeClassifier",
    "bayes_rule",
    "conditional_risk",
    "confusion_rates",
    "decision_intervals",
    "interval_rates",
    "sample_joint",
    "total_risk",
]
