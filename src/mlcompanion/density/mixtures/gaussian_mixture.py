r"""The Gaussian mixture: densities, responsibilities, the lower bound (Sugiyama 2016, chapter 15).

.. math:: q(x;\theta)=\sum_{\ell=1}^mw_\ell\,N(x;\,\mu_\ell,\,\Sigma_\ell)

All of it by Cholesky factors of all covariances at once, and in logarithms: far out in the tails
nothing underflows. What EM, gradient ascent and variational fits share.
"""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_covariances, check_real

from ._loops import scatters, weighted_log_densities

__all__ = [
    "MixtureParameters",
    "component_log_densities",
    "em_lower_bound",
    "m_step",
    "mixture_log_likelihood",
    "responsibilities",
]


class MixtureParameters(NamedTuple):
    """Parameters of a Gaussian mixture with full covariances.

    Attributes
    ----------
    weights : ndarray, shape (m,)
        Not negative, of sum 1.
    means : ndarray, shape (m, d)
    covariances : ndarray, shape (m, d, d)
        Symmetric and positive definite.
    """

    weights: np.ndarray
    means: np.ndarray
    covariances: np.ndarray


class SingularCovariance(ValueError):
    """A covariance that is singular to rounding: a component without width in some direction."""


def check_mixture(value, name="theta", n_features=None):
    """Return ``value`` as checked :class:`MixtureParameters`, or say what is wrong with it."""
    if not isinstance(value, tuple | list) or len(value) != 3:
        raise TypeError(f"{name} must be MixtureParameters(weights, means, covariances)")
    means = check_array(value[1], f"{name}.means", shape=(None, n_features), min_rows=1)
    m, d = means.shape
    weights = check_array(value[0], f"{name}.weights", shape=(m,), low=0)
    if abs(weights.sum() - 1) > 1e-6:
        raise ValueError(f"{name}.weights must sum to 1, got {weights.sum()}")
    covariances = check_array(value[2], f"{name}.covariances", shape=(m, d, d))
    return MixtureParameters(
        weights, means, check_covariances(covariances, f"{name}.covariances", (m, d))
    )


def inverse_roots(covariances, spread=None):
    """Inverse Cholesky factors R, Sigma^-1 = R' R, and the logarithms of det(Sigma)^(-1/2).

    Judged by the correlations, so that units change nothing; a deviation below 1e-12 of ``spread``,
    one number a feature, is rounding.
    """
    deviations = np.sqrt(np.maximum(np.diagonal(covariances, axis1=1, axis2=2), 0.0))
    floor = 0.0 if spread is None else 1e-12 * spread
    if not (deviations > floor).all():
        raise SingularCovariance("a component has no width in some direction")
    scale = deviations[:, :, None] * deviations[:, None, :]
    try:
        # correlations have diagonal 1: what is left of a pivot tells singularity in any units
        factors = np.linalg.cholesky(covariances / scale)
    except np.linalg.LinAlgError as error:
        raise SingularCovariance("a covariance is not positive definite") from error
    diagonals = np.diagonal(factors, axis1=1, axis2=2)
    if diagonals.min() ** 2 <= covariances.shape[-1] * 1e-13:
        raise SingularCovariance("the correlations of a component are singular to rounding")
    roots = np.linalg.inv(factors) / deviations[:, None, :]
    return roots, -np.log(diagonals * deviations).sum(axis=1)


def log_terms(columns, theta, spread=None):
    """Entry (l, i): the log of w_l N(x_i; mu_l, Sigma_l), for samples that are checked columns."""
    roots, log_roots = inverse_roots(theta.covariances, spread)
    with np.errstate(divide="ignore"):  # a component of weight 0 has the log-density -inf
        log_weights = np.log(theta.weights)
    constants = log_weights + log_roots - 0.5 * len(columns) * math.log(2 * math.pi)
    return weighted_log_densities(columns, plain_layout(theta.means), roots, constants)


