r"""Principal axes of a cloud of points: coordinates along them, and distances measured by them.

The Mahalanobis distance as a sum over eigenvectors (Sugiyama 2016, section 12.3 and Fig. 12.7), and
the projection on the leading ones.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_square

__all__ = ["mahalanobis_terms", "pca_project"]


def mahalanobis_terms(X, mean, covariance):
    r"""Squared Mahalanobis distances, split into what each principal axis adds.

    .. math:: (x-\mu)^\top\Sigma^{-1}(x-\mu)=\sum_{j=1}^d\frac{(\phi_j^\top(x-\mu))^2}{\lambda_j}

    Parameters
    ----------
    X : array_like, shape (n, d)
    mean : array_like, shape (d,)
    covariance : array_like, shape (d, d)
        Symmetric and positive definite.

    Returns
    -------
    ndarray, shape (n, d)
        Column j belongs to the eigenvector of the j-th largest eigenvalue; a row sums to the
        squared distance.

    Raises
    ------
    ValueError
        If the covariance is not symmetric and positive definite, or the shapes do not match.

    Notes
    -----
    Cost: O(d^3 + n d^2). The sum alone is cheaper by a Cholesky factor:
    ``probability.MultivariateNormal.mahalanobis``. Source: Sugiyama (2016), section 12.3.

    Examples
    --------
    >>> mahalanobis_terms([[2.0, 3.0]], [0.0, 0.0], [[1.0, 0.0], [0.0, 9.0]])
    array([[1., 4.]])
    """
    mean = check_array(mean, "mean", ndim=1, min_rows=1)
    X = check_array(X, "X", shape=(None, len(mean)), min_rows=1)
    covariance = check_square(covariance, "covariance", size=len(mean), symmetric=True)
    values, axes = np.linalg.eigh(covariance)
    if values[0] <= 1e-15 * values[-1]:
        raise ValueError("covariance must be positive definite")
    # eigh ascends; axes are told from the largest variance down
    lengths = (X - mean) @ axes[:, ::-1]  # of the projections on the axes
    return lengths**2 / values[::-1]


def pca_project(X, n_components, new=None):
    """Coordinates along the principal axes of ``X``, those with the largest variances.

    Parameters
    ----------
    X : array_like, shape (n, d)
        The cloud whose mean and axes are taken.
    n_components : int
        Number k of axes, at most d.
    new : array_like, shape (m, d), optional
        The points to project; ``X`` itself by default.

    Returns
    -------
    ndarray, shape (m, k)
        An axis points to where its largest entry in absolute value is positive.

    Raises
    ------
    ValueError
        If there are fewer features than components, or the features differ.

    Notes
    -----
    Cost: O(n d^2 + d^3), from the eigenvectors of the d by d scatter.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    n_components = check_count(n_components, "n_components", low=1, high=X.shape[1])
    new = X if new is None else check_array(new, "new", shape=(None, X.shape[1]))
    mean = X.mean(axis=0)
    axes = np.linalg.eigh((X - mean).T @ (X - mean))[1][:, : -n_components - 1 : -1]
    # an eigenvector's sign is arbitrary: the largest entry is made positive, on any machine
    largest = abs(axes).argmax(axis=0)
    axes *= np.sign(axes[largest, np.arange(n_components)])
    return (new - mean) @ axes
