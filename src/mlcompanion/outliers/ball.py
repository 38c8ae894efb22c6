r"""``MinimumEnclosingBall``: the smallest ball around all points. Sugiyama (2016), section 38.2."""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.linalg import lstsq
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import power_of_two
from mlcompanion._validation import check_array

__all__ = ["MinimumEnclosingBall", "core_set_steps"]

_EPS = 1e-12  # of the radius: what counts as on the sphere, or in the plane


class MinimumEnclosingBall(BaseEstimator):
    r"""The smallest ball that contains all training points.

    .. math:: \min_{c,b}\ b\quad\text{subject to}\quad\|x_i-c\|^2\le b\quad\text{for all }i

    This is Eq. (38.1). The center is a mixture :math:`\sum_i\alpha_ix_i` of at most d + 1 points on
    the sphere; the weights are those of the dual problem, Eq. (38.5), without an upper bound.

    Attributes
    ----------
    center_ : ndarray, shape (d,)
    radius_ : float
        In the units of ``X``.
    support_ : ndarray of int
        The points whose mixture the center is.
    alpha_ : ndarray, shape (n,)
        The weights: not negative, with sum 1, zero but at ``support_``.
    converged_ : bool
    n_iter_ : int
        Pieces of the center's walk.
    n_features_in_ : int

    Notes
    -----
    The center walks: away from the points that are farthest, at equal distance from all of them,
    until another point becomes as far, or the center is in their plane; there a point of negative
    weight is let go. The result is exact up to rounding. Cost: O(n d + d^3) for each piece of the
    walk, of which there are some multiple of d. Memory: O(n d).
    Source: Sugiyama (2016), Eq. (38.1); the walk is that of Fischer, Gärtner and Kutz (2003).

    Examples
    --------
    >>> ball = MinimumEnclosingBall().fit([[0.0, 0.0], [4.0, 0.0], [2.0, 1.0]])
    >>> ball.center_, ball.radius_, ball.alpha_
    (array([2., 0.]), 2.0, array([0.5, 0.5, 0. ]))
    """

    def fit(self, X, y=None):
        """Find the ball.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=float)
        origin = X.mean(axis=0)
        moved = X - origin
        unit = power_of_two(np.abs(moved).max())
        walked = _walk(moved / unit)
        self.center_ = origin + unit * walked.center
        # of the points themselves: the walk may have moved them apart
        self.radius_ = float(unit * np.linalg.norm(moved / unit - walked.center, axis=1).max())
        self.support_ = np.array(walked.support)
        self.alpha_ = np.zeros(len(X))
        self.alpha_[self.support_] = walked.weights
        self.n_iter_ = walked.n_iter
        self.converged_ = walked.ended
        if not walked.ended:
            warnings.warn("MinimumEnclosingBall went in circles", ConvergenceWarning, stacklevel=2)
        return self

    def decision_function(self, X):
        """Squared radius less the squared distance from the center: negative outside.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        distance = np.linalg.norm(X - self.center_, axis=1)
        return (self.radius_ - distance) * (self.radius_ + distance)

    def predict(self, X):
        """Return 1 for rows in the ball or on its sphere, up to rounding, and -1 outside.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray of int, shape (m,)
        """
        check_is_fitted(self)
        # a point on the sphere was rounded in the coordinates that it came in
        size = self.radius_ + np.abs(self.center_).max()
        slack = 1e-11 * self.radius_**2 + 1e-14 * self.radius_ * size
        return np.where(self.decision_function(X) >= -slack, 1, -1)


class Walked(NamedTuple):
    """Where the walk ended, and the mixture that the center is."""

    center: np.ndarray
    support: list
    weights: np.ndarray
    n_iter: int
    ended: bool


