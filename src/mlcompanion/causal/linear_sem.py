"""Linear structural equation models: residuals, total effects, and strengths from a causal order.

Lemma 1's residual, equation 3 and step 4 of the algorithm of Shimizu et al. (2011, Section 3.2).
"""

import numpy as np

from .._validation import check_array, check_square

__all__ = ["adjacency_from_order", "residual", "total_effects"]

SINGULAR = 1e-10  # least eigenvalue of a correlation matrix that can be regressed on


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
    x_i, x_j = x_i - x_i.mean(), x_j - x_j.mean()
    variance = x_j @ x_j
    if variance == 0:
        raise ValueError("x_j must not be constant")
    return x_i - (x_i @ x_j / variance) * x_j


def total_effects(B):
    """Total effects ``A = inv(I - B)`` of equation 3; entry (i, j) sums every path from j to i."""
    B = check_square(B, "B")
    return np.linalg.inv(np.eye(len(B)) - B)


def adjacency_from_order(X, order):
    r"""Regress every variable on all its predecessors (step 4), by one Cholesky factorisation.

    In causal order :math:`\Sigma=LDL^\top` with unit lower triangular :math:`L=(I-B)^{-1}`, so
    the least-squares coefficients of all p regressions are :math:`B=I-L^{-1}`.

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
    L = np.linalg.cholesky(np.corrcoef((X / scale)[:, order], rowvar=False).reshape(len(order), -1))
    B = np.zeros((len(order),) * 2)
    B[np.ix_(order, order)] = np.tril(np.eye(len(order)) - np.linalg.inv(L / np.diag(L)), -1)
    return B * scale[:, None] / scale


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
    correlation = np.corrcoef(X / scale, rowvar=False).reshape(X.shape[1], -1)
    if np.linalg.eigvalsh(correlation)[0] < SINGULAR:
        raise ValueError(
            f"X has linearly dependent columns, got shape {X.shape}: LiNGAM needs external "
            "influences of positive variance and more samples than features"
        )
    return scale
