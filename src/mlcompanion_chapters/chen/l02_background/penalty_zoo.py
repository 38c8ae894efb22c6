r"""A small zoo of penalties in three dimensions: unit balls, and where the prox makes ties.

Each animal is the l1 norm plus :math:`\gamma` times a penalty of Chen (2013), section 2.1. Points
and answers are columns, as in a figure with three coordinates.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in
from mlcompanion.prox import FusedLasso, GroupNorm, GroupPenalty, soft_threshold
from mlcompanion.sparse import StructuredProblem
from mlcompanion.sparse.structured import spg

__all__ = ["ZOO", "free_values", "zoo_prox", "zoo_size"]

#: Penalties on three weights, by name.
ZOO = ("lasso", "groups {1,2}, {3}", "overlapping {1,2}, {2,3}", "chain 1–2–3")
_LASSO, _GROUPS, _OVERLAPPING, _CHAIN = ZOO
_OVERLAPS = [np.array([0, 1]), np.array([1, 2])]


def _checked(kind, gamma, V):
    check_in(kind, "kind", ZOO)
    return gamma, check_array(V, "V", shape=(3, None))


def zoo_size(kind, gamma, V):
    r""":math:`\|w\|_1+\gamma\,\Omega(w)` of every column w of V.

    Parameters
    ----------
    kind : str
        One of ``ZOO``; for the lasso :math:`\Omega` is the l1 norm again.
    gamma : float
        Not negative.
    V : array_like of shape (3, n)

    Returns
    -------
    ndarray of shape (n,)
    """
    gamma, V = _checked(kind, gamma, V)
    omega = {
        _LASSO: lambda v: np.abs(v).sum(),
        _GROUPS: GroupNorm([0, 0, 1]).value,
        _OVERLAPPING: GroupPenalty(_OVERLAPS).value,
        _CHAIN: FusedLasso(1.0, 0.0).value,
    }[kind]
    return np.abs(V).sum(axis=0) + gamma * np.array([omega(v) for v in V.T])


def zoo_prox(kind, gamma, V, strength=0.5):
    """Proximal operator of ``strength`` times the penalty, for every column of V.

    Notes
    -----
    Exact except for overlapping groups, where smoothing is good to 1e-3.
    """
    gamma, V = _checked(kind, gamma, V)
    if kind == _LASSO:
        return soft_threshold(V, strength * (1 + gamma))
    if kind == _OVERLAPPING:
        penalty = GroupPenalty(_OVERLAPS, strength * gamma)
        problem = StructuredProblem(np.eye(3), V, penalty, strength)
        return spg(problem, 1e-3, restart=True, tol=1e-7).coef
    if kind == _CHAIN:
        penalty = FusedLasso(strength * gamma, strength)
    else:
        penalty = GroupNorm([0, 0, 1], strength * gamma)
        V = soft_threshold(V, strength)
    return np.column_stack([penalty.prox(v) for v in np.ascontiguousarray(V.T)])


def free_values(kind, W, tol=0.005):
    """How many values of each column are not tied: to 0, or in a chain to a neighbour.

    Parameters
    ----------
    kind : str
        One of ``ZOO``.
    W : array_like of shape (3, n)
        Answers of :func:`zoo_prox`.
    tol : float
        Values of at most this size count as 0.

    Returns
    -------
    ndarray of int, shape (n,)
    """
    _, W = _checked(kind, 0.0, W)
    alive = np.abs(W) > tol
    count = alive.sum(axis=0)
    if kind == _CHAIN:
        count = count - (alive[1:] & (np.abs(np.diff(W, axis=0)) < 1e-9)).sum(axis=0)
    return count
