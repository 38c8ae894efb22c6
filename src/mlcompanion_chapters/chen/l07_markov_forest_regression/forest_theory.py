"""Statements of section 7.2 and the sign of section 7.3, checked by summing over all states.

Nothing here uses the estimators that the statements are about, except where it says so.
"""

from itertools import combinations, product

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, rel_entr, xlogy

from mlcompanion.graphical.forests import ChowLiuForest, binary_forest, forest_projection
from mlcompanion.graphical.partitions import cell_forest, random_forest_edges

__all__ = [
    "all_forests",
    "consistency_laws",
    "excess_risks",
    "forest_counts",
    "optimal_forest_checks",
    "population_signs",
    "split_signs",
]


def all_forests(d):
    """Edge sets without a cycle on d nodes, and the product of the sizes of each one's trees."""
    pairs = list(combinations(range(d), 2))
    for chosen in product((False, True), repeat=len(pairs)):
        part = list(range(d))
        edges = [pair for pair, taken in zip(pairs, chosen) if taken]
        for i, j in edges:
            if part[i] == part[j]:
                break
            part = [part[i] if p == part[j] else p for p in part]
        else:
            sizes = [part.count(p) for p in set(part)]
            yield edges, int(np.prod(sizes))


def forest_counts(sizes):
    """How many forests there are on d nodes, and how many with a marked node in every tree."""
    free = []
    rooted = []
    for d in sizes:
        marks = [count for _, count in all_forests(d)]
        free.append(len(marks))
        rooted.append(sum(marks))
    return free, rooted


def _marginal(joint, kept):
    """Marginal of a joint table, in its place among the axes."""
    return joint.sum(axis=tuple(set(range(joint.ndim)) - set(kept)), keepdims=True)


def _forest_density(joint, edges):
    """Equation (7.1) with a law's own marginals, as a table over all states."""
    density = np.ones(joint.shape)
    for u in range(joint.ndim):
        density = density * _marginal(joint, (u,))
    for u, v in edges:
        density = (
            density * _marginal(joint, (u, v)) / _marginal(joint, (u,)) / _marginal(joint, (v,))
        )
    return density


def _entropy(table):
    return -xlogy(table, table).sum()


def _information(joint, u, v):
    ends = _entropy(_marginal(joint, (u,))) + _entropy(_marginal(joint, (v,)))
    return ends - _entropy(_marginal(joint, (u, v)))


def _searched(joint, edges, rng):
    """Smallest divergence over all laws of a forest, by a search over roots and channels."""
    d = joint.ndim
    beside = {u: [] for u in range(d)}
    for u, v in edges:
        beside[u].append(v)
        beside[v].append(u)
    arrows = []  # parent (or None) and child, parents first
    reached = set()
    for root in range(d):
        todo = [] if root in reached else [(None, root)]
        while todo:
            above, node = todo.pop()
            reached.add(node)
            arrows.append((above, node))
            todo += [(node, v) for v in beside[node] if v not in reached]
    shapes = [(1 if u is None else joint.shape[u], joint.shape[v]) for u, v in arrows]
    ends = np.cumsum([a * b for a, b in shapes])
    target = [
        _marginal(joint, (v,)).reshape(shape) if u is None else _rows_by(joint, u, v)
        for (u, v), shape in zip(arrows, shapes)
    ]
    entropy = _entropy(joint)

    def divergence(point):
        # the mean of log q is a sum over nodes: log-probabilities of the channels, weighed by p
        value = -entropy
        slope = []
        for block, shape, weight in zip(np.split(point, ends[:-1]), shapes, target):
            logs = log_softmax(block.reshape(shape), axis=1)
            value -= (weight * logs).sum()
            slope.append((weight.sum(axis=1, keepdims=True) * np.exp(logs) - weight).ravel())
        return value, np.concatenate(slope)

    start = rng.normal(size=ends[-1])
    found = minimize(divergence, start, jac=True, method="BFGS", options={"gtol": 1e-9})
    return float(found.fun)


def _rows_by(joint, u, v):
    pair = _marginal(joint, (u, v)).reshape(joint.shape[min(u, v)], joint.shape[max(u, v)])
    return pair if u < v else pair.T


