r"""Local Fisher discriminant analysis: near pairs of a class decide (Sugiyama 2016, 35.3.2).

Written by pairs, Fisher's scatter matrices draw *all* points of a class together; here only those
that are similar. Sums over pairs cost one product of similarities with the rows of a class.
"""

import numpy as np

from mlcompanion._classes import class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_in, check_memory, check_real
from mlcompanion.manifold import similarity_graph

from .directions import LabelledReducer, asked, centred_rows, embedding, leading_pairs, varying_axes
from .fisher import Scatters, labelled_rows, with_ridge
from .lpp import SIMILARITIES, laplacian_scatter

__all__ = ["LFDA", "local_scatters"]


def class_similarities(rows, codes, similarity, n_neighbors, width):
    """For each class, its places and the similarities W of its points; no others are computed."""
    check_in(similarity, "similarity", SIMILARITIES)
    check_count(n_neighbors, "n_neighbors", low=1)
    found = []
    for label in range(codes.max() + 1):
        places = np.flatnonzero(codes == label)
        if similarity != "knn":
            check_memory(24 * len(places) ** 2, f"similarities of {len(places)} points")
        if len(places) == 1:
            W = np.ones((1, 1))
        else:
            # a class with fewer members has no more neighbours to offer
            near = min(n_neighbors, len(places) - 1)
            W = similarity_graph(rows[places], similarity, n_neighbors=near, width=width)
        found.append((places, W))
    return found


def local_scatters_of(rows, similarities):
    r"""Local within-class and between-class scatter, from similarities inside the classes.

    With :math:`G_y=P^\top(\mathrm{diag}(W1)-W)P` of the rows P of a class,
    :math:`S^{(lw)}=\sum_yG_y/n_y`. The pairs across classes are all pairs less those inside.
    """
    n, d = rows.shape
    within = np.zeros((d, d))
    between = rows.T @ rows - n * np.outer(rows.mean(axis=0), rows.mean(axis=0))
    for places, W in similarities:
        P = rows[places]
        n_y = len(P)
        # about their own mean rows are shorter: products round less
        P = P - P.mean(axis=0)
        G = laplacian_scatter(P, W)[0]
        within += G / n_y
        between += (1 / n - 1 / n_y) * G - (n_y / n) * (P.T @ P)
    return Scatters(within, between)


def local_scatters(X, y, *, similarity="local", n_neighbors=7, width=None):
    r"""Local within-class and between-class scatter of labelled points.

    .. math:: S=\tfrac12\sum_{ij}Q_{ij}(x_i-x_j)(x_i-x_j)^\top

    with :math:`Q_{ij}=W_{ij}/n_y`, or :math:`W_{ij}(1/n-1/n_y)`, for two points of class y, and 0,
    or :math:`1/n`, for points of two classes.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Labels of at least two classes.
    similarity, n_neighbors, width
        As for :class:`LFDA`.

    Returns
    -------
    Scatters

    Raises
    ------
    ValueError
        If there are fewer than two classes, or an argument is out of range.

    Notes
    -----
    Cost: O(d times the sum of the squared class sizes), and O(n k d) with "knn"; as written, over
    pairs, it would be O(n² d²). With all W = 1 they are :func:`fisher_scatters`. Source: Sugiyama
    (2016), section 35.3.2.

    Examples
    --------
    >>> X, y = [[-4.0], [4.0], [0.0], [1.0]], [0, 0, 1, 1]
    >>> local_scatters(X, y, similarity="gaussian", width=1.0).within.round(4)
    array([[0.3033]])
    """
    X, codes = labelled_rows(X, y)
    rows = centred_rows(X)[0]
    return local_scatters_of(rows, class_similarities(rows, codes, similarity, n_neighbors, width))


class LFDA(LabelledReducer):
    r"""Directions that part the classes and leave the clusters of a class where they are.

    .. math:: \max_T\ \mathrm{tr}\big((TS^{(lw)}T^\top)^{-1}TS^{(lb)}T^\top\big)

    with the scatter matrices of :func:`local_scatters`: pairs of a class count by their similarity,
    pairs of two classes fully.

    Parameters
    ----------
    n_components : int or None
        None: all directions in which the data vary. There is no limit by the number of classes.
    similarity : {"local", "gaussian", "knn"}
        Between points of a class, as ``kind`` of :func:`mlcompanion.manifold.similarity_graph`.
    n_neighbors : int
        For "local" and "knn"; a smaller class offers what it has.
    width : float, optional
        Of "gaussian", in the units of the data. Default: the median distance, class by class.
    ridge : float
        Share of the total scatter's diagonal that is added to the local within-class scatter.

    Attributes
    ----------
    components_ : ndarray, shape (m, n_features)
        Scaled to :math:`TS^{(lw)}T^\top=I_m`.
    eigenvalues_ : ndarray, shape (m,)
        Descending.
    classes_ : ndarray, shape (n_classes,)
    mean_ : ndarray, shape (n_features,)

    Raises
    ------
    ValueError
        If ``y`` has a single class, an argument is out of range, or the local within-class scatter
        is singular.

    See Also
    --------
    FisherProjection : All pairs of a class alike.
    SELF : With unlabelled points besides.

    Notes
    -----
    Cost: O(d times the sum of the squared class sizes, + n d² + d³) time, the largest class squared
    in memory; with "knn" O(n k d + n d² + d³) and a neighbour search. Source: Sugiyama (2016),
    section 35.3.2 and Fig. 35.13.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(90, 2)) * [0.5, 1.0] + np.repeat([[-4, 0], [0, 0], [4, 0]], 30, axis=0)
    >>> y = np.repeat([1, 2, 1], 30)
    >>> T = LFDA(1).fit(X, y).components_[0]
    >>> bool(abs(T[0]) > 5 * abs(T[1]))
    True
    """

    def __init__(
        self, n_components=None, *, similarity="local", n_neighbors=7, width=None, ridge=0.0
    ):
        self.n_components = n_components
        self.similarity = similarity
        self.n_neighbors = n_neighbors
        self.width = width
        self.ridge = ridge

    def fit(self, X, y):
        """Find the directions.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Labels.

        Returns
        -------
        self
        """
        ridge = check_real(self.ridge, "ridge", low=0)
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        self.classes_, codes = class_codes(y)
        rows, self.mean_ = centred_rows(X)
        near = class_similarities(rows, codes, self.similarity, self.n_neighbors, self.width)
        axes = varying_axes(rows, self.mean_)
        count = asked(self.n_components, axes.shape[1], "the directions in which X varies")
        scatters = local_scatters_of(rows @ axes, near)
        within = with_ridge(scatters.within, ridge, axes, rows)
        self.eigenvalues_, vectors = leading_pairs(scatters.between, within, count)
        self.components_ = embedding(axes, vectors, rows)
        return self
