r"""The log-likelihood of a Gaussian model and its slopes (Sugiyama 2016, section 12.2)."""

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from mlcompanion._validation import check_array, check_square

__all__ = ["gaussian_gradients", "gaussian_log_likelihood"]


def gaussian_log_likelihood(X, mean, covariance):
    r"""Sum of the log-densities of the rows of ``X``.

    .. math:: -\frac n2\bigl(d\log2\pi+\log\det\Sigma\bigr)
              -\frac12\sum_i(x_i-\mu)^\top\Sigma^{-1}(x_i-\mu)

    Parameters
    ----------
    X : array_like, shape (n, d)
    mean : array_like, shape (d,)
    covariance : array_like, shape (d, d)
        Symmetric and positive definite.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the covariance is not symmetric and positive definite, or the shapes do not match.
    """
    centred, factor = _checked(X, mean, covariance)
    n, d = centred.shape
    log_det = 2 * np.log(np.diag(factor[0])).sum()
    # the quadratic forms of all samples through the factor: the inverse is never formed
    squares = np.sum(centred * cho_solve(factor, centred.T).T)
    return float(-0.5 * (n * (d * np.log(2 * np.pi) + log_det) + squares))


def gaussian_gradients(X, mean, covariance):
    r"""Derivatives of the log-likelihood in the mean and in the covariance.

    .. math:: \frac{\partial\log L}{\partial\mu}=\Sigma^{-1}\sum_i(x_i-\mu),\qquad
              \frac{\partial\log L}{\partial\Sigma}=-\frac n2\Sigma^{-1}
              +\frac12\Sigma^{-1}\Bigl(\sum_i(x_i-\mu)(x_i-\mu)^\top\Bigr)\Sigma^{-1}

    Parameters
    ----------
    X : array_like, shape (n, d)
    mean : array_like, shape (d,)
    covariance : array_like, shape (d, d)
        Symmetric and positive definite.

    Returns
    -------
    in_mean : ndarray, shape (d,)
    in_covariance : ndarray, shape (d, d)
        Entry by entry, as if an entry could move without its mirror image: if both move together,
        an entry off the diagonal counts twice.

    Raises
    ------
    ValueError
        If the covariance is not symmetric and positive definite, or the shapes do not match.

    Notes
    -----
    Cost: O(n d^2 + d^3). Both vanish at the sample mean and the sample covariance with divisor n.
    Source: Sugiyama (2016), section 12.2, with the lost minus sign put back.
    """
    centred, factor = _checked(X, mean, covariance)
    pulls = cho_solve(factor, centred.T)  # Sigma^-1 (x_i - mu), a column a sample
    precision = cho_solve(factor, np.eye(centred.shape[1]))
    return pulls.sum(axis=1), 0.5 * (pulls @ pulls.T - len(centred) * precision)


def _checked(X, mean, covariance):
    """The samples from the mean, and a Cholesky factor of the covariance."""
    mean = check_array(mean, "mean", ndim=1, min_rows=1)
    X = check_array(X, "X", shape=(None, len(mean)), min_rows=1)
    covariance = check_square(covariance, "covariance", size=len(mean), symmetric=True)
    try:
        return X - mean, cho_factor(covariance, lower=True)
    except np.linalg.LinAlgError as error:
        raise ValueError("covariance must be positive definite") from error
