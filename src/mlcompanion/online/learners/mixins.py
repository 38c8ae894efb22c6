"""What online estimators share: streams of rows, labels, intercept, scores.

scikit-learn's checks of its input cost 0.7 ms a call: as much as some forty rounds of a linear
learner. A single row that is plainly right, an array of finite floats of the known width with a
known answer, is recognised in a microsecond; everything else takes the long way and is told what
is wrong with it.
"""

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._classes import best_class, decision_values
from mlcompanion._data import validate_data
from mlcompanion._jit import plain_layout
from mlcompanion._stream import is_plain_row, plain_csr
from mlcompanion._validation import check_count, check_flag

__all__ = ["BinaryStreamMixin", "ManyClassesMixin", "OnlineLinearMixin", "StreamMixin"]

FLOAT = np.dtype(float)


def _labels_of(classes):
    """The different labels of an announcement."""
    try:
        return unique_labels(classes)
    except ValueError as error:
        raise ValueError(f"classes must be labels: {error}") from error


def _plain_rows(X):
    """Checked rows in the layout that compiled passes take; sparse ones as they are."""
    return X if issparse(X) else plain_layout(X)


class StreamMixin:
    """``fit`` and ``partial_fit`` of an estimator that plays rows in the order given.

    It starts anew with ``begin(n_features)`` and goes on with ``play(X, targets)``. What targets
    are, it says with ``meet(labels)``, which learns what answers there are, ``_targets(y)``, and
    ``_target(answer)``: the array of one known answer, or None.

    Attributes
    ----------
    t_ : int
        Rounds since the start.
    """

    n_epochs = 1
    _multi_output = False  # whether targets may be a table
    _takes_sparse = False  # whether rows may come as a sparse array

    def meet(self, labels):
        """Learn what answers there are."""
        raise NotImplementedError

    def begin(self, n_features):
        """Forget everything."""
        raise NotImplementedError

    def play(self, X, targets):
        """Play rows that have been checked."""
        raise NotImplementedError

    def start(self, n_features, labels):
        """Start anew, before the first row, for so many features and these answers."""
        self.meet(labels)
        self.n_features_in_ = n_features
        self.t_ = 0
        self.begin(n_features)

    def go_on(self, X, targets):
        """Play rows that have been checked, and count them; return self."""
        self.play(X, targets)
        self.t_ += X.shape[0]
        return self

    def _reading(self):
        """How scikit-learn should check rows and answers."""
        return {
            "dtype": FLOAT,
            # rows one after the other, as the compiled rounds read them
            "order": "C",
            "accept_sparse": "csr" if self._takes_sparse else False,
            "y_numeric": self._numeric,
            "multi_output": self._multi_output,
        }

    def fit(self, X, y):
        """Start anew and pass ``n_epochs`` times over the rows.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self

        Notes
        -----
        Sparse X is refused where a round moves all weights (by a mirror map, a decay or a matrix):
        the compiled rounds run over dense rows, and for sparse ones they would be a second engine.
        ``ALMA`` and ``AdaGradClassifier`` take it.
        """
        n_epochs = check_count(self.n_epochs, "n_epochs", low=1)
        X, y = validate_data(self, X, y, **self._reading())
        self.start(X.shape[1], y)
        X = _plain_rows(X)
        targets = self._targets(y)
        for _ in range(n_epochs):
            self.go_on(X, targets)
        self.n_iter_ = n_epochs
        return self

    def _partial_fit(self, X, y, classes=None):
        """Go on with further rows, of which a single plain one is checked cheaply."""
        target = self._plain_row(X, y, classes)
        if target is not None:
            return self.go_on(X, target)
        first = "t_" not in vars(self)
        X, y = validate_data(self, X, y, **self._reading(), reset=first)
        announced = None if classes is None else _labels_of(classes)
        if first:
            self._start_with(X.shape[1], y, announced)
        elif announced is not None and not np.array_equal(announced, self.classes_):
            raise ValueError(f"classes must stay {self.classes_}, got {classes}")
        if classes is not None:
            self._announced = tuple(classes)
        return self.go_on(_plain_rows(X), self._targets(y))

    def _start_with(self, n_features, y, announced):
        """Start anew with the announced classes, or with those that the first rows show."""
        if announced is not None:
            self.start(n_features, announced)
            return
        try:
            self.start(n_features, y)
        except ValueError as error:
            if self._numeric:
                raise
            wanted = "the first partial_fit wants all of them as classes=[...]"
            raise ValueError(f"{error}; {wanted}") from error

    def _plain_row(self, X, y, classes):
        """The target of a single row that is plainly right, or None."""
        if (
            "t_" not in vars(self)
            or type(y) is not np.ndarray
            or y.shape != (1,)
            or y.dtype.hasobject
            or (classes is not None and tuple(classes) != vars(self).get("_announced"))
            or not is_plain_row(self, X)
        ):
            return None
        return self._target(y[0])


