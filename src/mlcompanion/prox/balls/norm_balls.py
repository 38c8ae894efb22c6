r"""Projections on norm balls, of vectors, groups and spectra, and proximal operators of rows.

By Moreau's identity the proximal operator of a norm is what a projection on the ball of the dual
norm leaves over (Tomioka et al. 2011, Lemma 8; Jenatton et al. 2011, section 3.1).
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_real

from .._groups import check_labels
from .projections import project_l1_ball

__all__ = [
    "project_group_ball",
    "project_l2_ball",
    "project_linf_ball",
    "project_trace_ball",
    "row_norms",
    "row_prox",
]


def project_l2_ball(v, radius=1.0):
    """Nearest point to the array ``v`` of Euclidean norm at most ``radius``."""
    v = check_array(v, "v")
    radius = check_real(radius, "radius", low=0)
    norm = np.linalg.norm(v)
    return v * (radius / norm) if norm > radius else v


def project_linf_ball(v, radius=1.0):
    """Nearest array to ``v`` whose entries are at most ``radius`` in absolute value."""
    v = check_array(v, "v")
    radius = check_real(radius, "radius", low=0)
    return np.clip(v, -radius, radius)


def row_norms(V, norm):
    """The ``"l1"``, ``"l2"`` or ``"linf"`` norm of every row of ``V``."""
    V = check_array(V, "V", ndim=2)
    check_in(norm, "norm", ("l1", "l2", "linf"))
    if norm == "l2":
        return np.sqrt(np.einsum("ij,ij->i", V, V))
    sizes = np.abs(V)
    return sizes.sum(axis=1) if norm == "l1" else sizes.max(axis=1, initial=0.0)


def _level(sizes, radius):
    """Level that cuts each row of ``sizes`` so that the parts above it sum to ``radius``."""
    descending = -np.sort(-sizes, axis=1)
    excess = np.cumsum(descending, axis=1) - radius[:, None]
    counts = np.arange(1, sizes.shape[1] + 1)
    # the condition holds for a prefix: counting finds its end in all rows at once
    last = np.sum(descending * counts > excess, axis=1)
    return excess[np.arange(len(sizes)), np.maximum(last, 1) - 1] / np.maximum(last, 1)


def row_prox(V, thresholds, norm):
    """Proximal operator of ``threshold * norm`` on every row of ``V`` (n_rows, width).

    Parameters
    ----------
    V : ndarray of shape (n_rows, width)
    thresholds : float or ndarray of shape (n_rows,)
        Not negative.
    norm : "l2" or "linf"

    Returns
    -------
    ndarray of the shape of V

    Raises
    ------
    ValueError
        If ``V`` is not a finite matrix, a threshold is negative, or the norm unknown.

    Notes
    -----
    Cost: O(size) for ``"l2"``; one sort of each row for ``"linf"``, which takes away the
    projection on the l1 ball of radius ``threshold``, so what is left is cut at one level.
    """
    V = check_array(V, "V", ndim=2)
    if np.ndim(thresholds) == 0:
        thresholds = np.full(len(V), check_real(thresholds, "thresholds", low=0))
    thresholds = check_array(thresholds, "thresholds", shape=(len(V),), low=0)
    if check_in(norm, "norm", ("l2", "linf")) == "l2":
        norms = row_norms(V, "l2")
        return V * (np.maximum(norms - thresholds, 0) / np.where(norms > 0, norms, 1))[:, None]
    sizes = np.abs(V)
    # a row inside the l1 ball is its own projection: nothing is left over
    level = np.where(sizes.sum(axis=1) > thresholds, _level(sizes, thresholds), 0.0)
    return np.sign(V) * np.minimum(sizes, level[:, None])


def project_group_ball(v, groups, radius=1.0):
    r"""Nearest vector with :math:`\sum_g\|x_g\|_2\le` ``radius``, for disjoint groups.

    Parameters
    ----------
    v : array_like of shape (n,)
    groups : array_like of shape (n,), int
        Group of each entry: whole numbers, not negative.
    radius : float > 0

    Returns
    -------
    ndarray of shape (n,)

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite or ``radius`` is not positive.

    Notes
    -----
    The lengths of the groups move to their projection on the l1 ball, the directions stay.
    Cost: O(n + n_groups log n_groups).
    """
    groups, n_groups = check_labels(groups, "groups")
    v = check_array(v, "v", shape=groups.shape)
    sizes = np.sqrt(np.bincount(groups, np.square(v), n_groups))
    radius = check_real(radius, "radius", low=0, open_low=True)
    kept = project_l1_ball(sizes, radius)
    return v * (kept / np.where(sizes > 0, sizes, 1.0))[groups]


def project_trace_ball(V, radius=1.0):
    """Nearest matrix whose singular values sum to at most ``radius``.

    Parameters
    ----------
    V : array_like of shape (n_rows, width)
    radius : float > 0

    Returns
    -------
    ndarray of shape (n_rows, width)

    Raises
    ------
    ValueError
        If ``V`` is not a finite matrix or ``radius`` not positive.

    Notes
    -----
    The singular values move to their projection on the l1 ball, the singular vectors stay.
    Cost: one thin singular value decomposition.
    """
    left, sizes, right = np.linalg.svd(check_array(V, "V", ndim=2, min_rows=1), full_matrices=False)
    radius = check_real(radius, "radius", low=0, open_low=True)
    return (left * project_l1_ball(sizes, radius)) @ right
