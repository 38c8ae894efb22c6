"""The heaviest branching of a directed graph: Edmonds's algorithm on the matrix of weights.

Edmonds (1967), in the form of Tarjan (1977) for dense graphs: a path is grown backwards by best
incoming edges, and a cycle that closes becomes one node.
"""

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_square

__all__ = ["edmonds_branching"]


class _Contraction:
    """The graph while cycles become single nodes; node ``d`` is a root above all others."""

    def __init__(self, W, roots):
        d = len(W)
        self.weight = np.full((d + 1, d + 1), -np.inf)
        self.weight[:d, :d] = W
        self.weight[d, :d] = roots
        np.fill_diagonal(self.weight, -np.inf)
        # which edge of the graph as given stands behind the edge between two nodes of today
        self.source = np.repeat(np.arange(d + 1)[:, None], d + 1, axis=1)
        self.target = np.repeat(np.arange(d + 1)[None, :], d + 1, axis=0)
        self.alive = np.ones(d + 1, dtype=bool)
        self.label = list(range(d + 1))  # the name of what stands at a place: a cycle has a new one
        self.above = {}  # name -> name of the cycle that it went into
        self.members = {}  # name of a cycle -> names in it
        self.chosen = {}  # name -> its edge, as the graph was given

    def choose(self, v):
        """Take the heaviest edge into ``v``; return where it comes from."""
        u = int(np.argmax(self.weight[:, v]))  # some edge there is: the root above has one to all
        self.chosen[self.label[v]] = (int(self.source[u, v]), int(self.target[u, v]))
        return u

    def contract(self, cycle):
        """Make one node of a cycle, at the place of its first node."""
        kept, *rest = cycle
        inside = np.array(cycle)
        paid = self.weight[:, inside].max(axis=0)  # an edge into the cycle replaces one of its own
        # what an edge into the cycle brings beyond the one that it drives out
        entering = self.weight[:, inside] - paid
        best = np.argmax(entering, axis=1)
        rows = np.arange(len(self.weight))
        self.source[:, kept] = self.source[rows, inside[best]]
        self.target[:, kept] = self.target[rows, inside[best]]
        leaving = self.weight[inside]
        out = np.argmax(leaving, axis=0)
        self.source[kept] = self.source[inside[out], rows]
        self.target[kept] = self.target[inside[out], rows]
        self.weight[:, kept] = entering[rows, best]
        self.weight[kept] = leaving[out, rows]
        self.weight[inside, kept] = -np.inf
        self.weight[kept, inside] = -np.inf
        self.alive[rest] = False
        self.weight[rest] = -np.inf
        self.weight[:, rest] = -np.inf
        name = len(self.label) + len(self.members)  # cycles made later have larger names
        self.members[name] = [self.label[v] for v in cycle]
        self.above |= dict.fromkeys(self.members[name], name)
        self.label[kept] = name

    def expand(self):
        """The parent of each node: the edge into a cycle replaces that of the node it ends in."""
        # outer cycles first: they decide where inner ones break
        for name in sorted(self.members, reverse=True):
            edge = self.chosen[name]
            hit = edge[1]
            while self.above[hit] != name:
                hit = self.above[hit]
            self.chosen[hit] = edge
        d = len(self.weight) - 1
        parent = np.array([self.chosen[v][0] for v in range(d)])
        return np.where(parent == d, -1, parent)


def edmonds_branching(weights, *, spanning=False, root=None):
    """The heaviest branching of a directed graph: each node has one parent at most, no cycle.

    Parameters
    ----------
    weights : array_like, shape (d, d)
        Entry (i, j) is the weight of the edge from i to j; minus infinity where there is none. The
        diagonal is not looked at.
    spanning : bool
        Whether one node alone may be without a parent, whatever that costs: the heaviest spanning
        arborescence. Otherwise an edge of negative weight is never used.
    root : int, optional
        The one node without a parent; asks for ``spanning``.

    Returns
    -------
    ndarray of int, shape (d,)
        The parent of each node, -1 for a root.

    Raises
    ------
    ValueError
        If no spanning arborescence exists.

    Notes
    -----
    Cost: O(d²) time and memory. Source: Edmonds (1967), Tarjan (1977).

    Examples
    --------
    >>> edmonds_branching([[0, 5, 1], [6, 0, 4], [2, 3, 0]]).tolist()
    [1, -1, 1]
    """
    W = check_square(weights, "weights", finite=False).copy()
    if (np.inf == W).any():
        raise ValueError("weights must be finite, or minus infinity where there is no edge")
    np.fill_diagonal(W, -np.inf)
    spanning = check_flag(spanning, "spanning")
    d = len(W)
    if root is not None:
        root = check_count(root, "root", high=d - 1)
        if not spanning:
            raise ValueError("root needs spanning=True")
        W[:, root] = -np.inf
    if spanning:
        # every edge gains so much that one edge more outweighs all else: as many as possible
        present = W[np.isfinite(W)]
        spread = np.ptp(present) if present.size else 0.0
        W += d * (spread + (spread == 0)) - (present.min() if present.size else 0.0)
    parent = _branching(W)
    if spanning and np.count_nonzero(parent < 0) > 1:
        raise ValueError("weights leave some node out of reach: no spanning arborescence")
    return parent


def _branching(W):
    d = len(W)
    graph = _Contraction(W, np.zeros(d))
    done = np.zeros(d + 1, dtype=bool)
    done[d] = True
    for start in range(d):
        path = []
        v = start
        if done[v] or not graph.alive[v]:
            continue
        while not done[v]:
            # the node in today's graph: a cycle stands at the place of its first node
            path.append(v)
            u = graph.choose(v)
            if u in path:
                cycle = path[path.index(u) :]
                del path[path.index(u) :]
                graph.contract(cycle)
                # go on from the cycle, as one node
                u = cycle[0]
            v = u
        done[path] = True
    return graph.expand()
