"""Learning to predict strings: Viterbi inside, dual ascent outside.

Shalev-Shwartz (2007), section 5.3.3: first-order features (5.21), prediction in O(m k^2), the
maximal loss (5.22) with its loss-augmented search (5.23), the prediction-based loss (5.24) and the
self-tuned learner of Figure 5.4.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_in, check_real

from .multiclass import MarginAscent
from .scales import FixedScale, MistakeScale, RootScale

__all__ = ["ChainFeatures", "StringLearner", "hamming", "viterbi"]


@njit
def best_path(places, trans, other_than):
    """Dynamic program of :func:`viterbi`; ``other_than[0] = -1`` forbids nothing."""
    m, k = places.shape
    back = np.full((m, k), -1, dtype=np.int64)
    best, new = np.empty(k), np.empty(k)  # of prefixes that differ from other_than
    same = places[0, other_than[0]] if other_than[0] >= 0 else -np.inf
    for s in range(k):
        best[s] = places[0, s] if s != other_than[0] else -np.inf
    for i in range(1, m):
        step = trans[min(i, len(trans)) - 1]
        new[:] = -np.inf
        for r in range(k):  # s inside: neighbours in memory
            for s in range(k):
                value = best[r] + step[r, s]
                if value > new[s]:
                    new[s], back[i, s] = value, r
        if same > -np.inf:
            for s in range(k):
                value = same + step[other_than[i - 1], s]
                if s != other_than[i] and value > new[s]:
                    new[s], back[i, s] = value, -1
            same += step[other_than[i - 1], other_than[i]] + places[i, other_than[i]]
        for s in range(k):
            best[s] = new[s] + places[i, s]
    path = other_than.copy()
    s = np.argmax(best)
    for i in range(m - 1, -1, -1):
        path[i] = s
        s = back[i, s]
        if s < 0:
            break
    return path


def viterbi(init, trans, other_than=None, places=None):
    """The string with the largest score ``init[y_1] + sum_i trans[i, y_i, y_{i+1}]`` (5.20).

    Parameters
    ----------
    init : array_like, shape (k,)
        Scores of the first symbol.
    trans : array_like, shape (m - 1, k, k) or (k, k)
        Scores of neighbours; one matrix if they are the same everywhere (then give ``places``).
    other_than : array_like of int, shape (m,), optional
        A string to leave out: the best of all others is returned.
    places : array_like, shape (m - 1, k), optional
        Scores of the second and later symbols, added to those of neighbours.

    Returns
    -------
    ndarray of int, shape (m,)

    Raises
    ------
    ValueError
        On wrong shapes, infinite scores, or symbols outside ``0 .. k - 1``.

    Notes
    -----
    O(m k^2) time, O(m k) memory, with or without a forbidden string: the program keeps one more
    number, the score of the prefix that still agrees with it.
    """
    init = check_array(init, "init", ndim=1, min_rows=1)
    k = len(init)
    trans = check_array(trans, "trans")
    shared = trans.ndim == 2 and places is not None
    trans = check_array(trans[None] if shared else trans, "trans", shape=(None, k, k))
    if places is None:
        places = np.zeros((len(trans), k))
    places = check_array(places, "places", shape=(None if shared else len(trans), k))
    m = len(places) + 1
    if other_than is None:
        forbidden = np.full(m, -1, dtype=np.int64)
    else:
        forbidden = _string(other_than, "other_than", k, m)
        if k == 1:
            raise ValueError("other_than leaves no string: there is only one symbol")
    return best_path(np.vstack([init, places]), plain_layout(trans), forbidden)


def _string(y, name, k, m=None):
    y = np.array(check_array(y, name, shape=(m,), min_rows=1, dtype=np.int64))
    if y.min() < 0 or y.max() >= k:
        raise ValueError(f"{name} must have symbols between 0 and {k - 1}")
    return y


def hamming(y, z):
    """Number of places where two strings differ: a cost that is 0 or at least 1."""
    return int(np.count_nonzero(np.asarray(y) != np.asarray(z)))


class ChainFeatures:
    """First-order features of a string (5.21): sums of inputs by symbol, counts of neighbours.

    Parameters
    ----------
    n_symbols, n_inputs : int
        k symbols; every place i of an instance brings a vector ``x_i`` of ``n_inputs`` numbers.

    Attributes
    ----------
    size : int
        ``k n_inputs + k^2``: entries of a feature vector.
    """

    def __init__(self, n_symbols, n_inputs):
        self.n_symbols = check_count(n_symbols, "n_symbols", low=2)
        self.n_inputs = check_count(n_inputs, "n_inputs", low=1)
        self.size = self.n_symbols * (self.n_inputs + self.n_symbols)

    def instance(self, x):
        """Check one instance, shape (m, n_inputs)."""
        return check_array(x, "x", shape=(None, self.n_inputs), min_rows=1)

    def phi(self, x, y):
        """Feature vector of instance and string, shape (size,); O(m n_inputs)."""
        k, x = self.n_symbols, self.instance(x)
        y = _string(y, "y", k, len(x))
        inputs, neighbours = np.zeros((k, self.n_inputs)), np.zeros((k, k))
        np.add.at(inputs, y, x)
        np.add.at(neighbours, (y[:-1], y[1:]), 1)
        return np.concatenate([inputs.ravel(), neighbours.ravel()])

    def scores(self, w, x, y=None):
        """Scores that make ``<w, phi(x, z)>`` the score of every string z.

        With a string ``y``, every place where z differs from it scores 1 more: the search of
        equation 5.23 with the Hamming cost.

        Returns
        -------
        places : ndarray, shape (m, k)
        trans : ndarray, shape (k, k)
        """
        k, x = self.n_symbols, self.instance(x)
        places = x @ w[: k * self.n_inputs].reshape(k, -1).T
        if y is not None:
            places += np.arange(k) != _string(y, "y", k, len(x))[:, None]
        return places, w[k * self.n_inputs :].reshape(k, k)

    def predict(self, w, x):
        """The best string for ``x``."""
        places, trans = self.scores(w, x)
        return viterbi(places[0], trans, places=places[1:])

    def worst_rival(self, w, x, y):
        """The string other than ``y`` with the largest Hamming cost plus score (5.23)."""
        places, trans = self.scores(w, x, y)
        return viterbi(places[0], trans, y, places[1:])


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
        self.features, self.cost = features, cost
        self.loss = check_in(loss, "loss", {"prediction", "maximal"})
        if self.loss == "maximal" and cost is not hamming:
            raise ValueError("cost must be hamming for the maximal loss: its search needs it")
        U = check_real(U, "U", low=0, open_low=True)
        if scale is None:
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
        cost = float(self.cost(np.asarray(y), predicted))
        if self.loss == "maximal":
            rival = self.features.worst_rival(w, x, y)
            self._climb(x, y, rival, self.cost(np.asarray(y), rival))
        elif cost > 0:
            self._climb(x, y, predicted, cost)
        return cost

    def _climb(self, x, y, rival, cost):
        direction = self.features.phi(x, y) - self.features.phi(x, rival)
        self.ascent.climb(direction, cost)
        self.norms_ = np.append(self.norms_, np.linalg.norm(direction))

    def partial_fit(self, xs, ys):
        """Learn from sequences of instances (m, n_inputs) and strings (m,); return self."""
        self.costs_ = np.append(self.costs_, [self.learn(x, y) for x, y in zip(xs, ys)])
        return self

    def predict(self, xs):
        """The best strings for a sequence of instances."""
        w = self.ascent.weights
        return [self.features.predict(w, x) for x in xs]
