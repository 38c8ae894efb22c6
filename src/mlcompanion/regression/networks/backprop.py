r"""Least squares for neural networks by error back-propagation: Sugiyama (2016), Section 22.5.

The network of the listing (Fig. 22.10) has one layer of sigmoids and learns one sample at a time;
:func:`network_gradients` pushes the residual back through any number of layers, for a whole batch.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import expit, log_softmax
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import warn_stopped
from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_list,
    check_real,
    check_rng,
)
from mlcompanion.regression.linear.stochastic import check_record, sample_blocks

__all__ = [
    "BackpropRegressor",
    "BackpropRun",
    "backprop_gradients",
    "network_gradients",
    "network_output",
    "train_network",
]


def augmented(X):
    """Rows with a constant 1 behind them: the offset becomes a weight."""
    return np.column_stack([X, np.ones(len(X))])


def network_output(X, alpha, beta):
    r"""Output :math:`f(x)=\sum_j\alpha_j\sigma(\tilde x^\top\beta_j)` of each row, shape (n,).

    Parameters
    ----------
    X : array_like, shape (n, d)
    alpha : array_like, shape (m,)
        Output weights.
    beta : array_like, shape (m, d + 1)
        Input weights of the hidden units; the last column holds their offsets.

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If an array is not finite or the shapes do not match.

    Notes
    -----
    Cost: O(n m d). Source: Section 22.5.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    alpha = check_array(alpha, "alpha", ndim=1, min_rows=1)
    beta = check_array(beta, "beta", shape=(len(alpha), X.shape[1] + 1))
    return expit(augmented(X) @ beta.T) @ alpha


def backprop_gradients(x, y, alpha, beta):
    r"""Gradient of :math:`\frac12(y-f(x))^2` at one sample.

    Parameters
    ----------
    x : array_like, shape (d,)
    y : float
    alpha : array_like, shape (m,)
    beta : array_like, shape (m, d + 1)

    Returns
    -------
    gradient_alpha : ndarray, shape (m,)
    gradient_beta : ndarray, shape (m, d + 1)

    Raises
    ------
    ValueError
        If an array is not finite or the shapes do not match.

    Notes
    -----
    Cost: O(m d), as much as the output itself. Source: Section 22.5.
    """
    x = np.append(check_array(x, "x", ndim=1, min_rows=1), 1.0)
    y = check_real(y, "y")
    alpha = check_array(alpha, "alpha", ndim=1, min_rows=1)
    beta = check_array(beta, "beta", shape=(len(alpha), len(x)))
    z = expit(beta @ x)  # forward: hidden outputs ...
    r = y - alpha @ z  # ... and the residual
    gradient_alpha = -z * r  # backward: the residual at the output weights,
    blame = -alpha * z * (1 - z) * r  # and at the hidden units
    return gradient_alpha, np.outer(blame, x)


def check_layers(layers, width):
    """Weights of the layers; each takes what the one below gives, and a constant 1.

    The last one is a vector, for one output without an offset, or a matrix like the others.
    """
    *hidden, last = check_list(layers, "layers")
    checked = []
    for W in hidden:
        checked.append(check_array(W, "layers", shape=(None, width + 1), min_rows=1))
        width = len(checked[-1])
    if np.ndim(last) == 2:
        return [*checked, check_array(last, "layers", shape=(None, width + 1), min_rows=1)]
    return [*checked, check_array(last, "layers", shape=(width,))]


def hidden_activities(hidden, X):
    """The inputs and what each hidden layer makes of them, from the first to the last."""
    outputs = [X]
    for W in hidden:
        outputs.append(expit(augmented(outputs[-1]) @ W.T))
    return outputs


def _check_targets(y, scores, loss):
    """Outputs that are wanted: numbers, or for the cross entropy a distribution in each row."""
    check_in(loss, "loss", ("squared", "cross-entropy"))
    y = check_array(y, "y", shape=scores.shape)
    if loss == "cross-entropy":
        if y.ndim == 1:
            raise ValueError("loss='cross-entropy' needs a last layer that is a matrix in layers")
        check_array(y, "y", low=0)
        if np.abs(y.sum(axis=1) - 1).max() > 1e-8:
            raise ValueError("y must hold probabilities for loss='cross-entropy': rows add up to 1")
    return y


