r"""Locality preserving projection: what is near stays near (Sugiyama 2016, section 35.2.2)."""

import numpy as np
from scipy import sparse

from mlcompanion._data import validate_data
from mlcompanion._validation import check_in
from mlcompanion.manifold import similarity_graph

from .directions import LinearReducer, asked, centred_rows, embedding, leading_pairs, varying_axes

__all__ = ["LPP"]

#: Kinds of :func:`mlcompanion.manifold.similarity_graph`.
SIMILARITIES = ("gaussian", "knn", "local")


def laplacian_scatter(rows, W):
    r"""Return :math:`X^\top LX` and :math:`X^\top DX` of rows X, with ``L = D - W``.

    The first is half the sum of :math:`W_{ij}(x_i-x_j)(x_i-x_j)^\top` over all pairs. Cost: that
    of W times the rows, O(n² d), or O(n k d) with k entries a row.
    """
    degrees = np.asarray(W.sum(axis=1)).ravel()
    weighted = rows.T @ (degrees[:, None] * rows)
    product = W @ rows
    return weighted - rows.T @ product, weighted


class LPP(LinearReducer):
    r"""Linear map under which similar points come to lie close together.

    .. math:: \min_T\ \tfrac12\sum_{i,j}W_{ij}\|Tx_i-Tx_j\|^2\ \text{ subject to }\
        TXDX^\top T^\top=I_m

    with similarities W and their row sums in the diagonal matrix D: the rows of T are minor
    eigenvectors of :math:`XLX^\top\xi=\lambda XDX^\top\xi`, where :math:`L=D-W`.

    Parameters
    ----------
    n_components : int or None
        None: all directions in which the data vary.
    similarity : {"gaussian", "knn", "local"}
        As ``kind`` of :func:`mlcompanion.manifold.similarity_graph`; "knn" is sparse.
    n_neighbors : int
        For "knn" and "local", less than the number of samples.
    width : float, optional
        Of "gaussian", in the units of the data: :math:`e^{-\|x-x'\|^2/2t^2}`. The listing's
        :math:`e^{-\|x-x'\|^2}` has width 0.707. Default: the median distance.

    Attributes
    ----------
    components_ : ndarray, shape (m, n_features)
    eigenvalues_ : ndarray, shape (m,)
        Ascending: what is left, after the projection, of the local scatter; 0 would be all
        neighbours in one place.
    mean_ : ndarray, shape (n_features,)

    Raises
    ------
    ValueError
        If all rows are equal, or an argument is out of range.

    Notes
    -----
    Cost: O(n² d + d³) time and O(n²) memory; with "knn" a neighbour search, and O(n k d) besides.
    Directions in which no point moves are left out. Source: Sugiyama (2016), section 35.2.2 and
    Fig. 35.9.

    Examples
    --------
    >>> X = [[0.0, 0.0], [9.0, 0.1], [0.1, 5.0], [9.1, 5.1]]
    >>> T = LPP(1, width=4.0).fit(X).components_[0]  # the two clusters stay apart
    >>> bool(abs(T[0]) > 50 * abs(T[1]))
    True
    """

    def __init__(self, n_components=None, *, similarity="gaussian", n_neighbors=7, width=None):
        self.n_components = n_components
        self.similarity = similarity
        self.n_neighbors = n_neighbors
        self.width = width

    def fit(self, X, y=None):
        """Find the directions.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : None
            Not used.

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        rows, self.mean_ = centred_rows(X)
        check_in(self.similarity, "similarity", SIMILARITIES)
        options = {"n_neighbors": self.n_neighbors, "width": self.width}
        W = similarity_graph(rows, self.similarity, **options)
        axes = varying_axes(rows, self.mean_)
        count = asked(self.n_components, axes.shape[1], "the directions in which X varies")
        A, B = laplacian_scatter(rows @ axes, sparse.csr_array(W) if sparse.issparse(W) else W)
        self.eigenvalues_, vectors = leading_pairs(A, B, count, largest=False)
        self.components_ = embedding(axes, vectors, rows)
        return self
