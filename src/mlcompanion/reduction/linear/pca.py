r"""Principal components: the projection that moves the points least (Sugiyama 2016, 35.2.1)."""

from numbers import Integral

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_real
from mlcompanion.linalg import fix_signs

from .directions import LinearReducer, asked, centred_rows

__all__ = ["PCA"]


class PCA(LinearReducer):
    r"""Orthogonal projection on the directions of greatest spread.

    .. math:: \max_T\ \mathrm{tr}(TCT^\top)\ \text{ subject to }\ TT^\top=I_m,
        \qquad C=\sum_ix_ix_i^\top

    of centred :math:`x_i`: the rows of T are the leading eigenvectors of the scatter matrix C.

    Parameters
    ----------
    n_components : int, float or None
        How many directions; below 1 the share of the scatter that they must reach together. None:
        as many as the smaller of samples and features.

    Attributes
    ----------
    components_ : ndarray, shape (m, n_features)
        Orthonormal rows; the entry that is largest in absolute value is positive.
    eigenvalues_ : ndarray, shape (m,)
        Of the scatter matrix, descending: sums of squares along the directions.
    explained_variance_ratio_ : ndarray, shape (m,)
        Shares of all scatter; 0 where the data do not vary at all.
    mean_ : ndarray, shape (n_features,)

    Raises
    ------
    ValueError
        If ``n_components`` is out of range.

    See Also
    --------
    mlcompanion.reduction.KernelPCA : In the feature space of a kernel.
    LPP : Keeps neighbours together instead of positions.

    Notes
    -----
    Cost: O(n d min(n, d)), from the singular values of the centred rows: neither the d × d nor the
    n × n matrix is formed, and small eigenvalues keep their digits. Memory: two copies of the data.
    Source: Sugiyama (2016), section 35.2.1 and Fig. 35.5.

    Examples
    --------
    >>> model = PCA(1).fit([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])
    >>> model.components_
    array([[0.6, 0.8]])
    """

    def __init__(self, n_components=None):
        self.n_components = n_components

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
        X = validate_data(self, X, dtype=np.float64)
        most = min(X.shape)
        share = None
        if self.n_components is None or isinstance(self.n_components, Integral):
            count = asked(self.n_components, most, "the smaller of samples and features")
        else:
            ends = {"low": 0, "high": 1, "open_low": True, "open_high": True}
            share = check_real(self.n_components, "n_components", **ends)
        rows, self.mean_ = centred_rows(X)
        largest = max(rows.max(), -rows.min())
        # squares of far units would leave the range of floats
        unit = 1.0 if largest == 0 or 1e-100 < largest < 1e100 else largest
        if unit != 1:
            rows = rows / unit
        if len(rows) > 2 * rows.shape[1]:
            # the triangle of rows = QR has their singular values and right vectors
            rows = np.linalg.qr(rows, mode="r")
        _, sizes, right = np.linalg.svd(rows, full_matrices=False)
        squares = sizes**2
        total = squares.sum()
        shares = squares / total if total > 0 else np.zeros(most)
        if share is not None:
            reached = np.cumsum(shares) >= share * (1 - 1e-12)
            count = int(reached.argmax()) + 1
        self.components_ = fix_signs(right[:count].T).T
        self.eigenvalues_ = squares[:count] * unit**2
        self.explained_variance_ratio_ = shares[:count]
        return self

    def inverse_transform(self, X):
        r"""Points of the data's space for projections: :math:`T^\top z` plus the mean.

        Parameters
        ----------
        X : array_like, shape (n_samples, m)
            Projections.

        Returns
        -------
        ndarray, shape (n_samples, n_features)
        """
        check_is_fitted(self)
        X = check_array(X, "X", shape=(None, len(self.components_)), min_rows=1)
        return X @ self.components_ + self.mean_
