"""Theorems 2 and 5 and the descent of Algorithm 1, checked by counting and plain loops."""

import warnings
from itertools import combinations, permutations
from math import comb, factorial

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.clustering.chains import (
    ChainKMeans,
    Chains,
    agreement_chances,
    agreement_gap_bound,
    agreement_graph,
    hypersphere_map,
    pair_counts,
    probabilistic_order,
)

__all__ = ["descent", "extension_sums", "gap_table", "row_distances", "simulated_z"]


def gap_table(most=120):
    """Count exceptions to Theorem 2, and to the gap's falling in m and rising in l.

    Returns
    -------
    dict
        ``bad``, ``not_monotone``, ``cases``.
    """
    chances = {
        (m, length): agreement_chances(m, length)
        for m in range(6, most + 1)
        for length in range(2, (m - 1) // 2 + 1)
    }
    bad = sum(
        found.gap >= found.same or found.same >= agreement_gap_bound(*case)
        for case, found in chances.items()
    )
    not_monotone = 0
    for (m, length), found in chances.items():
        more_items = chances.get((m + 1, length))
        longer = chances.get((m, length + 1))
        not_monotone += more_items is not None and more_items.gap >= found.gap
        not_monotone += longer is not None and longer.gap <= found.gap
    return {"bad": bad, "not_monotone": not_monotone, "cases": len(chances)}


def simulated_z(cases, pairs, seed=0):
    """Standard errors between simulated shares of agreeing pairs and p, q, case by case."""
    rng = np.random.default_rng(seed)
    found = []
    for m, length in cases:
        one, two = (np.argsort(rng.random((pairs, m)), axis=1) for _ in range(2))
        sets = [np.argsort(rng.random((pairs, m)), axis=1)[:, :length] for _ in range(2)]
        held = [np.zeros((pairs, m), dtype=bool) for _ in range(2)]
        for mask, subset in zip(held, sets):
            np.put_along_axis(mask, subset, True, axis=1)
        common = held[0] & held[1]
        for second, chance in zip((one, two), agreement_chances(m, length)):
            p = float(chance)
            share = np.mean(_agree(one, second, common))
            found.append(float((share - p) / np.sqrt(p * (1 - p) / pairs)))
    return found


def _agree(first, second, common):
    """Whether two or more items are common, and both ranks order them alike."""
    order = np.argsort(np.where(common, first, np.inf), axis=1)
    places = np.take_along_axis(second.astype(float), order, axis=1)
    places[np.arange(places.shape[1]) >= common.sum(axis=1)[:, None]] = np.inf
    falls = np.diff(np.where(np.isinf(places), 1e9, places), axis=1) < 0
    return (common.sum(axis=1) >= 2) & ~falls.any(axis=1)


def extension_sums(items=(4, 5, 6, 7), repeats=3, seed=0):
    """Compare sums over all complete orders with Theorem 5, in whole numbers.

    Returns
    -------
    dict
        ``bad_sum``, ``bad_count``: cases that differ; ``cases``.
    """
    rng = np.random.default_rng(seed)
    found = {"bad_sum": 0, "bad_count": 0, "cases": 0}
    for m in items:
        places = np.array([np.argsort(order) for order in permutations(range(m))])
        for length in range(2, m + 1):
            for _ in range(repeats):
                chain = rng.permutation(m)[:length]
                fits = places[(np.diff(places[:, chain], axis=1) > 0).all(axis=1)]
                total = (2 * fits + 1 - m).sum(axis=0)  # twice the centred places
                f = 2 * hypersphere_map(Chains([chain], m), normalize=False)[0]
                factor = factorial(m - length) * comb(m + 1, length + 1)
                found["bad_sum"] += not np.array_equal(total, factor * f.astype(int))
                found["bad_count"] += len(fits) != factorial(m) // factorial(length)
                found["cases"] += 1
    return found


def row_distances(n, seed):
    """Squared distances, between rows of the graphs, of the source's two pairs of chains.

    Returns
    -------
    float, float
        Of (1..5) and (6..10), from one order; of (1..5) and (4, 8, 2, 5, 3), from two.
    """
    rng = np.random.default_rng(seed)
    orders = np.array([range(1, 11), (6, 7, 9, 10, 4, 8, 2, 5, 3, 1)])
    drawn = [orders[rng.integers(2), np.sort(rng.permutation(10)[:5])] for _ in range(n - 3)]
    examples = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [4, 8, 2, 5, 3]]
    rows = agreement_graph(Chains([*examples, *drawn], 11)).astype(float)
    return tuple(float(np.sum((rows[0] - rows[j]) ** 2)) for j in (1, 2))


def _distance(chain, X):
    return sum(X[v, u] ** 2 for u, v in combinations(chain.tolist(), 2))


def _error(chains, labels):
    """Error and centres of a clustering, chain by chain."""
    centers = {c: probabilistic_order(pair_counts(chains[labels == c])) for c in set(labels)}
    return sum(_distance(chain, centers[c]) for chain, c in zip(chains, labels)), centers


def descent(sets=200, seed=0):
    """Follow chain k-means by half rounds; compare its centres with a grid of entries.

    Returns
    -------
    dict
        ``rises``, half rounds after which the error was larger; ``beaten``, sets in which the grid
        has a smaller error for some pair; ``off``, the largest distance to the grid's best entry.
    """
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, 1001)
    found = {"rises": 0, "beaten": 0, "off": 0.0, "half_rounds": 0}
    for _ in range(sets):
        n = rng.integers(3, 31)
        chains = Chains([rng.permutation(6)[: rng.integers(2, 6)] for _ in range(n)], 6)
        C = pair_counts(chains)
        upper = np.triu_indices(6, 1)
        a, b = C[upper], C.T[upper]
        x = probabilistic_order(C)[upper]
        costs = np.outer(a, (1 - grid) ** 2) + np.outer(b, grid**2)
        seen = a + b > 0
        found["beaten"] += bool((costs.min(axis=1) < a * (1 - x) ** 2 + b * x**2 - 1e-9).any())
        found["off"] = max(found["off"], abs(grid[costs.argmin(axis=1)] - x)[seen].max())
        labels = rng.integers(3, size=n)
        error, centers = _error(chains, labels)
        settled = False
        while not settled:
            nearest = sum(min(_distance(chain, X) for X in centers.values()) for chain in chains)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                model = ChainKMeans(3, init=labels, max_iter=1).fit(chains)
            settled, labels = model.converged_, model.labels_
            after, centers = _error(chains, labels)
            found["rises"] += (nearest > error + 1e-9) + (after > nearest + 1e-9)
            found["half_rounds"] += 2
            error = after
    return found
