r"""Autoencoders with tied weights: Sugiyama (2016), Section 36.3.

:math:`y=\varphi(W^\top\varphi(Wx+c)+b)` with the sigmoid :math:`\varphi` is trained to give back
:math:`x`; what the few hidden units keep of it is the reduced data.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import warn_stopped
from mlcompanion._validation import (
    check_array,
    check_count,
    check_has,
    check_in,
    check_real,
    check_rng,
)

from .scales import range_scale
from .tied import (
    TiedWeights,
    batch_slices,
    check_tied,
    hidden_means,
    is_short,
    sigmoid,
    sigmoid_and_softplus,
    start_weights,
)

__all__ = ["Autoencoder", "autoencoder_gradients"]

_LOSSES = ("squared", "cross-entropy")
_PASSES = 1000


def tied_gradients(X, weights, target, loss, sparsity):
    """Loss and gradient of checked arguments; see :func:`autoencoder_gradients`."""
    n = len(X)
    Z = hidden_means(X, weights)
    H = Z @ weights.W + weights.b
    if loss == "cross-entropy":
        # of the scores: log y runs out of digits where y is near 0 or 1
        Y, softplus = sigmoid_and_softplus(H)
        value = (softplus.sum() - np.vdot(target, H)) / n
        by_b = (Y - target) / n
    else:
        Y = sigmoid(H)
        value = 0.5 * np.sum((Y - target) ** 2) / n
        by_b = (Y - target) * Y * (1 - Y) / n
    by_z = by_b @ weights.W.T
    if sparsity is not None:
        value += sparsity.value(Z)
        by_z += sparsity.slope(Z)
    by_c = by_z * Z * (1 - Z)
    # W works twice: from the hidden units down, and up to them
    by_W = Z.T @ by_b + by_c.T @ X
    return float(value), TiedWeights(by_W, by_b.sum(axis=0), by_c.sum(axis=0))


def autoencoder_gradients(X, W, b, c, *, target=None, loss="cross-entropy", sparsity=None):
    r"""Mean loss of an autoencoder with tied weights, and its gradient.

    With :math:`\nabla_b=y-x` (cross entropy) or :math:`(y-x)y(1-y)` (squared loss) for one input,
    :math:`\nabla_c=W\nabla_b\circ z(1-z)` and :math:`\nabla_W=z\nabla_b^\top+\nabla_cx^\top`.

    Parameters
    ----------
    X : array_like, shape (n, d)
        What goes in.
    W : array_like, shape (m, d)
    b : array_like, shape (d,)
        Offsets of the outputs.
    c : array_like, shape (m,)
        Offsets of the hidden units.
    target : array_like, shape (n, d), optional
        What should come out; default ``X`` itself. Another one makes a denoising autoencoder.
    loss : {"cross-entropy", "squared"}
        The cross entropy needs targets between 0 and 1. The squared loss is
        :math:`\frac12\|x-y\|^2`.
    sparsity : L1Activation, KLActivation or None
        A penalty on the hidden activations, which is added.

    Returns
    -------
    loss : float
    gradient : TiedWeights

    Raises
    ------
    ValueError
        If an array is not finite, shapes do not match, or a target lies outside [0, 1].

    Notes
    -----
    Cost: O(n m d), four products of matrices. Source: Sugiyama (2016), Equations 36.3 to 36.5.

    Examples
    --------
    >>> value, gradient = autoencoder_gradients([[0.0, 1.0]], [[0.0, 0.0]], [0.0, 0.0], [0.0])
    >>> round(value, 3), gradient.b  # twice the logarithm of 2
    (1.386, array([ 0.5, -0.5]))
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    weights = check_tied(W, b, c)
    check_array(X, "X", shape=(None, weights.W.shape[1]))
    check_in(loss, "loss", _LOSSES)
    limits = {"low": 0, "high": 1} if loss == "cross-entropy" else {}
    name = "X" if target is None else "target"
    target = check_array(X if target is None else target, name, shape=X.shape, **limits)
    if sparsity is not None:
        check_has(sparsity, "sparsity", "value", "slope")
    return tied_gradients(X, weights, target, loss, sparsity)


