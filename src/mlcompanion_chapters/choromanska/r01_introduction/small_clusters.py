"""Point sets so small that every clustering, seeding and order can be tried."""

from functools import cache
from itertools import combinations

import numpy as np

from mlcompanion.clustering import (
    DoublingKCenter,
    kmeans_cost,
    kmeans_plusplus,
    lloyd,
    local_search,
)
from mlcompanion.teaching import log_slope

__all__ = [
    "RECTANGLES",
    "best_cost",
    "expected_seeding",
    "rectangle",
    "rectangles",
    "search",
    "seeding_ratios",
]

#: Lengths of the rectangle's long side; the short one is 1.
RECTANGLES = (10, 30, 100, 300, 1000)


def _own_cost(X):
    """Cost of each subset about its own mean, by its bits; shape (2**n,)."""
    n = len(X)
    costs = np.zeros(1 << n)
    for mask in range(1, 1 << n):
        part = X[[i for i in range(n) if mask >> i & 1]]
        costs[mask] = ((part - part.mean(axis=0)) ** 2).sum()
    return costs


def best_cost(X, k):
    """The least k-means cost over all partitions, by dynamic programming over subsets."""
    own = _own_cost(X)
    full = len(own) - 1

    @cache
    def best(mask, parts):
        if mask == 0:
            return 0.0
        if parts == 1:
            return own[mask]
        low = mask & -mask  # the part that holds the first point left
        rest = mask ^ low
        least = np.inf
        sub = rest
        while True:
            least = min(least, own[sub | low] + best(rest ^ sub, parts - 1))
            if sub == 0:
                return least
            sub = (sub - 1) & rest

    return float(best(full, k))


def _distances(X):
    return ((X[:, None] - X[None]) ** 2).sum(axis=2)


def expected_seeding(X, k, uniform=False):
    """The exact expected cost of k seeds, by squared distances or uniform, over all sequences."""
    D = _distances(X)
    n = len(X)
    if uniform:
        return float(np.mean([D[list(c)].min(axis=0).sum() for c in combinations(range(n), k)]))

    @cache
    def expected(seeds, left):
        near = D[list(seeds)].min(axis=0)
        if left == 0 or near.sum() == 0:
            return near.sum()
        chances = near / near.sum()
        return sum(
            chances[i] * expected(tuple(sorted((*seeds, i))), left - 1)
            for i in np.flatnonzero(chances)
        )

    return float(np.mean([expected((i,), k - 1) for i in range(n)]))


def _radius(D, k):
    """The least k-centre radius with centres among the points."""
    return min(np.sqrt(D[list(c)].min(axis=0).max()) for c in combinations(range(len(D)), k))


def _points(number, rng):
    n = int(rng.integers(6, 11))
    d = 1 + number % 2
    k = 2 + number % 3
    if number % 4 == 0:
        X = rng.normal(size=(n, d))
    elif number % 4 == 1:  # groups
        X = 10 ** rng.uniform(0, 3) * rng.normal(size=(k, d))[rng.integers(k, size=n)]
        X = X + rng.normal(size=(n, d))
    elif number % 4 == 2:  # one far point beside many near ones
        X = rng.normal(size=(n, d))
        X[0] += 10 ** rng.uniform(1, 4)
    else:
        X = np.cumprod(1 + 3 * rng.random((n, d)), axis=0)
    return X, k


def search(seed, sets=25, orders=20):
    """Violations of the bounds of seeding and of the doubling algorithm over random sets."""
    rng = np.random.default_rng(seed)
    found = dict.fromkeys(("sets", "viol_pp", "viol_uniform", "viol_doubling"), 0)
    worst = 0.0
    for number in range(sets):
        X, k = _points(number, rng)
        bound = 8 * (np.log(k) + 2) * best_cost(X, k) * (1 + 1e-9)
        expected = expected_seeding(X, k)
        worst = max(worst, 8 * (np.log(k) + 2) * expected / bound)
        found["sets"] += 1
        found["viol_pp"] += int(expected > bound)
        found["viol_uniform"] += int(expected_seeding(X, k, uniform=True) > bound)
        least = _radius(_distances(X), k)
        for _ in range(orders):
            model = DoublingKCenter(k).fit(X[rng.permutation(len(X))])
            reached = np.sqrt(((X[:, None] - model.cluster_centers_) ** 2).sum(2).min(1).max())
            found["viol_doubling"] += int(reached > 8 * least * (1 + 1e-9))
    return found | {"worst_pp": float(worst)}


def rectangle(length):
    """The four corners, and the start in which Lloyd's algorithm stays."""
    X = np.array([[0.0, 0.0], [0.0, 1.0], [length, 0.0], [length, 1.0]])
    return X, np.array([[length / 2, 0.0], [length / 2, 1.0]])


def rectangles():
    """Lloyd's cost over the optimum by length: its slope; and the seeding's largest ratio."""
    ratios = []
    seeded = []
    for length in RECTANGLES:
        X, start = rectangle(length)
        best = best_cost(X, 2)
        ratios.append(kmeans_cost(X, lloyd(X, 2, start)) / best)
        seeded.append(expected_seeding(X, 2) / best)
    slope = log_slope(np.array(RECTANGLES), np.array(ratios))
    return {"lloyd_slope": float(slope), "pp_rectangle": float(max(seeded))}


def seeding_ratios(seed, points=1000, d=15, k=25):
    """Costs over that of Lloyd's algorithm from the true centres: one draw of 25 groups."""
    rng = np.random.default_rng(seed)
    centres = 10 * rng.normal(size=(k, d))
    X = centres[rng.integers(k, size=points)] + rng.normal(size=(points, d))
    truth = kmeans_cost(X, lloyd(X, k, centres))
    pp = kmeans_plusplus(X, k, rng)
    uniform = X[rng.choice(points, k, replace=False)]
    moved = local_search(X, k, 25, init=pp, random_state=rng)
    costs = {
        "pp": kmeans_cost(X, pp),
        "uniform": kmeans_cost(X, uniform),
        "lloyd_pp": kmeans_cost(X, lloyd(X, k, pp)),
        "lloyd_uniform": kmeans_cost(X, lloyd(X, k, uniform)),
        "local": kmeans_cost(X, lloyd(X, k, moved)),
    }
    return {name: float(cost / truth) for name, cost in costs.items()}
