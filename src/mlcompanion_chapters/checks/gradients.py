"""Derivatives by differences, to hold the formulas against."""

import numpy as np

__all__ = ["numerical_gradient"]


def numerical_gradient(function, at, step=1e-5):
    """Central differences in every entry of one array; two evaluations an entry.

    Parameters
    ----------
    function : callable
        Of an array like ``at``; its values are numbers or arrays.
    at : array_like
    step : float
        Half the distance of the two places, in the units of ``at``.

    Returns
    -------
    ndarray, shape ``at.shape + value.shape``
    """
    at = np.asarray(at, dtype=float)
    moves = step * np.eye(at.size).reshape(-1, *at.shape)
    slopes = np.array([(function(at + move) - function(at - move)) / (2 * step) for move in moves])
    return slopes.reshape(at.shape + slopes.shape[1:])
