r"""Generalized iterative scaling: each weight moves by the logarithm of a ratio of two means.

Choromanska (2014), section 1.1.2; Darroch and Ratcliff (1972). For features that are not negative
and sum to C, :math:`\theta_k\leftarrow\theta_k+\frac1C\log(\tilde{\mathbb E}f_k/\mathbb E_pf_k)` is
the least point of an upper bound, which Jensen's inequality and :math:`\log x\le x-1` make.
"""

import numpy as np
from scipy.special import log_softmax

from mlcompanion._validation import check_array

from .majorize import Touch

__all__ = ["ScalingBound", "with_slack"]


def with_slack(X):
    """Append the column that brings every row to the largest row sum.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        Not negative.

    Returns
    -------
    ndarray of shape (n_samples, n_features + 1)

    Raises
    ------
    ValueError
        If an entry is negative, or X is empty or not finite.
    """
    X = check_array(X, "X", ndim=2, min_rows=1, low=0)
    sums = X.sum(axis=1)
    return np.column_stack([X, sums.max() - sums])


class ScalingBound:
    r"""The bound of iterative scaling on the mean log loss of multiclass logistic regression.

    A surrogate for :func:`majorize`; the weights have one row a feature and one column a class.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        Not negative, all rows of one sum, as :func:`with_slack` makes them.
    labels : array_like of int, shape (n_samples,)
        0, 1, ...

    Raises
    ------
    ValueError
        If an entry is negative, rows differ in their sums, or a feature is 0 in all samples of a
        class: its best weight there is minus infinity.

    Notes
    -----
    Cost: O(n d c) a touch, one pass. Source: Choromanska (2014), section 1.1.2.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.optimize.majorising import ScalingBound, majorize, with_slack
    >>> X = with_slack([[0.0], [0.2], [0.8], [1.0]])
    >>> run = majorize(ScalingBound(X, [0, 1, 0, 1]), np.zeros((2, 2)))
    >>> run.objective[-1].round(3)
    np.float64(0.663)
    """

    def __init__(self, X, labels):
        self.X = check_array(X, "X", ndim=2, min_rows=1, low=0)
        labels = check_array(labels, "labels", shape=(len(self.X),), dtype=int, low=0)
        sums = self.X.sum(axis=1)
        if not np.allclose(sums, sums.max(), rtol=1e-9, atol=0):
            raise ValueError("X must have rows of one sum: append the column of with_slack")
        self._sum = sums.max()
        self._own = np.zeros((len(labels), labels.max() + 1))
        self._own[np.arange(len(labels)), labels] = 1.0
        self._seen = self.X.T @ self._own / len(self.X)
        present = self.X.any(axis=0)
        if np.any(self._seen[present] == 0):
            raise ValueError("X must have each feature above 0 in some sample of each class")
        self._present = present[:, None]

    def touch(self, w):
        """The bound that touches the mean log loss at ``w``, shape (n_features, n_classes).

        Returns
        -------
        Touch
        """
        log_p = log_softmax(self.X @ w, axis=1)
        expected = self.X.T @ np.exp(log_p) / len(self.X)
        value = -float(np.vdot(self._own, log_p)) / len(self.X)
        ratio = np.divide(self._seen, expected, out=np.ones_like(w), where=self._present)
        return Touch(value, expected - self._seen, w + np.log(ratio) / self._sum)
