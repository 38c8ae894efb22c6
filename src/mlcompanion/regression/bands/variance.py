r"""The variance of a prediction that is linear in the outputs: Sugiyama (2016), Section 32.1.

A prediction :math:`\hat f(x)=\sum_iw_i(x)y_i` moves with the noise in the outputs alone, and so has
the variance :math:`w(x)^\top\Sigma w(x)`, whatever rule chose the weights, if it did not look at
the outputs. The noise's own variance comes from what the fit leaves.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_real, check_square
from mlcompanion.regression.linear.ridge import DesignSVD, check_design, shortest_coefficients

__all__ = ["PredictiveBand", "check_noise", "ridge_predictive_variance", "smoother_band"]

_NOTHING = 1e-10  # of a sample: residual freedom below it is rounding


class PredictiveBand(NamedTuple):
    """Predictions with their variances.

    Attributes
    ----------
    mean : ndarray, shape (m,)
        Predictions, in the units of the outputs.
    variance : ndarray, shape (m,)
        Of the predictions over new noise, in squared units of the outputs.
    noise_variance : float
        Of one output; NaN if a covariance was given.
    freedom : float
        Residual degrees of freedom, the trace of :math:`U=I-H`: samples less effective parameters.
    """

    mean: np.ndarray
    variance: np.ndarray
    noise_variance: float
    freedom: float

    @property
    def std(self):
        """Standard deviations of the predictions, shape (m,)."""
        return np.sqrt(self.variance)


def check_noise(noise, n, name="noise"):
    """Return None, a variance, or a covariance of n outputs that has no negative eigenvalue."""
    if noise is None:
        return None
    if np.ndim(noise) == 0:
        return check_real(noise, name, low=0)
    covariance = check_square(noise, name, size=n, symmetric=True)
    least = np.linalg.eigvalsh(covariance)[0]
    if least < -1e-10 * np.abs(covariance).max() * n:
        raise ValueError(
            f"{name} must be positive semidefinite, its least eigenvalue is {least:.3g}"
        )
    return covariance


def _estimated(residual, freedom):
    """Noise variance from the residuals, if there is freedom left to see it by."""
    if freedom <= _NOTHING * len(residual):
        raise ValueError(
            "noise cannot be estimated: the fit has as many effective parameters as there are "
            "samples; give its variance"
        )
    return float(residual @ residual / freedom)


def _scalar(noise, residual, freedom):
    """The variance of one output: estimated, as given, or none of its own."""
    if noise is None:
        return _estimated(residual, freedom)
    return noise if np.ndim(noise) == 0 else np.nan


def smoother_band(weights, weights_test, y, noise=None):
    r"""Predictions of any linear smoother, with their variances.

    Parameters
    ----------
    weights : array_like, shape (n, n)
        The matrix H that turns outputs into fitted values; row i holds the weights at sample i.
    weights_test : array_like, shape (m, n)
        Weights at the points that are asked.
    y : array_like, shape (n,)
    noise : float or array_like, shape (n, n), optional
        Variance of the noise, or its covariance if neighbours have noise in common. By default the
        variance is estimated, :math:`\hat\sigma^2=\|Uy\|^2/\operatorname{tr}U` with
        :math:`U=I-H`.

    Returns
    -------
    PredictiveBand

    Raises
    ------
    ValueError
        If shapes disagree, ``noise`` is no variance or covariance, or is to be estimated where H
        follows every output.

    Notes
    -----
    Cost: O(n (n + m)) time; with a covariance O(n^2 m + n^3). Source: Sugiyama (2016), end of
    Section 32.1.

    Examples
    --------
    The mean of four outputs has a quarter of their variance:

    >>> mean = np.full((4, 4), 0.25)
    >>> band = smoother_band(mean, mean[:1], [1.0, 2.0, 3.0, 4.0], noise=2.0)
    >>> float(band.mean[0]), float(band.variance[0])
    (2.5, 0.5)
    """
    y = check_array(y, "y", ndim=1, min_rows=1)
    n = len(y)
    weights = check_array(weights, "weights", shape=(n, n))
    weights_test = check_array(weights_test, "weights_test", shape=(None, n), min_rows=1)
    noise = check_noise(noise, n)
    freedom = float(n - np.trace(weights))
    scalar = _scalar(noise, y - weights @ y, freedom)
    if np.ndim(noise) == 2:
        variance = np.einsum("ij,ij->i", weights_test @ noise, weights_test)
    else:
        variance = scalar * np.einsum("ij,ij->i", weights_test, weights_test)
    return PredictiveBand(weights_test @ y, np.maximum(variance, 0.0), scalar, freedom)


def _shortest_band(Phi, Phi_test, y, noise):
    """The band of the shortest least-squares solution, whose rank is told in units of columns."""
    basis, R = np.linalg.qr(Phi)
    inverse = shortest_coefficients(R, np.eye(len(R)), rcond=max(Phi.shape) * np.finfo(float).eps)
    hat = R @ inverse
    spectrum = basis.T @ y
    residual = y - basis @ (hat @ spectrum)
    freedom = float(len(Phi) - np.trace(hat))
    return _turned_band(basis, Phi_test @ inverse, spectrum, residual, freedom, noise)


def _turned_band(basis, turned, spectrum, residual, freedom, noise):
    """The band of a rule whose weights are ``turned @ basis.T``.

    Parameters
    ----------
    basis : ndarray, shape (n, r)
        In orthonormal columns.
    turned : ndarray, shape (m, r)
    spectrum : ndarray, shape (r,)
        The outputs in the basis.
    residual : ndarray, shape (n,)
    freedom : float
    noise : None, float or ndarray, shape (n, n)

    Returns
    -------
    PredictiveBand
    """
    scalar = _scalar(noise, residual, freedom)
    if np.ndim(noise) == 2:
        inner = basis.T @ noise @ basis
        variance = np.maximum(np.einsum("ij,ij->i", turned @ inner, turned), 0.0)
    else:
        variance = scalar * np.einsum("ij,ij->i", turned, turned)  # the basis keeps lengths
    return PredictiveBand(turned @ spectrum, variance, scalar, freedom)


def ridge_predictive_variance(Phi, Phi_test, lam, y, noise=None):
    r"""Predictions of ridge regression, with their variances.

    .. math:: V(x)=\sigma^2\,\bigl\|\Phi(\Phi^\top\Phi+\lambda I)^{-1}\phi(x)\bigr\|^2,\qquad
        \hat\sigma^2=\frac{\|Uy\|^2}{\operatorname{tr}U},\quad
        U=I-\Phi(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top

    Parameters
    ----------
    Phi : array_like, shape (n, b)
        Design matrix; a kernel matrix for a model with a kernel at every sample.
    Phi_test : array_like, shape (m, b)
        The basis functions at the points that are asked.
    lam : float
        Penalty, not negative; 0 is the shortest least-squares solution.
    y : array_like, shape (n,)
    noise : float or array_like, shape (n, n), optional
        Variance of the noise, or its covariance :math:`\Sigma`; by default estimated.

    Returns
    -------
    PredictiveBand

    Raises
    ------
    ValueError
        If shapes disagree, ``lam`` is negative, ``noise`` is no variance or covariance, or is to be
        estimated where the fit follows every output.

    Notes
    -----
    The variance is that of the estimate, not its error: what the penalty or the basis leave out is
    in no band. With ``noise`` a covariance the middle of the formula is
    :math:`\phi(x)^\top M\Sigma M^\top\phi(x)`, :math:`M=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top`.

    Cost: with r = min(n, b), O(n b r) once, and for all points O(m b r) time and O(m r) memory; a
    covariance adds O(n^2 r + m r^2). Source: Sugiyama (2016), Section 32.1, Fig. 32.1.

    Examples
    --------
    A line through three outputs of variance 1 is surest in the middle:

    >>> line = np.array([[1.0, -1.0], [1.0, 0.0], [1.0, 1.0]])
    >>> band = ridge_predictive_variance(line, line, 0.0, [0.0, 1.0, 5.0], noise=1.0)
    >>> band.variance.round(3)
    array([0.833, 0.333, 0.833])
    """
    Phi, y = check_design(Phi, y)
    n, b = Phi.shape
    Phi_test = check_array(Phi_test, "Phi_test", shape=(None, b), min_rows=1)
    lam = check_real(lam, "lam", low=0)
    noise = check_noise(noise, n)
    if lam == 0:
        return _shortest_band(Phi, Phi_test, y, noise)
    svd = DesignSVD.of(Phi)
    factors = svd.filter_factors(lam)
    spectrum = svd.U.T @ y
    turned = (Phi_test @ svd.Vt.T) * factors  # the weights at x are U times these rows
    residual = y - svd.U @ (svd.s * factors * spectrum)
    freedom = n - svd.effective_parameters(lam)
    return _turned_band(svd.U, turned, spectrum, residual, freedom, noise)
