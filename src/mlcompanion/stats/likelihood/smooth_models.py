"""Parametric models with score, Hessian and information in closed form (for Sugiyama 2016, ch. 13).

The information of each is that of one sample. Location models have scale 1. The Laplace density has
a kink, so that its Hessian, zero beside the kink, says nothing about its information.
"""

import numpy as np
from scipy.special import digamma, polygamma

from mlcompanion.probability import Bernoulli, Cauchy, Exponential, Gamma, Laplace, Normal, Poisson
from mlcompanion.probability.laws.further_laws import Logistic

from .information import SmoothModel

__all__ = [
    "BERNOULLI",
    "CAUCHY",
    "EXPONENTIAL",
    "GAMMA",
    "LAPLACE",
    "LOGISTIC",
    "NORMAL",
    "NORMAL_MEAN",
    "POISSON",
]

#: Normal law: mean m and standard deviation s.
NORMAL = SmoothModel(
    law=lambda m, s: Normal(m, s**2),
    score=lambda x, m, s: [(x - m) / s**2, ((x - m) ** 2 / s**2 - 1) / s],
    hessian=lambda x, m, s: [
        [-1 / s**2, -2 * (x - m) / s**3],
        [-2 * (x - m) / s**3, (1 - 3 * (x - m) ** 2 / s**2) / s**2],
    ],
    information=lambda m, s: [[1 / s**2, 0.0], [0.0, 2 / s**2]],
)

#: Normal law with variance 1: its mean m.
NORMAL_MEAN = SmoothModel(
    law=lambda m: Normal(m, 1.0),
    score=lambda x, m: [x - m],
    hessian=lambda x, m: [[-1.0]],
    information=lambda m: [[1.0]],
)

#: A coin: the probability p of a one.
BERNOULLI = SmoothModel(
    law=Bernoulli,
    score=lambda x, p: [x / p - (1 - x) / (1 - p)],
    hessian=lambda x, p: [[-x / p**2 - (1 - x) / (1 - p) ** 2]],
    information=lambda p: [[1 / (p * (1 - p))]],
)

#: Counts: their expectation r.
POISSON = SmoothModel(
    law=Poisson,
    score=lambda x, r: [x / r - 1],
    hessian=lambda x, r: [[-x / r**2]],
    information=lambda r: [[1 / r]],
)

#: Waiting times: their rate r.
EXPONENTIAL = SmoothModel(
    law=Exponential,
    score=lambda x, r: [1 / r - x],
    hessian=lambda x, r: [[-1 / r**2]],
    information=lambda r: [[1 / r**2]],
)

#: Gamma law: shape a and rate r.
GAMMA = SmoothModel(
    law=Gamma,
    score=lambda x, a, r: [np.log(r * x) - digamma(a), a / r - x],
    hessian=lambda x, a, r: [[-polygamma(1, a), 1 / r], [1 / r, -a / r**2]],
    information=lambda a, r: [[polygamma(1, a), -1 / r], [-1 / r, a / r**2]],
)

#: Cauchy law with scale 1: its centre c.
CAUCHY = SmoothModel(
    law=Cauchy,
    score=lambda x, c: [2 * (x - c) / (1 + (x - c) ** 2)],
    hessian=lambda x, c: [[2 * ((x - c) ** 2 - 1) / (1 + (x - c) ** 2) ** 2]],
    information=lambda c: [[0.5]],
)

#: Laplace law with scale 1: its centre c, where the density has a kink.
LAPLACE = SmoothModel(
    law=Laplace,
    score=lambda x, c: [np.sign(x - c)],
    hessian=lambda x, c: [[0.0]],
    information=lambda c: [[1.0]],
)

#: Logistic law with scale 1: its centre c.
LOGISTIC = SmoothModel(
    law=Logistic,
    score=lambda x, c: [np.tanh((x - c) / 2)],
    hessian=lambda x, c: [[(np.tanh((x - c) / 2) ** 2 - 1) / 2]],
    information=lambda c: [[1 / 3]],
)
