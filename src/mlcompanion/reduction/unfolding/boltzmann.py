"""Restricted Boltzmann machines by contrastive divergence: Sugiyama (2016), Section 36.4."""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng

from .autoencoder import raw_layer
from .likelihood import VISIBLE, divergence_step, energy_of
from .scales import deviation_scale, range_scale
from .tied import TiedWeights, batch_slices, hidden_means, is_short, sigmoid, start_weights

__all__ = ["RBM"]


class RBM(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""A law of visible and hidden units without links inside a layer, learned from the visible.

    Columns are brought to [0, 1] for binary visible units, as probabilities of a 1, or to mean 0
    and deviation 1 for Gaussian ones, whose law has that unit.

    Parameters
    ----------
    n_components : int
        Hidden units m.
    visible : {"binary", "gaussian"}
    cd : int
        Steps of the chain in each update.
    learning_rate : float
        Length of a step along the estimated gradient of the mean log-likelihood.
    batch_size : int, optional
        Rows of an update, drawn anew for each pass; None: all.
    n_iter : int
        Passes over the data: their number is the method, none warns.
    tol : float
        Stop earlier when a pass moves the weights by less, as for :class:`Autoencoder`; 0: never.
    init : {"scaled", "unit"}
        Start: weights normal with deviation 0.01 and offsets zero, or the source's, see Notes.
    limits : (float, float), optional
        With "binary", what becomes 0 and 1; default least and largest value of each column.
    random_state : int, RandomState, Generator or None

    Attributes
    ----------
    components_ : ndarray, shape (n_components, n_features)
        W, for scaled columns.
    intercept_hidden_ : ndarray, shape (n_components,)
        c.
    intercept_visible_ : ndarray, shape (n_features,)
        b.
    scale_ : ColumnScale
        Origin and unit of each column.
    n_iter_ : int
        Passes that were made.

    Raises
    ------
    ValueError
        If an argument is out of range, or data lie outside of ``limits``.

    See Also
    --------
    rbm_log_likelihood : What the training climbs, for small machines.

    Notes
    -----
    Cost: O(cd n m d) a pass. Source: Sugiyama (2016), Fig. 36.14, whose start is ``init="unit"``
    and whose update of the visible offsets is corrected. Default numbers are those of
    :class:`sklearn.neural_network.BernoulliRBM`, whose chains go on from batch to batch.

    Examples
    --------
    >>> X = np.repeat([[1, 1, 0, 0], [0, 0, 1, 1]], 50, axis=0)
    >>> model = RBM(2, n_iter=200, random_state=0).fit(X)
    >>> bool(model.free_energy([[1, 1, 0, 0]])[0] < model.free_energy([[1, 0, 1, 0]])[0])
    True
    """

    def __init__(
        self,
        n_components=256,
        *,
        visible="binary",
        cd=1,
        learning_rate=0.1,
        batch_size=10,
        n_iter=10,
        tol=0.0,
        init="scaled",
        limits=None,
        random_state=None,
    ):
        self.n_components = n_components
        self.visible = visible
        self.cd = cd
        self.learning_rate = learning_rate
        self.batch_size = batch_size
        self.n_iter = n_iter
        self.tol = tol
        self.init = init
        self.limits = limits
        self.random_state = random_state

    def fit(self, X, y=None):
        """Train by contrastive divergence.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : None
            Not used.

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        m = check_count(self.n_components, "n_components", low=1)
        check_in(self.visible, "visible", VISIBLE)
        tol = check_real(self.tol, "tol", low=0)
        rng = check_rng(self.random_state)
        if self.visible == "gaussian":
            self.scale_ = deviation_scale(X)
        else:
            self.scale_ = range_scale(X, self.limits)
        rows = self.scale_.apply(X)
        weights = start_weights(rng, X.shape[1], m, self.init, 0.01)
        for done in range(check_count(self.n_iter, "n_iter", low=1)):
            before = weights
            weights = self._pass(rows, weights, rng)
            self.n_iter_ = done + 1
            if tol and is_short(TiedWeights(*(w - v for w, v in zip(weights, before))), tol):
                break
        if not all(np.isfinite(w).all() for w in weights):
            raise ValueError(f"learning_rate={self.learning_rate} is too large: weights diverge")
        self.components_, self.intercept_visible_, self.intercept_hidden_ = weights
        return self

    def _pass(self, rows, weights, rng):
        """The weights after one pass over the rows."""
        n = len(rows)
        rate = check_real(self.learning_rate, "learning_rate", low=0, open_low=True)
        steps = check_count(self.cd, "cd", low=1)
        size = n
        if self.batch_size is not None:
            size = min(check_count(self.batch_size, "batch_size", low=1), n)
        if size < n:
            rows = rows[rng.permutation(n)]
        for part in batch_slices(n, size):
            slope = divergence_step(rows[part], weights, steps, self.visible, rng)
            weights = TiedWeights(*(w + rate * g for w, g in zip(weights, slope)))
        return weights

    @property
    def _weights(self):
        return TiedWeights(self.components_, self.intercept_visible_, self.intercept_hidden_)

    def _scaled(self, X):
        check_is_fitted(self)
        return self.scale_.apply(validate_data(self, X, dtype=np.float64, reset=False))

    def transform(self, X):
        """Probabilities that the hidden units are 1, shape (n_samples, n_components)."""
        return hidden_means(self._scaled(X), self._weights)

    def inverse_transform(self, Z):
        """Means of the visible units given hidden ones, in the units of the data.

        Parameters
        ----------
        Z : array_like, shape (n_samples, n_components)

        Returns
        -------
        ndarray, shape (n_samples, n_features)
        """
        check_is_fitted(self)
        Z = check_array(Z, "Z", shape=(None, len(self.components_)), min_rows=1)
        scores = Z @ self.components_ + self.intercept_visible_
        return self.scale_.invert(scores if self.visible == "gaussian" else sigmoid(scores))

    def reconstruct(self, X):
        """Visible means given the hidden probabilities of each row, in the units of the data."""
        return self.inverse_transform(self.transform(X))

    def free_energy(self, X):
        """Free energy of each row, shape (n_samples,): less is more probable."""
        return energy_of(self._scaled(X), self._weights, self.visible)

    def hidden_layer(self):
        """Weights of the hidden layer for raw columns, as :meth:`Autoencoder.hidden_layer`."""
        check_is_fitted(self)
        return raw_layer(self._weights, self.scale_)

    @property
    def _n_features_out(self):
        return len(self.components_)
