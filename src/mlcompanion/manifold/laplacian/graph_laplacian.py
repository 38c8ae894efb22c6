"""Neighbourhood graphs and their Laplacians: Melacci and Belkin (2011), Section 2, Equation 1.

And the similarities of Sugiyama (2016), Fig. 35.8.

The paper leaves open how the graph is made symmetric and how wide the heat weights are. Here two
points are joined if either is among the other's nearest neighbours, and the width defaults to the
mean length of these edges.
"""

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_real,
    check_square,
)

__all__ = ["apply_power", "graph_laplacian", "knn_graph", "laplacian_of", "similarity_graph"]


def knn_graph(X, n_neighbors=6, *, weights="heat", width=None, mutual=False):
    r"""Symmetric graph of nearest neighbours.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_neighbors : int
        Neighbours per point, the point itself not counted; less than ``n_samples``.
    weights : {"heat", "binary"}
        ``"heat"``: :math:`w_{ij}=\exp(-\|x_i-x_j\|^2/(2t^2))`; ``"binary"``: 1 on every edge.
    width : float, optional
        :math:`t`, in the units of ``X``; default the mean distance to a neighbour.
    mutual : bool
        Join two points only if *each* is among the other's neighbours; by default either is enough.
        Mutual neighbours may leave a point without an edge.

    Returns
    -------
    csr_array, shape (n_samples, n_samples)
        The adjacency matrix W, with at most ``2 * n_neighbors * n_samples`` entries.

    Raises
    ------
    ValueError
        If ``X`` is not a finite matrix, or an argument is out of its range.

    Notes
    -----
    Cost: O(n_samples · n_neighbors) memory; time of a nearest-neighbour search. With more than 15
    columns, rows much farther from 0 than from a neighbour are searched once more, by differences
    to all rows: near 0 the search is faster.
    Source: Section 2; mutual neighbours: Zhuang, Tsang and Hoi (2011), section 5.1.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    n_neighbors = check_count(n_neighbors, "n_neighbors", low=1, high=len(X) - 1)
    check_flag(mutual, "mutual")
    check_in(weights, "weights", ("heat", "binary"))
    if width is not None:
        width = check_real(width, "width", low=0, open_low=True)
    W = _neighbour_distances(X, n_neighbors)
    if weights == "heat":
        t = width or W.data.mean() or 1.0  # 1 where all points are equal
        W.data = np.exp(-(W.data**2) / (2 * t**2))
    else:
        W.data = np.ones_like(W.data)
    if mutual:
        return W.minimum(W.T).tocsr()  # 0 where only one of them names the other
    return W.maximum(W.T).tocsr()  # an edge if either point names the other


def _neighbour_distances(X, k):
    """Distances from each row to its nearest others, k a row."""
    from sklearn.neighbors import kneighbors_graph  # half a second to import

    n, d = X.shape
    W = sparse.csr_array(kneighbors_graph(X, k, mode="distance"))
    if d <= 15 and 2 * k < n:
        return W  # found in a tree, by differences
    # found by expanded squares, which round by a share of the row's own square
    nearest = W.data.reshape(n, k).min(axis=1)
    # closer than this share of its own length, a distance from expanded squares has lost its
    # digits
    lost = np.flatnonzero(~(nearest > 3e-4 * np.linalg.norm(X, axis=1)))
    if len(lost) == 0:
        return W
    distances, places = W.data.reshape(n, k).copy(), W.indices.reshape(n, k).copy()
    # in blocks, so that no n by n table is held
    for start in range(0, len(lost), 256):
        rows = lost[start : start + 256]
        all_of = cdist(X[rows], X)
        all_of[np.arange(len(rows)), rows] = np.inf  # not the point itself
        places[rows] = np.argpartition(all_of, k - 1, axis=1)[:, :k]
        distances[rows] = np.take_along_axis(all_of, places[rows], axis=1)
    return sparse.csr_array((distances.ravel(), places.ravel(), W.indptr), shape=W.shape)


def similarity_graph(X, kind="gaussian", *, n_neighbors=7, width=None):
    r"""Similarities :math:`W_{ij}\ge0` between points, in one of the usual ways.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    kind : {"gaussian", "knn", "local"}
        ``"gaussian"``: :math:`\exp(-\|x_i-x_j\|^2/(2t^2))` between all points; ``"knn"``: 1 if one
        is among the other's nearest neighbours, else 0; ``"local"``: local scaling,
        :math:`\exp(-\|x_i-x_j\|^2/(2t_it_j))` with the distance :math:`t_i` to the farthest of
        the nearest neighbours.
    n_neighbors : int
        For ``"knn"`` and ``"local"``: less than ``n_samples``.
    width : float, optional
        :math:`t`, for ``"gaussian"``; default the median distance between two points.

    Returns
    -------
    ndarray or csr_array, shape (n_samples, n_samples)
        Sparse for ``"knn"``; see :func:`laplacian_of`.

    Raises
    ------
    ValueError
        If ``X`` is not a finite matrix, or an argument is out of its range.

    Notes
    -----
    Cost: O(n^2) time and memory; a neighbour search for ``"knn"``.
    Source: Sugiyama (2016), Fig. 35.8.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    check_in(kind, "kind", ("gaussian", "knn", "local"))
    most = None if kind == "gaussian" else len(X) - 1
    n_neighbors = check_count(n_neighbors, "n_neighbors", low=1, high=most)
    if width is not None:
        width = check_real(width, "width", low=0, open_low=True)
    if kind == "knn":
        return knn_graph(X, n_neighbors, weights="binary")
    squares = cdist(X, X, "sqeuclidean")
    if kind == "local":
        # place 0 is the point itself
        scales = np.sqrt(np.partition(squares, n_neighbors, axis=1)[:, n_neighbors])
        products = 2 * np.outer(scales, scales)
    else:
        t = width or np.sqrt(np.median(squares[np.triu_indices(len(X), 1)])) or 1.0
        products = np.full_like(squares, 2 * t**2)
    far = np.where(squares > 0, np.inf, 0.0)  # where both scales vanish
    return np.exp(-np.divide(squares, products, out=far, where=products > 0))


