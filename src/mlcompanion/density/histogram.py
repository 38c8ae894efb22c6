"""``Histogram``: the share of the samples in equal cells (Sugiyama 2016, section 16.1)."""

import math

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_real

from .protocol import DensityEstimator

__all__ = ["Histogram"]

LAST_NUMBER = 2.0**53  # beyond it whole numbers have gaps


class Histogram(DensityEstimator):
    r"""The share of the samples in a cell, divided by the cell's volume.

    .. math:: \hat p(x)=\frac{k}{n\,s^d},\qquad k=\text{number of samples in the cell of }x

    Parameters
    ----------
    width : float
        Edge s of the cells, in the units of ``X``.
    origin : float
        An edge of a cell, the same for every feature; cells are closed on the left.

    Attributes
    ----------
    cells_ : ndarray of int, shape (b, d)
        The occupied cells: cell c is [origin + c s, origin + (c + 1) s).
    counts_ : ndarray of int, shape (b,)
        Samples in each.
    n_params_ : int
        Free parameters, b - 1: the shares of the occupied cells sum to 1.

    Notes
    -----
    Cost O((n + m) d log(n + m)) for m points: empty cells, which are nearly all in many dimensions,
    cost nothing. The log-density there is minus infinity.

    Examples
    --------
    >>> model = Histogram(width=0.5).fit([[0.1], [0.2], [0.3], [0.9]])
    >>> np.exp(model.score_samples([[0.4], [0.6], [7.0]]))
    array([1.5, 0.5, 0. ])
    """

    def __init__(self, width=1.0, origin=0.0):
        self.width = width
        self.origin = origin

    def fit(self, X, y=None):
        """Count the samples in each cell.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``width`` is not positive, or so small that cells cannot be told apart by their
            numbers.
        """
        check_real(self.width, "width", low=0, open_low=True)
        check_real(self.origin, "origin")
        X = validate_data(self, X, dtype=float)
        cells = self._cells(X)
        if np.abs(cells).max() >= LAST_NUMBER:
            raise ValueError(
                f"width={self.width!r} is lost in rounding beside the distance of X from origin"
            )
        numbers = _numbered(cells)
        _, first = np.unique(numbers, return_index=True)
        self.cells_, self.counts_ = cells[first].astype(int), np.bincount(numbers)
        self.n_params_ = len(first) - 1
        return self

    def score_samples(self, X):
        """Return the log-density of each row of ``X``; minus infinity in an empty cell.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        b = len(self.cells_)
        # sorted together: equal cells of samples and points get one number
        numbers = _numbered(np.concatenate([self.cells_, self._cells(X)]))
        counts = np.zeros(numbers.max() + 1)
        counts[numbers[:b]] = self.counts_
        log_volume = X.shape[1] * math.log(self.width)
        with np.errstate(divide="ignore"):
            return np.log(counts[numbers[b:]] / self.counts_.sum()) - log_volume

    def _cells(self, X):
        with np.errstate(over="ignore"):  # a far point lies in an empty cell, whatever its number
            # numbers of cells, no array of them: most are empty
            cells = np.floor((X - self.origin) / self.width)
        return np.clip(cells, -LAST_NUMBER, LAST_NUMBER)


def _numbered(rows):
    """A number 0, 1, ... for each row, the same for equal rows."""
    order = np.lexsort(rows.T)
    is_new = np.diff(rows[order], axis=0).any(axis=1)
    numbers = np.empty(len(rows), dtype=int)
    numbers[order] = np.concatenate([[0], np.cumsum(is_new)])
    return numbers
