"""What kernel machines share: the kernel, and for two classes scores as sums of kernels."""

import warnings

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._linear import power_of_two
from mlcompanion._validation import check_real, check_square
from mlcompanion.kernels import gram

__all__ = ["KernelEstimator", "KernelMachine"]


def scaled_width(X):
    r"""Width with :math:`2\sigma^2` = features times the variance of all entries; 1 without any."""
    unit = power_of_two(np.abs(X).max(initial=0.0))  # squares neither overflow nor vanish
    spread = unit * (X / unit).std()
    return float(np.sqrt(X.shape[1] / 2) * spread) or 1.0


class KernelEstimator(BaseEstimator):
    """Parameters ``kernel`` and those of kernels."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def _kernel(self):
        """The arguments of :func:`mlcompanion.kernels.gram`."""
        own = {"rbf": ("sigma",), "poly": ("degree", "coef0")}
        names = own.get(self.kernel, ()) if isinstance(self.kernel, str) else ()
        given = {name: getattr(self, name) for name in names}
        if "sigma" in given:
            given["sigma"] = self.sigma_
        return {"kernel": self.kernel, **given}

    def _find_width(self, X):
        """Set the width of "rbf", as told or as scikit-learn scales it."""
        if not (isinstance(self.kernel, str) and self.kernel == "rbf"):
            return
        if isinstance(self.sigma, str) and self.sigma == "scale":
            self.sigma_ = scaled_width(X)
        else:
            self.sigma_ = check_real(self.sigma, "sigma", low=0, open_low=True)

    def _warn_unless(self, converged):
        if not converged:
            name = type(self).__name__
            warnings.warn(f"{name} stopped before tol was met", ConvergenceWarning, stacklevel=3)


class KernelMachine(BinaryClassifierMixin, KernelEstimator):
    r"""Scores :math:`f(x)=\sum_j\theta_jK(x,x_j)+b` of two classes."""

    def _begin(self, X, y, *, with_kernel=True):
        """Checked rows, signs, and the Gram matrix of the training data or None."""
        own = self.kernel == "precomputed"
        X, y = validate_data(self, X, y, dtype=float, ensure_all_finite=not own)
        self._two_classes(y)
        if own:
            return X, self._signs(y), check_square(X, "X", symmetric=True)
        self._find_width(X)
        # with an intercept, linear scores are free of the origin: near it products keep digits
        centred = self.kernel == "linear" and getattr(self, "fit_intercept", False)
        self._origin = X.mean(axis=0) if centred else np.zeros(X.shape[1])
        K = None
        if with_kernel:
            rows = X - self._origin if centred else X
            K = gram(rows, **self._kernel())
        if callable(self.kernel):
            check_square(K, "kernel", size=len(X), symmetric=True)
        return X, self._signs(y), K

    def _keep(self, X, theta, intercept, where):
        """Remember the terms of the sum that do not vanish."""
        self.support_ = where
        self.dual_coef_ = theta[where]
        self.intercept_ = intercept
        if self.kernel != "precomputed":
            self.support_vectors_ = X[where]
        if self.kernel == "linear":
            # one vector: a prediction costs O(d), whatever the number of support vectors
            self.coef_ = self.dual_coef_ @ (self.support_vectors_ - self._origin)
            self.intercept_ = intercept - self.coef_ @ self._origin

    def decision_function(self, X):
        """Scores f(x), shape (n_samples,); the second class where they are positive."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        if self.kernel == "precomputed":
            return X[:, self.support_] @ self.dual_coef_ + self.intercept_
        if self.kernel == "linear":
            return X @ self.coef_ + self.intercept_
        if not len(self.support_):
            return np.full(len(X), float(self.intercept_))
        return gram(X, self.support_vectors_, **self._kernel()) @ self.dual_coef_ + self.intercept_


def signed(K, y, ridge=0.0):
    """The matrix of the dual: products of labels times kernels, and a ridge on the diagonal."""
    Q = K * y  # one n by n array; the second sign goes in place
    Q *= y[:, None]
    if ridge:
        Q[np.diag_indices(len(Q))] += ridge
    return Q
