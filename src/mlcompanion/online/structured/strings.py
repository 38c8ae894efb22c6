"""Learning to predict strings: Viterbi inside, dual ascent outside.

Shalev-Shwartz (2007), section 5.3.3: first-order features (5.21), prediction in O(m k^2), the
maximal loss (5.22) with its loss-augmented search (5.23), the prediction-based loss (5.24) and the
self-tuned learner of Figure 5.4.
"""

import numpy as np

from mlcompanion._validation import (
    check_count,
    check_has,
    check_in,
    check_instance,
    check_list,
    check_real,
)
from mlcompanion.online.core.scales import FixedScale, MistakeScale, RootScale
from mlcompanion.sequences.features import hamming

from .margin_ascent import MarginAscent
from .pairs import check_pairs

__all__ = ["StringLearner"]


class StringLearner:
    """Online learner for strings, by dual ascent.

    Parameters
    ----------
    features : ChainFeatures, or others such as those of an alignment
        ``size``, ``phi(x, y)``, ``predict(w, x)`` and ``answer(x, y)``, which returns a right
        answer after a check; for the maximal loss also ``worst_rival(w, x, y)``.
    U : float
        Complexity ``|u|^2 / 2`` to compete with.
    cost : callable
        ``cost(y, z)``: 0 if z is as good as y. For the maximal loss it must be ``hamming``.
    loss : {"prediction", "maximal"}
        (5.24), at the string predicted; or (5.22), at the worst string of all.
    step : {"coordinate", "subgradient"}
    scale : object, optional
        Rule for ``c_t``. Default: ``MistakeScale(2 U)`` for the prediction-based loss, which is
        Figure 5.4; ``RootScale(1 / sqrt(2 U))`` for the maximal loss.

    Attributes
    ----------
    costs_ : ndarray, shape (t,)
        Cost of every prediction, before its update.
    norms_ : ndarray
        Lengths of the directions used.
    coef_ : ndarray, shape (features.size,)
    average_ : ndarray, shape (features.size,)
        Mean of the weights with which the rounds so far predicted; 0 before the first.

    Notes
    -----
    O(m k^2 + m n_inputs k) a round. The Perceptron for strings is the prediction-based loss with
    ``step="subgradient"`` and ``FixedScale()``.
    """

    def __init__(
        self, features, U=1.0, cost=hamming, loss="prediction", step="coordinate", scale=None
    ):
        self.features = check_has(features, "features", "phi", "predict", "answer")
        size = check_count(getattr(features, "size", None), "features.size", low=1)
        self.cost = check_instance(cost, "cost", callable, "function of two strings")
        self.loss = check_in(loss, "loss", {"prediction", "maximal"})
        if self.loss == "maximal" and cost is not hamming:
            raise ValueError("cost must be hamming for the maximal loss: its search needs it")
        if self.loss == "maximal":
            check_has(features, "features", "worst_rival")
        U = check_real(U, "U", low=0, open_low=True)
        if scale is None:
            # the prediction-based loss pays in mistakes (Figure 5.4), the maximal one in any round
            scale = MistakeScale(2 * U) if loss == "prediction" else RootScale((2 * U) ** -0.5)
        self.ascent = MarginAscent(size, scale, step)
        self.costs_, self.norms_ = np.zeros(0), np.zeros(0)
        self._total = np.zeros(size)
        self._n_rounds = 0

    @classmethod
    def perceptron(cls, features, cost=hamming):
        """The Perceptron for strings: add ``phi(x, y) - phi(x, prediction)`` on a mistake."""
        return cls(features, cost=cost, step="subgradient", scale=FixedScale())

    @property
    def coef_(self):
        """Weights of the next round."""
        return self.ascent.weights

    @property
    def average_(self):
        """Mean of the weights of the rounds so far, a conversion from online to batch."""
        return self._total / max(self._n_rounds, 1)

    def learn(self, x, y):
        """Predict, look at ``y``, update; return the cost of the prediction."""
        w = self.ascent.weights
        predicted = self.features.predict(w, x)
        y = self.features.answer(x, y)
        self._total += w
        self._n_rounds += 1
        cost = float(self.cost(y, predicted))
        if self.loss == "maximal":
            rival = self.features.worst_rival(w, x, y)
            self._climb(x, y, rival, self.cost(y, rival))
        elif cost > 0:
            self._climb(x, y, predicted, cost)
        return cost

    def _climb(self, x, y, rival, cost):
        direction = self.features.phi(x, y) - self.features.phi(x, rival)
        self.ascent.climb(direction, cost)
        self.norms_ = np.append(self.norms_, np.linalg.norm(direction))

    def partial_fit(self, xs, ys):
        """Learn from sequences of instances (m, n_inputs) and strings (m,); return self."""
        rounds = zip(*check_pairs(xs, ys))
        self.costs_ = np.append(self.costs_, [self.learn(x, y) for x, y in rounds])
        return self

    def predict(self, xs):
        """The best strings for a sequence of instances."""
        w = self.ascent.weights
        xs = check_list(xs, "xs")
        return [self.features.predict(w, x) for x in xs]
