"""Bounded polytopes that know their corners, and are cut by half-spaces one at a time.

The double description method: each corner remembers on which facets it lies, and a cut makes a new
corner on every edge that it crosses. Two corners share an edge when no third one lies on all the
facets that they have in common (Fukuda and Prodon 1996, Proposition 7).
"""

import numpy as np
from scipy.spatial import ConvexHull

from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["Polytope"]

#: A corner this near to a cut, in parts of the widest one, lies on it.
ON_THE_CUT = 1e-10


class Polytope:
    """A bounded polytope, flat or not in the space where it lies, by its corners.

    :meth:`simplex` and :meth:`hull` make one; :meth:`clip` cuts it.

    Parameters
    ----------
    vertices : array_like, shape (m, d)
        The corners.
    on_facet : array_like of bool, shape (m, n_facets)
        Which corner lies on which facet.

    Attributes
    ----------
    dimension : int
        Of the flat that the corners span.

    Examples
    --------
    >>> triangle = Polytope.simplex(3)
    >>> part = triangle.clip([1.0, -1.0, 0.0], 0.0)  # where the first mass is the smaller one
    >>> round(part.volume() / triangle.volume(), 12)
    0.5
    """

    def __init__(self, vertices, on_facet):
        self.vertices = check_array(vertices, "vertices", ndim=2, min_rows=1, dtype=np.float64)
        self.vertices = self.vertices.copy()
        on_facet = check_array(on_facet, "on_facet", ndim=2, min_rows=1)
        if len(on_facet) != len(self.vertices) or not np.isin(on_facet, (0, 1)).all():
            raise ValueError(
                f"on_facet must be true or false for each of {len(self.vertices)} vertices and "
                f"each facet, got shape {on_facet.shape}"
            )
        self.on_facet = on_facet.astype(bool)
        self.dimension = len(self._frame())

    @classmethod
    def simplex(cls, n):
        """All laws on n outcomes.

        Parameters
        ----------
        n : int
        """
        n = check_count(n, "n", low=1)
        return cls(np.eye(n), ~np.eye(n, dtype=bool))

    @classmethod
    def hull(cls, points):
        """Convex hull of points, which may lie in a flat.

        Parameters
        ----------
        points : array_like, shape (m, d)
        """
        points = check_array(points, "points", ndim=2, min_rows=1, dtype=np.float64)
        flat = cls(points, np.zeros((len(points), 1)))
        inside = flat._in_frame(points)
        if flat.dimension == 0:
            return cls(points[:1], np.zeros((1, 1)))
        if flat.dimension == 1:
            ends = [int(inside.argmin()), int(inside.argmax())]
            return cls(points[ends], np.eye(2))
        inside = inside / np.abs(inside).max()  # Qhull's tolerances are absolute
        found = ConvexHull(inside)
        corners = found.vertices
        walls = np.unique(found.equations.round(9), axis=0)  # Qhull cuts facets into simplices
        height = inside[corners] @ walls[:, :-1].T + walls[:, -1]
        return cls(points[corners], np.abs(height) <= 1e-8)

    def _frame(self):
        """Orthonormal directions of the flat, shape (dimension, d)."""
        away = self.vertices - self.vertices.mean(axis=0)
        _, sizes, directions = np.linalg.svd(away, full_matrices=False)
        return directions[sizes > 1e-9 * max(sizes[0], np.finfo(float).tiny)]

    def _in_frame(self, points):
        """Coordinates inside the flat, from the centre of the corners."""
        return (points - self.vertices.mean(axis=0)) @ self._frame().T

    @property
    def centre(self):
        """Mean of the corners, an inner point; shape (d,)."""
        return self.vertices.mean(axis=0)

    def heights(self, normal, offset):
        """What the corners have beyond a cut, 0 where that is rounding; shape (m,).

        Parameters
        ----------
        normal : array_like, shape (d,)
        offset : float
        """
        normal = check_array(normal, "normal", shape=(self.vertices.shape[1],), dtype=np.float64)
        offset = check_real(offset, "offset")
        # from the centre, so that a polytope far from the origin keeps its digits
        middle = self.centre
        height = (self.vertices - middle) @ normal + (middle @ normal - offset)
        reach = np.abs(self.vertices - middle).max() * np.abs(normal).max()
        lost = 1e-14 * (np.abs(middle) @ np.abs(normal) + abs(offset))
        height[np.abs(height) <= ON_THE_CUT * reach + lost] = 0.0
        return height

    def clip(self, normal, offset):
        """The part where ``normal @ z <= offset``, or None if it has no inner point.

        Parameters
        ----------
        normal : array_like, shape (d,)
        offset : float

        Returns
        -------
        Polytope or None

        Notes
        -----
        O(m^2) pairs of corners, each compared with all m.
        """
        height = self.heights(normal, offset)
        # touched or missed: no new corner; a part flat in the cut has no inner point
        if not (height > 0).any():
            return self if (height < 0).any() else None
        if not (height < 0).any():
            return None
        made, facets = self._crossings(height)
        kept = height <= 0
        vertices = np.vstack([self.vertices[kept], made])
        on_facet = np.vstack([self.on_facet[kept], facets])
        # the cut is a facet of its own; one without corners is dropped at the end
        on_cut = np.append(height[kept] == 0, np.ones(len(made), dtype=bool))
        on_facet = np.column_stack([on_facet, on_cut])
        return Polytope(vertices, on_facet[:, on_facet.any(axis=0)])

    def _crossings(self, height):
        """Where a cut meets the edges: the new corners, and the facets on which they lie."""
        made = []
        facets = []
        for low in np.flatnonzero(height < 0):
            for high in np.flatnonzero(height > 0):
                common = self.on_facet[low] & self.on_facet[high]
                share_all = (self.on_facet >= common).all(axis=1)
                if share_all.sum() == 2:  # only the two themselves: they share an edge
                    share = height[low] / (height[low] - height[high])
                    step = self.vertices[high] - self.vertices[low]
                    made.append(self.vertices[low] + share * step)
                    facets.append(common)
        d = self.vertices.shape[1]
        n_facets = self.on_facet.shape[1]
        return np.reshape(made, (-1, d)), np.reshape(facets, (-1, n_facets)).astype(bool)

    def volume(self):
        """Volume in the flat; 1 for a point."""
        inside = self._in_frame(self.vertices)
        if self.dimension == 0:
            return 1.0
        if self.dimension == 1:
            return float(np.ptp(inside))
        reach = np.abs(inside).max()
        # in units of its own size, as Qhull's tolerances are absolute
        return float(ConvexHull(inside / reach).volume * reach**self.dimension)
