r"""Recursive grouping: families of leaves get a parent, round by round, until the tree is whole.

.. math:: d_{ih}=\tfrac12(d_{ij}+\Phi_{ijk}),\qquad d_{hl}=d_{il}-d_{ih}

Choi, Tan, Anandkumar and Willsky (2011), sections 4 and 6.3, equations (13), (14), (23) to (25).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_count, check_real

from .distances import check_distances
from .families import cluster_families, difference_spreads, linked_families
from .tree import LatentTree

__all__ = [
    "GroupingRules",
    "GroupingRun",
    "distance_limit",
    "exact_rules",
    "group_nodes",
    "recursive_grouping",
    "relaxed_grouping",
    "relaxed_rules",
]


class GroupingRules(NamedTuple):
    """What the compiled rounds go by.

    Attributes
    ----------
    tau : float
        Distances from here on are not used, infinite for exact ones.
    epsilon : float
        Two nodes are of one family if the spread of their differences is below it; 0 for clusters.
    parent : float
        A member is the parent if it misses the rule of parents by less than this a child.
    floor : float
        Least length of a new edge.
    far : float
        Nodes farther apart are never of one family when clusters are sought.
    """

    tau: float
    epsilon: float
    parent: float
    floor: float
    far: float


class GroupingRun(NamedTuple):
    """A tree and how it grew.

    Attributes
    ----------
    tree : LatentTree
    rounds : ndarray of int, shape (n_nodes - 1,)
        In which round each edge was made, from 1.
    n_rounds : int
    """

    tree: LatentTree
    rounds: np.ndarray
    n_rounds: int


def distance_limit(n_samples):
    """The limit of usable distances that grows with the logarithm of the number of samples.

    Parameters
    ----------
    n_samples : int

    Returns
    -------
    float
        -log 0.05 + 0.1 log n, as in the authors' program.

    Notes
    -----
    Source: sections 6.3 and 7.1, which give the growth, not the numbers.

    Examples
    --------
    >>> round(distance_limit(1000), 3)
    3.687
    """
    return float(-np.log(0.05) + 0.1 * np.log(check_count(n_samples, "n_samples", low=1)))


def exact_rules(D, tolerance):
    """Rules for exact distances; the tolerance is relative to the largest of them."""
    slack = tolerance * max(float(np.max(D)), np.finfo(float).tiny)
    return GroupingRules(np.inf, slack, slack, 0.0, np.inf)


def relaxed_rules(tau, epsilon=None):
    """Rules for estimated distances: clusters, or a threshold ``epsilon``."""
    near = -2 * np.log(0.9)
    floor = -np.log(0.95)
    if epsilon is None:
        return GroupingRules(tau, 0.0, near, floor, -2 * np.log(0.1))
    return GroupingRules(tau, epsilon, epsilon, floor, np.inf)


@njit
def _parent_of(D, mean, members, limit, by_mean):
    """The member that is the others' parent, or -1.

    A parent p of q has d_pk - d_qk = -d_pq for every k. By a threshold all children have to agree;
    with clusters it is the mean over them that counts.
    """
    best = -1
    least = limit
    for a in range(len(members)):
        p = members[a]
        total = 0.0
        worst = 0.0
        for b in range(len(members)):
            if b != a:
                # the mean of d_pk - d_qk over k; -d_pq for the parent p of q
                miss = abs(mean[p, members[b]] + D[p, members[b]])
                total += miss
                worst = max(worst, miss)
        miss = total / (len(members) - 1) if by_mean else worst
        # the second condition takes the first one that meets the limit exactly
        if miss < least or (best < 0 and miss <= limit):
            least = miss
            best = p
    return best


@njit
def _to_parent(D, mean, members, floor, up):
    """Distance of each child to a new parent (24): half of d_ij and the mean difference, over j."""
    c = len(members)
    for i in members:
        total = 0.0
        for j in members:
            if j != i:
                # d_ij + d_ik - d_jk is twice the way from i to the branching point
                total += D[i, j] + mean[i, j]
        up[i] = max(0.5 * total / (c - 1), floor)


@njit
def _between(D, first, second, up, floor):
    """Distance of two new active nodes (25): a family's children reach its new parent by ``up``."""
    total = 0.0
    for i in first:
        for j in second:
            total += D[i, j] - up[i] - up[j]
    return max(total / (len(first) * len(second)), floor)