def optimal_forest_checks(tables, searched, seed=0):
    """Every forest of random laws of 3 to 5 variables against the heaviest spanning tree.

    Returns
    -------
    dict
        ``worse``, ``identity``, ``norm``, ``opt`` as the chapter's claim names them, and
        ``forests``, the number of forests on five nodes.
    """
    rng = np.random.default_rng(seed)
    worse = 0
    identity = 0.0
    norm = 0.0
    opt = -np.inf
    forests = {d: [edges for edges, _ in all_forests(d)] for d in (3, 4, 5)}
    for number in range(tables):
        d = 3 + number % 3
        shape = rng.integers(2, 4, d)
        joint = rng.dirichlet(np.full(np.prod(shape), 0.5)).reshape(shape)
        joint = 0.99 * joint + 0.01 / joint.size
        alone = sum(_entropy(_marginal(joint, (u,))) for u in range(d)) - _entropy(joint)
        weight = {(u, v): _information(joint, u, v) for u, v in combinations(range(d), 2)}
        far = []
        for edges in forests[d]:
            density = _forest_density(joint, edges)
            far.append(rel_entr(joint, density).sum())
            norm = max(norm, abs(density.sum() - 1))
            identity = max(identity, abs(far[-1] - alone + sum(weight[e] for e in edges)))
        tree = rel_entr(joint, forest_projection(joint).joint()).sum()
        worse += min(far) < tree - 1e-10
        if number < searched:
            best = forests[d][int(np.argmin(far))]
            opt = max(opt, min(far) - _searched(joint, best, rng))
    return {"worse": worse, "identity": identity, "norm": norm, "opt": opt,
            "forests": len(forests[5])}  # fmt: skip


def consistency_laws(seed=0):
    """Laws of binary variables that are no forests: on a cycle of 6, and on a grid of 2 by 4."""
    rng = np.random.default_rng(seed)
    grid = [(i, i + 1) for i in (0, 1, 2, 4, 5, 6)] + [(i, i + 4) for i in range(4)]
    laws = []
    for d, edges in ((6, [(i, (i + 1) % 6) for i in range(6)]), (8, grid)):
        spins = 2 * np.indices([2] * d) - 1
        energy = sum(rng.normal() * spins[i] * spins[j] for i, j in edges)
        laws.append(np.exp(energy) / np.exp(energy).sum())
    return laws


def excess_risks(law, sizes, repeats, beta=0.5, seed=0):
    """Divergence of the learned forest minus that of the best one; a row a sample size."""
    d = law.ndim
    states = np.indices(law.shape).reshape(d, -1)
    marks = np.stack([states == 0, states == 1], axis=1).reshape(2 * d, -1).astype(float)
    best = rel_entr(law, forest_projection(law).joint()).sum()
    rng = np.random.default_rng([seed, d])
    found = np.empty((len(sizes), repeats))
    for row, n in zip(found, sizes):
        for run in range(repeats):
            counts = (marks * rng.multinomial(n, law.ravel())) @ marks.T
            # "held-out rows" of all states, weighed by the law: their loss is the cross entropy
            fit = cell_forest(counts, (marks * law.ravel()) @ marks.T, np.arange(0, 2 * d, 2),
                              [n**-beta])  # fmt: skip
            row[run] = fit.loss - _entropy(law) - best
    return found


def population_signs(models, seed=0):
    """How often the printed risk prefers the empty forest, and the one with the minus the true."""
    rng = np.random.default_rng(seed)
    printed = 0
    minus = 0
    for _ in range(models):
        edges = random_forest_edges(6, random_state=rng).tolist()
        edges = edges[: int(rng.integers(1, len(edges) + 1))]
        joint = binary_forest(6, edges, crossover=0.8).joint()
        printed_true = (joint * np.log(_forest_density(joint, edges))).sum()
        printed_empty = (joint * np.log(_forest_density(joint, []))).sum()
        printed += printed_true > printed_empty
        minus += -printed_true < -printed_empty
    return int(printed), int(minus)


def split_signs(samples, n, seed=0):
    """How often the true split lowers the held-out risk: as printed, and with the minus."""
    rng = np.random.default_rng(seed)
    printed = 0
    minus = 0
    for _ in range(samples):
        laws = [
            binary_forest(6, random_forest_edges(6, random_state=rng).tolist(), crossover=0.8)
            for _ in range(2)
        ]
        x, held_x = rng.random((2, n))
        Y, held_Y = (_two_regions(z, laws, rng) for z in (x, held_x))
        inside = [np.ones(n, bool), x <= 0.5, x > 0.5]
        held_inside = [np.ones(n, bool), held_x <= 0.5, held_x > 0.5]
        risks = [
            ChowLiuForest(0.5, smoothing=2, n_states=2).fit(Y[a]).score_samples(held_Y[b]).sum() / n
            for a, b in zip(inside, held_inside)
        ]
        decrease = risks[0] - risks[1] - risks[2]
        printed += decrease > 0
        minus += decrease < 0
    return int(printed), int(minus)


def _two_regions(x, laws, rng):
    Y = np.empty((len(x), 6), dtype=int)
    for inside, law in zip((x <= 0.5, x > 0.5), laws):
        Y[inside] = law.sample(np.count_nonzero(inside), rng)
    return Y
