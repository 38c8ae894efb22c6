r"""Coordinate descent for the lasso and the elastic net, on working sets, to a duality gap.

The objective is :math:`\tfrac12\|y-Aw\|^2+\lambda\|w\|_1+\tfrac\eta2\|w\|^2`. Each outer step
sorts the features by how close their slope is to :math:`\lambda` and cycles through the closest
ones only; every five sweeps it jumps to where they seem to lead. Friedman, Hastie and Tibshirani
(2010); working sets after Massias et al. (2018), jumps after Bertrand and Massias (2021).
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["CoordinateRun", "coordinate_descent", "lasso_gap"]


class CoordinateRun(NamedTuple):
    """What :func:`coordinate_descent` returns.

    Attributes
    ----------
    w : ndarray of shape (n_features,)
    n_iter : int
        Sweeps through working sets.
    converged : bool
    gap : float
        Duality gap of ``w``.
    working_sets : ndarray of int
        Sizes of the working sets, one for each outer step.
    """

    w: np.ndarray
    n_iter: int
    converged: bool
    gap: float
    working_sets: np.ndarray


class _Programme(NamedTuple):
    """What stays the same in all sweeps: the features as rows, their squared lengths, weights."""

    rows: np.ndarray
    squares: np.ndarray
    y: np.ndarray
    lam: float
    eta: float


@njit
def _gap(correlation_max, y_residual, residual2, w_abs, w2, lam, eta):
    """Primal minus dual value; the residual, scaled until feasible, is the dual point."""
    scale = 1.0 if correlation_max <= lam else lam / correlation_max
    # the ridge as rows sqrt(eta) I below A with targets 0: then the lasso's formula serves both
    square = residual2 + eta * w2
    primal = 0.5 * square + lam * w_abs
    return primal - (scale * y_residual - 0.5 * scale * scale * square)


def lasso_gap(A, y, w, lam, eta=0.0):
    r"""Duality gap of ``w`` for :math:`\tfrac12\|y-Aw\|^2+\lambda\|w\|_1+\tfrac\eta2\|w\|^2`.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_features)
    y : ndarray of shape (n_samples,)
    w : ndarray of shape (n_features,)
    lam : float, positive
    eta : float, not negative

    Returns
    -------
    float
        Bound on how far the objective at ``w`` is from its minimum.

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite or a parameter is out of range.

    Notes
    -----
    Cost: two products with A.
    """
    A = check_array(A, "A", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(A),))
    w = check_array(w, "w", shape=A.shape[1:])
    lam = check_real(lam, "lam", low=0, open_low=True)
    eta = check_real(eta, "eta", low=0)
    residual = y - A @ w
    correlation = np.abs(A.T @ residual - eta * w).max(initial=0.0)
    return float(
        _gap(correlation, y @ residual, residual @ residual, np.abs(w).sum(), w @ w, lam, eta)
    )


@njit
def _jump(trail, residuals):
    """Anderson extrapolation: the mean of the last iterates whose moves cancel best.

    The weights sum to 1, so the same mean of the residuals is the residual of the mean.
    """
    moves = trail[1:] - trail[:-1]
    gram = moves @ moves.T
    size = np.trace(gram)
    # no move at all: the last iterate is the answer, and the system below would be 0
    if size == 0.0:
        return trail[-1], residuals[-1]
    for i in range(len(gram)):
        gram[i, i] += 1e-14 * size  # nearly parallel moves
    # shortest combination of the moves among those of sum 1: its weights solve gram @ c ~ 1
    weights = np.linalg.solve(gram, np.ones(len(gram)))
    weights /= weights.sum()
    return weights @ trail[1:], weights @ residuals[1:]


@njit
def _sweeps(programme, active, w, residual, goal, limit):
    """Cycle through ``active`` until the gap of the small problem is at most ``goal``."""
    rows, squares, y, lam, eta = programme
    # The last five moves and where they began: what an extrapolation is made of.
    trail = np.empty((6, len(active)))
    residuals = np.empty((6, len(y)))
    trail[0] = w[active]
    residuals[0] = residual
    # place 0 holds the iterate before the five sweeps, places 1 to 5 those after each
    for sweep in range(1, limit + 1):
        for j in active:
            curvature = squares[j] + eta
            if curvature == 0.0:
                continue
            row = rows[j]
            # the slope as if this feature were left out; no such residual is formed
            pull = np.dot(row, residual) + squares[j] * w[j]
            new = max(pull - lam, 0.0) + min(pull + lam, 0.0)  # soft threshold, no branch
            new /= curvature
            move = w[j] - new
            if move != 0.0:  # most stay at zero, and cost one product only
                for i in range(len(row)):
                    residual[i] += move * row[i]
                w[j] = new
        place = (sweep - 1) % 5 + 1
        trail[place] = w[active]
        residuals[place] = residual
        # try the jump, and take it only downhill
        if place == 5:
            far, left = _jump(trail, residuals)
            now = np.dot(residual, residual) / 2 + lam * np.abs(trail[5]).sum()
            now += eta / 2 * np.dot(trail[5], trail[5])
            then = np.dot(left, left) / 2 + lam * np.abs(far).sum() + eta / 2 * np.dot(far, far)
            if then < now:  # a jump may miss: downhill only
                residual[:] = left
                for k in range(len(active)):
                    w[active[k]] = far[k]
            trail[0] = w[active]
            residuals[0] = residual
        if (place == 1 and sweep > 1) or sweep == limit:  # a sweep after the jump: zeros are exact
            largest = 0.0
            w_abs = 0.0
            w2 = 0.0
            for j in active:
                largest = max(largest, abs(np.dot(rows[j], residual) - eta * w[j]))
                w_abs += abs(w[j])
                w2 += w[j] * w[j]
            gap = _gap(
                largest, np.dot(y, residual), np.dot(residual, residual), w_abs, w2, lam, eta
            )
            if gap <= goal:
                break
    return sweep


class _DenseFeatures:
    """Features as rows of an array, for the sweeps and for the slopes between them."""

    def __init__(self, A):
        self.rows = plain_layout(A.T)  # a visit then reads neighbours in memory
        self.squares = np.einsum("ij,ij->i", self.rows, self.rows)

    def slopes(self, residual):
        """Product of each feature with the residual."""
        return self.rows @ residual

    def fitted(self, w, support):
        """Sum of the features of a support times their coefficients."""
        return w[support] @ self.rows[support]

    def sweep(self, weights, active, w, residual, goal, limit):
        """Cycle through a working set."""
        programme = _Programme(self.rows, self.squares, *weights)
        return _sweeps(programme, active, w, residual, goal, limit)


class CentredFeatures:
    r"""A sparse matrix less a common row, each row times a factor: never formed as a whole.

    :math:`D(A-\mathbf 1c^\top)`. Working sets are made dense, so that the sweeps are those of a
    dense matrix.

    Parameters
    ----------
    A : sparse matrix of shape (n_samples, n_features)
    centre : ndarray of shape (n_features,), optional
    factors : ndarray of shape (n_samples,), optional
    """

    def __init__(self, A, centre=None, factors=None):
        n, b = self.shape = A.shape
        self.ndim = 2
        A = sparse.csc_array(A, dtype=float, copy=True)
        A.sum_duplicates()  # an entry stored in two pieces would be squared piece by piece
        centre = np.zeros(b) if centre is None else np.array(centre)
        factors = np.ones(n) if factors is None else factors
        filled = np.diff(A.indptr)
        column = np.repeat(np.arange(b), filled)
        deviations = A.data - centre[column]
        # a column that is constant but for rounding is zero, as a dense one
        far = np.abs(deviations) > 8 * np.finfo(float).eps * np.abs(centre[column])
        varies = np.bincount(column, far, b).astype(bool) | ((filled < n) & (centre != 0))
        A.data *= varies[column]
        centre *= varies
        squares = factors**2
        of_filled = np.bincount(column, squares[A.indices], b)
        own = np.bincount(column, squares[A.indices] * deviations**2 * varies[column], b)
        # where nothing is stored, a column holds -centre; the difference may round below zero
        of_empty = np.where(filled == n, 0.0, np.maximum(squares.sum() - of_filled, 0.0))
        self.squares = own + of_empty * centre**2
        A.data *= factors[A.indices]
        self.A = A
        self.centre = centre
        self.factors = factors

    def slopes(self, residual):
        """Product of each feature with the residual."""
        return self.A.T @ residual - self.centre * (self.factors @ residual)

    def fitted(self, w, support):
        """Sum of the features of a support times their coefficients."""
        coef = w[support]
        return self.A[:, support] @ coef - self.factors * (self.centre[support] @ coef)

    def sweep(self, weights, active, w, residual, goal, limit):
        """Cycle through a working set, whose columns are made dense."""
        rows = self.A[:, active].toarray() - np.outer(self.factors, self.centre[active])
        programme = _Programme(plain_layout(rows.T), self.squares[active], *weights)
        own = w[active]
        n_sweeps = _sweeps(programme, np.arange(len(active)), own, residual, goal, limit)
        w[active] = own
        return n_sweeps


def as_features(A, name="A"):
    """A checked matrix as an array, or as features that are sparse."""
    if isinstance(A, CentredFeatures):
        return A
    if sparse.issparse(A):
        A = sparse.csc_array(A)
        check_array(A.data, name)
        if not A.shape[0]:
            raise ValueError(f"{name} must have at least 1 row(s), got shape {A.shape}")
        return CentredFeatures(A)
    return check_array(A, name, ndim=2, min_rows=1)


def coordinate_descent(A, y, lam, eta=0.0, *, start=None, tol=1e-6, max_iter=10_000):
    r"""Minimise :math:`\tfrac12\|y-Aw\|^2+\lambda\|w\|_1+\tfrac\eta2\|w\|^2`.

    One coordinate moves to
    :math:`w_j\leftarrow\mathrm{soft}(a_j^\top r+\|a_j\|^2w_j,\lambda)/(\|a_j\|^2+\eta)`.

    Parameters
    ----------
    A : array_like or sparse matrix of shape (n_samples, n_features)
        Of a sparse one, working sets alone are made dense.
    y : array_like of shape (n_samples,)
    lam : float
        Weight of the l1 norm, positive (no division by the number of samples).
    eta : float
        Weight of half the squared norm.
    start : array_like of shape (n_features,), optional
        Default 0. A neighbouring solution on a path saves most of the work.
    tol : float
        Stop when the duality gap is at most ``tol * ||y||**2 / 2``.
    max_iter : int
        Largest number of sweeps in all.

    Returns
    -------
    CoordinateRun

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite or a parameter is out of range.

    Notes
    -----
    Cost: O(n_samples) per coordinate visited; O(n_samples n_features) per outer step, of a sparse
    A its entries, and n_samples numbers of memory for each feature of a working set.
    Source: Friedman, Hastie and Tibshirani (2010), section 2; Chen (2013), section 2.5.
    """
    A = as_features(A)
    y = plain_layout(check_array(y, "y", shape=A.shape[:1]))
    lam = check_real(lam, "lam", low=0, open_low=True)
    eta = check_real(eta, "eta", low=0)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    b = A.shape[1]
    w = np.zeros(b) if start is None else check_array(start, "start", shape=(b,)).copy()
    features = A if isinstance(A, CentredFeatures) else _DenseFeatures(A)
    lengths = np.sqrt(np.where(features.squares > 0, features.squares, 1.0))
    goal = tol * 0.5 * (y @ y)
    weights = (y, lam, eta)
    sizes = []
    sweeps = 0
    size = 0
    while True:
        support = np.flatnonzero(w)
        residual = y - features.fitted(w, support)  # afresh: jumps let rounding errors grow
        slopes = np.abs(features.slopes(residual) - eta * w)
        largest = slopes.max(initial=0.0)
        gap = _gap(largest, y @ residual, residual @ residual, np.abs(w).sum(), w @ w, lam, eta)
        # the gap of the whole problem, from fresh residuals, is what ends the run
        if gap <= goal or sweeps >= max_iter:
            return CoordinateRun(w, sweeps, bool(gap <= goal), float(gap), np.array(sizes, int))
        if not sizes:  # the violators, but there is a solution with no more entries than samples
            size = max(50, min(int(np.sum(slopes > lam)), len(y)))
        size = min(b, max(size, 2 * len(support)))
        distance = (1 - slopes / max(largest, lam)) / lengths  # to the face of the dual set
        distance[support] = -1.0  # what is in use stays in
        # only the set matters: O(b), no full sort; in memory's order for the reads that follow
        active = np.sort(np.argpartition(distance, size - 1)[:size])
        # a part need not be solved better than the whole, whose gap shows what is missing elsewhere
        # distance to the dual face is the slack of the constraint in units of the feature's length
        inner = max(0.3 * gap, goal) if size < b else goal
        sweeps += features.sweep(weights, active, w, residual, inner, max_iter - sweeps)
        sizes.append(size)
