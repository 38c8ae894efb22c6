r"""Sparse canonical correlation analysis by alternating soft thresholds.

.. math:: \max_{u,v}\ u^\top X^\top Yv\quad\text{s.t.}\quad\|u\|_2\le1,\ \|v\|_2\le1,\
   \|u\|_1\le c_1,\ \|v\|_1\le c_2

Chen (2013), section 2.3, equation (2.13), with the l1 norm; Witten, Tibshirani and Hastie (2009).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["SparseCCARun", "largest_in_l1_l2_ball", "sparse_cca"]


class SparseCCARun(NamedTuple):
    """What :func:`sparse_cca` returns.

    Attributes
    ----------
    u, v : ndarray of shape (n_x,) and (n_y,)
        Canonical vectors; the largest entry of u is positive.
    value : float
        ``u @ X.T @ Y @ v``.
    objective : ndarray of shape (n_iter,)
        The value after every pair of updates; it never falls.
    n_iter : int
    converged : bool
    """

    u: np.ndarray
    v: np.ndarray
    value: float
    objective: np.ndarray
    n_iter: int
    converged: bool


def _reach(drops, radius):
    """How far below the largest entry survivors may lie, for l1 norm = ``radius`` times l2 norm.

    ``drops`` are the distances of the entries from the largest one. The ratio of the norms grows
    with the reach; between two neighbouring entries it is a quotient of a line and the root of a
    parabola, so that the reach solves a quadratic equation.
    """
    rising = np.sort(drops)
    k = np.arange(1, len(rising) + 1)
    sums = np.cumsum(rising)
    squares = np.cumsum(rising**2)
    l1 = k * rising - sums  # with the reach at entry k
    l2_squared = k * rising**2 - 2 * rising * sums + squares
    # the ratio of norms grows along the sorted entries: those that respect the radius are a prefix
    count = int(np.sum(l1**2 <= radius**2 * l2_squared))  # entries that survive
    s = sums[count - 1]
    q = squares[count - 1]
    return (s + radius * np.sqrt(max(count * q - s * s, 0.0) / (count - radius**2))) / count


def largest_in_l1_l2_ball(a, radius):
    r"""Maximise :math:`\langle a,u\rangle` subject to :math:`\|u\|_2\le1,\ \|u\|_1\le c`.

    The maximiser is :math:`S_\Delta(a)/\|S_\Delta(a)\|_2` with the least threshold
    :math:`\Delta\ge0` that respects c.

    Parameters
    ----------
    a : array_like of shape (d,)
    radius : float
        c, positive. From :math:`\sqrt d` on it does not bind.

    Returns
    -------
    ndarray of shape (d,)
        Zero if a is zero.

    Raises
    ------
    ValueError
        If a is not a finite vector, or the radius is not positive.

    Notes
    -----
    The threshold is exact: the root of a quadratic between two sorted entries, where Witten et al.
    bisect. If r entries share the largest size and :math:`c^2\le r`, the maximum is
    :math:`c\max_j|a_j|`, and those entries share c equally. Cost: O(d log d).
    Source: Chen (2013), equation (2.13); Witten, Tibshirani and Hastie (2009), Lemma 2.2.
    """
    a = check_array(a, "a", ndim=1, min_rows=1)
    radius = check_real(radius, "radius", low=0, open_low=True)
    sizes = np.abs(a)
    largest = sizes.max()
    if largest == 0:
        return np.zeros_like(a)
    sizes = sizes / largest
    at_top = sizes >= 1 - 1e-12
    if radius**2 <= at_top.sum():
        return np.where(at_top, np.sign(a) * radius / at_top.sum(), 0.0)
    if sizes.sum() <= radius * np.linalg.norm(sizes):
        return a / largest / np.linalg.norm(sizes)
    kept = np.sign(a) * np.maximum(_reach(1 - sizes, radius) - (1 - sizes), 0)  # soft threshold
    return kept / np.linalg.norm(kept)


def sparse_cca(X, Y, radius_x, radius_y, *, start=None, tol=1e-8, max_iter=1000):
    r"""First pair of sparse canonical vectors.

    Each update solves (2.13) exactly in one of the two vectors:
    :math:`u\leftarrow\arg\max\langle X^\top Yv,u\rangle`, then v likewise.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_x)
        Columns of mean 0 and one scale, usually standard deviation 1.
    Y : array_like of shape (n_samples, n_y)
    radius_x, radius_y : float
        Bounds :math:`c_1,c_2` on the l1 norms; between 1 and the root of the number of columns
        they bind.
    start : array_like of shape (n_y,), optional
        First v; default the leading right singular vector of :math:`X^\top Y`.
    tol : float
        Stop when the value grows by less than this, relatively.
    max_iter : int

    Returns
    -------
    SparseCCARun

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite or a parameter is out of range.

    Notes
    -----
    The problem is convex in u and in v but not in both: the result is a stationary point that
    depends on the start. Cost: O(n_samples (n_x + n_y)) an iteration, and one thin singular value
    decomposition for the start.
    Source: Chen (2013), equation (2.13).
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Y = check_array(Y, "Y", shape=(len(X), None))
    radius_x = check_real(radius_x, "radius_x", low=0, open_low=True)
    radius_y = check_real(radius_y, "radius_y", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    if start is None:
        # the best pair without bounds on the l1 norms
        v = np.linalg.svd(X.T @ Y, full_matrices=False)[2][0]
    else:
        v = check_array(start, "start", shape=(Y.shape[1],))
    objective = []
    converged = False
    while len(objective) < max_iter and not converged:
        u = largest_in_l1_l2_ball(X.T @ (Y @ v), radius_x)
        pull = Y.T @ (X @ u)
        v = largest_in_l1_l2_ball(pull, radius_y)
        objective.append(float(pull @ v))
        if len(objective) > 1:
            # each update is exact, so the value never falls
            converged = objective[-1] - objective[-2] <= tol * abs(objective[-1])
    if u[np.argmax(np.abs(u))] < 0:
        u = -u
        v = -v
    return SparseCCARun(u, v, objective[-1], np.array(objective), len(objective), converged)
