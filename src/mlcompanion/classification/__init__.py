"""Classification: the best decision when the probabilities are known, and when they are learnt."""

from .bayes_rule import bayes_rule, conditional_risk
from .generative import GenerativeClassifier

__all__ = [
    "GenerativeClassifier",
    "bayes_rule",
    "conditional_risk",
]
