"""``GaussianDensity``: the normal density by maximum likelihood (Sugiyama 2016, section 12.1).

Its derivatives in the parameters, for information matrices (section 13.3) and for the Takeuchi
criterion (section 14.3), are written once for all three kinds: the covariance is a combination of
fixed symmetric matrices E_a, one a free parameter.
"""

import math

import numpy as np
from scipy.linalg import cho_solve
from scipy.linalg.blas import dtrsm
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_in, check_real, check_rng
from mlcompanion.linalg.factor import scaled_cholesky

from .protocol import DensityEstimator

__all__ = ["GaussianDensity"]


def _factor(S):
    try:
        return scaled_cholesky(S)
    except np.linalg.LinAlgError:
        raise ValueError(
            "the covariance of X is singular: a feature is constant or a combination of others, or "
            'there are too few samples; give a positive ridge or covariance="diag"'
        ) from None


class GaussianDensity(DensityEstimator):
    r"""Normal density with the mean and covariance that make the samples most likely.

    .. math:: \hat\mu=\frac1n\sum_i x_i,\qquad
        \hat\Sigma=\frac1n\sum_i(x_i-\hat\mu)(x_i-\hat\mu)^\top+\text{ridge}\cdot I

    Parameters
    ----------
    covariance : {"full", "diag", "spherical"}
        The covariance matrix itself (12.2), its diagonal (12.3) or one variance for all features
        (12.4).
    ridge : float
        Added to the variances, in the squared units of ``X``; 0 is maximum likelihood.

    Attributes
    ----------
    mean_ : ndarray, shape (d,)
    covariance_ : ndarray, shape (d, d)
    n_params_ : int
        d + d (d + 1) / 2 (full), 2 d (diag) or d + 1 (spherical).

    Notes
    -----
    Cost of ``fit``: O(n d^2 + d^3) for a full covariance, else O(n d); of ``score_samples``:
    O(m d^2) or O(m d).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]])
    >>> GaussianDensity().fit(X).score_samples([[1.0, 1.0]]).round(4)
    array([-1.8379])
    """

    def __init__(self, covariance="full", ridge=0.0):
        self.covariance = covariance
        self.ridge = ridge

    def fit(self, X, y=None):
        """Estimate mean and covariance.

        Parameters
        ----------
        X : array_like, shape (n, d)
            At least 2 samples, d + 1 for a full covariance without ridge.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix, has too few samples, or its covariance is singular
            while ``ridge`` is 0.
        """
        kind = check_in(self.covariance, "covariance", ("full", "diag", "spherical"))
        ridge = check_real(self.ridge, "ridge", low=0)
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        n, d = X.shape
        if kind == "full" and ridge == 0 and n <= d:
            raise ValueError(
                f"X must have at least {d + 1} samples for a full covariance of {d} features, "
                f"got n_samples = {n}; give a positive ridge or covariance='diag'"
            )
        self.mean_ = X.mean(axis=0)
        centred = X - self.mean_
        if kind == "full":
            self.covariance_ = centred.T @ centred / n + ridge * np.eye(d)
            self.n_params_ = d + d * (d + 1) // 2
        else:
            variances = (centred**2).mean(axis=0)
            if kind == "spherical":
                variances = np.full(d, variances.mean())
            self.covariance_ = np.diag(variances + ridge)
            self.n_params_ = 2 * d if kind == "diag" else d + 1
        self._factor = _factor(self.covariance_)
        return self

    def _whiten(self, centred):
        """Rows z with identity covariance: Sigma = L L', z = L^-1 (x - mu); ``centred`` is lost."""
        if self.covariance == "full":
            # a triangular solve in place: no inverse, and no copy of the samples
            return dtrsm(1.0, self._factor, centred.T, lower=True, overwrite_b=True).T
        return centred / np.diag(self._factor)

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
        z = self._whiten(X - self.mean_)
        log_norm = 0.5 * X.shape[1] * math.log(2 * math.pi) + np.log(np.diag(self._factor)).sum()
        return -0.5 * np.einsum("ij,ij->i", z, z) - log_norm

    def sample(self, n_samples=1, random_state=None):
        """Draw rows from the fitted density.

        Parameters
        ----------
        n_samples : int
        random_state : int, Generator, RandomState or None

        Returns
        -------
        ndarray, shape (n_samples, d)
        """
        check_is_fitted(self)
        n = check_count(n_samples, "n_samples", low=1)
        normal = check_rng(random_state).normal(size=(n, len(self.mean_)))
        return self.mean_ + normal @ self._factor.T

    def _free(self, A):
        """The inner products of symmetric matrices A, shape (..., d, d), with every E_a."""
        if self.covariance == "spherical":
            return np.trace(A, axis1=-2, axis2=-1)[..., None]
        if self.covariance == "diag":
            return np.diagonal(A, axis1=-2, axis2=-1)
        row, column = np.tril_indices(A.shape[-1])
        # an E_a off the diagonal has two ones: both entries of a symmetric A count
        return A[..., row, column] * np.where(row == column, 1, 2)

    def _bases(self):
        """The matrices E_a with Sigma = sum_a theta_a E_a; shape (k, d, d)."""
        unit = np.eye(len(self.mean_))
        if self.covariance == "spherical":
            return unit[None]
        if self.covariance == "diag":
            return unit[:, :, None] * unit[:, None, :]
        row, column = np.tril_indices(len(unit))
        one_sided = unit[row][:, :, None] * unit[column][:, None, :]
        return np.maximum(one_sided, one_sided.transpose(0, 2, 1))

    def _pulls(self, X):
        """Rows u = Sigma^-1 (x - mu)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return cho_solve((self._factor, True), (X - self.mean_).T).T

    def score_matrix(self, X):
        r"""Return the gradient of the log-density in the parameters, one row a sample.

        .. math:: \partial_\mu\log q=u,\qquad\partial_{\theta_a}\log q
            =\tfrac12(u^\top E_au-\operatorname{tr}\Sigma^{-1}E_a),\qquad u=\Sigma^{-1}(x-\mu)

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m, n_params_)
            Columns: the mean; then the lower triangle of the covariance, row by row (full), the
            variances (diag), or the one variance (spherical).

        Notes
        -----
        Cost: O(m d^2). Source: Sugiyama (2016), Eq. (13.4) and section 14.3.
        """
        u = self._pulls(X)
        P = cho_solve((self._factor, True), np.eye(len(self.mean_)))
        in_covariance = 0.5 * self._free(u[:, :, None] * u[:, None, :] - P)
        return np.column_stack([u, in_covariance])

    def hessian(self, X):
        r"""Return the second derivatives of the log-density, averaged over the rows of ``X``.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (n_params_, n_params_)
            In the order of :meth:`score_matrix`; symmetric, at the training samples negative
            definite.

        Notes
        -----
        Cost: O(m d^2 + d^5) for a full covariance. Source: Sugiyama (2016), section 14.3, where
        minus this matrix is called G.
        """
        u = self._pulls(X)
        P = cho_solve((self._factor, True), np.eye(len(self.mean_)))
        mean = u.mean(axis=0)
        M = u.T @ u / len(u)
        E = self._bases()
        # d Sigma^-1 = -Sigma^-1 E_a Sigma^-1, so u turns by -Sigma^-1 E_a u
        crossed = -P @ E @ mean  # the slope of u in theta_a, a row each
        bent = M @ E @ P
        corner = 0.5 * self._free(P @ E @ P - bent - bent.transpose(0, 2, 1))
        return np.block([[-P, crossed.T], [crossed, corner]])
