r"""Distributions that factorise along a forest.

.. math:: P(\mathbf x)=\prod_iP_i(x_i)\prod_{(i,j)\in E}\frac{P_{ij}(x_i,x_j)}{P_i(x_i)P_j(x_j)}

Tan, Anandkumar and Willsky (2011), section 2, equation (1).
"""

from itertools import pairwise

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_list,
    check_memory,
    check_real,
    check_rng,
    read_only,
)

from ..trees.pairs import check_codes
from .tables import TOLERANCE, check_table, table_information

__all__ = ["ForestDistribution", "binary_forest", "check_forest"]


def _rooted(edges, d):
    """Nodes in an order in which parents come first, the parent of each, the edge to it.

    Raises a ``ValueError`` if the edges run in a circle.
    """
    beside = [[] for _ in range(d)]
    for e, (i, j) in enumerate(edges.tolist()):
        beside[i].append((j, e))
        beside[j].append((i, e))
    parent = np.full(d, -1)
    edge = np.full(d, -1)
    order = []
    seen = np.zeros(d, dtype=bool)
    for root in range(d):
        todo = [] if seen[root] else [root]
        while todo:
            node = todo.pop()
            seen[node] = True
            order.append(node)
            for other, e in beside[node]:
                if e == edge[node]:  # the way back up is no cycle
                    continue
                if seen[other] or parent[other] >= 0:
                    raise ValueError("edges must be those of a forest, got a cycle")
                parent[other] = node
                edge[other] = e
                todo.append(other)
    return order, parent, edge


def check_forest(edges, d, name="edges"):
    """Return the edges of a forest on ``d`` nodes, the smaller node first, or say what is wrong."""
    edges = np.asarray(edges)
    if not edges.size:
        return np.zeros((0, 2), dtype=np.int64)
    edges = check_array(edges, name, shape=(None, 2), dtype=np.int64, low=0)
    if (edges >= d).any() or (edges[:, 0] == edges[:, 1]).any():
        raise ValueError(f"{name} must join two of the nodes 0, ..., {d - 1}")
    edges = np.sort(edges, axis=1)
    _rooted(edges, d)
    return edges


