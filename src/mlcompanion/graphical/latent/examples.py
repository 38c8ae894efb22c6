"""Trees to try the algorithms on.

Choi, Tan, Anandkumar and Willsky (2011), section 7.1 and Figure 6.
"""

import numpy as np

from mlcompanion._validation import check_count, check_list, check_real, check_rng

from .tree import LatentTree, check_tree

__all__ = [
    "complete_tree",
    "double_star",
    "hidden_chain",
    "random_latent_tree",
    "with_random_lengths",
]


def with_random_lengths(tree, random_state=None, *, low=0.2, high=0.8):
    """The tree with edge correlations drawn uniformly: its lengths are minus their logarithms.

    Parameters
    ----------
    tree : LatentTree
    random_state : int, Generator or None
    low, high : float
        Interval of the correlations, within (0, 1].

    Returns
    -------
    LatentTree

    Examples
    --------
    >>> tree = with_random_lengths(double_star(6), 0)
    >>> bool((tree.lengths >= -np.log(0.8)).all())
    True
    """
    check_tree(tree, "tree")
    low = check_real(low, "low", low=0, high=1, open_low=True)
    high = check_real(high, "high", low=low, high=1)
    rho = check_rng(random_state).uniform(low, high, len(tree.edges))
    return LatentTree(tree.n_observed, tree.edges, -np.log(rho))


def double_star(n_observed=80):
    """Two hidden hubs that are neighbours, each with half of the observed nodes.

    Parameters
    ----------
    n_observed : int
        At least 4.

    Returns
    -------
    LatentTree
        With edges of length 1.

    Examples
    --------
    >>> double_star(5).edges.tolist()
    [[0, 5], [1, 5], [2, 5], [3, 6], [4, 6], [5, 6]]
    """
    m = check_count(n_observed, "n_observed", low=4)
    first = (m + 1) // 2
    return LatentTree(m, [(j, m if j < first else m + 1) for j in range(m)] + [(m, m + 1)])


def hidden_chain(n_observed=80):
    """A chain of hidden nodes with one observed node at each, two at either end.

    Parameters
    ----------
    n_observed : int
        At least 4; two nodes fewer are hidden.

    Returns
    -------
    LatentTree
        With edges of length 1.

    Notes
    -----
    A hidden Markov model whose first and last step are seen twice.

    Examples
    --------
    >>> hidden_chain(4).edges.tolist()
    [[0, 4], [1, 4], [2, 5], [3, 5], [4, 5]]
    """
    m = check_count(n_observed, "n_observed", low=4)
    hidden = np.clip(np.arange(m) - 1, 0, m - 3) + m
    leaves = [(j, int(h)) for j, h in enumerate(hidden)]
    return LatentTree(m, leaves + [(h, h + 1) for h in range(m, 2 * m - 3)])


def complete_tree(branching=(5, 4, 4)):
    """An observed root over layers of hidden nodes, and observed leaves below the last.

    Parameters
    ----------
    branching : sequence of int
        Children of the root, of each of these, and so on; all at least 2.

    Returns
    -------
    LatentTree
        Node 0 is the root; edges have length 1. The default is the source's 5-complete tree, in
        which every inner node has five neighbours.

    Examples
    --------
    >>> tree = complete_tree()
    >>> tree.n_observed, tree.n_hidden
    (81, 25)
    """
    branching = [check_count(b, "branching", low=2) for b in check_list(branching, "branching")]
    hidden = sum(int(np.prod(branching[: level + 1])) for level in range(len(branching) - 1))
    m = 1 + int(np.prod(branching))
    edges = []
    above = [0]
    fresh = m
    for level, children in enumerate(branching):
        last = level == len(branching) - 1
        first = 1 if last else fresh
        below = list(range(first, first + children * len(above)))
        edges += [(above[place // children], node) for place, node in enumerate(below)]
        fresh += 0 if last else len(below)
        above = below
    assert fresh == m + hidden
    return LatentTree(m, edges)


def random_latent_tree(n_nodes, random_state=None, *, max_degree=5, hidden_share=0.75):
    """A random minimal latent tree, some inner nodes observed, with random edge lengths.

    Parameters
    ----------
    n_nodes : int
        Observed and hidden ones together, at least 2.
    random_state : int, Generator or None
    max_degree : int
        Most neighbours of a node, at least 2.
    hidden_share : float
        Each node with three neighbours or more is hidden with this probability.

    Returns
    -------
    LatentTree
        With edge lengths uniform on [0.2, 1.6].

    Examples
    --------
    >>> random_latent_tree(30, 0).is_minimal
    True
    """
    n = check_count(n_nodes, "n_nodes", low=2)
    max_degree = check_count(max_degree, "max_degree", low=2)
    hidden_share = check_real(hidden_share, "hidden_share", low=0, high=1)
    rng = check_rng(random_state)
    degrees = np.zeros(n, dtype=np.int64)
    edges = np.empty((n - 1, 2), dtype=np.int64)
    for new in range(1, n):
        old = rng.choice(np.flatnonzero(degrees[:new] < max_degree))
        edges[new - 1] = old, new
        degrees[[old, new]] += 1
    hidden = (degrees >= 3) & (rng.random(n) < hidden_share)
    # observed nodes get the first numbers, in their own order
    rank = np.argsort(np.argsort(hidden, kind="stable"))
    return LatentTree(int(n - hidden.sum()), rank[edges], rng.uniform(0.2, 1.6, n - 1))
