"""The matrix of a quadratic programme by rows: at hand, checked before, or computed on demand."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_function, check_square

__all__ = ["Checked", "RowsOnDemand"]


@dataclass(frozen=True)
class RowsOnDemand:
    """A matrix Q too large to keep: its rows are computed when they are asked for.

    Parameters
    ----------
    row : callable
        ``row(i)`` is row ``i`` of Q, shape (n,).
    diagonal : array_like, shape (n,)
    n_kept : int
        How many rows are kept, at least two; the one not used for longest makes room.
    """

    row: Callable
    diagonal: np.ndarray
    n_kept: int = 200

    def __post_init__(self):
        """Check the parts."""
        check_function(self.row, "row")
        diagonal = check_array(self.diagonal, "diagonal", ndim=1, min_rows=1, low=0)
        object.__setattr__(self, "diagonal", diagonal)
        object.__setattr__(self, "n_kept", check_count(self.n_kept, "n_kept", low=2))


@dataclass(frozen=True)
class Checked:
    """A matrix Q of which its maker knows that it is symmetric and finite: nobody looks again.

    Parameters
    ----------
    matrix : ndarray of floats, shape (n, n)
    """

    matrix: np.ndarray


@njit
def _combined(rows, where, weights):
    """The sum of some rows, each times its weight."""
    total = np.zeros(rows.shape[1])
    for i in where:
        # Row by row, as they lie in memory; Q is symmetric, so that rows serve as columns.
        row = rows[i]
        weight = weights[i]
        for t in range(len(total)):
            total[t] += weight * row[t]
    return total


class _Rows:
    """What the compiled steps see of Q: some of its rows, and in which slot each of them is."""

    def __init__(self, Q):
        self.source = Q if isinstance(Q, RowsOnDemand) else None
        if self.source is None:
            known = isinstance(Q, Checked)
            self.kept = plain_layout(Q.matrix if known else check_square(Q, "Q", symmetric=True))
            self.slot, self.diagonal = np.arange(len(self.kept)), self.kept.diagonal().copy()
            return
        n = len(Q.diagonal)
        self.kept = np.empty((min(Q.n_kept, n), n))
        self.diagonal = plain_layout(Q.diagonal)
        self.slot = np.full(n, -1)
        self.order = []

    def fetch(self, i, keep=-1):
        """Compute row ``i``; the oldest row makes room, unless it is ``keep``."""
        # Slots fill up first; the list is kept from the oldest use to the newest.
        slot = len(self.order)
        if slot == len(self.kept):
            oldest = next(j for j in self.order if j != keep)
            self.order.remove(oldest)
            slot = self.slot[oldest]
            self.slot[oldest] = -1
        self.kept[slot] = check_array(self.source.row(int(i)), "row", shape=self.slot.shape)
        self.slot[i] = slot
        self.order.append(i)

    def touch(self, i):
        """Row ``i`` was used now."""
        if self.source is not None:
            self.order.remove(i)
            self.order.append(i)

    def times(self, alpha):
        """Q times ``alpha``, by the rows of its support."""
        if self.source is None:
            return _combined(self.kept, np.flatnonzero(alpha), alpha)
        product = np.zeros(len(alpha))
        # Rows that are computed for this product alone are not kept: they would drive out those
        # that the steps use.
        for i in np.flatnonzero(alpha):
            row = self.kept[self.slot[i]] if self.slot[i] >= 0 else self.source.row(int(i))
            product += alpha[i] * row
        return product
