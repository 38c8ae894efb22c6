"""AdaBoost, MadaBoost and LogitBoost with stumps: Sugiyama (2016), section 30.3.

Boosting lowers a surrogate loss of the margins ``m_i = f(x_i) y_i``, one stump at a time:
``exp(-m)``, MadaBoost's ``exp(-2m)/2`` that goes on as ``1/2 - m`` below zero, or
``log(1 + exp(-2m))``. Each is dual ascent in another geometry of the examples' weights, so that
:func:`~mlcompanion.ensemble.boost` does the rounds; for the last two it finds ``2 f``.
"""

import warnings

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_flag, check_in, check_rng
from mlcompanion.convex.example_weights import BinaryEntropy, CappedEntropy, RelativeEntropy
from mlcompanion.ensemble.dual_boosting import NO_EDGE, boost

from .axis_search import AxisSearch
from .cuts import axis_of
from .stump_vote import StumpVote

__all__ = ["StumpBooster"]

#: From a loss to the geometry of its weights, and by what its margins are multiplied there.
LOSSES = {
    "exponential": (RelativeEntropy(), 1.0),
    "mada": (CappedEntropy(), 2.0),
    "logistic": (BinaryEntropy(), 2.0),
}
LEAST_ERROR = 1e-12
#: The confidence of a stump that makes no error would be infinite: it gets that of this error.
MOST_CONFIDENCE = 0.5 * np.log((1 - LEAST_ERROR) / LEAST_ERROR)