def normalise(logs):
    """Turn the columns of ``logs`` into shares in place; return the logarithms of their sums."""
    top = logs.max(axis=0)
    with np.errstate(invalid="ignore"):  # a column of -inf becomes NaN: the caller says so
        logs -= top
    np.exp(logs, out=logs)  # NumPy's takes several at once, a compiled loop's one after another
    total = logs.sum(axis=0)
    logs /= total
    return top + np.log(total)


def e_step(columns, theta, spread=None):
    """Responsibilities (m, n) and log-densities (n,), for samples that are checked columns."""
    shares = log_terms(columns, theta, spread)
    log_density = normalise(shares)
    if not np.isfinite(log_density).all():
        raise ValueError("X has a row so far out that its log-density is no finite number")
    return shares, log_density


def moments(columns, shares):
    """Masses, means and covariances of the samples, weighted by each row of ``shares`` (m, n).

    The covariances are taken about the means just computed; cost O(n m d^2).
    """
    masses = shares.sum(axis=1)
    divisors = np.where(masses > 0, masses, 1.0)  # without samples mean and covariance stay 0
    means = shares @ columns.T / divisors[:, None]
    covariances = scatters(columns, shares, means) / divisors[:, None, None]
    return masses, means, covariances


def maximise(columns, shares, reg_covar=0.0):
    """The parameters that maximise the lower bound, for responsibilities (m, n)."""
    masses, means, covariances = moments(columns, shares)
    d = len(columns)
    covariances[:, range(d), range(d)] += reg_covar
    return MixtureParameters(masses / masses.sum(), means, covariances)


def _checked(X, theta):
    """Samples as columns from their mean, the mixture moved along, and the mean."""
    theta = check_mixture(theta)
    X = check_array(X, "X", shape=(None, theta.means.shape[1]), min_rows=1)
    return columns_from(X, theta)


def columns_from(X, theta):
    """Samples as columns, from the mean of the mixture's means, and the mixture moved along."""
    # samples and means together: a mixture far from 0 keeps the digits of its gaps
    centre = theta.means.mean(axis=0)
    return np.ascontiguousarray((X - centre).T), theta._replace(means=theta.means - centre)


def component_log_densities(X, theta):
    r"""Logarithms of :math:`w_\ell N(x_i;\mu_\ell,\Sigma_\ell)`.

    Parameters
    ----------
    X : array_like, shape (n, d)
    theta : MixtureParameters

    Returns
    -------
    ndarray, shape (n, m)
        Minus infinity for a component of weight 0.

    Raises
    ------
    ValueError
        If ``X`` and ``theta`` do not fit together, weights are no weights, or a covariance is not
        positive definite.

    Notes
    -----
    Cost: O(n m d^2 + m d^3) time, O(n m) memory.
    """
    return np.ascontiguousarray(log_terms(*_checked(X, theta)).T)


def responsibilities(X, theta):
    r"""E-step: the share of each component in the density at each sample, and the log-density.

    .. math:: \eta_{i\ell}=\frac{w_\ell N(x_i;\mu_\ell,\Sigma_\ell)}
        {\sum_{\ell'}w_{\ell'}N(x_i;\mu_{\ell'},\Sigma_{\ell'})}

    Parameters
    ----------
    X : array_like, shape (n, d)
    theta : MixtureParameters

    Returns
    -------
    eta : ndarray, shape (n, m)
        Rows sum to 1.
    log_density : ndarray, shape (n,)

    Raises
    ------
    ValueError
        If ``X`` and ``theta`` do not fit together, weights are no weights, or a covariance is not
        positive definite.

    Notes
    -----
    Cost: O(n m d^2 + m d^3) time, O(n m) memory. Source: Sugiyama (2016), Eq. (15.6).

    Examples
    --------
    >>> import numpy as np
    >>> means = np.array([[0.0], [4.0]])
    >>> theta = MixtureParameters(np.array([0.5, 0.5]), means, np.ones((2, 1, 1)))
    >>> responsibilities([[2.0], [400.0]], theta)[0]
    array([[0.5, 0.5],
           [0. , 1. ]])
    """
    shares, log_density = e_step(*_checked(X, theta))
    return np.ascontiguousarray(shares.T), log_density


