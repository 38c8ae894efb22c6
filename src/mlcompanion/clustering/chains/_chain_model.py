"""What the two estimators of chains share: reading data, several starts, predictions."""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_rng

from .collection import Chains
from .starts import STARTS, initial_labels, told_labels

__all__ = []


class Run(NamedTuple):
    """Where one start ended: labels, centres, errors on the way, rounds, whether it settled."""

    labels: np.ndarray
    centers: np.ndarray
    errors: np.ndarray
    rounds: int
    settled: bool


class ChainClusterer(ClusterMixin, BaseEstimator):
    """Base: ``_refine(chains, labels, k, max_iter)`` returns a :class:`Run`."""

    def _read(self, X, *, reset):
        """The data as chains: rows of numbers are ranked, the largest first."""
        if not isinstance(X, Chains):
            X = validate_data(self, X, dtype=np.float64, reset=reset)
            return Chains.from_scores(X)
        if reset:
            self.n_features_in_ = X.n_items
        elif X.n_items != self.n_features_in_:
            raise ValueError(f"X must be of {self.n_features_in_} items, got {X.n_items}")
        return X

    def _fit_best(self, X):
        """Refine each start and keep the best run."""
        chains = self._read(X, reset=True)
        n = len(chains)
        k = check_count(self.n_clusters, "n_clusters", low=1)
        if k > n:
            raise ValueError(f"n_clusters must be at most the number of chains, {n}, got {k}")
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        best = None
        for labels in self._starts(chains, k):
            run = self._refine(chains, labels, k, max_iter)
            if best is None or run.errors[-1] < best.errors[-1]:
                best = run
        self.errors_ = best.errors
        self.inertia_ = float(best.errors[-1])
        self.n_iter_ = best.rounds
        self.converged_ = best.settled
        if not self.converged_:
            message = f"chains still change clusters after max_iter={max_iter} rounds"
            warnings.warn(message, ConvergenceWarning, stacklevel=3)
        # Clusters that lost their last chain are gone: the rest is numbered anew.
        kept, self.labels_ = np.unique(best.labels, return_inverse=True)
        return best.centers[kept]

    def _starts(self, chains, k):
        """Labels to begin with, one start after another."""
        if not isinstance(self.init, str):
            return [told_labels(self.init, len(chains), k)]
        if self.init not in STARTS:
            raise ValueError(f"init must be one of {list(STARTS)} or labels, got {self.init!r}")
        n_init = self.n_init
        if isinstance(n_init, str) and n_init == "auto":
            n_init = 10 if self.init in ("random", "partition") else 1
        n_init = check_count(n_init, "n_init", low=1)
        rng = check_rng(self.random_state)
        return (initial_labels(chains, k, self.init, rng) for _ in range(n_init))

    def predict(self, X):
        """Return the nearest cluster of each chain, the first of equals.

        Parameters
        ----------
        X : Chains or array_like, shape (n, m)
            As for ``fit``.

        Returns
        -------
        ndarray of int, shape (n,)
        """
        check_is_fitted(self)
        return self._distances(self._read(X, reset=False)).argmin(axis=1)

    def score(self, X, y=None):
        """Return minus the sum of distances of chains to their nearest centres.

        Parameters
        ----------
        X : Chains or array_like, shape (n, m)
        y : ignored

        Returns
        -------
        float
        """
        check_is_fitted(self)
        return -float(self._distances(self._read(X, reset=False)).min(axis=1).sum())
