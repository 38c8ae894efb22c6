"""A vote of different methods, weighted by held-out samples: Sugiyama (2016), section 30.4.

The source leaves open how the weights are tuned; here by least squares with signs, which is
Breiman's stacking.
"""

import numpy as np
from scipy.optimize import nnls
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_has, check_list, check_real, check_rng

__all__ = ["StackedVote", "vote_weights"]


def vote_weights(votes, codes):
    """Weights of methods by least squares on their votes, not negative and with sum 1.

    Parameters
    ----------
    votes : array_like, shape (n_methods, n_samples, n_classes)
        For each method and sample a share of its vote for each class.
    codes : array_like of int, shape (n_samples,)
        The right classes, as their places.

    Returns
    -------
    ndarray, shape (n_methods,)
        Equal ones if no method ever votes for the right class.

    Raises
    ------
    ValueError
        On wrong shapes, no methods, or a code that is no class.

    Notes
    -----
    Minimises the squared distance of the weighted votes from 1 at the right class and 0 at the
    others. Cost O(n_samples n_classes n_methods^2).

    Examples
    --------
    >>> good = [[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]]
    >>> poor = [[0.1, 0.9], [0.6, 0.4], [0.5, 0.5]]
    >>> vote_weights([good, poor], [0, 1, 1])
    array([1., 0.])
    """
    votes = check_array(votes, "votes", ndim=3, min_rows=1)
    n_samples, n_classes = votes.shape[1:]
    if n_samples == 0 or n_classes == 0:
        raise ValueError(f"votes must hold samples and classes, got shape {votes.shape}")
    codes = check_array(codes, "codes", shape=(n_samples,), low=0, high=n_classes - 1)
    if (codes != np.floor(codes)).any():
        raise ValueError("codes must be whole numbers")
    target = np.eye(n_classes)[codes.astype(np.intp)]
    weights, _ = nnls(votes.reshape(len(votes), -1).T, target.ravel())
    if not weights.any():
        return np.full(len(votes), 1 / len(votes))
    return weights / weights.sum()


class StackedVote(AllScoresMixin, BaseEstimator):
    """Different classifiers, and a vote in which each has the weight that held-out samples give it.

    Parameters
    ----------
    estimators : list of (str, classifier)
        Names and methods.
    validation : float
        Share of each class that is held out to tune the weights, in (0, 1); at least one sample.
    random_state : int, RandomState, Generator or None
        Draws what is held out.

    Attributes
    ----------
    estimators_ : list of classifier
        Fitted to the samples that were not held out.
    weights_ : ndarray, shape (n_methods,)
        Not negative, with sum 1.
    validation_scores_ : ndarray, shape (n_methods,)
        Share of right answers of each method among the samples held out.
    classes_ : ndarray, shape (n_classes,)

    Notes
    -----
    A method votes with its ``predict_proba`` if it has one, else with its answer alone. Cost: one
    fit of each method, and O(n m^2) for m weights. Source: Sugiyama (2016), section 30.4.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> methods = [("near", KNeighborsClassifier()), ("tree", DecisionTreeClassifier(max_depth=2))]
    >>> StackedVote(methods, random_state=0).fit(X, y).weights_.round(1)
    array([0.8, 0.2])
    """

    def __init__(self, estimators, *, validation=0.25, random_state=None):
        self.estimators = estimators
        self.validation = validation
        self.random_state = random_state

    def fit(self, X, y):
        """Fit the methods, and tune their weights.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes or more, each with at least two samples.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            On a bad parameter, or if a class has a single sample.
        """
        methods = [_method(pair) for pair in check_list(self.estimators, "estimators")]
        share = check_real(
            self.validation, "validation", low=0, high=1, open_low=True, open_high=True
        )
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, codes = class_codes(y)
        if np.bincount(codes).min() < 2:
            raise ValueError("y must have at least two samples of each class: one is held out")
        out = _held_out(codes, share, check_rng(self.random_state))
        self.estimators_ = [clone(method).fit(X[~out], y[~out]) for method in methods]
        votes = self._votes(X[out])
        self.weights_ = vote_weights(votes, codes[out])
        self.validation_scores_ = np.array([np.mean(v.argmax(axis=1) == codes[out]) for v in votes])
        return self

    def _votes(self, X):
        return np.array([_shares(model, X, self.classes_) for model in self.estimators_])

    def scores(self, X):
        """Weighted mean of the votes for each class, shape (n_samples, n_classes)."""
        check_is_fitted(self, "weights_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return np.tensordot(self.weights_, self._votes(X), axes=1)

    def predict_proba(self, X):
        """The same: each method's votes sum to 1, and so do their weights."""
        return self.scores(X)


def _method(pair):
    if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
        raise ValueError(f"estimators must be pairs of a name and a classifier, got {pair!r}")
    return check_has(pair[1], f"estimators[{pair[0]!r}]", "fit", "predict")


def _held_out(codes, share, rng):
    """Which rows tune the weights: a share of each class, but neither none nor all of it."""
    out = np.zeros(len(codes), dtype=bool)
    for code in range(codes.max() + 1):
        rows = rng.permutation(np.flatnonzero(codes == code))
        out[rows[: min(max(1, round(share * len(rows))), len(rows) - 1)]] = True
    return out


def _shares(model, X, classes):
    """Probabilities of the classes, or the whole vote for one; classes unknown to it get 0."""
    if hasattr(model, "predict_proba"):
        shares = np.zeros((len(X), len(classes)))
        shares[:, np.searchsorted(classes, model.classes_)] = model.predict_proba(X)
        return shares
    return (np.asarray(model.predict(X))[:, None] == classes).astype(float)
