r"""Alternation between two views, and what its models share.

.. math:: \min_{u,v}-u^\top X^\top Yv+\tfrac\tau2\|v\|^2+\theta P(v)\quad\text{s.t.}\quad
   \|u\|_2\le1,\ \|v\|_2\le1,\ \|u\|_1\le c_1

is convex in u and in v: fix one, solve for the other. Chen (2013), section 4.2, equation (4.2).
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import about, column_means, column_units, warn_stopped
from mlcompanion._validation import check_array, check_count, check_real, check_rng

from ..structured.sparse_cca import largest_in_l1_l2_ball


class ViewScale(NamedTuple):
    """How a view is standardised: columns about their means, of length one.

    Attributes
    ----------
    centre, length : ndarray of shape (n_columns,)
        ``length`` is 1 for a constant column, which becomes zero.
    """

    centre: np.ndarray
    length: np.ndarray

    @classmethod
    def of(cls, table):
        """The scale of the columns of a table."""
        centre = column_means(table)
        moved = about(table, centre)
        units = column_units(moved)  # squares neither overflow nor vanish
        sizes = np.linalg.norm(moved / units, axis=0) * units
        # lengths in units of each column's size, then multiplied back
        return cls(centre, np.where(sizes > 0, sizes, 1.0))

    def apply(self, table):
        """The table on this scale."""
        return about(table, self.centre) / self.length


def default_radius(n_columns):
    """Bound on the l1 norm where none is given: 0.3 of the root of the columns, at least 1."""
    return max(1.0, 0.3 * np.sqrt(n_columns))


def correlation(a, b):
    """Correlation of two vectors about their means; 0 where one of them is constant."""
    a = a - a.mean()
    b = b - b.mean()
    size = np.linalg.norm(a) * np.linalg.norm(b)
    return float(a @ b / size) if size > 0 else 0.0


class _Pair(NamedTuple):
    """Two weight vectors, and how the search for them ended."""

    u: np.ndarray
    v: np.ndarray
    pull: np.ndarray
    n_iter: int
    converged: bool


def _alternate(X, Y, u, radius, step, tol, max_iter):
    """Solve for v and for u in turn until both rest; ``step(pull)`` solves for v."""
    v = np.zeros(Y.shape[1])
    for n_iter in range(1, max_iter + 1):
        # the cross product of the views is never formed: two products with a vector
        pull = Y.T @ (X @ u)
        new_v = step(pull)
        new_u = largest_in_l1_l2_ball(X.T @ (Y @ new_v), radius)
        moved = np.linalg.norm(new_u - u) + np.linalg.norm(new_v - v)
        u = new_u
        v = new_v
        if moved < tol or not v.any():  # v = 0 pulls u nowhere: nothing would move again
            return _Pair(u, v, pull, n_iter, True)
    return _Pair(u, v, pull, max_iter, False)


class TwoViewModel(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """What the models of one pair of canonical vectors share.

    A subclass has ``_prepare(Y)``, which reads its parameters against the standardised second
    view, and ``_step(pull)``, the solution for v where ``pull`` is ``Y.T @ X @ u``; and may have
    ``_finish(pull, v)``, which gives v its exact zeros.
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.target_tags.two_d_labels = False
        return tags

    _solved = True  # whether the problem that gave the last v was solved

    def _finish(self, pull, v):
        return v

    def fit(self, X, y):
        """Fit to two views of the same samples.

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features)
            First view, whose weights are sparse.
        y : array_like of shape (n_samples, n_columns) or (n_samples,)
            Second view, whose weights are structured.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the views have different numbers of samples, or a parameter does not fit them.
        """
        X, y = validate_data(
            self, X, y, dtype=float, y_numeric=True, multi_output=True, ensure_min_samples=2
        )
        y = check_array(y, "y", min_rows=2)
        y = y[:, None] if y.ndim == 1 else y
        self.x_scale_ = ViewScale.of(X)
        self.y_scale_ = ViewScale.of(y)
        X = self.x_scale_.apply(X)
        Y = self.y_scale_.apply(y)
        radius = default_radius(X.shape[1]) if self.radius_x is None else self.radius_x
        radius = check_real(radius, "radius_x", low=0, open_low=True)
        tol = check_real(self.tol, "tol", low=0, open_low=True)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        self._prepare(Y)
        best = None
        for u in self._starts(X, Y):
            pair = _alternate(X, Y, u, radius, self._step, tol, max_iter)
            found = abs(correlation(X @ pair.u, Y @ pair.v))
            if best is None or found > best[0] + 1e-9:  # equal but for rounding: the first one
                best = (found, pair)
        self._keep(X, Y, best[1])
        return self

    def _starts(self, X, Y):
        """The leading singular vector, then random directions."""
        n_init = check_count(self.n_init, "n_init", low=0)
        rng = check_rng(self.random_state)
        # the best pair without a penalty; not convex in both, hence further starts
        yield np.linalg.svd(X.T @ Y, full_matrices=False)[0][:, 0]
        for _ in range(n_init):
            u = rng.standard_normal(X.shape[1])
            yield u / np.linalg.norm(u)

    def _keep(self, X, Y, pair):
        v = self._finish(pair.pull, pair.v)
        # (u, v) and (-u, -v) are one solution: the largest entry of u decides which is shown
        sign = -1.0 if pair.u[np.argmax(np.abs(pair.u))] < 0 else 1.0
        self.x_weights_ = sign * pair.u
        self.y_weights_ = sign * v
        self.correlation_ = correlation(X @ self.x_weights_, Y @ self.y_weights_)
        self.n_iter_ = pair.n_iter
        self.converged_ = pair.converged and self._solved
        self._n_features_out = 1
        if not self.converged_:
            warn_stopped(self, pair.n_iter, stacklevel=4)

    def transform(self, X):
        """Scores of the first view.

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, 1)
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return (self.x_scale_.apply(X) @ self.x_weights_)[:, None]

    def transform_second(self, y):
        """Scores of the second view.

        Parameters
        ----------
        y : array_like of shape (n_samples, n_columns) or (n_samples,)

        Returns
        -------
        ndarray of shape (n_samples, 1)
        """
        check_is_fitted(self)
        y = check_array(y, "y", min_rows=1)
        y = y[:, None] if y.ndim == 1 else y
        y = check_array(y, "y", shape=(None, len(self.y_weights_)))
        return (self.y_scale_.apply(y) @ self.y_weights_)[:, None]

    def score(self, X, y):
        """Correlation of the two scores on these samples; 0 if one of them is constant."""
        a = self.transform(X)[:, 0]
        b = self.transform_second(y)[:, 0]
        if len(a) != len(b):
            raise ValueError(f"y must have {len(a)} rows like X, got {len(b)}")
        return correlation(a, b)
