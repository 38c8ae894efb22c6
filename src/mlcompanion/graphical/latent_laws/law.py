r"""The law of discrete variables along a tree with hidden nodes: sums over all hidden states.

.. math:: p(\mathbf x)=p(x_r)\prod_{(i,j)}p(x_j\mid x_i)

Choi, Tan, Anandkumar and Willsky (2011), equation (3) and section 7.3; the sums are the sum-product
algorithm on a rooted tree.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_rng, read_only

from ..latent.tree import LatentTree, check_tree

__all__ = ["LatentTreeLaw", "expected_counts", "initial_law", "tree_codes"]


@njit
def _upward(codes, tree, root, tables, up, message):
    """Probability of the row's codes below each node, given its state; the row's log-probability.

    Both kinds of numbers are scaled node by node, so that none underflows.
    """
    order, parent, by = tree
    # codes have one entry an observed node; nodes from m on are hidden
    m = len(codes)
    K = len(root)
    for node in range(len(order)):
        for k in range(K):
            # hidden nodes may have any state; an observed one has that of its code
            up[node, k] = 1.0 if node >= m or codes[node] == k else 0.0
    log_scale = 0.0
    # children come after their parents in the order: backwards, all of them have spoken
    for step in range(len(order) - 1, -1, -1):
        node = order[step]
        size = up[node].max()
        # no state explains what lies below: the row has probability 0
        if size == 0:
            return -np.inf
        for k in range(K):
            up[node, k] /= size
        log_scale += np.log(size)
        if step:
            for a in range(K):
                total = 0.0
                for b in range(K):
                    # what the node tells its parent: the sum over its own states
                    total += tables[by[node], a, b] * up[node, b]
                message[node, a] = total
                up[parent[node], a] *= total
    total = 0.0
    for k in range(K):
        total += root[k] * up[order[0], k]
    return log_scale + np.log(total) if total > 0 else -np.inf


@njit
def _downward(tree, root, tables, up, message, belief, counts):
    """Probability of each node's states given the row; joint ones are added to the counts."""
    order, parent, by = tree
    K = len(root)
    top = order[0]
    total = 0.0
    for k in range(K):
        belief[top, k] = root[k] * up[top, k]
        total += belief[top, k]
    for k in range(K):
        belief[top, k] /= total
    for step in range(1, len(order)):
        node = order[step]
        above = parent[node]
        e = by[node]
        belief[node] = 0.0
        for a in range(K):
            if belief[above, a] > 0:
                # the parent's belief without what this child told it: up counts that below
                share = belief[above, a] / message[node, a]
                for b in range(K):
                    joint = share * tables[e, a, b] * up[node, b]
                    counts[e, a, b] += joint
                    belief[node, b] += joint


@njit
def expected_counts(X, tree, root, tables):
    """Log-probability of each row, expected counts of root and edges, and beliefs about all nodes.

    With ``tree`` the arrays ``order``, ``parents`` and ``parent_edges`` of a ``LatentTree``. A
    row of probability zero adds nothing, and its beliefs are zero.
    """
    n_nodes = len(tree[0])
    K = len(root)
    up = np.empty((n_nodes, K))
    message = np.empty((n_nodes, K))
    scores = np.empty(len(X))
    beliefs = np.zeros((len(X), n_nodes, K))
    counts = np.zeros(tables.shape)
    for row in range(len(X)):
        scores[row] = _upward(X[row], tree, root, tables, up, message)
        if scores[row] > -np.inf:
            _downward(tree, root, tables, up, message, beliefs[row], counts)
    return scores, counts, beliefs


@njit
def _row_scores(X, tree, root, tables):
    up = np.empty((len(tree[0]), len(root)))
    message = np.empty((len(tree[0]), len(root)))
    scores = np.empty(len(X))
    for row in range(len(X)):
        scores[row] = _upward(X[row], tree, root, tables, up, message)
    return scores


@njit
def _draw(tree, root, tables, uniform, X):
    """Ancestral sampling: one uniform number a node and row."""
    order, parent, by = tree
    K = len(root)
    for row in range(len(X)):
        for step in range(len(order)):
            node = order[step]
            law = root if step == 0 else tables[by[node], X[row, parent[node]]]
            # inverse transform: walk along the law until the level is used up
            level = uniform[row, node] * law.sum()
            state = 0
            while state < K - 1 and level >= law[state]:
                level -= law[state]
                state += 1
            X[row, node] = state


