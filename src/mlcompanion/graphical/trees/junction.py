"""Junction trees: the cliques of a triangulated graph, joined where they share most variables.

Choromanska (2014), section 2.2.4: triangulate with few new edges, then take the spanning tree of
the cliques whose shared variables are most.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_list

from .spanning import maximum_spanning_tree

__all__ = ["JunctionTree", "junction_tree"]


class JunctionTree(NamedTuple):
    """Cliques of variables, each before its parent; the last one is the root.

    A variable that two cliques share stands in every clique on the way between them.

    Attributes
    ----------
    cliques : tuple of tuple of int
        The variables of each clique, sorted.
    parents : tuple of int
        Place of each clique's parent; -1 for the root.
    """

    cliques: tuple
    parents: tuple


def check_scope(scope, name="scopes"):
    """Return the variables of a factor as a tuple of different integers."""
    scope = tuple(check_count(v, name) for v in check_list(scope, name))
    if len(set(scope)) < len(scope):
        raise ValueError(f"{name} must not name a variable twice, got {scope}")
    return scope


def _missing(neighbours, v):
    """Pairs of neighbours of v that are not joined: edges that its removal would add."""
    around = sorted(neighbours[v])
    return [(a, b) for a, b in combinations(around, 2) if b not in neighbours[a]]


def _elimination_cliques(neighbours):
    """Remove the variable that needs fewest new edges, again and again; what stood around it."""
    left = {v: set(others) for v, others in neighbours.items()}
    while left:
        v = min(left, key=lambda v: (len(_missing(left, v)), v))
        yield frozenset(left[v] | {v})
        for a, b in _missing(left, v):
            left[a].add(b)
            left[b].add(a)
        for other in left.pop(v):
            left[other].discard(v)


def junction_tree(scopes):
    """Build a junction tree of the graph that joins the variables of each scope.

    Parameters
    ----------
    scopes : list of sequence of int
        The variables of each factor.

    Returns
    -------
    JunctionTree

    Raises
    ------
    ValueError
        If there is no scope, or one is empty or names a variable twice.

    Notes
    -----
    Variables are removed greedily by fewest new edges, which need not be the least that a
    triangulation can add. Cost: O(v⁴) for v variables at worst, O(v²) on chains and trees. Source:
    Choromanska (2014), section 2.2.4.

    Examples
    --------
    >>> junction_tree([(0, 1), (1, 2), (2, 3)])
    JunctionTree(cliques=((2, 3), (1, 2), (0, 1)), parents=(1, 2, -1))
    """
    scopes = [check_scope(scope) for scope in check_list(scopes, "scopes", min_length=1)]
    if not all(scopes):
        raise ValueError("scopes must each name a variable, got an empty one")
    neighbours = {v: set() for scope in scopes for v in scope}
    for scope in scopes:
        for v in scope:
            neighbours[v].update(set(scope) - {v})
    cliques = []
    for clique in _elimination_cliques(neighbours):
        # a clique within an earlier one adds nothing: only the largest are kept
        if not any(clique <= other for other in cliques):
            cliques.append(clique)
    return _rooted([tuple(sorted(clique)) for clique in cliques])


def _rooted(cliques):
    """Hang the cliques below the first one, along the tree of largest overlaps."""
    cliques = sorted(cliques)
    shared = np.array([[len({*a} & {*b}) for b in cliques] for a in cliques], dtype=float)
    joined = {c: [] for c in range(len(cliques))}
    if len(cliques) > 1:
        for a, b in maximum_spanning_tree(shared).edges.tolist():
            joined[a].append(b)
            joined[b].append(a)
    order, above = [0], {0: -1}
    for c in order:  # grows while it is read: breadth first
        for other in joined[c]:
            if other not in above:
                above[other] = c
                order.append(other)
    order.reverse()  # each before its parent: messages then run in one pass
    place = {c: i for i, c in enumerate(order)} | {-1: -1}
    return JunctionTree(tuple(cliques[c] for c in order), tuple(place[above[c]] for c in order))
