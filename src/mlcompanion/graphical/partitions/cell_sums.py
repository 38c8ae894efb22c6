"""What a leaf model needs to know of a cell: how many rows, their sum, and their products.

Means, covariances, counts of single symbols and of pairs (of columns coded 0 and 1) all follow from
these three, and those of a cell are those of its two halves, added.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array

from .dyadic import dyadic_places

__all__ = ["CellSums", "CoveredRows", "cell_sums"]


class CellSums(NamedTuple):
    """Sums over the rows of a cell.

    Attributes
    ----------
    n : int
        Number of rows.
    total : ndarray, shape (q,)
        Their sum.
    products : ndarray, shape (q, q)
        Sum of their outer products.
    """

    n: int
    total: np.ndarray
    products: np.ndarray

    def mean(self):
        """Mean of the rows."""
        return self.total / self.n

    def covariance(self, around=None):
        """Mean outer product of the rows, less their own mean, or less ``around``."""
        mean = self.total / self.n
        own = self.products / self.n - np.outer(mean, mean)
        if around is None:
            return own
        off = mean - around
        return own + np.outer(off, off)  # about another point: plus the square of the shift


def cell_sums(Z):
    """Sums over the rows of a table.

    Parameters
    ----------
    Z : array_like, shape (n, q)

    Returns
    -------
    CellSums

    Examples
    --------
    >>> cell_sums([[1, 0], [1, 1]]).products.tolist()
    [[2.0, 1.0], [1.0, 1.0]]
    """
    Z = check_array(Z, "Z", ndim=2, min_rows=1)
    return CellSums(len(Z), Z.sum(axis=0), Z.T @ Z)


class CoveredRows:
    """Rows of responses with the places of their covariates, cut again and again.

    Parameters
    ----------
    X : ndarray, shape (n, d)
        Covariates in the unit cube.
    Z : ndarray, shape (n, q)
        What is summed.
    level : int
        The finest halving of a side.
    """

    def __init__(self, X, Z, level):
        self.places = dyadic_places(X, level)
        self.Z = np.ascontiguousarray(Z)
        self.level = level

    def sums(self, rows):
        """Sums over some rows, by their numbers."""
        Z = self.Z[rows]
        return CellSums(len(Z), Z.sum(axis=0), Z.T @ Z)

    def in_left(self, rows, k, level):
        """Which rows of a cell, cut ``level`` times along ``k`` so far, lie in its left half."""
        return (self.places[rows, k] >> (self.level - 1 - level)) & 1 == 0
