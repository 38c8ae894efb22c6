"""The equilibrium margin: which quantile of the training margins bounds the error best.

Wang et al. (2011), Theorems 3 and 7 and Definition 4. For each share q of examples that a margin
``theta(q)`` gives up, the error is at most ``D^{-1}(q, u(theta(q)))`` plus a small term; the best q
is the equilibrium margin's error, its theta the equilibrium margin. All logarithms are natural, and
what is compared is ``-log(1 - p)``: the bounds p themselves are mostly 1 in floating point.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.probability.distances.inverse_kl import kl_inverse, kl_root

__all__ = ["EquilibriumMargin", "emargin", "emargin_curve", "emargin_vc", "finite_class_cost"]


@dataclass(frozen=True)
class EquilibriumMargin:
    """The best quantile of the margins, and the bound there.

    Attributes
    ----------
    margin : float
        The equilibrium margin ``theta*``.
    error : float
        The share of examples with a smaller margin, ``q*``.
    surprise : float
        ``-log(1 - p)`` of ``p = D^{-1}(q*, u(theta*))``: it orders bounds that are all near 1.
    bound : float
        The whole right-hand side; it holds for the error of the vote with probability
        ``1 - delta``, and says nothing from 1 on.
    """

    margin: float
    error: float
    surprise: float
    bound: float


def check_margins(margins):
    """Margins as a vector of numbers in [-1, 1]."""
    return check_array(margins, "margins", ndim=1, min_rows=2, low=-1 - 1e-12, high=1 + 1e-12)


def check_log_size(log_size, n):
    """``log |H|`` of a class of more than 8 hypotheses, small enough for n examples."""
    log_size = check_real(log_size, "log_size", low=np.log(8), open_low=True)
    if log_size >= 2.0 * n**2:
        raise ValueError(
            f"log_size must be below 2 n^2 = {2 * n**2} for n = {n} margins, got {log_size}"
        )
    return log_size


def check_delta(delta):
    """A probability strictly between 0 and 1."""
    return check_real(delta, "delta", low=0, high=1, open_low=True, open_high=True)


def finite_cost(theta, n, log_size, delta):
    """``u(theta)`` of Theorem 3; nothing is checked."""
    spread = 8 / theta**2 * np.log(2 * n**2 / log_size) * (np.log(2) + log_size)
    return (spread + 2 * log_size + np.log(n / delta)) / n


def _vc_cost(theta, n, dimension, delta):
    """``u(theta)`` of Theorem 7; nothing is checked."""
    draws = 16 / theta**2 * np.log(n / dimension)
    votes = draws * dimension * np.log(np.e * n**2 / dimension)
    return (votes + 3 * np.log(draws + 1) + np.log(2 * n / delta)) / n


def finite_class_cost(theta, n_samples, log_size, delta=0.05):
    """``u(theta)`` of Theorem 3: what a vote of margin theta costs, in nats an example.

    Parameters
    ----------
    theta : float or array_like
        Margins in (0, 1].
    n_samples : int
        Training examples, at least 2.
    log_size : float
        ``log |H|`` of the class of base classifiers, above ``log 8``.
    delta : float
        Probability with which the bound may fail.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If an argument is out of range, or ``log |H|`` is not below ``2 n^2``.

    Notes
    -----
    ``8/theta^2 log(2 n^2 / log |H|)`` base classifiers, drawn from the vote, stand in for it. The
    proof rounds that number up, which costs at most another ``log(2)/n``.
    """
    theta = check_array(theta, "theta", low=0, high=1, open_low=True)
    n = check_count(n_samples, "n_samples", low=2)
    log_size = check_log_size(log_size, n)
    cost = finite_cost(theta, n, log_size, check_delta(delta))
    return float(cost) if theta.ndim == 0 else cost


@njit
def _level(q, s):
    """``D(q || 1 - exp(-s))`` for 0 < q < 1 and s above ``-log(1 - q)``."""
    return (
        q * np.log(q)
        + (1 - q) * np.log1p(-q)
        - q * np.log(-np.expm1(-s))
        + (1 - q) * s
    )  # fmt: skip


@njit
def _least(first, costs, scout):
    """The j with the least ``s_j = -log(1 - D^{-1}(j/n, costs[j]))``, from ``first`` on.

    Whether s_j is below the least so far takes one evaluation of D; only then is a root sought.
    A few scouts first make that rare.
    """
    n = len(costs)
    best = np.inf
    at = first
    for jump in (scout, 1):
        for j in range(first, n, jump):
            q = j / n
            if j == 0:
                s = costs[0]
            else:
                floor = -np.log1p(-q)
                if best <= floor or _level(q, best) <= costs[j]:
                    continue
                s = floor + kl_root(q, costs[j])
            if s < best:
                best = s
                at = j
    return at, best


def _best_quantile(ordered, first, cost, scale, extra):
    """Minimise over q from ``first / n`` on; the bound is ``extra + scale p``."""
    n = len(ordered)
    costs = np.full(n, np.inf)
    costs[first:] = cost(np.minimum(ordered[first:], 1.0))
    at, surprise = _least(first, costs, max(1, n // 64))
    # ties: the error counts the strictly smaller margins, and that is the better q already
    p = -np.expm1(-surprise)
    return EquilibriumMargin(
        float(min(ordered[at], 1.0)), at / n, float(surprise), float(extra + scale * p)
    )


def emargin(margins, log_size, delta=0.05):
    """Equilibrium margin of a vote over a finite class, and its bound (Theorem 3, Definition 4).

    Parameters
    ----------
    margins : array_like, shape (n_samples,)
        ``y_i f(x_i)`` on the training examples, f with weights that sum to 1.
    log_size : float
        ``log |H|`` of the class of base classifiers, above ``log 8``; the size itself may be too
        large for a float.
    delta : float
        Probability with which the bound may fail.

    Returns
    -------
    EquilibriumMargin

    Raises
    ------
    ValueError
        If an argument is out of range, or no margin exceeds ``sqrt(8 / |H|)``: then the theorem
        says nothing.

    Notes
    -----
    ``theta(j/n)`` is the (j + 1)-th smallest margin. Cost O(n log n): a sort, one relative entropy
    a margin, and a few roots.

    Examples
    --------
    >>> found = emargin([0.1] * 10 + [0.8] * 90, log_size=5.0)
    >>> found.margin, found.error
    (0.8, 0.1)
    """
    ordered = np.sort(check_margins(margins))
    n = len(ordered)
    log_size = check_log_size(log_size, n)
    delta = check_delta(delta)
    first = _first_usable(ordered, log_size)
    return _best_quantile(
        ordered, first, lambda t: finite_cost(t, n, log_size, delta), 1.0, log_size / n
    )


def _first_usable(ordered, log_size):
    """How many margins are at most ``sqrt(8/|H|)``: the rank from which the theorem speaks."""
    least = np.exp(0.5 * (np.log(8) - log_size))
    first = int(np.searchsorted(ordered, least, side="right"))
    if first == len(ordered):
        raise ValueError(
            f"margins must hold a value above sqrt(8/|H|) = {least:.3g}, got at most {ordered[-1]}"
        )
    return first


def emargin_curve(margins, log_size, delta=0.05):
    """What :func:`emargin` minimises, at every q.

    Parameters
    ----------
    margins : array_like, shape (n_samples,)
    log_size : float
    delta : float

    Returns
    -------
    q : ndarray, shape (m,)
        ``q_0, q_0 + 1/n, ... , (n - 1)/n``.
    theta : ndarray, shape (m,)
        The margin that stands at each q.
    surprise : ndarray, shape (m,)
        ``-log(1 - D^{-1}(q, u(theta)))``.

    Raises
    ------
    ValueError
        As for :func:`emargin`.

    Notes
    -----
    Cost O(n log n), with a root for every margin.
    """
    ordered = np.sort(check_margins(margins))
    n = len(ordered)
    log_size = check_log_size(log_size, n)
    delta = check_delta(delta)
    first = _first_usable(ordered, log_size)
    q = np.arange(first, n) / n
    theta = np.minimum(ordered[first:], 1.0)
    return q, theta, kl_inverse(q, finite_cost(theta, n, log_size, delta), log1m=True)


def emargin_vc(margins, dimension, delta=0.05):
    """Equilibrium margin and bound for a class of VC dimension d (Theorem 7).

    Parameters
    ----------
    margins : array_like, shape (n_samples,)
    dimension : float
        The VC dimension d, below n.
    delta : float
        Probability with which the bound may fail.

    Returns
    -------
    EquilibriumMargin

    Raises
    ------
    ValueError
        If an argument is out of range, or no margin is positive.
    """
    ordered = np.sort(check_margins(margins))
    n = len(ordered)
    d = check_real(dimension, "dimension", low=0, high=n, open_low=True, open_high=True)
    delta = check_delta(delta)
    first = int(np.searchsorted(ordered, 0.0, side="right"))
    if first == n:
        raise ValueError(f"margins must hold a positive value, got at most {ordered[-1]}")
    return _best_quantile(
        ordered, first, lambda t: _vc_cost(t, n, d, delta), (n - 1) / n, (d**2 + 1) / n
    )
