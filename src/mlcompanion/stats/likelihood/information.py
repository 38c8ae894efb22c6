"""How far a maximum likelihood fit can be trusted (Sugiyama 2016, sections 13.3 and 13.4).

The Fisher score is the slope of a log-density in its parameters, the Fisher information its mean
square: Eqs (13.3) to (13.5). One over n times the information bounds the variance of every unbiased
estimator, and is the variance of maximum likelihood for large n, which gives Wald's interval. The
same expansion, read as a step, is Fisher's scoring (Fisher 1925).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real

from .maximum_likelihood import log_density

__all__ = [
    "SmoothModel",
    "cramer_rao_bound",
    "fisher_information",
    "sample_information",
    "sample_score",
    "wald_interval",
]


@dataclass(frozen=True)
class SmoothModel:
    """A parametric model with the first two derivatives of its log-density in the parameters.

    Attributes
    ----------
    law : callable
        ``law(*parameters)`` is a ``ContinuousLaw`` or ``DiscreteLaw``.
    score : callable
        ``score(x, *parameters)``: a sequence of b arrays, the derivative in each parameter at each
        entry of ``x``; a derivative that does not depend on ``x`` may be a number.
    hessian : callable
        ``hessian(x, *parameters)``: b rows of b such arrays, the second derivatives.
    information : callable or None
        ``information(*parameters)``: the Fisher information, b rows of b, if it is known.
    """

    law: object
    score: object
    hessian: object
    information: object = None

    def __post_init__(self):
        for name in ("law", "score", "hessian"):
            check_instance(getattr(self, name), name, callable, "function")
        if self.information is not None:
            check_instance(self.information, "information", callable, "function")

    @classmethod
    def from_law(cls, law, step=2e-3):
        """A model whose derivatives are taken by central differences of fourth order.

        Parameters
        ----------
        law : callable
            From parameters to a law.
        step : float
            Step in each parameter, times its size where that is above 1. Truncation costs about
            step^4 relative to the sixth derivative, rounding about 1e-16 / step^2.

        Returns
        -------
        SmoothModel
            A score costs 4 evaluations of the density for each parameter, a Hessian 16 for each
            pair of parameters.

        Examples
        --------
        >>> from mlcompanion.probability import Poisson
        >>> model = SmoothModel.from_law(Poisson)
        >>> print(np.round(fisher_information(model, 4.0), 6))
        [[0.25]]
        """
        check_instance(law, "law", callable, "function")
        step = check_real(step, "step", low=0, open_low=True)

        def logs(x):
            return lambda theta: log_density(law(*theta.tolist()), x)

        def score(x, *theta):
            return [_slope(logs(x), np.array(theta), j, step) for j in range(len(theta))]

        def hessian(x, *theta):
            def bend(j, k):
                return _slope(lambda at: _slope(logs(x), at, j, step), np.array(theta), k, step)

            axes = range(len(theta))
            lower = [[bend(j, k) for k in range(j + 1)] for j in axes]
            return [[lower[max(j, k)][min(j, k)] for k in axes] for j in axes]

        return cls(law, score, hessian)


def _slope(function, theta, j, step):
    """Derivative in the j-th parameter by five points, whose middle one has weight zero."""
    h = np.zeros(len(theta))
    # errors step^4 and, twice applied, rounding / step^2: both near 1e-11 at step 2e-3
    h[j] = step * max(1.0, abs(theta[j]))
    inner = function(theta + h) - function(theta - h)
    outer = function(theta + 2 * h) - function(theta - 2 * h)
    return (8 * inner - outer) / (12 * h[j])


def fisher_information(model, parameters, form="score"):
    """The Fisher information matrix by quadrature, or by a sum over the atoms.

    Parameters
    ----------
    model : SmoothModel
    parameters : float or array_like, shape (b,)
    form : {"score", "hessian"}
        Mean product of scores, Eq. (13.4), or negative mean of second derivatives, Eq. (13.5). They
        agree if the density is smooth in the parameters everywhere; (13.5) is wrong where it has a
        kink, as the Laplace density, or where the support moves with a parameter.

    Returns
    -------
    ndarray, shape (b, b)

    Notes
    -----
    b (b + 1) / 2 quadratures, some milliseconds each.

    Examples
    --------
    >>> from mlcompanion.stats.likelihood.smooth_models import NORMAL
    >>> print(np.round(fisher_information(NORMAL, (0.0, 2.0)), 6))
    [[0.25 0.  ]
     [0.   0.5 ]]
    """
    check_instance(model, "model", SmoothModel)
    theta, law = _check_parameters(model, parameters)
    check_in(form, "form", ("score", "hessian"))
    b = len(theta)

    def squared_score(x, j, k):
        slopes = model.score(x, *theta)
        return slopes[j] * slopes[k]

    def bend(x, j, k):
        return -model.hessian(x, *theta)[j][k]

    integrand = squared_score if form == "score" else bend
    F = np.empty((b, b))
    for j in range(b):
        for k in range(j + 1):
            F[j, k] = F[k, j] = law.expect(lambda x, j=j, k=k: integrand(x, j, k))
    return F


def sample_score(model, x, parameters):
    """Mean Fisher score of the samples, section 13.4: zero at a maximum of the likelihood.

    Parameters
    ----------
    model : SmoothModel
    x : array_like, shape (n,)
    parameters : float or array_like, shape (b,)

    Returns
    -------
    ndarray, shape (b,)

    Raises
    ------
    ValueError
        If a sample is impossible under the model.
    """
    x, theta = _check_possible(model, x, parameters)
    return _mean_score(model, x, theta)


def sample_information(model, x, parameters):
    """Negative mean Hessian of the samples, section 13.4: the curvature of one likelihood.

    Parameters
    ----------
    model : SmoothModel
    x : array_like, shape (n,)
    parameters : float or array_like, shape (b,)

    Returns
    -------
    ndarray, shape (b, b)
        It tends to the Fisher information as n grows.

    Raises
    ------
    ValueError
        If a sample is impossible under the model.
    """
    x, theta = _check_possible(model, x, parameters)
    return _mean_curvature(model, x, theta)


def _check_possible(model, x, parameters):
    """Samples and parameters under which they can occur: elsewhere there is no score."""
    check_instance(model, "model", SmoothModel)
    x = check_array(x, "x", ndim=1, min_rows=1)
    theta, law = _check_parameters(model, parameters)
    with np.errstate(divide="ignore", invalid="ignore"):
        possible = log_density(law, x) > -np.inf
    if not possible.all():
        raise ValueError(f"x is impossible under the model: {x[~possible][0].item()!r}")
    return x, theta


def _mean_score(model, x, theta):
    return np.array([np.mean(s) for s in model.score(x, *theta)])


def _mean_curvature(model, x, theta):
    return -np.array([[np.mean(entry) for entry in row] for row in model.hessian(x, *theta)])


def cramer_rao_bound(information, n):
    """The least covariance matrix of any unbiased estimator from n samples (section 13.3).

    Parameters
    ----------
    information : float or array_like, shape (b, b)
        Fisher information of one sample; positive definite.
    n : int

    Returns
    -------
    ndarray, shape (b, b)
        Any unbiased estimator's covariance minus this matrix is positive semi-definite.
    """
    F = _check_information(np.atleast_2d(information))
    return np.linalg.inv(F) / check_count(n, "n", low=1)


def wald_interval(parameters, information, n, alpha=0.05):
    """Interval for each parameter from the normal limit law of its estimate (section 13.4).

    Parameters
    ----------
    parameters : array_like, shape (..., b)
        Maximum likelihood estimates.
    information : array_like, shape (..., b, b)
        Fisher information of one sample at the estimates, of either kind.
    n : int
        Samples behind an estimate.
    alpha : float
        Share of misses that is aimed at, in (0, 1).

    Returns
    -------
    low, high : ndarray, shape (..., b)
        The promise holds for large n only: :func:`~mlcompanion.stats.coverage` measures it.

    Examples
    --------
    >>> low, high = wald_interval([2.0], [[0.25]], n=16)
    >>> print(np.round(low, 2), np.round(high, 2))
    [1.02] [2.98]
    """
    theta = check_array(np.atleast_1d(parameters), "parameters", min_rows=1)
    F = _check_information(information)
    if F.shape != (*theta.shape, theta.shape[-1]):
        raise ValueError(
            f"information must hold a square matrix for each row of parameters, shape "
            f"{(*theta.shape, theta.shape[-1])}, got {F.shape}"
        )
    n = check_count(n, "n", low=1)
    alpha = check_real(alpha, "alpha", low=0, high=1, open_low=True, open_high=True)
    # by the lower tail: 1 - alpha / 2 would lose a tiny alpha
    half = -ndtri(alpha / 2) * np.sqrt(np.diagonal(np.linalg.inv(F), axis1=-2, axis2=-1) / n)
    return theta - half, theta + half


def _check_parameters(model, value, name="parameters"):
    """Parameters as an array, and their law."""
    theta = check_array(np.atleast_1d(value), name, ndim=1, min_rows=1)
    try:
        return theta, model.law(*theta.tolist())
    except (TypeError, ValueError) as error:  # too few or too many, or outside their range
        raise ValueError(f"{name} must be parameters of the model's law: {error}") from error


def _check_information(value):
    """A positive definite matrix, or a stack of them."""
    F = check_array(value, "information", min_rows=1)
    if F.ndim < 2 or F.shape[-1] != F.shape[-2]:
        raise ValueError(f"information must be square, got shape {F.shape}")
    size = np.sqrt(np.abs(np.diagonal(F, axis1=-2, axis2=-1)))  # in the parameters' own units
    asymmetry = np.abs(F - np.swapaxes(F, -1, -2))
    if (asymmetry > 1e-6 * size[..., :, None] * size[..., None, :]).any():
        raise ValueError("information must be symmetric")
    try:
        np.linalg.cholesky(F)
    except np.linalg.LinAlgError as error:
        raise ValueError("information must be positive definite") from error
    return F
