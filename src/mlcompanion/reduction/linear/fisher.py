r"""Fisher discriminant analysis as a projection (Sugiyama 2016, section 35.3.1).

The classifier of the same name, :class:`mlcompanion.classification.FDA`, looks along the same
directions.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._classes import class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_real

from .directions import LabelledReducer, asked, centred_rows, embedding, leading_pairs, varying_axes

__all__ = ["FisherProjection", "Scatters", "fisher_scatters"]


class Scatters(NamedTuple):
    """Scatter matrices of labelled points.

    Attributes
    ----------
    within : ndarray, shape (d, d)
        Of points about the mean of their class, or of near pairs of a class.
    between : ndarray, shape (d, d)
        Of the classes: what is to be large where ``within`` is small.
    """

    within: np.ndarray
    between: np.ndarray


def class_means(rows, codes):
    """Sizes n_y of the classes and means of their rows."""
    sizes = np.bincount(codes)
    # sums by one product with the indicators of the classes
    indicators = codes[:, None] == np.arange(len(sizes))
    return sizes, (indicators.T / sizes[:, None]) @ rows


def scatters_of(rows, codes):
    """As :func:`fisher_scatters`, for rows that are centred and coded classes."""
    sizes, means = class_means(rows, codes)
    inner = rows - means[codes]
    return Scatters(inner.T @ inner, (means.T * sizes) @ means)


def fisher_scatters(X, y):
    r"""Within-class and between-class scatter, equations (35.3) and (35.4).

    .. math:: S^{(w)}=\sum_y\sum_{i:y_i=y}(x_i-\mu_y)(x_i-\mu_y)^\top,\qquad
        S^{(b)}=\sum_yn_y\mu_y\mu_y^\top

    of centred :math:`x_i`, with class means :math:`\mu_y`; their sum is the total scatter.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Labels of at least two classes.

    Returns
    -------
    Scatters

    Raises
    ------
    ValueError
        If there are fewer than two classes or the lengths differ.

    Notes
    -----
    Cost: O(n d² + n c). As sums over pairs they are
    :math:`\tfrac12\sum_{ij}Q_{ij}(x_i-x_j)(x_i-x_j)^\top` with weights 1/n_y, and 1/n - 1/n_y,
    inside a class, and 0, and 1/n, across; :func:`local_scatters` gives near pairs more weight.

    Examples
    --------
    >>> fisher_scatters([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]).between
    array([[100.]])
    """
    X, codes = labelled_rows(X, y)
    return scatters_of(centred_rows(X)[0], codes)


def labelled_rows(X, y):
    """Check points and their labels; return the points, and classes by number."""
    X = check_array(X, "X", ndim=2, min_rows=2)
    y = np.asarray(y)
    if y.shape != (len(X),):
        raise ValueError(f"y must have shape ({len(X)},), one label a row of X, got {y.shape}")
    return X, class_codes(y)[1]


class FisherProjection(LabelledReducer):
    r"""Directions along which classes lie far apart for their width.

    .. math:: \max_T\ \mathrm{tr}\big((TS^{(w)}T^\top)^{-1}TS^{(b)}T^\top\big)

    The rows of T are leading eigenvectors of :math:`S^{(b)}\xi=\lambda S^{(w)}\xi`; see
    :func:`fisher_scatters`.

    Parameters
    ----------
    n_components : int or None
        At most one less than the number of classes: the rank of the between-class scatter. None:
        as many.
    ridge : float
        Share of its diagonal that is added to the within-class scatter, without unit. Needed where
        there are fewer samples than features.

    Attributes
    ----------
    components_ : ndarray, shape (m, n_features)
        Scaled to :math:`TS^{(w)}T^\top=I_m`.
    eigenvalues_ : ndarray, shape (m,)
        Descending: between-class scatter over within-class scatter along each direction.
    classes_ : ndarray, shape (n_classes,)
    mean_ : ndarray, shape (n_features,)

    Raises
    ------
    ValueError
        If ``y`` has a single class, more directions are asked for than there are, or the
        within-class scatter is singular.

    See Also
    --------
    LFDA : For classes of several clusters, and for more directions.
    mlcompanion.classification.FDA : The classifier.

    Notes
    -----
    Cost: O(n d² + d³). Free of the units of single columns. Directions in which no point moves are
    left out. Source: Sugiyama (2016), section 35.3.1 and Fig. 35.11.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> FisherProjection().fit(X, y).eigenvalues_.round(2)
    array([32.19,  0.29])
    """

    def __init__(self, n_components=None, *, ridge=0.0):
        self.n_components = n_components
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
        axes = varying_axes(rows, self.mean_)
        scatters = scatters_of(rows @ axes, codes)
        most = min(len(self.classes_) - 1, axes.shape[1])
        count = asked(self.n_components, most, "one less than the classes, or what varies in X")
        within = with_ridge(scatters.within, ridge, axes, rows)
        self.eigenvalues_, vectors = leading_pairs(scatters.between, within, count)
        self.components_ = embedding(axes, vectors, rows)
        return self


def with_ridge(within, ridge, axes, rows):
    """The scatter, plus a share of each column's total scatter on the diagonal."""
    if ridge == 0:
        return within
    squares = np.square(rows).sum(axis=0)
    return within + ridge * (axes.T * squares) @ axes
