r"""Tree-structured groups of variables: any two groups are nested or disjoint.

A group is a node of a forest with everything below it. Jenatton et al. (2011), Definition 1 and
section 3.5: children come before parents in the order of the proximal operator.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_list, check_real

from .._groups import check_labels, check_members

__all__ = ["TreeGroups", "TreeLayout"]


@njit
def _preorder(parent):
    """Nodes so that a parent comes right before its first child's whole subtree; -1 if cyclic."""
    n = len(parent)
    child = np.full(n + 1, -1)
    sibling = np.full(n, -1)
    # linked lists of children, built backwards so that a list rises
    for g in range(n - 1, -1, -1):  # child[n] holds the roots
        sibling[g] = child[parent[g]]
        child[parent[g]] = g
    order = np.full(n, -1)
    stack = np.empty(n, np.int64)
    depth = 0
    seen = 0
    g = child[n]
    while g >= 0:
        order[seen] = g
        seen += 1
        if sibling[g] >= 0:  # remembered for when the subtree of g is done
            stack[depth] = sibling[g]
            depth += 1
        if child[g] >= 0:
            g = child[g]
        elif depth > 0:
            depth -= 1
            g = stack[depth]
        else:
            g = -1
    return order, seen


@njit
def _subtree_ends(parent):
    """One past the last node of each subtree, for a parent array in preorder."""
    end = np.arange(1, len(parent) + 1)
    for g in range(len(parent) - 1, -1, -1):
        # backwards, so that a subtree's end is complete before it is handed up
        if parent[g] >= 0 and end[g] > end[parent[g]]:
            end[parent[g]] = end[g]
    return end


class TreeLayout(NamedTuple):
    """A tree whose nodes are numbered from the root down, each before all that hang from it.

    The variables of a node, and of all below it, then stand side by side.

    Attributes
    ----------
    place : ndarray of int, shape (n_groups,)
        Number of each node of the caller's.
    parent : ndarray of int, shape (n_groups,)
        Number of the node above, -1 for a root.
    end : ndarray of int, shape (n_groups,)
        One more than the last number of the subtree.
    first : ndarray of int, shape (n_groups + 1,)
        First place of the node's own variables.
    variables : ndarray of int, shape (n_features,)
        The caller's variable at each place.
    rank : ndarray of int, shape (n_features,)
        The place of each of the caller's variables.
    weights : ndarray, shape (n_groups,)
    """

    place: np.ndarray
    parent: np.ndarray
    end: np.ndarray
    first: np.ndarray
    variables: np.ndarray
    rank: np.ndarray
    weights: np.ndarray


