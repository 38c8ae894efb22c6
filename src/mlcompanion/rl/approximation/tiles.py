"""Tiles: several grids over the same box, each pushed aside, so that near points share some."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_rng

__all__ = ["TileCoder"]


class Grid(NamedTuple):
    """Numbers of a tile coder for compiled loops."""

    low: np.ndarray
    per_unit: np.ndarray
    offsets: np.ndarray
    n_bins: int


@njit
def write_tiles(grid, points, i, active, row):
    """Write into a row the number of the tile that holds point i, one for each tiling."""
    for tiling in range(active.shape[1]):
        # mixed radix: tiling first, then the place along each axis
        tile = tiling
        for axis in range(points.shape[1]):
            place = (points[i, axis] - grid.low[axis]) * grid.per_unit[axis]
            # held before it is made whole: a far place is too large for an integer
            place = min(max(place + grid.offsets[tiling, axis], 0.0), grid.n_bins - 1.0)
            tile = tile * grid.n_bins + int(place)
        active[row, tiling] = tile


@njit
def _tiles_of_all(grid, points, active):
    for i in range(len(points)):
        write_tiles(grid, points, i, active, i)


class TileCoder:
    r"""Features of points in a box: for each of several grids, the tile that holds the point.

    A grid has tiles of width :math:`(h_j-l_j)/(n-1)` along axis j and is pushed aside by a random
    part of a tile, so that n tiles cover the box wherever it lies.

    Parameters
    ----------
    low, high : array_like, shape (d,)
        Corners of the box; points outside count to the tiles at its edge.
    n_tilings : int
        Grids, and so the features that are 1 at a point.
    n_bins : int
        Tiles of a grid along each axis, at least 2.
    random_state : int or Generator, optional
        Draws the offsets.

    Attributes
    ----------
    n_features : int
        n_tilings times n_bins ** d.
    offsets : ndarray, shape (n_tilings, d)
        In tiles, each in [0, 1).

    Raises
    ------
    ValueError
        If the box has no extent along an axis, or there are more tiles than integers count.

    Notes
    -----
    The cost of a point is O(d n_tilings), however fine the grids. Sutton and Barto (1998), section
    8.3; their mountain car has ten tilings of 9 by 9 tiles.

    Examples
    --------
    >>> coder = TileCoder([0.0], [1.0], n_tilings=2, n_bins=3, random_state=0)
    >>> coder.encode([[0.0], [0.1], [0.9]])
    array([[0, 3],
           [0, 3],
           [2, 5]])
    """

    def __init__(self, low, high, *, n_tilings=10, n_bins=9, random_state=None):
        low = check_array(low, "low", ndim=1, min_rows=1, dtype=np.float64)
        high = check_array(high, "high", shape=low.shape, dtype=np.float64)
        if not (high > low).all():
            raise ValueError(f"high must lie above low on every axis, got {low} and {high}")
        n_tilings = check_count(n_tilings, "n_tilings", low=1)
        self.n_bins = check_count(n_bins, "n_bins", low=2)
        if n_tilings * self.n_bins ** len(low) > np.iinfo(np.int64).max:
            raise ValueError(f"n_bins must leave tiles that can be counted, got {n_bins} an axis")
        self.offsets = check_rng(random_state).random((n_tilings, len(low)))
        per_unit = (self.n_bins - 1) / (high - low)
        self.grid = Grid(low.copy(), per_unit, self.offsets, self.n_bins)

    @property
    def n_tilings(self):
        """Features that are 1 at a point."""
        return len(self.offsets)

    @property
    def n_features(self):
        """Tiles of all grids."""
        return self.n_tilings * self.n_bins ** self.offsets.shape[1]

    def encode(self, points):
        """Numbers of the features that are 1; the others are 0.

        Parameters
        ----------
        points : array_like, shape (n, d)

        Returns
        -------
        ndarray of int, shape (n, n_tilings)
            Rising along a row: each tiling has numbers of its own.

        Raises
        ------
        ValueError
            If the points have another number of axes.
        """
        shape = (None, self.offsets.shape[1])
        points = check_array(points, "points", shape=shape, min_rows=1, dtype=np.float64)
        active = np.empty((len(points), self.n_tilings), dtype=np.int64)
        _tiles_of_all(self.grid, np.ascontiguousarray(points), active)
        return active
