r"""Laplacian eigenmaps: Sugiyama (2016), Section 36.1.2.

Points that are joined in a graph shall lie close together on the map: of all maps with
:math:`\sum_iD_{ii}z_i^2=1` the one that makes :math:`\sum_{i<j}W_{ij}(z_i-z_j)^2` least solves
:math:`L\alpha=\lambda D\alpha`. The constant one is no map and is dropped.
"""

import warnings

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from sklearn.base import BaseEstimator

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_in, check_square
from mlcompanion.linalg import fix_signs
from mlcompanion.linalg.eigen import smoothest_pairs
from mlcompanion.manifold.laplacian.graph_laplacian import knn_graph

__all__ = ["LaplacianEigenmap"]


def _piece_vectors(labels, degrees):
    """Vectors that are constant on each piece of a graph, without the constant one.

    With a' D a = 1, and orthogonal in that sense.
    """
    roots = np.sqrt(degrees)
    inside = labels[:, None] == np.arange(labels.max() + 1)
    # the constant first, which the decomposition keeps up to its sign
    columns = np.column_stack([np.ones(len(labels)), inside[:, 1:]]) * roots[:, None]
    return np.linalg.qr(columns)[0][:, 1:] / roots[:, None]


def _smoothest(W, count):
    """Smallest pairs of L a = mu D a without the constant, and the number of the graph's pieces."""
    degrees = W.sum(axis=1)
    D = sparse.diags_array(degrees)
    values, vectors = smoothest_pairs((D - W).tocsr(), count, D)
    n_pieces, labels = connected_components(W, directed=False)
    if n_pieces > 1:
        # each piece has a zero, and any basis of their space would solve the problem
        null = _piece_vectors(labels, degrees)[:, :count]
        vectors[:, : null.shape[1]] = null
        values[: null.shape[1]] = 0.0
    return values, fix_signs(vectors), n_pieces


class LaplacianEigenmap(BaseEstimator):
    r"""A map on which points that are neighbours stay neighbours.

    The coordinates are the eigenvectors of :math:`L\alpha=\lambda D\alpha` with the smallest
    eigenvalues, for the graph Laplacian :math:`L=D-W`, without the constant one.

    Parameters
    ----------
    n_components : int
        Coordinates m of the map.
    n_neighbors : int
        Neighbours of each point, itself not counted; less than there are points. Two points are
        joined if either is among the other's.
    affinity : {"nearest_neighbors", "precomputed"}
        With "precomputed", ``X`` is the matrix W: symmetric, no negative entry, every row with an
        edge.
    weights : {"binary", "heat"}
        Of the edges to neighbours, as for :func:`mlcompanion.manifold.knn_graph`.
    width : float, optional
        Of "heat", in the units of ``X``; default the mean distance to a neighbour.

    Attributes
    ----------
    embedding_ : ndarray, shape (n_samples, n_components)
        Columns with :math:`\alpha^\top D\alpha=1` whose entry of largest size is positive.
    eigenvalues_ : ndarray, shape (n_components,)
        Ascending, between 0 and 2.
    affinity_matrix_ : csr_array, shape (n_samples, n_samples)
        W.
    n_pieces_ : int
        Of the graph. With more than one ``fit`` warns: then the first coordinates only tell the
        pieces apart.

    Raises
    ------
    ValueError
        If an argument is out of range, there are too few points, or a precomputed matrix is not
        symmetric, has a negative entry or a row of zeros.

    See Also
    --------
    mlcompanion.reduction.KernelPCA : Has a projection for new points, which this map has not.

    Notes
    -----
    Cost: that of the graph, and of a sparse factor of L; O(n³) for few points.
    Source: Sugiyama (2016), Equation 36.2 and Fig. 36.5, which counts each point among its own
    neighbours: that leaves L alone but raises each degree by one.

    Examples
    --------
    >>> arc = np.linspace(0, 5, 60)
    >>> spiral = arc[:, None] * np.column_stack([np.cos(arc), np.sin(arc)])
    >>> path = LaplacianEigenmap(1, n_neighbors=3).fit_transform(spiral)[:, 0]
    >>> bool(abs(np.corrcoef(path, arc)[0, 1]) > 0.95)
    True
    """

    def __init__(
        self,
        n_components=2,
        *,
        n_neighbors=10,
        affinity="nearest_neighbors",
        weights="binary",
        width=None,
    ):
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.affinity = affinity
        self.weights = weights
        self.width = width

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity == "precomputed"
        tags.input_tags.sparse = self.affinity == "precomputed"
        return tags

    def fit(self, X, y=None):
        """Build the graph and find its smoothest coordinates.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features), or the matrix W, dense or sparse
        y : None
            Not used.

        Returns
        -------
        self
        """
        check_in(self.affinity, "affinity", ("nearest_neighbors", "precomputed"))
        given = self.affinity == "precomputed"
        X = validate_data(
            self, X, dtype=np.float64, ensure_min_samples=3, accept_sparse="csr" if given else False
        )
        count = check_count(self.n_components, "n_components", low=1, high=X.shape[0] - 1)
        if given:
            W = sparse.csr_array(check_square(X, "X", symmetric=True, accept_sparse=True, low=0))
            if not (W.sum(axis=1) > 0).all():
                raise ValueError("X must have an edge in every row, got a row of zeros")
        else:
            # about the mean distances keep their digits
            rows = X - X.mean(axis=0)
            W = knn_graph(rows, self.n_neighbors, weights=self.weights, width=self.width)
            W.eliminate_zeros()  # weights too small for a number join nothing
            if not (W.sum(axis=1) > 0).all():
                raise ValueError(f"width={self.width!r} is so small that a point has no edge")
        self.affinity_matrix_ = W.copy()
        self.eigenvalues_, self.embedding_, self.n_pieces_ = _smoothest(W, count)
        if self.n_pieces_ > 1:
            warnings.warn(
                f"the graph has {self.n_pieces_} pieces: the first coordinates only tell them "
                "apart; more neighbours may join them",
                UserWarning,
                stacklevel=2,
            )
        return self

    def fit_transform(self, X, y=None):
        """Fit, and return the map, shape (n_samples, n_components)."""
        return self.fit(X).embedding_.copy()
