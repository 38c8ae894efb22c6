r"""Latent semantic analysis: documents on the leading singular vectors (Chen 2013, section 9.1)."""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_in
from mlcompanion.linalg import one_blas_thread

from .alternation import as_matrix, leading_triplets
from .sparse_lsa import check_topics

__all__ = ["LSA"]

SCALINGS = ("inverse", "none", "singular")


class LSA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""Project documents on the leading singular vectors of documents by words.

    With :math:`X\approx USV^\top` of rank D, the projection matrix is

    .. math:: A=S^{-1}V^\top,\qquad\hat q=Aq.

    Parameters
    ----------
    n_components : int
        Number D of topics, at most as many as documents and as words.
    scaling : {"inverse", "none", "singular"}
        Of the rows of A: :math:`S^{-1}V^\top`, which takes the training documents to U; the vectors
        themselves, as in scikit-learn's ``TruncatedSVD``; or :math:`SV^\top=U^\top X`, the A that
        minimises :math:`\|X-UA\|`, to which sparse LSA compares.

    Attributes
    ----------
    components_ : ndarray, shape (D, M)
        The projection matrix A; the largest entry of a row, in absolute value, is positive. A
        direction whose singular value is zero to rounding has a row of zeros under "inverse".
    singular_values_ : ndarray, shape (D,)
        Descending.
    embedding_ : ndarray, shape (N, D)
        U, orthonormal columns.

    See Also
    --------
    SparseLSA : With few nonzero entries.

    Notes
    -----
    Cost: O(nnz(X) D) a round of Lanczos steps where few topics of many are asked for, else that of
    a dense decomposition, O(N M min(N, M)). X is not centred. Source: Chen (2013), sections 9.1
    and 9.2.1; the two give the name A to different matrices.

    Examples
    --------
    >>> X = [[2.0, 2.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    >>> LSA(2).fit(X).transform(X).round(2)
    array([[0.89, 0.  ],
           [0.45, 0.  ],
           [0.  , 1.  ]])
    """

    def __init__(self, n_components=10, *, scaling="inverse"):
        self.n_components = n_components
        self.scaling = scaling

    def __sklearn_tags__(self):
        """Tags: X may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y=None):
        """Find the leading singular vectors.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (N, M)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there are more topics than documents or words.
        """
        X = as_matrix(validate_data(self, X, accept_sparse="csr", dtype=np.float64))
        D = check_topics(self.n_components, X.shape)
        check_in(self.scaling, "scaling", SCALINGS)
        with one_blas_thread():
            self.embedding_, sizes, right = leading_triplets(X, D)
        self.singular_values_ = sizes
        if self.scaling == "singular":
            right = sizes[:, None] * right
        elif self.scaling == "inverse":
            # a direction that no document has cannot be scaled up
            real = sizes > sizes[0] * max(X.shape) * np.finfo(float).eps
            right = right * np.where(real, 1 / np.where(real, sizes, 1.0), 0.0)[:, None]
        self.components_ = right
        self._n_features_out = D
        return self

    def transform(self, X):
        """Documents in the space of topics.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n, M)

        Returns
        -------
        ndarray, shape (n, D)

        Raises
        ------
        ValueError
            If X is not like the data of the fit.
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return X @ self.components_.T
