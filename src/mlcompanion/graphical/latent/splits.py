r"""Trees compared, contracted and mapped to their observed nodes.

Each edge of a tree divides the observed nodes in two: a *split*. Two minimal trees are equal if and
only if their splits are.

Choi, Tan, Anandkumar and Willsky (2011), sections 2.1, 5.2 (Definition 7, Lemma 8), 6.2 and 7.1;
Robinson and Foulds (1981).
"""

import numpy as np

from mlcompanion._validation import check_real

from .tree import LatentTree, check_tree

__all__ = [
    "contract_edges",
    "effective_depth",
    "merge_surrogates",
    "robinson_foulds",
    "splits_of",
    "surrogate_nodes",
]


#: A correlation of 0.9.
_LIMIT = float(-np.log(0.9))


def splits_of(tree):
    """The division of the observed nodes by each edge, as whole numbers whose bits are nodes.

    Parameters
    ----------
    tree : LatentTree

    Returns
    -------
    list of int, length n_nodes - 1
        For each edge the observed nodes on the side without node 0: bit j stands for node j.

    Notes
    -----
    Cost: O(n_nodes) operations on numbers of ``n_observed`` bits.

    Examples
    --------
    >>> [bin(s) for s in splits_of(LatentTree(4, [(0, 4), (1, 4), (4, 5), (2, 5), (3, 5)]))]
    ['0b1110', '0b10', '0b1100', '0b100', '0b1000']
    """
    check_tree(tree, "tree")
    m = tree.n_observed
    # sets of observed nodes as bits of a whole number: a union is one operation
    below = [1 << node for node in range(m)] + [0] * tree.n_hidden
    parent = tree.parents.tolist()
    by = tree.parent_edges.tolist()
    splits = [0] * len(by[1:])
    for node in tree.order[:0:-1].tolist():  # children before parents
        below[parent[node]] |= below[node]
        splits[by[node]] = below[node]
    return splits


def robinson_foulds(a, b):
    """The number of splits that only one of two trees has.

    Parameters
    ----------
    a, b : LatentTree
        With the same observed nodes.

    Returns
    -------
    int
        0 if and only if the trees are equal, up to the names of hidden nodes, when both are
        minimal.

    Notes
    -----
    It is the least number of contractions and expansions of edges that lead from one to the other.
    Cost: O(n_nodes). Source: Robinson and Foulds (1981); section 7.1.

    Examples
    --------
    >>> star = LatentTree(4, [(0, 4), (1, 4), (2, 4), (3, 4)])
    >>> robinson_foulds(star, LatentTree(4, [(0, 4), (1, 4), (4, 5), (2, 5), (3, 5)]))
    1
    """
    check_tree(a, "a")
    check_tree(b, "b", a.n_observed)
    return len(set(splits_of(a)) ^ set(splits_of(b)))


def contract_edges(tree, limit=_LIMIT):
    """Merge hidden nodes with neighbours that are closer than a limit, the closest first.

    Parameters
    ----------
    tree : LatentTree
    limit : float
        Edges below it that have a hidden end are contracted; the other end keeps its name. The
        default is a correlation of 0.9, the source's.

    Returns
    -------
    LatentTree

    Notes
    -----
    Two observed nodes are never merged. Cost: O(n log n) for n nodes. Source: section 6.2.

    Examples
    --------
    >>> tree = LatentTree(3, [(0, 3), (1, 3), (2, 3)], [0.01, 0.5, 0.4])
    >>> contract_edges(tree).edges.tolist()
    [[1, 0], [2, 0]]
    """
    check_tree(tree, "tree")
    limit = check_real(limit, "limit", low=0)
    m = tree.n_observed
    # the closest first: an observed node takes in its nearest hidden ones
    short = np.flatnonzero(tree.lengths < limit)
    name = _merge(tree, short[np.argsort(tree.lengths[short], kind="stable")])
    return _renamed(tree, name, m)


def _merge(tree, edges):
    """A representative of each node once these edges are contracted: observed where there is one.

    As the smaller number stands for both, an observed node does so before a hidden one.
    """
    name = list(range(tree.n_nodes))

    def find(node):
        while name[node] != node:
            node = name[node]
        return node

    for a, b in tree.edges[edges].tolist():
        first, second = sorted((find(a), find(b)))
        if second >= tree.n_observed:  # else both stand for observed nodes, which stay apart
            name[second] = first
    return np.array([find(node) for node in range(tree.n_nodes)])


def _renamed(tree, name, m):
    """The tree of the representatives; hidden ones get the next numbers."""
    kept = np.unique(name)
    ends = np.searchsorted(kept, name[tree.edges])
    stay = ends[:, 0] != ends[:, 1]
    return LatentTree(m, ends[stay], tree.lengths[stay])


def surrogate_nodes(tree):
    """The observed node nearest to each node.

    Parameters
    ----------
    tree : LatentTree

    Returns
    -------
    ndarray of int, shape (n_nodes,)
        An observed node is its own; of equally near ones the first.

    Notes
    -----
    Cost: O(n_nodes²). Source: Definition 7.

    Examples
    --------
    >>> surrogate_nodes(LatentTree(3, [(0, 3), (1, 3), (2, 3)], [0.5, 0.2, 0.4])).tolist()
    [0, 1, 2, 1]
    """
    check_tree(tree, "tree")
    m = tree.n_observed
    nearest = np.argmin(tree.path_lengths()[:, :m], axis=1)
    nearest[:m] = np.arange(m)
    return nearest


def merge_surrogates(tree):
    """Merge every hidden node into its surrogate: the minimum spanning tree of the distances.

    Parameters
    ----------
    tree : LatentTree

    Returns
    -------
    ndarray of int, shape (n_observed - 1, 2)
        The edges that are left, the smaller node first, sorted.

    Notes
    -----
    Source: Lemma 8 (i) and (ii).

    Examples
    --------
    >>> merge_surrogates(LatentTree(3, [(0, 3), (1, 3), (2, 3)], [0.5, 0.2, 0.4])).tolist()
    [[0, 1], [1, 2]]
    """
    ends = np.sort(surrogate_nodes(tree)[tree.edges], axis=1)
    return np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)


def effective_depth(tree):
    """How many edges the hidden node deepest inside is away from its closest observed one.

    Parameters
    ----------
    tree : LatentTree

    Returns
    -------
    int
        0 if no node is hidden.

    Notes
    -----
    Source: equation (1).

    Examples
    --------
    >>> effective_depth(LatentTree(3, [(0, 3), (1, 3), (2, 3)]))
    1
    """
    check_tree(tree, "tree")
    m = tree.n_observed
    hops = tree.path_lengths(np.ones(len(tree.lengths)))
    return int(hops[m:, :m].min(axis=1).max(initial=0))
