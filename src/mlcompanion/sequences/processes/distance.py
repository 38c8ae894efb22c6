"""The worst log-ratio per symbol of two chains: the distance d_infinity, by Karp's algorithm.

Ryabko (2011), Definition 13. For two chains the ratio of a long word is a walk on the graph of
contexts, so that its best rate is the largest mean weight of a cycle (Karp, 1978).
"""

import numpy as np

from mlcompanion._validation import check_instance, check_real, check_square

from .base import log2
from .chains import Markov

__all__ = ["coin_net", "d_infinity", "maximum_mean_cycle"]


def maximum_mean_cycle(weights):
    """Largest mean weight of a cycle of a directed graph (Karp's algorithm).

    Parameters
    ----------
    weights : array_like, shape (V, V)
        ``weights[i, j]`` of the edge from i to j; minus infinity where there is none.

    Returns
    -------
    float
        Minus infinity for a graph without a cycle.

    Notes
    -----
    With ``D_k(v)`` the largest weight of a walk of k edges that ends in v, the answer is
    ``max_v min_k (D_V(v) - D_k(v)) / (V - k)``. O(V^3) time on a full graph, O(V^2) memory.
    """
    weights = check_square(weights, "weights", finite=False)
    if (weights == np.inf).any():
        raise ValueError("weights must be finite, or minus infinity where there is no edge")
    size = len(weights)
    walks = np.full((size + 1, size), -np.inf)
    walks[0] = 0.0
    for k in range(size):
        walks[k + 1] = (walks[k][:, None] + weights).max(axis=0)
    ends = np.isfinite(walks[size])
    if not ends.any():
        return -np.inf
    gaps = walks[size, ends] - walks[:size, ends]  # infinite where no walk of k edges ends here
    # row k lacks V - k edges
    return float((gaps / np.arange(size, 0, -1)[:, None]).min(axis=0).max())


def d_infinity(mu1, mu2):
    """Largest log-ratio per symbol that any long word gives two chains, in bits.

    Parameters
    ----------
    mu1, mu2 : Markov
        Over the same alphabet; the one of smaller order is read as one of the larger order.

    Returns
    -------
    float
        Infinite if one of the chains excludes a word that the other allows.

    Notes
    -----
    Karp's algorithm on the ``m^k`` contexts, for the log-ratio and for its negative. Moves that
    both chains exclude are left out (``0/0`` counts as 1).
    """
    for name, mu in (("mu1", mu1), ("mu2", mu2)):
        check_instance(mu, name, Markov)
    if mu1.n_symbols != mu2.n_symbols:
        raise ValueError(f"mu2 must have {mu1.n_symbols} symbols, got {mu2.n_symbols}")
    m = mu1.n_symbols
    k = max(mu1.order, mu2.order)
    # the oldest symbol is the first digit: a shorter memory repeats its rows
    rows = [np.tile(mu.rows, (m ** (k - mu.order), 1)) for mu in (mu1, mu2)]
    starts = [_block_law(mu, k) for mu in (mu1, mu2)]
    if ((starts[0] > 0) != (starts[1] > 0)).any():
        return np.inf
    size = m**k
    after = (np.arange(size)[:, None] * m + np.arange(m)) % size
    reached = _reached(starts[0] > 0, after, rows[0] * rows[1] > 0)
    if ((rows[0] > 0) != (rows[1] > 0))[reached].any():
        return np.inf
    both = (rows[0] > 0) & reached[:, None]
    ratios = np.zeros((size, m))
    ratios[both] = log2(rows[0][both] / rows[1][both])
    return max(_best_rate(sign * ratios, after, both) for sign in (1, -1))


def _best_rate(ratios, after, both):
    """Largest mean cycle when edges between the same contexts are one."""
    weights = np.full((len(after), len(after)), -np.inf)
    starts = np.broadcast_to(np.arange(len(after))[:, None], after.shape)
    np.maximum.at(weights, (starts[both], after[both]), ratios[both])
    return maximum_mean_cycle(weights)


def _block_law(mu, k):
    """Probabilities of the first k symbols, shape (m^k,)."""
    law = mu.context_law
    for _ in range(k - mu.order):
        law = (law.reshape(-1, len(mu.rows))[:, :, None] * mu.rows).ravel()
    return law


def _reached(start, after, edges):
    """Contexts that can be reached from the start along the edges."""
    reached = start.copy()
    while True:
        more = reached.copy()
        more[after[edges & reached[:, None]]] = True
        if (more == reached).all():
            return reached
        reached = more


def coin_net(low, radius):
    """Coins that approximate all coins with probabilities in ``[low, 1 - low]``.

    Each such coin has one of these within ``radius`` bits, measured by the larger of the log-ratios
    of both symbols: a net for Theorem 14. Its coins are evenly spaced in that measure, both ends of
    the interval among them.

    Parameters
    ----------
    low : float
        Inside (0, 1/2].
    radius : float
        Positive.

    Returns
    -------
    ndarray, shape (J, 2)
        Laws ``(1 - p, p)``, p growing.
    """
    low = check_real(low, "low", low=0, high=0.5, open_low=True)
    radius = check_real(radius, "radius", low=0, open_low=True)
    length = -2 * np.log2(2 * low)  # of the interval, in log-ratios of the rarer symbol
    if length > 1e7 * 2 * radius:
        raise ValueError(f"radius asks for more than ten million coins, got {radius!r}")
    steps = int(np.ceil(length / (2 * radius) * (1 - 1e-12)))
    place = np.linspace(-length / 2, length / 2, steps + 1) if steps else np.zeros(1)
    rare = 2.0 ** -(np.abs(place) + 1)
    p = np.where(place < 0, rare, 1 - rare)
    return np.column_stack([1 - p, p])
