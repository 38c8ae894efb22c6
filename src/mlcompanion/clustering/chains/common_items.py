"""Distances of two chains by the items that they share.

Ukkonen (2011), section 3.1.1, after Kamishima and Fujiki (2003). Without common items they have
nothing to say, and return the middle of their range.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array

from .collection import check_chains

__all__ = ["common_kendall", "common_spearman", "mean_shift"]


def _common_places(first, second):
    """Places of the common items in both chains, counted among the common ones."""
    pair = [
        check_array(chain, name, ndim=1, min_rows=1, dtype=np.int64, low=0)
        for chain, name in ((first, "first"), (second, "second"))
    ]
    for chain, name in zip(pair, ("first", "second")):
        if len(np.unique(chain)) < len(chain):
            raise ValueError(f"{name} must hold each item once")
    place = {item: p for p, item in enumerate(pair[1].tolist())}
    there = np.array([place[item] for item in pair[0].tolist() if item in place], dtype=int)
    return np.arange(len(there)), there.argsort().argsort()


def common_kendall(first, second):
    """Share of common pairs of items that two chains order in opposite ways.

    Parameters
    ----------
    first, second : array_like of int
        Items, the first one first.

    Returns
    -------
    float
        From 0 to 1; 0.5 with fewer than two common items.

    Raises
    ------
    ValueError
        If a chain repeats an item.

    Notes
    -----
    Cost O(l^2). Source: Ukkonen (2011), section 3.1.1.

    Examples
    --------
    >>> common_kendall([1, 2, 3, 4, 5], [4, 8, 2, 5, 3])
    0.5
    """
    here, there = _common_places(first, second)
    if len(here) < 2:
        return 0.5
    upper = np.triu_indices(len(here), 1)
    return float(np.mean(there[upper[0]] > there[upper[1]]))


def common_spearman(first, second):
    r"""One minus Spearman's rank correlation of two chains on their common items.

    .. math:: 1-\rho=\frac{6\sum_u(\pi_1(u)-\pi_2(u))^2}{c^3-c}

    Parameters
    ----------
    first, second : array_like of int
        Items, the first one first.

    Returns
    -------
    float
        From 0 to 2; 1 with fewer than two common items. Places are counted among the c common
        ones.

    Raises
    ------
    ValueError
        If a chain repeats an item.

    Notes
    -----
    Cost O(l log l). Source: Ukkonen (2011), section 3.1.1.
    """
    here, there = _common_places(first, second)
    c = len(here)
    if c < 2:
        return 1.0
    return float(6 * np.sum((here - there) ** 2) / (c**3 - c))


@njit
def _reversed_pairs(items, others, lengths, m):
    """Pairs of items, over all rows, that the two matrices order in opposite ways."""
    total = 0
    place = np.zeros(m, dtype=np.int64)
    for j in range(items.shape[0]):
        for q in range(lengths[j]):
            place[others[j, q]] = q
        for p in range(lengths[j]):
            for q in range(p + 1, lengths[j]):
                if place[items[j, p]] > place[items[j, q]]:
                    total += 1
    return total


def mean_shift(chains, others):
    r"""Compare two collections chain by chain: the mean number of pairs in opposite order.

    .. math:: \delta(D,D')=\frac1n\sum_jd_K(D(j),D'(j))

    Parameters
    ----------
    chains, others : Chains
        The j-th chains have the same items.

    Returns
    -------
    float
        0 for equal collections. Chains count by their number: collections that are equal as sets
        may be far apart.

    Raises
    ------
    ValueError
        If the j-th chains do not have the same items.

    Notes
    -----
    Cost O(n l^2). Source: Ukkonen (2011), equation 15.
    """
    check_chains(chains)
    check_chains(others, "others", chains.n_items)
    if len(others) != len(chains):
        raise ValueError(f"others must hold {len(chains)} chains, got {len(others)}")
    if not np.array_equal(np.sort(chains.items, axis=1), np.sort(others.items, axis=1)):
        raise ValueError("others must order the same items as chains, chain by chain")
    total = _reversed_pairs(chains.items, others.items, chains.lengths, chains.n_items)
    return total / len(chains)
