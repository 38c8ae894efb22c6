"""Equalities of scores over structures: information form, reversed edges, roots of a tree."""

from itertools import combinations, product

import numpy as np

from mlcompanion.graphical.classifiers import edge_weights, family_score, network_score
from mlcompanion.graphical.classifiers.approximations import ALPHA, BETA, LAMBDA
from mlcompanion.graphical.classifiers.tan import rooted_parents
from mlcompanion.graphical.trees import maximum_spanning_tree

__all__ = [
    "all_trees",
    "information_differences",
    "information_term",
    "random_network",
    "random_rows",
    "reversals",
    "root_differences",
    "tree_wins",
]


def random_rows(n, d, classes, rng):
    """Rows of attributes with 2 to 4 values that depend on the class and on each other."""
    y = rng.integers(0, classes, n)
    states = rng.integers(2, 5, d)
    X = np.empty((n, d), dtype=int)
    for j in range(d):
        noise = rng.integers(0, states[j], n)
        copied = X[:, rng.integers(0, j)] if j else np.zeros(n, dtype=int)
        kept = rng.random(n) < 0.5
        X[:, j] = (noise + kept * (copied + y * rng.integers(0, 2))) % states[j]
    return X, y


def random_network(d, most, rng):
    """Parents of each attribute, up to ``most``, along a random order."""
    order = rng.permutation(d)
    parents = [()] * d
    for place, node in enumerate(order):
        count = min(place, int(rng.integers(0, most + 1)))
        above = rng.choice(order[:place], count, replace=False) if count else []
        parents[node] = tuple(int(p) for p in above)
    return parents


def _entropy(*columns):
    """Joint entropy of columns of codes below 5, in bits."""
    digits = np.column_stack(columns)
    counts = np.bincount(digits @ 5 ** np.arange(digits.shape[1]))
    counts = counts[counts > 0]
    shares = counts / counts.sum()
    return -float(shares @ np.log2(shares))


def _informations(parents, X, y):
    """Sums over attributes of I(X; Pi | C) and of I(X; Pi | C) - I(X; Pi), in bits."""
    given = 0.0
    plain = 0.0
    for i, above in enumerate(parents):
        if above:
            x = X[:, i]
            Pi = X[:, list(above)]
            given += _entropy(x, y) + _entropy(Pi, y) - _entropy(x, Pi, y) - _entropy(y)
            plain += _entropy(x) + _entropy(Pi) - _entropy(x, Pi)
    return given, given - plain