class BinaryStreamMixin(BinaryClassifierMixin, StreamMixin):
    """A stream of two classes; targets are -1 and 1."""

    _numeric = False

    def meet(self, labels):
        """Learn the classes."""
        self._two_classes(labels)
        self._known = {
            label: np.array([sign]) for label, sign in zip(self.classes_.tolist(), (-1.0, 1.0))
        }

    def _targets(self, y):
        return self._signs(y)

    def _target(self, answer):
        return self._known.get(answer)

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows of the stream.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        classes : array_like, shape (2,), optional
            Both labels; needed in the first call if ``y`` does not show them.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there are not two classes, or ``classes`` changes between calls.
        """
        return self._partial_fit(X, y, classes)


class ManyClassesMixin(StreamMixin):
    """A stream of two classes or more; targets are the places of the labels in ``classes_``.

    The estimator has ``coef_`` and ``intercept_``, one row and one number a class.
    """

    _numeric = False

    def meet(self, labels):
        """Learn the classes."""
        classes = unique_labels(labels)
        if len(classes) < 2:
            raise ValueError(f"y must have at least two classes, got {len(classes)} class(es)")
        self.classes_ = classes
        self._known = {label: np.array([k]) for k, label in enumerate(classes.tolist())}

    def _targets(self, y):
        check_classification_targets(y)
        unknown = ~np.isin(y, self.classes_)
        if unknown.any():
            raise ValueError(f"y has labels outside classes: {np.unique(y[unknown])}")
        return np.searchsorted(self.classes_, y)

    def _target(self, answer):
        return self._known.get(answer)

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows; ``classes`` names all labels in the first call.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        classes : array_like, shape (n_classes,), optional

        Returns
        -------
        self
        """
        return self._partial_fit(X, y, classes)

    def decision_function(self, X):
        """Scores, shape (n_samples, n_classes); the difference of both for two classes."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=FLOAT, reset=False)
        return decision_values(X @ self.coef_.T + self.intercept_)

    def predict(self, X):
        """Labels, shape (n_samples,)."""
        scores = self.decision_function(X)
        return self.classes_[best_class(scores)]


class OnlineLinearMixin:
    """Intercept, scores and path of an estimator that plays its rows on an engine.

    The estimator says with ``new_engine(n_weights)`` on which. What others may ask: ``engine_``
    with its ``loss``, ``geometry`` and ``weights``; ``instances(X)``, the rows as the engine sees
    them; ``path(X)``, the hypotheses of the last call; ``split(w)``, coefficients and intercept of
    one of them.

    Attributes
    ----------
    engine_ : Engine
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
    run_ : OnlineRun or StreamRun
        The rounds of the last call.
    n_mistakes_ : int
        Mistakes since the start, counted before each update; a score of 0 is one.
    """

    def new_engine(self, n_weights):
        """The engine for so many weights."""
        raise NotImplementedError

    def n_weights(self, n_features):
        """Weights of an instance: one more than features where an intercept is wanted."""
        return n_features + check_flag(self.fit_intercept, "fit_intercept")

    def begin(self, n_features):
        """Forget everything."""
        self.engine_ = self.new_engine(self.n_weights(n_features))

    def play(self, X, targets):
        """Play rows that have been checked."""
        self.engine_.play(self.instances(X), targets)

    def instances(self, X):
        """The rows with a constant 1 appended where an intercept is wanted."""
        if issparse(X):
            return plain_csr(X, constant=self.fit_intercept)
        if not self.fit_intercept:
            return X if X.flags.carray else plain_layout(X)
        # filled in place: column_stack would copy the rows twice
        rows = np.empty((len(X), X.shape[1] + 1))
        rows[:, :-1] = X
        rows[:, -1] = 1.0
        return rows

    def path(self, X):
        """The hypotheses of the last call, whose rows were ``X``: see ``HypothesisPath``."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=FLOAT, order="C", reset=False)
        return self.engine_.path(self.instances(X))

    def split(self, w):
        """Coefficients, shape (1, n_features), and intercept, shape (1,), of engine weights."""
        return (w[None, :-1], w[-1:]) if self.fit_intercept else (w[None], np.zeros(1))

    @property
    def coef_(self):
        """Weights of the features for the next row."""
        return self.split(self.engine_.weights)[0]

    @property
    def intercept_(self):
        """Weight of the constant for the next row."""
        return self.split(self.engine_.weights)[1]

    @property
    def run_(self):
        """The rounds of the last call."""
        return self.engine_.last_run

    @property
    def n_mistakes_(self):
        """Mistakes since the start."""
        return self.engine_.n_mistakes

    def _scores(self, X):
        check_is_fitted(self)
        sparse = "csr" if self._takes_sparse else False
        X = validate_data(self, X, dtype=FLOAT, accept_sparse=sparse, reset=False)
        coef, intercept = self.split(self.engine_.weights)
        return X @ coef[0] + intercept[0]
