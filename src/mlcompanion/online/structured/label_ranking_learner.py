"""Online learners for label ranking: two complexities, three updates, sets of labels, sparse rows.

Shalev-Shwartz (2007), Sections 5.3, 7.3 and 8.3.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import decision_values
from mlcompanion._data import validate_data
from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_in, check_instance, check_real
from mlcompanion.convex.mirror_maps import Entropy, Euclidean
from mlcompanion.online.learners.mixins import ManyClassesMixin

from .label_ranking import label_ranking_loss, label_ranking_step_entropy
from .ranking_pass import UPDATES, RankingRules, Rows, RunRecord, ranker_state, ranking_pass

__all__ = ["LabelRankingClassifier", "LabelRankingRun", "label_ranking_run"]


class LabelRankingRun(NamedTuple):
    """What an online run left behind.

    Attributes
    ----------
    losses : ndarray of shape (n_rounds,)
    mistakes : ndarray of bool of shape (n_rounds,)
        Whether some other label scored at least as high as some relevant one.
    coef : ndarray of shape (k, d)
        Weights after the last round; rows sum to 1 where the geometry is the entropy.
    dual : ndarray of shape (n_rounds,)
        The increase of the dual in each round, in units of the loss.
    """

    losses: np.ndarray
    mistakes: np.ndarray
    coef: np.ndarray
    dual: np.ndarray


def _check_rows(X):
    """The rows as CSR with sorted indices and without stored zeros: a copy."""
    if not issparse(X):
        X = check_array(X, "X", ndim=2)
    X = csr_array(X, dtype=float, copy=True)
    check_array(X.data, "X")
    X.sum_duplicates()  # an entry in two pieces would count as two words
    X.eliminate_zeros()
    return X


def _check_geometry(geometry):
    """Whether it is the entropy."""
    geometry = check_instance(geometry, "geometry", (Euclidean, Entropy))
    if isinstance(geometry, Euclidean) and geometry.radius is not None:
        raise ValueError(f"geometry must be the whole space or the simplex, got {geometry!r}")
    return isinstance(geometry, Entropy)


def _says_presence(X):
    """Whether each row holds one positive value beside zeros."""
    if X.nnz == 0:
        return True
    # an empty last row begins behind the data: repeated no times, its number is never used
    first = np.repeat(X.data[np.minimum(X.indptr[:-1], X.nnz - 1)], np.diff(X.indptr))
    return X.data.min() > 0 and np.array_equal(first, X.data)


def _check_rules(geometry, update, inverse_rate, margin):
    entropy = _check_geometry(Euclidean() if geometry is None else geometry)
    update = UPDATES[check_in(update, "update", tuple(UPDATES))]
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    margin = check_real(margin, "margin", low=0, open_low=True)
    return RankingRules(entropy, update, c, margin)


def _start(coef, shape, entropy):
    """The rows of the state that stand for given weights; the least complex ones by default."""
    if coef is None:
        return np.zeros(shape)
    coef = check_array(coef, "coef", shape=shape)
    if not entropy:
        return coef.copy()
    if (coef <= 0).any() or not np.allclose(coef.sum(axis=1), 1):
        raise ValueError("coef must have positive rows of sum 1 where the geometry is the entropy")
    return np.log(coef)


def _any_pass(X, state, rules, record, relevant):
    """The pass for rows of any values on distributions: each step by the interior point method."""
    for t in range(X.shape[0]):
        x = X[[t]].toarray()[0]
        # all labels or none: there is nothing to rank
        Y = relevant[t]
        if Y.all() or not Y.any():
            continue
        scores = softmax(state.theta, axis=1) @ x
        low = np.flatnonzero(Y)[scores[Y].argmin()]
        high = np.flatnonzero(~Y)[scores[~Y].argmax()]
        record.losses[t] = label_ranking_loss(scores, Y, rules.margin)
        record.mistakes[t] = scores[low] <= scores[high]
        # update I moves on mistakes alone, the others on every loss
        moving = record.mistakes[t] if rules.update == UPDATES["I"] else record.losses[t] > 0
        if not (moving and x.any()):
            continue
        alpha = np.zeros(len(Y))
        among = np.arange(len(Y)) if rules.update == UPDATES["III"] else np.array([low, high])
        if rules.update == UPDATES["I"]:
            alpha[among] = 1.0
        else:
            args = state.theta[among], x, Y[among], rules.c, rules.margin
            alpha[among] = label_ranking_step_entropy(*args)[0]
        signed = np.where(Y, alpha, -alpha)
        before = _log_sums(state.theta)
        state.theta[:] += np.outer(signed / rules.c, x)
        # log-sums before and after: the conjugate's rise, label by label
        lost = rules.c * (_log_sums(state.theta) - before).sum()
        record.dual[t] = rules.margin * alpha[Y].sum() - lost


def _log_sums(theta):
    # relative to the largest entry, so that no exponential overflows
    top = theta.max(axis=1)
    return top + np.log(np.exp(theta - top[:, None]).sum(axis=1))


def _play(X, relevant, state, rules):
    """Play checked rows on a state, which moves; the record."""
    n = X.shape[0]
    record = RunRecord(np.zeros(n), np.zeros(n, bool), np.zeros(n))
    if rules.entropy and not _says_presence(X):
        _any_pass(X, state, rules, record, relevant)
        state = ranker_state(state.theta, True)
    else:
        rows = Rows(X.indptr.astype(np.int64), X.indices.astype(np.int64), X.data, relevant)
        ranking_pass(rows, state, rules, record)
    return record, state


def _is_table(y):
    """Whether answers are rows of several labels."""
    shape = np.asarray(y).shape
    return len(shape) == 2 and shape[1] > 1


def _weights(state, entropy):
    return softmax(state.theta, axis=1) if entropy else state.theta.copy()


def label_ranking_run(
    X, relevant, inverse_rate=1.0, margin=1.0, coef=None, *, geometry=None, update="III"
):
    r"""Run an online learner of label ranking with a fixed c over a stream.

    Parameters
    ----------
    X : array_like or sparse array of shape (n_rounds, d)
        It is not changed.
    relevant : array_like of bool of shape (n_rounds, k)
        A row in which all labels or none are relevant has no pair to rank, and no loss.
    inverse_rate, margin : float > 0
        ``1/c`` bounds the step: with ``c`` small the learner is aggressive. On distributions the
        margin should be below the largest entry of X: scores differ by less.
    coef : array_like of shape (k, d), optional
        Where it starts; default zero, or the uniform distribution.
    geometry : Euclidean or Entropy, optional
        Complexity (8.2), the default, or (8.3): every label's weights are a distribution.
    update : {"I", "II", "III"}
        Subgradient step after a mistake; scaled so that the dual rises most; the optimal step.

    Returns
    -------
    LabelRankingRun

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k) for each entry of a row, and O(k log k) for an optimal step; memory O(k d). On
    distributions that holds for rows that have one positive value beside zeros ("which words are
    there"); other rows take O(k d) an iteration of the interior point method. Source: Section 8.3.

    Examples
    --------
    >>> X, relevant = [[1, 1, 0], [0, 0, 1]], [[True, False], [False, True]]
    >>> label_ranking_run(X, relevant, margin=0.5, geometry=Entropy()).mistakes
    array([ True, False])
    """
    X = _check_rows(X)
    relevant = plain_layout(np.asarray(relevant))
    if relevant.dtype != bool or relevant.ndim != 2 or len(relevant) != X.shape[0]:
        raise ValueError(f"relevant must be a boolean array of shape ({X.shape[0]}, k)")
    rules = _check_rules(geometry, update, inverse_rate, margin)
    theta = _start(coef, (relevant.shape[1], X.shape[1]), rules.entropy)
    record, state = _play(X, relevant, ranker_state(theta, rules.entropy), rules)
    return LabelRankingRun(
        record.losses, record.mistakes, _weights(state, rules.entropy), record.dual
    )


class LabelRankingClassifier(ManyClassesMixin, ClassifierMixin, BaseEstimator):
    r"""Ranks labels on line, one pass over the stream: two complexities, three updates.

    Parameters
    ----------
    inverse_rate : float > 0
        Weight of the complexity against the loss: c.
    margin : float > 0
        Margin between a relevant label and the best of the others. On distributions below the
        largest entry of X, as 0.1 where rows are 0 and 1.
    geometry : Euclidean or Entropy, optional
        Complexity (8.2), the default, or (8.3).
    update : {"I", "II", "III"}
        See :func:`label_ranking_run`.

    Attributes
    ----------
    classes_ : ndarray of shape (k,)
        The labels; 0, ..., k - 1 if ``y`` is a table.
    coef_ : ndarray of shape (k, n_features)
    intercept_ : ndarray of shape (k,)
        Zero: a constant feature stands for it.
    n_mistakes_ : int
        Mistakes made on line, over all calls.

    Notes
    -----
    Cost: as :func:`label_ranking_run`; the state is kept between calls, so that ``partial_fit``
    with one row costs what the row costs. ``y`` may be a table of 0 and 1 with a column a label.
    ``predict`` returns the label with the highest score. Source: Sections 5.3, 7.3 and 8.3. With
    two labels, and only the difference of their weights considered, updates II and III are the
    passive-aggressive step.

    Examples
    --------
    >>> X, y = [[1, 1, 0], [0, 0, 1], [1, 0, 0]], ["work", "home", "work"]
    >>> model = LabelRankingClassifier(margin=0.2, geometry=Entropy(), update="II").fit(X, y)
    >>> model.predict([[0, 1, 0]]).tolist(), model.n_mistakes_
    (['work'], 1)
    """

    def __init__(self, inverse_rate=1.0, margin=1.0, *, geometry=None, update="III"):
        self.inverse_rate = inverse_rate
        self.margin = margin
        self.geometry = geometry
        self.update = update

    def fit(self, X, y):
        """Start anew and pass once over the rows.

        Parameters
        ----------
        X : array_like or sparse array, shape (n_samples, n_features)
        y : array_like, shape (n_samples,), or (n_samples, k) of 0 and 1

        Returns
        -------
        self
        """
        if not (issparse(X) or _is_table(y)):
            return super().fit(X, y)
        X, y = self._table(X, y, reset=True)
        self.start(X.shape[1], y)
        self.n_iter_ = 1
        return self.go_on(X, self._targets(y))

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows; ``classes`` names all labels in the first call.

        Parameters
        ----------
        X : array_like or sparse array, shape (n_samples, n_features)
        y : array_like, shape (n_samples,), or (n_samples, k) of 0 and 1
        classes : array_like, shape (k,), optional

        Returns
        -------
        self
        """
        if not (issparse(X) or _is_table(y)):
            return super().partial_fit(X, y, classes)
        first = "t_" not in vars(self)
        X, y = self._table(X, y, reset=first)
        if first:
            self._start_with(X.shape[1], y, None if classes is None else np.unique(classes))
        return self.go_on(X, self._targets(y))

    def _table(self, X, y, reset):
        return validate_data(
            self, X, y, dtype=float, accept_sparse="csr", multi_output=True, reset=reset
        )

    def meet(self, labels):
        """Learn the labels; a table's are the numbers of its columns."""
        if np.ndim(labels) == 2:
            labels = np.arange(labels.shape[1])
        super().meet(labels)

    def _targets(self, y):
        """Which labels are relevant to each row."""
        k = len(self.classes_)
        if np.ndim(y) == 2:
            Y = check_array(y, "y", shape=(None, k), among=(0, 1)).astype(bool)
            void = np.flatnonzero(~Y.any(axis=1))
            if len(void):
                raise ValueError(f"y must have a label in each row, row {void[0]} has none")
            return Y
        return super()._targets(y)[:, None] == np.arange(k)

    def _target(self, answer):
        place = super()._target(answer)
        if place is None:
            return None
        return place[:, None] == np.arange(len(self.classes_))

    def begin(self, n_features):
        """Forget everything."""
        rules = _check_rules(self.geometry, self.update, self.inverse_rate, self.margin)
        self.n_mistakes_ = 0
        self._rules = rules
        self._state = ranker_state(np.zeros((len(self.classes_), n_features)), rules.entropy)
        self.intercept_ = np.zeros(len(self.classes_))

    def go_on(self, X, targets):
        """Play rows that have been checked, and count them; return self."""
        self.play(X, targets)
        self.t_ += X.shape[0]
        return self

    def play(self, X, targets):
        """Play rows that have been checked."""
        record, self._state = _play(_check_rows(X), targets, self._state, self._rules)
        self.n_mistakes_ += int(record.mistakes.sum())

    @property
    def coef_(self):
        """Weights for the next row, shape (k, n_features)."""
        return _weights(self._state, self._rules.entropy)

    def decision_function(self, X):
        """Scores, shape (n_samples, k); the difference of both for two labels."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, accept_sparse="csr", reset=False)
        return decision_values(X @ self.coef_.T)

    def __sklearn_tags__(self):
        """Sparse rows and tables of labels are welcome."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
