"""Local Gaussian processes, stitched along the faces of their tiles.

Park, Huang and Ding (2011), Algorithm 1 (DDM).
"""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._validation import check_count, check_in, check_memory

from .boundary import boundary_values, control_points, lagrange_basis
from .local import LocalGP
from .stitching import CORRECTIONS, Correction

__all__ = ["DomainDecompositionGP"]


def _face_basis(q, p, n_axes):
    """Polynomials at the control points of a face: products of those along each of its axes."""
    check_memory(8.0 * float(q * p) ** n_axes, f"polynomials on faces of {n_axes} axes")
    line = lagrange_basis((np.arange(q) + 0.5) / q, p)
    basis = np.ones((1, 1))
    for _ in range(n_axes):
        basis = np.kron(basis, line)
    return basis


class DomainDecompositionGP(LocalGP):
    r"""Local Gaussian processes that are stitched along the faces of their tiles.

    Parameters
    ----------
    mesh : TileMesh, int or list of int, optional
        A mesh, or the number of tiles along each axis. Default about 400 data a tile.
    n_control : int
        Control points q on each face, along each of its axes; on a line there is one. With 0 the
        tiles stay apart, as in :class:`LocalGP`.
    n_degrees : int, optional
        Polynomials p for the values on a face, at most q. Default q.
    hyper : {"global", "local", "fixed"}
        Learn one set of hyperparameters for all tiles, one for each, or take what is given.
    covariance : Covariance, or list of them, one a tile, optional
        As for :class:`LocalGP`.
    noise_variance : float, or list of them, optional
        As for :class:`LocalGP`.
    correction : {"source", "cosine", "posterior"}
        How the stitch fades away from the face: as in the source, as a bounded cosine, or as the
        tile's posterior covariance with the control points.
    n_learn : int
        Data of a tile that hyperparameters are learnt from at most.
    n_steps : int
        Steps of each search for hyperparameters, a budget: the likelihood is flat near its top.
    random_state : int, RandomState or None
        Draws the tiles and data that hyperparameters are learnt from.

    Attributes
    ----------
    mesh_ : TileMesh
        Without empty tiles: these belong to a neighbour.
    tiles_ : list of TileFit
    hyperparameters_ : list of Hyperparameters
    corrections_ : list of (Correction or None)
        One for each tile; None where it has no stitches.
    n_unreached_ : int
        Pairs of a tile and a control point that has no datum of the tile near; the tile's
        prediction is left alone there, and the seam may be open.
    mean_ : float

    Notes
    -----
    The mean is continuous at all control points, on a line everywhere; the variance is not. Cost:
    that of :class:`LocalGP` in time and memory, and O(q^2 N) time for at most 2 d q control points
    a tile. Source: Park, Huang and Ding (2011), Algorithm 1, with both factors of its matrix scaled
    at the same point, and k** minus the explained part where the box prints that part alone.

    Examples
    --------
    >>> x = np.linspace(0, 6, 60)[:, None]
    >>> model = DomainDecompositionGP(3).fit(x, np.sin(x[:, 0]))
    >>> left, right = (model.predict_from(tile, [[2.0]])[0] for tile in (0, 1))
    >>> bool(abs(left - right) < 1e-9)
    True
    """

    def __init__(
        self, mesh=None, n_control=8, n_degrees=None, hyper="global", *, covariance=None,
        noise_variance=None, correction="source", n_learn=400, n_steps=50, random_state=None,
    ):  # fmt: skip
        super().__init__(
            mesh, hyper, covariance, noise_variance, n_learn=n_learn, n_steps=n_steps,
            random_state=random_state,
        )  # fmt: skip
        self.n_control = n_control
        self.n_degrees = n_degrees
        self.correction = correction

    def fit(self, X, y):
        """Fit the tiles, then stitch them.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)

        Returns
        -------
        DomainDecompositionGP

        Raises
        ------
        ValueError
            As :meth:`LocalGP.fit`; or if there are more degrees than control points.
        """
        self._check(self.n_control, self.n_degrees, self.correction)
        super().fit(X, y)
        return self.stitch(self.n_control, self.n_degrees, self.correction)

    @staticmethod
    def _check(n_control, n_degrees, correction):
        q = check_count(n_control, "n_control")
        check_in(correction, "correction", CORRECTIONS)
        if n_degrees is None:
            return q, q
        return q, check_count(n_degrees, "n_degrees", low=1, high=q)

    def stitch(self, n_control, n_degrees=None, correction="source"):
        """Take the stitches out and put in others, without factoring a tile anew.

        Parameters
        ----------
        n_control : int
            Control points q on each face; 0 leaves the tiles apart.
        n_degrees : int, optional
            Polynomials p, at most q. Default q.
        correction : {"source", "cosine", "posterior"}

        Returns
        -------
        DomainDecompositionGP

        Raises
        ------
        ValueError
            If there are more degrees than control points, or there is no such correction.

        Notes
        -----
        Cost: O(q^2 N) for at most 2 d q control points a tile.
        """
        check_is_fitted(self)
        q, p = self._check(n_control, n_degrees, correction)
        faces = self.mesh_.faces() if q else []
        basis = _face_basis(q, p, self.mesh_.n_axes - 1) if faces else None
        points = [[] for _ in self.tiles_]
        moves = [[] for _ in self.tiles_]
        for face in faces:
            at = control_points(face, q)
            sides = [self.tiles_[face.first], self.tiles_[face.second]]
            means = [side.covariance(at, side.X) @ side.dual for side in sides]
            values = boundary_values(means, [side.energy for side in sides], basis)
            for tile, mean in zip((face.first, face.second), means):
                points[tile].append(at)
                moves[tile].append(values - mean)
        self.corrections_ = []
        for tile, at, wanted in zip(self.tiles_, points, moves):
            mover = None
            if at:
                mover = Correction(tile, np.concatenate(at), correction)
                mover.meet(np.concatenate(wanted))
            self.corrections_.append(mover)
        movers = [mover for mover in self.corrections_ if mover is not None]
        self.n_unreached_ = int(sum((~mover.active).sum() for mover in movers))
        return self

    def _move(self, tile, X, across):
        mover = self.corrections_[tile]
        if mover is None or not len(mover.moves):
            return np.zeros(len(X))
        return mover.features(X, across).T @ mover.moves
