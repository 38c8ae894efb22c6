"""The support vectors of an online kernel learner, in one store that grows.

A learner scores an instance by ``sum_i coef_i k(x_i, x)``, a column of coefficients for each
function that it learns. The store doubles when it is full, so that n insertions copy O(n) rows in
all. A block of instances meets the kernel once: its Gram matrix has a column for each support
vector and one for each instance of the block, and an instance that becomes a support vector moves
its column up behind the others. So the kernel values that a round needs always lie in a row.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = ["SupportArrays", "SupportStore", "add_support"]

BLOCK = 128  # rounds that share a call of the kernel


class SupportArrays(NamedTuple):
    """The arrays of a store, as compiled loops take them; see :class:`SupportStore`."""

    rows: np.ndarray
    coef: np.ndarray
    pairs: np.ndarray
    weights: np.ndarray
    margins: np.ndarray
    curvatures: np.ndarray


class SupportStore:
    """Instances with a coefficient for each of some functions.

    Parameters
    ----------
    n_features, n_columns : int
        Length of an instance; number of functions.

    Attributes
    ----------
    size : int
        Number of support vectors.
    rows : ndarray, shape (capacity, n_features)
    coef : ndarray, shape (capacity, n_columns)
    pairs : ndarray of int, shape (capacity, 2)
        The columns whose difference is a support vector's own margin; -1: none.
    weights, margins, curvatures : ndarray, shape (capacity,)
        For learners that correct old support vectors: weight, present margin, and kernel value with
        itself times the number of its columns.
    """

    def __init__(self, n_features, n_columns):
        self.size = 0
        self.rows = np.zeros((BLOCK, n_features))
        self.coef = np.zeros((BLOCK, n_columns))
        self.pairs = np.full((BLOCK, 2), -1)
        self.weights = np.zeros(BLOCK)
        self.margins = np.zeros(BLOCK)
        self.curvatures = np.zeros(BLOCK)

    @property
    def arrays(self):
        """All arrays; those of another call are others once the store has grown."""
        return SupportArrays(*(getattr(self, name) for name in SupportArrays._fields))

    def reserve(self, n_more):
        """Make room for so many further support vectors; the capacity at least doubles."""
        capacity = len(self.rows)
        wanted = self.size + n_more
        if wanted <= capacity:
            return
        for name in SupportArrays._fields:
            old = getattr(self, name)
            # doubling: a row is copied O(1) times on average
            grown = np.zeros((max(wanted, 2 * capacity), *old.shape[1:]), old.dtype)
            grown[: self.size] = old[: self.size]
            setattr(self, name, grown)

    def meet(self, X, kernel):
        """Put a block of instances behind the support vectors; return its kernel values.

        Parameters
        ----------
        X : ndarray, shape (n, n_features)
        kernel : callable
            ``kernel(X, Y)``, the Gram matrix.

        Returns
        -------
        ndarray, shape (n, size + n)
        """
        self.reserve(len(X))
        end = self.size + len(X)
        self.rows[self.size : end] = X
        # rows and columns that the rounds will move: an array of one's own, in plain layout
        return np.require(kernel(X, self.rows[:end]), float, ("C", "W"))

    def scores(self, X, kernel):
        """Scores of all functions, shape (n, n_columns); blocks of rows keep the memory small."""
        found = np.zeros((len(X), self.coef.shape[1]))
        if self.size:
            for start in range(0, len(X), 1024):
                block = slice(start, start + 1024)
                values = kernel(X[block], self.rows[: self.size])
                found[block] = values @ self.coef[: self.size]
        return found

    def drop_idle(self):
        """Forget support vectors whose coefficients are all 0."""
        kept = self.coef[: self.size].any(axis=1)
        if kept.all():
            return
        n_kept = int(kept.sum())
        for name in SupportArrays._fields:
            array = getattr(self, name)
            array[:n_kept] = array[: self.size][kept]
        self.size = n_kept


@njit
def add_support(K, rows, t, first, size):
    """Make round t of a block, whose columns begin at ``first``, support vector number ``size``."""
    rows[size] = rows[first + t]
    # only rounds to come read it: the column that it replaces was that of an earlier round
    for later in range(t + 1, K.shape[0]):
        K[later, size] = K[later, first + t]
    return size + 1
