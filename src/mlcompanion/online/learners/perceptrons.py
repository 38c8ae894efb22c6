"""The Perceptron as its bare rule, and its passes over a separable set.

Shalev-Shwartz (2007), section 2.3. ``w`` is the sum of ``y_i x_i`` over the mistakes, so that
scores need inner products only. The estimators for whole streams are
:class:`~mlcompanion.online.Perceptron` and, in the space of a kernel,
:class:`~mlcompanion.online.KernelPerceptron`.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count

from .linear_models import Perceptron

__all__ = ["PerceptronRule", "passes_until_separated"]


class PerceptronRule:
    """Rosenblatt's rule for the online protocol, one example at a time and unchecked.

    Parameters
    ----------
    n_features : int

    Attributes
    ----------
    w_ : ndarray, shape (n_features,)
    n_mistakes_ : int

    Notes
    -----
    O(n_features) a round. There is no step size: scaling ``w`` changes no prediction.
    """

    def __init__(self, n_features):
        self.w_ = np.zeros(check_count(n_features, "n_features", low=1))
        self.n_mistakes_ = 0

    def predict(self, x):
        """Score ``<w_t, x>``; its sign is the answer."""
        return self.w_ @ x

    def update(self, x, y):
        """Add ``y x`` after a mistake; a score of 0 is one."""
        if y * (self.w_ @ x) <= 0:
            self.w_ += y * x
            self.n_mistakes_ += 1


def passes_until_separated(X, y, max_passes=1000):
    """Mistakes of the Perceptron in each pass over a finite set, up to the first without any.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
        -1 and 1.
    max_passes : int

    Returns
    -------
    ndarray of int
        The last entry is 0 if the passes sufficed. The bound of the separable case holds for the
        *sum*: a cycled set is one long stream.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),), among=(-1, 1))
    max_passes = check_count(max_passes, "max_passes", low=1)
    model = Perceptron(fit_intercept=False)
    mistakes = []
    # a pass without mistakes changes nothing: all later ones would be the same
    while len(mistakes) < max_passes and (not mistakes or mistakes[-1]):
        model.partial_fit(X, y, classes=[-1, 1])
        mistakes.append(model.run_.n_mistakes)
    return np.array(mistakes)
