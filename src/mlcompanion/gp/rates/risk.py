"""Posterior risk without sampling: squared bias, variance of the mean and posterior spread.

Source: van der Vaart and van Zanten (2011), left side of Theorem 1; the three terms follow from
the posterior of section 1.1 and are summed here coordinate by coordinate.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import expit

from mlcompanion._validation import check_array, check_real

__all__ = ["RiskParts", "sequence_risk", "spectral_modes"]


class RiskParts(NamedTuple):
    """The three parts of an expected squared error under a posterior; see :func:`sequence_risk`.

    Attributes
    ----------
    bias : ndarray
        Squared distance from the truth to the expected posterior mean, in squared units of f.
    variance : ndarray
        Variance of the posterior mean over the noise.
    spread : ndarray
        Posterior variance.
    """

    bias: np.ndarray
    variance: np.ndarray
    spread: np.ndarray

    @property
    def total(self):
        """The risk: the sum of the three."""
        return self.bias + self.variance + self.spread


def _logarithm(values):
    with np.errstate(divide="ignore"):
        return np.log(values)  # a prior variance of zero: a coordinate that is never learned


def _one_size(log_variances, squares, multiplicity, log_ratio):
    """Three sums at one sample size, the spread and the variance still without noise over n."""
    log_gain = log_ratio + log_variances
    shrink = expit(log_gain)  # by logarithms: no gain overflows
    left = expit(-log_gain)
    return (
        multiplicity @ (left**2 * squares),
        multiplicity @ shrink**2,
        multiplicity @ shrink,
    )


def sequence_risk(prior_variances, squares, n, noise_variance=1.0, *, multiplicity=None):
    r"""Exact posterior risk in the sequence model, where each coordinate is learned by itself.

    Coordinate k is observed with noise of variance :math:`\sigma^2/n`; with the gain
    :math:`g_k=n\lambda_k/\sigma^2` and :math:`S_k=g_k/(1+g_k)` the risk is
    :math:`\sum_k[(1-S_k)^2f_k^2+\frac{\sigma^2}n(S_k^2+S_k)]`.

    Parameters
    ----------
    prior_variances : array_like, shape (m,)
        Prior variance of each coordinate, in squared units of f; not negative.
    squares : array_like, shape (m,)
        Squared coefficients of the truth.
    n : float or array_like
        Sample sizes; positive, need not be whole.
    noise_variance : float
        Variance of a single observation; positive.
    multiplicity : array_like, shape (m,), optional
        How many coordinates an entry stands for; default one. See :func:`spectral_modes`.

    Returns
    -------
    RiskParts
        Arrays of the shape of ``n``.

    Raises
    ------
    ValueError
        On a negative entry, lengths that differ, or a sample size that is not positive.

    Notes
    -----
    Cost: O(m) for each sample size, memory O(m). A truth that goes on beyond the coordinates given
    here loses its tail: take far more than the prior can learn.
    """
    prior_variances = check_array(prior_variances, "prior_variances", ndim=1, min_rows=1, low=0)
    shape = prior_variances.shape
    squares = check_array(squares, "squares", shape=shape, low=0)
    sizes = check_array(n, "n", low=0, open_low=True)
    noise_variance = check_real(noise_variance, "noise_variance", low=0, open_low=True)
    if multiplicity is None:
        multiplicity = np.ones(shape)
    multiplicity = check_array(multiplicity, "multiplicity", shape=shape, low=0)
    log_variances = _logarithm(prior_variances)
    log_ratios = np.log(sizes.ravel()) - np.log(noise_variance)
    sums = np.array([_one_size(log_variances, squares, multiplicity, r) for r in log_ratios])
    bias, variance, spread = sums.reshape(-1, 3).T.reshape((3, *sizes.shape))
    step = noise_variance / sizes
    return RiskParts(bias[()], step * variance, step * spread)


#: Coordinates that are summed one by one before blocks stand for them; length of a block in log k.
_SINGLE = 1024
_BLOCK = 0.25


def spectral_modes(top=1e200):
    r"""Coordinates 1, 2, 3, … up to ``top`` as a few thousand nodes with weights.

    Up to 1024 one by one; beyond that a sum of a smooth function of k is its integral from
    :math:`1024+\frac12`, taken over blocks of log k by Gauss and Legendre's rule.

    Parameters
    ----------
    top : float
        Where the sum may be cut off: at least 1025, at most 1e250.

    Returns
    -------
    k : ndarray, shape (m,)
    weight : ndarray, shape (m,)
        So that :math:`\sum_{k=1}^{top}s(k)\approx` ``weight @ s(k)``.

    Raises
    ------
    ValueError
        If ``top`` is out of range.

    Notes
    -----
    Relative error of the order of :math:`p^2/(24\cdot1024^2)` for :math:`s(k)=k^{-p}`. A function
    that changes within one block, like a cut-off at a k above 1024, needs its own sum.
    """
    top = check_real(top, "top", low=_SINGLE + 1, high=1e250)
    single = np.arange(1.0, _SINGLE + 1)
    start = np.log(_SINGLE + 0.5)
    n_blocks = int(np.ceil((np.log(top) - start) / _BLOCK))
    nodes, weights = np.polynomial.legendre.leggauss(6)
    corners = start + _BLOCK * np.arange(n_blocks)[:, None]
    far = np.exp(corners + 0.5 * _BLOCK * (nodes + 1)).ravel()
    share = np.tile(0.5 * _BLOCK * weights, n_blocks)
    return np.concatenate([single, far]), np.concatenate([np.ones(_SINGLE), share * far])
