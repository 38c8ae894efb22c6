r"""Gradient and quadratic bound of a logistic objective for many classes, each from some rows.

Choromanska (2014), Algorithm 5 with features that are a unit vector for the class times a row of X.
"""

import numpy as np
from scipy import sparse
from scipy.special import logsumexp

from mlcompanion._validation import check_array, check_count, check_real

from ...finite_sums.finite_sum import squared_row_norms
from ...smooth import check_operator
from ..softmax_bound import softmax_bound
from .sampled_bounds import RowBounds, SampledCurvature, row_spread

__all__ = ["SoftmaxBounds"]


class _SoftmaxCurvature(SampledCurvature):
    """The same for parameters of shape (d, n_classes), laid out row by row in one vector."""

    def __init__(self, part, labels, ridge):
        self.part = part
        self.labels = labels  # shape (b, n_classes, n_classes), the share of a row included
        self.ridge = ridge

    def product(self, v):
        V = v.reshape(self.part.shape[1], -1)
        bent = np.einsum("bcd,bd->bc", self.labels, self.part @ V)
        return np.ravel(self.part.T @ bent) + self.ridge * v

    def factor(self):
        rows = self.part.toarray() if sparse.issparse(self.part) else self.part
        sizes, axes = np.linalg.eigh(self.labels)
        roots = axes * np.sqrt(np.maximum(sizes, 0.0))[:, None]
        F = np.einsum("bi,bck->icbk", rows, roots[..., 1:])  # the ones have no curvature
        d, n_classes, b, k = F.shape
        return F.reshape(d * n_classes, b * k)


class SoftmaxBounds(RowBounds):
    r"""Logistic regression for n classes, with its quadratic bound from some of the rows.

    :math:`\frac1T\sum_j(\log\sum_ye^{\theta_y^\top x_j}-\theta_{y_j}^\top x_j)
    +\frac\eta2\|\theta\|^2`, the parameters of shape (d, n_classes)
    laid out row by row in one vector.

    Parameters
    ----------
    X : ndarray or sparse matrix of shape (n_samples, d)
    codes : array_like of int, shape (n_samples,)
        The class of each row, from 0.
    n_classes : int
    eta : float
        Weight of the ridge, not negative.
    free : int
        How many of the last columns of X have no share in the ridge.

    Attributes
    ----------
    n_samples, size : int
        Rows, and length ``d * n_classes`` of the vector of parameters.

    Raises
    ------
    ValueError
        If the lengths of ``X`` and ``codes`` differ, or there is a code of no class.

    Notes
    -----
    The classes of a row enter the bound by falling score. Source: Choromanska (2014), Algorithm 5
    and equation (3.2).
    """

    def __init__(self, X, codes, n_classes, eta=0.0, free=0):
        X = check_operator(X, "X")
        if sparse.issparse(X):
            self.X = X.tocsr()
        else:
            self.X = check_array(X, "X", ndim=2, min_rows=1)
        self.n_samples, d = self.X.shape
        self.n_classes = check_count(n_classes, "n_classes", low=2)
        high = self.n_classes - 1
        shape = (self.n_samples,)
        self.codes = check_array(codes, "codes", shape=shape, dtype=np.intp, low=0, high=high)
        eta = check_real(eta, "eta", low=0)
        free = check_count(free, "free", high=d)
        self.size = d * self.n_classes
        self.ridge = np.full((d, self.n_classes), eta)
        self.ridge[d - free :] = 0.0
        self.ridge = self.ridge.ravel()
        self._total = 1.0
        self._squared = squared_row_norms(self.X)

    def value(self, w):
        """The objective at ``w``."""
        scores = self.X @ w.reshape(-1, self.n_classes)
        losses = logsumexp(scores, axis=1) - scores[np.arange(self.n_samples), self.codes]
        return float(losses.mean() + 0.5 * self.ridge @ w**2)

    def gradient_at(self, w, rows=None):
        """As that of :class:`LogisticBounds`."""
        part, rows, share = self._take(rows)
        scores = part @ w.reshape(-1, self.n_classes)
        slopes = np.exp(scores - logsumexp(scores, axis=1, keepdims=True))
        slopes[np.arange(len(slopes)), self.codes[rows]] -= 1.0
        total = np.ravel(part.T @ slopes)
        mean = total / len(slopes)
        squared = np.sum(slopes**2, axis=1) @ self._squared[rows]
        return share * total + self.ridge * w, row_spread(squared, mean, len(slopes))

    def curvature_at(self, w, rows=None):
        """As that of :class:`LogisticBounds`."""
        part, _, share = self._take(rows)
        labels = softmax_bound(part @ w.reshape(-1, self.n_classes)).curvature
        return _SoftmaxCurvature(part, share * labels, self.ridge)
