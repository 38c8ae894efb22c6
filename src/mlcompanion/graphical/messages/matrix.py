"""Products of matrices over a tropical semiring: McAuley and Caetano (2011), Algorithms 3 and 4.

A message between two variables is a matrix times a vector (Equation 8), the max-marginal of a
clique of three a matrix times a transposed one (Equation 11). Rows are sorted once, when the
matrix is built; what it is multiplied by is sorted at each call.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_flag, check_in

from .rows import empty_found, read_all, search_all, sorted_lists, sorted_rows
from .semirings import check_semiring, combine, enter, leave

__all__ = ["TropicalMatrix", "TropicalProduct", "clique_max_marginal"]

METHODS = ("naive", "sorted")


class TropicalProduct(NamedTuple):
    """A product over a tropical semiring.

    Attributes
    ----------
    values : ndarray
        The entries.
    best : ndarray of int
        For each entry, an index at which it is reached.
    n_products : int
        How many products of two entries were formed: the naive loop forms all.
    """

    values: np.ndarray
    best: np.ndarray
    n_products: int


class TropicalMatrix:
    """A matrix over a tropical semiring, whose rows are sorted once.

    Parameters
    ----------
    A : array_like, shape (n, N)
    semiring : {"max-sum", "min-sum", "max-product"}
        The last one takes entries from 0 on: with signed ones the search would be wrong
        (Equation 2).

    Attributes
    ----------
    shape : (int, int)
    semiring : Semiring

    Notes
    -----
    O(n N log N) time and 28 n N bytes. A matrix of sums may hold infinite entries of the sign that
    never wins: what is not allowed.

    Examples
    --------
    >>> A = TropicalMatrix([[0.0, 4.0], [3.0, 1.0]], "min-sum")
    >>> A.matvec([1.0, 2.0]).values.tolist()
    [1.0, 3.0]
    """

    def __init__(self, A, semiring="max-sum"):
        self.semiring = check_semiring(semiring)
        entries = enter(self.semiring, A, "A", ndim=2, min_rows=1)
        if not entries.shape[1]:
            raise ValueError(f"A needs at least one column, got shape {entries.shape}")
        self.shape = entries.shape
        self._entries = np.array(entries, order="C")
        self._rows = sorted_rows(self._entries)

    def matvec(self, v, method="sorted", early_stop=False):
        """``max_j A[i, j] v[j]`` for each i (Algorithm 3), its index and the products formed.

        Parameters
        ----------
        v : array_like, shape (N,)
        method : {"sorted", "naive"}
        early_stop : bool
            End a row too when the next two entries together cannot beat what was found
            (section 7.5.1).

        Returns
        -------
        TropicalProduct
            Arrays of shape (n,).

        Notes
        -----
        Expected O(n sqrt(N) + N log N) if the orders are independent, never more than twice the
        n N of the naive loop.
        """
        v = enter(self.semiring, v, "v", shape=self.shape[1:])
        check_in(method, "method", METHODS)
        found, n_products = self.against(v[None], method, check_flag(early_stop, "early_stop"))
        return TropicalProduct(leave(self.semiring, found.top[0]), found.best[0], n_products)

    def matmul(self, B, method="sorted", early_stop=False):
        """``max_j A[i, j] B[j, k]`` (Algorithm 4), indices and the number of products formed.

        Parameters
        ----------
        B : array_like, shape (N, p)
        method : {"sorted", "naive"}
        early_stop : bool

        Returns
        -------
        TropicalProduct
            Arrays of shape (n, p).

        Notes
        -----
        Expected O(n p sqrt(N) + p N log N) if the orders are independent, against n p N.
        """
        B = enter(self.semiring, B, "B", shape=(self.shape[1], None))
        if not B.shape[1]:
            raise ValueError(f"B needs at least one column, got shape {B.shape}")
        check_in(method, "method", METHODS)
        found, n_products = self.against(B.T, method, check_flag(early_stop, "early_stop"))
        top = leave(self.semiring, found.top.T.copy())
        return TropicalProduct(top, found.best.T.copy(), n_products)

    def against(self, lists, method="sorted", early_stop=False):
        """Checked lists, larger entries better, against all rows: what was found, and its cost.

        Parameters
        ----------
        lists : ndarray, shape (p, N)
        method : {"sorted", "naive"}
        early_stop : bool

        Returns
        -------
        (Found, int)
            Arrays of shape (p, n).
        """
        found = empty_found(len(lists), self.shape[0])
        product = self.semiring.product
        if method == "naive":
            lists = plain_layout(np.ascontiguousarray(lists))
            return found, read_all(self._entries, lists, found, product)
        return found, search_all(self._rows, sorted_lists(lists), found, product, early_stop)


def clique_max_marginal(
    pair, left, right, semiring="max-sum", *, method="sorted", early_stop=False
):
    """Max-marginal of a clique of three with factors of two (Algorithm 4, Equations 11 and 12).

    ``m[a, b] = pair[a, b] max_c left[a, c] right[b, c]``: both are indexed by what they share last.

    Parameters
    ----------
    pair : array_like, shape (n, m)
    left : array_like, shape (n, ...)
    right : array_like, shape (m, ...)
        With several variables shared, all their axes follow in the same order; they are taken as
        one variable (section 5.1).
    semiring : {"max-sum", "min-sum", "max-product"}
    method : {"sorted", "naive"}
    early_stop : bool

    Returns
    -------
    TropicalProduct
        ``best`` counts the joint states of the shared variables, the last axis fastest.

    Notes
    -----
    With S shared variables of N states and n = m = N: expected O(N^(2 + S/2)) against N^(2 + S),
    plus sorting, S N^(1 + S) log N.

    Examples
    --------
    >>> m = clique_max_marginal([[0.0]], [[1.0, 2.0, 3.0]], [[5.0, 1.0, 0.0]])
    >>> m.values.tolist(), m.best.tolist()
    ([[6.0]], [[0]])
    """
    kind = check_semiring(semiring)
    left = _flat(enter(kind, left, "left", min_rows=1), "left")
    right = _flat(enter(kind, right, "right", min_rows=1), "right")
    if left.shape[1] != right.shape[1]:
        raise ValueError(f"right must share its last axes with left, got {right.shape[1]} states")
    pair = enter(kind, pair, "pair", shape=(len(left), len(right)))
    check_in(method, "method", METHODS)
    # back in the caller's signs: the constructor turns them again
    matrix = TropicalMatrix(leave(kind, right), semiring)
    found, n_products = matrix.against(left, method, check_flag(early_stop, "early_stop"))
    return TropicalProduct(leave(kind, combine(kind, pair, found.top)), found.best, n_products)


def _flat(array, name):
    """All axes but the first as one."""
    if array.ndim < 2 or not array.size:
        raise ValueError(f"{name} needs at least 2 axes and no empty one, got shape {array.shape}")
    return array.reshape(len(array), -1)
