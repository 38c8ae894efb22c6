r"""Restricted Boltzmann machines as laws: likelihood and gradients; Sugiyama (2016), Section 36.4.

A machine gives inputs :math:`x` and hidden states :math:`z\in\{0,1\}^m` the probability
:math:`q(x,z)\propto e^{-E(x,z)}` with :math:`E=-b^\top x-c^\top z-z^\top Wx`, and
:math:`\frac12x^\top x` more for inputs that are numbers. All sums over one layer factorise; those
over both are done here by listing the states of the smaller one.
"""

import numpy as np
from scipy.special import logsumexp, softmax

from mlcompanion._validation import check_array, check_count, check_in, check_rng

from .tied import TiedWeights, check_tied, hidden_means, sigmoid

__all__ = ["contrastive_divergence", "free_energy", "rbm_gradient", "rbm_log_likelihood"]

VISIBLE = ("binary", "gaussian")
_MOST = 16  # units of the layer whose states are listed


def _check_inputs(X, W, b, c, visible):
    check_in(visible, "visible", VISIBLE)
    weights = check_tied(W, b, c)
    limits = {"low": 0, "high": 1} if visible == "binary" else {}
    X = check_array(X, "X", shape=(None, weights.W.shape[1]), min_rows=1, **limits)
    return X, weights


def energy_of(X, weights, visible):
    """Free energy of checked rows."""
    energy = -X @ weights.b - np.logaddexp(0, X @ weights.W.T + weights.c).sum(axis=1)
    if visible == "gaussian":
        energy += 0.5 * np.einsum("ij,ij->i", X, X)
    return energy


def free_energy(X, W, b, c, *, visible="binary"):
    r"""Free energy :math:`F(x)=-\log\sum_ze^{-E(x,z)}` of each row: less is more probable.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Between 0 and 1 for binary inputs.
    W : array_like, shape (m, d)
    b : array_like, shape (d,)
        Offsets of the visible units.
    c : array_like, shape (m,)
        Offsets of the hidden units.
    visible : {"binary", "gaussian"}

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If an array is not finite, out of range, or the shapes do not match.

    Notes
    -----
    Cost: O(n m d): :math:`-b^\top x-\sum_j\log(1+e^{(Wx+c)_j})`. Source: Section 36.4.

    Examples
    --------
    >>> round(free_energy([[1.0, 0.0]], [[0.0, 0.0]], [3.0, 0.0], [0.0])[0] + np.log(2), 9)
    np.float64(-3.0)
    """
    X, weights = _check_inputs(X, W, b, c, visible)
    return energy_of(X, weights, visible)


def binary_states(m):
    """All states of m units, shape (2^m, m)."""
    return ((np.arange(2**m)[:, None] >> np.arange(m)) & 1).astype(float)


def listed(weights, visible):
    """States of the smaller layer with the logarithms of their weights in the law's sum.

    Returns
    -------
    states : ndarray, shape (2^u, u)
    logarithms : ndarray, shape (2^u,)
    by_hidden : bool
        Whether the states are those of the hidden layer.
    """
    W, b, c = weights
    by_hidden = visible == "gaussian" or len(W) <= W.shape[1]
    units = len(W) if by_hidden else W.shape[1]
    if units > _MOST:
        layer = "hidden units" if visible == "gaussian" else "units in its smaller layer"
        raise ValueError(f"W has {units} {layer}: states are listed for {_MOST} at most")
    states = binary_states(units)
    if not by_hidden:
        return states, states @ b + np.logaddexp(0, states @ W.T + c).sum(axis=1), False
    scores = states @ W + b
    if visible == "gaussian":
        below = 0.5 * (np.square(scores).sum(axis=1) + W.shape[1] * np.log(2 * np.pi))
    else:
        below = np.logaddexp(0, scores).sum(axis=1)
    return states, states @ c + below, True


def rbm_log_likelihood(X, W, b, c, *, visible="binary"):
    r"""Logarithm of the probability, or density, of each row under a small machine, exactly.

    Parameters
    ----------
    X, W, b, c, visible
        As for :func:`free_energy`. The smaller layer has 16 units at most; with "gaussian" inputs
        that holds for the hidden one.

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If an argument is out of range or the machine too large.

    Notes
    -----
    Cost: O(2^u d m) for u units in the smaller layer. Source: Section 36.4.2, the marginal model.

    Examples
    --------
    >>> states = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    >>> law = rbm_log_likelihood(states, [[1.0, -2.0]], [0.5, 0.0], [0.3])
    >>> round(float(np.exp(law).sum()), 12)
    1.0
    """
    X, weights = _check_inputs(X, W, b, c, visible)
    _, logarithms, _ = listed(weights, visible)
    return -energy_of(X, weights, visible) - logsumexp(logarithms)