def mixture_log_likelihood(X, theta):
    """Sum of the log-densities of the rows of ``X``.

    Parameters
    ----------
    X : array_like, shape (n, d)
    theta : MixtureParameters

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``X`` and ``theta`` do not fit together, weights are no weights, or a covariance is not
        positive definite.

    Notes
    -----
    Cost: O(n m d^2 + m d^3). Source: Sugiyama (2016), Eq. (15.2).
    """
    return float(e_step(*_checked(X, theta))[1].sum())


def check_responsibilities(value, name, shape):
    """Return ``value`` as shares of components, rows of sum 1, or say what is wrong with it."""
    eta = check_array(value, name, shape=shape, min_rows=1, low=0, high=1 + 1e-9)
    if np.abs(eta.sum(axis=1) - 1).max() > 1e-6:
        raise ValueError(f"{name} must have rows of sum 1")
    return eta


def m_step(X, eta, reg_covar=0.0):
    r"""M-step: the parameters that maximise the lower bound for these responsibilities.

    .. math:: w_\ell=\frac1n\sum_i\eta_{i\ell},\quad
        \mu_\ell=\frac{\sum_i\eta_{i\ell}x_i}{\sum_i\eta_{i\ell}},\quad
        \Sigma_\ell=\frac{\sum_i\eta_{i\ell}(x_i-\mu_\ell)(x_i-\mu_\ell)^\top}{\sum_i\eta_{i\ell}}

    Parameters
    ----------
    X : array_like, shape (n, d)
    eta : array_like, shape (n, m)
        Rows of sum 1.
    reg_covar : float
        Added to the variances, in the squared units of ``X``.

    Returns
    -------
    MixtureParameters
        The covariances are taken about the *new* means. They may be singular, if a component has
        no more than d samples.

    Raises
    ------
    ValueError
        If shapes do not match, rows of ``eta`` do not sum to 1, or a component has no share of any
        sample.

    Notes
    -----
    Cost: O(n m d^2). Source: Sugiyama (2016), Fig. 15.6; the display before it prints the old mean
    in the covariance.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    eta = check_responsibilities(eta, "eta", (len(X), None))
    reg_covar = check_real(reg_covar, "reg_covar", low=0)
    if not eta.sum(axis=0).all():
        raise ValueError("eta must give every component a share of some sample")
    centre = X.mean(axis=0)
    columns = np.ascontiguousarray((X - centre).T)
    theta = maximise(columns, np.ascontiguousarray(eta.T), reg_covar)
    return theta._replace(means=theta.means + centre)


def em_lower_bound(theta, eta, X):
    r"""The function that a round of EM maximises: below the log-likelihood, for every ``eta``.

    .. math:: b(\theta)=\sum_{i=1}^n\sum_{\ell=1}^m\eta_{i\ell}
        \log\frac{w_\ell N(x_i;\mu_\ell,\Sigma_\ell)}{\eta_{i\ell}}\;\le\;\log L(\theta)

    Parameters
    ----------
    theta : MixtureParameters
    eta : array_like, shape (n, m)
        Rows of sum 1. The bound touches where they are the responsibilities of ``theta``.
    X : array_like, shape (n, d)

    Returns
    -------
    float
        Minus infinity if a component of weight 0 has a share.

    Raises
    ------
    ValueError
        If shapes do not match or rows of ``eta`` do not sum to 1.

    Notes
    -----
    Cost: O(n m d^2 + m d^3). Source: Sugiyama (2016), Eqs (15.7) to (15.9).
    """
    logs = component_log_densities(X, theta)
    eta = check_responsibilities(eta, "eta", logs.shape)
    held = eta > 0  # 0 log 0 = 0
    return float(np.sum(eta[held] * (logs[held] - np.log(eta[held]))))