def _walk(X, moved_apart=False):
    """The smallest ball, by Fischer, Gärtner and Kutz (2003)."""
    d = X.shape[1]
    center = X[0].copy()
    squares = np.square(X - center).sum(axis=1)
    support = [int(squares.argmax())]
    standing = 0
    n_iter = 0
    ended = False
    while not ended and n_iter < 10_000 + 100 * d:
        n_iter += 1
        first = X[support[0]]
        square = np.square(first - center).sum()
        spans = (X[support[1:]] - first).T
        way, mixture = _to_plane(center - first, spans)
        weights = np.append(1 - mixture.sum(), mixture)
        # the plane of d + 1 points is all of the space, whatever rounding says
        if len(support) > d or way @ way <= _EPS**2 * square:
            # there the center is the best one if it lies between the points
            worst = int(weights.argmin())
            ended = bool(weights[worst] >= -_EPS or len(support) == 1)
            if not ended:
                support.pop(worst)
            continue
        stop, length = _obstacle(X, center, way, square, support)
        standing = standing + 1 if length <= _EPS else 0
        if standing > 20 + 2 * d and not moved_apart:
            # more points on one sphere than a plane has room for come and go in a circle; moved by
            # less than what counts, no such sphere is left
            rng = np.random.default_rng(0)
            apart = X + _EPS * np.sqrt(square) * rng.normal(size=X.shape)
            return _walk(apart, moved_apart=True)
        center = center + length * way
        if stop is not None:
            support.append(stop)
    weights = np.maximum(weights, 0.0)
    weights /= weights.sum()
    kept = weights > 0
    support = [i for i, stays in zip(support, kept) if stays]
    return Walked(center, support, weights[kept], n_iter, ended)


def _to_plane(offset, spans):
    """The way from a point to the plane that ``spans`` span, and its foot's coordinates there."""
    if spans.shape[1] == 0:
        return -offset, np.zeros(0)
    mixture = lstsq(spans, offset, lapack_driver="gelsy")[0]
    return spans @ mixture - offset, mixture


def _obstacle(X, center, way, square, support):
    """The first point that becomes as far as the support, and when on the way; or None and 1."""
    from_center = X - center
    room = square - np.square(from_center).sum(axis=1)
    on_sphere = X[support[0]] - center
    # along the way the room shrinks at this rate
    rates = 2 * (way @ on_sphere - from_center @ way)
    rates[support] = 0.0
    # below, rounding of the way would turn towards points of the plane that it leaves
    closing = rates > 1e-13 * np.sqrt(way @ way * square) + 1e-15 * square
    times = np.full(len(X), np.inf)
    times[closing] = np.maximum(room[closing], 0.0) / rates[closing]
    first = int(times.argmin())
    if times[first] < 1:
        return first, times[first]
    return None, 1.0


def core_set_steps(X):
    r"""Centers that approach the smallest ball's: one step towards the farthest point, and shorter.

    .. math:: c_{t+1}=c_t+\frac1{t+1}(x_{\text{farthest}}-c_t)

    After t steps a ball around the center that holds all points is larger than the smallest one by
    a share of at most :math:`1/\sqrt t`, in any dimension.

    Parameters
    ----------
    X : array_like, shape (n, d)

    Yields
    ------
    center : ndarray, shape (d,)
    radius : float
        Of the ball around it that holds all points.
    farthest : int
        The point that it goes towards.

    Raises
    ------
    ValueError
        If ``X`` is empty or not finite.

    Notes
    -----
    Cost: O(n d) a step. It is the Frank-Wolfe method on Eq. (38.5) with a fixed step.
    Source: Bădoiu and Clarkson (2003).

    Examples
    --------
    >>> steps = core_set_steps([[0.0], [4.0]])
    >>> [float(center[0]) for center, _, _ in (next(steps) for _ in range(4))]
    [0.0, 2.0, 1.3333333333333335, 2.0]
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    return _core_set(X)


def _core_set(X):
    center = X[0].copy()
    step = 1
    while True:
        distances = np.linalg.norm(X - center, axis=1)
        farthest = int(distances.argmax())
        yield center.copy(), float(distances[farthest]), farthest
        step += 1
        center += (X[farthest] - center) / step
