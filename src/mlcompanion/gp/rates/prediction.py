"""Learning in sequence: the divergence of each prediction, the risk above it, and a bound on both.

Source: van der Vaart and van Zanten (2011), Equations 1 to 4; the bound on the sum of divergences
is the one that they cite after Theorem 1.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import cholesky, solve_triangular

from mlcompanion._validation import check_array, check_real, check_square

__all__ = ["SequentialPrediction", "predictive_kl", "seeger_bound"]


class SequentialPrediction(NamedTuple):
    """What was known before each observation, and how wrong it was; see :func:`predictive_kl`.

    Attributes
    ----------
    mean, variance : ndarray, shape (n,)
        Of f at point i, given the observations before i.
    divergence : ndarray, shape (n,)
        Divergence of the prediction from the law of observation i, in nats.
    risk : ndarray, shape (n,)
        Expected divergence under the posterior, never smaller.
    """

    mean: np.ndarray
    variance: np.ndarray
    divergence: np.ndarray
    risk: np.ndarray


def _factor(K, noise_variance):
    try:
        return cholesky(K + noise_variance * np.eye(len(K)), lower=True, overwrite_a=True)
    except np.linalg.LinAlgError:
        raise ValueError("K must be positive semidefinite, up to noise_variance") from None


def predictive_kl(K, f0, noise_variance, y=None):
    r"""Divergence and risk of every one-step prediction, in the order of the rows.

    Row i of the Cholesky factor of :math:`K+\sigma^2I` is what the first i - 1 rows say of it: its
    diagonal entry is the deviation of the prediction, and the solution of Lz = y holds the errors
    in units of it. So one factor gives all n posteriors. With :math:`v_i` the variance of f and
    :math:`\mu_i` its mean,

    .. math:: KL_i=\tfrac12\Bigl[\ln\tfrac{\sigma^2+v_i}{\sigma^2}
              +\tfrac{\sigma^2+(f_0-\mu_i)^2}{\sigma^2+v_i}-1\Bigr],\qquad
              R_i=\frac{(f_0-\mu_i)^2+v_i}{2\sigma^2}.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Prior covariance at the points, in their order; symmetric.
    f0 : array_like, shape (n,)
        True values.
    noise_variance : float
        Positive.
    y : array_like, shape (n,), optional
        Observations. Without them divergence and risk are expectations over the noise, and the
        mean is the expected one.

    Returns
    -------
    SequentialPrediction

    Raises
    ------
    ValueError
        If ``K`` is not symmetric and positive semidefinite, or shapes differ.

    Notes
    -----
    Cost: O(n^3 / 3) in all, that is O(n^2) a step. Source: Equations 1 to 3.
    """
    K = check_square(K, "K", symmetric=True)
    f0 = check_array(f0, "f0", shape=(len(K),), min_rows=1)
    noise_variance = check_real(noise_variance, "noise_variance", low=0, open_low=True)
    L = _factor(K, noise_variance)
    scale = np.diag(L)
    variance = np.maximum(scale**2 - noise_variance, 0.0)
    if y is None:
        mean = f0 - scale * solve_triangular(L, f0, lower=True)
        inverse = solve_triangular(L, np.eye(len(K)), lower=True)
        # the weights on earlier noise: a row of the inverse, scaled, without its last entry, 1
        drawn = noise_variance * (scale**2 * np.einsum("ij,ij->i", inverse, inverse) - 1)
        missed = (f0 - mean) ** 2 + np.maximum(drawn, 0.0)
    else:
        y = check_array(y, "y", shape=f0.shape)
        mean = y - scale * solve_triangular(L, y, lower=True)
        missed = (f0 - mean) ** 2
    ratio = variance / noise_variance
    divergence = 0.5 * (np.log1p(ratio) + (missed / noise_variance - ratio) / (1 + ratio))
    return SequentialPrediction(mean, variance, divergence, 0.5 * (missed / noise_variance + ratio))


def seeger_bound(K, noise_variance, norm):
    r"""Bound on the sum of expected divergences: half of :math:`\|f_0\|_H^2+\ln\det(I+K/\sigma^2)`.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Prior covariance at the points; symmetric.
    noise_variance : float
        Positive.
    norm : float
        The truth's norm in the prior's own space; outside of it the bound is infinite.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``K`` is not symmetric and positive semidefinite, or ``norm`` is negative.

    Notes
    -----
    Cost: O(n^3 / 3). Cited after Theorem 1 (Seeger, Kakade and Foster, 2008).
    """
    K = check_square(K, "K", symmetric=True)
    noise_variance = check_real(noise_variance, "noise_variance", low=0, open_low=True)
    norm = check_real(norm, "norm", low=0)
    L = _factor(K, noise_variance)
    log_det = 2 * np.log(np.diag(L)).sum() - len(K) * np.log(noise_variance)
    return 0.5 * (norm**2 + float(log_det))
