r"""Boosting from candidate labels: the exponential loss of the mean score, a stump a round.

Cour, Sapp and Taskar (2011), Appendix A, Algorithm 1, with line 10 corrected: the weight of a bag
that holds the chosen label is multiplied by :math:`e^{-u/|\mathbf y|}`, where the paper prints
:math:`e^{-u}`. The loss is the exponential of the *mean* score, and only so do the weights stay its
terms.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_count, check_in

from ._candidates import CandidateClassifier

__all__ = ["PartialLabelBoost"]

_TINY = 1e-300


@dataclass(frozen=True)
class RegressionStump:
    """A function of one feature with two values: ``low`` up to the threshold, ``high`` above it.

    Attributes
    ----------
    feature : int
    threshold : float
        ``inf`` makes the stump constant.
    low, high : float
    """

    feature: int
    threshold: float
    low: float
    high: float

    def __call__(self, X):
        """Values of the stump, shape (n_samples,)."""
        return np.where(X[:, self.feature] > self.threshold, self.high, self.low)


def best_stump(X, order, weights, targets):
    """The stump and the label with which the weighted squares fall most.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    order : ndarray of int, shape (d, n)
        Sorts every feature.
    weights, targets : ndarray, shape (n, L)

    Returns
    -------
    stump : RegressionStump
    label : int
    fall : float
        By how much the sum of squares falls below that of the function 0.

    Notes
    -----
    All splits of all features for all labels at once: O(n d L) time and memory.
    """
    columns = np.arange(X.shape[1])[:, None]
    ordered = X.T[columns, order]
    left, right = _sums_of_sides(weights[order])
    pull, rest = _sums_of_sides((weights * targets)[order])
    # what the best constant on each side takes off the squares
    fall = pull**2 / np.maximum(left, _TINY) + rest**2 / np.maximum(right, _TINY)
    fall[:, :-1][ordered[:, 1:] == ordered[:, :-1]] = -np.inf  # equal values are not split
    feature, k, label = np.unravel_index(fall.argmax(), fall.shape)
    low = pull[feature, k, label] / max(left[feature, k, label], _TINY)
    if k == len(X) - 1:
        stump = RegressionStump(int(feature), np.inf, float(low), float(low))
    else:
        high = rest[feature, k, label] / max(right[feature, k, label], _TINY)
        threshold = ordered[feature, k : k + 2].mean()
        stump = RegressionStump(int(feature), float(threshold), float(low), float(high))
    return stump, int(label), float(fall[feature, k, label])


def _sums_of_sides(values):
    """Sums over the places up to each one, and over those behind it, along the second axis.

    The second are added up from the end: small weights there, taken from the sum of all, would be
    what rounding left of it.
    """
    up_to = np.cumsum(values, axis=1)
    behind = np.zeros_like(up_to)
    behind[:, :-1] = np.cumsum(values[:, :0:-1], axis=1)[:, ::-1]
    return up_to, behind


class BagWeights:
    """Weights of the mean loss: one for every bag, one for every label outside it."""

    def __init__(self, bags):
        self.bags, self.size = bags, bags.sum(axis=1)
        self.inside = np.ones(len(bags))
        self.outside = (~bags).astype(float)
        self.normalise()

    def problem(self):
        """Weights and targets of the least-squares problems of line 4, all labels at once."""
        size = self.size[:, None]
        # e^(-u/s) to second order: a square about u = s, of weight 1/s^2
        weights = np.where(self.bags, self.inside[:, None] / size**2, self.outside)
        return weights, np.where(self.bags, size, -1.0)

    def update(self, u, label):
        """Lines 8 to 15, with line 10 corrected."""
        within = self.bags[:, label]
        self.inside *= np.where(within, np.exp(-u / self.size), 1.0)
        self.outside[:, label] *= np.exp(u)
        self.normalise()

    def normalise(self):
        """All weights together sum to 1."""
        total = self.inside.sum() + self.outside.sum()
        self.inside /= total
        self.outside /= total


class LabelWeights:
    """Weights of the naive loss, one for every example and label; candidates count as true."""

    def __init__(self, bags):
        self.signs = np.where(bags, 1.0, -1.0)
        self.weights = np.full(bags.shape, 1 / bags.size)

    def problem(self):
        """Weights and targets of the least-squares problems, all labels at once."""
        return self.weights, self.signs

    def update(self, u, label):
        """Multiply by the change of the exponential loss, and normalise."""
        self.weights[:, label] *= np.exp(-self.signs[:, label] * u)
        self.weights /= self.weights.sum()


_WEIGHTS = {"mean": BagWeights, "naive": LabelWeights}


class PartialLabelBoost(CandidateClassifier):
    r"""Scores that grow by one stump for one label in each round.

    Parameters
    ----------
    loss : {"mean", "naive"}
        Exponential loss of the mean score of a bag, or of each score in it.
    n_rounds : int
        Stumps.

    Attributes
    ----------
    classes_ : ndarray, shape (L,)
    stumps_ : list of (RegressionStump, int)
        Stump and the column of its label, in the order of the rounds.

    Notes
    -----
    Cost O(n d L) a round. Source: Cour, Sapp and Taskar (2011), Appendix A, Algorithm 1; the weak
    learners are regression stumps, which the paper leaves open.

    Examples
    --------
    >>> X = [[0.0], [0.1], [0.2], [1.0], [1.1], [1.2]]
    >>> bags = [[1, 1, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 1, 0], [0, 1, 1]]
    >>> PartialLabelBoost(n_rounds=20).fit(X, bags).predict_candidates(X, bags).tolist()
    [0, 0, 0, 1, 1, 1]
    """

    def __init__(self, loss="mean", *, n_rounds=100):
        self.loss = loss
        self.n_rounds = n_rounds

    def fit(self, X, y):
        """Grow the scores.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples, L) of bool, or (n_samples,)

        Returns
        -------
        self
        """
        n_rounds = check_count(self.n_rounds, "n_rounds", low=1)
        kind = _WEIGHTS[check_in(self.loss, "loss", tuple(_WEIGHTS))]
        X, bags = self._check_bags(X, y)
        order = np.argsort(X.T, axis=1, kind="stable")
        v = kind(bags)  # 1
        self.stumps_ = []
        for _ in range(n_rounds):  # 2
            u, a, _ = best_stump(X, order, *v.problem())  # 3-6
            self.stumps_.append((u, a))  # 7
            v.update(u(X), a)  # 8-15
        return self

    def staged_scores(self, X):
        """Yield the scores after 1, 2, ... rounds, each of shape (n_samples, L)."""
        X = self._rows(X)
        scores = np.zeros((len(X), len(self.classes_)))
        for stump, label in self.stumps_:
            scores[:, label] += stump(X)
            yield scores.copy()

    def scores(self, X):
        """The scores of all labels, shape (n_samples, L)."""
        X = self._rows(X)
        scores = np.zeros((len(X), len(self.classes_)))
        for stump, label in self.stumps_:
            scores[:, label] += stump(X)
        return scores
