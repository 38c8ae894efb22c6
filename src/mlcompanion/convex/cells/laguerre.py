"""Laguerre or power diagrams: Voronoi diagrams with weighted sites (Perchet 2011, section 2.2).

``P(l)`` holds the points whose power ``|z - z(l)|^2 - omega(l)`` with respect to site l is least.
All that tells two cells apart is linear in z, so that the cells of hyperplanes, and those of the
largest of some affine functions, are Laguerre diagrams too.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real

from .polytope import Polytope

__all__ = ["LaguerreDiagram", "simplex_grid"]

ROUNDING = 1e-12


class LaguerreDiagram:
    """Cells of least power ``|z - z(l)|^2 - omega(l)``.

    Parameters
    ----------
    sites : array_like, shape (L, d)
        z(l).
    weights : array_like, shape (L,), optional
        omega(l); default 0, a Voronoi diagram.

    Examples
    --------
    >>> halves = LaguerreDiagram([[0.0], [1.0]], [0.0, 0.5])
    >>> halves.locate([[0.2], [0.3]])
    array([0, 1])
    """

    def __init__(self, sites, weights=None):
        self.sites = check_array(sites, "sites", ndim=2, min_rows=1, dtype=np.float64).copy()
        if weights is None:
            weights = np.zeros(len(self.sites))
        self.weights = check_array(weights, "weights", shape=(len(self.sites),), dtype=np.float64)
        self.weights = self.weights.copy()
        # linear parts count from the middle of the sites, so that diagrams far away keep digits
        self._middle = self.sites.mean(axis=0)
        self._arms = self.sites - self._middle
        self._constants = self.weights - (self._arms**2).sum(axis=1)

    @classmethod
    def from_hyperplanes(cls, normals, offsets, *, within=None, points=None):
        """The cells that hyperplanes ``normals @ z + offsets = 0`` cut out (Proposition 11).

        Site ``(1/T) sum_t sigma_t c_t`` and weight ``|site|^2 + (2/T) sum_t sigma_t b_t``, with
        sigma_t the sign of ``c_t @ z + b_t`` in the cell (as printed, the signs are wrong).

        Parameters
        ----------
        normals : array_like, shape (T, d)
            c_t.
        offsets : array_like, shape (T,)
            b_t.
        within : Polytope, optional
            All cells that have inner points of it.
        points : array_like, shape (m, d), optional
            Instead: the cells of these points.

        Returns
        -------
        LaguerreDiagram
        """
        normals = check_array(normals, "normals", ndim=2, min_rows=1, dtype=np.float64)
        offsets = check_array(offsets, "offsets", shape=(len(normals),), dtype=np.float64)
        if (within is None) == (points is None):
            raise ValueError("within or points must be given, and not both")
        if points is None:
            signs = _signs_within(normals, offsets, check_instance(within, "within", Polytope))
        else:
            points = check_array(points, "points", ndim=2, min_rows=1)
            if points.shape[1] != normals.shape[1]:
                raise ValueError(
                    f"points must have {normals.shape[1]} columns, got shape {points.shape}"
                )
            # points with the same signs lie in the same cell: one site each
            signs = np.unique(np.sign(points @ normals.T + offsets), axis=0)
        sites = signs @ normals / len(normals)
        weights = (sites**2).sum(axis=1) + 2 * signs @ offsets / len(normals)
        return cls(sites, weights)

    @classmethod
    def from_upper_envelope(cls, slopes, intercepts=None):
        """The cells on which ``slopes[l] @ z + intercepts[l]`` is largest.

        Parameters
        ----------
        slopes : array_like, shape (L, d)
        intercepts : array_like, shape (L,), optional
            Default 0.

        Returns
        -------
        LaguerreDiagram
        """
        slopes = check_array(slopes, "slopes", ndim=2, min_rows=1, dtype=np.float64)
        if intercepts is None:
            intercepts = np.zeros(len(slopes))
        intercepts = check_array(intercepts, "intercepts", shape=(len(slopes),))
        return cls(slopes, (slopes**2).sum(axis=1) + 2 * intercepts)

    @property
    def n_cells(self):
        """Number of sites, L."""
        return len(self.sites)

    def scores(self, points):
        """Minus the powers of points, less what all sites share; shape (..., L).

        The difference of two columns is all that the comparison of two sites needs, and linear in
        the point.

        Parameters
        ----------
        points : array_like, shape (..., d)
        """
        points = check_array(points, "points", dtype=np.float64)
        if points.ndim == 0 or points.shape[-1] != self.sites.shape[1]:
            raise ValueError(
                f"points must have {self.sites.shape[1]} coordinates, got shape {points.shape}"
            )
        return 2 * (points - self._middle) @ self._arms.T + self._constants

    def locate(self, points):
        """Cell of least power of each point, the first of equals; shape (...).

        Parameters
        ----------
        points : array_like, shape (..., d)
        """
        return self.scores(points).argmax(axis=-1)

    def scaled(self, gamma):
        """The same cells from sites ``gamma z(l)`` (Remark 16, with the norm squared).

        Parameters
        ----------
        gamma : float
            Positive.

        Returns
        -------
        LaguerreDiagram
        """
        gamma = check_real(gamma, "gamma", low=0, open_low=True)
        lengths = (self.sites**2).sum(axis=1)
        weights = gamma * self.weights + gamma**2 * lengths - gamma * lengths
        return LaguerreDiagram(gamma * self.sites, weights)

    def wall(self, cell, other):
        """The half-space ``normal @ z <= offset`` in which one site has no more power than another.

        Parameters
        ----------
        cell, other : int

        Returns
        -------
        normal : ndarray, shape (d,)
        offset : float
        """
        cell = check_count(cell, "cell", high=self.n_cells - 1)
        other = check_count(other, "other", high=self.n_cells - 1)
        # |z|^2 is on both sides: what tells two powers apart is linear in z
        normal = 2 * (self._arms[other] - self._arms[cell])
        offset = self._constants[cell] - self._constants[other] + normal @ self._middle
        return normal, float(offset)

    def cells(self, within):
        """The part of each cell inside a polytope; None for a cell without inner points there.

        Of equal sites the first one has the cell.

        Parameters
        ----------
        within : Polytope

        Returns
        -------
        list of Polytope or None

        Notes
        -----
        O(L^2) cuts.
        """
        within = check_instance(within, "within", Polytope)
        return [self._cut_out(within, cell) for cell in range(self.n_cells)]

    def _cut_out(self, part, cell):
        for other in range(self.n_cells):
            if other == cell or part is None:
                continue
            if not self._same(cell, other):
                part = part.clip(*self.wall(cell, other))
            elif other < cell:  # an equal site with a smaller number owns the cell
                part = None
        return part

    def _same(self, cell, other):
        """Whether two sites have the same power everywhere: the first one keeps the cell."""
        reach = np.abs(self._arms).max()
        apart = np.abs(self._arms[cell] - self._arms[other]).max()
        gap = abs(self._constants[cell] - self._constants[other])
        return apart <= ROUNDING * reach and gap <= ROUNDING * np.abs(self._constants).max()

    def neighbours(self, within):
        """Which cells share a wall inside a polytope (Definition 30); bool, shape (L, L).

        Parameters
        ----------
        within : Polytope
        """
        parts = self.cells(within)
        inside = [cell for cell, part in enumerate(parts) if part is not None]
        reach = np.abs(within.vertices - within.centre).max()
        near = np.zeros((self.n_cells, self.n_cells), dtype=bool)
        for cell in inside:
            for other in inside:
                heights = parts[cell].heights(*self.wall(cell, other))
                shared = parts[cell].vertices[heights == 0]
                if other != cell and len(shared) > 0:
                    near[cell, other] = _spans(shared, reach) == within.dimension - 1
        return near | near.T  # a wall seen from one side only, by rounding, still is one


def _spans(points, reach):
    """Dimension of the flat through some points of a polytope that reaches so far."""
    return int(np.linalg.matrix_rank(points - points.mean(axis=0), tol=1e-9 * reach))


def _signs_within(normals, offsets, within):
    """Signs of the hyperplanes in each cell that has inner points of a polytope, shape (L, T)."""
    found = [((), within)]
    for normal, offset in zip(normals, offsets):
        found = [
            ((*signs, sign), side)
            for signs, part in found
            for sign, side in _sides(part, normal, float(offset))
        ]
    return np.array([signs for signs, _ in found])


def _sides(part, normal, offset):
    """Both sides of a hyperplane in a polytope, with their signs; sign 0 if it lies in it."""
    sides = [(sign, part.clip(-sign * normal, sign * offset)) for sign in (-1.0, 1.0)]
    kept = [(sign, side) for sign, side in sides if side is not None]
    return kept or [(0.0, part)]  # no inner points on either side: the flat part lies in it


def simplex_grid(n, steps):
    """All laws on n outcomes whose masses are multiples of ``1/steps``, shape (m, n).

    Parameters
    ----------
    n, steps : int

    Returns
    -------
    ndarray
        In lexicographic order; ``m`` is ``steps + n - 1`` choose ``n - 1``.
    """
    n = check_count(n, "n", low=1)
    steps = check_count(steps, "steps", low=1)
    rows = [()]
    for _ in range(n - 1):
        rows = [(*row, mass) for row in rows for mass in range(steps - sum(row) + 1)]
    return np.array([(*row, steps - sum(row)) for row in rows]) / steps
