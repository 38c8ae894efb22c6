r"""Semisupervised local Fisher discriminant analysis (Sugiyama 2016, section 35.3.3).

Local Fisher discriminant analysis of few labelled points, held by the principal components of all.
The source's text prints total scatter and identity in each other's place; its listing does not.
"""

import numpy as np

from mlcompanion._classes import class_codes, unlabeled_mask
from mlcompanion._data import validate_data
from mlcompanion._validation import check_in, check_real

from .directions import LabelledReducer, asked, centred_rows, leading_pairs
from .local_fisher import class_similarities, local_scatters_of

__all__ = ["SELF", "SemiLFDA"]


class SemiLFDA(LabelledReducer):
    r"""Local Fisher discriminant analysis that unlabelled points keep from overfitting.

    The leading eigenvectors of :math:`S^{(slb)}\xi=\lambda S^{(slw)}\xi`, where

    .. math:: S^{(slb)}=(1-\beta)S^{(lb)}+\beta S^{(t)},\qquad S^{(slw)}=(1-\beta)S^{(lw)}+\beta I.

    :math:`S^{(lb)}` and :math:`S^{(lw)}` are those of :func:`local_scatters` for the labelled
    points, :math:`S^{(t)}` is the spread of all points. :math:`\beta=0` is :class:`LFDA`,
    :math:`\beta=1` is :class:`PCA`.

    Parameters
    ----------
    n_components : int or None
        None: all features.
    beta : float
        In [0, 1]: how much the spread of all points counts.
    total : {"covariance", "scatter"}
        "covariance": the spread is the *mean* over all points and each labelled pair counts once
        (the local matrices are halved), as the listing has it. "scatter": the *sum* over all
        points and each pair twice, as the formulas have it; with many unlabelled points any
        ``beta`` is then next to 1.
    similarity, n_neighbors, width
        As for :class:`LFDA`.

    Attributes
    ----------
    components_ : ndarray, shape (m, n_features)
        Scaled to :math:`TS^{(slw)}T^\top=I_m`.
    eigenvalues_ : ndarray, shape (m,)
        Descending.
    classes_ : ndarray, shape (n_classes,)
    mean_ : ndarray, shape (n_features,)
        Of all points.

    Raises
    ------
    ValueError
        If fewer than two classes have a labelled point, ``beta`` is outside [0, 1], or it is 0 and
        the local within-class scatter is singular.

    Notes
    -----
    The identity has no unit and is held against scatter: bring the columns to one scale first.
    Cost: O(d times the sum of the squared class sizes, + n d² + d³) for n points in all. Source:
    Sugiyama (2016), section 35.3.3 and Fig. 35.15.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = np.concatenate([[[3.0, 5.0], [-3.0, 0.0]], rng.normal(size=(200, 2)) * [3, 1]])
    >>> y = np.r_[1, 2, np.full(200, -1)]
    >>> T = np.concatenate([SELF(1, beta=b).fit(X, y).components_ for b in (0.001, 0.9)])
    >>> np.degrees(np.arctan2(T[:, 1], T[:, 0])).round()
    array([40.,  8.])
    """

    def __init__(
        self,
        n_components=None,
        *,
        beta=0.5,
        total="covariance",
        similarity="local",
        n_neighbors=7,
        width=None,
    ):
        self.n_components = n_components
        self.beta = beta
        self.total = total
        self.similarity = similarity
        self.n_neighbors = n_neighbors
        self.width = width

    def fit(self, X, y):
        """Find the directions.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Labels; -1 (or "-1") marks an unlabelled point.

        Returns
        -------
        self
        """
        beta = check_real(self.beta, "beta", low=0, high=1)
        check_in(self.total, "total", ("covariance", "scatter"))
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        labelled = ~unlabeled_mask(y)
        self.classes_, codes = class_codes(y[labelled])
        rows, self.mean_ = centred_rows(X)
        d = rows.shape[1]
        count = asked(self.n_components, d, "the number of features")
        # 1. local matrices of the labelled points
        P = rows[labelled]
        near = class_similarities(P, codes, self.similarity, self.n_neighbors, self.width)
        within, between = local_scatters_of(P, near)
        # 2. the spread of all points
        spread = rows.T @ rows
        if self.total == "covariance":
            spread = spread / len(rows)
            within = within / 2
            between = between / 2
        # 3. mixed: the identity stands with the matrix that is to be small
        between = (1 - beta) * between + beta * spread
        within = (1 - beta) * within + beta * np.eye(d)
        self.eigenvalues_, vectors = leading_pairs(between, within, count, hint="set beta > 0")
        self.components_ = np.ascontiguousarray(vectors.T)
        return self


#: The source's name. The class has another: a scikit-learn pipeline names its steps after classes,
#: in lower case, and "self" is taken there.
SELF = SemiLFDA