def graph_laplacian(X, n_neighbors=6, *, weights="heat", width=None, normalized=False):
    r"""Laplacian of the nearest-neighbour graph: :math:`L=D-W` or :math:`D^{-1/2}LD^{-1/2}`.

    :math:`f^\top Lf=\sum_{i<j}w_{ij}(f_i-f_j)^2` (Equation 1) measures how much ``f`` varies along
    the edges.

    Parameters
    ----------
    X, n_neighbors, weights, width
        As for :func:`knn_graph`.
    normalized : bool
        Divide by the roots of the degrees; the constant vector is then no longer in the null space.

    Returns
    -------
    csr_array, shape (n_samples, n_samples)
        Symmetric and positive semidefinite.

    Raises
    ------
    ValueError
        As for :func:`knn_graph`.

    Notes
    -----
    Cost: that of the graph. Source: Section 2, Equation 1.

    Examples
    --------
    >>> graph_laplacian([[0.0], [1.0], [3.0]], 1, weights="binary").toarray()
    array([[ 1., -1.,  0.],
           [-1.,  2., -1.],
           [ 0., -1.,  1.]])
    """
    W = knn_graph(X, n_neighbors, weights=weights, width=width)
    return laplacian_of(W, normalized=normalized)


def laplacian_of(W, *, normalized=False):
    r"""Laplacian of a graph of one's own.

    Parameters
    ----------
    W : array_like or sparse matrix, shape (n, n)
        Adjacency matrix: symmetric, no negative weight.
    normalized : bool
        As for :func:`graph_laplacian`.

    Returns
    -------
    csr_array, shape (n, n)

    Raises
    ------
    ValueError
        If ``W`` is not a finite, symmetric, square matrix without negative entries.
    """
    W = sparse.csr_array(check_square(W, "W", symmetric=True, accept_sparse=True, low=0))
    check_flag(normalized, "normalized")
    degrees = W.sum(axis=1)
    L = sparse.diags_array(degrees) - W
    if normalized:
        roots = np.sqrt(degrees)
        # a point without edges keeps a row of zeros
        scale = np.divide(1.0, roots, out=np.zeros_like(roots), where=roots > 0)
        L = sparse.diags_array(scale) @ L @ sparse.diags_array(scale)
    return L.tocsr()


def apply_power(L, F, degree=1):
    """The iterated Laplacian times ``F``, as ``degree`` sparse products.

    The power itself is never formed: its entries fill in.

    Parameters
    ----------
    L : sparse or dense matrix, shape (n, n)
    F : ndarray, shape (n,) or (n, m)
    degree : int
        The power p of the Laplacian.

    Returns
    -------
    ndarray, shape of ``F``
    """
    F = check_array(F, "F", min_rows=1)
    L = check_square(L, "L", size=len(F), accept_sparse=True)
    for _ in range(check_count(degree, "degree", low=1)):
        F = L @ F
    return F
