"""Learning to order the rows of a matrix: the mean and the worst pair.

Shalev-Shwartz (2007), section 5.3.4. A question is a matrix, one row an item; an answer gives every
item a grade. A pair with grades ``y_i > y_j`` costs ``[(y_i - y_j) - <w, x_i - x_j>]_+``.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in
from mlcompanion.online.core.scales import LipschitzScale

from .margin_ascent import MarginAscent
from .pairs import check_pairs

__all__ = ["InstanceRanker", "pair_error", "ranking_loss", "worst_pair"]


def _question(X, y, n_features=None):
    X = check_array(X, "X", shape=(None, n_features), min_rows=1)
    return X, check_array(y, "y", shape=(len(X),))


def worst_pair(scores, y):
    """The pair ``(i, j)``, ``y_i > y_j``, with the largest hinge, or None if all grades are equal.

    With ``r = y - scores`` the hinge is ``[r_i - r_j]_+``: sort by grade and keep, for every item,
    the smallest r among lower grades. O(k log k) instead of the k^2 pairs.
    """
    scores = check_array(scores, "scores", ndim=1, min_rows=1)
    y = check_array(y, "y", shape=scores.shape)
    order = np.argsort(y, kind="stable")
    residual = (y - scores)[order]
    grades = y[order]
    lower = np.searchsorted(grades, grades)  # how many items have a lower grade
    if lower[-1] == 0:
        return None
    so_far = np.minimum.accumulate(residual)
    # so_far at the last item of a lower grade: equal grades make no pair
    smallest = np.where(lower > 0, so_far[np.maximum(lower, 1) - 1], np.inf)
    i = int(np.argmax(residual - smallest))
    j = int(np.argmin(residual[: lower[i]]))
    return int(order[i]), int(order[j])


def _pairs(scores, y):
    """Hinges of all pairs, and which pairs count; shapes (k, k)."""
    gaps = y[:, None] - y
    return np.where(gaps > 0, np.maximum(0.0, gaps - (scores[:, None] - scores)), 0.0), gaps > 0


def ranking_loss(scores, y, kind="max"):
    """Mean (5.25) or maximum (5.26) of the pairs' hinges; 0 if all grades are equal.

    Parameters
    ----------
    scores, y : array_like, shape (k,)
    kind : {"average", "max"}

    Returns
    -------
    float
    """
    check_in(kind, "kind", {"average", "max"})
    scores = check_array(scores, "scores", ndim=1, min_rows=1)
    hinges, counted = _pairs(scores, check_array(y, "y", shape=scores.shape))
    if not counted.any():
        return 0.0
    return float(hinges.max() if kind == "max" else hinges.sum() / counted.sum())


def pair_error(scores, y):
    """Share of the pairs with different grades that the scores do not put in order."""
    scores = check_array(scores, "scores", ndim=1, min_rows=1)
    y = check_array(y, "y", shape=scores.shape)
    counted = y[:, None] > y
    wrong = counted & (scores[:, None] <= scores)
    return float(wrong.sum() / max(counted.sum(), 1))


class InstanceRanker:
    """Online learner that orders the rows of matrices, by dual ascent.

    Parameters
    ----------
    n_features : int
    loss : {"max", "average"}
    U : float
        Complexity ``|u|^2 / 2`` to compete with.
    step : {"coordinate", "subgradient"}
        Coordinate steps search along the subgradient of the round.
    scale : object, optional
        Rule for ``c_t``; ``LipschitzScale(U)`` by default.

    Attributes
    ----------
    coef_ : ndarray, shape (n_features,)
    losses_, errors_ : ndarray, shape (t,)
        Loss and share of wrong pairs of every round, before its update.
    radius_ : float
        Largest distance of two rows of different grades so far: the Lipschitz constant.

    Notes
    -----
    O(k^2 + k n_features) a round, plus the distances, O(k^2 n_features).
    """

    def __init__(self, n_features, loss="max", U=1.0, step="coordinate", scale=None):
        self.n_features = check_count(n_features, "n_features", low=1)
        self.loss = check_in(loss, "loss", {"average", "max"})
        tuned = LipschitzScale(U)
        self.ascent = MarginAscent(n_features, tuned if scale is None else scale, step)
        self.losses_, self.errors_, self.radius_ = np.zeros(0), np.zeros(0), 0.0

    @property
    def coef_(self):
        """Weights of the next round, if its rows are no further apart than those seen."""
        return self.ascent.weights

    def learn(self, X, y):
        """Play one round; return its loss and the share of wrong pairs."""
        X, y = _question(X, y, self.n_features)
        squares = (X**2).sum(axis=1)
        distances2 = squares[:, None] + squares - 2 * X @ X.T
        farthest = np.sqrt(max(0.0, np.max(distances2, where=y[:, None] > y, initial=0.0)))
        self.radius_ = max(self.radius_, farthest)
        # before the scores are made: w_t depends on the scale, and the scale on this norm
        self.ascent.announce(farthest)
        scores = X @ self.ascent.weights
        loss = ranking_loss(scores, y, self.loss)
        error = pair_error(scores, y)
        if loss > 0:
            self.ascent.climb(*self._direction(X, y, scores))
        else:
            self.ascent.skip()
        return loss, error

    def _direction(self, X, y, scores):
        """Direction and margin of the hinge that supports the loss at the present weights."""
        if self.loss == "max":
            i, j = worst_pair(scores, y)
            return X[i] - X[j], y[i] - y[j]
        hinges, counted = _pairs(scores, y)
        active = (hinges > 0) / counted.sum()
        pull = active.sum(axis=1) - active.sum(axis=0)  # wins minus losses of every row
        return pull @ X, pull @ y

    def partial_fit(self, Xs, ys):
        """Learn from sequences of matrices (k_t, n_features) and grades (k_t,); return self."""
        rounds = np.array([self.learn(X, y) for X, y in zip(*check_pairs(Xs, ys, ("Xs", "ys")))])
        self.losses_ = np.append(self.losses_, rounds[:, 0])
        self.errors_ = np.append(self.errors_, rounds[:, 1])
        return self

    def predict(self, X):
        """Scores of the rows of one matrix, shape (k,)."""
        return check_array(X, "X", shape=(None, self.n_features)) @ self.coef_
