"""Searches for exceptions: exact distances, the blind class, the spanning tree, the two errata."""

from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import minimum_spanning_tree

from mlcompanion.graphical.latent import (
    LatentTree,
    chow_liu_blind,
    correlation_distance,
    effective_depth,
    learn_latent_tree,
    merge_surrogates,
    random_latent_tree,
    recursive_grouping,
    robinson_foulds,
    surrogate_nodes,
    table_distance,
)
from mlcompanion.graphical.latent_laws import LatentTreeLaw

from .simulated import SHAPES, random_parameters

__all__ = [
    "ExactSearch",
    "additivity_gap",
    "blind_search",
    "exact_search",
    "family_counts",
    "footnote_search",
    "mean_distance_errors",
    "random_trees",
    "spanning_search",
    "theta_errors",
]


def random_trees(count, seed):
    """Random minimal trees of 4 to 60 observed nodes, with largest degree 3 to 8."""
    rng = np.random.default_rng(seed)
    made = 0
    while made < count:
        limit = int(rng.integers(3, 9))
        tree = random_latent_tree(int(rng.integers(5, 90)), rng, max_degree=limit)
        if 4 <= tree.n_observed <= 60 and tree.degrees.max() >= 3:
            made += 1
            yield tree


class ExactSearch(NamedTuple):
    """How many trees each algorithm misses from exact distances.

    Attributes
    ----------
    trees : int
    rg, clrg, clnj : int
    slow : int
        Trees on which RG takes more rounds than the diameter.
    """

    trees: int
    rg: int
    clrg: int
    clnj: int
    slow: int


def exact_search(count, seed=0):
    """Random trees and the source's three, from path lengths and from correlations in turn."""
    missed = dict.fromkeys(("rg", "clrg", "clnj"), 0)
    slow = 0
    trees = [*random_trees(count, seed), *(random_parameters(shape, 0) for shape in SHAPES)]
    for place, tree in enumerate(trees):
        D = tree.distances()
        if place % 2:
            D = correlation_distance(np.exp(-D))
        run = recursive_grouping(D)
        slow += run.n_rounds > tree.path_lengths(np.ones(len(tree.edges))).max()
        for method in missed:
            missed[method] += robinson_foulds(learn_latent_tree(D, method), tree) > 0
    return ExactSearch(len(trees), **missed, slow=int(slow))


def additivity_gap(count, seed=0):
    """Largest relative gap between determinant distance and path sum, 3-state trees.

    The tables of all pairs are sums over the states between, from random conditional tables.
    """
    rng = np.random.default_rng(seed)
    worst = 0.0
    for tree in random_trees(count, seed):
        law = LatentTreeLaw(
            tree, rng.dirichlet(np.ones(3)), rng.dirichlet(np.ones(3), (len(tree.edges), 3))
        )
        tables = _pair_tables(law)
        edges = [table_distance(tables[a][b]) for a, b in tree.edges.tolist()]
        if max(edges) > 12 or min(edges) < 1e-3:
            continue  # nearly independent or equal: the digits are lost before the sum
        sums = LatentTree(tree.n_observed, tree.edges, edges).distances()
        for a in range(tree.n_observed):
            for b in range(a):
                if 1e-3 < sums[a, b] < 12:
                    worst = max(worst, abs(table_distance(tables[a][b]) / sums[a, b] - 1))
    return worst


def _pair_tables(law):
    """Joint tables of all pairs of nodes, by adding one node after its parent."""
    tree = law.tree
    own = {0: law.root}
    tables = {0: {0: np.diag(law.root)}}
    for node in tree.order[1:].tolist():
        parent = int(tree.parents[node])
        step = law.tables[tree.parent_edges[node]]
        own[node] = own[parent] @ step
        tables[node] = {node: np.diag(own[node])}
        for other in list(tables):
            if other != node:
                tables[other][node] = tables[other][parent] @ step
                tables[node][other] = tables[other][node].T
    return tables


