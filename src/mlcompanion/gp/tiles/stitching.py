r"""The correction that lets a tile's prediction meet given values on its faces.

Park, Huang and Ding (2011), section 4. A tile's prediction is linear in its data,
:math:`u(x)^\top y`; adding a multiple of :math:`Hy` to the weights moves it by any amount e, and
the variance by :math:`e^2/c` with :math:`c=y^\top Hy`. What remains free is how the move fades
away from the face: that is the correction's features.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular

from mlcompanion._validation import check_in

from ..regressor import GPRegressor

__all__ = []

#: How a correction fades: as the source has it, as a cosine, or as a posterior covariance.
CORRECTIONS = ("source", "cosine", "posterior")
#: Where the data's covariances with a point are less, as a share of its variance, no datum is near.
_NEAR = 1e-3
_RIDGE = 1e-8  # of a matrix with unit diagonal
_REFINEMENTS = 2


@dataclass(frozen=True, eq=False)
class TileFit:
    """A Gaussian process fitted to the data of one tile.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Targets less their common mean.
    covariance : Covariance
    noise_variance : float
    factor : ndarray, shape (n, n)
        Lower Cholesky factor of the covariance of the targets.
    dual : ndarray, shape (n,)
        Weights h of the mean.
    """

    X: np.ndarray
    y: np.ndarray
    covariance: object
    noise_variance: float
    factor: np.ndarray
    dual: np.ndarray

    @classmethod
    def of(cls, X, y, covariance, noise_variance):
        """Factor the covariance of a tile's targets, whose common mean was subtracted."""
        gp = GPRegressor(covariance, noise_variance, fit_parameters=False, fit_mean=False)
        gp.fit(X, y)
        return cls(gp.X_train_, y, covariance, noise_variance, gp.factor_, gp.dual_coef_)

    @property
    def energy(self):
        """The number c, the squared length of the targets in the metric of their covariance."""
        return float(max(self.y @ self.dual, 0.0))

    def explained(self, across):
        """Solve the factor for covariances with the data, (n, m)."""
        return solve_triangular(self.factor, across, lower=True, check_finite=False)


def _lengths(columns):
    return np.sqrt(np.einsum("ij,ij->j", columns, columns))


def _ratio(values, by, far):
    """Columns divided by their lengths, and 0 where nothing is near."""
    return values * np.divide(1.0, by, out=np.zeros_like(by), where=~far)


def _size(values):
    return float(np.abs(values).max(initial=0.0))


def _features(kind, between, across, across_control, size):
    r"""How strongly each control point moves the prediction at each point, (q, n).

    .. math:: \frac{k_b(x)}{\|k_b(x)\|}\circ\frac{K_{jb}^\top k_j(x)}{\|k_j(x)\|^2}
        \ \text{(source)},\qquad
        k_b(x)\circ\frac{K_{jb}^\top k_j(x)}{\|K_{jb}\|\,\|k_j(x)\|}\ \text{(cosine)}

    The source divides by :math:`\|k_j(x)\|^2`, which goes to zero where no datum is near; the
    cosine is bounded. Both are 0 where the covariances with the data are below a thousandth of the
    variance. Source: Park, Huang and Ding (2011), before Eq. (17).
    """
    lengths = _lengths(across)
    # columns of unit length: a cosine, which stays bounded where data are far
    far = lengths <= _NEAR * size
    pull = across_control.T @ _ratio(across, lengths, far)
    if kind == "cosine":
        own = _lengths(across_control)
        return between * _ratio(pull.T, own, own == 0).T
    near = _lengths(between)
    return _ratio(between, near, near == 0) * _ratio(pull, lengths, far)


class Correction:
    """What moves a tile's prediction to given values at its control points.

    Parameters
    ----------
    tile : TileFit
    points : ndarray, shape (q, d)
        Control points of all faces of the tile.
    kind : str
        One of ``CORRECTIONS``.

    Attributes
    ----------
    active : ndarray of bool, shape (q,)
        Control points that the tile can reach: those with a datum near.
    moves : ndarray, shape (number active,)
        The source's u, after ``meet``.

    Notes
    -----
    Cost: O(q^2 n_j + q^3) to make, O(q n_j) a point. Source: Park, Huang and Ding (2011), Eqs. (16)
    to (18), with both factors of the matrix scaled at the same point.
    """

    def __init__(self, tile, points, kind):
        self.tile = tile
        self.kind = check_in(kind, "kind", CORRECTIONS)
        across = tile.covariance(tile.X, points)
        self._variance = _size(tile.covariance.variances(points))
        self.active = (_lengths(across) > _NEAR * self._variance) & (tile.energy > 0)
        self.points = points[self.active]
        self._across = across[:, self.active]
        self.moves = np.zeros(len(self.points))
        if kind == "posterior" and len(self.points):
            self._explained = tile.explained(self._across)

    def features(self, X, across):
        """Features at points, shape (number active, n), from their covariances with the data."""
        between = self.tile.covariance(self.points, X)
        if self.kind == "posterior":
            return between - self._explained.T @ self.tile.explained(across)
        return _features(self.kind, between, across, self._across, self._variance)

    def _system(self):
        """A symmetric matrix S and numbers a: the features at the points are diag(a) S."""
        between = self.tile.covariance(self.points, self.points)
        if self.kind == "posterior":
            return between - self._explained.T @ self._explained, np.ones(len(between))
        # the matrix is symmetric up to a scale of its rows: solved as S u = moves / a
        S = between * (self._across.T @ self._across)
        own = _lengths(self._across)
        if self.kind == "cosine":
            return S / np.outer(own, own), np.ones(len(S))
        return S, 1 / (_lengths(between) * own**2)

    def meet(self, moves):
        """Choose the features' weights so that the prediction moves by this much at each point.

        Parameters
        ----------
        moves : ndarray, shape (q,)
            Wanted value less the tile's own prediction; what is not active is left out.
        """
        if self.active.any():
            S, scales = self._system()
            self.moves = _solve_scaled(S, moves[self.active] / scales)


def _solve_scaled(S, wanted):
    """Solve S u = wanted with unit diagonal, a small ridge, and refinement against the ridge.

    Refinement takes the ridge out of all directions that S resolves, and leaves it where the
    control points of two faces nearly coincide.
    """
    # unit diagonal: the ridge means the same for every point
    root = np.sqrt(np.diag(S))
    C = S / np.outer(root, root)
    ridged = C.copy()
    ridged.flat[:: len(C) + 1] += _RIDGE
    factor = cho_factor(ridged, lower=True, overwrite_a=True, check_finite=False)
    right = wanted / root
    u = cho_solve(factor, right, check_finite=False)
    for _ in range(_REFINEMENTS):
        # what the ridge took away is put back
        u += cho_solve(factor, right - C @ u, check_finite=False)
    return u / root
