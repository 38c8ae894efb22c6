"""Chains as vectors, for any algorithm that clusters vectors.

Ukkonen (2011), section 3: rows of the agreement and disagreement graphs (Definitions 1 and 3), and
points on a sphere (Definition 4, Theorem 5).
"""

from fractions import Fraction

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_flag, check_memory

from .collection import check_chains

__all__ = ["agreement_graph", "extension_factor", "hypersphere_map"]


def hypersphere_map(chains, *, normalize=True):
    r"""Map chains to points: centred positions of their items, 0 for all others.

    .. math:: \mathbf f_\pi(u)=\pi(u)-\frac{|\pi|+1}2\quad(u\in\pi),\qquad\mathbf f_\pi(u)=0
        \quad(u\notin\pi)

    Parameters
    ----------
    chains : Chains
    normalize : bool
        Divide by the length, so that a chain and its reverse are opposite points of the unit
        sphere.

    Returns
    -------
    ndarray, shape (n, m)

    Notes
    -----
    It points to the mean of all complete orders that agree with the chain (Theorem 5).
    Cost O(n m). Source: Ukkonen (2011), equation 11, Definition 4.

    Examples
    --------
    >>> from mlcompanion.clustering.chains import Chains
    >>> hypersphere_map(Chains([[3, 0, 1]], 4), normalize=False).tolist()
    [[0.0, 1.0, 0.0, -1.0]]
    """
    check_chains(chains)
    normalize = check_flag(normalize, "normalize")
    lengths = chains.lengths
    places = np.arange(1.0, chains.items.shape[1] + 1) - (lengths[:, None] + 1) / 2
    if normalize:
        places = places / np.sqrt(lengths * (lengths**2 - 1.0) / 12)[:, None]
    rows, columns = np.nonzero(chains.items >= 0)
    points = np.zeros((len(chains), chains.n_items))
    points[rows, chains.items[rows, columns]] = places[rows, columns]
    return points


def extension_factor(n_items, length):
    r"""How much longer the mean of all complete orders is than the chain's own vector.

    .. math:: \frac{l!}{m!}\sum_{\tau\in\mathcal E(\pi)}\mathbf f_\tau=\frac{m+1}{l+1}\mathbf f_\pi

    Parameters
    ----------
    n_items : int
        ``m``.
    length : int
        ``l``, from 2 to m.

    Returns
    -------
    Fraction

    Notes
    -----
    The source's sum is :math:`(m-l)!\binom{m+1}{l+1}\mathbf f_\pi`, over :math:`m!/l!` orders.
    Cost O(1). Source: Ukkonen (2011), Theorem 5.
    """
    m = check_count(n_items, "n_items", low=2)
    return Fraction(m + 1, check_count(length, "length", low=2, high=m) + 1)


@njit
def _compare(items, lengths, m):
    """Entries 1, -1, 0 of the graphs' difference; O(n^2 l)."""
    n = items.shape[0]
    graph = np.zeros((n, n), dtype=np.int8)
    place = np.full(m, -1)
    for i in range(n):
        for p in range(lengths[i]):
            place[items[i, p]] = p
        graph[i, i] = 1
        for j in range(i + 1, n):
            last = -1
            rises = False
            falls = False
            # Common items in the order of chain j: if their places in chain i rise throughout,
            # every pair agrees; adjacent common items suffice to see it.
            for q in range(lengths[j]):
                here = place[items[j, q]]
                if here < 0:
                    continue
                if last >= 0:
                    if here > last:
                        rises = True
                    else:
                        falls = True
                last = here
            if rises != falls:
                sign = 1 if rises else -1
                graph[i, j] = sign
                graph[j, i] = sign
        for p in range(lengths[i]):
            place[items[i, p]] = -1
    return graph


def agreement_graph(chains):
    """Compare every two chains: 1 if they only agree, -1 if they only disagree, else 0.

    Two chains agree in a pair of items that both order in the same way, and disagree in one that
    they order in opposite ways. Row j is the vector that stands for chain j.

    Parameters
    ----------
    chains : Chains

    Returns
    -------
    ndarray of int8, shape (n, n)
        The agreement graph minus the disagreement graph; 1 on the diagonal, as a chain agrees
        with itself.

    Raises
    ------
    MemoryError
        If n^2 bytes are more than the machine has.

    Notes
    -----
    Cost O(n^2 l): a factor l less than comparing pairs of items, as places that rise from each
    common item to the next rise between all. Memory O(n^2).
    Source: Ukkonen (2011), Definitions 1 and 3.

    Examples
    --------
    >>> from mlcompanion.clustering.chains import Chains
    >>> agreement_graph(Chains([[0, 1, 2], [0, 2], [2, 1, 3], [0, 3]])).tolist()
    [[1, 1, -1, 0], [1, 1, 0, 0], [-1, 0, 1, 0], [0, 0, 0, 1]]
    """
    check_chains(chains)
    check_memory(len(chains) ** 2, "the graph of all pairs of chains")
    return _compare(chains.items, chains.lengths, chains.n_items)