class ForestDistribution:
    r"""A law of discrete variables that factorises along the edges of a forest.

    Parameters
    ----------
    edges : array_like of int, shape (k, 2)
        The forest; may be empty.
    marginals : list of array_like
        The probabilities of the states of each variable.
    tables : list of array_like
        The joint probabilities of the two ends of each edge; the smaller node has the rows.

    Attributes
    ----------
    edges : ndarray of int, shape (k, 2)
        The smaller node first.
    marginals, tables : tuple of ndarray
    n_states : ndarray of int, shape (d,)

    Raises
    ------
    ValueError
        If the edges have a cycle, probabilities do not add up to one, or a table does not have the
        marginals of its ends.

    Notes
    -----
    Source: Tan, Anandkumar and Willsky (2011), equation (1).

    Examples
    --------
    >>> P = binary_forest(3, [(0, 1)], crossover=0.3)
    >>> P.log_prob([[0, 0, 1]]).round(4).tolist()
    [-1.743]
    """

    def __init__(self, edges, marginals, tables):
        marginals = check_list(marginals, "marginals")
        self.marginals = tuple(check_table(m, "marginals", 1).copy() for m in marginals)
        given = np.asarray(edges)
        self.edges = check_forest(edges, len(self.marginals))
        self.tables = tuple(
            check_table(t, "tables").copy() for t in check_list(tables, "tables", min_length=0)
        )
        if len(self.tables) != len(self.edges):
            raise ValueError(f"tables must be one an edge, {len(self.edges)}: {len(self.tables)}")
        if given.size and (given[:, 0] > given[:, 1]).any():
            raise ValueError("edges must name the smaller node first, which has the table's rows")
        self.n_states = np.array([len(m) for m in self.marginals])
        for (i, j), table in zip(self.edges, self.tables):
            self._check_ends(i, j, table)
        self._order, self._parent, self._edge = _rooted(self.edges, len(self.marginals))
        read_only(self.edges, self.n_states, *self.marginals, *self.tables)

    def _check_ends(self, i, j, table):
        if table.shape != (self.n_states[i], self.n_states[j]):
            raise ValueError(f"tables must fit marginals: edge ({i}, {j}) has shape {table.shape}")
        gap = np.abs(table.sum(axis=1) - self.marginals[i]).max()
        gap = max(gap, np.abs(table.sum(axis=0) - self.marginals[j]).max())
        if gap > TOLERANCE:
            raise ValueError(f"tables must have the marginals of their ends: ({i}, {j}) does not")

    def informations(self):
        """Mutual information of the ends of each edge, shape (k,)."""
        return np.array([table_information(table) for table in self.tables])

    def pair_table(self, i, j):
        """Joint probabilities of any two variables: the channels along the path between them.

        Parameters
        ----------
        i, j : int
            Different variables.

        Returns
        -------
        ndarray, shape (r_i, r_j)

        Notes
        -----
        Cost: O(l r³) for a path of l edges. Variables of different trees are independent.
        """
        d = len(self.marginals)
        i = check_count(i, "i", high=d - 1)
        j = check_count(j, "j", high=d - 1)
        if i == j:
            raise ValueError(f"i and j must be different variables, got {i}")
        path = self._path(i, j)
        if path is None:
            return np.outer(self.marginals[i], self.marginals[j])
        joint = np.diag(self.marginals[i])  # i with itself; each channel then moves one node on
        for here, there in pairwise(path):
            joint = joint @ self._channel(here, there)
        return joint

    def _path(self, i, j):
        """Nodes from i to j, or None if there is no way."""
        up = [i]
        while self._parent[up[-1]] >= 0:
            up.append(self._parent[up[-1]])
        down = [j]
        # the two ways to the root meet at the lowest common ancestor
        while down[-1] not in up:
            if self._parent[down[-1]] < 0:
                return None
            down.append(self._parent[down[-1]])
        return up[: up.index(down[-1])] + down[::-1]

    def _joint_of(self, here, there):
        """The table of an edge with the node ``here`` in its rows."""
        child = there if self._parent[there] == here else here
        table = self.tables[self._edge[child]]
        return table if here < there else table.T  # rows of a table are the smaller node's states

    def _channel(self, here, there):
        """Probabilities of ``there`` given ``here``; of a state that never comes, even ones."""
        table = self._joint_of(here, there)
        mass = table.sum(axis=1, keepdims=True)
        even = np.full_like(table, 1 / table.shape[1])
        return np.divide(table, mass, out=even, where=mass > 0)

    def log_prob(self, X):
        """Logarithm of the probability of each row of codes.

        Parameters
        ----------
        X : array_like of int, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
            Minus infinity for a row that never comes.
        """
        X = check_codes(X, self.n_states)[0]
        total = np.zeros(len(X))
        with np.errstate(divide="ignore"):
            for node in self._order:
                above = self._parent[node]
                if above < 0:
                    total += np.log(self.marginals[node])[X[:, node]]
                else:
                    total += np.log(self._channel(above, node))[X[:, above], X[:, node]]
        return total

    def sample(self, n_samples, random_state=None):
        """Draw rows, from the roots down.

        Parameters
        ----------
        n_samples : int
        random_state : int, Generator or None

        Returns
        -------
        ndarray of int, shape (n_samples, d)
        """
        n = check_count(n_samples, "n_samples", low=1)
        rng = check_rng(random_state)
        X = np.empty((n, len(self.marginals)), dtype=np.int64)
        for node in self._order:
            above = self._parent[node]
            level = rng.random(n)
            if above < 0:
                steps = np.cumsum(self.marginals[node])[:-1]
                X[:, node] = np.searchsorted(steps, level, side="right")
                continue
            steps = np.cumsum(self._channel(above, node), axis=1)[:, :-1]
            # inversion for all rows at once: states whose running sum is passed
            X[:, node] = np.count_nonzero(level[:, None] >= steps[X[:, above]], axis=1)
        return X

    def joint(self):
        """The probabilities of all joint states, one axis a variable; small forests only."""
        check_memory(8.0 * np.prod(self.n_states.astype(float)) * (len(self.n_states) + 2), "joint")
        states = np.indices(self.n_states).reshape(len(self.n_states), -1).T
        return np.exp(self.log_prob(states)).reshape(self.n_states)


def binary_forest(n_nodes, edges, crossover=0.3, share=0.5):
    """A forest of zeros and ones that all have the same law, each edge with the same channel.

    Parameters
    ----------
    n_nodes : int
    edges : array_like of int, shape (k, 2)
        The forest; may be empty.
    crossover : float
        Probability that the two ends of an edge differ; with share 1/2 a binary symmetric channel.
    share : float
        Probability of a one.

    Returns
    -------
    ForestDistribution

    Raises
    ------
    ValueError
        If no table has these ends: the crossover is above twice the rarer state's share.

    Examples
    --------
    >>> binary_forest(3, [(0, 1)]).tables[0].tolist()
    [[0.35, 0.15], [0.15, 0.35]]
    """
    n_nodes = check_count(n_nodes, "n_nodes", low=1)
    share = check_real(share, "share", low=0, high=1, open_low=True, open_high=True)
    crossover = check_real(crossover, "crossover", low=0, high=2 * min(share, 1 - share))
    edges = check_forest(edges, n_nodes)
    half = crossover / 2
    table = np.array([[1 - share - half, half], [half, share - half]])
    law = np.array([1 - share, share])
    return ForestDistribution(edges, [law] * n_nodes, [table] * len(edges))
