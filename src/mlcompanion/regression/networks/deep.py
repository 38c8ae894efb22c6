r"""Deep networks of sigmoids: random starts, outputs, and descent with momentum.

What Sugiyama (2016), Section 36.5, trains with labels after its layers were begun without; the
gradient is that of Section 22.5.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_list, check_real, check_rng

from .backprop import augmented, check_layers, hidden_activities, network_gradients

__all__ = ["LayersRun", "layer_scores", "random_layers", "train_layers"]


class LayersRun(NamedTuple):
    """What a descent on the weights of all layers did.

    Attributes
    ----------
    layers : list of ndarray
        The last weights.
    losses : ndarray, shape (n_steps + 1,)
        Loss before each step, and at the end.
    """

    layers: list
    losses: np.ndarray


def random_layers(widths, random_state=None):
    r"""Random weights of a deep network, whose variance is scaled to the layers' sizes.

    A weight from a layer of a units to one of b is normal with variance :math:`2/(a+b)`, so that
    neither what goes up nor what comes down grows or dies with the depth; offsets are zero.

    Parameters
    ----------
    widths : list of int
        Numbers of inputs, of the units of each hidden layer, and of outputs.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    list of ndarray
        Shapes (m_l, m_(l-1) + 1), offsets in the last column.

    Raises
    ------
    ValueError
        If there are fewer than two numbers or one is not positive.

    Notes
    -----
    The source says *random*; the scaling is of Glorot and Bengio (2010).

    Examples
    --------
    >>> [W.shape for W in random_layers([4, 3, 2], 0)]
    [(3, 5), (2, 4)]
    """
    widths = [check_count(w, "widths", low=1) for w in check_list(widths, "widths", min_length=2)]
    rng = check_rng(random_state)
    made = []
    for below, above in pairwise(widths):
        W = rng.normal(scale=np.sqrt(2 / (below + above)), size=(above, below))
        made.append(np.column_stack([W, np.zeros(above)]))
    return made


def layer_scores(layers, X):
    """Outputs of a deep network before any softmax.

    Parameters
    ----------
    layers : list of ndarray
        As for :func:`network_gradients`.
    X : array_like, shape (n, d)

    Returns
    -------
    ndarray, shape (n,) or (n, k)

    Raises
    ------
    ValueError
        If an array is not finite or the shapes do not match.

    Notes
    -----
    Cost: O(n) times the number of weights.

    Examples
    --------
    >>> layer_scores([[[0.0, 0.0]], [[2.0, 1.0]]], [[5.0]])  # a unit that is always at one half
    array([[2.]])
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    *hidden, last = check_layers(layers, X.shape[1])
    top = hidden_activities(hidden, X)[-1]
    return (top if last.ndim == 1 else augmented(top)) @ last.T


def train_layers(layers, X, y, *, loss="squared", eta=0.1, momentum=0.9, n_steps=100):
    r"""Gradient descent with momentum on all layers at once, each step on the whole batch.

    The velocity is :math:`v\leftarrow\mu v-\eta\nabla J` and the weights move by it.

    Parameters
    ----------
    layers : list of ndarray
        Where to start; it is left as it is.
    X : array_like, shape (n, d)
    y : array_like, shape (n,) or (n, k)
    loss : {"squared", "cross-entropy"}
        As for :func:`network_gradients`.
    eta : float
        Step size.
    momentum : float
        :math:`\mu`, at least 0 and below 1; 0 is plain descent.
    n_steps : int

    Returns
    -------
    LayersRun

    Raises
    ------
    ValueError
        If an argument is out of range, or if the weights diverge: ``eta`` is too large.

    Notes
    -----
    Cost: O(n) times the number of weights a step. Source: Section 22.5; the momentum is ours.

    Examples
    --------
    >>> run = train_layers([[1.0, 0.0]], [[1.0, 0], [0, 1]], [2.0, 3.0], eta=0.5, n_steps=200)
    >>> np.round(run.layers[0], 3)
    array([2., 3.])
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    eta = check_real(eta, "eta", low=0, open_low=True)
    momentum = check_real(momentum, "momentum", low=0, high=1, open_high=True)
    n_steps = check_count(n_steps, "n_steps", low=1)
    weights = [W.copy() for W in check_layers(layers, X.shape[1])]
    velocities = [np.zeros_like(W) for W in weights]
    losses = []
    for _ in range(n_steps):
        value, gradients = network_gradients(weights, X, y, loss=loss)
        losses.append(value)
        for W, v, gradient in zip(weights, velocities, gradients):
            v *= momentum
            v -= eta * gradient
            W += v
        if not all(np.isfinite(W).all() for W in weights):
            raise ValueError(f"eta={eta} is too large for these data: the weights diverge")
    losses.append(network_gradients(weights, X, y, loss=loss)[0])
    return LayersRun(weights, np.array(losses))
