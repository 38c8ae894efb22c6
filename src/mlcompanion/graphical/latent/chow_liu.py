r"""From the spanning tree of the observed nodes to the latent tree: CLBlind, CLRG, CLNJ.

.. math:: T_{\mathrm{CL}}=\mathrm{MST}(V;\mathbf D),\qquad
    d_{xh}=d_{x,\mathrm{Sg}(h)}-d_{\mathrm{Sg}(h),h}

Choi, Tan, Anandkumar and Willsky (2011), section 5 (Lemma 6, Theorems 9 and 10) and section 6.5.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_count, check_in, check_list, check_real

from ..trees.spanning import maximum_spanning_tree
from .distances import check_distances
from .grouping import distance_limit, exact_rules, group_nodes, relaxed_rules
from .joining import join_neighbors
from .tree import LatentTree

__all__ = [
    "GroupingStep",
    "chow_liu_blind",
    "chow_liu_grouping",
    "distance_tree",
    "grouping_steps",
    "inner_nodes",
]


class GroupingStep(NamedTuple):
    """One step of Chow–Liu grouping.

    Attributes
    ----------
    center : int
        The observed node whose neighbourhood was replaced, -1 for the spanning tree itself.
    members : list of int
        It and its neighbours, what the sub-run was given.
    tree : LatentTree
        The whole tree after the step.
    """

    center: int
    members: list
    tree: LatentTree


def distance_tree(D):
    """The minimum spanning tree of the observed nodes.

    Parameters
    ----------
    D : array_like, shape (m, m)
        Information distances.

    Returns
    -------
    LatentTree
        Without hidden nodes. For Gaussian and for symmetric discrete variables it is the Chow–Liu
        tree; for others, also for unbalanced binary ones, it need not be.

    Notes
    -----
    Cost: O(m²). Source: Lemma 6, equations (17) and (27).

    Examples
    --------
    >>> distance_tree([[0, 1, 3], [1, 0, 2], [3, 2, 0]]).edges.tolist()
    [[0, 1], [1, 2]]
    """
    return _spanning(check_distances(D, "D"))


def _spanning(D):
    edges, weights = maximum_spanning_tree(-D)
    return LatentTree(len(D), edges, np.abs(weights))


def inner_nodes(tree):
    """Nodes with two neighbours or more, those with the most first."""
    degrees = tree.degrees
    order = np.argsort(-degrees, kind="stable")
    return order[degrees[order] >= 2].tolist()


def chow_liu_blind(D):
    """Give every inner node of the spanning tree a hidden node in its place (CLBlind).

    Parameters
    ----------
    D : array_like, shape (m, m)
        Information distances.

    Returns
    -------
    LatentTree
        With edges of length 1: no distance is used beyond the spanning tree.

    Notes
    -----
    Right if all inner nodes of the true tree are hidden and the observed node nearest to each is
    one of its own neighbours. If only the first holds, it has too few hidden nodes, never too many.
    Cost: O(m²). Source: section 5.3, Theorem 9.

    Examples
    --------
    >>> D = [[0, 3, 6, 7], [3, 0, 7, 8], [6, 7, 0, 5], [7, 8, 5, 0]]
    >>> chow_liu_blind(D).edges.tolist()
    [[0, 4], [1, 4], [2, 5], [3, 5], [4, 5]]
    """
    tree = _spanning(check_distances(D, "D"))
    around = {node: set(near) for node, near in enumerate(tree.neighbors())}
    for hidden, node in enumerate(inner_nodes(tree), start=tree.n_observed):
        # the hidden node takes over the neighbours; the observed one becomes its leaf
        around[hidden] = {node, *around[node]}
        for near in around[node]:
            around[near].remove(node)
            around[near].add(hidden)
        around[node] = {hidden}
    edges = [(a, b) for a in around for b in sorted(around[a]) if a < b]
    return LatentTree(tree.n_observed, sorted(edges, key=lambda edge: (edge[1], edge[0])))


@njit
def _local_distances(D, members, surrogate, depth, to_center, floor):
    """Distances among members by way of their surrogates.

    Two hidden nodes with one surrogate are as far as by way of the centre.
    """
    r = len(members)
    local = np.zeros((r, r))
    for a in range(r):
        x = members[a]
        for b in range(a):
            y = members[b]
            if surrogate[x] == surrogate[y]:
                apart = to_center[a] + to_center[b]
            else:
                # hidden nodes lie between their surrogates: what lies beyond them is taken off
                apart = D[surrogate[x], surrogate[y]] - depth[x] - depth[y]
            local[a, b] = max(apart, floor)
            local[b, a] = local[a, b]
    return local


@njit
def _depths(edges, lengths, made, n):
    """Length of the path from node 0 to each node of a small tree."""
    depth = np.full(n, -1.0)
    depth[0] = 0.0
    for _ in range(n):  # edges come in any order: at most n rounds reach every node
        for e in range(made):
            a = edges[e, 0]
            b = edges[e, 1]
            if depth[a] >= 0 and depth[b] < 0:
                depth[b] = depth[a] + lengths[e]
            elif depth[b] >= 0 and depth[a] < 0:
                depth[a] = depth[b] + lengths[e]
    return depth


@njit
def _sub_run(local, by_joining, rules):
    """Learn the tree of one neighbourhood: edges, lengths, and depths below its centre."""
    r = len(local)
    edges = np.empty((2 * r, 2), dtype=np.int64)
    lengths = np.empty(2 * r)
    if by_joining:
        made = join_neighbors(local, 0.0, edges, lengths)
    else:
        made = group_nodes(local, rules, edges, lengths, np.empty(2 * r, dtype=np.int64))[0]
    return edges[:made], lengths[:made], _depths(edges, lengths, made, made + 1)


class _Growing:
    """A tree whose neighbourhoods are replaced one after the other."""

    def __init__(self, D, by_joining, rules):
        # only inner nodes of the spanning tree have neighbourhoods with hidden nodes
        tree = _spanning(D)
        self.D = plain_layout(D)
        self.m = len(D)
        self.by_joining = by_joining
        self.rules = rules
        self.inner = inner_nodes(tree)
        self.around = [{} for _ in range(self.m)]
        for (a, b), length in zip(tree.edges.tolist(), tree.lengths.tolist()):
            self.around[a][b] = length
            self.around[b][a] = length
        most = 2 * self.m
        self.surrogate = np.arange(most)
        self.depth = np.zeros(most)

    def replace(self, center):
        """Learn the latent tree of a closed neighbourhood, and put it in its star's place."""
        star = self.around[center]
        members = [center, *star]
        to_center = np.array([0.0, *star.values()])
        local = _local_distances(
            self.D, np.array(members), self.surrogate, self.depth, to_center, self.rules.floor
        )
        edges, lengths, depths = _sub_run(local, self.by_joining, self.rules)
        r = len(members)
        # local numbers beyond the members are new hidden nodes
        names = members + list(range(len(self.around), len(self.around) + len(depths) - r))
        # hidden nodes of this neighbourhood are reached by its centre
        self._mark(names[r:], center, depths[r:])
        for near in star:
            del self.around[near][center]
        self.around[center] = {}
        self.around.extend({} for _ in names[r:])
        for (a, b), length in zip(edges.tolist(), lengths.tolist()):
            self.around[names[a]][names[b]] = length
            self.around[names[b]][names[a]] = length
        return members

    def _mark(self, hidden, center, depths):
        """Note by which observed node, and how far below it, new hidden nodes are reached."""
        if hidden:
            needed = hidden[-1] + 1
            if needed > len(self.surrogate):
                self.surrogate = np.concatenate([self.surrogate, np.zeros(needed, dtype=np.int64)])
                self.depth = np.concatenate([self.depth, np.zeros(needed)])
            self.surrogate[hidden] = center
            self.depth[hidden] = depths

    def tree(self):
        """The tree as it stands."""
        edges = [(a, b) for a, near in enumerate(self.around) for b in near if a < b]
        lengths = [self.around[a][b] for a, b in edges]
        return LatentTree(self.m, edges, lengths)


