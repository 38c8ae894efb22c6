"""The running case of the page: two lines of torches that wind out of a square.

They are the spirals of the source's listings, in units of ten metres.
"""

from typing import NamedTuple

import numpy as np
from sklearn.metrics import adjusted_rand_score

from mlcompanion.clustering import nearest_centers

from .label_information import estimate
from .spirals import spectral

__all__ = ["Cut", "cut_by", "edges_of", "sweep_states"]


class Cut(NamedTuple):
    """What one number of neighbours makes of the torches.

    Attributes
    ----------
    model : SpectralClustering
    place : ndarray, shape (n,)
        The one-dimensional embedding, in units of its largest entry.
    information : float
    agreement : float
        Adjusted Rand index with the lines.
    pieces : int
    """

    model: object
    place: np.ndarray
    information: float
    agreement: float
    pieces: int


def cut_by(X, line, n_neighbors):
    """Two clusters by so many neighbours, judged without labels and with them."""
    model = spectral(X, 2, n_neighbors)
    place = model.embedding_[:, 0]
    return Cut(
        model,
        place / np.abs(place).max(),
        estimate(X, model.labels_, 0),
        float(adjusted_rand_score(line, model.labels_)),
        int(model.pieces_.max()) + 1,
    )


def edges_of(W):
    """The edges of a graph, each once, as pairs of points: shape (m, 2)."""
    W = W.tocoo()
    once = W.row < W.col
    return np.column_stack([W.row[once], W.col[once]])


def sweep_states(X, centers, most=12):
    """Labels, centres and scatter after every sweep of k-means, beginning with the given centres.

    Returns
    -------
    list of (ndarray, ndarray, float)
        At most ``most + 1`` of them; the last is repeated once nothing changes.
    """
    states = []
    for _ in range(most + 1):
        labels, distances = nearest_centers(X, centers)
        states.append((labels, centers, float(distances.sum())))
        moved = centers.copy()
        for j in np.unique(labels):  # an empty cluster keeps its centre
            moved[j] = X[labels == j].mean(axis=0)
        centers = moved
    return states
