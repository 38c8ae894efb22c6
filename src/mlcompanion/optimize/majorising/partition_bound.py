r"""A quadratic above the logarithm of a partition function, found in one sweep over the labels.

Choromanska (2014), section 2.1, Theorem 1 and Algorithm 1: with
:math:`Z(\theta)=\sum_yh(y)e^{\theta^\top f(y)}`,

.. math:: \log Z(\theta)\le\log z+\mu^\top(\theta-\tilde\theta)
    +\tfrac12(\theta-\tilde\theta)^\top\Sigma(\theta-\tilde\theta),

with equality, and equal slopes, at :math:`\tilde\theta`. Section 2.2.2, Theorem 2: how many steps
to the minimum of that quadratic, plus a ridge, are enough.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_in, check_real

__all__ = [
    "PartitionBound",
    "SoftmaxBound",
    "bound_coefficient",
    "compute_bound",
    "curvature_limit",
    "majorization_iterations",
    "softmax_bound",
]

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


class SoftmaxBound(NamedTuple):
    """The bounds of many samples whose labels are compared by scores.

    Attributes
    ----------
    log_z : ndarray, shape (t,)
        Logarithms of the sums of exponentials.
    probabilities : ndarray, shape (t, n)
        The slopes: probabilities of the labels.
    curvature : ndarray, shape (t, n, n)
        The curvatures, as quadratics in the scores; rows and columns sum to zero.
    """

    log_z: np.ndarray
    probabilities: np.ndarray
    curvature: np.ndarray


@njit
def coefficient(log_ratio):
    """tanh(x/2) / (2x), where x may be 0 or infinite."""
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
    return high + np.log1p(np.exp(min(first, second) - high))


@njit
def add_label(f, log_alpha, log_z, mu, Sigma):
    """One turn of the loop of Algorithm 1: ``mu`` and ``Sigma`` change in place.

    ``log_z`` is minus infinity before the first label, whose curvature is 0. Returns the new one.
    """
    l = f - mu  # noqa: E741 - the source's name
    Sigma += coefficient(log_alpha - log_z) * np.outer(l, l)
    total = log_add(log_z, log_alpha)
    mu += np.exp(log_alpha - total) * l
    return total


@njit
def sweep(F, log_alpha, order, mu, Sigma):
    """Algorithm 1 over the labels in this order; fill ``mu`` and ``Sigma``, return log z."""
    log_z = -np.inf
    for y in order:
        if log_alpha[y] > -np.inf:
            log_z = add_label(F[y], log_alpha[y], log_z, mu, Sigma)
    return log_z


@njit
def _softmax_sweep(A, direction, log_z, P, G):
    """Fill the answers of :func:`softmax_bound`; ``direction`` is 1, -1 or 0 as order rises.

    The rank-one terms of Algorithm 1 are added up in closed form. With the labels numbered in the
    order of the sweep, z_i the sum of the weights before label i and c_i its coefficient,

        G[a, b] = a_a a_b sum_{i > b} c_i / z_i^2 - c_b a_a / z_b   for a < b,

    which only needs the sum of the tail, kept here in units of 1 / z_{b+1}^2.
    """
    t, n = A.shape
    logs = np.empty(n)
    before = np.empty(n + 1)
    for j in range(t):
        order = np.arange(n)
        if direction != 0:
            order = np.argsort(direction * A[j], kind="mergesort")
        before[0] = -np.inf
        for i in range(n):
            logs[i] = A[j, order[i]]
            before[i + 1] = log_add(before[i], logs[i])
        log_z[j] = before[n]
        for i in range(n):
            P[j, order[i]] = np.exp(logs[i] - log_z[j])
        tail = 0.0
        for b in range(n - 1, -1, -1):
            column = order[b]
            if logs[b] == -np.inf:
                G[j, column] = 0.0
                G[j, :, column] = 0.0
                continue
            weight = coefficient(logs[b] - before[b])
            share_b = np.exp(logs[b] - before[b + 1])
            G[j, column, column] = weight + share_b**2 * tail
            for a in range(b):
                entry = np.exp(logs[a] - before[b + 1]) * share_b * tail
                if before[b] > -np.inf:
                    entry -= weight * np.exp(logs[a] - before[b])
                G[j, order[a], column] = entry
                G[j, column, order[a]] = entry
            tail = weight + tail * np.exp(2.0 * (before[b] - before[b + 1]))


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


def softmax_bound(A, order="descending"):
    r"""Algorithm 1 for every row of scores at once, features being unit vectors.

    With :math:`f_x(y)=e_y\otimes x`, as in logistic regression, the curvature of a sample is
    :math:`G\otimes xx^\top` with this small matrix G.

    Parameters
    ----------
    A : array_like, shape (t, n)
        Scores :math:`\log h(y)+\theta^\top f_j(y)`: a row a sample, a column a label.
    order : {"descending", "ascending", "given"} or array_like of int, shape (n,)
        As in :func:`compute_bound`, for each sample by its own scores.

    Returns
    -------
    SoftmaxBound

    Raises
    ------
    ValueError
        If ``A`` is no matrix of finite numbers, or ``order`` is unknown.

    Notes
    -----
    Cost: O(t n²) time and memory: the n outer products of a sample are summed in closed form.
    Source: Choromanska (2014), Algorithm 1 for the models of section 2.4.1.

    Examples
    --------
    >>> bound = softmax_bound([[0.0, 0.0]])
    >>> bound.curvature.tolist()
    [[[0.25, -0.25], [-0.25, 0.25]]]
    """
    A = plain_layout(check_array(A, "A", ndim=2, min_rows=1))
    t, n = A.shape
    if n == 0:
        raise ValueError("A must have a column for each label, got none")
    order = check_order(order, n)
    log_z = np.empty(t)
    P = np.empty((t, n))
    G = np.empty((t, n, n))
    if isinstance(order, str):
        direction = {"ascending": 1, "descending": -1, "given": 0}[order]
        _softmax_sweep(A, direction, log_z, P, G)
        return SoftmaxBound(log_z, P, G)
    _softmax_sweep(np.ascontiguousarray(A[:, order]), 0, log_z, P, G)
    back = np.argsort(order)
    return SoftmaxBound(log_z, P[:, back], G[:, back][:, :, back])


def curvature_limit(r, n):
    r"""What no curvature of Algorithm 1 exceeds, labels visited by falling weight.

    .. math:: \omega=2r^2\sum_{i=1}^{n-1}\frac{\tanh(\frac12\log i)}{\log i},
        \qquad\text{its first term being }\tfrac12

    Parameters
    ----------
    r : float
        Length that no feature vector exceeds, not negative.
    n : int
        Number of labels.

    Returns
    -------
    float

    Notes
    -----
    Cost: O(n). In other orders the limit is :math:`r^2(n-1)`, which is larger. Source:
    Choromanska (2014), proof of Theorem 2.

    Examples
    --------
    >>> curvature_limit(1.0, 2)
    1.0
    """
    r = check_real(r, "r", low=0)
    n = check_count(n, "n", low=1)
    terms = bound_coefficient(np.log(np.arange(1, n, dtype=float)))
    return 4.0 * r**2 * float(np.sum(terms))


def majorization_iterations(lam, r, n, eps):
    r"""Iterations that suffice to gain all but a share ``eps`` of what can be gained: Theorem 2.

    .. math:: \Bigl\lceil\log\tfrac1\varepsilon\Big/\log\bigl(1+\tfrac\lambda\omega\bigr)\Bigr\rceil

    Parameters
    ----------
    lam : float
        Penalty :math:`\lambda/2\,\|\theta\|^2` of the mean loss, positive.
    r : float
        Length that no feature vector exceeds, not negative.
    n : int
        Number of labels.
    eps : float
        In (0, 1).

    Returns
    -------
    int

    Notes
    -----
    Holds for labels visited by falling weight, :func:`curvature_limit` being :math:`\omega`; the
    source claims it for any order. Source: Choromanska (2014), Theorem 2.

    Examples
    --------
    >>> majorization_iterations(lam=1.0, r=1.0, n=2, eps=0.01)
    7
    """
    lam = check_real(lam, "lam", low=0, open_low=True)
    eps = check_real(eps, "eps", low=0, high=1, open_low=True, open_high=True)
    omega = curvature_limit(r, n)
    if omega == 0:
        return 1
    return int(np.ceil(-np.log(eps) / np.log1p(lam / omega)))
