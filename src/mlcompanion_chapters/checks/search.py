"""Searches that share no code with the algorithms they check."""

import numpy as np

__all__ = ["maximizer", "supremum"]


def maximizer(function, low, high, n_steps=90):
    """Where a concave function on an interval is largest, elementwise, by golden sections.

    Parameters
    ----------
    function : callable
        Takes and returns arrays of the shape of ``low``.
    low, high : ndarray

    Returns
    -------
    ndarray
        Good to the root of the rounding error, since only values are compared.
    """
    low, high = (np.array(end, dtype=float) for end in np.broadcast_arrays(low, high))
    ratio = (np.sqrt(5) - 1) / 2
    for _ in range(n_steps):
        left = high - ratio * (high - low)
        right = low + ratio * (high - low)
        rising = function(left) < function(right)
        low = np.where(rising, left, low)
        high = np.where(rising, high, right)
    return (low + high) / 2


def supremum(function, low, high):
    """Largest value of a concave function on an interval, elementwise, as :func:`maximizer`."""
    return function(maximizer(function, low, high))
