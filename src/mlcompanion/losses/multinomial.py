r"""The multi-class logit loss: of c scores, or of c - 1 with its conjugate.

Jenatton et al. (2011), section 5.2.2: one score for each class. Tomioka, Suzuki and Sugiyama
(2011), Table 1, last loss: class c is the reference with score 0.
"""

import numpy as np
from scipy.special import logsumexp, softmax, xlogy

from mlcompanion._validation import check_array, check_count

__all__ = ["MultinomialLogit", "Softmax"]


class Softmax:
    r"""Minus the log-likelihood of class :math:`y` at scores :math:`s\in\mathbb R^c`.

    :math:`\log\sum_ke^{s_k}-s_y`. Targets are the numbers 0, ..., c - 1.

    Attributes
    ----------
    curvature : float
        1/2, the largest eigenvalue that ``diag(p) - p p'`` can have.

    Notes
    -----
    Cost: O(n_samples n_classes).
    """

    curvature = 0.5  # largest eigenvalue of diag(p) - p p'

    def check_target(self, target, name="y"):
        """Return targets as an array of classes 0, 1, ..., or raise a ``ValueError``."""
        return check_array(target, name, ndim=1, dtype=int, low=0).astype(float)

    def value(self, score, target):
        """Loss of each sample, shape (n_samples,), for scores of shape (n_samples, n_classes)."""
        score, own = self._own(score, target)
        return logsumexp(score, axis=1) - score[own]

    def derivative(self, score, target):
        """Gradient in the scores, shape (n_samples, n_classes)."""
        score, own = self._own(score, target)
        excess = softmax(score, axis=1)
        excess[own] -= 1
        return excess

    def _own(self, score, target):
        """Scores as an array, and the places of the targets' classes in it."""
        score = np.asarray(score, dtype=float)
        if score.ndim != 2:
            raise ValueError(f"score must have 2 dimension(s), got shape {score.shape}")
        target = check_array(
            target, "target", shape=score.shape[:1], dtype=int, low=0, high=score.shape[1] - 1
        )
        return score, (np.arange(len(score)), target)

    def __repr__(self):
        return "Softmax()"


class MultinomialLogit:
    r"""Minus the log-likelihood of class :math:`y` at scores :math:`s\in\mathbb R^{c-1}`.

    :math:`\log(1+\sum_{k<c}e^{s_k})-s_y`, where the last class has score 0. The dual slope
    :math:`v` of one sample stands for the probabilities :math:`p_k=[y=k]+v_k` and
    :math:`p_c=[y=c]-\sum_kv_k`.

    Parameters
    ----------
    n_classes : int
        c, at least 2. Targets are the numbers 0, ..., c - 1.

    Attributes
    ----------
    curvature : float
        1/2, the largest eigenvalue that ``diag(p) - p p'`` can have.

    Raises
    ------
    ValueError
        If ``n_classes`` is below 2.

    Notes
    -----
    Cost: O(n_samples n_classes) each, O(n_samples n_classes²) for second derivatives.
    """

    curvature = 0.5

    def __init__(self, n_classes):
        self.n_classes = check_count(n_classes, "n_classes", low=2)

    def check_target(self, target, name="y"):
        """Return targets as an array of classes, or raise a ``ValueError``."""
        return check_array(target, name, ndim=1, among=range(self.n_classes))

    def one_hot(self, target):
        """Targets as rows of the identity, shape (n_samples, n_classes)."""
        return np.eye(self.n_classes)[self.check_target(target, "target").astype(int)]

    def probabilities(self, score):
        """Softmax of the scores and 0, shape (n_samples, n_classes)."""
        full = np.column_stack([score, np.zeros(len(score))])  # the last class has score 0
        return np.exp(full - logsumexp(full, axis=1, keepdims=True))

    def value(self, score, target):
        """Loss of each sample, shape (n_samples,)."""
        full = np.column_stack([score, np.zeros(len(score))])
        return logsumexp(full, axis=1) - np.sum(full * self.one_hot(target), axis=1)

    def derivative(self, score, target):
        """Gradient in the scores, shape (n_samples, n_classes - 1)."""
        return (self.probabilities(score) - self.one_hot(target))[:, :-1]

    def second_derivative(self, score, target=None):
        """Hessian blocks ``diag(p) - p p'``, shape (n_samples, c - 1, c - 1)."""
        p = self.probabilities(score)[:, :-1]
        return p[:, :, None] * (np.eye(p.shape[1]) - p[:, None, :])

    def dual_probabilities(self, slope, target):
        """The probabilities that a dual slope stands for; outside [0, 1] it is infeasible."""
        y = self.one_hot(target)
        return np.column_stack([y[:, :-1] + slope, y[:, -1] - np.sum(slope, axis=1)])

    def conjugate(self, slope, target):
        """Negative entropy of the dual probabilities, infinite outside the simplex."""
        p = self.dual_probabilities(slope, target)
        inside = (p >= 0).all(axis=1)
        # xlogy: a class without mass adds 0
        return np.where(inside, np.sum(xlogy(p, np.maximum(p, 0)), axis=1), np.inf)

    def conjugate_derivative(self, slope, target):
        """The scores ``log(p_k / p_c)``; NaN at and beyond the border."""
        p = self.dual_probabilities(slope, target)
        p = np.where((p > 0).all(axis=1, keepdims=True), p, np.nan)
        return np.log(p[:, :-1] / p[:, -1:])

    def conjugate_second_derivative(self, slope, target):
        """Blocks ``diag(1 / p_k) + 1 / p_c``, shape (n_samples, c - 1, c - 1)."""
        p = self.dual_probabilities(slope, target)
        inverse = 1 / np.where((p > 0).all(axis=1, keepdims=True), p, np.nan)
        blocks = inverse[:, :-1, None] * np.eye(self.n_classes - 1)
        return blocks + inverse[:, -1, None, None]

    def __repr__(self):
        return f"MultinomialLogit({self.n_classes})"
