"""What the estimators share: data in units of their own, and the law of the response."""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_flag, check_real

from .prediction import blocks, cdf_of, density_of, deviation_of, mean_of, quantile_of

__all__ = ["LocalMixtureMixin", "RunMixin"]


def scales_of(table):
    """Means and standard deviations of columns; 1 where a column does not vary."""
    centre = table.mean(axis=0)
    spread = table.std(axis=0)
    reach = np.abs(table - centre).max(axis=0)
    still = reach <= 1e-12 * np.abs(centre)  # what is left of a constant by rounding
    return np.where(still, table[0], centre), np.where(still | (spread == 0), 1.0, spread)


class RunMixin:
    """What every member hands out of its run."""

    def _keep_run(self, run):
        """Keep states and paths."""
        self.states_ = run.kept
        self.labels_ = run.kept[-1].labels.copy()
        self.n_clusters_ = run.n_clusters
        self.alphas_ = run.alphas
        self.log_posterior_ = run.log_posteriors
        self.n_iter_ = len(run.n_clusters) - 1

    def _chosen(self, state):
        """The kept states that are asked for: all, or one by its place."""
        if state is None:
            return self.states_
        return [self.states_[check_count(state, "state", high=len(self.states_) - 1)]]


class LocalMixtureMixin(RunMixin):
    """A mixture of local models of a number; a member knows its chain and its terms.

    A member writes ``fit``, ``_stack(kept)`` and ``_terms(rows, stack)``.
    """

    def _standard(self, X, y):
        """Rows and responses as the prior is stated for them; keeps the units."""
        self.x_mean_, self.x_scale_ = np.zeros(X.shape[1]), np.ones(X.shape[1])
        self.y_mean_, self.y_scale_ = 0.0, 1.0
        if check_flag(self.standardize, "standardize"):
            self.x_mean_, self.x_scale_ = scales_of(X)
            mean, scale = scales_of(y[:, None])
            self.y_mean_, self.y_scale_ = float(mean[0]), float(scale[0])
        return (X - self.x_mean_) / self.x_scale_, (y - self.y_mean_) / self.y_scale_

    def _blocks(self, X, state):
        """Rows in blocks, and the response's law at each, in the units of the prior."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        rows = (X - self.x_mean_) / self.x_scale_
        kept = self._chosen(state)
        stack = self._stack(kept)
        for block in blocks(len(rows), len(stack.sizes)):
            yield block, self._terms(rows[block], stack)

    def predict(self, X, return_std=False, *, state=None):
        """Mean of the response at each row.

        Parameters
        ----------
        X : array_like, shape (n, d)
        return_std : bool
            Also the standard deviation of the response.
        state : int, optional
            The place of one kept state; default the average over all.

        Returns
        -------
        mean : ndarray, shape (n,)
        std : ndarray, shape (n,)
            If asked for; infinite where it does not exist.
        """
        return_std = check_flag(return_std, "return_std")
        parts = [
            (mean_of(terms), deviation_of(terms) if return_std else None)
            for _, terms in self._blocks(X, state)
        ]
        means, deviations = zip(*parts)
        mean = self.y_mean_ + self.y_scale_ * np.concatenate(means)
        if not return_std:
            return mean
        return mean, self.y_scale_ * np.concatenate(deviations)

    def predict_quantiles(self, X, levels=(0.05, 0.95), *, state=None):
        """Quantiles of the response at each row.

        Parameters
        ----------
        X : array_like, shape (n, d)
        levels : sequence of float
            Between 0 and 1.
        state : int, optional
            The place of one kept state; default the average over all.

        Returns
        -------
        ndarray, shape (n, n_levels)

        Raises
        ------
        ValueError
            If a level is not between 0 and 1.
        """
        levels = check_array(levels, "levels", ndim=1, min_rows=1, low=0, high=1, open_low=True,
                             open_high=True)  # fmt: skip
        parts = [
            np.column_stack([quantile_of(terms, level) for level in levels])
            for _, terms in self._blocks(X, state)
        ]
        return self.y_mean_ + self.y_scale_ * np.concatenate(parts)

    def predict_cdf(self, X, y, *, state=None):
        """Probability that the response at each row is at most what stands in ``y``.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)
        state : int, optional
            The place of one kept state; default the average over all.

        Returns
        -------
        ndarray, shape (n,)
            Uniform over the true responses, if the model holds.
        """
        z = self._responses(X, y)
        parts = [cdf_of(terms, z[block]) for block, terms in self._blocks(X, state)]
        return np.concatenate(parts)

    def predict_density(self, X, y, *, state=None):
        """Density of the response at each row, at what stands in ``y``.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,) or float
        state : int, optional
            The place of one kept state; default the average over all.

        Returns
        -------
        ndarray, shape (n,)
        """
        z = self._responses(X, y)
        parts = [density_of(terms, z[block]) for block, terms in self._blocks(X, state)]
        return np.concatenate(parts) / self.y_scale_  # a density is per unit of the response

    def _responses(self, X, y):
        check_is_fitted(self)
        n = len(X)
        if np.ndim(y) == 0:
            y = np.full(n, check_real(y, "y"))
        return (check_array(y, "y", shape=(n,)) - self.y_mean_) / self.y_scale_
