"""The nearest training points of points, ties included: what local densities are made of."""

from typing import NamedTuple

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from mlcompanion._jit import njit

__all__ = []

_FEW_DIMENSIONS = 10  # beyond, a tree looks at nearly all points
_BLOCK = 2**21  # distances at a time
_SPARE = 6  # candidates beyond those asked for, against the rounding of expanded squares


@njit
def smallest(values, count):
    """Of each row so many smallest values' places, and the largest of these values."""
    n, width = values.shape
    places = np.empty((n, count), dtype=np.int64)
    last = np.empty(n)
    best = np.empty(count)
    for i in range(n):
        row = values[i]
        found = 0
        for j in range(width):
            value = row[j]
            if found == count and value >= best[count - 1]:
                continue
            # few values get here: they are put where they belong by insertion
            t = min(found, count - 1)
            while t > 0 and best[t - 1] > value:
                best[t] = best[t - 1]
                places[i, t] = places[i, t - 1]
                t -= 1
            best[t] = value
            places[i, t] = j
            found = min(found + 1, count)
        last[i] = best[count - 1]
    return last, places


@njit
def lengths(points, X, places):
    """Distances of each point to its own few rows of X."""
    found = np.empty(places.shape)
    for i in range(len(points)):
        for t in range(places.shape[1]):
            row = X[places[i, t]]
            total = 0.0
            for c in range(len(row)):
                gap = points[i, c] - row[c]
                total += gap * gap
            found[i, t] = np.sqrt(total)
    return found


class Neighbourhoods(NamedTuple):
    """For each point its neighbours, all in one list, and how far the k-th of them is.

    ``starts[i]`` is where the neighbours of point i begin in ``indices`` and ``distances``.
    """

    starts: np.ndarray
    indices: np.ndarray
    distances: np.ndarray
    radius: np.ndarray

    def means(self, values):
        """Mean over the neighbours of each point, of values in the order of the list."""
        counts = np.diff(np.append(self.starts, len(self.indices)))
        return np.add.reduceat(values, self.starts) / counts


class Neighbours:
    """Training points that are asked for neighbours.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    """

    def __init__(self, X):
        self.X = X
        self.tree = None
        if X.shape[1] <= _FEW_DIMENSIONS:
            self.tree = cKDTree(X)
        else:
            self.center = X.mean(axis=0)
            moved = X - self.center
            self.sizes = np.square(moved).sum(axis=1)
            self.sized = np.column_stack([moved, self.sizes])

    def of_each_other(self, k):
        """Neighbourhoods of the training points, a point not among its own."""
        n = len(self.X)
        if self.tree is None:
            distances, indices = self._query(self.X, min(k + 2, n))
        else:  # neighbours one after the other walk the same branches, which are then at hand
            order = self.tree.indices
            back = np.argsort(order)
            distances, indices = (a[back] for a in self._query(self.X[order], min(k + 2, n)))
        own = indices == np.arange(n)[:, None]
        # among many copies a point may not find itself: then any copy goes in its place
        own[~own.any(axis=1), -1] = True
        shape = (n, indices.shape[1] - 1)
        return self._with_ties(
            self.X, distances[~own].reshape(shape), indices[~own].reshape(shape), k, own=True
        )

    def of(self, points, k):
        """Neighbourhoods of other points."""
        found = self._query(points, min(k + 1, len(self.X)))
        return self._with_ties(points, *found, k, own=False)

    def _query(self, points, count):
        """Distances and indices of so many nearest points, in order."""
        if self.tree is not None:
            return self.tree.query(points, k=np.arange(1, count + 1))
        rows = max(1, _BLOCK // len(self.X))
        parts = [self._brute(points[i : i + rows], count) for i in range(0, len(points), rows)]
        return tuple(np.concatenate(part) for part in zip(*parts))

    def _brute(self, points, count):
        """By expanded squares, a matrix product; exactly where rounding could decide."""
        moved = points - self.center
        sizes = np.square(moved).sum(axis=1)
        # one product gives |x|^2 - 2 x'z, by a last column of ones against the sizes
        expanded = np.column_stack([-2.0 * moved, np.ones(len(moved))]) @ self.sized.T
        more = min(count + _SPARE, len(self.X))
        bounds, few = smallest(expanded, more)
        exact = lengths(points, self.X, few)
        order = np.argsort(exact, axis=1, kind="stable")[:, :count]
        distances = np.take_along_axis(exact, order, axis=1)
        indices = np.take_along_axis(few, order, axis=1)
        if more < len(self.X):
            # all others are at least as far as the last of the few, up to the rounding of squares
            rounding = 1e-15 * (len(self.center) + 4) * (sizes + self.sizes.max())
            doubtful = np.square(distances[:, -1]) > bounds + sizes - rounding
            for i in np.flatnonzero(doubtful):
                row = cdist(points[i : i + 1], self.X)[0]
                indices[i] = np.argsort(row, kind="stable")[:count]
                distances[i] = row[indices[i]]
        return distances, indices

    def _with_ties(self, points, distances, indices, k, own):
        """The k nearest, and all that are as far as the k-th, so that no order of rows decides."""
        m, found = indices.shape
        radius = distances[:, k - 1].copy()
        plain = Neighbourhoods(
            np.arange(m) * k, indices[:, :k].ravel(), distances[:, :k].ravel(), radius
        )
        if found == k:
            return plain
        # of points at distance 0 none adds anything
        tied = (distances[:, k] <= radius * (1 + 1e-12)) & (radius > 0)
        if not tied.any():
            return plain
        lists = list(indices[:, :k])
        lengths = list(distances[:, :k])
        for i in np.flatnonzero(tied):
            from_here = cdist(points[i : i + 1], self.X)[0]
            near = from_here <= radius[i] * (1 + 1e-12)
            if own:
                near[i] = False
            lists[i] = np.flatnonzero(near)
            lengths[i] = np.minimum(from_here[near], radius[i])
        ends = np.cumsum([len(one) for one in lists])
        starts = np.append(0, ends[:-1])
        return Neighbourhoods(starts, np.concatenate(lists), np.concatenate(lengths), radius)
