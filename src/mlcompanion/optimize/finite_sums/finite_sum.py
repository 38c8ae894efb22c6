r"""A mean (or sum) of losses of linear scores with a ridge, asked whole or row by row.

Choromanska (2014), equation (3.2); Shalev-Shwartz and Tewari (2011), section 1.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator

from mlcompanion._validation import check_array, check_flag, check_instance, check_real
from mlcompanion.losses.score import ScoreLoss

from ..smooth import DataFit, check_operator
from .work import Work

__all__ = ["CountedSum", "FiniteSum"]


def squared_row_norms(X):
    """Squared norms of the rows, shape (n,), of a dense or sparse matrix."""
    if sparse.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1)).ravel()
    return np.einsum("ij,ij->i", X, X)


class FiniteSum:
    r"""The function :math:`f(w)=\frac1n\sum_i\ell(\langle x_i,w\rangle,y_i)+\frac\lambda2\|w\|^2`.

    Parameters
    ----------
    X : ndarray or sparse matrix of shape (n_samples, n_features)
        A sparse one is kept by rows (CSR).
    y : array_like of shape (n_samples,)
    loss : ScoreLoss
        Of :mod:`mlcompanion.losses`, for example ``Logistic()`` with targets -1 and 1.
    lam : float
        :math:`\lambda\ge0`.
    average : bool
        False for the sum of the losses, without 1/n.

    Attributes
    ----------
    X, y, loss, lam : as given
    n_samples, n_features : int
    weight : float
        What each loss is multiplied by, 1/n or 1.

    Raises
    ------
    ValueError
        If ``X`` or ``y`` is empty or not finite, their lengths differ, ``y`` holds what the loss
        has no value for, or ``lam`` is negative.

    Notes
    -----
    The value and the gradient cost as many entries as X stores, those of b rows theirs.
    """

    def __init__(self, X, y, loss, lam=0.0, *, average=True):
        check_instance(loss, "loss", ScoreLoss)
        if isinstance(X, LinearOperator):
            raise TypeError("X must be an array or a sparse matrix: its rows are asked for")
        X = check_operator(X, "X")
        X = X.tocsr() if sparse.issparse(X) else X
        self._fit = DataFit(X, check_array(y, "y", ndim=1, min_rows=1), loss)
        self.X = self._fit.A
        self.y = self._fit.y
        self.loss = self._fit.loss
        self.n_samples, self.n_features = self.X.shape
        self.lam = check_real(lam, "lam", low=0)
        self.weight = 1 / self.n_samples if check_flag(average, "average") else 1.0

    def value(self, w):
        """The function at ``w``, shape (n_features,)."""
        return self.weight * self._fit.value(w) + 0.5 * self.lam * (w @ w)

    def gradient(self, w):
        """Gradient at ``w``, of its shape."""
        return self.weight * self._fit.gradient(w) + self.lam * w

    def value_and_gradient(self, w):
        """Both, with one product ``X w``."""
        value, gradient = self._fit.value_and_gradient(w)
        ridge = 0.5 * self.lam * (w @ w)
        return self.weight * value + ridge, self.weight * gradient + self.lam * w

    def gradient_at(self, w, rows):
        """Gradient of the losses of ``rows``, scaled to estimate the whole one without bias.

        Parameters
        ----------
        w : ndarray of shape (n_features,)
        rows : ndarray of int, shape (b,)
            Numbers of rows, repeated ones as often as they stand there; at least one.

        Returns
        -------
        ndarray of shape (n_features,)

        Raises
        ------
        ValueError
            If there are no rows, or one that is out of range.
        """
        rows = self._rows(rows)
        part = self.X[rows]
        slopes = self.loss.derivative(part @ w, self.y[rows])
        return self._share(rows) * (part.T @ slopes) + self.lam * w

    def hessian_product(self, w, rows=None):
        """The product ``v -> H v`` with the Hessian at ``w``, of all rows or estimated from some.

        Parameters
        ----------
        w : ndarray of shape (n_features,)
        rows : ndarray of int, optional

        Returns
        -------
        callable
            Takes and gives an array of shape (n_features,), at the cost of two products with the
            rows; no matrix of n_features by n_features is formed.
        """
        part, curvature = self._curvature(w, rows)
        return lambda v: part.T @ (curvature * (part @ v)) + self.lam * v

    def hessian(self, w, rows=None):
        """The Hessian at ``w``, dense, shape (n_features, n_features); O(n d²)."""
        part, curvature = self._curvature(w, rows)
        if sparse.issparse(part):
            H = (part.T @ part.multiply(curvature[:, None])).toarray()
        else:
            H = part.T @ (curvature[:, None] * part)
        # every (d + 1)-th entry of the flat matrix is one of the diagonal
        H.flat[:: self.n_features + 1] += self.lam
        return H

    def row_lipschitz(self):
        r"""Constants :math:`L_i=n\,\mathrm{weight}\,\ell''_{\max}\|x_i\|^2+\lambda`, shape (n,).

        Those of the functions whose mean f is.
        """
        scale = self.n_samples * self.weight * self.loss.curvature
        return scale * squared_row_norms(self.X) + self.lam

    def lipschitz(self):
        """Lipschitz constant of the whole gradient."""
        return self.weight * self._fit.lipschitz() + self.lam

    @property
    def n_entries(self):
        """Entries of X, of a sparse one those that are stored."""
        return self.X.nnz if sparse.issparse(self.X) else self.X.size

    def entries_of(self, rows):
        """Entries of these rows, of a sparse matrix those that are stored."""
        rows = self._rows(rows)
        if sparse.issparse(self.X):
            return int(np.sum(self.X.indptr[rows + 1] - self.X.indptr[rows]))
        return len(rows) * self.n_features

    def _rows(self, rows):
        high = self.n_samples - 1
        return check_array(rows, "rows", ndim=1, min_rows=1, dtype=np.intp, low=0, high=high)

    def _share(self, rows):
        return self.n_samples * self.weight / len(rows)

    def _curvature(self, w, rows):
        if rows is None:
            second = self.loss.second_derivative(self.X @ w, self.y)
            return self.X, self.weight * second
        rows = self._rows(rows)
        part = self.X[rows]
        return part, self._share(rows) * self.loss.second_derivative(part @ w, self.y[rows])


class CountedSum:
    """A :class:`FiniteSum` that enters what it is asked into a :class:`Work`.

    For solvers that only see a function, as SciPy's.

    Parameters
    ----------
    problem : FiniteSum
    work : Work

    Notes
    -----
    A value counts as n evaluations, a gradient (with or without the value) as n gradient samples, a
    product with the Hessian as n curvature samples; each product with X reads all its entries.
    """

    def __init__(self, problem, work):
        self.problem = check_instance(problem, "problem", FiniteSum)
        self.work = check_instance(work, "work", Work)

    def value(self, w):
        """The function at ``w``."""
        self._read(1, evaluations=self.problem.n_samples)
        return self.problem.value(w)

    def gradient(self, w):
        """Gradient at ``w``."""
        self._read(2, gradient_samples=self.problem.n_samples)
        return self.problem.gradient(w)

    def value_and_gradient(self, w):
        """Both, counted as one gradient."""
        self._read(2, gradient_samples=self.problem.n_samples)
        return self.problem.value_and_gradient(w)

    def gradient_at(self, w, rows):
        """Estimated gradient, of ``rows``."""
        self.work.add(gradient_samples=len(rows), entries=self.problem.entries_of(rows))
        return self.problem.gradient_at(w, rows)

    def hessian_product(self, w, rows=None):
        """The product with the Hessian; each use is counted."""
        product = self.problem.hessian_product(w, rows)
        n = self.problem.n_samples if rows is None else len(rows)
        entries = self.problem.n_entries if rows is None else self.problem.entries_of(rows)

        def counted(v):
            self.work.add(curvature_samples=n, entries=2 * entries)
            return product(v)

        return counted

    def _read(self, products, **counts):
        self.work.add(products=products, entries=products * self.problem.n_entries, **counts)
