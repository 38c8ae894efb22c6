"""``DualBooster``: the boosters of Shalev-Shwartz (2007), chapter 6, as an estimator."""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, clone, is_regressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._linear import all_rows, counted_rows
from mlcompanion._validation import check_count, check_flag

from .dual_boosting import boost, step_limit
from .stumps import DecisionStump

__all__ = ["DualBooster"]


class _Fitted:
    """A fitted scikit-learn model as a function with values in [-1, 1]."""

    def __init__(self, model, classes):
        self.model = model
        self.classes = classes

    def __call__(self, X):
        values = self.model.predict(X)
        if is_regressor(self.model):
            return np.clip(values, -1.0, 1.0)
        return np.where(values == self.classes[1], 1.0, -1.0)


def _combine(alphas, values, start):
    """``sum_t alpha_t h_t``, always added in the same order: ties at zero must not depend on it."""
    return sum((a * h for a, h in zip(alphas, values)), start=start)


class DualBooster(BinaryClassifierMixin, BaseEstimator):
    """Boosting for two classes by dual ascent.

    Parameters
    ----------
    rule : {"adaboost", "arc-gv", "gentle", "fixed", "capped", "corrective"}
        How the weight of a new hypothesis is chosen; "corrective" chooses all weights anew,
        "arc-gv" aims at the least margin.
    n_rounds : int
        Hypotheses at most; fewer if one has no edge or makes no error.
    edge : float, optional
        The edge that the weak learner promises: no weight exceeds ``2 edge``. The rules "fixed"
        and "capped" need it.
    inverse_rate : float, optional
        Instead of ``edge``, the scale c: no weight exceeds ``1/c``. Default 0.1.
    weak : estimator, optional
        A scikit-learn classifier or regressor whose ``fit`` takes ``sample_weight``. Default
        decision stumps, sorted once for all rounds; a weak learner with a method ``search``, as
        stumps and trees on a grid have, prepares the rows once as well.
    geometry : object, optional
        What the weights of the examples pay; default ``RelativeEntropy()``.
    keep_weights : bool
        Keep the weights of the examples of every round in ``weights_path_``.
    progress : bool
        Show a progress bar.

    Attributes
    ----------
    hypotheses_ : list of callable
        From rows to values in [-1, 1].
    alphas_ : ndarray, shape (n_rounds_,)
        Weights of the hypotheses.
    edges_ : ndarray, shape (n_rounds_,)
        One half minus the weighted error of each hypothesis when it came.
    dual_path_, exp_loss_path_ : ndarray, shape (n_rounds_ + 1,)
        The dual objective (6.3) and, with relative entropy, the average exponential loss.
    weights_path_ : ndarray, shape (n_rounds_ + 1, n_samples) or None
    inverse_rate_ : float
    n_rounds_ : int
    classes_ : ndarray, shape (2,)

    Notes
    -----
    With stumps the cost is O(d n log n) once and O(d n) a round. Source: sections 6.1 and 6.2.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> float(DualBooster(n_rounds=50).fit(X, y).score(X, y))
    1.0
    """

    def __init__(
        self,
        rule="adaboost",
        n_rounds=100,
        *,
        edge=None,
        inverse_rate=None,
        weak=None,
        geometry=None,
        keep_weights=False,
        progress=False,
    ):
        self.rule = rule
        self.n_rounds = n_rounds
        self.edge = edge
        self.inverse_rate = inverse_rate
        self.weak = weak
        self.geometry = geometry
        self.keep_weights = keep_weights
        self.progress = progress

    def fit(self, X, y, sample_weight=None):
        """Boost.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes, of any type.
        sample_weight : array_like, shape (n_samples,), optional
            Weights of the examples before the first round, not negative: a whole number is that
            many copies. Only ratios count. For relative entropy alone, see :func:`boost`.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            On a bad parameter, or if ``y`` does not hold two classes.
        """
        check_flag(self.keep_weights, "keep_weights")
        if self.weak is not None and not hasattr(self.weak, "fit"):
            raise TypeError(f"weak must be an estimator, got {self.weak!r}")
        step_limit(self.rule, self.edge, self.inverse_rate)
        check_count(self.n_rounds, "n_rounds", low=1)
        X, y = validate_data(self, X, y, dtype=np.float64)
        X, y, weights, counted = counted_rows(sample_weight, X, y)
        self._two_classes(y)
        signs = self._signs(y)
        found = []
        run = boost(
            self._weak_learner(X, y, signs, found),
            signs,
            rule=self.rule,
            n_rounds=self.n_rounds,
            edge=self.edge,
            inverse_rate=self.inverse_rate,
            geometry=self.geometry,
            keep_weights=self.keep_weights,
            progress=self.progress,
            sample_weight=weights,
        )
        if len(run.alphas) == 0:
            warnings.warn(
                "the first weak hypothesis is no better than chance: boosting cannot start",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.n_rounds_ = len(run.alphas)
        self.hypotheses_ = found[: self.n_rounds_]
        self.alphas_ = run.alphas
        self.edges_ = run.edges
        self.inverse_rate_ = run.inverse_rate
        self.dual_path_ = run.dual
        self.exp_loss_path_ = run.exp_losses
        self.weights_path_ = run.weights
        if self.keep_weights:
            self.weights_path_ = np.array([all_rows(w, counted) for w in run.weights])
        self._alpha_path = run.alpha_path if self.rule == "corrective" else None
        return self

    def _weak_learner(self, X, y, signs, found):
        """The weak learner as a function of the weights; it appends its hypotheses to ``found``."""
        weak = DecisionStump() if self.weak is None else self.weak
        if hasattr(weak, "search"):
            search = weak.search(X)
            X = search.X  # as the search keeps it: a stump reads a single column

            def learn(w):
                return search.best(w * signs)[0]
        else:

            def learn(w):
                model = clone(weak)
                target = signs if is_regressor(model) else y
                return _Fitted(model.fit(X, target, sample_weight=w), self.classes_)

        def hypothesis(w):
            found.append(learn(w))
            return found[-1](X)

        return hypothesis

    def _values(self, X):
        """Values of the hypotheses, one row at a time of shape (n_samples,)."""
        check_is_fitted(self, "alphas_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return [np.zeros(len(X)), *(h(X) for h in self.hypotheses_)]

    def decision_function(self, X):
        """Return ``sum_t alpha_t h_t(x)``, positive for ``classes_[1]``, shape (n_samples,)."""
        zero, *values = self._values(X)
        return _combine(self.alphas_, values, zero)

    def staged_decision_function(self, X):
        """Yield the decision function after each round, each of shape (n_samples,)."""
        zero, *values = self._values(X)
        total = zero
        for t, h in enumerate(values):
            if self._alpha_path is None:
                total = total + self.alphas_[t] * h
            else:
                total = _combine(self._alpha_path[t], values, zero)
            yield total

    def staged_predict(self, X):
        """Yield the predicted classes after each round, each of shape (n_samples,)."""
        for scores in self.staged_decision_function(X):
            yield self._labels(scores)