def _with_leaves(inner, rng, near):
    """Hidden nodes with leaves: two or three each, the first at once near if ``near``."""
    edges = []
    lengths = []
    m = 0
    leaves = [int(rng.integers(2, 4)) if near else int(rng.integers(0, 3)) for _ in range(inner)]
    links = [(int(rng.integers(0, h)), h) for h in range(1, inner)]
    degrees = np.bincount(np.ravel(links), minlength=inner) if links else np.zeros(1, dtype=int)
    leaves = [max(k, 3 - d) for k, d in zip(leaves, degrees)]
    total = sum(leaves)
    for h, k in enumerate(leaves):
        for leaf in range(k):
            edges.append((m, total + h))
            lengths.append(rng.uniform(0.2, 0.5) if near and leaf == 0 else rng.uniform(0.2, 1.6))
            m += 1
    edges += [(total + a, total + b) for a, b in links]
    lengths += list(
        rng.uniform(0.6, 1.6, len(links)) if near else rng.uniform(0.2, 1.6, len(links))
    )
    return LatentTree(total, edges, lengths)


def _is_blind(tree):
    """Whether all inner nodes are hidden, each beside the observed node nearest to it."""
    m = tree.n_observed
    if (tree.degrees[:m] > 1).any():
        return False
    nearest = surrogate_nodes(tree)
    around = tree.neighbors()
    return all(int(nearest[h]) in around[h] for h in range(m, tree.n_nodes))


def blind_search(count, seed=0):
    """Trees of the blind class that CLBlind misses; outside: trees it misses, and overfills."""
    rng = np.random.default_rng(seed)
    inside = outside = 0
    missed = [0, 0]
    extra = 0
    while inside < count or outside < count:
        near = inside < count
        tree = _with_leaves(int(rng.integers(2, 12)), rng, near)
        blind = _is_blind(tree)
        if blind != near:
            continue
        found = chow_liu_blind(tree.distances())
        wrong = robinson_foulds(found, tree) > 0
        if near:
            inside += 1
            missed[0] += wrong
        else:
            outside += 1
            missed[1] += wrong
            extra += found.n_hidden > tree.n_hidden
    return missed[0], int(extra), missed[1]


def spanning_search(count, seed=1):
    """Lemma 8: trees, wrong contractions, broken paths, broken degree bounds, largest ratio."""
    differ = broken = over = 0
    tight = 0.0
    for tree in random_trees(count, seed):
        ends = minimum_spanning_tree(tree.distances()).nonzero()
        spanning = np.sort(np.column_stack(ends), axis=1)
        differ += {*map(tuple, spanning.tolist())} != {*map(tuple, merge_surrogates(tree).tolist())}
        broken += _path_leaves_surrogate(tree)
        largest = np.bincount(spanning.ravel()).max()
        spread = tree.lengths.max() / tree.lengths.min()
        bound = float(tree.degrees.max()) ** (1 + spread * effective_depth(tree))
        over += largest > bound * (1 + 1e-9)
        tight = max(tight, largest / tree.degrees.max())
    return count, int(differ), int(broken), int(over), float(tight)


def _path_leaves_surrogate(tree):
    """Whether a node between a hidden one and its surrogate has another surrogate."""
    nearest = surrogate_nodes(tree)
    D = tree.path_lengths()
    around = tree.neighbors()
    for h in range(tree.n_observed, tree.n_nodes):
        goal = nearest[h]
        node = h
        while node != goal:
            node = min(around[node], key=lambda other: D[other, goal])
            if nearest[node] != goal:
                return True
    return False


def family_counts(tree):
    """Subsets of the first partition, and the diameter in edges, from the tree itself.

    A family is the leaves of one parent, with the parent if it is observed; other observed nodes
    are alone.
    """
    around = tree.neighbors()
    m = tree.n_observed
    parents = {around[j][0] for j in range(m) if len(around[j]) == 1}
    alone = [j for j in range(m) if len(around[j]) > 1 and j not in parents]
    return len(parents) + len(alone), int(tree.path_lengths(np.ones(len(tree.edges))).max())


