"""Linear and kernel classifiers fitted by least squares or by their probabilities."""

from .bound_logistic import BoundLogisticRegression, LatentLogisticRegression
from .least_squares import KernelLSClassifier, LSClassifier
from .lspc import LSPC, clip_and_normalize
from .many_classes import OneVsOne, OneVsRest
from .probabilistic import SoftmaxRegression
from .semistochastic import SQBLogisticRegression
from .softmax_fits import log_sum_exp, stochastic_ascent

__all__ = [
    "LSPC",
    "BoundLogisticRegression",
    "KernelLSClassifier",
    "LSClassifier",
    "LatentLogisticRegression",
    "OneVsOne",
    "OneVsRest",
    "SQBLogisticRegression",
    "SoftmaxRegression",
    "clip_and_normalize",
    "log_sum_exp",
    "stochastic_ascent",
]
