r"""The quadratic above the log-partition function with a curvature of low rank plus a diagonal.

Choromanska (2014), section 2.3, Algorithm 4: :math:`\Sigma\preceq V^\top\mathrm{diag}(s)V+D`, the
rank-one terms of Algorithm 1 added one by one; what no longer fits into the rank is paid for on the
diagonal, as :math:`vv^\top\preceq\|v\|_1\mathrm{diag}(|v|)` (its Lemma 14). The printed box forgets
the mixed products of a new vector's parts; they are kept here.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real

from .partition_bound import check_order, coefficient, label_order, log_add

__all__ = ["LowRankCurvature", "low_rank_bound", "softmax_low_rank_bound"]

_ROUNDED = 1e-10  # a residual below this share of its vector is rounding: it has no direction


class LowRankCurvature(NamedTuple):
    r"""The matrix :math:`V^\top\mathrm{diag}(s)V+\mathrm{diag}(D)`.

    Attributes
    ----------
    V : ndarray, shape (k, d)
        Orthonormal rows; rows of zeros where fewer were needed.
    s : ndarray, shape (k,)
        Not negative.
    D : ndarray, shape (d,)
        The diagonal, not negative.
    """

    V: np.ndarray
    s: np.ndarray
    D: np.ndarray

    def matrix(self):
        """The matrix itself, shape (d, d)."""
        return self.V.T @ (self.s[:, None] * self.V) + np.diag(self.D)

    def trace(self):
        """The sum of its diagonal, in O(k d)."""
        return float(self.s @ np.sum(self.V**2, axis=1) + self.D.sum())

    def product(self, v):
        """The matrix times a vector of shape (d,), in O(k d)."""
        v = check_array(v, "v", shape=self.D.shape)
        return self.V.T @ (self.s * (self.V @ v)) + self.D * v

    def solve(self, u):
        r"""The inverse times a vector of shape (d,), by Woodbury's formula in O(k² d + k³).

        :math:`D^{-1}u-D^{-1}V^\top(I+SVD^{-1}V^\top)^{-1}SVD^{-1}u`, which allows zeros in S. The
        source prints a plus.

        Raises
        ------
        ValueError
            If the diagonal has a zero.
        """
        u = check_array(u, "u", shape=self.D.shape)
        if not (self.D > 0).all():
            raise ValueError("D has a zero: give low_rank_bound a ridge")
        scaled = u / self.D
        inner = np.eye(len(self.s)) + self.s[:, None] * ((self.V / self.D) @ self.V.T)
        return scaled - (self.V.T @ np.linalg.solve(inner, self.s * (self.V @ scaled))) / self.D


@njit
def absorb(size, v, D):
    """Pay for ``size * v v'`` on the diagonal ``D``, in place."""
    # v v' lies below |v|_1 diag(|v|), Lemma 14
    D += size * np.abs(v).sum() * np.abs(v)


@njit
def add_rank_one(r, used, V, s, D):
    """Add ``r r'`` and keep the rank; V, s and D change in place.

    The first ``used`` rows of V are orthonormal, the others not yet needed; returns how many now.
    With r = V'p + g the sum has the axes of V and g, where it is diag(s, 0) + (p, |g|)(p, |g|)':
    the printed box leaves out the products of p and g, and then does not majorize.
    """
    k = len(s)
    frame = V[:used].copy()
    p = frame @ r
    g = r - frame.T @ p
    again = frame @ g  # rounding in the first pass leaves a share of V
    g -= frame.T @ again
    p += again
    length = np.sqrt(g @ g)
    # a residual that is rounding would be scaled up to a direction at random
    has_residual = length > _ROUNDED * np.sqrt(r @ r)
    size = used + 1 if has_residual else used
    axes = np.zeros((size, len(r)))
    axes[:used] = frame
    parts = np.zeros(size)
    parts[:used] = p
    if has_residual:
        axes[used] = g / length
        parts[used] = length
    # the sum in the basis (V, g): small, at most rank + 1 wide
    inner = np.outer(parts, parts)
    for i in range(used):
        inner[i, i] += s[i]
    # rotate the basis to the sum's own axes
    sizes, Q = np.linalg.eigh(inner)
    axes = Q.T.copy() @ axes
    dropped = max(size - k, 0)  # the smallest comes first
    for i in range(dropped):
        absorb(max(sizes[i], 0.0), axes[i], D)
    # the eigenvectors of the largest values stay; eigh may give -1e-17 for a zero
    kept = size - dropped
    for i in range(kept):
        s[i] = max(sizes[dropped + i], 0.0)
        V[i] = axes[dropped + i]
    return kept


@njit
def _add_model(F, log_alpha, order, used, V, s, D):
    """Algorithm 1's sweep with its terms handed on; returns log z, mu and the rows in use."""
    mu = np.zeros(F.shape[1])
    log_z = -np.inf
    for y in order:
        l = F[y] - mu  # noqa: E741 - the source's name
        weight = coefficient(log_alpha[y] - log_z)
        if weight > 0:
            # the term weight * l l' as r r', r = sqrt(weight) l
            used = add_rank_one(np.sqrt(weight) * l, used, V, s, D)
        total = log_add(log_z, log_alpha[y])
        mu += np.exp(log_alpha[y] - total) * l
        log_z = total
    return log_z, mu, used


