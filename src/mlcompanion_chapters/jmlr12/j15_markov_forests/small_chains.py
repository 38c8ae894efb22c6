"""The risk of the thresholded tree on short chains, many data sets at once (Theorem 8).

A data set is drawn as its table of counts; trees, thresholds and divergences of all data sets are
then computed side by side, independently of ``ChowLiuForest``.
"""

from itertools import combinations

import numpy as np
from scipy.special import rel_entr

from mlcompanion.graphical.forests import binary_forest

__all__ = ["LAWS", "batch_forests", "exceeding_share", "law_of"]

#: Name -> (number of variables, crossover, share of ones).
LAWS = {
    "3, 0.2": (3, 0.2, 0.5),
    "3, 0.1": (3, 0.1, 0.5),
    "3, unequal": (3, 0.2, 0.3),
    "5, 0.2": (5, 0.2, 0.5),
    "5, 0.1": (5, 0.1, 0.5),
    "5, unequal": (5, 0.2, 0.3),
}


def law_of(name):
    """The chain of that name."""
    d, crossover, share = LAWS[name]
    return binary_forest(d, [(j, j + 1) for j in range(d - 1)], crossover, share)


def _pair_tables(joints, d):
    """Tables of all pairs, shape (m, pairs, 2, 2), of m joint tables of d binary variables."""
    joints = joints.reshape(-1, *[2] * d)
    axes = set(range(1, d + 1))
    found = [joints.sum(axis=tuple(axes - {i + 1, j + 1})) for i, j in combinations(range(d), 2)]
    return np.stack(found, axis=1)


def _prim(weights, d):
    """Marks of the heaviest tree's pairs, shape (m, pairs), for m lists of weights of the pairs."""
    number = np.zeros((d, d), dtype=int)
    for e, (i, j) in enumerate(combinations(range(d), 2)):
        number[i, j] = number[j, i] = e
    m = len(weights)
    rows = np.arange(m)
    chosen = np.zeros(weights.shape, dtype=bool)
    inside = np.zeros((m, d), dtype=bool)
    inside[:, 0] = True
    full = weights[:, number]
    for _ in range(d - 1):
        leaves = inside[:, :, None] & ~inside[:, None, :]
        place = np.where(leaves, full, -1.0).reshape(m, -1).argmax(axis=1)
        u, v = np.divmod(place, d)
        inside[rows, v] = True
        chosen[rows, number[u, v]] = True
    return chosen


def batch_forests(counts, n, d, beta):
    """Forests of many data sets: marks of the kept pairs, pair tables, shares of ones."""
    tables = _pair_tables(counts / n, d)
    product = tables.sum(axis=3, keepdims=True) * tables.sum(axis=2, keepdims=True)
    information = rel_entr(tables, product).sum(axis=(2, 3))
    kept = _prim(information, d) & (information >= n**-beta)
    return kept, tables, product


def exceeding_share(name, n, repeats, delta, beta=0.75, seed=0):
    """Share of data sets whose learned forest is more than ``delta`` a variable from the law."""
    P = law_of(name)
    d = len(P.marginals)
    rng = np.random.default_rng([seed, n, d, list(LAWS).index(name)])
    hits = 0
    true = _pair_tables(P.joint(), d)
    gain = P.informations().sum()
    for _ in range(0, repeats, 5000):
        counts = rng.multinomial(n, P.joint().ravel(), 5000)
        kept, tables, product = batch_forests(counts, n, d, beta)
        joints = counts.reshape(-1, *[2] * d) / n
        axes = set(range(1, d + 1))
        own = np.zeros(len(counts))
        with np.errstate(divide="ignore", invalid="ignore"):
            for i, law in enumerate(P.marginals):
                found = joints.sum(axis=tuple(axes - {i + 1}))
                own += rel_entr(law, found).sum(axis=1)
            edge = (true * np.log(tables / product)).sum(axis=(2, 3))
            risk = own + gain - np.where(kept, edge, 0.0).sum(axis=1)
        hits += np.count_nonzero(~(risk / d <= delta))  # infinite, or undefined: a count is zero
    return hits / (5000 * -(-repeats // 5000))
