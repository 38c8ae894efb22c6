r"""What all linear reductions share: centred rows, axes that vary, leading pairs, the projection.

Sugiyama (2016), section 35.1: :math:`z=Tx` for centred :math:`x`, with an embedding matrix
:math:`T\in\mathbb R^{m\times d}` whose rows most methods take from a generalized eigenproblem.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count
from mlcompanion.linalg import fix_signs, generalized_eigenpairs
from mlcompanion.linalg.factor import scaled_cholesky

__all__ = []


class LinearReducer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A projection of centred rows: ``fit`` of a subclass sets ``mean_`` and ``components_``."""

    def transform(self, X):
        """Project on the directions found.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)

        Returns
        -------
        ndarray, shape (n_samples, n_components)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return (X - self.mean_) @ self.components_.T

    @property
    def _n_features_out(self):
        return len(self.components_)


class LabelledReducer(LinearReducer):
    """A projection whose ``fit`` asks for labels."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


def centred_rows(X):
    """The rows less their mean, and the mean; columns that never change become exactly zero."""
    # reckoned from a row of the data, a large offset costs no digits of the mean
    rows = X - X[0]
    shift = rows.mean(axis=0)
    constant = np.flatnonzero(shift == 0)
    constant = constant[~rows[:, constant].any(axis=0)]
    rows -= shift
    # a second pass takes out what rounding left of the mean
    rest = rows.mean(axis=0)
    rows -= rest
    rows[:, constant] = 0.0
    return rows, X[0] + (shift + rest)


def varying_axes(rows, mean):
    r"""A basis P of the directions in which centred rows vary, in units of their deviations.

    Parameters
    ----------
    rows : ndarray, shape (n, d)
        Centred.
    mean : ndarray, shape (d,)
        What was taken off: it tells how far the rows were rounded.

    Returns
    -------
    ndarray, shape (d, r)
        ``rows @ P`` has r columns of the order of one. With full rank P is diagonal.
    """
    spread = np.abs(rows).max(axis=0)
    kept = np.flatnonzero(spread > 0)
    if not len(kept):
        raise ValueError("X must have two different rows: no direction varies")
    unit = spread[kept]
    scaled = rows[:, kept] / unit
    rounding = np.finfo(float).eps * max(rows.shape) * (1 + (np.abs(mean[kept]) / unit).max())
    basis = np.zeros((rows.shape[1], len(kept)))
    basis[kept, np.arange(len(kept))] = 1 / unit
    n, r = scaled.shape
    if n > r:
        # squared singular values tell at a fraction of the cost that none is near zero
        squares = np.linalg.eigvalsh(scaled.T @ scaled)
        if squares[0] > max(1e-8, 10 * rounding**2) * squares[-1]:
            return basis
    _, sizes, right = np.linalg.svd(scaled, full_matrices=False)
    rank = np.count_nonzero(sizes > rounding * sizes[0])
    return basis if rank == len(kept) else basis @ right[:rank].T


def leading_pairs(A, B, count, largest=True, hint="set ridge > 0"):
    r"""Pairs of :math:`A\xi=\lambda B\xi` with the largest, or the smallest, values.

    Parameters
    ----------
    A, B : ndarray, shape (d, d)
        Symmetric, of ``B`` to rounding positive definite.
    count : int
    largest : bool
    hint : str
        What to do about a singular ``B``.

    Returns
    -------
    values : ndarray, shape (count,)
        From the largest down, or from the smallest up.
    vectors : ndarray, shape (d, count)
        With :math:`\xi^\top B\xi=1`.

    Raises
    ------
    ValueError
        If ``B`` is singular.

    Notes
    -----
    Cost: O(d³).
    """
    A = (A + A.T) / 2
    B = (B + B.T) / 2
    try:
        # asked of the correlations: units of single columns do not decide what is singular
        scaled_cholesky(B)
    except np.linalg.LinAlgError as error:
        raise ValueError(f"the matrix to divide by is singular ({error}): {hint}") from error
    return generalized_eigenpairs(A, count, B, which="largest" if largest else "smallest")


def embedding(axes, vectors, rows):
    """The embedding matrix, m × d, of pairs found along ``axes``; signs fixed, free of units."""
    T = (axes @ vectors).T
    spread = np.abs(rows).max(axis=0)
    # 1 for what never varies: there T is zero
    unit = np.where(spread > 0, spread, 1.0)
    return fix_signs((T * unit).T).T / unit


def asked(n_components, most, what):
    """The number of directions: all that there are for None."""
    if n_components is None:
        return most
    count = check_count(n_components, "n_components", low=1)
    if count > most:
        raise ValueError(f"n_components must be at most {most}, {what}; got {count}")
    return count
