r"""``LatentTree``: a tree with edge lengths, some of whose nodes nobody observed.

.. math:: d_{kl}=\sum_{(i,j)\in\mathrm{Path}(k,l)}d_{ij}

Choi, Tan, Anandkumar and Willsky (2011), section 2.1 and equation (12).
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_instance, read_only

__all__ = ["LatentTree", "check_tree"]


@njit
def _walk(edges, order, parent, by):
    """Visit all nodes from node 0: each with its parent and the edge to it. How many are reached.

    A walk that comes back to a node has met a cycle, and says -1.
    """
    n = len(order)
    # counts of edges, summed up: starts[v] to starts[v + 1] are the edges of node v
    degree = np.zeros(n + 1, dtype=np.int64)
    for a, b in edges:
        degree[a + 1] += 1
        degree[b + 1] += 1
    # the edges of each node side by side, in one array: no lists in compiled code
    starts = np.cumsum(degree)
    place = starts[:-1].copy()
    ends = np.empty(2 * len(edges), dtype=np.int64)
    for e in range(len(edges)):
        for node in edges[e]:
            ends[place[node]] = e
            place[node] += 1
    seen = np.zeros(n, dtype=np.bool_)
    seen[0] = True
    order[0] = 0
    parent[0] = -1
    by[0] = -1
    found = 1
    for step in range(n):
        if step == found:
            break
        node = order[step]
        for at in range(starts[node], starts[node + 1]):
            e = ends[at]
            if e == by[node]:
                continue
            # breadth first: order is queue and result in one
            other = edges[e, 0] + edges[e, 1] - node  # the other end, whichever it is
            if seen[other]:
                return -1
            seen[other] = True
            order[found] = other
            parent[other] = node
            by[other] = e
            found += 1
    return found


@njit
def _add_up(order, parent, by, lengths, D):
    """Lengths of all paths: a new node is as far from the others as its parent, and one edge."""
    for step in range(1, len(order)):
        node = order[step]
        for before in range(step):
            other = order[before]
            # in the order of the walk the parent's row is complete before its child's begins
            total = D[parent[node], other] + lengths[by[node]]
            D[node, other] = total
            D[other, node] = total


@dataclass(frozen=True, eq=False)
class LatentTree:
    """A tree over observed and hidden nodes, with the length of each edge.

    Nodes 0, ..., ``n_observed - 1`` are observed, those after them hidden.

    Parameters
    ----------
    n_observed : int
        At least 1.
    edges : array_like of int, shape (k, 2)
        The tree's edges; it has k + 1 nodes.
    lengths : array_like, shape (k,), optional
        Information distances along the edges, not negative; by default 1 each.

    Raises
    ------
    ValueError
        If the edges do not form a tree on nodes 0, ..., k, or k + 1 < ``n_observed``.

    Notes
    -----
    Source: Choi, Tan, Anandkumar and Willsky (2011), section 2.1.

    Examples
    --------
    >>> tree = LatentTree(3, [(0, 3), (1, 3), (2, 3)], [0.5, 0.25, 1.0])
    >>> tree.n_hidden, float(tree.path_lengths()[0, 2])
    (1, 1.5)
    """

    n_observed: int
    edges: np.ndarray
    lengths: np.ndarray = None

    def __post_init__(self):
        m = check_count(self.n_observed, "n_observed", low=1)
        edges = self.edges
        if np.size(edges) == 0 and isinstance(edges, (list, tuple, np.ndarray)):
            edges = np.empty((0, 2), dtype=np.int64)
        edges = check_array(edges, "edges", shape=(None, 2), dtype=np.int64, low=0)
        lengths = np.ones(len(edges)) if self.lengths is None else self.lengths
        lengths = check_array(lengths, "lengths", shape=(len(edges),), low=0)
        n = len(edges) + 1
        if n < m or (edges >= n).any():
            raise ValueError(
                f"edges must join nodes 0, ..., {n - 1}, at least n_observed = {m} of them, "
                f"got {len(edges)} edges up to node {edges.max(initial=0)}"
            )
        order = np.empty(n, dtype=np.int64)
        parent = np.empty(n, dtype=np.int64)
        by = np.empty(n, dtype=np.int64)
        if _walk(plain_layout(edges), order, parent, by) != n:
            raise ValueError("edges must form one tree: they hold a cycle")
        edges = edges.copy()
        lengths = lengths.copy()
        read_only(edges, lengths, order, parent, by)
        for name, value in (("n_observed", m), ("edges", edges), ("lengths", lengths),
                            ("_order", order), ("_parent", parent), ("_by", by)):  # fmt: skip
            object.__setattr__(self, name, value)

    @property
    def n_nodes(self):
        """Observed and hidden nodes."""
        return len(self.edges) + 1

    @property
    def n_hidden(self):
        """Hidden nodes."""
        return self.n_nodes - self.n_observed

    @property
    def parents(self):
        """Parent of each node when node 0 is the root, -1 for it; shape (n_nodes,)."""
        return self._parent

    @property
    def parent_edges(self):
        """Number of the edge to each node's parent, -1 for the root; shape (n_nodes,)."""
        return self._by

    @property
    def order(self):
        """All nodes, each after its parent; shape (n_nodes,)."""
        return self._order

    @property
    def degrees(self):
        """Number of neighbours of each node; shape (n_nodes,)."""
        return np.bincount(self.edges.ravel(), minlength=self.n_nodes)

    @property
    def is_minimal(self):
        """Whether each hidden node has three neighbours or more (condition C1)."""
        return bool((self.degrees[self.n_observed :] >= 3).all())

    def neighbors(self):
        """List the neighbours of each node.

        Returns
        -------
        list of list of int
        """
        around = [[] for _ in range(self.n_nodes)]
        for a, b in self.edges.tolist():
            around[a].append(b)
            around[b].append(a)
        return around

    def path_lengths(self, lengths=None):
        """Sum the lengths along the path between each two nodes.

        Parameters
        ----------
        lengths : array_like, shape (n_nodes - 1,), optional
            Others than the tree's own; ones count edges.

        Returns
        -------
        ndarray, shape (n_nodes, n_nodes)

        Notes
        -----
        Cost: O(n_nodes²).
        """
        if lengths is None:
            lengths = self.lengths
        lengths = check_array(lengths, "lengths", shape=self.lengths.shape)
        D = np.zeros((self.n_nodes, self.n_nodes))
        _add_up(self._order, self._parent, self._by, plain_layout(lengths), D)
        return D

    def distances(self):
        """Return the path lengths between observed nodes, what the algorithms are given.

        Returns
        -------
        ndarray, shape (n_observed, n_observed)
        """
        m = self.n_observed
        return self.path_lengths()[:m, :m].copy()

    def correlations(self):
        """Return the correlations of the observed nodes of a Gaussian tree, all positive.

        Returns
        -------
        ndarray, shape (n_observed, n_observed)

        Notes
        -----
        The product of the edges' correlations exp(-length) along each path (8), (12).
        """
        return np.exp(-self.distances())


def check_tree(value, name, n_observed=None):
    """Return ``value`` if it is a ``LatentTree``, with so many observed nodes; or raise."""
    check_instance(value, name, LatentTree)
    if n_observed is not None and value.n_observed != n_observed:
        raise ValueError(
            f"{name} must have {n_observed} observed nodes, got one with {value.n_observed}"
        )
    return value
