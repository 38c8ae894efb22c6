"""What boosting guarantees, with the constants of Shalev-Shwartz (2007), chapter 6.

All bounds are on the average exponential loss of the strong hypothesis over the training set,
``mean(exp(-y_i h(x_i)))``, and hence on the training error. The edge of a round is
``gamma_t = 1/2 - error_t = <w_t, v_t> / 2``.
"""

from math import floor, log

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

__all__ = [
    "boosting_bound",
    "edge_product",
    "edge_sum_bound",
    "fixed_step_bound",
    "rounds_to_separate",
]


def boosting_bound(edge, n_rounds):
    """``exp(-2 gamma^2 T)``: the celebrated bound, below (6.12).

    Parameters
    ----------
    edge : float
        A number that no edge of the run falls below, in [0, 1/2].
    n_rounds : int or array_like of int
        T.

    Returns
    -------
    float or ndarray

    Notes
    -----
    Holds for the rules "adaboost", "gentle" and "corrective" with ``1/c >= 2 gamma``, and for
    "fixed" and "capped" with ``1/c = 2 gamma``.
    """
    gamma = check_real(edge, "edge", low=0, high=0.5)
    bound = np.exp(-2 * gamma**2 * check_array(n_rounds, "n_rounds", low=0))
    return float(bound) if np.ndim(bound) == 0 else bound


def edge_sum_bound(edges, limit=np.inf):
    """``exp(-2 sum_{s<=t} gamma_s^2)`` after every round: (6.10) summed, without the least edge.

    In a box ``alpha <= 1/c`` that cuts the step ``2 gamma_s``, what counts is the parabola (6.9) at
    ``a_s = min(1/c, 2 gamma_s)``: the bound is ``exp(-sum (2 gamma_s a_s - a_s^2 / 2))``.

    Parameters
    ----------
    edges : array_like, shape (T,)
    limit : float
        ``1/c``; the default is a box that never binds.

    Returns
    -------
    ndarray, shape (T,)

    Notes
    -----
    Holds for the rules "adaboost", "capped", "gentle" and "corrective".
    """
    if limit != np.inf:
        limit = check_real(limit, "limit", low=0, open_low=True)
    edges = check_array(edges, "edges", ndim=1, low=0, high=0.5)
    steps = np.minimum(limit, 2 * edges)
    return np.exp(-np.cumsum(2 * edges * steps - steps**2 / 2))


def edge_product(edges):
    """``prod_{s<=t} sqrt(1 - 4 gamma_s^2)``: the loss of uncapped AdaBoost itself, exactly.

    Parameters
    ----------
    edges : array_like, shape (T,)

    Returns
    -------
    ndarray, shape (T,)
    """
    return np.cumprod(np.sqrt(1 - 4 * check_array(edges, "edges", ndim=1, low=0, high=0.5) ** 2))


def fixed_step_bound(edges, edge):
    """``exp(-sum_{s<=t} (4 gamma gamma_s - 2 gamma^2))`` for the step ``alpha = 2 gamma``.

    It is (6.4) with ``c = 1/(2 gamma)`` and the measured edges. It holds for every
    promised ``edge`` gamma, also for one that the weak learner does not keep; then it may exceed 1.

    Parameters
    ----------
    edges : array_like, shape (T,)
    edge : float

    Returns
    -------
    ndarray, shape (T,)
    """
    gamma = check_real(edge, "edge", low=0, open_low=True)
    edges = check_array(edges, "edges", ndim=1, low=0, high=0.5)
    return np.exp(-np.cumsum(4 * gamma * edges - 2 * gamma**2))


def rounds_to_separate(edge, n_samples):
    """Rounds after which no training error can be left: the least T with exp(-2 gamma^2 T) < 1/n.

    Parameters
    ----------
    edge : float
        In (0, 1/2].
    n_samples : int

    Returns
    -------
    int
    """
    gamma = check_real(edge, "edge", low=0, high=0.5, open_low=True)
    n_samples = check_count(n_samples, "n_samples", low=1)
    return floor(log(n_samples) / (2 * gamma**2)) + 1