def mean_distance_errors(count, seed=0):
    """Equation (24) on exact distances of families with three leaves or more.

    For one child of each family: the sum over its siblings j of the distance plus the mean
    difference, and the printed form, in which j is free behind the sum.

    Returns
    -------
    right : ndarray, shape (count,)
        Errors of the corrected form.
    printed : ndarray, shape (count,)
        Least errors of the printed form over the free j, divided by the true length.
    """
    right = []
    printed = []
    for tree in random_trees(10 * count, seed):
        D = tree.distances()
        around = tree.neighbors()
        m = tree.n_observed
        leaves = [j for j in range(m) if len(around[j]) == 1]
        for h in range(m, len(around)):
            family = [j for j in leaves if around[j][0] == h]
            others = [k for k in range(m) if k not in family]
            if len(family) < 3 or not others or len(right) == count:
                continue
            i = family[0]
            siblings = family[1:]
            at = next(e for e, edge in enumerate(tree.edges.tolist()) if set(edge) == {i, h})
            truth = tree.lengths[at]
            mean = np.array([np.mean(D[i, others] - D[j, others]) for j in siblings])
            half = 0.5 / len(siblings)
            right.append(abs(half * (D[i, siblings] + mean).sum() - truth))
            printed.append(np.abs(half * (D[i, siblings].sum() + mean) - truth).min() / truth)
        if len(right) == count:
            break
    return np.array(right), np.array(printed)


def theta_errors(K, n, repeats, seed=0):
    """Errors of the distance of a pair of symmetric variables: as printed, and with the factor."""
    theta = 0.3 / K
    table = np.full((K, K), theta / K)
    np.fill_diagonal(table, (1 - (K - 1) * theta) / K)
    truth = table_distance(table)
    counts = np.random.default_rng([seed, K, n]).multinomial(n, table.ravel(), repeats)
    differ = 1 - counts.reshape(-1, K, K).trace(axis1=1, axis2=2) / n
    errors = []
    for share in (differ, differ / (K - 1)):
        inside = 1 - K * share
        safe = np.where(inside > 0, inside, 1.0)
        errors.append(np.where(inside > 0, np.abs(-(K - 1) * np.log(safe) - truth), 99.0))
    return truth, errors[0], errors[1]


def _binary_distance(table):
    """Minus the logarithm of the absolute correlation of a 2 x 2 table; its information."""
    a, b = table.sum(axis=1), table.sum(axis=0)
    rho = np.abs(np.linalg.det(table)) / np.sqrt(np.prod(a) * np.prod(b))
    return -np.log(rho), (table * np.log(table / np.outer(a, b))).sum()


def _inversions(tables):
    """Share of pairs in which the smaller distance has the smaller information."""
    d, information = np.array([_binary_distance(t) for t in tables]).T
    pairs = np.triu_indices(len(d), 1)
    gap = (d[:, None] - d)[pairs]
    gain = (information[:, None] - information)[pairs]
    return float(np.mean((np.minimum(np.abs(gap), np.abs(gain)) > 1e-6) & (gap * gain > 0)))


def footnote_search(n_tables, n_stars, seed=0):
    """Inverted pairs of tables, the same of symmetric ones, and stars with two different trees."""
    rng = np.random.default_rng(seed)
    tables = rng.dirichlet(np.ones(4), n_tables).reshape(-1, 2, 2)
    cross = rng.uniform(0.01, 0.49, n_tables)[:, None, None]
    symmetric = 0.5 * ((1 - cross) * np.eye(2) + cross * (1 - np.eye(2)))
    stars = 0
    for _ in range(n_stars):
        root = rng.dirichlet(np.ones(2))
        leaves = rng.dirichlet(np.ones(2), (4, 2))
        D = np.zeros((4, 4))
        information = np.zeros((4, 4))
        for i in range(4):
            for j in range(i):
                joint = leaves[i].T @ np.diag(root) @ leaves[j]
                D[i, j], information[i, j] = _binary_distance(joint)
        by_distance = minimum_spanning_tree(D + D.T)
        by_information = minimum_spanning_tree(
            (9.0 - information - information.T) * (1 - np.eye(4))
        )
        total = (information + information.T)[by_distance.nonzero()].sum()
        best = (information + information.T)[by_information.nonzero()].sum()
        stars += best - total > 1e-6
    return _inversions(tables), _inversions(symmetric), stars
