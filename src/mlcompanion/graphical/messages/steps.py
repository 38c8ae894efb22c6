"""How many steps the search takes if orders are independent: McAuley and Caetano, Appendix A.

For two lists the law is exact (Equations 18 and 19): a square grows over a random permutation
until it holds a point. For more lists it is enumerated (Equations 20 and 21) or bounded (23).
"""

from itertools import permutations, product

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_count

__all__ = ["enumerated_steps", "expected_steps", "steps_beyond", "steps_bound"]

#: Most tuples of orders that are enumerated.
_MOST = 10**6


def steps_beyond(m, n):
    """Probability that two lists of independent order need more than m steps (Equation 18).

    Parameters
    ----------
    m : array_like of int
    n : int
        Length of the lists.

    Returns
    -------
    ndarray
        ``(n - m)!^2 / ((n - 2 m)! n!)``, about ``exp(-m^2 / n)``; 0 from ``m > n / 2`` on.

    Examples
    --------
    >>> steps_beyond([0, 1, 2], 4).round(4).tolist()
    [1.0, 0.75, 0.1667]
    """
    n = check_count(n, "n", low=1)
    m = check_array(m, "m", dtype=np.int64, low=0)
    inside = 2 * m <= n
    m = np.where(inside, m, 0)
    # ((n - m)!)^2 / ((n - 2 m)! n!): factorials overflow, their logarithms do not
    log_p = 2 * gammaln(n - m + 1) - gammaln(n - 2 * m + 1) - gammaln(n + 1)
    return np.where(inside, np.exp(np.minimum(log_p, 0.0)), 0.0)


def expected_steps(n):
    """Expected steps for two lists of independent order (Equation 19), about .886 sqrt(n).

    Parameters
    ----------
    n : int
        Length of the lists.

    Returns
    -------
    float

    Notes
    -----
    O(sqrt(n)): terms below exp(-50) are left out.

    Examples
    --------
    >>> round(expected_steps(100), 3)
    8.89
    """
    n = check_count(n, "n", low=1)
    last = min(n // 2, int(np.sqrt(50 * n)) + 1)
    return float(steps_beyond(np.arange(last + 1), n).sum())


def steps_bound(n, n_lists):
    """The bound ``n^((K - 1) / K)`` on the order of the expected steps of K lists (Equation 23).

    Parameters
    ----------
    n : int
        Length of the lists.
    n_lists : int
        Number K of lists.

    Returns
    -------
    float
        The bound with the constant 1.
    """
    n = check_count(n, "n", low=1)
    n_lists = check_count(n_lists, "n_lists", low=2)
    return float(n ** ((n_lists - 1) / n_lists))


def enumerated_steps(n, n_lists=2):
    """Exact probabilities of more than m steps, by going through all orders (Equation 20).

    Parameters
    ----------
    n : int
        Length of the lists.
    n_lists : int
        Number K of lists.

    Returns
    -------
    ndarray, shape (n + 1,)
        For m = 0, 1, ... n; their sum is the expected number of steps (Equation 21).

    Raises
    ------
    ValueError
        If ``n!^(K - 1)`` is above a million.

    Examples
    --------
    >>> enumerated_steps(3).round(3).tolist()
    [1.0, 0.667, 0.0, 0.0]
    """
    n = check_count(n, "n", low=1)
    n_lists = check_count(n_lists, "n_lists", low=2)
    # factorials of numbers above 10 alone exceed the limit
    if n > 10 or np.exp((n_lists - 1) * gammaln(n + 1)) > _MOST * (1 + 1e-9):
        raise ValueError(f"n! to the power n_lists - 1 must be at most {_MOST}, got n = {n}")
    orders = np.array(list(permutations(range(1, n + 1))))
    places = np.arange(1, n + 1)
    counts = np.zeros(n + 1)
    for chosen in product(range(len(orders)), repeat=n_lists - 2):
        # worst rank of each index in the lists that are held fixed, then in the last one as well
        fixed = np.maximum.reduce([places, *(orders[c] for c in chosen)])
        steps = np.maximum(orders, fixed).min(axis=1)
        counts += (steps[:, None] > np.arange(n + 1)).sum(axis=0)
    return counts / len(orders) ** (n_lists - 1)
