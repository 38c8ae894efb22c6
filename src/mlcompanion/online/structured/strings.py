"""Learning to predict strings: Viterbi inside, dual ascent outside.

Shalev-Shwartz (2007), section 5.3.3: first-order features (5.21), prediction in O(m k^2), the
maximal loss (5.22) with its loss-augmented search (5.23), the prediction-based loss (5.24) and the
self-tuned learner of Figure 5.4.
"""

import numpy as np

from mlcompanion._validation import check_in, check_instance, check_list, check_real
from mlcompanion.online.core.scales import FixedScale, MistakeScale, RootScale
from mlcompanion.sequences.features import ChainFeatures, hamming
from mlcompanion.sequences.viterbi import check_string

from .margin_ascent import MarginAscent
from .pairs import check_pairs

__all__ = ["StringLearner"]


class StringLearner:
    """Online learner for strings, by dual ascent.

    Parameters
    ----------
    features : ChainFeatures
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

    Notes
    -----
    O(m k^2 + m n_inputs k) a round. The Perceptron for strings is the prediction-based loss with
    ``step="subgradient"`` and ``FixedScale()``.
    """

    def __init__(
        self, features, U=1.0, cost=hamming, loss="prediction", step="coordinate", scale=None
    ):
        self.features = check_instance(features, "features", ChainFeatures)
        self.cost = check_instance(cost, "cost", callable, "function of two strings")
        self.loss = check_in(loss, "loss", {"prediction", "maximal"})
        if self.loss == "maximal" and cost is not hamming:
            raise ValueError("cost must be hamming for the maximal loss: its search needs it")
        U = check_real(U, "U", low=0, open_low=True)
        if scale is None:
            # the prediction-based loss pays in mistakes (Figure 5.4), the maximal one in any round
            scale = MistakeScale(2 * U) if loss == "prediction" else RootScale((2 * U) ** -0.5)
        self.ascent = MarginAscent(features.size, scale, step)
        self.costs_, self.norms_ = np.zeros(0), np.zeros(0)

    @classmethod
    def perceptron(cls, features, cost=hamming):
        """The Perceptron for strings: add ``phi(x, y) - phi(x, prediction)`` on a mistake."""
        return cls(features, cost=cost, step="subgradient", scale=FixedScale())

    @property
    def coef_(self):
        """Weights of the next round."""
        return self.ascent.weights

    def learn(self, x, y):
        """Predict, look at ``y``, update; return the cost of the prediction."""
        w = self.ascent.weights
        predicted = self.features.predict(w, x)
        y = check_string(y, "y", self.features.n_symbols, len(predicted))
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
