r"""Two online learners of a linear classifier of bounded :math:`\ell_1` norm, for sparse rows.

One takes subgradient steps on the hinge loss and projects on the :math:`\ell_1` ball after each
(Shalev-Shwartz, 2007, Section 7.1.2; Duchi et al., 2008): its weights are sparse. The other takes
the entropic route, exponentiated gradients on pairs of weights (Kivinen and Warmuth, 1997): its
weights are all positive, and only their differences are small.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from mlcompanion._validation import check_array, check_real
from mlcompanion.prox.balls.sparse_l1_ball import SparseL1Ball

__all__ = ["SparseRun", "exponentiated_run", "l1_ball_run"]


class SparseRun(NamedTuple):
    """What an online run left behind.

    Attributes
    ----------
    losses : ndarray of shape (n_rounds,)
    mistakes : ndarray of bool of shape (n_rounds,)
    n_nonzero : ndarray of int of shape (n_rounds,)
        Weights that differ from zero, after each round.
    coef : ndarray of shape (d,)
    """

    losses: np.ndarray
    mistakes: np.ndarray
    n_nonzero: np.ndarray
    coef: np.ndarray


def _check_stream(X, y, radius, eta):
    if not issparse(X):
        X = check_array(X, "X", ndim=2)
    X = csr_array(X, dtype=float)
    check_array(X.data, "X")
    y = check_array(y, "y", shape=(X.shape[0],), among=(-1, 1))
    eta = check_real(eta, "eta", low=0, open_low=True)
    return X, y, check_real(radius, "radius", low=0, open_low=True), eta


def _run(X, y, score, move):
    """Predict, suffer the hinge loss, and move by the subgradient where there is one."""
    n = X.shape[0]
    losses = np.zeros(n)
    mistakes = np.zeros(n, bool)
    counts = np.zeros(n, int)
    for t in range(n):
        row = slice(X.indptr[t], X.indptr[t + 1])
        indices = X.indices[row]
        values = X.data[row]
        margin = y[t] * score(indices, values)
        losses[t] = max(0.0, 1 - margin)
        mistakes[t] = margin <= 0
        # rounds are counted from 1: the first step has length eta
        counts[t] = move(t + 1, indices, y[t] * values if losses[t] > 0 else None)
    return losses, mistakes, counts


def l1_ball_run(X, y, radius=1.0, eta=1.0):
    r"""Projected subgradient steps on the hinge loss, of length :math:`\eta/\sqrt t`.

    Parameters
    ----------
    X : array_like or sparse array of shape (n_rounds, d)
    y : array_like of shape (n_rounds,)
        -1 or 1.
    radius, eta : float > 0

    Returns
    -------
    SparseRun

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k log d) a round with k non-zero features.
    """
    X, y, radius, eta = _check_stream(X, y, radius, eta)
    w = SparseL1Ball(X.shape[1], radius)

    def move(t, indices, direction):
        if direction is not None:
            w.step(indices, eta / np.sqrt(t) * direction)
        return w.n_nonzero

    record = _run(X, y, lambda indices, values: w.values(indices) @ values, move)
    return SparseRun(*record, w.to_dense())


def exponentiated_run(X, y, radius=1.0, eta=1.0):
    r"""Exponentiated subgradient steps on the hinge loss (EG±), of length :math:`\eta/\sqrt t`.

    The weights are :math:`w=z(p^+-p^-)` with :math:`(p^+,p^-)\propto(e^\theta,e^{-\theta})`.

    Parameters
    ----------
    X, y, radius, eta
        As in :func:`l1_ball_run`; the step is taken in the dual.

    Returns
    -------
    SparseRun

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(d) a round.
    """
    X, y, radius, eta = _check_stream(X, y, radius, eta)
    theta = np.zeros(X.shape[1])

    def weights():
        top = np.abs(theta).max()  # of both signs: neither exponential overflows
        up = np.exp(theta - top)
        down = np.exp(-theta - top)
        return radius * (up - down) / (up + down).sum()

    def move(t, indices, direction):
        if direction is not None:
            theta[indices] += eta / np.sqrt(t) * direction
        return np.count_nonzero(theta)

    record = _run(X, y, lambda indices, values: weights()[indices] @ values, move)
    return SparseRun(*record, weights())
