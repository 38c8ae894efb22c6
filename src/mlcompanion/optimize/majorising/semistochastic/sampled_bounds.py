r"""Gradient and quadratic bound of a two-class logistic objective, each from some rows.

Choromanska (2014), Algorithm 5, and section 3.3.1: the curvature stays a product of factors.
"""

import numpy as np
from scipy import linalg, sparse

from mlcompanion._validation import check_array, check_count, check_instance
from mlcompanion.losses import Logistic

from ...finite_sums.finite_sum import FiniteSum, squared_row_norms
from ..partition_bound import bound_coefficient

__all__ = ["LogisticBounds", "RowBounds", "SampledCurvature"]


class SampledCurvature:
    r"""The matrix :math:`\Sigma_\mathcal S+\mathrm{diag}(\eta)` of some rows, as factors.

    Parameters
    ----------
    part : ndarray or CSR matrix of shape (b, d)
        The rows.
    weights : ndarray of shape (b,)
        :math:`\Sigma=\sum_jw_jx_jx_j^\top`.
    ridge : ndarray of shape (d,)

    Notes
    -----
    A product costs the entries of the rows twice. Source: Choromanska (2014), section 3.3.1.
    """

    def __init__(self, part, weights, ridge):
        self.part = part
        self.weights = weights
        self.ridge = ridge

    def product(self, v):
        """The matrix times ``v``, shape (d,); no (d, d) matrix is formed."""
        return self.part.T @ (self.weights * (self.part @ v)) + self.ridge * v

    def factor(self):
        r"""The dense matrix F of shape (d, b) with :math:`\Sigma=FF^\top`."""
        rows = self.part.toarray() if sparse.issparse(self.part) else self.part
        return (np.sqrt(self.weights)[:, None] * rows).T

    def dense(self):
        """The matrix itself, shape (d, d)."""
        F = self.factor()
        H = F @ F.T
        H.flat[:: len(H) + 1] += self.ridge
        return H

    def solve(self, rhs):
        """The solution x of ``H x = rhs``; where there are many the shortest.

        Cost: O(d b min(d, b)) with a ridge on everything, else O(d³).
        """
        F = self.factor()
        d, b = F.shape
        if not self.ridge.min() > 0:
            # without a ridge the matrix may be singular: least squares takes the shortest solution
            return np.linalg.lstsq(self.dense(), rhs, rcond=None)[0]
        if b >= d:
            # the smaller system: d unknowns here, b of them below
            return linalg.cho_solve(linalg.cho_factor(self.dense()), rhs)
        scaled = F / self.ridge[:, None]  # Woodbury: a system of b unknowns
        core = F.T @ scaled
        core.flat[:: b + 1] += 1.0
        return rhs / self.ridge - scaled @ linalg.cho_solve(linalg.cho_factor(core), scaled.T @ rhs)


class RowBounds:
    """What both objectives share: rows of X, the ridge, and how many rows the sums are over."""

    def _take(self, rows):
        """Rows of X, and what a sum over them is multiplied by; None means all rows."""
        if rows is None:
            return self.X, slice(None), self._total / self.n_samples
        high = self.n_samples - 1
        rows = check_array(rows, "rows", ndim=1, min_rows=1, dtype=np.intp, low=0, high=high)
        return self.X[rows], rows, self._total / len(rows)

    def entries_of(self, rows):
        """Entries of these rows of X, of a sparse matrix those that are stored."""
        if not sparse.issparse(self.X):
            return (self.n_samples if rows is None else len(rows)) * self.X.shape[1]
        if rows is None:
            return int(self.X.nnz)
        return int(np.sum(self.X.indptr[rows + 1] - self.X.indptr[rows]))


def row_spread(squared, mean, n_rows):
    """Variance of rows' gradients, from the sum of their squared norms and their mean."""
    if n_rows < 2:
        return 0.0
    # a difference of two sums: rounding may take it below zero
    return max(float(squared - n_rows * np.sum(mean**2)) / (n_rows - 1), 0.0)


class LogisticBounds(RowBounds):
    r"""Logistic regression for two classes, with its quadratic bound from some of the rows.

    :math:`\frac1n\sum_j\log(1+e^{-y_j\theta^\top x_j})+\frac\eta2\|\theta\|^2`; the bound that
    touches it at :math:`\theta` has curvature :math:`\frac1n\sum_jc_jx_jx_j^\top+\eta I` with
    :math:`c_j=\frac{\tanh(m_j/2)}{2m_j}`, :math:`m_j=\theta^\top x_j`.

    Parameters
    ----------
    problem : FiniteSum
        Its loss is ``Logistic()``.
    free : int
        How many of the last columns, a constant for example, have no share in the ridge.

    Attributes
    ----------
    n_samples, size : int
        Rows, and length of the vector of parameters.

    Raises
    ------
    ValueError
        If the loss is another one, or ``free`` exceeds the number of columns.

    Notes
    -----
    Source: Choromanska (2014), Algorithm 5 and equation (3.2), two classes.
    """

    def __init__(self, problem, free=0):
        check_instance(problem, "problem", FiniteSum)
        if type(problem.loss) is not Logistic:
            raise ValueError(f"problem must have the loss Logistic(), got {problem.loss!r}")
        self.problem = problem
        self.X = problem.X
        self.n_samples = problem.n_samples
        self.size = problem.n_features
        self.ridge = np.full(self.size, problem.lam)
        self.free = check_count(free, "free", high=self.size)
        # the last coordinates, an intercept for instance, pay no ridge
        self.ridge[self.size - self.free :] = 0.0
        self._total = problem.n_samples * problem.weight
        self._squared = squared_row_norms(problem.X)

    def value(self, w):
        """The objective at ``w``."""
        unpaid = w[self.size - self.free :]
        # the problem charges the ridge to all: what the free ones paid is given back
        return self.problem.value(w) - 0.5 * self.problem.lam * float(unpaid @ unpaid)

    def gradient_at(self, w, rows=None):
        """Gradient estimated from some rows, and the variance of the rows' gradients.

        Parameters
        ----------
        w : ndarray of shape (size,)
        rows : ndarray of int, optional
            Default all.

        Returns
        -------
        gradient : ndarray of shape (size,)
        spread : float
            Sum of squared distances of the rows' gradients from their mean over b - 1; of a single
            row 0.
        """
        part, rows, share = self._take(rows)
        slopes = self.problem.loss.derivative(part @ w, self.problem.y[rows])
        total = part.T @ slopes
        mean = total / len(slopes)
        spread = row_spread(slopes**2 @ self._squared[rows], mean, len(slopes))
        return share * total + self.ridge * w, self._total**2 * spread

    def curvature_at(self, w, rows=None):
        """The bound's curvature that touches at ``w``, estimated from some rows.

        Parameters
        ----------
        w : ndarray of shape (size,)
        rows : ndarray of int, optional
            Default all.

        Returns
        -------
        SampledCurvature
        """
        part, rows, share = self._take(rows)
        return SampledCurvature(part, share * bound_coefficient(part @ w), self.ridge)
