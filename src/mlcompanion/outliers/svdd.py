r"""``SVDD``: a ball around most of the points, in the space of a kernel. Sugiyama (2016), 38.2.

.. math:: \min_{c,b,\xi}\ b+C\sum_i\xi_i\quad\text{subject to}\quad
   \|\psi(x_i)-c\|^2\le b+\xi_i,\ \xi_i\ge0,\ b\ge0
"""

import math
import warnings
from dataclasses import replace

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import power_of_two
from mlcompanion._validation import check_count, check_in, check_real
from mlcompanion.kernels import linear_kernel, rbf_kernel
from mlcompanion.optimize.smo import Checked, RowsOnDemand, smo
from mlcompanion.optimize.smo.solver import certified

from .detector import OutlierDetector

__all__ = ["SVDD"]

_KEPT_WHOLE = 5000  # points whose kernel matrix is kept, 200 MB
_FEW = 500  # points whose kernel matrix costs less than a second look at them
_USUAL_SHARE = 0.1  # points outside at most, where C is not told


def _first_share(n, C):
    """Of how many points a first ball is found: of all, where that costs little or saves little."""
    # up to 1/C points lie outside of the ball, and some on it
    most = math.ceil(1.5 / C)
    return most if n > _FEW and most <= n / 2 else n