@njit
def group_nodes(D, rules, edges, lengths, rounds):
    """Fill in the edges of the tree; how many there are, and how many rounds it took.

    Nodes 0, ..., m - 1 are given, hidden ones get the next numbers as they come.
    """
    m = len(D)
    D = D.copy()
    names = np.arange(m)
    hidden = m
    made = 0
    turn = 0
    while len(D) > 2:
        turn += 1
        r = len(D)
        spread, mean = difference_spreads(D, rules.tau)
        if rules.epsilon > 0:
            label = linked_families(D, spread, rules.epsilon, rules.tau)
        else:
            label = cluster_families(D, spread, rules.far)
        n_families = label.max() + 1
        if n_families == r:  # the test found nothing: join the pair that comes closest to it
            # without it the round would change nothing, and the next one neither
            label, n_families = _closest_pair(spread, r)
        up = np.zeros(r)
        speakers = []  # the members by which a family's distances are told
        new_names = np.empty(n_families, dtype=np.int64)
        for f in range(n_families):
            members = np.flatnonzero(label == f)
            if len(members) == 1:
                new_names[f] = names[members[0]]
                speakers.append(members)
                continue
            parent = _parent_of(D, mean, members, rules.parent, rules.epsilon == 0)
            if parent < 0:
                _to_parent(D, mean, members, rules.floor, up)
                new_names[f] = hidden
                hidden += 1
                speakers.append(members)
            else:
                new_names[f] = names[parent]
                # a parent that is there speaks for itself: its distances are known
                speakers.append(np.array([parent]))
            for i in members:
                if i != parent:
                    edges[made, 0] = names[i]
                    edges[made, 1] = new_names[f]
                    lengths[made] = up[i] if parent < 0 else max(D[i, parent], rules.floor)
                    rounds[made] = turn
                    made += 1
        new = np.zeros((n_families, n_families))
        for f in range(n_families):
            for g in range(f):
                new[f, g] = _between(D, speakers[f], speakers[g], up, rules.floor)
                new[g, f] = new[f, g]
        # the active nodes of the next round: one a family
        D = new
        names = new_names
    if len(D) == 2:
        turn += 1
        edges[made, 0] = names[0]
        edges[made, 1] = names[1]
        lengths[made] = D[0, 1]
        rounds[made] = turn
        made += 1
    return made, turn


@njit
def _closest_pair(spread, r):
    """Labels that join the two nodes of least spread and leave the others alone."""
    first = 0
    second = 1
    for i in range(r):
        for j in range(i + 1, r):
            if spread[i, j] < spread[first, second]:
                first = i
                second = j
    label = np.arange(r)
    label[second] = first
    label[second + 1 :] -= 1  # labels stay without a gap
    return label, r - 1


def _grow(D, rules):
    """Run the rounds on a checked matrix."""
    m = len(D)
    edges = np.empty((2 * m, 2), dtype=np.int64)
    lengths = np.empty(2 * m)
    rounds = np.empty(2 * m, dtype=np.int64)
    made, turns = group_nodes(plain_layout(D), rules, edges, lengths, rounds)
    return GroupingRun(LatentTree(m, edges[:made], lengths[:made]), rounds[:made].copy(), turns)


def recursive_grouping(D, *, tolerance=1e-8):
    """Rebuild a minimal latent tree from the exact distances of its observed nodes.

    Parameters
    ----------
    D : array_like, shape (m, m)
        Distances that add up along a tree: symmetric, not negative, zeros on the diagonal.
    tolerance : float
        Differences count as equal up to this share of the largest distance.

    Returns
    -------
    GroupingRun

    Notes
    -----
    From exact distances the tree is the true one, in at most as many rounds as its diameter.
    Cost: O(diam m³) time, O(m²) memory. Source: section 4, Theorem 5.

    Examples
    --------
    >>> run = recursive_grouping([[0, 3, 6, 7], [3, 0, 7, 8], [6, 7, 0, 5], [7, 8, 5, 0]])
    >>> run.tree.edges.tolist(), run.rounds.tolist()
    ([[0, 4], [1, 4], [2, 5], [3, 5], [4, 5]], [1, 1, 1, 1, 2])
    """
    D = check_distances(D, "D")
    tolerance = check_real(tolerance, "tolerance", low=0, high=1, open_low=True)
    return _grow(D, exact_rules(D, tolerance))


def relaxed_grouping(D, n_samples=None, *, tau=None, epsilon=None):
    """Grow a latent tree from estimated distances by recursive grouping.

    Parameters
    ----------
    D : array_like, shape (m, m)
        Estimated distances: symmetric, not negative, zeros on the diagonal.
    n_samples : int, optional
        From how many samples; sets ``tau`` by :func:`distance_limit`.
    tau : float, optional
        Longer distances are not trusted; in place of the limit by ``n_samples``.
    epsilon : float, optional
        Two nodes are of one family if their differences spread by less. By default nodes are
        clustered around medoids by their spreads, and the mean silhouette says how many families
        there are.

    Returns
    -------
    GroupingRun
        Its tree's edges are at least -log 0.95 long, but for the last one; contract those that are
        too short with :func:`~mlcompanion.graphical.latent.contract_edges`.

    Notes
    -----
    The source omits "other than i" under the sum of (24); the term is zero. Of the pairs that pass
    the test with ``epsilon`` the families are the connected groups.
    Cost: O(diam m³), with clusters a few dozen times as much. Source: sections 6.3 and 6.3.1.

    Examples
    --------
    >>> D = [[0, 3, 6, 7], [3, 0, 7.1, 8], [6, 7.1, 0, 5], [7, 8, 5, 0]]
    >>> relaxed_grouping(D, tau=9, epsilon=0.5).tree.edges.tolist()
    [[0, 4], [1, 4], [2, 5], [3, 5], [4, 5]]
    """
    D = check_distances(D, "D")
    if n_samples is None and tau is None:
        raise ValueError("relaxed_grouping needs n_samples or tau")
    limit = None if n_samples is None else distance_limit(n_samples)
    if tau is not None:
        limit = check_real(tau, "tau", low=0, open_low=True)
    if epsilon is not None:
        epsilon = check_real(epsilon, "epsilon", low=0, open_low=True)
    return _grow(D, relaxed_rules(limit, epsilon))
