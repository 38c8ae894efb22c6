"""Checks that several laws share: of masses, covariance matrices, points and numbers of draws."""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_square

__all__ = [
    "check_masses",
    "check_points",
    "check_size",
    "covariance_root",
    "ends",
    "everywhere",
    "least",
]


def check_masses(masses, name, shape=(None,), axis=None):
    """Return masses that are not negative and sum to 1, or say what is wrong with them.

    Parameters
    ----------
    masses : array_like
    name : str
    shape : tuple of (int or None), optional
        Required shape, by default one axis; ``None`` stands for any length.
    axis : int, optional
        The axis along which they sum to 1, by default all of them together.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        If a mass is negative, the masses do not sum to 1 (to 1e-9), or the shape differs.
    """
    masses = check_array(masses, name, min_rows=1, shape=shape, low=0)
    off = np.abs(masses.sum(axis=axis) - 1)
    if (off > 1e-9).any():
        total = masses.sum(axis=axis).flat[off.argmax()] if axis is not None else masses.sum()
        raise ValueError(f"{name} must sum to 1, got {total:.9g}")
    return masses


def check_size(size):
    """``size`` as a tuple: one number or several, each at least 0."""
    if type(size) is int and size >= 0:
        return (size,)
    sizes = size if isinstance(size, tuple) else (size,)
    return tuple(check_count(n, "size") for n in sizes)


def ends(x):
    """Least and greatest entry; of nothing, infinity and minus infinity.

    On few entries it is a third of the price of ``min`` and ``max``, which is most of a short call.
    """
    if x.size == 0:
        return np.inf, -np.inf
    flat = x.ravel()
    return flat[flat.argmin()], flat[flat.argmax()]


def check_points(x):
    """``x`` as a finite array, and its ends; if these of an array of floats are finite, all is."""
    if type(x) is np.ndarray and x.dtype == np.float64:
        low, high = ends(x)  # NaN if there is one
        if -np.inf < low <= high < np.inf:
            return x, low, high
    x = check_array(x, "x")
    return x, *ends(x)


def least(x):
    """The least entry; of nothing, infinity."""
    return x.item(x.argmin()) if x.size else np.inf


def everywhere(condition):
    """Whether all of a Boolean array is true, at a fraction of the price of ``all``."""
    return np.count_nonzero(condition) == condition.size


def covariance_root(covariance, name, size=None):
    """Return a covariance matrix and its lower Cholesky factor, or say what is wrong with it.

    Parameters
    ----------
    covariance : array_like, shape (d, d)
    name : str
    size : int, optional
        Required number d of rows.

    Returns
    -------
    covariance, root : ndarray, shape (d, d)
        ``root @ root.T`` is the covariance.

    Raises
    ------
    ValueError
        If it is not square, symmetric (to 1e-8 of its largest entry) and positive definite.
    """
    covariance = check_square(covariance, name, size=size, symmetric=True)
    try:
        return covariance, np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError as error:
        raise ValueError(f"{name} must be positive definite") from error
