"""The linear-Gaussian model of binary features with the weights integrated out.

X given Z and A is N(Z A, sigma_x^2 I), A_kd is N(0, sigma_a^2): Griffiths and Ghahramani
(JMLR 12, 2011), section 5.1, Eq. 20 to 26.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

from .indian_buffet import check_binary

__all__ = ["log_marginal_likelihood", "posterior_mean_features"]


def _check(X, Z, sigma_x, sigma_a):
    X = check_array(X, "X", ndim=2, min_rows=1)
    Z = check_binary(Z)
    if len(Z) != len(X):
        raise ValueError(f"Z must have the {len(X)} rows of X, got shape {Z.shape}")
    sigma_x = check_real(sigma_x, "sigma_x", low=0, open_low=True)
    return X, Z.astype(float), sigma_x, check_real(sigma_a, "sigma_a", low=0, open_low=True)


def log_marginal_likelihood(X, Z, sigma_x, sigma_a):
    """Log density of the data given the binary matrix (Eq. 21 and 26).

    Parameters
    ----------
    X : array_like, shape (n, D)
    Z : array_like of 0 and 1, shape (n, K)
        Empty columns do not change the value (Eq. 25).
    sigma_x, sigma_a : float
        Standard deviations of the noise and of the features.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        On mismatched rows, a matrix that is not binary, or a scale that is not positive.

    Notes
    -----
    Cost O(n K^2 + K^3 + n K D).
    """
    X, Z, sigma_x, sigma_a = _check(X, Z, sigma_x, sigma_a)
    (n, d), k = X.shape, Z.shape[1]
    precision = Z.T @ Z + (sigma_x / sigma_a) ** 2 * np.eye(k)
    projected = Z.T @ X
    # Woodbury: K by K in place of the rows' own n by n covariance
    explained = np.sum(projected * np.linalg.solve(precision, projected)) if k else 0.0
    log_det = np.linalg.slogdet(precision)[1]
    scales = n * d * np.log(2 * np.pi) / 2 + (n - k) * d * np.log(sigma_x) + k * d * np.log(sigma_a)
    return float(-scales - d * log_det / 2 - (np.sum(X**2) - explained) / (2 * sigma_x**2))


def posterior_mean_features(X, Z, sigma_x, sigma_a):
    """Posterior mean of the features, (Z'Z + (sigma_x/sigma_a)^2 I)^-1 Z'X, shape (K, D)."""
    X, Z, sigma_x, sigma_a = _check(X, Z, sigma_x, sigma_a)
    precision = Z.T @ Z + (sigma_x / sigma_a) ** 2 * np.eye(Z.shape[1])
    return np.linalg.solve(precision, Z.T @ X)
