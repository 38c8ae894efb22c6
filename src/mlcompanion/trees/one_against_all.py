"""One regressor a label, each against all others: accurate, and linear in the number of labels.

Choromanska (2014), section 4.5, names it as the method that makes no error on separated groups but
is too dear for many labels.
"""

import numpy as np
from sklearn.base import BaseEstimator

from mlcompanion._classes import LargestScoreMixin, decision_values

from .rows import RegressorRowsMixin
from .streaming import one_against_all_pass

__all__ = ["OneAgainstAll"]


class OneAgainstAll(LargestScoreMixin, RegressorRowsMixin, BaseEstimator):
    """On-line linear regressors, one a label; the largest score answers.

    Parameters
    ----------
    loss : {"squared", "absolute"}
        The absolute loss aims at the median of a target that is -1 for all labels but one: with
        many labels all scores end near -1.
    step, decay : float
        The n-th example takes a step of ``step / n**decay`` on rows of mean squared length 1. With
        many labels the scores of neighbours differ by little: constant steps blur them.
    row_length : float, optional
        Root of the mean squared length of a row; that of the first call's rows by default.
    n_epochs : int
        Passes of ``fit`` over the rows.
    shuffle : bool
        Whether ``fit`` takes the rows in a new random order in each pass.
    random_state : int, Generator or None
        For the orders.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    coef_ : ndarray, shape (n_classes, n_features)
    intercept_ : ndarray, shape (n_classes,)
    row_length_ : float
    t_ : int
        Examples seen.

    Notes
    -----
    O(k d) an example and a prediction.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.repeat(np.eye(4), 30, axis=0)
    >>> model = OneAgainstAll(random_state=0).fit(X, np.repeat([2, 4, 6, 8], 30))
    >>> model.predict(np.eye(4)).tolist()
    [2, 4, 6, 8]
    """

    def __init__(
        self,
        loss="squared",
        step=0.1,
        decay=0.5,
        row_length=None,
        n_epochs=3,
        *,
        shuffle=True,
        random_state=None,
    ):
        self.loss = loss
        self.step = step
        self.decay = decay
        self.row_length = row_length
        self.n_epochs = n_epochs
        self.shuffle = shuffle
        self.random_state = random_state

    def begin(self, n_features):
        """Forget everything: all weights are zero."""
        self.rule_ = self.step_rule()
        self.regressors_ = np.zeros((len(self.classes_), n_features + 1))

    def play(self, X, targets):
        """Train all regressors on rows that have been checked."""
        one_against_all_pass(self.regressor_rows(X), targets, self.regressors_, self.rule_, self.t_)

    def decision_function(self, X):
        """Scores of all labels; of two the second's lead over the first.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray, shape (n, n_classes) or (n,)
        """
        return decision_values(self.checked_rows(X) @ self.regressors_.T)

    @property
    def coef_(self):
        """Weights of the features, a row a label."""
        return self.in_units(self.regressors_)[:, :-1]

    @property
    def intercept_(self):
        """Weights of the constant, one a label."""
        return self.in_units(self.regressors_)[:, -1]
