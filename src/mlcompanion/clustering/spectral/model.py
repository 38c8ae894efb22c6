"""Spectral clustering: k-means on the smoothest vectors over a graph of neighbours.

Sugiyama (2016), section 37.3, Figs 37.4 and 37.5.
"""

import warnings

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClusterMixin

from mlcompanion._data import validate_data
from mlcompanion._validation import (
    check_count,
    check_in,
    check_memory,
    check_real,
    check_rng,
    check_square,
)
from mlcompanion.clustering.kmeans_model import KMeans
from mlcompanion.manifold.laplacian.graph_laplacian import similarity_graph

from .smooth_vectors import smooth_vectors

__all__ = ["SpectralClustering"]


class SpectralClustering(ClusterMixin, BaseEstimator):
    r"""Clusters of points that hang together by a graph of neighbours.

    With the weights :math:`W` of the graph, their row sums :math:`D` and :math:`L=D-W`, each point
    is placed by the :math:`c-1` smoothest vectors, :math:`Lz=\lambda Dz` with the least
    :math:`\lambda`, the constant one left out; k-means divides the places.

    Parameters
    ----------
    n_clusters : int
        :math:`c`, at most the number of rows.
    n_neighbors : int
        Neighbours that each point is joined to, less than the number of rows; for ``graph="knn"``
        and ``"local"``. Few: the graph falls into pieces. Many: clusters grow together.
    graph : {"knn", "gaussian", "local", "precomputed"}
        As for :func:`mlcompanion.manifold.similarity_graph`; with ``"precomputed"``, ``X`` is
        :math:`W`, symmetric and without a negative weight, also sparse.
    width : float, optional
        Of ``"gaussian"``, in the units of ``X``; default the median distance between two rows.
    n_init : int
        Starts of k-means.
    random_state : int, Generator, RandomState or None
        Draws these starts.

    Attributes
    ----------
    labels_ : ndarray of int, shape (n_samples,)
        Numbered in the order in which clusters appear among the rows.
    embedding_ : ndarray, shape (n_samples, n_clusters - 1)
        The places; each column z has :math:`z^\top Dz=1` and :math:`1^\top Dz=0`.
    eigenvalues_ : ndarray, shape (n_clusters - 1,)
        Of the columns, ascending: 0 for each border between pieces.
    affinity_matrix_ : csr_array or ndarray, shape (n_samples, n_samples)
        The weights :math:`W`.
    pieces_ : ndarray of int, shape (n_samples,)
        Connected piece of the graph that a point is in, the largest first.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Names of the columns, if ``X`` has some.

    Raises
    ------
    ValueError
        If ``X`` is malformed or an argument is out of its range.

    Warns
    -----
    UserWarning
        If the graph has more pieces than ``n_clusters``: which of them belong together it does not
        say, and the larger ones are told apart first.

    Notes
    -----
    A point on a piece of its own among c pieces falls on one place with all of its piece: the
    graph alone has decided. New points have no label: ``predict`` is missing, as with
    scikit-learn's. Sparse ``X`` is taken with ``graph="precomputed"`` only.
    Cost: a neighbour search, O(n k) memory and the c - 1 vectors, by one sparse factorisation; with
    dense weights O(n^2) memory and O(n^3) time.
    Source: Sugiyama (2016), section 37.3, Figs 37.4 and 37.5.

    Examples
    --------
    >>> X = [[0.0], [1.0], [2.0], [9.0], [10.0], [11.0]]
    >>> SpectralClustering(2, n_neighbors=2, random_state=0).fit_predict(X)
    array([0, 0, 0, 1, 1, 1])
    """

    def __init__(
        self,
        n_clusters=8,
        *,
        n_neighbors=10,
        graph="knn",
        width=None,
        n_init=10,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.graph = graph
        self.width = width
        self.n_init = n_init
        self.random_state = random_state

    def fit(self, X, y=None):
        """Find the clusters.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features), or graph, shape (n_samples, n_samples)
        y : ignored

        Returns
        -------
        self
        """
        check_in(self.graph, "graph", ("knn", "gaussian", "local", "precomputed"))
        told = self.graph == "precomputed"
        accept = "csr" if told else False
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2, accept_sparse=accept)
        k = check_count(self.n_clusters, "n_clusters", low=1)
        if k > X.shape[0]:
            raise ValueError(
                f"n_clusters must be at most the number of rows, {X.shape[0]}, got {k}"
            )
        n_init = check_count(self.n_init, "n_init", low=1)
        rng = check_rng(self.random_state)
        W = self._weights(X)
        self.affinity_matrix_ = W
        graph = sparse.csr_array(W)
        self.embedding_, self.eigenvalues_, self.pieces_ = smooth_vectors(graph, k - 1)
        n_pieces = self.pieces_.max() + 1
        if n_pieces > k > 1:
            message = f"the graph has {n_pieces} pieces, more than n_clusters={k}"
            warnings.warn(f"{message}: take more neighbours", UserWarning, stacklevel=2)
        places = self.embedding_ if k > 1 else np.zeros((len(self.pieces_), 1))
        found = KMeans(k, n_init=n_init, random_state=rng)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pieces that coincide have been told of above
            labels = found.fit(places).labels_
        self.labels_ = _by_appearance(labels)
        return self

    def _weights(self, X):
        """The graph of the rows, or the one that was given."""
        n_neighbors = check_count(self.n_neighbors, "n_neighbors", low=1)
        if self.width is not None:
            check_real(self.width, "width", low=0, open_low=True)
        if self.graph == "precomputed":
            W = check_square(X, "X", symmetric=True, accept_sparse=True, low=0)
            return sparse.csr_array(W) if sparse.issparse(W) else W.copy()
        if self.graph != "knn":
            check_memory(32 * len(X) ** 2, f"the weights between {len(X)} rows")
        origin = X[0]  # differences keep their digits far from zero
        return similarity_graph(X - origin, self.graph, n_neighbors=n_neighbors, width=self.width)


def _by_appearance(labels):
    """Renumber labels so that they appear in order, 0 first."""
    _, first, codes = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return rank[codes]
