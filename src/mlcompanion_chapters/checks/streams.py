"""Streams of examples made to hurt or to help a learner."""

import numpy as np

from mlcompanion._validation import check_array

__all__ = ["opposed_labels"]


def opposed_labels(X):
    """Answers that are the opposite of the Perceptron's, whatever its step; a score of 0 gets -1.

    Returns
    -------
    ndarray, shape (T,)
    """
    X = check_array(X, "X", ndim=2)
    w = np.zeros(X.shape[1])
    y = np.empty(len(X))
    for t, x in enumerate(X):
        y[t] = -1.0 if w @ x >= 0 else 1.0
        w += y[t] * x
    return y
