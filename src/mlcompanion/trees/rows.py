"""What classifiers of linear regressors on a stream share: rows of length one, steps, orders.

Choromanska (2014), section 4.4, trains with a plain linear regressor and one size of steps. A step
means the same for all data only if rows have a usual length: they are divided by the root of their
mean squared length, a constant stands beside them in the same proportion, and all is divided once
more, so that the mean squared length with the constant is 1.
"""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_count, check_flag, check_in, check_real, check_rng
from mlcompanion.online.learners import ManyClassesMixin

from .streaming import StepRule

__all__ = []


class RegressorRowsMixin(ManyClassesMixin):
    """Rows for linear regressors, their rule of steps, and passes in random order.

    The estimator has ``loss``, ``step``, ``decay``, ``row_length``, ``n_epochs``, ``shuffle`` and
    ``random_state``.
    """

    forget = 0.0  # of means of margins, where an estimator has no such option

    def step_rule(self):
        """The checked rule of steps."""
        check_in(self.loss, "loss", ("absolute", "squared"))
        return StepRule(
            check_real(self.step, "step", low=0, open_low=True),
            check_real(self.decay, "decay", low=0),
            self.loss == "squared",
            check_real(self.forget, "forget", low=0, high=1),
        )

    def drawing(self):
        """The generator of this fit: a seed gives the same orders in every fit."""
        if "rng_" not in vars(self):
            self.rng_ = check_rng(self.random_state)
        return self.rng_

    def fit(self, X, y):
        """Start anew and pass ``n_epochs`` times over the rows.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        n_epochs = check_count(self.n_epochs, "n_epochs", low=1)
        shuffle = check_flag(self.shuffle, "shuffle")
        X, y = validate_data(self, X, y, **self._reading())
        self._forget()
        self.rng_ = check_rng(self.random_state)
        self.start(X.shape[1], y)
        targets = self._targets(y)
        for _ in range(n_epochs):
            order = self.rng_.permutation(len(X)) if shuffle else np.arange(len(X))
            self.go_on(X[order], targets[order])
        self.n_iter_ = n_epochs
        return self

    def _forget(self):
        vars(self).pop("row_length_", None)

    def regressor_rows(self, X):
        """Rows with their constant, of mean squared length 1; the first call fixes the length."""
        if "row_length_" not in vars(self):
            self.row_length_ = self._usual_length(X)
        d = X.shape[1]
        rows = np.empty((len(X), d + 1))
        np.multiply(X, np.sqrt(d / (d + 1)) / self.row_length_, out=rows[:, :-1])
        rows[:, -1] = 1 / np.sqrt(d + 1)
        return rows

    def _usual_length(self, X):
        if self.row_length is not None:
            return check_real(self.row_length, "row_length", low=0, open_low=True)
        top = np.abs(X).max()
        if top == 0:
            return 1.0
        # squares of scaled rows neither overflow nor vanish
        return float(top * np.sqrt(np.mean(np.sum((X / top) ** 2, axis=1))))

    def checked_rows(self, X):
        """Rows of the caller's, checked, for the regressors of a fitted model."""
        check_is_fitted(self, "row_length_")
        X = validate_data(self, X, dtype=float, order="C", reset=False)
        return self.regressor_rows(plain_layout(X))

    def in_units(self, weights):
        """Weights for the caller's columns and a constant of 1."""
        d = weights.shape[1] - 1
        units = np.full(d + 1, np.sqrt(d / (d + 1)) / self.row_length_)
        units[-1] = 1 / np.sqrt(d + 1)
        return weights * units
