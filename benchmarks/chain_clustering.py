"""Clustering of partial rankings: slopes of a round and of a swap, and k-means on their vectors.

No library clusters chains. The sphere start is raced against scikit-learn's k-means on the same
points from the same centres; a swap, whose pair is drawn by a tree of sums, against drawing it as
the source does, by a sum over all pairs; Kendall's distance to a complete order against SciPy's.
"""

import warnings

import numpy as np
from scipy.stats import kendalltau
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning

from _race import duel, equal, least, row
from mlcompanion.clustering import kmeans_cost, lloyd
from mlcompanion.clustering.chains import (
    ChainKMeans,
    SwapPairs,
    hypersphere_map,
    make_chains,
    nearest_order,
    pair_counts,
)
from mlcompanion.teaching import log_slope

TITLE = "Clustering partial rankings"
CHAPTER = "jmlr12/08_chain_clustering"
SWAPS = 20_000


def race_start():
    """Lloyd's algorithm on the sphere against scikit-learn's, from the same centres."""
    points = hypersphere_map(make_chains(5000, 50, 8, 6, random_state=0).chains)
    start = points[:6]

    def ours():
        return kmeans_cost(points, lloyd(points, 6, start, max_iter=300))

    def theirs():
        return KMeans(6, init=start, n_init=1, tol=0, algorithm="lloyd").fit(points).inertia_

    yield duel(
        "Start: k-means on the sphere",
        "n = 5,000, m = 50, k = 6",
        ours,
        "sklearn KMeans",
        theirs,
        same=equal(rtol=1e-3),
        note="same cost to 0.1 %: equal distances are common, and go either way",
        reason="scikit-learn's rounds are matrix products of its BLAS",
        repeats=3,
    )


def race_distance():
    """Kendall's distance of each chain to an order, against SciPy's, chain by chain."""
    chains = make_chains(1000, 50, 8, 1, random_state=0).chains
    rank = np.random.default_rng(0).permutation(50)
    order = (rank[:, None] < rank).astype(float)[None]
    places = np.arange(8)

    def theirs():
        return [28 * (1 - kendalltau(places, rank[chain]).statistic) / 2 for chain in chains]

    yield duel(
        "Distance of chains to a complete order",
        "n = 1,000, l = 8, m = 50",
        lambda: nearest_order(chains, order)[1],
        "scipy kendalltau, chain by chain",
        theirs,
        same=equal(atol=1e-9),
        note="same distances",
        repeats=2,
    )


def summed_swaps(chains, steps):
    """Draw the pairs of so many swaps as the source does: by a sum over all pairs each time."""
    rng = np.random.default_rng(0)
    sizes = pair_counts(chains)
    weights = np.triu(sizes * sizes.T).ravel()
    for _ in range(steps):
        cumulated = np.cumsum(weights)
        np.searchsorted(cumulated, rng.random() * cumulated[-1])


def race_swaps():
    """Whole swaps with the tree against only drawing the pair by a sum, for more items."""
    items = (25, 50, 100, 200)
    times = []
    for m in items:
        chains = make_chains(3000, m, 8, 1, random_state=0).chains
        walk = SwapPairs(chains, random_state=0).run(10)
        taken, _ = least(lambda walk=walk: walk.run(SWAPS))
        theirs, _ = least(lambda chains=chains: summed_swaps(chains, 500))
        times.append(taken / SWAPS)
        slope = ""
        if m == items[-1]:
            slope = (
                f"; our time ~ m^{log_slope(items[:2], times[:2]):.2f} up to m = {items[1]}, "
                f"m^{log_slope(items[1:], times[1:]):.2f} beyond: a draw walks down log2 of the "
                "pairs, but the tables of m^2 pairs no longer fit the fast memory"
            )
        yield row("A swap, by the number of items", f"m = {m}, n = 3,000", times[-1],
                  "drawing the pair by a sum (NumPy), no swap", theirs / 500,
                  f"not the same draws{slope}")  # fmt: skip


def race_chains():
    """Whole swaps for more chains: nothing in a swap depends on their number."""
    numbers = (1000, 4000, 16_000)
    times = []
    for n in numbers:
        chains = make_chains(n, 50, 8, 1, random_state=0).chains
        walk = SwapPairs(chains, random_state=0).run(10)
        times.append(least(lambda walk=walk: walk.run(SWAPS))[0] / SWAPS)
    yield row("A swap, by the number of chains", f"n = {numbers[-1]:,}, m = 50", times[-1],
              "no library swaps chains", None,
              f"time ~ n^{log_slope(numbers, times):.2f} over {numbers}: the work is the same, "
              "but the lists of places outgrow the fast memory")  # fmt: skip


ROUND = {"n": 20_000, "k": 8, "length": 10, "m": 20}
#: What grows, where it is most of the work: many clusters, and lists of many items.
ROUNDS = {
    "n": {"n": (10_000, 20_000, 40_000)},
    "k": {"k": (64, 128, 256)},
    "length": {"length": (16, 32, 64), "m": 64},
}


def round_seconds(n, k, length, m):
    """Seconds of one round over few items, where the tables of pairs cost next to nothing."""
    chains = make_chains(n, m, length, 1, random_state=0).chains
    labels = np.random.default_rng(0).integers(k, size=n)
    model = ChainKMeans(k, init=labels, max_iter=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(chains)
        taken, fitted = least(lambda: model.fit(chains))
    return taken / fitted.n_iter_


def race_rounds():
    """A round by the numbers of chains and clusters and by the length: no peer, slopes alone."""
    for name, told in ROUNDS.items():
        setting = ROUND | told
        sizes = setting[name]
        times = [round_seconds(**{**setting, name: size}) for size in sizes]
        slope = f"time ~ {name}^{log_slope(sizes, times):.2f} over {sizes}"
        rest = ", ".join(f"{key} = {value:,}" for key, value in setting.items() if key != name)
        yield row(f"A round of chain k-means, {rest}", f"{name} = {sizes[-1]}", times[-1],
                  "no library clusters chains", None, slope)  # fmt: skip


def rows():
    """All races."""
    yield from race_start()
    yield from race_distance()
    yield from race_swaps()
    yield from race_chains()
    yield from race_rounds()
