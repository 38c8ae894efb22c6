r"""Classification by regression on labels 1 and -1: Sugiyama (2016), section 26.1.

A least squares fit to the signs of the classes, and the sign of the fit as the answer. Many classes
are one fit each against all others; they share the matrix, so one factor serves them all.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._linear import about, column_means
from mlcompanion._validation import check_flag, check_in, check_real
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.linear.constrained import kernel_weights
from mlcompanion.regression.linear.least_squares import shortest_solution
from mlcompanion.regression.linear.ridge import DesignSVD

__all__ = ["KernelLSClassifier", "LSClassifier"]


def _coefficients(A, T, lam):
    """Ridge coefficients; without a penalty the units of a column decide about no rank."""
    return DesignSVD.of(A).coefficients(T, lam) if lam else shortest_solution(A, T)


class _SignOfRegression(LargestScoreMixin, BaseEstimator):
    """Classes as numbers to regress on; the sign, or the largest of many values, as the answer."""

    def _begin(self, X, y):
        """Checked rows, and for each sample +1 or -1: a column a class, one column for two."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, codes = class_codes(y)
        c = len(self.classes_)
        signs = np.where(codes[:, None] == np.arange(c), 1.0, -1.0)
        return X, signs[:, 1] if c == 2 else signs

    def decision_function(self, X):
        """The fitted values.

        Parameters
        ----------
        X : array_like, shape (m, n_features)

        Returns
        -------
        ndarray, shape (m,) or (m, n_classes)
            Of two classes the second one where the value is positive, Eq. (26.1); of many the one
            with the largest value. Of equal ones the first.
        """
        check_is_fitted(self)
        return self._values(validate_data(self, X, dtype=np.float64, reset=False))


class LSClassifier(_SignOfRegression):
    r"""Least squares classifier that is linear in the inputs.

    .. math:: \min_{w,b}\tfrac12\sum_i(w^\top x_i+b-y_i)^2+\tfrac\lambda2\|w\|^2

    Parameters
    ----------
    lam : float
        Penalty, not negative, in squared units of ``X``.
    fit_intercept : bool
        With b, which is not penalised.
    targets : {"signs", "shares"}
        :math:`y_i=\pm1`, or :math:`1/n_+` and :math:`-1/n_-` with the number of samples on each
        side. With an intercept, or centred inputs, both give the direction of Fisher's
        discriminant.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted; of two the second one is the positive one.
    coef_ : ndarray, shape (n_features,) or (n_classes, n_features)
    intercept_ : float or ndarray, shape (n_classes,)

    Raises
    ------
    ValueError
        If there is a single class or an argument is out of range.

    Notes
    -----
    Cost: one singular value decomposition, O(n d min(n, d)), for any number of classes; without a
    penalty the shortest of all least squares solutions, and no unit of a column changes a
    prediction. Source: Sugiyama (2016), Eq. (26.1).

    Examples
    --------
    >>> LSClassifier().fit([[0.0], [1.0], [3.0], [4.0]], list("aabb")).predict([[1.9], [2.1]])
    array(['a', 'b'], dtype='<U1')
    """

    def __init__(self, lam=0.0, *, fit_intercept=True, targets="signs"):
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.targets = targets

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and labels ``y``, shape (n_samples,)."""
        lam = check_real(self.lam, "lam", low=0)
        check_flag(self.fit_intercept, "fit_intercept")
        check_in(self.targets, "targets", ("signs", "shares"))
        X, T = self._begin(X, y)
        if self.targets == "shares":
            positive = T > 0
            n = positive.sum(axis=0)
            # with these targets least squares finds the direction of Fisher's discriminant
            T = np.where(positive, 1 / n, -1 / (len(X) - n))
        origin = np.zeros(X.shape[1])
        height = np.zeros(T.shape[1:])
        if self.fit_intercept:
            origin = column_means(X)
            height = T.mean(axis=0)  # means off, so that the penalty spares the intercept
        self.coef_ = _coefficients(about(X, origin), T - height, lam).T
        self.intercept_ = height - self.coef_ @ origin
        return self

    def _values(self, X):
        return X @ self.coef_.T + self.intercept_


class KernelLSClassifier(_SignOfRegression):
    r"""Least squares classifier with a Gaussian kernel at every sample.

    .. math:: f(x)=\sum_j\theta_j\exp\Bigl(-\frac{\|x-x_j\|^2}{2\sigma^2}\Bigr),\qquad
        \theta=(K^2+\lambda I)^{-1}Ky

    Parameters
    ----------
    sigma : float
        Width of the kernels, positive, in the units of ``X``.
    lam : float
        Penalty of :math:`\frac\lambda2\|\theta\|^2`, not negative.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted; of two the second one is the positive one.
    dual_coef_ : ndarray, shape (n_samples,) or (n_samples, n_classes)
        The weights :math:`\theta` of the kernels.
    X_fit_ : ndarray, shape (n_samples, n_features)
        The centres.

    Raises
    ------
    ValueError
        If there is a single class or an argument is out of range.

    Notes
    -----
    Cost: O(n^3) for the factor, whatever the number of classes, and O(n^2) for each class; memory
    O(n^2), 20 GB a matrix at 50,000 samples. Source:
    Sugiyama (2016), Fig. 26.2.
    """

    def __init__(self, sigma=1.0, lam=0.1):
        self.sigma = sigma
        self.lam = lam

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and labels ``y``, shape (n_samples,)."""
        lam = check_real(self.lam, "lam", low=0)
        sigma = check_real(self.sigma, "sigma", low=0, open_low=True)
        self.X_fit_, T = self._begin(X, y)
        self.dual_coef_ = kernel_weights(rbf_kernel(self.X_fit_, sigma=sigma), T, lam)
        return self

    def _values(self, X):
        return rbf_kernel(X, self.X_fit_, sigma=self.sigma) @ self.dual_coef_
