r"""One matrix used in both directions: what an autoencoder and a Boltzmann machine are made of.

Sugiyama (2016), Figs 36.8 and 36.12: :math:`W` leads from :math:`d` visible to :math:`m` hidden
units, its transpose back; :math:`b` are the offsets of the visible, :math:`c` of the hidden units.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_in

__all__ = ["TiedWeights"]


class TiedWeights(NamedTuple):
    """Weights of two layers that are joined both ways, or a gradient with respect to them.

    Attributes
    ----------
    W : ndarray, shape (m, d)
        From visible to hidden units.
    b : ndarray, shape (d,)
        Offsets of the visible units.
    c : ndarray, shape (m,)
        Offsets of the hidden units.
    """

    W: np.ndarray
    b: np.ndarray
    c: np.ndarray


def check_tied(W, b, c):
    """The three arrays with shapes that fit, as :class:`TiedWeights`."""
    W = check_array(W, "W", ndim=2, min_rows=1)
    b = check_array(b, "b", shape=(W.shape[1],))
    c = check_array(c, "c", shape=(len(W),))
    return TiedWeights(W, b, c)


def sigmoid(scores):
    """The sigmoid of an array, in its place: half the time of ``scipy.special.expit``."""
    np.negative(scores, out=scores)
    with np.errstate(over="ignore"):  # infinity becomes the 0 that it should
        np.exp(scores, out=scores)
    scores += 1
    return np.reciprocal(scores, out=scores)


def sigmoid_and_softplus(H):
    """The sigmoid of H and log(1 + e^H), from one exponential."""
    H = np.maximum(H, -700.0)  # both are zero there
    below = np.exp(-H)
    below += 1
    return 1 / below, H + np.log(below)


def hidden_means(X, weights):
    """Outputs of the hidden units, or their probabilities of being 1, shape (n, m)."""
    scores = X @ weights.W.T
    scores += weights.c
    return sigmoid(scores)


def start_weights(rng, n_visible, n_hidden, init, deviation):
    """Random weights to begin with.

    Parameters
    ----------
    rng : Generator
    n_visible, n_hidden : int
    init : {"scaled", "unit"}
        ``"scaled"``: weights normal with the given deviation, offsets 0; ``"unit"``: as in the
        listings, weights and visible offsets standard normal, hidden ones uniform in (0, 1).
    deviation : float
    """
    check_in(init, "init", ("scaled", "unit"))
    W = rng.standard_normal((n_hidden, n_visible))
    if init == "unit":
        return TiedWeights(W, rng.standard_normal(n_visible), rng.random(n_hidden))
    return TiedWeights(deviation * W, np.zeros(n_visible), np.zeros(n_hidden))


def is_short(steps, tol):
    """Whether the lengths of three steps add up to less than ``tol``.

    That of the matrix is its largest singular value, as in the listings; it is computed only where
    the bound by the sum of squares leaves a doubt.
    """
    offsets = np.linalg.norm(steps.b) + np.linalg.norm(steps.c)
    frobenius = np.linalg.norm(steps.W)
    if frobenius + offsets < tol:
        return True
    if frobenius / np.sqrt(min(steps.W.shape)) + offsets >= tol:
        return False
    return bool(np.linalg.norm(steps.W, 2) + offsets < tol)


def batch_slices(n, batch_size):
    """Slices of at most ``batch_size`` rows, in order."""
    return [slice(at, min(at + batch_size, n)) for at in range(0, n, batch_size)]
