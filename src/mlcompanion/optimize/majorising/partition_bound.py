r"""A quadratic above the logarithm of a partition function, found in one sweep over the labels.

Choromanska (2014), section 2.1, Theorem 1 and Algorithm 1: with
:math:`Z(\theta)=\sum_yh(y)e^{\theta^\top f(y)}`,

.. math:: \log Z(\theta)\le\log z+\mu^\top(\theta-\tilde\theta)
    +\tfrac12(\theta-\tilde\theta)^\top\Sigma(\theta-\tilde\theta),

with equality, and equal slopes, at :math:`\tilde\theta`.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_in

__all__ = ["PartitionBound", "bound_coefficient", "compute_bound"]

_ORDERS = ("ascending", "descending", "given")
_EVEN = 1e-6  # log odds below it: the series of the coefficient ends after its first term


class PartitionBound(NamedTuple):
    """Where the quadratic touches, how it slopes there, and how it bends.

    Attributes
    ----------
    log_z : float
        Logarithm of the partition function at the point of contact.
    mu : ndarray, shape (d,)
        Its gradient: the expectation of the features.
    Sigma : ndarray, shape (d, d)
        The curvature of the quadratic.
    """

    log_z: float
    mu: np.ndarray
    Sigma: np.ndarray


@njit
def coefficient(log_ratio):
    """tanh(x/2) / (2x), where x may be 0 or infinite."""
    # tanh(x/2) / (2x) = 1/4 - x²/48 + ...: below _EVEN the second term is under 1e-13 of the first
    if abs(log_ratio) < _EVEN:
        return 0.25
    if np.isinf(log_ratio):
        return 0.0
    return np.tanh(0.5 * log_ratio) / (2.0 * log_ratio)


@njit
def log_add(first, second):
    """log(e^first + e^second), where one of them may be minus infinity."""
    high = max(first, second)
    if high == -np.inf:
        return high
    # the larger one is taken out, so that the exponential is at most 1
    return high + np.log1p(np.exp(min(first, second) - high))


@njit
def add_label(f, log_alpha, log_z, mu, Sigma):
    """One turn of the loop of Algorithm 1: ``mu`` and ``Sigma`` change in place.

    ``log_z`` is minus infinity before the first label, whose curvature is 0. Returns the new one.
    """
    l = f - mu  # noqa: E741 - the source's name
    # the curvature of two points with these odds, along the line between them
    Sigma += coefficient(log_alpha - log_z) * np.outer(l, l)
    total = log_add(log_z, log_alpha)
    # mu stays the mean of the features so far: the new one has the weight alpha / z
    mu += np.exp(log_alpha - total) * l
    return total


@njit
def sweep(F, log_alpha, order, mu, Sigma):
    """Algorithm 1 over the labels in this order; fill ``mu`` and ``Sigma``, return log z."""
    log_z = -np.inf
    for y in order:
        # a label of weight 0 changes nothing, and its odds would be inf - inf at the start
        if log_alpha[y] > -np.inf:
            log_z = add_label(F[y], log_alpha[y], log_z, mu, Sigma)
    return log_z


def check_order(order, n):
    """Return the name of an order, or a permutation of the n labels as integers."""
    if isinstance(order, str):
        return check_in(order, "order", _ORDERS)
    order = check_array(order, "order", shape=(n,), dtype=int)
    if not np.array_equal(np.sort(order), np.arange(n)):
        raise ValueError(f"order must hold each of 0, ..., {n - 1} once")
    return order


def label_order(order, log_alpha):
    """The labels in the order of the sweep; of equal weights the first comes first."""
    if not isinstance(order, str):
        return order
    if order == "given":
        return np.arange(len(log_alpha))
    sign = 1 if order == "ascending" else -1
    return np.argsort(sign * log_alpha, kind="stable")


def log_weights(h, n):
    """Logarithms of the weights of n labels; those of weight 0 are minus infinity."""
    if h is None:
        return np.zeros(n)
    h = check_array(h, "h", shape=(n,), low=0)
    if not h.any():
        raise ValueError("h must have a positive entry")
    with np.errstate(divide="ignore"):
        return np.log(h)


def bound_coefficient(log_ratio):
    r"""The coefficient :math:`\tanh(x/2)/(2x)` of Algorithm 1, of the log odds x.

    Parameters
    ----------
    log_ratio : array_like
        :math:`x=\log(\alpha/z)`: a new label's weight against all before it. May be infinite.

    Returns
    -------
    float or ndarray
        1/4 at 0, falling to 0 on both sides.

    Notes
    -----
    Source: Choromanska (2014), Algorithm 1 and the note on its limits.

    Examples
    --------
    >>> bound_coefficient([0.0, 2.0, -2.0]).round(4).tolist()
    [0.25, 0.1904, 0.1904]
    """
    x = check_array(log_ratio, "log_ratio", finite=False)
    even = abs(x) < _EVEN
    # a harmless value where the quotient would be 0/0; its result is not used
    safe = np.where(even, 1.0, x)
    return np.where(even, 0.25, np.tanh(0.5 * safe) / (2.0 * safe))[()]


def compute_bound(theta, F, h=None, order="descending"):
    r"""The quadratic above :math:`\log Z` that touches it at ``theta``: Algorithm 1.

    Parameters
    ----------
    theta : array_like, shape (d,)
        The point of contact :math:`\tilde\theta`.
    F : array_like, shape (n, d)
        Features, one row a label.
    h : array_like, shape (n,), optional
        Weights of the labels, not negative. Default: all 1.
    order : {"descending", "ascending", "given"} or array_like of int, shape (n,)
        How the labels are visited: by falling or rising :math:`h(y)e^{\theta^\top f(y)}`, as they
        are, or by this permutation. Only the curvature depends on it.

    Returns
    -------
    PartitionBound

    Raises
    ------
    ValueError
        If shapes differ, a weight is negative, or all are 0.

    Notes
    -----
    Cost: O(n d²) time, O(d²) memory. Falling order is the default, as Theorem 2 holds for it
    alone. The source starts at a tiny z, which adds curvature; here the first label adds none,
    the limit. Source: Choromanska (2014), section 2.1.

    Examples
    --------
    Two labels with features +1 and -1, equally likely:

    >>> bound = compute_bound([0.0], [[1.0], [-1.0]])
    >>> round(bound.log_z, 4), bound.mu.tolist(), bound.Sigma.tolist()
    (0.6931, [0.0], [[1.0]])
    """
    F = plain_layout(check_array(F, "F", ndim=2, min_rows=1))
    n, d = F.shape
    theta = check_array(theta, "theta", shape=(d,))
    order = check_order(order, n)
    log_alpha = F @ theta + log_weights(h, n)
    mu = np.zeros(d)
    Sigma = np.zeros((d, d))
    log_z = sweep(F, log_alpha, label_order(order, log_alpha), mu, Sigma)
    return PartitionBound(float(log_z), mu, Sigma)
