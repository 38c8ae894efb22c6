"""Pegasos on a stream: strongly convex programming on the regularised hinge.

Shalev-Shwartz (2007), Figure 4.1 with ``g_t(w) = sigma |w|^2 / 2 + max(0, 1 - y_t <w, x_t>)``.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_count, check_real
from mlcompanion.losses import Hinge
from mlcompanion.online.bounds.logarithmic import hinge_ball_radius
from mlcompanion.online.core.mirror_descent import strong_steps, unchecked_run

__all__ = ["PegasosOnline"]


class PegasosOnline(BinaryClassifierMixin, BaseEstimator):
    """Online support vector machine for two classes with steps ``1 / (sigma t)``.

    Parameters
    ----------
    sigma : float
        Weight of the regulariser, positive.
    project : bool
        Keep ``w`` in the ball of radius ``1 / sqrt(sigma)``. Without it the iterates are those of
        plain stochastic subgradient descent.
    fit_intercept : bool
        Append a constant 1 to every instance; its weight, regularised too, is the intercept.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
    t_ : int
        Rounds since the start.
    n_mistakes_ : int
        Mistakes since the start, counted before each update; a score of 0 is one.
    objective_path_ : ndarray
        ``g_t(w_t)`` in the rounds of the last call.

    Notes
    -----
    O(n_features) a round. Source: Shalev-Shwartz (2007), Figure 4.1, Example 1.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0, 0.0], [0.0, 1.0]] * 50)
    >>> model = PegasosOnline(sigma=0.1).fit(X, [1, 0] * 50)
    >>> model.predict([[2.0, 0.0], [0.0, 3.0]])
    array([1, 0])
    """

    def __init__(self, sigma=0.01, project=True, fit_intercept=False, n_epochs=1):
        self.sigma = sigma
        self.project = project
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def fit(self, X, y):
        """Start anew and pass ``n_epochs`` times over the rows.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y)
        self.n_iter_ = check_count(self.n_epochs, "n_epochs", low=1)
        self._two_classes(y)
        self._start(X)
        for _ in range(self.n_iter_):
            self._play(X, y)
        return self

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
        first = not hasattr(self, "t_")
        X, y = self._next_rows(X, y, classes, first)
        if first:
            self._start(X)
        self._play(X, y)
        return self

    def _start(self, X):
        self._w = np.zeros(X.shape[1] + bool(self.fit_intercept))
        self.t_ = self.n_mistakes_ = 0

    def _play(self, X, y):
        sigma = check_real(self.sigma, "sigma", low=0, open_low=True)
        signs = self._signs(y)
        Z = np.column_stack([X, np.ones(len(X))]) if self.fit_intercept else X
        run = unchecked_run(
            plain_layout(Z.astype(float, copy=False)),
            signs,
            Hinge(),
            sigma,
            strong_steps(sigma, len(X), first=self.t_ + 1),
            hinge_ball_radius(sigma) if self.project else np.inf,
            self._w.copy(),
        )
        self._w = w = run.weights
        self.coef_, self.intercept_ = (
            (w[None, :-1], w[-1:]) if self.fit_intercept else (w[None], np.zeros(1))
        )
        self.t_ += len(X)
        self.n_mistakes_ += int((signs * run.scores <= 0).sum())
        self.objective_path_ = run.losses

    def decision_function(self, X):
        """Scores, shape (n_samples,); positive for the second class."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        return X @ self.coef_[0] + self.intercept_[0]