@njit
def _add_softmax(A, orders, X, V, s, D):
    """The same where label y of sample j has the features ``e_y (x) x_j``."""
    t, n = A.shape
    d = X.shape[1]
    r = np.empty(n * d)
    used = 0
    for j in range(t):
        # the mean of the unit vectors so far: probabilities of the labels that were met
        q = np.zeros(n)
        log_z = -np.inf
        for y in orders[j]:
            weight = coefficient(A[j, y] - log_z)
            # for a moment q is mean - e_y: minus the distance of label y from the mean
            q[y] -= 1.0
            if weight > 0:
                for m in range(n):
                    r[m * d : (m + 1) * d] = -np.sqrt(weight) * q[m] * X[j]
                used = add_rank_one(r, used, V, s, D)
            q[y] += 1.0
            total = log_add(log_z, A[j, y])
            # the mean again, after the new label has got its share
            q *= np.exp(log_z - total)
            q[y] += np.exp(A[j, y] - total)
            log_z = total


def _empty(rank, d, ridge):
    rank = check_count(rank, "rank")
    if rank > d:
        raise ValueError(f"rank must be at most the number of parameters, {d}, got {rank}")
    if np.ndim(ridge) == 0:
        ridge = np.full(d, check_real(ridge, "ridge", low=0))
    ridge = check_array(ridge, "ridge", shape=(d,), low=0).copy()
    return np.zeros((rank, d)), np.zeros(rank), ridge


def low_rank_bound(theta, models, rank, ridge=0.0, order="descending"):
    r"""A curvature of low rank plus diagonal for a sum of log-partition functions: Algorithm 4.

    Parameters
    ----------
    theta : array_like, shape (d,)
        The point of contact.
    models : array_like, shape (t, n, d)
        Features of the n labels of each of t samples; all weights h are 1.
    rank : int
        k, from 0 (a diagonal) to d.
    ridge : float or array_like, shape (d,)
        Where the diagonal starts, not negative: :math:`t\lambda` in the source.
    order : {"descending", "ascending", "given"} or array_like of int, shape (n,)
        As in :func:`compute_bound`.

    Returns
    -------
    log_z : float
        The sum of the logarithms at ``theta``.
    mu : ndarray, shape (d,)
        The sum of the slopes.
    curvature : LowRankCurvature
        At least the sum of the curvatures of Algorithm 1, plus the ridge.

    Raises
    ------
    ValueError
        If shapes differ or ``rank`` is out of range.

    Notes
    -----
    Cost: O(t n (k² d + k³)) time, O(k d) memory; the source counts O(t n d) for a rank that grows
    like log d. Unlike the printed box this keeps the products of a vector's part inside V and its
    residual, without which the matrix may fall below the sum. Source: Choromanska (2014),
    Algorithm 4.

    Examples
    --------
    >>> _, _, curvature = low_rank_bound([0.0, 0.0], [[[2.0, 0.0], [0.0, 0.0]]], rank=1)
    >>> curvature.matrix().tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    models = plain_layout(check_array(models, "models", ndim=3, min_rows=1))
    _, n, d = models.shape
    if n == 0:
        raise ValueError("models must have at least one label, got none")
    theta = check_array(theta, "theta", shape=(d,))
    order = check_order(order, n)
    V, s, D = _empty(rank, d, ridge)
    mu = np.zeros(d)
    log_z = 0.0
    used = 0
    for F in models:
        log_alpha = F @ theta
        visits = label_order(order, log_alpha)
        one, slope, used = _add_model(F, log_alpha, visits, used, V, s, D)
        log_z += one
        mu += slope
    return float(log_z), mu, LowRankCurvature(V, s, D)


def softmax_low_rank_bound(A, X, rank, ridge=0.0, order="descending"):
    r"""Algorithm 4 for logistic regression, whose features are :math:`e_y\otimes x`.

    Parameters
    ----------
    A : array_like, shape (t, n)
        Scores of the labels.
    X : array_like, shape (t, d)
        Samples.
    rank : int
        k, from 0 to n d.
    ridge : float or array_like, shape (n d,)
        Where the diagonal starts: label by label.
    order : {"descending", "ascending", "given"} or array_like of int, shape (n,)

    Returns
    -------
    LowRankCurvature
        Of n d parameters, those of the first label first.

    Raises
    ------
    ValueError
        If shapes differ or ``rank`` is out of range.

    Notes
    -----
    Cost: O(t n (k² n d + k³)) time, O(k n d) memory. Slopes are those of :func:`softmax_bound`.

    Examples
    --------
    >>> softmax_low_rank_bound([[0.0, 0.0]], [[1.0]], rank=1).matrix().round(12).tolist()
    [[0.25, -0.25], [-0.25, 0.25]]
    """
    A = plain_layout(check_array(A, "A", ndim=2, min_rows=1))
    X = plain_layout(check_array(X, "X", shape=(len(A), None)))
    n = A.shape[1]
    if n == 0:
        raise ValueError("A must have a column for each label, got none")
    order = check_order(order, n)
    V, s, D = _empty(rank, n * X.shape[1], ridge)
    orders = np.array([label_order(order, a) for a in A])
    _add_softmax(A, orders, X, V, s, D)
    return LowRankCurvature(V, s, D)
