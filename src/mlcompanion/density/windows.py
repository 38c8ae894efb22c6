"""Regions of a fixed volume around each point: the Parzen window and its smooth form.

Sugiyama (2016), section 16.3: how many samples lie in a box around the point (16.3.1), the same
with a Gaussian weight in place of the box (16.3.2), and Silverman's bandwidth (16.3.3).
"""

import math

import numpy as np
from scipy.spatial import cKDTree
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import check_weights, column_means, counted_rows
from mlcompanion._validation import check_array, check_real, check_square

from .estimates import log_kernel_density
from .protocol import DensityEstimator

__all__ = ["KernelDensity", "ParzenWindow", "silverman_bandwidth"]


class ParzenWindow(DensityEstimator):
    r"""The share of the samples in a box around the point, divided by the box's volume.

    .. math:: \hat p(x)=\frac1{nh^d}\sum_{i=1}^nW\Bigl(\frac{x-x_i}h\Bigr),\qquad
        W(u)=1\text{ if }\max_j|u^{(j)}|\le\tfrac12,\text{ else }0

    Parameters
    ----------
    bandwidth : float
        Edge h of the box, in the units of ``X``.

    Attributes
    ----------
    n_params_ : int
        n d: every sample is kept. Criteria that charge for parameters do not apply; use
        :func:`likelihood_cv`.

    Notes
    -----
    Cost of a point: O(log n) for one feature; else O(log n + k) in few dimensions, for k samples in
    the box. The log-density is minus infinity where the box is empty.
    """

    def __init__(self, bandwidth=1.0):
        self.bandwidth = bandwidth

    def fit(self, X, y=None):
        """Keep the samples.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``bandwidth`` is not positive.
        """
        check_real(self.bandwidth, "bandwidth", low=0, open_low=True)
        X = validate_data(self, X, dtype=float)
        self._samples = np.sort(X[:, 0]) if X.shape[1] == 1 else cKDTree(X)
        self._n = len(X)
        self.n_params_ = X.size
        return self

    def count(self, X):
        """The number k of samples in the box around each row of ``X``, Eq. (16.6).

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray of int, shape (m,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        half = self.bandwidth / 2
        if X.shape[1] > 1:
            return self._samples.query_ball_point(X, half, p=np.inf, return_length=True)
        # left for the lower end, right for the upper: samples on the border count, as in W
        below = np.searchsorted(self._samples, X[:, 0] - half, side="left")
        return np.searchsorted(self._samples, X[:, 0] + half, side="right") - below

    def score_samples(self, X):
        """Return the log-density of each row of ``X``; minus infinity where the box is empty.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        with np.errstate(divide="ignore"):
            log_share = np.log(self.count(X) / self._n)
        return log_share - self.n_features_in_ * math.log(self.bandwidth)


