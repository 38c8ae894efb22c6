"""Linear structural equation models: residuals, total effects, and strengths from a causal order.

Lemma 1's residual, equation 3 and step 4 of the algorithm of Shimizu et al. (2011, Section 3.2).
"""

import numpy as np
from scipy.linalg import solve_triangular

from .._validation import check_array, check_square

__all__ = ["adjacency_from_order", "residual", "total_effects"]

SINGULAR = 1e-14  # least singular value, relative to the largest, of data to be regressed on


def residual(x_i, x_j):
    """What is left of ``x_i`` after its least-squares regression on ``x_j`` (Lemma 1).

    Parameters
    ----------
    x_i, x_j : array_like, shape (n_samples,)

    Returns
    -------
    ndarray, shape (n_samples,)
        Centred and uncorrelated with ``x_j``; independent of it only if ``x_j`` came first.
    """
    x_i = check_array(x_i, "x_i", ndim=1, min_rows=2)
    x_j = check_array(x_j, "x_j", shape=x_i.shape)
    x_i = x_i - x_i.mean()
    x_j = x_j - x_j.mean()
    variance = x_j @ x_j
    if variance == 0:
        raise ValueError("x_j must not be constant")
    return x_i - (x_i @ x_j / variance) * x_j


def total_effects(B):
    """Total effects ``A = inv(I - B)`` of equation 3; entry (i, j) sums every path from j to i.

    Parameters
    ----------
    B : array_like, shape (p, p)
        Direct effects, row = effect, column = cause; without cycles, in any order of the variables.

    Returns
    -------
    ndarray, shape (p, p)

    Raises
    ------
    ValueError
        If ``B`` has a cycle: then no causal order exists, and the sum over paths need not converge.

    Notes
    -----
    Cost: O(p³) time, O(p²) memory.
    """
    B = check_square(B, "B")
    _refuse_cycles(B)
    return np.linalg.inv(np.eye(len(B)) - B)


def _refuse_cycles(B):
    """Take away the variables without a cause among those left, until none is left."""
    left = np.arange(len(B))
    while left.size:
        caused = (B[np.ix_(left, left)] != 0).any(axis=1)
        if caused.all():
            raise ValueError(f"B must have no cycle, found one among the variables {left.tolist()}")
        left = left[caused]


def adjacency_from_order(X, order):
    r"""Regress every variable on all its predecessors (step 4), by one QR factorisation.

    In causal order :math:`\Sigma=LDL^\top` with unit lower triangular :math:`L=(I-B)^{-1}`, so
    the least-squares coefficients of all p regressions are :math:`B=I-L^{-1}`. The factor is read
    off the data's QR factorisation: the covariance matrix of a dense network of fifty variables
    cannot be factorised in double precision, its data can.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    order : sequence of int
        Causes before effects.

    Returns
    -------
    ndarray, shape (n_features, n_features)
        Direct effects: row = effect, column = cause.

    Raises
    ------
    ValueError
        If ``order`` is not a permutation or the columns are linearly dependent.

    Notes
    -----
    Cost: O(n_samples · p² + p³).
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    order = check_order(order, X.shape[1])
    scale = column_scales(X)
    L = np.linalg.qr(((X - X.mean(axis=0)) / scale)[:, order], mode="r").T
    identity = np.eye(len(order))
    B = np.zeros((len(order),) * 2)
    inverse = solve_triangular(L / np.diag(L), identity, lower=True, unit_diagonal=True)
    B[np.ix_(order, order)] = identity - inverse
    return B * scale[:, None] / scale  # back to the units of the columns


def check_order(order, n_features):
    """Return ``order`` as an array, or say that it does not order so many columns."""
    order = check_array(order, "order", ndim=1, dtype=int)
    if sorted(order.tolist()) != list(range(n_features)):
        raise ValueError(f"order must be a permutation of {n_features} columns, got {order}")
    return order


def column_scales(X):
    """Standard deviations, after refusing columns that no regression can use."""
    scale = X.std(axis=0)
    constant = np.flatnonzero(scale <= 1e-12 * np.maximum(abs(X).max(axis=0), 1e-300))
    if constant.size:
        raise ValueError(f"X has constant columns: {constant.tolist()}")
    spread = np.linalg.svd((X - X.mean(axis=0)) / scale, compute_uv=False)
    if len(X) <= X.shape[1] or spread[-1] <= SINGULAR * spread[0]:
        raise ValueError(
            f"X has linearly dependent columns, got shape {X.shape}: LiNGAM needs external "
            "influences of positive variance and more samples than features"
        )
    return scale