def _start(D, sub, n_samples, tolerance, order):
    D = check_distances(D, "D")
    by_joining = check_in(sub, "sub", ("rg", "nj")) == "nj"
    tolerance = check_real(tolerance, "tolerance", low=0, high=1, open_low=True)
    if n_samples is None:
        rules = exact_rules(D, tolerance)
    else:
        rules = relaxed_rules(distance_limit(n_samples))
    growing = _Growing(D, by_joining, rules)
    if order is None:
        return growing, growing.inner
    order = [check_count(node, "order", high=len(D) - 1) for node in check_list(order, "order")]
    if sorted(order) != sorted(growing.inner):
        raise ValueError(
            f"order must hold the inner nodes of the spanning tree, {sorted(growing.inner)}, "
            f"got {order}"
        )
    return growing, order


def grouping_steps(D, sub="rg", *, n_samples=None, tolerance=1e-8, order=None):
    """Yield the tree after each step of Chow–Liu grouping, the spanning tree first.

    Parameters
    ----------
    D : array_like, shape (m, m)
        Information distances.
    sub : {"rg", "nj"}
        What learns the tree of a neighbourhood.
    n_samples : int, optional
        From how many samples the distances are estimated; None if they are exact.
    tolerance : float
        For exact distances, as for :func:`recursive_grouping`.
    order : sequence of int, optional
        The inner nodes of the spanning tree in the order of the steps; by default by falling
        degree.

    Yields
    ------
    GroupingStep

    Notes
    -----
    Source: section 5.4 and Figure 5.

    Examples
    --------
    >>> D = [[0, 3, 6, 7], [3, 0, 7, 8], [6, 7, 0, 5], [7, 8, 5, 0]]
    >>> [(step.center, step.members) for step in grouping_steps(D)]
    [(-1, []), (0, [0, 1, 2]), (2, [2, 3, 4])]
    """
    growing, order = _start(D, sub, n_samples, tolerance, order)
    yield GroupingStep(-1, [], growing.tree())
    for center in order:
        members = growing.replace(center)
        yield GroupingStep(center, members, growing.tree())


