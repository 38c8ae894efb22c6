"""Zeros and ones whose forest depends on where in a divided square two covariates lie.

Chen (2013), section 7.5.1.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_real, check_rng
from mlcompanion.datasets import region_boxes, region_labels

from ..forests.distribution import binary_forest

__all__ = ["ForestRegions", "make_forest_regions", "random_forest_edges"]


def random_forest_edges(d, part=None, random_state=None):
    """Edges of random trees on d nodes: every labelled tree of its nodes is as likely.

    Parameters
    ----------
    d : int
        Number of nodes.
    part : int, optional
        Nodes of each tree, the last one smaller if need be; one tree by default.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of int, shape (k, 2)
        The smaller node first.

    Notes
    -----
    Cost: O(d part), one Prüfer sequence a tree.

    Examples
    --------
    >>> len(random_forest_edges(20, 5, random_state=0))
    16
    """
    d = check_count(d, "d", low=1)
    part = d if part is None else check_count(part, "part", low=1)
    rng = check_rng(random_state)
    nodes = rng.permutation(d)
    edges = []
    for first in range(0, d, part):
        members = nodes[first : first + part]
        edges += [sorted((members[i], members[j])) for i, j in _random_tree(len(members), rng)]
    return np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)


def _random_tree(m, rng):
    """Decode a random Prüfer sequence: the least leaf is joined to the sequence's next node."""
    code = rng.integers(0, m, max(m - 2, 0)).tolist()
    degree = [1 + code.count(node) for node in range(m)]
    for node in code:
        leaf = degree.index(1)  # nodes that are used up have degree 0, and are no leaves
        yield leaf, node
        degree[leaf] -= 1
        degree[node] -= 1
    if m > 1:
        yield [node for node in range(m) if degree[node] == 1]


class ForestRegions(NamedTuple):
    """What :func:`make_forest_regions` returns.

    Attributes
    ----------
    X, X_out : ndarray, shape (n_samples, b)
        Covariates, uniform on the cube; the second set is held out.
    Y, Y_out : ndarray of int, shape (n_samples, d)
        Zeros and ones.
    laws : tuple of ForestDistribution
        Of the 22 regions.
    """

    X: np.ndarray
    Y: np.ndarray
    X_out: np.ndarray
    Y_out: np.ndarray
    laws: tuple


def make_forest_regions(
    n_samples=10_000, n_covariates=10, d=20, *, part=5, flip=0.8, random_state=None
):
    """Draw uniform covariates, and zeros and ones along the forest of each one's region.

    Parameters
    ----------
    n_samples : int
        Rows to learn from, and as many held out.
    n_covariates : int
        At least 2: the first two decide, the others do not matter.
    d : int
        Number of responses.
    part : int
        Responses of a tree: random trees, drawn anew in each region.
    flip : float
        Probability that a child differs from its parent; roots are fair coins.
    random_state : int, Generator or None

    Returns
    -------
    ForestRegions

    Notes
    -----
    The regions are those of :func:`~mlcompanion.datasets.region_boxes`.
    Source: Chen (2013), section 7.5.1, with 4 trees of 5 nodes.

    Examples
    --------
    >>> data = make_forest_regions(100, random_state=0)
    >>> data.Y.shape, len(data.laws), len(data.laws[0].edges)
    ((100, 20), 22, 16)
    """
    n = check_count(n_samples, "n_samples", low=1)
    b = check_count(n_covariates, "n_covariates", low=2)
    d = check_count(d, "d", low=1)
    flip = check_real(flip, "flip", low=0, high=1)
    rng = check_rng(random_state)
    laws = tuple(
        binary_forest(d, random_forest_edges(d, part, rng), crossover=flip) for _ in region_boxes()
    )
    X, X_out = rng.random((2, n, b))
    return ForestRegions(X, _of_regions(X, laws, rng), X_out, _of_regions(X_out, laws, rng), laws)


def _of_regions(X, laws, rng):
    """Rows of each one's region."""
    region = region_labels(X)
    Y = np.empty((len(X), len(laws[0].marginals)), dtype=np.int64)
    for t in np.unique(region):
        inside = region == t
        Y[inside] = laws[t].sample(np.count_nonzero(inside), rng)
    return Y
