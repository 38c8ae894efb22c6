"""Columns brought to one centre and one size before a search, and its answer brought back."""

from typing import NamedTuple

import numpy as np

__all__ = ["Columns"]

_ROUNDED = 64 * np.finfo(float).eps  # deviations below it, as a share of the size, are rounding


class Columns(NamedTuple):
    """Where each column has its origin, and its unit.

    Weights of columns in units of their own, and an intercept that moves with the origin, are the
    same model in other words; a search finds them in as many steps wherever the data lie.
    """

    origin: np.ndarray
    unit: np.ndarray

    @classmethod
    def of(cls, X, *, centred, ridge=0.0, weights=None):
        """The columns' means, or zero, and the root of mean square and ridge as the unit.

        With ``ridge``, the penalty of a weight over the curvature of the losses, the second
        derivatives of penalty and losses together have one size for every column. Weights of the
        rows, all positive, are those of the means.
        """
        origin = np.average(X, axis=0, weights=weights) if centred else np.zeros(X.shape[1])
        largest = abs(X).max(axis=0)
        largest[largest == 0] = 1.0
        deviation = (X - origin) / largest  # of size 1 at most: no square over- or underflows
        size = np.sqrt(np.average(np.square(deviation), axis=0, weights=weights))
        flat = size <= _ROUNDED
        size[flat] = 1.0  # a constant column has no size of its own
        unit = largest * size
        unit[~flat] = np.hypot(unit, np.sqrt(ridge))[~flat]
        return cls(origin, unit)

    def apply(self, X):
        """``X`` in these columns."""
        return (X - self.origin) / self.unit

    def to_data(self, coef, intercept):
        """Coefficients, shape (d, c), and intercepts of the data's own columns."""
        coef = coef / self.unit[:, None]
        return coef, intercept - self.origin @ coef

    def from_data(self, coef, intercept):
        """The way back, for a start."""
        return coef * self.unit[:, None], intercept + self.origin @ coef
