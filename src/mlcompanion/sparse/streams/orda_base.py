"""What the estimators by optimal dual averaging share: plain units, an engine, rows to play.

Chen (2013), Algorithm 5.1, with mini-batches as in section 5.3.2.
"""

import numpy as np
from scipy.sparse import issparse

from mlcompanion._linear import about, column_means, spread_of
from mlcompanion._stream import plain_csr
from mlcompanion._validation import check_count, check_flag, check_real, check_rng
from mlcompanion.optimize.finite_sums import FiniteSum

from .orda_engines import Settings, engine_for

__all__ = ["ORDAMixin"]


class ORDAMixin:
    """What both estimators share: plain units, an engine, rows drawn or taken in order."""

    def __init__(
        self,
        lam=0.01,
        ridge=0.0,
        c=0.01,
        batch=50,
        n_iter=500,
        *,
        fit_intercept=True,
        random_state=None,
    ):
        self.lam = lam
        self.ridge = ridge
        self.c = c
        self.batch = batch
        self.n_iter = n_iter
        self.fit_intercept = fit_intercept
        self.random_state = random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _begin(self, X, y):
        """Fix the units by the first rows, and start at 0."""
        lam = check_real(self.lam, "lam", low=0)
        ridge = check_real(self.ridge, "ridge", low=0)
        c = check_real(self.c, "c", low=0)
        batch = check_count(self.batch, "batch", low=1)
        self._free = check_flag(self.fit_intercept, "fit_intercept")
        self._sparse = issparse(X)
        self._centre = np.zeros(X.shape[1])
        if self._free and not self._sparse:
            self._centre = column_means(X)
        rows = plain_csr(X) if self._sparse else about(X, self._centre)
        self._width = spread_of(rows) or 1.0
        self._level, self._unit = self._output_units(y)
        rows = self._columns(X)
        problem = FiniteSum(rows, self._plain(y), self._loss)
        # a batch of b rows curves at most so much, on average
        lipschitz = problem.lipschitz() + problem.row_lipschitz().max() / batch
        weighed = np.ones(rows.shape[1])
        if self._free:
            weighed[-1] = 0.0  # the constant
        settings = Settings(
            self._loss,
            lam / self._width / self._unit * weighed,
            ridge / self._width / self._width * weighed,
            lipschitz or 1.0,
            0.0 if ridge > 0 and not self._free else c * (lipschitz or 1.0),
            0.0 if self._free else ridge / self._width / self._width,
            batch,
        )
        self._engine = engine_for(settings, self._sparse)

    def _plain(self, y):
        """Targets in plain units."""
        return (y - self._level) / self._unit

    def _columns(self, X):
        """Rows in plain units, with a constant 1 at the end if there is an intercept."""
        if issparse(X):
            return plain_csr(plain_csr(X) / self._width, constant=self._free)
        rows = about(X, self._centre) / self._width
        if self._free:
            return np.column_stack([rows, np.ones(len(rows))])
        return rows

    def _play(self, X, y, order):
        """Steps on rows that have been checked."""
        rows = self._columns(X)
        if self._sparse != issparse(X):
            rows = plain_csr(rows) if self._sparse else rows.toarray()
        self._engine.play(rows, self._plain(y), order)
        weights = self._engine.weights
        coef = weights[: X.shape[1]] * (self._unit / self._width)
        constant = float(weights[-1]) if self._free else 0.0
        self._keep(coef, self._unit * constant + self._level - float(coef @ self._centre))
        self.t_ = self._engine.n_steps
        self.n_iter_ = self.t_
        self.sparsity_ = float(np.mean(coef == 0))

    def _fit(self, X, y):
        """Start anew, and take ``n_iter`` steps on rows drawn with replacement."""
        n_iter = check_count(self.n_iter, "n_iter", low=1)
        rng = check_rng(self.random_state)
        self._begin(X, y)
        self._play(X, y, rng.integers(X.shape[0], size=n_iter * self.batch))
        return self