def network_gradients(layers, X, y, *, loss="squared"):
    r"""Loss of a deep network on a batch and its gradient with respect to every layer.

    Each hidden layer is :math:`Z_{\ell}=\sigma(\tilde Z_{\ell-1}W_\ell^\top)`. The last layer is
    linear: a vector gives one output without an offset, a matrix one output a row, with offsets.
    The loss is :math:`\frac1{2n}\sum_i\|y_i-f(x_i)\|^2`, or the cross entropy
    :math:`-\frac1n\sum_i\sum_ky_{ik}\log p_{ik}` where :math:`p_i` is the softmax of the outputs.

    Parameters
    ----------
    layers : list of ndarray
        Hidden layers, shape (m_l, m_(l-1) + 1), then the output weights, shape (m_L,) for one
        output or (k, m_L + 1) for several.
    X : array_like, shape (n, d)
    y : array_like, shape (n,) or (n, k)
        For the cross entropy the wanted probabilities of the k classes.
    loss : {"squared", "cross-entropy"}

    Returns
    -------
    loss : float
    gradients : list of ndarray
        One for each layer, of its shape.

    Raises
    ------
    ValueError
        If an array is not finite, the shapes do not match, or rows of ``y`` are no probabilities
        where these are needed.

    Notes
    -----
    Cost: O(n) times the number of weights. Source: the chain rule of Section 22.5, repeated.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    *hidden, last = check_layers(layers, X.shape[1])
    outputs = hidden_activities(hidden, X)
    below = outputs[-1] if last.ndim == 1 else augmented(outputs[-1])
    scores = below @ last.T
    y = _check_targets(y, scores, loss)
    if loss == "squared":
        r = scores - y
        value = 0.5 * float(np.sum(r**2)) / len(y)
    else:
        logarithms = log_softmax(scores, axis=1)
        r = np.exp(logarithms) - y
        value = -float(np.sum(y * logarithms)) / len(y)
    gradients = [r.T @ below / len(y)]
    blame = np.outer(r, last) if last.ndim == 1 else r @ last[:, :-1]
    blame = blame / len(y)
    for W, before, z in zip(hidden[::-1], outputs[-2::-1], outputs[:0:-1]):
        blame = blame * z * (1 - z)  # through the sigmoid
        gradients.append(blame.T @ augmented(before))
        blame = blame @ W[:, :-1]  # through the weights, to the layer below
    return value, gradients[::-1]


@njit
def backprop_steps(X, y, alpha, beta, picks, eta, tol):
    """Take the steps ``picks``, changing ``alpha`` and ``beta``; rows of ``X`` end in 1.

    Returns the number of steps taken; less than ``len(picks)`` if a step was shorter than ``tol``
    (it is not taken, as in the listing) or the residual is no longer finite.
    """
    m, width = beta.shape
    z = np.empty(m)
    for k in range(len(picks)):
        x = X[picks[k]]
        r = y[picks[k]]
        for j in range(m):
            score = 0.0
            for c in range(width):
                score += beta[j, c] * x[c]
            z[j] = 1.0 / (1.0 + np.exp(-score))
            r -= alpha[j] * z[j]
        size_alpha = 0.0
        size_beta = 0.0
        for j in range(m):
            size_alpha += z[j] ** 2
            size_beta += (alpha[j] * z[j] * (1.0 - z[j])) ** 2
        size_x = 0.0
        for c in range(width):
            size_x += x[c] ** 2
        length = abs(eta * r) * (np.sqrt(size_alpha) + np.sqrt(size_beta * size_x))
        if not length >= tol:  # false for NaN too
            return k
        for j in range(m):
            blame = eta * r * alpha[j] * z[j] * (1.0 - z[j])  # by the old alpha, which moves next
            alpha[j] += eta * r * z[j]
            for c in range(width):
                beta[j, c] += blame * x[c]
    return len(picks)


class BackpropRun(NamedTuple):
    """What error back-propagation did.

    Attributes
    ----------
    alpha : ndarray, shape (m,)
    beta : ndarray, shape (m, d + 1)
        The last weights.
    n_iter : int
        Steps taken.
    stopped : bool
        Whether a step was shorter than ``tol`` before ``max_iter``.
    path : list of (alpha, beta)
        Weights after the recorded numbers of steps; after a stop, the last ones.
    """

    alpha: np.ndarray
    beta: np.ndarray
    n_iter: int
    stopped: bool
    path: list


def train_network(
    X, y, alpha, beta, *, eta=0.1, tol=1e-8, max_iter=None, record=(), random_state=None
):
    """Stochastic gradient descent on the squared error of a network with one hidden layer.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
    alpha : array_like, shape (m,)
        Output weights at the start.
    beta : array_like, shape (m, d + 1)
        Input weights at the start, offsets last.
    eta : float
        Step size.
    tol : float
        Stop when one step, lengths in alpha and in beta added, is shorter.
    max_iter : int, optional
        Most steps; default ``100_000 * n``.
    record : sequence of int
        Numbers of steps, increasing, after which to keep the weights.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    BackpropRun

    Raises
    ------
    ValueError
        If an argument is out of range, or if the weights diverge: ``eta`` is too large.

    Notes
    -----
    Cost: O(m d) a step. Source: Sugiyama (2016), Fig. 22.10.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = plain_layout(check_array(y, "y", shape=(len(X),)))
    alpha = check_array(alpha, "alpha", ndim=1, min_rows=1).copy()
    beta = plain_layout(check_array(beta, "beta", shape=(len(alpha), X.shape[1] + 1)).copy())
    eta = check_real(eta, "eta", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    n = len(X)
    max_iter = 100_000 * n if max_iter is None else check_count(max_iter, "max_iter", low=1)
    times = check_record(record)
    rows = plain_layout(augmented(X))
    kept = {0: (alpha.copy(), beta.copy())}
    done = 0
    stopped = False
    stream = sample_blocks(check_rng(random_state), n, max_iter)
    pool = np.empty(0, dtype=np.int64)
    for until in sorted({t for t in times if t <= max_iter} | {max_iter}):
        while done < until and not stopped:
            if not len(pool):
                pool = next(stream)
            chunk = pool[: until - done]
            pool = pool[until - done :]
            taken = backprop_steps(rows, y, alpha, beta, chunk, eta, tol)
            done = done + taken
            stopped = taken < len(chunk)
        kept[until] = alpha.copy(), beta.copy()
        if stopped:
            break
    if not (np.isfinite(alpha).all() and np.isfinite(beta).all()):
        raise ValueError(f"eta={eta} is too large for these data: the weights diverge")
    path = [kept.get(t, (alpha, beta)) for t in times]
    return BackpropRun(alpha, beta, done, stopped, path)


class BackpropRegressor(RegressorMixin, BaseEstimator):
    r"""One hidden layer of sigmoids, trained by back-propagation from several starts.

    Parameters
    ----------
    n_hidden : int
        Hidden units m.
    eta : float
        Step size; inputs and outputs should be of the order of 1.
    tol : float
    max_iter : int, optional
        Most steps of each start; default 100,000 for each sample. Given, they are what was asked
        for: ``converged_`` tells, and nothing warns.
    n_restarts : int
        Starts; the one with the least training error is kept. Each has output weights 1 and
        standard normal input weights.
    random_state : int, RandomState, Generator or None

    Attributes
    ----------
    alpha_ : ndarray, shape (n_hidden,)
    beta_ : ndarray, shape (n_hidden, n_features + 1)
    n_iter_ : int
        Steps of the start that was kept.
    converged_ : bool
        Whether its last step was shorter than ``tol``; else ``fit`` warns, unless ``max_iter`` is
        given.
    train_errors_ : ndarray, shape (n_restarts,)
        Root-mean-square training error of every start.

    Notes
    -----
    Cost: O(m d) a step. Source: Sugiyama (2016), Section 22.5 and Fig. 22.10.
    """

    def __init__(
        self, n_hidden=20, eta=0.1, *, tol=1e-8, max_iter=None, n_restarts=1, random_state=None
    ):
        self.n_hidden = n_hidden
        self.eta = eta
        self.tol = tol
        self.max_iter = max_iter
        self.n_restarts = n_restarts
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and ``y``, shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        m = check_count(self.n_hidden, "n_hidden", low=1)
        rng = check_rng(self.random_state)
        runs = []
        for _ in range(check_count(self.n_restarts, "n_restarts", low=1)):
            alpha = np.ones(m)
            beta = rng.normal(size=(m, X.shape[1] + 1))
            runs.append(train_network(X, y, alpha, beta, eta=self.eta, tol=self.tol,
                                      max_iter=self.max_iter, random_state=rng))  # fmt: skip
        gaps = [y - network_output(X, run.alpha, run.beta) for run in runs]
        self.train_errors_ = np.sqrt(np.mean(np.square(gaps), axis=1))
        best = runs[int(np.argmin(self.train_errors_))]
        self.alpha_ = best.alpha
        self.beta_ = best.beta
        self.n_iter_ = max(best.n_iter, 1)
        self.converged_ = best.stopped
        if self.max_iter is None and not best.stopped:
            warn_stopped(self, best.n_iter)
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return network_output(X, self.alpha_, self.beta_)