class StumpBooster(BinaryClassifierMixin, BaseEstimator):
    """Boosting of decision stumps for two classes by one of three losses.

    Parameters
    ----------
    loss : {"exponential", "mada", "logistic"}
        AdaBoost, MadaBoost or LogitBoost.
    n_estimators : int
        Rounds at most; fewer if a stump makes no error, or none has an edge.
    axis : {"best", "random"} or int
        Where a round's stump cuts: on the best axis, on one drawn anew in each round, or always
        on the one of that number.
    keep_weights : bool
        Keep the weights of the examples of every round in ``weights_path_``.
    random_state : int, RandomState, Generator or None
        Draws the axes; the same seed draws the same for all losses.
    progress : bool
        Show a progress bar.

    Attributes
    ----------
    vote_ : StumpVote
        ``f``, the sum of the stumps times their confidences.
    estimator_weights_ : ndarray, shape (n_estimators_,)
        Confidences ``theta_j``.
    estimator_errors_ : ndarray, shape (n_estimators_,)
        Weighted errors ``R_j`` of the stumps when they came.
    loss_path_ : ndarray, shape (n_estimators_ + 1,)
        Mean loss before the first and after every round.
    weights_path_ : ndarray, shape (n_estimators_ + 1, n_samples) or None
        Weights before every round, each row with sum 1.
    margins_ : ndarray, shape (n_samples,)
        ``f(x_i) y_i`` at the end.
    n_estimators_ : int
    stopped_ : {"rounds", "no edge", "perfect"}
        Why the run ended.
    classes_ : ndarray, shape (2,)

    Notes
    -----
    Cost O(d n log n) once, then O(n) a round for a given axis and O(d n) for the best. AdaBoost's
    confidence is ``log((1 - R) / R) / 2``, the others' come from a line search for their own loss;
    none exceeds 13.8, which belongs to an error of 1e-12. Weights are kept as logarithms: no
    number of rounds makes them underflow together. An axis at random without any edge is passed
    over for another. For weak learners other than stumps, give
    :class:`~mlcompanion.ensemble.DualBooster` the geometry: ``BinaryEntropy()`` is LogitBoost and
    ``CappedEntropy()`` MadaBoost, with twice this score. Source: Sugiyama (2016), Figure 30.8 and
    section 30.3.2.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(50, 2))
    >>> model = StumpBooster(n_estimators=100, axis="random", random_state=0)
    >>> float(model.fit(X, X[:, 0] > X[:, 1]).score(X, X[:, 0] > X[:, 1]))
    1.0
    """

    def __init__(
        self,
        loss="exponential",
        n_estimators=50,
        *,
        axis="best",
        keep_weights=False,
        random_state=None,
        progress=False,
    ):
        self.loss = loss
        self.n_estimators = n_estimators
        self.axis = axis
        self.keep_weights = keep_weights
        self.random_state = random_state
        self.progress = progress

    def fit(self, X, y):
        """Boost.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            On a bad parameter, or if ``y`` does not hold two classes.

        Warns
        -----
        ConvergenceWarning
            If no first stump is better than chance.
        """
        geometry, factor = LOSSES[check_in(self.loss, "loss", LOSSES)]
        b = check_count(self.n_estimators, "n_estimators", low=1)
        keep = check_flag(self.keep_weights, "keep_weights")
        X, y = validate_data(self, X, y, dtype=np.float64)
        self._two_classes(y)
        signs = self._signs(y)
        number = axis_of(self.axis, X.shape[1])
        learner = _Learner(X, signs, number, b, check_rng(self.random_state))
        run = boost(
            learner,
            signs,
            n_rounds=b,
            inverse_rate=1 / (factor * MOST_CONFIDENCE),
            geometry=geometry,
            keep_weights=keep,
            progress=self.progress,
        )
        if len(run.alphas) == 0:
            warnings.warn(
                "the first stump is no better than chance: boosting cannot start",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.n_estimators_ = len(run.alphas)
        self.stopped_ = run.stopped
        self.estimator_weights_ = run.alphas / factor
        self.estimator_errors_ = 0.5 - run.edges
        self.margins_ = -run.theta / factor
        self.loss_path_ = _mean_losses(self.loss, run, len(X))
        self.weights_path_ = run.weights
        if keep:
            self.weights_path_ = run.weights / run.weights.sum(axis=1, keepdims=True)
        self.vote_ = learner.vote(self.estimator_weights_)
        return self

    def decision_function(self, X):
        """Return ``f(x)``, positive for ``classes_[1]``, shape (n_samples,)."""
        check_is_fitted(self, "vote_")
        return self.vote_(validate_data(self, X, dtype=np.float64, reset=False))

    def staged_decision_function(self, X):
        """Yield the decision function after each round, each of shape (n_samples,)."""
        check_is_fitted(self, "vote_")
        yield from self.vote_.staged(validate_data(self, X, dtype=np.float64, reset=False))

    def staged_predict(self, X):
        """Yield the predicted classes after each round, each of shape (n_samples,)."""
        for scores in self.staged_decision_function(X):
            yield self._labels(scores)

    def predict_proba(self, X):
        """Return ``1 / (1 + exp(-2 f))`` for ``classes_[1]``, shape (n_samples, 2).

        For each of the three losses half the log odds is the best score of a point, if points like
        it abound; with few samples and many rounds ``f`` is far too sure.
        """
        scores = self.decision_function(X)
        return np.column_stack([expit(-2 * scores), expit(2 * scores)])


class _Learner:
    """Stumps for the weights of a round, remembered in their order."""

    def __init__(self, X, signs, number, rounds, rng):
        self.search = AxisSearch(X)
        self.signs = signs
        self.rng = rng
        self.number = number
        self.axes = iter(())
        if number == -2:
            self.axes = iter(rng.integers(X.shape[1], size=rounds).tolist())
        self.found = []

    def __call__(self, w):
        stump = self._stump(w * self.signs)
        self.found.append(stump)
        above = self.search.X[:, stump.feature] > stump.threshold
        return np.where(above, float(stump.polarity), -float(stump.polarity))

    def _stump(self, signed):
        if self.number != -2:
            return self.search.best(signed, "best" if self.number < 0 else self.number)[0]
        first = next(self.axes)
        stump, correlation = self.search.best(signed, first)
        if correlation > NO_EDGE:
            return stump
        # another axis may have an edge: boosting ends only if none has
        for axis in self.rng.permutation(self.search.X.shape[1]).tolist():
            other, correlation = self.search.best(signed, axis)
            if correlation > NO_EDGE:
                return other
        return stump

    def vote(self, confidences):
        found = self.found[: len(confidences)]
        polarities = np.array([stump.polarity for stump in found], dtype=float)
        return StumpVote(
            np.array([stump.feature for stump in found], dtype=float),
            np.array([stump.threshold for stump in found], dtype=float),
            polarities * confidences,
            self.search.X.shape[1],
        )


def _mean_losses(loss, run, n):
    """Mean loss by the source's formulas, from the conjugates of the run."""
    if loss == "exponential":
        return run.exp_losses
    if loss == "mada":
        return 0.5 + 0.5 * run.conjugates / n
    return np.log(2) + run.conjugates / n
