"""Ranking relevant rows above all others, one random pair at a time.

Duchi, Hazan and Singer (2011), section 6.2, after Grangier and Bengio (2008).
"""

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._stream import plain_csr
from mlcompanion._validation import check_count, check_rng

from .engines import adaptive_engine

__all__ = ["AdaGradRanker", "random_pairs"]


def random_pairs(relevant, n_steps, rng):
    """Numbers of rows for so many steps: a relevant one, and one of all."""
    above = rng.choice(np.flatnonzero(relevant), n_steps)
    below = rng.integers(len(relevant), size=n_steps)
    return above, below


class AdaGradRanker(BaseEstimator):
    r"""Linear scores that put relevant rows above the others.

    A step draws a relevant row :math:`z_1` and any row :math:`z_2`, and descends on the ranking
    hinge :math:`[1-\langle x,z_1-z_2\rangle]_+`.

    Parameters
    ----------
    update, matrix, penalty, eta, delta
        As in :class:`AdaGradClassifier`.
    n_steps : int
    random_state : int, RandomState, Generator or None
        Draws the pairs.

    Attributes
    ----------
    coef_ : ndarray, shape (1, n_features)

    Notes
    -----
    A step costs what a row of :class:`AdaGradClassifier` costs.
    """

    def __init__(
        self,
        update="rda",
        matrix="diag",
        penalty=None,
        eta=1.0,
        delta=1e-6,
        n_steps=10_000,
        random_state=None,
    ):
        self.update = update
        self.matrix = matrix
        self.penalty = penalty
        self.eta = eta
        self.delta = delta
        self.n_steps = n_steps
        self.random_state = random_state

    def fit(self, X, y):
        """Draw pairs and learn.

        Parameters
        ----------
        X : array_like or sparse array, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Relevant where positive.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If no row is relevant.
        """
        n_steps = check_count(self.n_steps, "n_steps", low=1)
        rng = check_rng(self.random_state)
        X, y = validate_data(self, X, y, dtype=np.dtype(float), accept_sparse="csr", y_numeric=True)
        if not (y > 0).any():
            raise ValueError("y must be positive for at least one row")
        engine = adaptive_engine(
            (X.shape[1], 1), self.update, self.matrix, self.penalty, "hinge", self.eta, self.delta
        )
        above, below = random_pairs(y > 0, n_steps, rng)
        rows = X.tocsr() if issparse(X) else X
        for start in range(0, n_steps, 1000):  # so that no more differences are held at a time
            part = slice(start, start + 1000)
            pairs = plain_csr(rows[above[part]] - rows[below[part]])
            engine.play(pairs, np.ones(pairs.shape[0]))
        self.coef_ = engine.weights.T
        return self

    def decision_function(self, X):
        """Scores, shape (n_samples,): the higher, the more relevant."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.dtype(float), accept_sparse="csr", reset=False)
        return X @ self.coef_[0]

    def predict(self, X):
        """The scores."""
        return self.decision_function(X)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        return tags
