"""``GaussianDensity``: the normal density by maximum likelihood (Sugiyama 2016, section 12.1)."""

import math

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcompanion._validation import check_count, check_in, check_real, check_rng

from .protocol import DensityEstimator

__all__ = ["GaussianDensity"]


def _scaled_cholesky(S):
    """Lower Cholesky factor, refused by the correlations, so that no unit makes it singular."""
    sd = np.sqrt(np.diag(S))
    try:
        if not sd.all():
            raise np.linalg.LinAlgError
        L = cholesky(S / np.outer(sd, sd), lower=True)
        if np.diag(L).min() ** 2 <= len(S) * 1e-13:
            raise np.linalg.LinAlgError
    except np.linalg.LinAlgError:
        raise ValueError(
            "the covariance of X is singular: a feature is constant or a combination of others, or "
            'there are too few samples; give a positive ridge or covariance="diag"'
        ) from None
    return sd[:, None] * L


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
        self._factor = _scaled_cholesky(self.covariance_)
        return self

    def _whiten(self, centred):
        """Rows z with identity covariance: Sigma = L L', z = L^-1 (x - mu)."""
        if self.covariance == "full":
            return solve_triangular(self._factor, centred.T, lower=True).T
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
