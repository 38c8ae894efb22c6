"""Small checks of what section 6.3 and 6.4 state: codes, bounds on what merging costs, a tail."""

from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import minimize
from scipy.stats import binom

from mlcompanion.graphical.graph_regression import mean_gap_bound, merged_excess
from mlcompanion.graphical.partitions import code_length_bound, prefix_code_length

__all__ = [
    "code_sums",
    "covariance_pairs",
    "excess_by_search",
    "hoeffding_cases",
    "leaf_counts",
    "mean_pairs",
    "random_covariance",
]


@cache
def leaf_counts(room):
    """Numbers of dyadic trees with 1, 2, ... leaves, side k halved at most ``room[k]`` times."""
    counts = {1: 1}
    for k, left in enumerate(room):
        if left:
            part = leaf_counts((*room[:k], left - 1, *room[k + 1 :]))
            for (a, x), (b, y) in product(part.items(), repeat=2):
                counts[a + b] = counts.get(a + b, 0) + x * y
    return counts


def labelled_trees(d, most):
    """Numbers of ordered binary trees whose cuts have one of d labels, by leaves up to ``most``."""
    counts = {1: 1}
    for m in range(2, most + 1):
        counts[m] = d * sum(counts[a] * counts[m - a] for a in range(1, m))
    return counts


def code_sums():
    """Sums of 2 to the minus code length, for four families and d = 10, with and without labels.

    Returns
    -------
    with_label, without : list of float
        Five each; the last is d = 10, trees of up to 60 leaves.
    broken : int
        Trees of the small families whose code is longer than the bound.
    """
    families = [(d, leaf_counts((level,) * d)) for d, level in ((1, 3), (2, 1), (2, 2), (3, 1))]
    families.append((10, labelled_trees(10, 60)))
    with_label = []
    without = []
    broken = 0
    for d, counts in families:
        sums = [(count, prefix_code_length(m, d), 3 * m - 1) for m, count in counts.items()]
        with_label.append(float(sum(count * 2.0**-bits for count, bits, _ in sums)))
        without.append(float(sum(count * 2.0**-bits for count, _, bits in sums)))
        if d < 10:
            over = [prefix_code_length(m, d) > code_length_bound(m, d) for m in counts]
            broken += sum(count for count, bad in zip(counts.values(), over) if bad)
    return with_label, without, broken


def excess_by_search(shares, means, covariances):
    """Excess risk of one normal law for two cells, by a generic optimiser over both parameters.

    The precision is the square of a triangular matrix; the gradient is written out.
    """
    p = means.shape[1]
    below = np.tril_indices(p)
    total = shares.sum()

    def loss(values):
        mean = values[:p]
        half = np.zeros((p, p))
        half[below] = values[p:]
        off = means - mean
        moments = np.einsum("m,mjk->jk", shares, covariances) + (shares[:, None] * off).T @ off
        diagonal = np.diag(half)
        if (diagonal <= 0).any():
            return np.inf, np.zeros(len(values))
        value = np.trace(half.T @ moments @ half) - 2 * total * np.log(diagonal).sum()
        slope = 2 * moments @ half - np.diag(2 * total / diagonal)
        by_mean = -2 * half @ half.T @ (shares @ off)
        return value, np.r_[by_mean, slope[below]]

    start = np.r_[shares @ means / total, np.eye(p)[below]]
    found = minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-9})
    own = sum(s * (p + np.linalg.slogdet(S)[1]) for s, S in zip(shares, covariances))
    return float(found.fun - own)


def random_covariance(p, rng):
    """A covariance matrix with eigenvalues between 1/4 and 4 in random directions."""
    basis = np.linalg.qr(rng.normal(size=(p, p)))[0]
    return (basis * 4.0 ** rng.uniform(-1, 1, p)) @ basis.T


def mean_pairs(pairs=1000, seed=0):
    """Excess risk of merging cells that differ in mean, and both bounds, by the optimiser."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(pairs):
        p = int(rng.choice([1, 2, 5]))
        S = random_covariance(p, rng)
        shares = rng.uniform(0.05, 0.5, 2)
        way = rng.normal(size=p)
        c3 = 10.0 ** rng.uniform(-1, 2)
        means = np.stack([np.zeros(p), way * np.sqrt(c3) / np.linalg.norm(way)])
        c1 = 1 / np.linalg.eigvalsh(S)[-1]
        excess = excess_by_search(shares, means, np.stack([S, S]))
        bounds = [
            mean_gap_bound(c1, shares.min(), c3, printed=printed) for printed in (True, False)
        ]
        rows.append((excess, *bounds))
    return np.array(rows)


def covariance_pairs(pairs=1000, equal=100, seed=0):
    """Excess risk over c2 times the determinant gap; the last ``equal`` pairs are equally likely.

    Each is also compared with the closed form: the largest difference comes second.
    """
    rng = np.random.default_rng(seed)
    ratios = []
    apart = 0.0
    for i in range(pairs + equal):
        p = int(rng.choice([1, 2, 5]))
        S = np.stack([random_covariance(p, rng) for _ in range(2)])
        shares = np.full(2, 0.25) if i >= pairs else rng.uniform(0.05, 0.5, 2)
        means = np.zeros((2, p))
        excess = excess_by_search(shares, means, S)
        apart = max(apart, abs(excess - merged_excess(shares, means, S)))
        logs = np.linalg.slogdet(np.stack([*S, S.mean(axis=0)]))[1]
        ratios.append(excess / (shares.min() * (2 * logs[2] - logs[0] - logs[1])))
    return np.array(ratios), apart


def hoeffding_cases():
    """Exact two-sided tails of a cell's share of rows, the printed bound, and the right one."""
    rows = []
    for n, chance, quarter in product(
        (50, 200, 1000), (1 / 2, 1 / 4, 1 / 64), (0.02, 0.05, 0.1, 0.2)
    ):
        eps = 4 * quarter
        counts = np.arange(n + 1)
        far = np.abs(counts / n - chance) > quarter + 1e-12
        tail = binom.pmf(counts[far], n, chance).sum()
        rows.append((tail, 2 * np.exp(-2 * n * eps**2), 2 * np.exp(-n * eps**2 / 8)))
    return np.array(rows)
