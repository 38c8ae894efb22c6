"""Finite classes on finitely many instances, as an active learner asks about them.

A label is +1 or -1. A learner keeps counts of the labels bought of each instance; a class turns
them into the errors of all its hypotheses at once.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count

__all__ = ["BoundaryClass", "IntervalClass", "TableClass", "as_class"]


class TableClass:
    """A class given by its labels: row a hypothesis, column an instance, ``True`` for +1.

    Parameters
    ----------
    H : ndarray of bool, shape (n_hypotheses, n_instances)

    Raises
    ------
    ValueError
        If ``H`` is no such table.
    """

    def __init__(self, H):
        H = np.asarray(H)
        if H.ndim != 2 or not H.size or H.dtype != bool:
            raise ValueError(
                "H must be a Boolean table of shape (n_hypotheses, n_instances), got "
                f"{H.dtype} of shape {H.shape}"
            )
        self.H = H.copy()
        self.size, self.n_instances = H.shape
        self._columns = np.ascontiguousarray(H.T)
        self._numbers = None

    def positive(self, x):
        """Which hypotheses say +1 at instance ``x``, shape (size,)."""
        return self._columns[x]

    def errors(self, positives, negatives):
        """Wrong labels of every hypothesis, from counts of labels an instance, shape (size,)."""
        if self._numbers is None:
            self._numbers = self.H.astype(np.float64)
        # -1 everywhere errs on the positives; every +1 changes that by its column
        return self._numbers @ (negatives - positives).astype(float) + positives.sum()

    def differences(self, counts, best):
        """How many counted instances each hypothesis labels otherwise than ``best``."""
        return (self.H[best] != self.H) @ counts.astype(float)

    def in_doubt(self, alive):
        """On which instances the hypotheses of a mask disagree, shape (n_instances,)."""
        left = self.H[alive]
        return left.any(axis=0) & ~left.all(axis=0)


class BoundaryClass:
    """Boundaries over columns of cells: +1 from a height on, in every column.

    Instance ``c * n_heights + k`` is cell k of column c, counted from below.

    Parameters
    ----------
    heights : array_like of int, shape (n_hypotheses, n_columns)
        Number of cells below the boundary, in ``0..n_heights``.
    n_heights : int
        Cells in a column.
    """

    def __init__(self, heights, n_heights):
        self.n_heights = check_count(n_heights, "n_heights", low=1)
        self.heights = check_array(
            heights, "heights", ndim=2, min_rows=1, dtype=int, low=0, high=self.n_heights
        )
        self.size, self.n_columns = self.heights.shape
        self.n_instances = self.n_columns * self.n_heights
        self._flat = self.heights + np.arange(self.n_columns) * (self.n_heights + 1)

    def positive(self, x):
        """Which hypotheses say +1 at instance ``x``, shape (size,)."""
        column, cell = divmod(x, self.n_heights)
        return self.heights[:, column] <= cell

    def _below(self, counts):
        """Counts below every height of every column, shape (n_columns, n_heights + 1)."""
        table = np.zeros((self.n_columns, self.n_heights + 1))
        np.cumsum(counts.reshape(self.n_columns, self.n_heights), axis=1, out=table[:, 1:])
        return table

    def errors(self, positives, negatives):
        """Wrong labels of every hypothesis: positives below it and negatives above it."""
        below = self._below(positives - negatives)
        return np.take(below, self._flat).sum(axis=1) + negatives.sum()

    def differences(self, counts, best):
        """How many counted instances lie between each boundary and that of ``best``."""
        below = np.take(self._below(counts), self._flat)
        return np.abs(below - below[best]).sum(axis=1)

    def in_doubt(self, alive):
        """The cells between the lowest and the highest boundary, column by column."""
        left = self.heights[alive]
        cells = np.arange(self.n_heights)
        between = (left.min(axis=0)[:, None] <= cells) & (cells < left.max(axis=0)[:, None])
        return between.ravel()


class IntervalClass:
    """All intervals of a row of cells, +1 inside; the first hypothesis is the empty one.

    Parameters
    ----------
    n : int
        Cells. There are ``n (n + 1) / 2 + 1`` intervals.

    Attributes
    ----------
    starts, stops : ndarray of int, shape (size,)
        Hypothesis h is +1 on ``starts[h] <= x < stops[h]``.
    """

    def __init__(self, n):
        self.n_instances = check_count(n, "n", low=1)
        starts, stops = np.triu_indices(self.n_instances + 1, 1)
        self.starts = np.r_[0, starts]
        self.stops = np.r_[0, stops]
        self.size = len(self.starts)

    def positive(self, x):
        """Which hypotheses say +1 at instance ``x``, shape (size,)."""
        return (self.starts <= x) & (x < self.stops)

    def errors(self, positives, negatives):
        """Wrong labels of every hypothesis: negatives inside and positives outside."""
        # any interval is a difference of two running sums
        total = np.concatenate([[0], np.cumsum(negatives - positives)])
        return total[self.stops] - total[self.starts] + positives.sum()

    def differences(self, counts, best):
        """How many counted instances each hypothesis labels otherwise than ``best``."""
        inside = self.positive_cells(best)
        return self.errors(np.where(inside, counts, 0), np.where(inside, 0, counts))

    def positive_cells(self, h):
        """The row of hypothesis ``h``, shape (n_instances,)."""
        return (self.starts[h] <= np.arange(self.n_instances)) & (
            np.arange(self.n_instances) < self.stops[h]
        )

    def in_doubt(self, alive):
        """The cells that some, but not all, of the intervals left cover."""
        n = self.n_instances + 1
        changes = np.bincount(self.starts[alive], minlength=n)
        changes -= np.bincount(self.stops[alive], minlength=n)
        covering = np.cumsum(changes)[:-1]
        return (covering > 0) & (covering < alive.sum())


def as_class(hypotheses, name="hypotheses"):
    """A class as it is, or a Boolean table as a :class:`TableClass`."""
    if isinstance(hypotheses, (TableClass, BoundaryClass, IntervalClass)):
        return hypotheses
    try:
        return TableClass(hypotheses)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