def chow_liu_grouping(D, sub="rg", *, n_samples=None, tolerance=1e-8, order=None):
    """Learn a latent tree from the spanning tree, one neighbourhood after the other.

    CLRG with ``sub="rg"``, CLNJ with ``sub="nj"``.

    Parameters
    ----------
    D : array_like, shape (m, m)
        Information distances: symmetric, not negative, zeros on the diagonal.
    sub : {"rg", "nj"}
        What learns the tree of a neighbourhood.
    n_samples : int, optional
        From how many samples the distances are estimated; None if they are exact.
    tolerance : float
        For exact distances, as for :func:`recursive_grouping`.
    order : sequence of int, optional
        The inner nodes of the spanning tree in the order of the steps; by default by falling
        degree.

    Returns
    -------
    LatentTree
        Contract its short edges with :func:`~mlcompanion.graphical.latent.contract_edges`.

    Notes
    -----
    The source leaves the order free; from exact distances each gives the true tree.
    Cost: O(m² + |J| Delta³) for |J| inner nodes of the spanning tree, whose largest degree is
    Delta. Source: section 5.4, Theorem 10; section 6.5.

    Examples
    --------
    >>> D = [[0, 3, 6, 7], [3, 0, 7, 8], [6, 7, 0, 5], [7, 8, 5, 0]]
    >>> chow_liu_grouping(D).edges.tolist()
    [[0, 4], [1, 4], [2, 5], [3, 5], [4, 5]]
    """
    growing, order = _start(D, sub, n_samples, tolerance, order)
    for center in order:
        growing.replace(center)
    return growing.tree()
