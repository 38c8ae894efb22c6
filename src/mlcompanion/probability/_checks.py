"""Checks that several laws share: of masses, covariance matrices, points and numbers of draws."""

from numbers import Integral

import numpy as np

from mlcompanion._validation import check_array, check_count, check_square

__all__ = [
    "check_masses",
    "check_points",
    "check_size",
    "covariance_root",
    "own",
    "plain",
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
        If a mass is negative, the masses do not sum to 1 (to 1e-9, or to what rounding to single
        or half precision leaves), or the shape differs.
    """
    given = np.asarray(masses)
    masses = check_array(masses, name, min_rows=1, shape=shape, low=0)
    off = np.abs(masses.sum(axis=axis) - 1)
    if (off > _rounding(given)).any():
        total = np.ravel(masses.sum(axis=axis))[off.argmax()]
        raise ValueError(f"{name} must sum to 1, got {total:.9g}")
    return masses


def _rounding(masses):
    """How far from 1 rounded masses may sum: each is off by half an epsilon of itself."""
    return max(1e-9, np.finfo(masses.dtype).eps if masses.dtype.kind == "f" else 0.0)


def check_size(size):
    """``size`` as a tuple: one number or several, each at least 0."""
    sizes = size if isinstance(size, tuple) else (size,)
    return tuple(check_count(n, "size") for n in sizes)


def check_points(x):
    """``x`` as an array of floats; a point may be infinite, but not NaN."""
    return check_array(x, "x", finite=False)


def own(array):
    """A copy that nobody can write to: what a law keeps of an array that was given."""
    array = np.array(array)
    array.flags.writeable = False
    return array


def plain(value):
    """A checked number as Python's own: NumPy's small integers overflow, and its floats round."""
    return int(value) if isinstance(value, Integral) else float(value)


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
