"""Meshes of tiles over a line, a plane or a space, the faces between tiles, merging and splitting.

A mesh is a grid of cells with a label for each: the cells of one label are one tile. Merged and
refined meshes are then meshes as well, and a point finds its tile by one search an axis. Park,
Huang and Ding (2011), sections 3, 6.1 and 7.1.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_list,
    read_only,
)

__all__ = ["Face", "TileMesh", "rectangle_mesh"]


class Face(NamedTuple):
    """Where two tiles meet: a point of a line, a segment of a plane, a rectangle of a space."""

    first: int
    second: int
    axis: int  #: the axis that the face cuts
    low: np.ndarray  #: one corner, shape (d,)
    high: np.ndarray  #: the other one; equal to ``low`` along ``axis``


class TileMesh:
    """A grid of cells, each of which belongs to a tile.

    Parameters
    ----------
    cuts : list of array_like
        For each of the d axes the increasing edges of its cells, at least two, in the units of the
        data.
    labels : array_like of int
        The tile of each cell, from 0 without gaps; one axis fewer edges than ``cuts`` has.

    Attributes
    ----------
    n_tiles : int
    cuts : tuple of ndarray
    labels : ndarray of int

    Raises
    ------
    ValueError
        If edges do not increase, or the labels do not fit them or have gaps.

    Notes
    -----
    Memory: one number a cell. Source: Park, Huang and Ding (2011), section 3.
    """

    def __init__(self, cuts, labels):
        edges = [check_array(c, "cuts", ndim=1, min_rows=2) for c in check_list(cuts, "cuts")]
        if any((np.diff(c) <= 0).any() for c in edges):
            raise ValueError("cuts must increase along each axis")
        labels = check_array(labels, "labels", shape=tuple(len(c) - 1 for c in edges), dtype=int)
        known = np.unique(labels)
        if not np.array_equal(known, np.arange(len(known))):
            raise ValueError(f"labels must run from 0 without gaps, got {known[:5].tolist()} ...")
        self.cuts = tuple(c.copy() for c in edges)
        self.labels = labels.copy()
        self.n_tiles = len(known)
        read_only(*self.cuts, self.labels)

    @property
    def n_axes(self):
        """Number d of axes."""
        return len(self.cuts)

    def find(self, X):
        """Tile of each row; a point outside the mesh belongs to the nearest cell's.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray of int, shape (n,)

        Raises
        ------
        ValueError
            If ``X`` has another number of columns than the mesh has axes.

        Notes
        -----
        Cost: O(n d log m) for m cells an axis.
        """
        X = check_array(X, "X", shape=(None, self.n_axes))
        cells = [
            np.searchsorted(cuts[1:-1], column, side="right")
            for cuts, column in zip(self.cuts, X.T)
        ]
        return self.labels[tuple(cells)]

    def members(self, X):
        """Rows of the points in each tile, in their order.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        list of ndarray of int
            ``n_tiles`` of them.
        """
        tiles = self.find(X)
        counts = np.bincount(tiles, minlength=self.n_tiles)
        return np.split(np.argsort(tiles, kind="stable"), np.cumsum(counts)[:-1])

    def areas(self):
        """Length, area or volume of each tile, shape (n_tiles,)."""
        sizes = np.ones(self.labels.shape)
        for axis, cuts in enumerate(self.cuts):
            along = [1] * self.n_axes
            along[axis] = -1
            sizes = sizes * np.diff(cuts).reshape(along)
        return np.bincount(self.labels.ravel(), sizes.ravel(), minlength=self.n_tiles)

    def faces(self):
        """Where two tiles meet, in the plane as long as the same two tiles meet without a break.

        Returns
        -------
        list of Face
        """
        found = []
        for axis in range(self.n_axes):
            before = np.take(self.labels, range(self.labels.shape[axis] - 1), axis)
            after = np.take(self.labels, range(1, self.labels.shape[axis]), axis)
            last = None
            # the cut comes first in the order, so that neighbours along the face follow each other
            places = np.moveaxis(np.indices(before.shape), 0, -1).swapaxes(0, axis)
            for place in places.reshape(-1, self.n_axes):
                pair = (int(before[tuple(place)]), int(after[tuple(place)]))
                face = None
                if pair[0] != pair[1]:
                    face = self._face_at(pair, axis, place)
                    if last is not None and _continues(last, face):
                        face = face._replace(low=last.low)
                        found.pop()
                    found.append(face)
                last = face
        return found

    def _face_at(self, pair, axis, place):
        low = np.array([cuts[k] for cuts, k in zip(self.cuts, place)])
        high = np.array([cuts[k + 1] for cuts, k in zip(self.cuts, place)])
        low[axis] = high[axis]
        return Face(*pair, axis, low, high)

    def merged(self, counts):
        """The mesh in which every empty tile belongs to the neighbour with the longest face.

        Parameters
        ----------
        counts : array_like of int, shape (n_tiles,)
            Data in each tile.

        Returns
        -------
        TileMesh

        Raises
        ------
        ValueError
            If all tiles are empty.
        """
        counts = check_array(counts, "counts", shape=(self.n_tiles,), dtype=int, low=0)
        if not counts.any():
            raise ValueError("counts must not be 0 for all tiles")
        owner = np.arange(self.n_tiles)
        faces = self.faces()
        sizes = [np.prod(np.where(f.high > f.low, f.high - f.low, 1)) for f in faces]
        while (counts[owner] == 0).any():  # a ring nearer to the data with every round
            best = {}
            for face, size in zip(faces, sizes):
                for empty, other in ((face.first, face.second), (face.second, face.first)):
                    free = counts[owner[empty]] == 0 and counts[owner[other]] > 0
                    if free and size > best.get(empty, (0, 0))[0]:
                        best[empty] = (size, owner[other])
            for empty, (_, new) in best.items():
                owner[empty] = new
        labels = np.unique(owner[self.labels], return_inverse=True)[1]
        return TileMesh(self.cuts, labels.reshape(self.labels.shape))

    def split(self, tiles):
        """The mesh in which the named tiles are halved across their longer side.

        Sides are compared as shares of the whole mesh, so that units do not matter.

        Parameters
        ----------
        tiles : array_like of int

        Returns
        -------
        TileMesh
            The new halves have the last labels.
        """
        tiles = check_array(tiles, "tiles", ndim=1, dtype=int, low=0, high=self.n_tiles - 1)
        cuts, labels = [c.copy() for c in self.cuts], self.labels.copy()
        for tile in np.unique(tiles):
            axis, middle = _middle(cuts, labels == tile)
            if not np.isin(middle, cuts[axis]):
                k = int(np.searchsorted(cuts[axis], middle)) - 1
                cuts[axis] = np.insert(cuts[axis], k + 1, middle)
                labels = np.insert(labels, k, np.take(labels, k, axis), axis)
            beyond = cuts[axis][:-1] >= middle
            shape = [1] * self.n_axes
            shape[axis] = -1
            labels[(labels == tile) & beyond.reshape(shape)] = labels.max() + 1
        return TileMesh(cuts, labels)


def _continues(last, face):
    """Whether a face of the plane goes on where the last one ended, between the same tiles."""
    same = last[:3] == face[:3] and len(face.low) == 2
    return same and np.array_equal(last.high, face.low)


def _middle(cuts, cells):
    """Axis of the longer side of a set of cells, and the middle of that side."""
    ends = []
    for axis, edges in enumerate(cuts):
        used = np.flatnonzero(cells.any(axis=tuple(a for a in range(len(cuts)) if a != axis)))
        ends.append((edges[used[0]], edges[used[-1] + 1], edges[-1] - edges[0]))
    axis = int(np.argmax([(high - low) / whole for low, high, whole in ends]))
    return axis, (ends[axis][0] + ends[axis][1]) / 2


def rectangle_mesh(X, shape):
    """Regular mesh over the smallest box that holds the data.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Data, or the two corners of a box.
    shape : int or list of int
        Tiles along each axis.

    Returns
    -------
    TileMesh

    Raises
    ------
    ValueError
        If ``shape`` has not one positive number for each column.

    Notes
    -----
    A column that is constant gets one cell, whatever ``shape`` says. Source: section 6.1.

    Examples
    --------
    >>> mesh = rectangle_mesh([[0.0, 0.0], [4.0, 2.0]], (2, 1))
    >>> mesh.find([[1.0, 1.0], [3.0, 1.0], [99.0, 1.0]])
    array([0, 1, 1])
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    sizes = [shape] * X.shape[1] if np.ndim(shape) == 0 else check_list(shape, "shape")
    if len(sizes) != X.shape[1]:
        raise ValueError(f"shape must hold {X.shape[1]} numbers, one a column, got {len(sizes)}")
    cuts = []
    for size, low, high in zip(sizes, X.min(axis=0), X.max(axis=0)):
        edges = np.linspace(low, high, check_count(size, "shape", low=1) + 1)
        if (np.diff(edges) <= 0).any():  # constant, or narrower than rounding lets it be cut
            edges = np.array([np.nextafter(low, -np.inf), np.nextafter(high, np.inf)])
        cuts.append(edges)
    cells = tuple(len(edges) - 1 for edges in cuts)
    return TileMesh(cuts, np.arange(np.prod(cells)).reshape(cells))