class TreeGroups:
    r"""A forest of groups; a node's group is what hangs at or below it.

    Parameters
    ----------
    parent : array_like of shape (n_groups,), int
        Parent of each node, -1 for a root. Any numbering of the nodes will do.
    node : array_like of shape (n_features,), int, optional
        Node at which each variable hangs; default variable j at node j. A node may carry several
        variables or none.
    weights : array_like of shape (n_groups,), optional
        :math:`\omega_g`, not negative; default 1. Weight 0 leaves a group unpenalised.

    Attributes
    ----------
    n_groups, n_features : int
    order : ndarray of shape (n_groups,)
        Nodes in the order :math:`\preceq`, children before their parents.
    depth : ndarray of shape (n_groups,)
        1 for a root.
    layout : TreeLayout
        The same nodes numbered from the root down, as solvers walk them.

    Raises
    ------
    ValueError
        If ``parent`` is not a forest, a variable hangs at no node, or a weight is negative.

    Notes
    -----
    Inside, nodes are numbered in preorder and variables sorted by node, so that every group is one
    slice and children have larger numbers than parents. Cost: O(n_groups + n_features log
    n_features) once.
    Source: Jenatton et al. (2011), Definition 1.

    Examples
    --------
    >>> tree = TreeGroups([-1, 0, 0, 1, 2, 2])  # the paper's Figure 2
    >>> [g.tolist() for g in tree.groups()]
    [[0, 1, 2, 3, 4, 5], [1, 3], [2, 4, 5], [3], [4], [5]]
    """

    def __init__(self, parent, node=None, weights=None):
        parent = check_array(parent, "parent", ndim=1, min_rows=1, dtype=np.int64)
        n = len(parent)
        self.parent = check_array(parent, "parent", low=-1, high=n - 1, dtype=np.int64)
        self.n_groups = n
        node = np.arange(n) if node is None else node
        self.node = check_array(node, "node", ndim=1, min_rows=1, dtype=np.int64, low=0)
        if self.node.max() >= n:
            raise ValueError(f"node must hold numbers of nodes of parent, 0 to {n - 1}")
        self.n_features = len(self.node)
        weights = np.ones(n) if weights is None else weights
        self.weights = check_array(weights, "weights", shape=(n,), low=0).copy()
        self._number_in_preorder()

    def _number_in_preorder(self):
        before, seen = _preorder(self.parent)
        if seen < self.n_groups:
            raise ValueError("parent must be a forest: it has a cycle")
        place = np.empty(self.n_groups, dtype=np.int64)
        # place is the inverse of the permutation before: from the caller's number to the preorder
        # one
        place[before] = np.arange(self.n_groups)
        above = self.parent[before]
        # parents follow into the new numbers; roots keep -1
        parent = np.where(above >= 0, place[above], -1)
        end = _subtree_ends(parent)
        # stable: variables of one node keep the caller's order
        variables = np.argsort(place[self.node], kind="stable")
        counts = np.bincount(place[self.node], minlength=self.n_groups)
        # first[g]: where node g's variables begin; a group is first[g] to first[end[g]]
        first = np.concatenate(([0], np.cumsum(counts)))
        # argsort of a permutation is its inverse
        rank = np.argsort(variables)
        self.layout = TreeLayout(place, parent, end, first, variables, rank, self.weights[before])
        self.order = before[::-1].copy()  # children before parents

    def __repr__(self):
        return f"TreeGroups({self.n_groups} groups, {self.n_features} variables)"

    @property
    def depth(self):
        """Number of nodes from the root to each node."""
        depth = np.ones(self.n_groups, dtype=int)
        for g, above in enumerate(self.layout.parent):
            if above >= 0:
                depth[g] = depth[above] + 1
        return depth[self.layout.place]

    def group(self, g):
        """Variables at and below node ``g``, ascending."""
        g = self.layout.place[check_count(g, "g", high=self.n_groups - 1)]
        # a subtree is a range of nodes, and so its variables are one slice
        begin, end = self.layout.first[[g, self.layout.end[g]]]
        return np.sort(self.layout.variables[begin:end])

    def subtree(self, g):
        """Node ``g`` and all nodes below it, ascending."""
        g = self.layout.place[check_count(g, "g", high=self.n_groups - 1)]
        return np.sort(self.order[::-1][g : self.layout.end[g]])

    def groups(self):
        """All groups, as a list of index arrays in the numbering of ``parent``."""
        return [self.group(g) for g in range(self.n_groups)]

    def work(self):
        """Total size of all groups: the cost of visiting every variable of every group."""
        return int(np.sum(self.layout.first[self.layout.end] - self.layout.first[:-1]))

    def repeated(self, k):
        """The same tree where each variable stands for ``k`` consecutive ones (a matrix row)."""
        k = check_count(k, "k", low=1)
        return TreeGroups(self.parent, np.repeat(self.node, k), self.weights)

    def with_free(self):
        """The same forest and one more variable, the last, that is not penalised (an intercept)."""
        return TreeGroups(
            np.append(self.parent, -1),
            np.append(self.node, self.n_groups),
            np.append(self.weights, 0.0),
        )

    def is_rooted(self, support):
        """Whether a boolean support is closed upwards: a variable only with all its ancestors.

        Rule (1) of the source, node by node: a node is in use if a variable at it is; nodes
        without variables do not count.
        """
        support = check_array(support, "support", shape=(self.n_features,), dtype=bool)
        used = np.zeros(self.n_groups, dtype=bool)
        used[self.layout.place[self.node[support]]] = True
        counts = np.diff(self.layout.first) > 0
        open_above = np.ones(self.n_groups, dtype=bool)  # all nodes above, with variables, in use
        for g, above in enumerate(self.layout.parent):
            if above >= 0:
                open_above[g] = open_above[above] and (used[above] or not counts[above])
        return bool(np.all(open_above[used]))

    # -- ways to build one ---------------------------------------------------------------------

    @classmethod
    def flat(cls, n_features):
        """Every variable alone: the l1 norm."""
        return cls(np.full(check_count(n_features, "n_features", low=1), -1))

    @classmethod
    def balanced(cls, branching, weights=None):
        """A tree with one variable a node; a node of depth k has ``branching[k - 1]`` children.

        ``balanced((10, 2))`` has 1 + 10 + 20 nodes, in order of depth.
        """
        parent = [-1]
        level = [0]
        for width in check_list(branching, "branching", min_length=0):
            width = check_count(width, "branching", low=1)
            start = len(parent)
            parent += [g for g in level for _ in range(width)]
            level = list(range(start, len(parent)))
        return cls(parent, weights=weights)

    @classmethod
    def sparse_group(cls, labels, group_weight=1.0, single_weight=1.0):
        r"""Disjoint groups and all singletons: the sparse group lasso (section 2.2.1).

        Parameters
        ----------
        labels : array_like of shape (n_features,), int
            Group of each variable, not negative; the groups stand in the order of their labels.
        group_weight, single_weight : float
            :math:`\lambda` of the groups and :math:`\lambda'` of the absolute values.

        Raises
        ------
        ValueError
            If a label or a weight is negative.
        """
        labels, n_groups = check_labels(labels, "labels")
        group_weight = check_real(group_weight, "group_weight", low=0)
        single_weight = check_real(single_weight, "single_weight", low=0)
        parent = np.concatenate([np.full(n_groups, -1), labels])
        weights = np.repeat([group_weight, single_weight], [n_groups, len(labels)])
        return cls(parent, n_groups + np.arange(len(labels)), weights)

    @classmethod
    def from_groups(cls, groups, weights=None):
        """Build the forest from index sets, or say which two neither nest nor are disjoint.

        Parameters
        ----------
        groups : sequence of sequences of int
            Definition 1: nested or disjoint, no two equal; together they cover 0, …, p - 1.
        weights : array_like, optional
            One weight a group.
        """
        groups = [np.sort(g) for g in check_members(groups, "groups")]
        p = 1 + max(int(g[-1]) for g in groups)
        inner = np.full(p, -1)
        parent = np.full(len(groups), -1)
        # from the largest: a group's parent is then the last one that claimed its members
        for number in sorted(range(len(groups)), key=lambda k: -len(groups[k])):
            holders = np.unique(inner[groups[number]])  # smallest larger group of each member
            same = holders[0] >= 0 and len(groups[holders[0]]) == len(groups[number])
            if len(holders) > 1 or same:
                raise ValueError(f"groups: number {number} is equal to, or crosses, another")
            parent[number] = holders[0]
            inner[groups[number]] = number
        if (inner < 0).any():
            raise ValueError("groups must cover every variable")
        return cls(parent, inner, weights)

    @classmethod
    def from_linkage(cls, linkage, weights=None):
        """Tree of a hierarchical clustering (SciPy's linkage matrix): variables are the leaves.

        Raises
        ------
        ValueError
            If a row of ``linkage`` does not join two clusters that stand alone until then.
        """
        linkage = check_array(linkage, "linkage", shape=(None, 4), min_rows=1)
        p = len(linkage) + 1
        parent = np.full(2 * p - 1, -1)
        merges = check_array(linkage[:, :2], "linkage", dtype=np.int64, low=0, high=2 * p - 3)
        if (
            len(np.unique(merges)) < merges.size
            or (merges.max(axis=1) >= p + np.arange(p - 1)).any()
        ):
            raise ValueError("linkage must join two clusters a row, each of them once")
        # row k of a linkage makes cluster p + k
        parent[merges[:, 0]] = parent[merges[:, 1]] = p + np.arange(p - 1)
        return cls(parent, np.arange(p), weights)

    @classmethod
    def quadtree(cls, size, levels):
        """Wavelet coefficients of a ``size`` by ``size`` image, as :func:`wavelet2` lays them out.

        Coefficient (r, c) has the parent (r // 2, c // 2) of its orientation; the coarsest details
        are roots and the coarse approximation is left free (weight 0).
        """
        levels = check_count(levels, "levels", low=1)
        if check_count(size, "size", low=2) % 2**levels:
            raise ValueError(f"size must be a multiple of 2**levels = {2**levels}, got {size}")
        r, c = np.divmod(np.arange(size * size), size)
        coarse = size >> levels
        # the ring of coarse <= max(r, c) < 2 coarse holds the coarsest details, the roots
        outer = np.maximum(r, c)
        # halving both indices leads to the parent in the same orientation's next coarser block
        parent = np.where(outer < 2 * coarse, -1, (r // 2) * size + c // 2)
        return cls(parent, weights=np.where(outer < coarse, 0.0, 1.0))
