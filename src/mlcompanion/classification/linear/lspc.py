r"""Class probabilities by least squares: Sugiyama (2016), section 28.2.

For each class one regression of its indicator, 1 for its own samples and 0 for all others; the
values are clipped at zero and divided by their sum.
"""

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_in, check_real

from ._kernels import gaussian_columns

__all__ = ["LSPC", "clip_and_normalize"]


class LSPC(LargestScoreMixin, BaseEstimator):
    r"""Least squares probabilistic classification with Gaussian kernels.

    .. math:: \hat\theta^{(y)}=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top\pi^{(y)},\qquad
        \hat p(y|x)=\frac{\max(0,\hat\theta^{(y)\top}\phi(x))}
        {\sum_{y'}\max(0,\hat\theta^{(y')\top}\phi(x))}

    Parameters
    ----------
    sigma : float
        Width of the kernels, in the units of ``X``.
    lam : float
        Penalty, not negative. The criterion divides it by n_samples like the squares, so it is not
        divided again.
    centers : {"own", "all"}
        Kernels at the class's own samples, as in the book's listing, or at all samples, where one
        factorization serves all classes.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    dual_coef_ : ndarray, shape (n_samples, n_classes)
        Weight of the kernel at each sample for each class; with ``"own"`` zero at samples of
        another class.
    X_fit_ : ndarray, shape (n_samples, n_features)
        The centres.

    Raises
    ------
    ValueError
        If there is a single class or an argument is out of range.

    Notes
    -----
    Cost: with ``"own"`` O(n n_y²) for each class of n_y samples, with ``"all"`` O(n³) once and
    O(n²) for each class; memory O(n n_y) and O(n²). Where all values are clipped, far from the
    samples, all classes are equally probable. Source: Sugiyama (2016), section 28.2 and Fig. 28.5.

    Examples
    --------
    >>> model = LSPC().fit([[0.0], [1.0], [4.0], [5.0]], list("aabb"))
    >>> model.predict_proba([[0.5], [100.0]]).round(2).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """

    def __init__(self, sigma=1.0, lam=0.1, centers="own"):
        self.sigma = sigma
        self.lam = lam
        self.centers = centers

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and labels ``y``, shape (n_samples,)."""
        lam = check_real(self.lam, "lam", low=0)
        check_in(self.centers, "centers", ("own", "all"))
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, codes = class_codes(y)
        c = len(self.classes_)
        K = gaussian_columns(X, X, self.sigma)
        indicators = np.eye(c)[codes]
        if self.centers == "all":
            self.dual_coef_ = _ridge_weights(K, indicators, lam)
        else:
            self.dual_coef_ = np.zeros((len(X), c))
            for k in range(c):
                own = codes == k
                self.dual_coef_[own, k] = _ridge_weights(K[:, own], indicators[:, k], lam)
        self.X_fit_ = X
        return self

    def raw_proba(self, X):
        """The least squares values before clipping, Eq. (28.3), shape (n_samples, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return gaussian_columns(X, self.X_fit_, self.sigma) @ self.dual_coef_

    def predict_proba(self, X):
        """Class probabilities, Eq. (28.5), shape (n_samples, n_classes)."""
        return clip_and_normalize(self.raw_proba(X))

    def predict(self, X):
        """The most probable label of each row; of equally probable ones the first."""
        return self._labels(self.predict_proba(X))


def _ridge_weights(Phi, targets, lam):
    """``(Phi' Phi + lam I)^-1 Phi' targets``; least squares where that has no Cholesky factor."""
    A = Phi.T @ Phi
    A.flat[:: len(A) + 1] += lam
    try:
        return cho_solve(cho_factor(A, check_finite=False), Phi.T @ targets)
    except LinAlgError:
        return np.linalg.lstsq(Phi, targets, rcond=None)[0]


def clip_and_normalize(values):
    r"""Rows as probabilities: negative values to zero, then divided by the sum, Eq. (28.5).

    Parameters
    ----------
    values : array_like, shape (n_samples, n_classes)

    Returns
    -------
    ndarray, shape (n_samples, n_classes)
        A row without a positive value becomes uniform.

    Examples
    --------
    >>> clip_and_normalize([[0.6, 0.6, -0.2], [-0.1, 0.0, 0.0]]).round(3)
    array([[0.5  , 0.5  , 0.   ],
           [0.333, 0.333, 0.333]])
    """
    values = check_array(values, "values", ndim=2, min_rows=1)
    p = np.maximum(values, 0.0)
    top = p.max(axis=1, keepdims=True)
    p = np.where(top > 0, p / np.where(top > 0, top, 1.0), 1.0)  # by the largest: no underflow
    return p / p.sum(axis=1, keepdims=True)
