"""What fixed comparators would have lost: strings, rankings and many classes.

Shalev-Shwartz (2007), sections 5.3.2 to 5.3.4: the cumulative losses that stand on the right side
of the bounds in :mod:`~mlcompanion.online.bounds.mistakes`. For two classes see
:func:`~mlcompanion.online.bounds.mistakes.comparator_losses`.
"""

import numpy as np

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.sequences import ChainFeatures

from .instance_ranking import ranking_loss
from .pairs import check_pairs

__all__ = ["multiclass_comparator_losses", "ranking_comparator_losses", "string_comparator_losses"]


def string_comparator_losses(U, features, xs, ys):
    """Cumulative maximal loss, ``sum_t max_z [hamming - <u, phi_y - phi_z>]`` (5.22).

    Parameters
    ----------
    U : array_like, shape (m, features.size)
    features : ChainFeatures
    xs, ys : sequences of array_like, shapes (length, n_inputs) and (length,)

    Returns
    -------
    ndarray, shape (m,)

    Notes
    -----
    One search of O(length k^2) a comparator and string.
    """
    check_instance(features, "features", ChainFeatures)
    U = check_array(U, "U", shape=(None, features.size), min_rows=1)
    xs, ys = check_pairs(xs, ys)
    return np.array([sum(features.maximal_loss(u, x, y) for x, y in zip(xs, ys)) for u in U])


def ranking_comparator_losses(U, Xs, ys, kind="max"):
    """Cumulative ranking loss of comparators: mean (5.25) or maximum (5.26) of the pairs.

    Parameters
    ----------
    U : array_like, shape (m, n_features)
    Xs, ys : sequences of array_like, shapes (k_t, n_features) and (k_t,)
    kind : {"average", "max"}

    Returns
    -------
    ndarray, shape (m,)
    """
    U = check_array(U, "U", ndim=2, min_rows=1)
    Xs, ys = check_pairs(Xs, ys, ("Xs", "ys"))
    Xs = [check_array(X, "Xs", shape=(None, U.shape[1]), min_rows=1) for X in Xs]
    return np.array([sum(ranking_loss(X @ u, y, kind) for X, y in zip(Xs, ys)) for u in U])


def multiclass_comparator_losses(U, X, labels, margin=1.0):
    """Cumulative loss of comparators, ``sum_t max_{r != y} [margin - <u_y - u_r, x_t>]_+`` (5.19).

    Parameters
    ----------
    U : array_like, shape (m, k, n_features)
        One weight vector a class.
    X : array_like, shape (T, n_features)
    labels : array_like of int, shape (T,)
        Classes in 0 .. k - 1.
    margin : float

    Returns
    -------
    ndarray, shape (m,)
    """
    U = check_array(U, "U", ndim=3, min_rows=1)
    if U.shape[1] < 2:
        raise ValueError(f"U must hold two classes at least, got shape {U.shape}")
    X = check_array(X, "X", shape=(None, U.shape[2]))
    labels = check_array(labels, "labels", shape=(len(X),), dtype=int, low=0, high=U.shape[1] - 1)
    margin = check_real(margin, "margin", low=0, open_low=True)
    scores = np.einsum("mkn,tn->mtk", U, X)
    rounds = np.arange(len(X))
    right = scores[:, rounds, labels]
    scores[:, rounds, labels] = -np.inf  # the right class is no rival of itself
    return np.maximum(0.0, margin - right + scores.max(axis=2)).sum(axis=1)
