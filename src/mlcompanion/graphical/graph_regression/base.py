"""What estimators of a normal law that moves with covariates have in common."""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_real, check_rng

__all__ = ["ConditionalGraph", "constant_column"]


def constant_column(X):
    """The error of a response that does not vary, so that no law fits it."""
    return ValueError(
        "y must have no column that is constant, got one in the "
        f"{len(X)} rows of n_features = {X.shape[1]} that are fitted"
    )


class ConditionalGraph(BaseEstimator):
    """Base of the estimators of a graph G(x).

    A subclass has ``fit`` and ``_laws(X)``, which returns the conditional means and precision
    matrices at the rows of ``X``.
    """

    def _laws(self, X):
        raise NotImplementedError

    def _check_split(self):
        """Refuse what the split of the rows cannot use, and begin its random numbers."""
        check_real(
            self.validation_fraction,
            "validation_fraction",
            low=0,
            high=1,
            open_low=True,
            open_high=True,
        )
        self._rng = check_rng(self.random_state)

    def _training_rows(self, X, y, X_val, y_val):
        """Checked rows to learn from and rows to choose by; one of each two if none are given."""
        X, y = validate_data(self, X, y, multi_output=True, dtype=float, ensure_min_samples=2)
        Y = y.astype(float).reshape(len(X), -1)
        self.n_outputs_ = Y.shape[1]
        if (X_val is None) != (y_val is None):
            raise ValueError("X_val and y_val must be given together")
        if X_val is None:
            n_val = min(max(round(self.validation_fraction * len(X)), 1), len(X) - 1)
            order = self._rng.permutation(len(X))
            return X[order[n_val:]], Y[order[n_val:]], X[order[:n_val]], Y[order[:n_val]]
        X_val = validate_data(self, X_val, dtype=float, reset=False)
        shape = (len(X_val),) if y.ndim == 1 else (len(X_val), self.n_outputs_)
        return X, Y, X_val, check_array(y_val, "y_val", shape=shape).reshape(len(X_val), -1)

    def _laws_at(self, X):
        check_is_fitted(self)
        return self._laws(validate_data(self, X, dtype=float, reset=False))

    def predict(self, X):
        """Conditional mean at each row.

        Parameters
        ----------
        X : array_like of shape (m, d)

        Returns
        -------
        ndarray of shape (m, p), or (m,) for one response
        """
        mean = self._laws_at(X)[0]
        return mean[:, 0] if self.n_outputs_ == 1 else mean

    def predict_precision(self, X):
        """Conditional precision matrix at each row; shape (m, p, p)."""
        return self._laws_at(X)[1]

    def predict_graph(self, X):
        """Adjacency of the conditional graph at each row; bool, shape (m, p, p)."""
        edges = self._laws_at(X)[1] != 0
        diagonal = np.arange(edges.shape[1])
        edges[:, diagonal, diagonal] = False
        return edges

    def score(self, X, y):
        r"""Mean conditional log-density of the rows of ``y``.

        Minus half the risk :math:`\mathrm{tr}[\Omega(y-\mu)(y-\mu)^\top]-\log|\Omega|`, less the
        constant :math:`\tfrac p2\log2\pi`.
        """
        return -0.5 * (self.risk(X, y) + self.n_outputs_ * np.log(2 * np.pi))

    def risk(self, X, y):
        r"""Mean of :math:`\mathrm{tr}[\Omega(y-\mu)(y-\mu)^\top]-\log|\Omega|` over rows.

        Parameters
        ----------
        X : array_like of shape (m, d)
        y : array_like of shape (m, p)

        Returns
        -------
        float
        """
        mean, precision = self._laws_at(X)
        Y = check_array(y, "y")
        if Y.size != mean.size or len(Y) != len(mean):
            raise ValueError(f"y must have shape {mean.shape}, got {Y.shape}")
        off = Y.reshape(mean.shape) - mean
        # each row has a precision of its own
        squares = np.einsum("ij,ijk,ik->i", off, precision, off)
        return float(np.mean(squares - np.linalg.slogdet(precision)[1]))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.target_tags.multi_output = True
        return tags
