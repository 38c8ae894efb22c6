r"""``LatentClassModel``: one hidden variable with many states explains all columns.

.. math:: p(\mathbf x)=\sum_{c}\pi_c\prod_jp(x_j\mid c)

Choi, Tan, Anandkumar and Willsky (2011), sections 1.1 and 7.3; Lazarsfeld and Henry (1968).
"""

import warnings

import numpy as np
from scipy.special import logsumexp
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_real, check_rng
from mlcompanion.density.protocol import DensityEstimator

from ..trees.pairs import check_codes

__all__ = ["LatentClassModel"]


class LatentClassModel(DensityEstimator):
    """Law of discrete columns that are independent within each of several hidden classes.

    Parameters
    ----------
    n_classes : int
        States of the hidden variable.
    n_states : int or array_like of int, shape (m,), optional
        Numbers of states of the columns; by default up to the largest code of each.
    smoothing : float
        Further rows, spread evenly over classes and states of each column.
    n_init : int
        Starts; the best is kept.
    max_iter : int
        Most steps of expectation-maximization a start.
    tol : float
        A start ends when the mean over the rows of what is maximized gains less.
    random_state : int, Generator or None

    Attributes
    ----------
    weights_ : ndarray, shape (n_classes,)
    probabilities_ : list of ndarray, shape (n_classes, n_states of the column)
    n_params_ : int
        Free probabilities.
    n_iter_ : int
        Steps of the best start.
    converged_ : bool

    Notes
    -----
    Cost: O(n n_classes m) a step. Source: section 7.3.

    Examples
    --------
    >>> X = [[0, 0, 0], [1, 1, 1]] * 20
    >>> LatentClassModel(2, random_state=0).fit(X).weights_.round(2).tolist()
    [0.5, 0.5]
    """

    def __init__(self, n_classes=2, *, n_states=None, smoothing=1.0, n_init=5, max_iter=500,
                 tol=1e-6, random_state=None):  # fmt: skip
        self.n_classes = n_classes
        self.n_states = n_states
        self.smoothing = smoothing
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def fit(self, X, y=None):
        """Fit classes by expectation-maximization from several random starts.

        Parameters
        ----------
        X : array_like of int, shape (n, m)
            Codes from 0.
        y : ignored

        Returns
        -------
        LatentClassModel
        """
        X = validate_data(self, X, dtype=float)
        if X.min() < 0:
            raise ValueError("Negative values in data passed to X: it must hold codes from 0")
        X, self._states = check_codes(X, self.n_states)
        C = check_count(self.n_classes, "n_classes", low=1)
        n_init = check_count(self.n_init, "n_init", low=1)
        check_count(self.max_iter, "max_iter", low=1)
        check_real(self.tol, "tol", low=0, open_low=True)
        check_real(self.smoothing, "smoothing", low=0, open_low=True)
        rng = check_rng(self.random_state)
        marks = self._marks(X)
        # random shares of the rows, not equal ones: equal classes would stay equal
        runs = [self._search(marks, rng.dirichlet(np.ones(C), len(X))) for _ in range(n_init)]
        best = max(runs, key=lambda run: run[0])
        _, (self.weights_, self._laws), self.n_iter_, self.converged_ = best
        if not self.converged_:
            warnings.warn(
                f"EM did not converge in {self.max_iter} steps; raise max_iter or tol",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.probabilities_ = np.split(self._laws, np.cumsum(self._states)[:-1], axis=1)
        self.n_params_ = int(C - 1 + C * (self._states - 1).sum())
        return self

    def _marks(self, X):
        """Rows of zeros with a one for the state of each column."""
        starts = np.cumsum(self._states) - self._states
        marks = np.zeros((len(X), int(self._states.sum())))
        marks[np.arange(len(X))[:, None], X + starts] = 1
        return marks

    def _maximize(self, marks, shares):
        """Weights and probabilities given each row's shares of the classes."""
        C = shares.shape[1]
        # even pseudo-counts: no class and no state is ever quite empty
        weights = shares.sum(axis=0) + self.smoothing / C
        cells = shares.T @ marks + self.smoothing / C / np.repeat(self._states, self._states)
        return weights / weights.sum(), cells / weights[:, None]

    def _search(self, marks, shares):
        """One start: the value at its end, probabilities, steps, and whether it did end."""
        before = -np.inf
        C = shares.shape[1]
        even = self.smoothing / C / np.repeat(self._states, self._states)
        for step in range(1, self.max_iter + 1):
            weights, laws = self._maximize(marks, shares)
            # one product of matrices is the log-probability of all rows in all classes
            joint = marks @ np.log(laws).T + np.log(weights)
            scores = logsumexp(joint, axis=1)
            extra = self.smoothing * np.log(weights).mean() + (even * np.log(laws)).sum()
            # likelihood and prior of the pseudo-counts: what EM raises in every step
            value = scores.sum() + extra
            if value - before < self.tol * len(marks):
                return value, (weights, laws), step, True
            before = value
            shares = np.exp(joint - scores[:, None])
        return value, (weights, laws), step, False

    def _joint(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        X = check_array(X, "X", ndim=2, dtype=np.int64, low=0)
        if (self._states <= X).any():
            raise ValueError(f"X must hold codes known from fit, got {X.max()}")
        return self._marks(X) @ np.log(self._laws).T + np.log(self.weights_)

    def score_samples(self, X):
        """Logarithm of the probability of each row.

        Parameters
        ----------
        X : array_like of int, shape (n, m)
            Codes known from ``fit``.

        Returns
        -------
        ndarray, shape (n,)
        """
        return logsumexp(self._joint(X), axis=1)

    def predict_proba(self, X):
        """Probabilities of the hidden classes given each row.

        Parameters
        ----------
        X : array_like of int, shape (n, m)

        Returns
        -------
        ndarray, shape (n, n_classes)
        """
        joint = self._joint(X)
        return np.exp(joint - logsumexp(joint, axis=1)[:, None])

    def bic(self, X):
        """Log-likelihood of the rows minus half of ``n_params_`` log n: larger is better (28).

        Parameters
        ----------
        X : array_like of int, shape (n, m)

        Returns
        -------
        float
        """
        scores = self.score_samples(X)
        return float(scores.sum() - 0.5 * self.n_params_ * np.log(len(scores)))

    def sample(self, n_samples=1, random_state=None):
        """Draw rows from the fitted law.

        Parameters
        ----------
        n_samples : int
        random_state : int, Generator or None

        Returns
        -------
        ndarray of int, shape (n_samples, m)
        """
        check_is_fitted(self)
        n = check_count(n_samples, "n_samples", low=1)
        rng = check_rng(random_state)
        classes = rng.choice(len(self.weights_), n, p=self.weights_)
        uniform = rng.random((n, len(self._states)))
        columns = [
            (law.cumsum(axis=1)[classes, :-1] <= u[:, None]).sum(axis=1)
            for law, u in zip(self.probabilities_, uniform.T)
        ]
        return np.column_stack(columns)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.positive_only = True
        return tags
