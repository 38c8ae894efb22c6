"""Positive-definite kernels: Gram matrices between the rows of two arrays."""

import numpy as np
from scipy.spatial.distance import cdist

from ._validation import check_array, check_in, check_real

__all__ = ["gram", "linear_kernel", "polynomial_kernel", "rbf_kernel"]


def _pair(X, Y):
    X = check_array(X, "X", ndim=2)
    return X, X if Y is None else check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)


def rbf_kernel(X, Y=None, *, sigma=1.0):
    r"""Gaussian kernel :math:`\exp(-\|x-y\|^2/(2\sigma^2))`.

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (m, d), optional
        Default ``X``.
    sigma : float
        Width, in the units of the data; positive.

    Returns
    -------
    ndarray, shape (n, m)
    """
    X, Y = _pair(X, Y)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return np.exp(cdist(X, Y, "sqeuclidean") / (-2 * sigma**2))


def linear_kernel(X, Y=None):
    """Inner products of the rows: shape (n, m)."""
    X, Y = _pair(X, Y)
    return X @ Y.T


def polynomial_kernel(X, Y=None, *, degree=3, coef0=0.0):
    r"""Polynomial kernel :math:`(\langle x,y\rangle + c_0)^{\text{degree}}`, shape (n, m)."""
    X, Y = _pair(X, Y)
    degree = check_real(degree, "degree", low=0, open_low=True)
    return (X @ Y.T + check_real(coef0, "coef0", low=0)) ** degree


def gram(X, Y=None, *, kernel="rbf", **parameters):
    """Gram matrix of a named kernel (``"rbf"``, ``"linear"``, ``"poly"``) or of a callable.

    Parameters
    ----------
    X, Y : array_like, shapes (n, d) and (m, d)
    kernel : str or callable
        A callable is called as ``kernel(X, Y, **parameters)``.
    **parameters
        Handed to the kernel.

    Returns
    -------
    ndarray, shape (n, m)
    """
    if callable(kernel):
        X, Y = _pair(X, Y)
        return kernel(X, Y, **parameters)
    named = {"rbf": rbf_kernel, "linear": linear_kernel, "poly": polynomial_kernel}
    return named[check_in(kernel, "kernel", named)](X, Y, **parameters)