@dataclass(frozen=True, eq=False)
class LatentTreeLaw:
    """Joint law of observed and hidden variables with K states each, along a tree.

    Parameters
    ----------
    tree : LatentTree
    root : array_like, shape (K,)
        Probabilities of the states of node 0.
    tables : array_like, shape (n_nodes - 1, K, K)
        For each edge of the tree, states of its end nearer to node 0 in rows: probabilities of the
        other end's states given it.

    Raises
    ------
    ValueError
        If probabilities are negative or do not sum to one.

    Notes
    -----
    Source: equation (3).

    Examples
    --------
    >>> law = LatentTreeLaw(LatentTree(2, [(0, 1)]), [0.5, 0.5], [[[0.9, 0.1], [0.2, 0.8]]])
    >>> np.exp(law.log_prob([[0, 1]])).round(3).tolist()
    [0.05]
    """

    tree: LatentTree
    root: np.ndarray
    tables: np.ndarray

    def __post_init__(self):
        check_tree(self.tree, "tree")
        root = check_array(self.root, "root", ndim=1, min_rows=2, low=0, high=1)
        K = len(root)
        shape = (len(self.tree.edges), K, K)
        tables = self.tables if len(self.tree.edges) else np.empty(shape)
        tables = check_array(tables, "tables", shape=shape, low=0, high=1)
        for name, sums in (("root", root.sum()), ("tables", tables.sum(axis=2))):
            if np.abs(sums - 1).max(initial=0) > 1e-6:
                raise ValueError(f"{name} must hold probabilities that sum to one")
        root = root.copy()
        tables = np.ascontiguousarray(tables).copy()
        read_only(root, tables)
        object.__setattr__(self, "root", root)
        object.__setattr__(self, "tables", tables)

    @property
    def n_states(self):
        """K, the number of states of every variable."""
        return len(self.root)

    @property
    def n_params(self):
        """Free probabilities: K - 1 of the root, K (K - 1) an edge."""
        K = self.n_states
        return (K - 1) * (1 + K * len(self.tree.edges))

    @property
    def _walk(self):
        return self.tree.order, self.tree.parents, self.tree.parent_edges

    def log_prob(self, X):
        """Logarithm of the probability of each row, summed over the hidden states.

        Parameters
        ----------
        X : array_like of int, shape (n, n_observed)
            Codes from 0.

        Returns
        -------
        ndarray, shape (n,)

        Notes
        -----
        Cost: O(n n_nodes K²).
        """
        X = tree_codes(X, self.tree, self.n_states)
        return _row_scores(X, self._walk, self.root, self.tables)

    def posterior(self, X):
        """Probabilities of the states of all nodes given each row.

        Parameters
        ----------
        X : array_like of int, shape (n, n_observed)

        Returns
        -------
        ndarray, shape (n, n_nodes, K)
            Zeros for a row of probability zero.
        """
        X = tree_codes(X, self.tree, self.n_states)
        return expected_counts(X, self._walk, self.root, self.tables)[2]

    def impute(self, X, random_state=None):
        """Draw the hidden states jointly, given the observed ones.

        Parameters
        ----------
        X : array_like of int, shape (n, n_observed)
        random_state : int, Generator or None

        Returns
        -------
        ndarray of int, shape (n, n_hidden)
        """
        X = tree_codes(X, self.tree, self.n_states)
        uniform = check_rng(random_state).random((len(X), self.tree.n_nodes))
        return _draw_hidden(X, self._walk, self.root, self.tables, uniform)

    def sample(self, n_samples=1, random_state=None):
        """Draw rows of the observed variables.

        Parameters
        ----------
        n_samples : int
        random_state : int, Generator or None

        Returns
        -------
        ndarray of int, shape (n_samples, n_observed)
        """
        n = check_count(n_samples, "n_samples", low=1)
        uniform = check_rng(random_state).random((n, self.tree.n_nodes))
        X = np.empty((n, self.tree.n_nodes), dtype=np.int64)
        _draw(self._walk, self.root, self.tables, uniform, X)
        return X[:, : self.tree.n_observed].copy()


@njit
def _draw_hidden(X, tree, root, tables, uniform):
    """A state of each hidden node, from the root down, by its law given what is above and below."""
    order, parent, by = tree
    K = len(root)
    m = X.shape[1]
    n_nodes = len(order)
    up = np.empty((n_nodes, K))
    message = np.empty((n_nodes, K))
    state = np.zeros(n_nodes, dtype=np.int64)
    drawn = np.empty((len(X), n_nodes - m), dtype=np.int64)
    law = np.empty(K)
    for row in range(len(X)):
        # first the upward sums of the row, then states from the root down
        _upward(X[row], tree, root, tables, up, message)
        for step in range(n_nodes):
            node = order[step]
            for k in range(K):
                above = root[k] if step == 0 else tables[by[node], state[parent[node]], k]
                # given what is above and all that was seen below: a joint draw, not node by node
                law[k] = above * up[node, k]
            level = uniform[row, node] * law.sum()
            k = 0
            while k < K - 1 and level >= law[k]:
                level -= law[k]
                k += 1
            state[node] = k
            if node >= m:
                drawn[row, node - m] = k
    return drawn


def tree_codes(X, tree, n_states):
    """Return codes of the observed nodes as integers below ``n_states``, or raise."""
    high = n_states - 1
    shape = (None, tree.n_observed)
    return plain_layout(
        check_array(X, "X", shape=shape, min_rows=1, dtype=np.int64, low=0, high=high)
    )


def initial_law(tree, X, n_states, smoothing=1.0):
    """A law to start from: an edge keeps the state with the probability that its length tells.

    Else the state is drawn from the node's own law, for a hidden node that of the observed node
    nearest to it.
    """
    K = n_states
    m = tree.n_observed
    nearest = np.argmin(tree.path_lengths()[:, :m], axis=1)
    counts = np.array([np.bincount(X[:, j], minlength=K) for j in range(m)])
    laws = ((counts + smoothing / K) / (len(X) + smoothing))[nearest]
    tables = np.empty((len(tree.edges), K, K))
    for node in tree.order[1:]:
        e = tree.parent_edges[node]
        # an edge of length 0 would copy its state for ever: EM needs some doubt to move
        # a mixture of copying and drawing afresh: the node's law is kept on every edge
        keep = np.exp(-max(tree.lengths[e], 0.05) / (K - 1))
        tables[e] = keep * np.eye(K) + (1 - keep) * laws[node]
    return LatentTreeLaw(tree, laws[0], tables)