class SVDD(OutlierDetector):
    r"""Support vector data description: the ball that trades its size for points left outside.

    Its dual, Eq. (38.5) with a kernel, is

    .. math:: \max_\alpha\sum_i\alpha_iK(x_i,x_i)-\sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)
        \quad\text{subject to}\quad0\le\alpha_i\le C,\ \sum_i\alpha_i=1,

    and the center is :math:`c=\sum_i\alpha_i\psi(x_i)`. A point outside has :math:`\alpha_i=C`, one
    inside 0, and at most 1/C points are outside. With the Gaussian kernel this is the one-class
    support vector machine of :math:`\nu=1/(nC)`.

    Parameters
    ----------
    C : float, optional
        Price of a unit outside, above 1/n: at or below, the ball shrinks to a point. From 1/2 on
        the ball holds all points. Default 10/n, for at most a tenth of the points outside.
    kernel : {"rbf", "linear"}
        "linear": a ball in the space of ``X`` itself.
    sigma : float or "scale"
        Width of "rbf", in the units of ``X``; "scale": :math:`2\sigma^2` is the sum of all
        variances (scikit-learn's, if all have one mean; theirs depends on the origin).
    tol : float
        By how much squared distances may miss the optimality conditions, as a share of the largest
        kernel value of a point with itself. A point as far outside as that is not called one.
    max_iter : int
        Most steps of sequential minimal optimisation; -1: ten million.

    Attributes
    ----------
    alpha_ : ndarray, shape (n,)
    support_ : ndarray of int
        Points of positive weight.
    support_vectors_ : ndarray, shape (n_support, d)
    center_ : ndarray, shape (d,)
        With the linear kernel only.
    radius_ : float
        Of the ball, where the kernel lives. Where no weight lies strictly between 0 and C, an
        interval of radii is optimal, and this is its middle (in squares).
    offset_ : float
        Minus the squared radius and the tolerance.
    sigma_ : float
        The width used, with "rbf".
    converged_ : bool
    gap_ : float
        Duality gap: how far the objective is from its optimum at most.
    n_iter_ : int
    n_features_in_ : int

    Notes
    -----
    The ball is found for the m points farthest from the mean, a little more than 1/C, and again
    with those that it leaves outside, the farthest of them first, until there are none; for all
    points where that saves little.
    Cost: O(m) a step of the search, between O(m^2) and O(m^3) in all, and O(n n_support d); at
    worst m = n. O(n_support d) a prediction. Memory: O(m^2) up to 5,000 points, then O(m), with
    rows of the matrix computed when they are needed. Source: Sugiyama (2016), Eqs (38.2) to (38.6).

    Examples
    --------
    At most 1/C = 2.5 points are outside; a far one pulls the center, and the other end suffers:

    >>> X = [[0.0], [1.0], [2.0], [3.0], [10.0]]
    >>> model = SVDD(0.4, kernel="linear").fit(X)
    >>> model.predict(X), model.alpha_.round(2)
    (array([-1,  1,  1,  1, -1]), array([0.4, 0.2, 0. , 0. , 0.4]))
    """

    def __init__(self, C=None, sigma="scale", *, kernel="rbf", tol=1e-6, max_iter=-1):
        self.C = C
        self.sigma = sigma
        self.kernel = kernel
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y=None):
        """Find the ball.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``C`` is not above 1/n, or another argument is out of its range.
        """
        tol = check_real(self.tol, "tol", low=0, open_low=True)
        check_in(self.kernel, "kernel", ("linear", "rbf"))
        if self.max_iter != -1:
            check_count(self.max_iter, "max_iter", low=1)
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        n = len(X)
        C = self._price(n)
        self._place(X)
        found = self._solve(X, min(C, 1.0), tol)
        self.alpha_ = found.alpha / found.alpha.sum()
        self.support_ = np.flatnonzero(found.alpha)
        self.support_vectors_ = X[self.support_]
        self._weights = self.alpha_[self.support_]
        if self.kernel == "linear":
            self.center_ = self._origin + self._weights @ (self.support_vectors_ - self._origin)
        # of smo: objective = a'Ka - sum a_i K_ii in units of the scale, and the multiplier is the
        # squared distance from the center of a point on the sphere, less the center's own square
        own = self._own_kernels(X)
        length = found.objective + self.alpha_ @ own / self._scale
        self._length = self._scale * length
        square = max(self._scale * (found.intercept + length), 0.0)
        self.radius_ = float(np.sqrt(square))
        self.offset_ = -float(square + 2 * tol * self._scale)
        self.gap_ = float(found.gap * self._scale)
        self.n_iter_ = max(found.n_iter, 1)
        self.converged_ = bool(found.kkt_violation <= 2 * tol)
        if not self.converged_:
            warnings.warn("SVDD stopped before tol was met", ConvergenceWarning, stacklevel=2)
        return self

    def _price(self, n):
        """C, above one over the number of points."""
        if self.C is None:
            return max(1 / (_USUAL_SHARE * n), 1.5 / n)
        C = check_real(self.C, "C", low=0, open_low=True)
        if C * n <= 1:
            raise ValueError(f"C must be above 1/n = {1 / n:g}, got {C:g}: no ball has a radius")
        return C

    def _place(self, X):
        """Width or origin of the kernel, and the scale of its values."""
        self._origin = X.mean(axis=0)
        scaled = isinstance(self.sigma, str) and self.sigma == "scale"
        sigma = None if scaled else check_real(self.sigma, "sigma", low=0, open_low=True)
        if self.kernel == "linear":
            # balls are free of the origin: near it squares keep their digits
            self._scale = float(np.square(X - self._origin).sum(axis=1).max()) or 1.0
            return
        self._scale = 1.0
        if scaled:
            # squares of numbers near one neither overflow nor vanish
            unit = power_of_two(np.abs(X - self._origin).max())
            variances = np.square((X - self._origin) / unit).mean(axis=0)
            self.sigma_ = float(unit * np.sqrt(variances.sum() / 2)) or 1.0
        else:
            self.sigma_ = sigma

    def _kernel(self, X, Y):
        if self.kernel == "linear":
            return linear_kernel(X - self._origin, Y - self._origin)
        return rbf_kernel(X, Y, sigma=self.sigma_)

    def _inner(self, X, vectors, weights):
        """K between each row and a weighted sum of vectors, in blocks of rows."""
        size = max(1, _KEPT_WHOLE**2 // len(vectors))
        blocks = [X[i : i + size] for i in range(0, len(X), size)]
        return np.concatenate([self._kernel(rows, vectors) @ weights for rows in blocks])

    def _own_kernels(self, X):
        """K(x, x) of each row."""
        if self.kernel == "linear":
            return np.square(X - self._origin).sum(axis=1)
        return np.ones(len(X))

    def _solve(self, X, C, tol):
        """The dual as a minimum, in units of the largest K(x, x).

        Points inside the ball carry no weight, and most are inside. So the ball of the points
        farthest from the middle is found, then with those that it leaves outside, until none is.
        """
        n = len(X)
        own = self._own_kernels(X) / self._scale
        alpha = np.zeros(n)
        # a start that has the weight on the farthest points needs fewer steps, too
        order = self._farthest_first(X)
        chosen = order[: _first_share(n, C)]
        n_iter = 0
        while True:
            found = self._solve_among(X[chosen], own[chosen], C, tol, alpha[chosen], n_iter)
            alpha[chosen] = found.alpha
            n_iter += found.n_iter
            if len(chosen) == n:
                return replace(found, alpha=alpha, n_iter=n_iter)
            support = np.flatnonzero(alpha)
            gradient = 2 / self._scale * self._inner(X, X[support], alpha[support]) - own
            # the least height of a point with weight: without one, no point may lie higher
            height = -gradient - (-gradient[support]).min()
            height[chosen] = 0.0
            missed = np.flatnonzero(height > tol)
            stopped = n_iter == self.max_iter
            if stopped or not len(missed):
                return certified(alpha, gradient, own, C, np.ones(n), n_iter, 1.0)
            most = len(chosen)
            if len(missed) <= most:
                chosen = np.append(chosen, missed)
            elif 2 * most <= n / 2:  # the middle was elsewhere: the highest may do
                highest = np.argsort(-height[missed], kind="stable")
                chosen = np.append(chosen, missed[highest[:most]])
            else:
                chosen = order

    def _farthest_first(self, X):
        """Places of the rows, by their distance from the mean."""
        gaps = X - self._origin
        gaps /= power_of_two(np.abs(gaps).max())
        return np.argsort(-np.square(gaps).sum(axis=1), kind="stable")

    def _solve_among(self, X, own, C, tol, alpha, n_iter):
        """The dual for some of the points, after ``n_iter`` steps from a start ``alpha``."""
        factor = 2 / self._scale
        if len(X) <= _KEPT_WHOLE:
            Q = Checked(factor * self._kernel(X, X))
        else:
            Q = RowsOnDemand(
                lambda i: factor * self._kernel(X[i : i + 1], X)[0],
                2 * own,
                n_kept=max(200, _KEPT_WHOLE**2 // len(X)),
            )
        limit = {} if self.max_iter == -1 else {"max_iter": self.max_iter - n_iter}
        return smo(Q, p=own, C=C, a=np.ones(len(X)), d=1.0, alpha0=alpha, tol=tol, **limit)

    def score_samples(self, X):
        """Minus the squared distances from the center: high in the middle of the ball.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        if self.kernel == "linear":
            return -np.square(X - self.center_).sum(axis=1)
        return 2 * self._inner(X, self.support_vectors_, self._weights) - 1 - self._length
