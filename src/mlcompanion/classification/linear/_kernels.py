"""Gaussian kernels as basis functions, for two classifiers."""

from mlcompanion.kernels import rbf_kernel

__all__ = ["gaussian_columns"]

_TINY = 1e-100  # products of smaller values are subnormal numbers, which are slow


def gaussian_columns(X, centers, sigma):
    """Kernel at every centre as a column; what is below 1e-100 is zero."""
    K = rbf_kernel(X, centers, sigma=sigma)
    K[K < _TINY] = 0.0
    return K