def model_means(weights, visible):
    """Means of z x', x and z under the law of a small machine."""
    states, logarithms, by_hidden = listed(weights, visible)
    share = softmax(logarithms)
    if not by_hidden:
        Z = hidden_means(states, weights)
        return TiedWeights((Z * share[:, None]).T @ states, share @ states, share @ Z)
    X = states @ weights.W + weights.b
    if visible == "binary":
        X = sigmoid(X)
    return TiedWeights((states * share[:, None]).T @ X, share @ X, share @ states)


def rbm_gradient(X, W, b, c, *, visible="binary"):
    r"""Gradient of the mean log-likelihood of a small machine, exactly.

    :math:`\frac1n\sum_i\hat z_ix_i^\top-\mathrm E_q[zx^\top]` for W, with the probabilities
    :math:`\hat z_i=q(z=1\mid x_i)`; mean of the data minus mean of the law for b and c likewise.

    Parameters
    ----------
    X, W, b, c, visible
        As for :func:`rbm_log_likelihood`.

    Returns
    -------
    TiedWeights

    Raises
    ------
    ValueError
        If an argument is out of range or the machine too large.

    Notes
    -----
    Cost: O(2^u d m + n d m). Source: Equation 36.7.

    Examples
    --------
    >>> gradient = rbm_gradient([[1.0, 0.0]], [[0.0, 0.0]], [0.0, 0.0], [0.0])
    >>> gradient.b
    array([ 0.5, -0.5])
    """
    X, weights = _check_inputs(X, W, b, c, visible)
    means = model_means(weights, visible)
    Z = hidden_means(X, weights)
    data = TiedWeights(Z.T @ X / len(X), X.mean(axis=0), Z.mean(axis=0))
    return TiedWeights(*(d - m for d, m in zip(data, means)))


def divergence_step(X, weights, n_steps, visible, rng):
    """Gradient by contrastive divergence of checked arguments."""
    n = len(X)
    first = hidden_means(X, weights)
    Z = first
    for _ in range(n_steps):
        drawn = (rng.random(Z.shape) < Z).astype(float)
        scores = drawn @ weights.W
        scores += weights.b
        if visible == "gaussian":
            fantasy = scores + rng.standard_normal(scores.shape)
        else:
            fantasy = (rng.random(scores.shape) < sigmoid(scores)).astype(float)
        # the last step is not drawn: its probabilities vary less
        Z = hidden_means(fantasy, weights)
    return TiedWeights(
        (first.T @ X - Z.T @ fantasy) / n,
        (X.sum(axis=0) - fantasy.sum(axis=0)) / n,
        (first.sum(axis=0) - Z.sum(axis=0)) / n,
    )


def contrastive_divergence(X, W, b, c, *, n_steps=1, visible="binary", random_state=None):
    r"""Estimate of the gradient of the mean log-likelihood by a few steps of Gibbs sampling.

    The chain starts in the data and goes :math:`x\to z\to\tilde x` ``n_steps`` times; its end
    stands in for a draw from the machine's own law.

    Parameters
    ----------
    X, W, b, c, visible
        As for :func:`free_energy`.
    n_steps : int
        Steps of the chain.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    TiedWeights

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Cost: O(n_steps n m d). It is biased: its mean tends to the gradient as ``n_steps`` grows.
    Source: Section 36.4.2, Figs 36.13 and 36.14; in the update of b the listing weights each row
    by the product of its hidden probabilities, which the gradient does not.

    Examples
    --------
    >>> X = [[1.0, 0.0]] * 4
    >>> contrastive_divergence(X, [[0.0, 0.0]], [40.0, -40.0], [0.0], random_state=0).b
    array([0., 0.])
    """
    X, weights = _check_inputs(X, W, b, c, visible)
    n_steps = check_count(n_steps, "n_steps", low=1)
    return divergence_step(X, weights, n_steps, visible, check_rng(random_state))
