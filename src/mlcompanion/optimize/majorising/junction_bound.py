r"""The quadratic above a log-partition function that is a sum over all states of many variables.

Choromanska (2014), section 2.2.4, Algorithm 3, with the increments of Algorithm 8: the sweep of
Algorithm 1 inside every clique of a junction tree, from the leaves to the root. Where messages of
several curvatures meet, the source adds them up (``merge="sum"``), which grows exponentially with
the depth of the tree; one matrix above them all is enough (``merge="join"``).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_in, check_instance, check_list
from mlcompanion.graphical.trees.junction import JunctionTree, check_scope, junction_tree

from .partition_bound import bound_coefficient, label_order

__all__ = [
    "JunctionBound",
    "LogLinearFactor",
    "junction_tree_bound",
    "loewner_join",
]


class LogLinearFactor(NamedTuple):
    r"""A factor :math:`h_c(Y_c)e^{\theta^\top f_c(Y_c)}` of some variables.

    Attributes
    ----------
    scope : tuple of int
        The variables, in the order of the axes.
    features : ndarray, shape (states of the first variable, ..., of the last, d)
    log_weights : ndarray, shape (states, ...), or None
        :math:`\log h_c`; None for weights of 1.
    """

    scope: tuple
    features: np.ndarray
    log_weights: np.ndarray | None = None


class JunctionBound(NamedTuple):
    """The bound of all variables' states, and the work.

    Attributes
    ----------
    log_z : float
    mu : ndarray, shape (d,)
    Sigma : ndarray, shape (d, d)
    n_configurations : int
        States of cliques that were visited.
    """

    log_z: float
    mu: np.ndarray
    Sigma: np.ndarray
    n_configurations: int


def loewner_join(matrices):
    r"""One symmetric matrix above all of these: :math:`M\leftarrow M+(S-M)_+` for each S in turn.

    Parameters
    ----------
    matrices : array_like, shape (k, d, d)
        Symmetric.

    Returns
    -------
    ndarray, shape (d, d)
        Its trace is at most the sum of the traces if the matrices are positive semi-definite.

    Notes
    -----
    Cost: k - 1 eigenvalue decompositions, O(k d³). There is no least such matrix, so the result
    depends on the order.

    Examples
    --------
    >>> loewner_join([[[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 2.0]]]).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    matrices = check_array(matrices, "matrices", ndim=3, min_rows=1)
    check_array(matrices, "matrices", shape=(None, matrices.shape[1], matrices.shape[1]))
    joined = matrices[0].copy()
    for S in matrices[1:]:
        # the positive part of S - M is the least that lifts M above S
        sizes, axes = np.linalg.eigh(S - joined)
        above = sizes > 0
        joined += (axes[:, above] * sizes[above]) @ axes[:, above].T
    return joined


class _Message(NamedTuple):
    """Bounds of a subtree, one for each state of the variables shared with its parent."""

    variables: tuple
    log_z: np.ndarray
    mu: np.ndarray
    Sigma: np.ndarray


def _check_factors(factors):
    """Factors as arrays, the states of each variable, and the number of features."""
    checked, states = [], {}
    d = None
    for factor in check_list(factors, "factors", min_length=1):
        check_instance(factor, "factors", LogLinearFactor)
        scope = check_scope(factor.scope, "factors")
        F = check_array(factor.features, "factors", ndim=len(scope) + 1)
        logs = np.zeros(F.shape[:-1])
        if factor.log_weights is not None:
            logs = check_array(factor.log_weights, "factors", shape=F.shape[:-1])
        if 0 in F.shape:
            raise ValueError(f"factors must have states and features, got shape {F.shape}")
        for v, n in zip(scope, F.shape):
            if states.setdefault(v, n) != n:
                raise ValueError(f"factors give variable {v} {states[v]} and {n} states")
        if F.shape[-1] != (d := d or F.shape[-1]):
            raise ValueError(f"factors must have {d} features each, got {F.shape[-1]}")
        checked.append(LogLinearFactor(scope, F, logs))
    return checked, states, d


def _spread(table, scope, clique):
    """A table of a factor's variables with one axis for each variable of a clique."""
    order = np.argsort(scope)
    # axes in rising order of the variables, as in the clique
    axes = [*order, *range(len(scope), table.ndim)]
    table = table.transpose(axes)
    # length 1 for a variable that the factor lacks: the table is broadcast over it
    shape = [table.shape[sorted(scope).index(v)] if v in scope else 1 for v in clique]
    return table.reshape(*shape, *table.shape[len(scope) :])


def _clique_tables(factors, states, tree, d):
    """Features and log weights of every clique: each factor goes to the first that holds it."""
    shapes = [tuple(states[v] for v in clique) for clique in tree.cliques]
    features = [np.zeros((*shape, d)) for shape in shapes]
    logs = [np.zeros(shape) for shape in shapes]
    for factor in factors:
        homes = [c for c, clique in enumerate(tree.cliques) if {*factor.scope} <= {*clique}]
        if not homes:
            raise ValueError(f"tree has no clique with the variables {factor.scope} of factors")
        c = homes[0]
        features[c] += _spread(factor.features, factor.scope, tree.cliques[c])
        logs[c] += _spread(factor.log_weights, factor.scope, tree.cliques[c])
    return features, logs


