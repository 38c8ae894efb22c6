"""Largest-coordinate distances by sorted searches: McAuley and Caetano (2011), Algorithm 7.

``max_i |a_i - b_i|`` is the larger of two maxima of sums, of a and -b and of b and -a; the
absolute value itself keeps no order (Equation 2).
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_flag

from .rows import empty_found, search_all, search_rows, sorted_lists, sorted_rows

__all__ = ["DistanceTable", "LInfNeighbors", "linf_distances"]


class DistanceTable(NamedTuple):
    """Distances between all pairs of points.

    Attributes
    ----------
    values : ndarray, shape (M, M)
    n_products : int
        How many differences were formed, two for each step of each search.
    """

    values: np.ndarray
    n_products: int


@njit
def all_pairs(rows, lists, found, early):
    """Each list against the rows of all other points; returns the number of differences."""
    n = rows.across.shape[1]
    n_products = 0
    live = np.empty(n - 1, dtype=np.int32)
    for which in range(n):
        # a point against itself has opposite orders, the worst case, and no question
        # all points but the list's own
        for q in range(n - 1):
            live[q] = q + (q >= which)
        n_products += search_rows(rows, lists, which, live, found, False, early)
    return n_products


def linf_distances(A, *, early_stop=False):
    """Largest-coordinate distances between all pairs of points (Algorithm 7).

    Parameters
    ----------
    A : array_like, shape (M, N)
        One point a row.
    early_stop : bool

    Returns
    -------
    DistanceTable

    Notes
    -----
    Expected O(M N log N + M^2 sqrt(N)) if the orders are independent, against M^2 N; two searches a
    pair. 40 M N bytes beside the distances.

    Examples
    --------
    >>> linf_distances([[0.0, 0.0], [3.0, -4.0]]).values.tolist()
    [[0.0, 4.0], [4.0, 0.0]]
    """
    A = check_array(A, "A", ndim=2, min_rows=1)
    if not A.shape[1]:
        raise ValueError(f"A needs at least one column, got shape {A.shape}")
    early_stop = check_flag(early_stop, "early_stop")
    found = empty_found(len(A), len(A))
    n_products = all_pairs(sorted_rows(-A), sorted_lists(A), found, early_stop)
    # max(a - b) over coordinates, both ways round: the larger is the largest |a - b|
    values = np.maximum(found.top, found.top.T)
    np.fill_diagonal(values, 0.0)
    return DistanceTable(values, n_products)


class LInfNeighbors(BaseEstimator):
    """Nearest points by largest-coordinate distance, from lists sorted beforehand (section 7.5.3).

    Parameters
    ----------
    n_neighbors : int
    early_stop : bool
        See :class:`TropicalMatrix`.

    Attributes
    ----------
    n_features_in_ : int
    n_products_ : int
        Differences formed in the last call of :meth:`kneighbors`.

    Notes
    -----
    ``fit`` O(M N log N) time and 40 M N bytes for M points; a query expected
    O(N log N + M sqrt(N)) if orders are independent, against M N.

    Examples
    --------
    >>> model = LInfNeighbors(n_neighbors=1).fit([[0.0, 0.0], [3.0, 3.0]])
    >>> distances, indices = model.kneighbors([[2.0, 1.5]])
    >>> distances.tolist(), indices.tolist()
    ([[1.5]], [[1]])
    """

    def __init__(self, n_neighbors=5, early_stop=False):
        self.n_neighbors = n_neighbors
        self.early_stop = early_stop

    def fit(self, X, y=None):
        """Sort the coordinates of each point.

        Parameters
        ----------
        X : array_like, shape (M, N)
        y : None
            There for the protocol.

        Returns
        -------
        LInfNeighbors
        """
        check_count(self.n_neighbors, "n_neighbors", low=1)
        check_flag(self.early_stop, "early_stop")
        X = validate_data(self, X, dtype=float)
        self._above = sorted_rows(X)
        self._below = sorted_rows(-X)
        self.n_products_ = 0
        return self

    def kneighbors(self, X):
        """Distances and indices of the nearest points, nearest first, ties by index.

        Parameters
        ----------
        X : array_like, shape (n, N)

        Returns
        -------
        (ndarray, ndarray of int), shape (n, n_neighbors)
        """
        distances = self.distances(X)
        n_neighbors = min(self.n_neighbors, distances.shape[1])
        nearest = np.argsort(distances, axis=1, kind="stable")[:, :n_neighbors]
        return np.take_along_axis(distances, nearest, axis=1), nearest

    def distances(self, X):
        """Distances of each row to all points.

        Parameters
        ----------
        X : array_like, shape (n, N)

        Returns
        -------
        ndarray, shape (n, M)
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        one, first = self._search(self._below, X)
        two, second = self._search(self._above, -X)
        self.n_products_ = first + second
        return np.maximum(one, two)

    def _search(self, rows, lists):
        """Largest sum of each list with each row, and the sums formed."""
        found = empty_found(len(lists), rows.across.shape[1])
        n_products = search_all(rows, sorted_lists(lists), found, False, self.early_stop)
        return found.top, n_products
