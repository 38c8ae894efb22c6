r"""Gradient and quadratic bound of a logistic objective for many classes, each from some rows.

Choromanska (2014), Algorithm 5 with features that are a unit vector for the class times a row of X.
"""

import numpy as np
from scipy import sparse
from scipy.special import expit, logsumexp

from mlcompanion._validation import check_array, check_count, check_real

from ...finite_sums.finite_sum import squared_row_norms
from ...smooth import check_operator
from .sampled_bounds import RowBounds, SampledCurvature, logistic_bound_curvature, row_spread

__all__ = ["SoftmaxBounds", "label_bounds"]


def label_bounds(scores):
    r"""Factors of the bound's curvature in the scores of n classes, for each row.

    The bound on :math:`\log\sum_ye^{s_y}` that touches it at s has the curvature
    :math:`B=\sum_ka_ka_k^\top`. It is Algorithm 5 for features that are unit vectors; for
    :math:`f_x(y)=e_y\otimes x` the curvature is then :math:`B\otimes xx^\top`.

    Parameters
    ----------
    scores : array_like of shape (n_rows, n_classes)
        Two classes or more; the classes enter in the order of the columns.

    Returns
    -------
    ndarray of shape (n_rows, n_classes - 1, n_classes)
        The vectors :math:`a_k`. That of the first class is the limit 0 and left out.

    Notes
    -----
    Cost: O(n_rows n_classes²). Source: Choromanska (2014), Algorithm 5.
    """
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    n_rows, n_classes = scores.shape
    if n_classes < 2:
        raise ValueError(f"scores must have columns for two classes or more, got {n_classes}")
    factors = np.empty((n_rows, n_classes - 1, n_classes))
    log_z = scores[:, 0].copy()
    mean = np.zeros((n_rows, n_classes))
    mean[:, 0] = 1.0
    for label in range(1, n_classes):
        gap = scores[:, label] - log_z
        direction = -mean
        direction[:, label] += 1.0
        factors[:, label - 1] = np.sqrt(logistic_bound_curvature(gap))[:, None] * direction
        mean += expit(gap)[:, None] * direction
        log_z = np.logaddexp(log_z, scores[:, label])
    return factors


class _SoftmaxCurvature(SampledCurvature):
    """The same for parameters of shape (d, n_classes), laid out row by row in one vector."""

    def __init__(self, part, labels, ridge):
        self.part = part
        self.labels = labels  # shape (b, n_classes - 1, n_classes), the share of a row included
        self.ridge = ridge

    def product(self, v):
        V = v.reshape(self.part.shape[1], -1)
        along = np.einsum("bkc,bc->bk", self.labels, self.part @ V)
        back = np.einsum("bkc,bk->bc", self.labels, along)
        return np.ravel(self.part.T @ back) + self.ridge * v

    def factor(self):
        rows = self.part.toarray() if sparse.issparse(self.part) else self.part
        F = np.einsum("bd,bkc->dcbk", rows, self.labels)
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
    Source: Choromanska (2014), Algorithm 5 and equation (3.2).
    """

    def __init__(self, X, codes, n_classes, eta=0.0, free=0):
        X = check_operator(X, "X")
        self.X = X.tocsr() if sparse.issparse(X) else check_array(X, "X", ndim=2, min_rows=1)
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
        labels = label_bounds(part @ w.reshape(-1, self.n_classes))
        return _SoftmaxCurvature(part, np.sqrt(share) * labels, self.ridge)
