"""Parametric models with score, Hessian and information in closed form (for Sugiyama 2016, ch. 13).

The information of each is that of one sample. Location models have scale 1. The Laplace density has
a kink, so that its Hessian, zero beside the kink, says nothing about its information.

:func:`fit_law` fits one of them by name. ``NORMAL`` has the standard deviation as its second
parameter, while the law :class:`~mlcompanion.probability.Normal` is written with the variance.
"""

import numpy as np
from scipy.special import digamma, polygamma

from mlcompanion._validation import check_array, check_in, check_real
from mlcompanion.probability import Bernoulli, Cauchy, Exponential, Gamma, Laplace, Normal, Poisson
from mlcompanion.probability.laws.further_laws import Logistic

from .information import SmoothModel
from .scoring import fisher_scoring

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
    "fit_law",
]


def _normal(m, s):
    """The law takes a variance; its square root has a sign that a square would hide."""
    return Normal(m, check_real(s, "standard deviation", low=0, open_low=True) ** 2)


#: Normal law: mean m and standard deviation s (``Normal`` takes the variance).
NORMAL = SmoothModel(
    law=_normal,
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


def _moments(x):
    return x.mean(), x.var()


def _gamma_start(x):
    mean, variance = _moments(x)
    return mean**2 / variance, mean / variance


#: Models by name, and where the search starts: a simple estimate by moments or the median.
STARTS = {
    "bernoulli": (BERNOULLI, np.mean),
    "cauchy": (CAUCHY, np.median),
    "exponential": (EXPONENTIAL, lambda x: 1 / x.mean()),
    "gamma": (GAMMA, _gamma_start),
    "logistic": (LOGISTIC, np.median),
    "normal": (NORMAL, lambda x: (x.mean(), x.std())),
    "poisson": (POISSON, np.mean),
}


def fit_law(x, name):
    """Fit a law by name, with standard errors: Fisher's scoring from a simple first estimate.

    Parameters
    ----------
    x : array_like, shape (n,)
        At least two samples, not all equal.
    name : {"normal", "gamma", "exponential", "poisson", "bernoulli", "cauchy", "logistic"}
        Normal: mean and standard deviation; gamma: shape and rate; exponential: rate; the others
        one parameter, as in this module's models. Cauchy and logistic have scale 1.

    Returns
    -------
    LikelihoodFit
        ``parameters``, ``standard_errors``, ``covariance``, ``log_likelihood``.

    Raises
    ------
    ValueError
        If the samples are all equal, or impossible under the law.

    Notes
    -----
    Cost: O(n) a step, a handful of steps. The Laplace law is left out: its likelihood has a kink
    at its peak, the median, and no curvature there. Source: Sugiyama (2016), section 13.4.

    Examples
    --------
    >>> fit = fit_law([2.1, 3.4, 2.7, 3.0, 2.3], "normal")
    >>> print(fit.parameters.round(2), fit.standard_errors.round(2))
    [2.7  0.47] [0.21 0.15]
    """
    x = check_array(x, "x", ndim=1, min_rows=2)
    model, start = STARTS[check_in(name, "name", STARTS)]
    if np.ptp(x) == 0:
        raise ValueError("x: all samples are equal, so they tell nothing about spread")
    return fisher_scoring(model, x, start(x))
