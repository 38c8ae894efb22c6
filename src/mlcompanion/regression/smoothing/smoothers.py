"""Nadaraya and Watson's local mean and the local line, as estimators for any rows.

De Brabanter et al. (2011), Section 3.1. Their criteria on an evenly spaced design stand in
:mod:`mlcompanion.regression.smoothing.criteria`, and cost less.
"""

import warnings

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_real

from .criteria import mcv
from .design import spacing
from .kernels import as_kernel

__all__ = ["LocalLinear", "NadarayaWatson"]

_BLOCK = 2**22  # weights that are held at once


class _KernelSmoother(RegressorMixin, BaseEstimator):
    """What both smoothers share: rows are kept, a prediction weighs them by their distance."""

    def __init__(self, h=1.0, kernel="gaussian"):
        self.h = h
        self.kernel = kernel

    def fit(self, X, y):
        """Keep the observations.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        check_real(self.h, "h", low=0, open_low=True)
        as_kernel(self.kernel)
        self.X_fit_ = X
        self.y_fit_ = np.asarray(y, dtype=float)
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,); NaN, with a warning, where no row has weight."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        h = check_real(self.h, "h", low=0, open_low=True)
        kernel = as_kernel(self.kernel)
        centre = self.y_fit_.mean()
        rows = max(1, _BLOCK // (len(self.X_fit_) * (1 + X.shape[1])))
        out = np.empty(len(X))
        for start in range(0, len(X), rows):
            block = X[start : start + rows]
            weights = kernel(cdist(block, self.X_fit_) / h)
            total = weights.sum(axis=1)
            shares = weights / np.where(total > 0, total, np.nan)[:, None]
            out[start : start + rows] = self._local(block, shares, self.y_fit_ - centre)
        if (n_empty := int(np.isnan(out).sum())) > 0:
            warnings.warn(
                f"no row has weight for {n_empty} prediction(s): h is too small there",
                RuntimeWarning,
                stacklevel=2,
            )
        return out + centre

    def left_out_scores(self, X, y, candidates, lag):
        """:func:`mcv` of this smoother on an evenly spaced design, for a list of parameters.

        Parameters
        ----------
        X : array_like, shape (n, 1)
            Sorted and evenly spaced.
        y : array_like, shape (n,)
        candidates : list of dict
            Values of ``h`` and ``kernel``; what is not named stays as it is.
        lag : int
            Neighbours left out on each side.

        Returns
        -------
        ndarray, shape (number of candidates,)
        """
        x = check_array(X, "X", shape=(None, 1))[:, 0]
        spacing(x, "X")
        settings = [{**self.get_params(), **candidate} for candidate in candidates]
        return np.array([mcv(x, y, s["h"], s["kernel"], lag, self._degree) for s in settings])


class NadarayaWatson(_KernelSmoother):
    r"""The local mean :math:`\hat m(x)=\sum_iK(\frac{x-x_i}h)Y_i\big/\sum_jK(\frac{x-x_j}h)`.

    Parameters
    ----------
    h : float
        Bandwidth in the units of ``X``.
    kernel : str or SmoothingKernel
        As in :func:`smoothing_kernel`; of the Euclidean distance where there are several features.

    Attributes
    ----------
    X_fit_ : ndarray, shape (n_samples, n_features)
        The rows, as they came.
    y_fit_ : ndarray, shape (n_samples,)
        Their outputs.

    Notes
    -----
    Cost: nothing to fit; O(n d) a prediction, in blocks of some 30 MB.
    Source: De Brabanter et al. (2011), Section 3.1.
    """

    _degree = 0

    def _local(self, block, shares, y):
        return shares @ y


class LocalLinear(_KernelSmoother):
    r"""The local line: weighted least squares of a line around each place, read at the place.

    Parameters
    ----------
    h : float
        Bandwidth in the units of ``X``.
    kernel : str or SmoothingKernel
        As in :func:`smoothing_kernel`; of the Euclidean distance where there are several features.

    Attributes
    ----------
    X_fit_ : ndarray, shape (n_samples, n_features)
        The rows, as they came.
    y_fit_ : ndarray, shape (n_samples,)
        Their outputs.

    Notes
    -----
    Where the rows in the window do not determine a slope, there is none: the fit is the local mean.
    Cost: nothing to fit; O(n d^2 + d^3) a prediction, in blocks of some 30 MB.
    Source: De Brabanter et al. (2011), Section 2 and Remark 4.
    """

    _degree = 1

    def _local(self, block, shares, y):
        away = (self.X_fit_[None] - block[:, None]) / self.h
        place = np.einsum("bn,bnd->bd", shares, away)
        mean = shares @ y
        away -= place[:, None]
        weighed = shares[:, :, None] * away
        moments = np.einsum("bnd,bne->bde", weighed, away)
        tilt = np.einsum("bnd,n->bd", weighed, y)
        known = ~np.isnan(mean)
        slopes = np.zeros_like(place)
        inverse = np.linalg.pinv(moments[known], rcond=1e-10, hermitian=True)
        slopes[known] = np.einsum("bde,be->bd", inverse, tilt[known])
        return mean - np.einsum("bd,bd->b", place, slopes)
