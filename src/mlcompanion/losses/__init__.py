"""Losses: values, slopes, curvatures and conjugates, one formula for methods and compiled loops."""

from .formulas import (
    EXPONENTIAL,
    HINGE,
    HUBER,
    INSENSITIVE,
    LINEAR,
    LOGISTIC,
    RAMP,
    SECANT,
    SQUARED,
    SQUARED_HINGE,
    SQUARED_RAMP,
    TUKEY,
    ZERO_ONE,
)
from .margin import (
    Exponential,
    Hinge,
    Linear,
    Logistic,
    Ramp,
    SquaredHinge,
    SquaredRamp,
    ZeroOne,
)
from .multinomial import MultinomialLogit, Softmax
from .residual import Absolute, EpsilonInsensitive, Huber, HyperbolicSecant, Squared, Tukey
from .score import ScoreLoss

__all__ = [
    "EXPONENTIAL",
    "HINGE",
    "HUBER",
    "INSENSITIVE",
    "LINEAR",
    "LOGISTIC",
    "RAMP",
    "SECANT",
    "SQUARED",
    "SQUARED_HINGE",
    "SQUARED_RAMP",
    "TUKEY",
    "ZERO_ONE",
    "Absolute",
    "EpsilonInsensitive",
    "Exponential",
    "Hinge",
    "Huber",
    "HyperbolicSecant",
    "Linear",
    "Logistic",
    "MultinomialLogit",
    "Ramp",
    "ScoreLoss",
    "Softmax",
    "Squared",
    "SquaredHinge",
    "SquaredRamp",
    "Tukey",
    "ZeroOne",
]