class _Clique:
    """All states of a clique, with what its children say of each."""

    def __init__(self, variables, states, features, logs, children):
        d = features.shape[-1]
        self.variables = variables
        # one column a state of the clique: the value of each of its variables
        self.codes = np.indices(logs.shape).reshape(len(variables), -1)
        self.states = states
        self.log_alpha = logs.ravel().copy()
        self.features = features.reshape(-1, d).copy()
        self.children = [(child, self.index(child.variables)) for child in children]
        # a child's message enters as if it were a factor: its log z and its slope
        for child, at in self.children:
            self.log_alpha += child.log_z[at]
            self.features += child.mu[at]

    def index(self, variables):
        """For each state of the clique the number of the state of some of its variables."""
        at = np.zeros(self.codes.shape[1], dtype=int)
        for v in variables:
            # mixed radix: the state's number, the last variable running fastest
            at = at * self.states[v] + self.codes[self.variables.index(v)]
        return at

    def message(self, shared, order, merge):
        """The bound for each state of the shared variables, by sweeps over the others."""
        at = self.index(shared)
        n = int(np.prod([self.states[v] for v in shared], dtype=int))
        d = self.features.shape[1]
        log_z, mu, Sigma = np.empty(n), np.empty((n, d)), np.empty((n, d, d))
        known = {}
        for u in range(n):
            rows = np.flatnonzero(at == u)
            log_z[u], mu[u], Sigma[u] = self.sweep(rows, order)
            for child, child_at in self.children:
                Sigma[u] += _merged(child.Sigma, child_at[rows], merge, known)
        return _Message(shared, log_z, mu, Sigma)

    def sweep(self, rows, order):
        """Algorithm 1 over some states, whose features include the children's slopes."""
        logs = self.log_alpha[rows]
        visits = rows[label_order(order, logs)]
        # the first label adds no curvature: log odds would be infinite
        log_z = self.log_alpha[visits[0]]
        mu = self.features[visits[0]].copy()
        Sigma = np.zeros((len(mu), len(mu)))
        for w in visits[1:]:
            difference = self.features[w] - mu
            odds = self.log_alpha[w] - log_z
            Sigma += bound_coefficient(odds) * np.outer(difference, difference)
            log_z = np.logaddexp(log_z, self.log_alpha[w])
            mu += np.exp(self.log_alpha[w] - log_z) * difference
        return log_z, mu, Sigma


def _merged(Sigmas, at, merge, known):
    """The curvatures of a child at these states as one; joins that are known are not made again."""
    if merge == "sum":
        return Sigmas[at].sum(axis=0)
    found = tuple(np.unique(at).tolist())
    # messages of one child are compared by identity: arrays are not hashable
    key = (id(Sigmas), found)
    if key not in known:
        known[key] = loewner_join(Sigmas[list(found)])
    return known[key]


def junction_tree_bound(theta, factors, tree=None, *, merge="sum", order="descending"):
    r"""The quadratic above :math:`\log Z` for a product of factors: Algorithm 3.

    Parameters
    ----------
    theta : array_like, shape (d,)
        The point of contact.
    factors : list of LogLinearFactor
        Their features have d entries each, whichever variables they are of.
    tree : JunctionTree, optional
        Default: :func:`mlcompanion.graphical.trees.junction_tree` of the factors' variables.
    merge : {"sum", "join"}
        How the curvatures of a child's states become one: added up, as in the source, or replaced
        by one matrix above them all, see :func:`loewner_join`.
    order : {"descending", "ascending", "given"}
        How the states are visited inside a clique.

    Returns
    -------
    JunctionBound
        Value and slope are those of :func:`compute_bound` over all states of all variables; the
        curvature is another one.

    Raises
    ------
    ValueError
        If tables do not fit together, or the tree lacks a clique for a factor.

    Notes
    -----
    Cost: O(d²) for every state of every clique, and with ``"join"`` O(d³) for every state of every
    shared set; memory O(d²) for each of these. Source: Choromanska (2014), Algorithms 3 and 8.

    Examples
    --------
    >>> steps = np.array([[[0.0], [1.0]], [[1.0], [0.0]]])
    >>> chain = [LogLinearFactor((0, 1), steps), LogLinearFactor((1, 2), steps)]
    >>> bound = junction_tree_bound([0.0], chain)
    >>> round(bound.log_z, 4), bound.mu.tolist(), bound.n_configurations
    (2.0794, [1.0], 8)
    """
    merge = check_in(merge, "merge", ("sum", "join"))
    order = check_in(order, "order", ("ascending", "descending", "given"))
    factors, states, d = _check_factors(factors)
    theta = check_array(theta, "theta", shape=(d,))
    if tree is None:
        tree = junction_tree([factor.scope for factor in factors])
    check_instance(tree, "tree", JunctionTree)
    features, logs = _clique_tables(factors, states, tree, d)
    messages = {c: [] for c in range(len(tree.cliques))}
    visited = 0
    for c, (clique, parent) in enumerate(zip(tree.cliques, tree.parents)):
        scores = logs[c] + features[c] @ theta
        held = _Clique(clique, states, features[c], scores, messages[c])
        visited += len(held.log_alpha)
        above = tree.cliques[parent] if parent >= 0 else ()
        shared = tuple(v for v in clique if v in above)
        message = held.message(shared, order, merge)
        if parent >= 0:
            messages[parent].append(message)
    return JunctionBound(float(message.log_z[0]), message.mu[0], message.Sigma[0], visited)
