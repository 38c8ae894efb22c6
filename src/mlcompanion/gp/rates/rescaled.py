"""A prior on the length scale: the posterior as a mixture over scales, and the empirical choice.

Source: van der Vaart and van Zanten (2011), the remedy before Theorem 8: draws f(Ax) with A^d
Gamma distributed, from their earlier papers.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_solve, cholesky, lapack
from scipy.special import gammainc, gammaincc, logsumexp

from mlcompanion._validation import check_array, check_count, check_instance, check_real

from ..covariances import Covariance
from .processes import unit_squared_exponential

__all__ = ["ScaleMixture", "gamma_scale_weights", "rescaled_posterior"]


class ScaleMixture(NamedTuple):
    """Posterior of a function whose length scale is unknown; see :func:`rescaled_posterior`.

    Attributes
    ----------
    scales : ndarray, shape (s,)
    weights : ndarray, shape (s, r)
        Posterior probability of each scale, a column for each column of y.
    log_marginal : ndarray, shape (s, r)
        Log marginal likelihood.
    means : ndarray, shape (s, n, r)
        Posterior mean at the inputs, for each scale.
    variances : ndarray, shape (s, n)
        Posterior variance there.
    """

    scales: np.ndarray
    weights: np.ndarray
    log_marginal: np.ndarray
    means: np.ndarray
    variances: np.ndarray

    @property
    def mean(self):
        """Posterior mean of the mixture, shape (n, r)."""
        return np.einsum("sr,snr->nr", self.weights, self.means)

    @property
    def variance(self):
        """Posterior variance of the mixture, shape (n, r): within scales and between them."""
        within = np.einsum("sr,sn->nr", self.weights, self.variances)
        # the law of total variance
        away = (self.means - self.mean) ** 2
        return within + np.einsum("sr,snr->nr", self.weights, away)

    @property
    def best(self):
        """Place of the scale with the largest marginal likelihood, shape (r,)."""
        return self.log_marginal.argmax(axis=0)

    def errors(self, f0):
        r"""Squared error :math:`\int\|f-f_0\|_n^2\,d\Pi` at each scale alone.

        Parameters
        ----------
        f0 : array_like, shape (n,)
            True values at the inputs.

        Returns
        -------
        ndarray, shape (s, r)
            Weighted by ``weights`` and summed they are the error of the mixture.
        """
        f0 = check_array(f0, "f0", shape=(self.means.shape[1],))
        missed = ((self.means - f0[:, None]) ** 2).mean(axis=1)
        return missed + self.variances.mean(axis=1)[:, None]


def gamma_scale_weights(scales, shape=1.0, spread=10.0, *, dimension=1):
    r"""Prior probabilities of a grid of scales when :math:`A^d` is Gamma distributed.

    Each scale gets the probability of the interval up to the geometric means with its neighbours;
    the ends reach to zero and infinity.

    Parameters
    ----------
    scales : array_like, shape (s,)
        Positive, rising.
    shape : float
        Shape of the Gamma law; positive.
    spread : float
        Its scale, in units of :math:`A^d`; positive.
    dimension : int

    Returns
    -------
    ndarray, shape (s,)
        Sums to one.

    Raises
    ------
    ValueError
        If ``scales`` do not rise or an argument is out of range.
    """
    scales = check_array(scales, "scales", ndim=1, min_rows=1, low=0, open_low=True)
    if not (np.diff(scales) > 0).all():
        raise ValueError("scales must rise strictly")
    shape = check_real(shape, "shape", low=0, open_low=True)
    spread = check_real(spread, "spread", low=0, open_low=True)
    dimension = check_count(dimension, "dimension", low=1)
    # cut at the geometric means of neighbouring scales; A^d / spread is Gamma distributed
    ends = np.exp(0.5 * (np.log(scales[1:]) + np.log(scales[:-1])))
    ends = ends**dimension / spread
    below = np.concatenate([[0.0], gammainc(shape, ends), [1.0]])
    above = np.concatenate([[1.0], gammaincc(shape, ends), [0.0]])
    # from the side where the numbers are small: differences near one would cancel
    return np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))


def rescaled_posterior(x, y, scales, noise_variance, *, weights=None, covariance=None):
    r"""Posterior under f(Ax) for a grid of scales A, weighted by prior times marginal likelihood.

    Parameters
    ----------
    x : array_like, shape (n, d)
        Inputs.
    y : array_like, shape (n,) or (n, r)
        Observations, or r samples of them at the same inputs.
    scales : array_like, shape (s,)
        The values of A: one over a length in the units of x; positive, rising.
    noise_variance : float
        Positive.
    weights : array_like, shape (s,), optional
        Prior probabilities; default :func:`gamma_scale_weights` of ``scales``.
    covariance : Covariance, optional
        Of inputs that are already scaled; default :math:`e^{-\|s-t\|^2}`.

    Returns
    -------
    ScaleMixture

    Raises
    ------
    ValueError
        On shapes that differ, values out of range, or weights that are all zero.

    Notes
    -----
    Cost: O(s (n^3 + n^2 r)) time, O(n^2 + s n r) memory. ``mixture.best`` is the empirical Bayes
    choice. Source: the remedy before Theorem 8.
    """
    x = check_array(x, "x", ndim=2, min_rows=1)
    y = check_array(y, "y")
    if y.ndim not in (1, 2) or len(y) != len(x) or not y.size:
        raise ValueError(f"y must have {len(x)} rows like x, got shape {y.shape}")
    scales = check_array(scales, "scales", ndim=1, min_rows=1, low=0, open_low=True)
    noise_variance = check_real(noise_variance, "noise_variance", low=0, open_low=True)
    if weights is None:
        weights = gamma_scale_weights(scales, dimension=x.shape[1])
    weights = check_array(weights, "weights", shape=scales.shape, low=0)
    if not weights.any():
        raise ValueError("weights must not all be zero")
    covariance = unit_squared_exponential() if covariance is None else covariance
    check_instance(covariance, "covariance", Covariance)
    columns = y[:, None] if y.ndim == 1 else y
    parts = [_one_scale(covariance, scale * x, columns, noise_variance) for scale in scales]
    log_marginal, means, variances = (np.array(part) for part in zip(*parts))
    with np.errstate(divide="ignore"):
        # weights in logarithms: likelihoods of many points are beyond the range of floats
        log_weights = np.log(weights)[:, None] + log_marginal
    posterior = np.exp(log_weights - logsumexp(log_weights, axis=0))
    return ScaleMixture(scales, posterior, log_marginal, means, variances)


def _one_scale(covariance, x, y, noise_variance):
    """Log marginal likelihoods, means and variances at the inputs."""
    n = len(x)
    noisy = covariance(x)
    noisy[np.diag_indices(n)] += noise_variance
    try:
        L = cholesky(noisy, lower=True, overwrite_a=True)
    except np.linalg.LinAlgError:
        raise ValueError(
            "noise_variance is too small: its sum with covariance is singular"
        ) from None
    solved = cho_solve((L, True), y)
    log_det = 2 * np.log(np.diag(L)).sum()
    log_marginal = -0.5 * ((y * solved).sum(axis=0) + log_det + n * np.log(2 * np.pi))
    # K (K + s I)^-1 = I - s (K + s I)^-1, so the mean needs no second product
    mean = y - noise_variance * solved
    inverse, failed = lapack.dpotri(L, lower=1, overwrite_c=1)
    if failed:
        raise ValueError("noise_variance is too small: its sum with covariance is singular")
    # variance K - K (K + s I)^-1 K = s (I - s (K + s I)^-1), by the same identity
    variance = noise_variance * np.maximum(1 - noise_variance * np.diag(inverse), 0.0)
    return log_marginal, mean, variance
