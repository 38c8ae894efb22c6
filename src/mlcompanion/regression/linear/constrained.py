"""Least squares under a constraint, as estimators: Sugiyama (2016), Sections 23.1 and 23.2.

Parameters in a subspace, in a ball (ridge regression) or in an ellipsoid, for a given design matrix
or for a Gaussian kernel at every sample.
"""

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import LinearRegressor, check_weights
from mlcompanion._validation import check_array, check_in, check_real
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.linear.least_squares import shortest_solution
from mlcompanion.regression.linear.ridge import DesignSVD, generalized_ridge

__all__ = ["KernelLeastSquares", "Ridge", "SubspaceLeastSquares"]


class SubspaceLeastSquares(LinearRegressor):
    r"""Least squares with parameters in the range of a projection, :math:`Pw=w`.

    Parameters
    ----------
    P : array_like, shape (n_features, n_features), optional
        Orthogonal projection: ``P @ P == P == P.T``. Default the identity, ordinary least squares.

    Attributes
    ----------
    coef_ : ndarray, shape (n_features,)
        :math:`(\Phi P)^\dagger y`.
    intercept_ : float
        0.

    Notes
    -----
    The rows of ``X`` are the basis functions at a sample; there is no intercept beside them.
    Cost: O(n m min(n, m)) time, O(n m) memory. Source: Sugiyama (2016), Section 23.1.
    """

    def __init__(self, P=None):
        self.P = P

    def _solve(self, Phi, y):
        if self.P is None:
            return shortest_solution(Phi, y)
        P = check_array(self.P, "P", shape=(Phi.shape[1], Phi.shape[1]))
        if not (np.allclose(P, P.T, atol=1e-9) and np.allclose(P @ P, P, atol=1e-9)):
            raise ValueError("P must be an orthogonal projection: P @ P == P == P.T")
        return np.linalg.lstsq(Phi @ P, y, rcond=None)[0]  # the pseudo-inverse, applied


class Ridge(LinearRegressor):
    r"""Least squares penalised by :math:`\frac\lambda2\|w\|^2` (23.2), or by a matrix.

    Parameters
    ----------
    lam : float
        Penalty, not negative; 0 is least squares.
    G : array_like, shape (n_features, n_features), optional
        Regularization matrix of :math:`\frac\lambda2w^\top Gw`; default the identity.
    fit_intercept : bool
        Add a free constant that is not penalised. The book has none beside its basis.

    Attributes
    ----------
    coef_ : ndarray, shape (n_features,)
    intercept_ : float

    Notes
    -----
    The rows of ``X`` are the basis functions at a sample.
    Cost: one Cholesky factor of the smaller of the two Gram matrices, O(n m min(n, m)) time and
    O(n m + min(n, m)^2) memory; for small ``lam`` a decomposition, because the Gram matrix has the
    square of the condition number.
    Source: Sugiyama (2016), (23.3) and the end of Section 23.2.
    """

    def __init__(self, lam=1.0, G=None, *, fit_intercept=True):
        self.lam = lam
        self.G = G
        self.fit_intercept = fit_intercept

    def _solve(self, Phi, y):
        lam = check_real(self.lam, "lam", low=0)
        if self.G is not None:
            return generalized_ridge(Phi, y, lam, self.G)
        if lam == 0:
            return shortest_solution(Phi, y)
        if lam <= 1e-8 * np.sum(Phi**2):  # the Gram matrix would lose half of the digits
            return DesignSVD.of(Phi).coefficients(y, lam)
        if Phi.shape[0] >= Phi.shape[1]:
            return _shifted_solve(Phi.T @ Phi, lam, Phi.T @ y)
        # Phi' (Phi Phi' + lam I)^-1 y: the same by the push-through identity
        return Phi.T @ _shifted_solve(Phi @ Phi.T, lam, y)


def _shifted_solve(A, lam, b):
    """Solve ``(A + lam I) x = b`` with a positive definite left side, overwriting ``A``."""
    A[np.diag_indices_from(A)] += lam
    return cho_solve(cho_factor(A, lower=True, overwrite_a=True, check_finite=False), b)


def kernel_weights(K, Y, lam):
    """``(K^2 + lam I)^-1 K Y``, the weights of the kernels, for one right side or many.

    k / (k^2 + lam) is the real part of 1 / (k + i sqrt(lam)), which does not square the condition
    number. Least squares where ``lam`` is lost in the rounding of ``K``.
    """
    shift = np.sqrt(lam)
    if shift < 1e-14 * len(K):
        return np.linalg.lstsq(K, Y, rcond=None)[0]
    A = K + np.diag(np.full(len(K), 1j * shift))
    return solve(A, Y, assume_a="sym", check_finite=False).real  # symmetric, not Hermitian


class KernelLeastSquares(RegressorMixin, BaseEstimator):
    r"""Constrained least squares with a Gaussian kernel at every training sample.

    Parameters
    ----------
    sigma : float
        Bandwidth of :math:`\exp(-\|x-c\|^2/(2\sigma^2))`, in the units of ``X``.
    lam : float
        Penalty, not negative; 0 is least squares.
    G : {"I", "K"}
        The penalty is :math:`\frac\lambda2\alpha^\top G\alpha`: ``"I"`` is the book's model,
        ``"K"`` is kernel ridge regression, whose penalty is the norm of the function.

    Attributes
    ----------
    dual_coef_ : ndarray, shape (n_samples,)
        The weights :math:`\alpha` of the kernels.
    X_fit_ : ndarray, shape (n_samples, n_features)
        The centres.

    Notes
    -----
    Cost: O(n^3) time, O(n^2) memory (20 GB at 50,000 samples). For ``"I"``,
    :math:`(K^2+\lambda I)^{-1}Ky` is the real part of :math:`(K+i\sqrt\lambda I)^{-1}y`, which
    does not square the condition number.
    Source: Sugiyama (2016), Fig. 23.6 and the end of Section 23.2.
    """

    def __init__(self, sigma=1.0, lam=0.1, G="I"):
        self.sigma = sigma
        self.lam = lam
        self.G = G

    def fit(self, X, y, sample_weight=None):
        """Fit to inputs, outputs and weights of the samples.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the squared errors, not negative. A whole number is that many copies of the
            sample, and of its kernel, whose weights add up.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        weights = check_weights(sample_weight, len(y))
        sigma = check_real(self.sigma, "sigma", low=0, open_low=True)
        lam = check_real(self.lam, "lam", low=0)
        check_in(self.G, "G", ("I", "K"))
        K = rbf_kernel(X, sigma=sigma)
        if weights is not None:  # m copies have m^(1/2) times the values of one in all products
            roots = np.sqrt(weights)
            K = roots[:, None] * K * roots
            y = roots * y
        if self.G == "K" and lam >= 1e-14 * len(K):
            coefficients = _shifted_solve(K, lam, y)
        else:
            coefficients = kernel_weights(K, y, 0.0 if self.G == "K" else lam)
        self.dual_coef_ = coefficients if weights is None else roots * coefficients
        self.X_fit_ = X
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return rbf_kernel(X, self.X_fit_, sigma=self.sigma) @ self.dual_coef_