class Autoencoder(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""A network with one hidden layer and tied weights that learns to give back its input.

    Columns are brought to [0, 1] first, the range of the sigmoids that end the network.

    Parameters
    ----------
    n_components : int
        Hidden units m. More than there are columns make sense with ``sparsity`` only.
    loss : {"cross-entropy", "squared"}
    sparsity : L1Activation, KLActivation or None
    learning_rate : float
        Length of a step along the gradient of the mean loss.
    batch_size : int, optional
        Rows of a step, drawn anew for each pass; default all.
    max_iter : int, optional
        Most passes over the data; default 1,000. Given, they are what was asked for: ``converged_``
        tells, and nothing warns.
    tol : float
        Stop when a pass moves the weights by less: the lengths of the moves of the matrix (its
        largest singular value) and of both offsets, added.
    init : {"scaled", "unit"}
        Start: weights normal with variance 1/d and offsets zero, or the source's, see Notes.
    limits : (float, float), optional
        What becomes 0 and 1; default the least and the largest value of each column.
    random_state : int, RandomState, Generator or None

    Attributes
    ----------
    components_ : ndarray, shape (n_components, n_features)
        W, for columns in [0, 1].
    intercept_hidden_ : ndarray, shape (n_components,)
        c.
    intercept_visible_ : ndarray, shape (n_features,)
        b.
    scale_ : ColumnScale
        Origin and unit of each column.
    loss_path_ : ndarray, shape (n_iter_,)
        Mean loss of each pass; that of its batches before their steps.
    n_iter_ : int
    converged_ : bool
        Whether a pass was shorter than ``tol``.

    Raises
    ------
    ValueError
        If an argument is out of range, or data lie outside of ``limits``.

    See Also
    --------
    mlcompanion.reduction.unfolding.RBM : The same weights as a law of the data.

    Notes
    -----
    Cost: O(n m d) a pass. Source: Sugiyama (2016), Fig. 36.10, whose start is ``init="unit"``:
    weights and visible offsets standard normal, hidden offsets uniform in (0, 1).

    Examples
    --------
    >>> X = np.repeat(np.eye(4), 5, axis=0)
    >>> model = Autoencoder(2, learning_rate=1.0, max_iter=3000, random_state=0).fit(X)
    >>> bool(np.all((model.reconstruct(X) > 0.5) == X))
    True
    """

    def __init__(
        self,
        n_components=10,
        *,
        loss="cross-entropy",
        sparsity=None,
        learning_rate=0.1,
        batch_size=None,
        max_iter=None,
        tol=1e-6,
        init="scaled",
        limits=None,
        random_state=None,
    ):
        self.n_components = n_components
        self.loss = loss
        self.sparsity = sparsity
        self.learning_rate = learning_rate
        self.batch_size = batch_size
        self.max_iter = max_iter
        self.tol = tol
        self.init = init
        self.limits = limits
        self.random_state = random_state

    def fit(self, X, y=None):
        """Train by gradient descent.

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
        check_in(self.loss, "loss", _LOSSES)
        if self.sparsity is not None:
            check_has(self.sparsity, "sparsity", "value", "slope")
        tol = check_real(self.tol, "tol", low=0)
        passes = _PASSES
        if self.max_iter is not None:
            passes = check_count(self.max_iter, "max_iter", low=1)
        rng = check_rng(self.random_state)
        self.scale_ = range_scale(X, self.limits)
        rows = self.scale_.apply(X)
        weights = start_weights(rng, X.shape[1], m, self.init, 1 / np.sqrt(X.shape[1]))
        self.loss_path_ = []
        self.converged_ = False
        while len(self.loss_path_) < passes and not self.converged_:
            weights, loss, steps = self._pass(rows, weights, rng)
            self.loss_path_.append(loss)
            self.converged_ = is_short(steps, tol)
        self.loss_path_ = np.array(self.loss_path_)
        self.n_iter_ = len(self.loss_path_)
        self.components_, self.intercept_visible_, self.intercept_hidden_ = weights
        if self.max_iter is None and not self.converged_:
            warn_stopped(self, self.n_iter_)
        return self

    def _pass(self, rows, weights, rng):
        """One pass over the rows: new weights, the mean loss on the way, and the moves."""
        n = len(rows)
        rate = check_real(self.learning_rate, "learning_rate", low=0, open_low=True)
        size = n
        if self.batch_size is not None:
            size = min(check_count(self.batch_size, "batch_size", low=1), n)
        if size < n:
            rows = rows[rng.permutation(n)]
        start = weights
        total = 0.0
        for part in batch_slices(n, size):
            batch = rows[part]
            value, slope = tied_gradients(batch, weights, batch, self.loss, self.sparsity)
            weights = TiedWeights(*(w - rate * g for w, g in zip(weights, slope)))
            total += value * len(batch)
        return weights, total / n, TiedWeights(*(w - v for w, v in zip(weights, start)))

    @property
    def _weights(self):
        return TiedWeights(self.components_, self.intercept_visible_, self.intercept_hidden_)

    def transform(self, X):
        """Activations of the hidden units, shape (n_samples, n_components)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return hidden_means(self.scale_.apply(X), self._weights)

    def inverse_transform(self, Z):
        """Outputs that belong to hidden activations, in the units of the data.

        Parameters
        ----------
        Z : array_like, shape (n_samples, n_components)

        Returns
        -------
        ndarray, shape (n_samples, n_features)
        """
        check_is_fitted(self)
        Z = check_array(Z, "Z", shape=(None, len(self.components_)), min_rows=1)
        return self.scale_.invert(sigmoid(Z @ self.components_ + self.intercept_visible_))

    def reconstruct(self, X):
        """What the network gives back for each row, in the units of the data."""
        return self.inverse_transform(self.transform(X))

    def hidden_layer(self):
        """Weights of the hidden layer for raw columns, shape (n_components, n_features + 1).

        The last column holds the offsets, as :func:`mlcompanion.regression.networks.layer_scores`
        wants it.
        """
        check_is_fitted(self)
        return raw_layer(self._weights, self.scale_)

    @property
    def _n_features_out(self):
        return len(self.components_)


def raw_layer(weights, scale):
    """A hidden layer that takes columns as they are, offsets in the last column."""
    W = weights.W / scale.unit
    return np.column_stack([W, weights.c - W @ scale.origin])