class KernelDensity(DensityEstimator):
    r"""A Gaussian bump on every sample.

    .. math:: \hat p(x)=\frac1{n\det H}\sum_{i=1}^nK\bigl(H^{-1}(x-x_i)\bigr),\qquad
        K(u)=(2\pi)^{-d/2}e^{-u^\top u/2}

    Parameters
    ----------
    bandwidth : float, array_like (d,) or (d, d), or "silverman"
        Standard deviation h of the bumps in the units of ``X``; one for each feature; or the
        matrix H of Eq. (16.7), whose H H' is the bumps' covariance. "silverman" asks
        :func:`silverman_bandwidth`.

    Attributes
    ----------
    bandwidth_ : ndarray, shape (d, d)
        The bandwidth matrix H.
    n_params_ : int
        n d: every sample is kept. Criteria that charge for parameters do not apply; use
        :func:`likelihood_cv`.

    Notes
    -----
    Cost O(m n d + (m + n) d^2) for m points, O(m n d) for one width. Far from all samples the
    logarithm stays finite where the density itself is too small for a number. The samples are
    kept, O(n d) memory.

    Examples
    --------
    >>> model = KernelDensity(bandwidth=2.0).fit([[0.0], [1.0]])
    >>> np.exp(model.score_samples([[0.5]])).round(4)
    array([0.1933])
    """

    def __init__(self, bandwidth=1.0):
        self.bandwidth = bandwidth

    def fit(self, X, y=None, sample_weight=None):
        """Keep the samples, and settle the bandwidth.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored
        sample_weight : array_like, shape (n,), optional
            Shares of the samples' bumps, not negative; only their ratios count, except that
            "silverman" takes them as numbers of copies. Samples of weight 0 are not kept.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the bandwidth is not positive, has another size or is singular; for Silverman's also
            if there is one sample only, or a feature is constant.
        """
        X = validate_data(self, X, dtype=float)
        X, _, weights, _ = counted_rows(sample_weight, X, None)
        self._weights = None if weights is None else weights.copy()
        self.bandwidth_ = np.array(_bandwidth_matrix(self.bandwidth, X, self._weights))
        self._log_det = np.linalg.slogdet(self.bandwidth_)[1]
        self._bumps = self._unit(X)
        self.n_params_ = X.size
        return self

    def score_samples(self, X):
        """Return the log-density of each row of ``X``.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        unit = self._unit(X)
        # in units of H all bumps are round and of width 1; the volume of the units is det H
        return log_kernel_density(unit, self._bumps, 1.0, self._weights) - self._log_det

    def _unit(self, X):
        """Rows in units of the bandwidth, H^-1 x."""
        return np.linalg.solve(self.bandwidth_, X.T).T


def _bandwidth_matrix(bandwidth, X, weights=None):
    """The bandwidth, however it was given, as an invertible matrix."""
    d = X.shape[1]
    if isinstance(bandwidth, str):
        if bandwidth != "silverman":
            raise ValueError(f'bandwidth must be numbers or "silverman", got {bandwidth!r}')
        bandwidth = silverman_bandwidth(X, weights)
    if np.ndim(bandwidth) == 0:
        return check_real(bandwidth, "bandwidth", low=0, open_low=True) * np.eye(d)
    if np.ndim(bandwidth) == 1:
        return np.diag(check_array(bandwidth, "bandwidth", shape=(d,), low=0, open_low=True))
    H = check_square(bandwidth, "bandwidth", size=d)
    if not np.linalg.cond(H) < 1e12:
        raise ValueError("bandwidth must be an invertible matrix, got a singular one")
    return H


def silverman_bandwidth(X, weights=None):
    r"""Bandwidths that are the best ones for many samples of a normal density (section 16.3.3).

    .. math:: \hat h^{(j)}=\Bigl(\frac4{(d+2)n}\Bigr)^{1/(d+4)}\hat\sigma^{(j)}

    Parameters
    ----------
    X : array_like, shape (n, d)
    weights : array_like, shape (n,), optional
        Numbers of copies of the samples, not negative; n is their sum.

    Returns
    -------
    ndarray, shape (d,)
        In the units of ``X``; the standard deviations have the divisor n - 1.

    Raises
    ------
    ValueError
        If there is one sample only, or a feature is constant.

    Notes
    -----
    Cost O(n d). For other densities it may be far too wide.
    """
    X = check_array(X, "X", ndim=2)
    n, d = X.shape
    if n < 2:
        raise ValueError(f"X needs at least 2 samples, got n_samples = {n}")
    weights = check_weights(weights, n, "weights")
    if weights is not None:
        n = weights.sum()  # weights count as copies
        if n < 2:
            raise ValueError(f"weights must count at least 2 samples, got {n:g}")
    if weights is None:
        spread = X.std(axis=0, ddof=1)
    else:
        deviations = X[weights > 0] - column_means(X[weights > 0], weights[weights > 0])
        spread = np.sqrt(weights[weights > 0] @ deviations**2 / (n - 1))
    if d == 0 or not (spread > 0).all():
        raise ValueError("X has a constant feature: its bandwidth would be 0")
    return (4 / ((d + 2) * n)) ** (1 / (d + 4)) * spread
