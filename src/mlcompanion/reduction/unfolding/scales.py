"""Columns in the units of a network: from 0 to 1 by their range, or of mean 0 and deviation 1.

The listings of Sugiyama (2016), Figs 36.10 and 36.14, begin by the range of each pixel.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._linear import column_means
from mlcompanion._validation import check_array

__all__ = []


class ColumnScale(NamedTuple):
    """Origin and unit of each column.

    Attributes
    ----------
    origin : ndarray, shape (d,)
    unit : ndarray, shape (d,)
        Positive; 1 for a constant column, which is then always zero.
    """

    origin: np.ndarray
    unit: np.ndarray

    def apply(self, X):
        """Rows in units of the network."""
        return (X - self.origin) / self.unit

    def invert(self, rows):
        """Rows in the units of the data."""
        return rows * self.unit + self.origin


def _scale(origin, unit):
    return ColumnScale(origin, np.where(unit > 0, unit, 1.0))


def range_scale(X, limits=None):
    """The scale that sends each column, or what lies between the limits, to [0, 1].

    Parameters
    ----------
    X : ndarray, shape (n, d)
    limits : (float, float), optional
        One range for all columns; default each column's own. Data outside are refused.
    """
    if limits is None:
        low = X.min(axis=0)
        return _scale(low, X.max(axis=0) - low)
    low, high = check_array(limits, "limits", shape=(2,))
    if not low < high:
        raise ValueError(f"limits must be two increasing numbers, got {limits!r}")
    check_array(X, "X", low=low, high=high)
    return _scale(np.full(X.shape[1], low), np.full(X.shape[1], high - low))


def deviation_scale(X):
    """The scale that gives each column mean 0 and standard deviation 1."""
    origin = column_means(X)
    deviation = np.sqrt(np.mean((X - origin) ** 2, axis=0))
    # of a constant column rounding leaves a deviation, which is no unit
    return _scale(origin, np.where(np.ptp(X, axis=0) > 0, deviation, 0.0))