def information_differences(pairs, n=500, d=6, seed=0):
    """Differences between two networks: by counts a row, and of both sums of informations.

    Returns
    -------
    ndarray, shape (pairs, 3)
    """
    rng = np.random.default_rng(seed)
    found = []
    for pair in range(pairs):
        if pair % 20 == 0:
            X, y = random_rows(n, d, 2 + pair // 20 % 2, rng)
        two = [random_network(d, 2, rng) for _ in range(2)]
        score = [network_score(parents, X, y) for parents in two]
        sums = np.array([_informations(parents, X, y) for parents in two])
        found.append([(score[0] - score[1]) / n, *(sums[0] - sums[1])])
    return np.array(found)


def reversals(networks, n=300, d=6, seed=0):
    """Relative changes of equation (24): a covered edge is reversed, and one that is not covered.

    An edge is covered if its ends have the same other parents.
    """
    rng = np.random.default_rng(seed)
    covered = []
    others = []
    while len(covered) < networks:
        if len(covered) % 20 == 0:
            X, y = random_rows(n, d, 2 + len(covered) // 20 % 2, rng)
        parents = random_network(d, 2, rng)
        edges = [(p, i) for i, above in enumerate(parents) for p in above]
        same = [(p, i) for p, i in edges if set(parents[i]) - {p} == set(parents[p])]
        unlike = [e for e in edges if e not in same and _acyclic(_reversed(parents, *e))]
        if same and unlike:
            before = network_score(parents, X, y)
            for edges, changes in ((same, covered), (unlike, others)):
                edge = edges[int(rng.integers(len(edges)))]
                after = network_score(_reversed(parents, *edge), X, y)
                changes.append(abs(after - before) / abs(before))
    return np.array(covered), np.array(others)


def _reversed(parents, p, i):
    changed = list(parents)
    changed[i] = tuple(q for q in parents[i] if q != p)
    changed[p] = (*parents[p], i)
    return changed


def _acyclic(parents):
    placed = set()
    while True:
        free = [i for i, a in enumerate(parents) if i not in placed and placed.issuperset(a)]
        if not free:
            return len(placed) == len(parents)
        placed.update(free)


def all_trees(d):
    """Parents of every labelled tree on d nodes when node 0 is the root, shape (d^(d-2), d)."""
    made = []
    for code in product(range(d), repeat=d - 2):
        degree = 1 + np.bincount(code, minlength=d)
        edges = []
        for node in code:
            leaf = int(np.argmax(degree == 1))
            edges.append((leaf, node))
            degree[leaf] = 0
            degree[node] -= 1
        edges.append(tuple(np.flatnonzero(degree == 1)))
        made.append([a[0] if a else -1 for a in rooted_parents(np.array(edges), d)])
    return np.array(made)


def _pair_counts(X, y, child, parent):
    counts = np.zeros((X[:, parent].max() + 1, y.max() + 1, X[:, child].max() + 1))
    np.add.at(counts, (X[:, parent], y, X[:, child]), 1)
    return counts


def tree_wins(data_sets, n=300, d=6, seed=0):
    """Data sets in which the spanning tree has the largest score among all trees on d nodes."""
    rng = np.random.default_rng(seed)
    trees = all_trees(d)
    wins = 0
    for data_set in range(data_sets):
        X, y = random_rows(n, d, 2 + data_set % 2, rng)
        value = np.zeros((d, d + 1))  # the last column: no parent
        for child in range(d):
            alone = np.zeros((1, y.max() + 1, X[:, child].max() + 1))
            np.add.at(alone, (0, y, X[:, child]), 1)
            value[child, d] = family_score(alone)
            for parent in range(d):
                if parent != child:
                    value[child, parent] = family_score(_pair_counts(X, y, child, parent))
        totals = value[np.arange(d), trees].sum(axis=1)
        edges = maximum_spanning_tree(edge_weights(X, y)).edges
        own = [a[0] if a else -1 for a in rooted_parents(edges, d)]
        wins += value[np.arange(d), own].sum() >= totals.max() - 1e-9 * abs(totals.max())
    return int(wins)


def root_differences(data_sets, classes, n=500, d=5, seed=0, pseudo_count=0.0):
    """Largest relative difference of aCLL among the roots of each tree, from fitted joint tables.

    Returns
    -------
    ndarray, shape (data_sets, d^(d-2))
    """
    rng = np.random.default_rng([seed, classes])
    cells = np.array(list(product((0, 1), repeat=d)))
    found = []
    trees = all_trees(d)
    while len(found) < data_sets:
        y = rng.integers(0, classes, n)
        X = (rng.random((n, d)) < 0.35 + 0.3 * y[:, None] / classes).astype(int)
        X[:, 1:] ^= X[:, :-1] & (rng.random((n, d - 1)) < 0.3)
        tables = [_tables(X, y == c, pseudo_count) for c in range(classes)]
        others = [_tables(X, y != c, pseudo_count * (classes - 1)) for c in range(classes)]
        if min(t[0].min() for t in tables) == 0:
            continue
        seen = np.array(
            [[np.sum((X[y == c] == x).all(axis=1)) for x in cells] for c in range(classes)]
        )
        found.append([_spread(tree, tables, others, cells, seen) for tree in trees])
    return np.array(found)


def _tables(X, inside, pseudo_count):
    """Frequencies of pairs (parent, child) in some rows, and of single columns."""
    Z = X[inside]
    d = X.shape[1]
    pairs = np.full((d, d, 2, 2), float(pseudo_count))
    for i, j in combinations(range(d), 2):
        np.add.at(pairs[i, j], (Z[:, i], Z[:, j]), 1)
        pairs[j, i] = pairs[i, j].T
    pairs[range(d), range(d)] = 1.0  # of a column with itself nothing is asked
    single = np.stack([np.bincount(z, minlength=2) for z in Z.T]) + pseudo_count
    given = pairs / pairs.sum(axis=3, keepdims=True)
    return pairs, given, single / single.sum(axis=1, keepdims=True), len(Z) / len(X)


def _spread(tree, tables, others, cells, seen):
    """aCLL from joint tables for each root of one tree: relative distance of the extremes."""
    d = len(tree)
    edges = np.array([(p, i) for i, p in enumerate(tree) if p >= 0])
    values = []
    for root in range(d):
        parents = rooted_parents(edges, d, root)
        total = 0.0
        for own, other, rows in zip(tables, others, seen):
            log_u = _log_law(parents, own, cells)
            log_v = _log_law(parents, other, cells)
            total += rows @ ((ALPHA + BETA) * log_u - BETA * (log_u - log_v))
        values.append(total)
    return (max(values) - min(values)) / abs(np.mean(values))


def _log_law(parents, fitted, cells):
    """Binary logarithm of the law of a class on all cells."""
    _, given, single, share = fitted
    total = np.full(len(cells), np.log2(share))
    for i, above in enumerate(parents):
        if above:
            total += np.log2(given[above[0], i][cells[:, above[0]], cells[:, i]])
        else:
            total += np.log2(single[i][cells[:, i]])
    return total


def information_term(tables, n=300, seed=0):
    """The second sum of equation (24), times -beta lambda, and N I(C; X | Pi), for random tables.

    Returns
    -------
    ndarray, shape (tables, 2)
    """
    rng = np.random.default_rng(seed)
    found = []
    for table in range(tables):
        X, y = random_rows(n, 2, 2 + table % 2, rng)
        counts = _pair_counts(X, y, 0, 1)
        term = family_score(counts) - (ALPHA + BETA) * family_score(counts, "ll")
        x = X[:, 0]
        Pi = X[:, 1]
        told = _entropy(y, Pi) + _entropy(x, Pi) - _entropy(y, x, Pi) - _entropy(Pi)
        found.append((term, n * told))
    return np.array(found) * [[1.0, -BETA * LAMBDA]]
