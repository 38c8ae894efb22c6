"""How many neighbours? Those whose clusters tell most about the points: Sugiyama (2016), 37.4."""

import warnings
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.density.contrasts import lsqmi
from mlcompanion.resampling import fold_splits

from .model import SpectralClustering

__all__ = ["NeighborChoice", "select_neighbors"]


class NeighborChoice(NamedTuple):
    """What :func:`select_neighbors` returns.

    Attributes
    ----------
    n_neighbors : int
        The candidate with the largest estimate, the first one on ties.
    labels : ndarray of int, shape (n_samples,)
        Its clusters.
    scores : ndarray, shape (K,)
        Estimated mutual information of each candidate's clusters.
    all_labels : ndarray of int, shape (K, n_samples)
    """

    n_neighbors: int
    labels: np.ndarray
    scores: np.ndarray
    all_labels: np.ndarray


def select_neighbors(
    X, n_clusters, n_neighbors, *, sigma=None, lam=None, folds=2, random_state=None
):
    """Choose the number of neighbours of spectral clustering without labels.

    For each candidate the clusters are found and :func:`mlcompanion.density.contrasts.lsqmi` says
    how much they tell about the points; all on the same folds.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
    n_neighbors : array_like of int, shape (K,)
        Candidates, each less than ``n_samples``.
    sigma, lam : float or array_like, optional
        Widths and penalties for the estimate, as for ``lsqmi``.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator, RandomState or None
        Draws folds and starts.

    Returns
    -------
    NeighborChoice

    Raises
    ------
    ValueError
        If a candidate is out of its range or another argument is malformed.

    Notes
    -----
    The estimates compare clusterings of the same points into as many clusters; more clusters tend
    to tell more. Cost: K spectral clusterings, and an estimate for each different result.
    Source: Sugiyama (2016), section 37.4 and Fig. 37.9.

    Examples
    --------
    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(4, 5, 20)][:, None]
    >>> found = select_neighbors(X, 2, [3, 5], random_state=0)
    >>> bool((found.labels == np.repeat([0, 1], 20)).all())
    True
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    ks = check_array(n_neighbors, "n_neighbors", ndim=1, min_rows=1, dtype=int)
    ks = [check_count(int(k), "n_neighbors", low=1, high=len(X) - 1) for k in ks]
    rng = check_rng(random_state)
    splits = fold_splits(folds, X, random_state=rng)
    known = {}
    scores = []
    all_labels = []
    for k in ks:
        model = SpectralClustering(n_clusters, n_neighbors=k, random_state=rng)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # too few neighbours are judged as well
            labels = model.fit(X).labels_
        mark = labels.tobytes()
        if mark not in known:  # neighbouring candidates often give the same clusters
            known[mark] = lsqmi(X, labels, sigma=sigma, lam=lam, folds=splits).qmi
        scores.append(known[mark])
        all_labels.append(labels)
    best = int(np.argmax(scores))
    all_labels = np.array(all_labels)
    return NeighborChoice(ks[best], all_labels[best].copy(), np.array(scores), all_labels)
