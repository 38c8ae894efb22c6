r"""Dyadic partitioning trees: boxes of the unit cube, each cut at the middle of one of its sides.

Chen (2013), section 6.3. A cell is a tuple of pairs (level, place), one a covariate: the side has
been halved ``level`` times, and the cell takes part number ``place`` of the :math:`2^{level}`. A
point in the middle belongs to the left half, as in the source.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, read_only

__all__ = [
    "DEEPEST",
    "DyadicTree",
    "child_cells",
    "code_length_bound",
    "dyadic_places",
    "prefix_code_length",
    "tree_of_splits",
]

#: Halvings of a side that a whole number of 64 bits and a float can both tell apart.
DEEPEST = 40


def dyadic_places(X, level):
    r"""Which of the :math:`2^{level}` parts of each side a point lies in.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Points of the unit cube.
    level : int
        Number of halvings.

    Returns
    -------
    ndarray of int, shape (n, d)
        From 0. A boundary belongs to the part on its left; 0 to the first.

    Notes
    -----
    The part at a coarser level is the same number without its last bits.

    Examples
    --------
    >>> dyadic_places([[0.0], [0.25], [0.26], [1.0]], 2).ravel().tolist()
    [0, 0, 1, 3]
    """
    X = check_array(X, "X", ndim=2, min_rows=1, low=0, high=1)
    level = check_count(level, "level", high=DEEPEST)
    # ceil, for a point in the middle belongs to the left half; 0 itself to the first part
    return np.maximum(np.ceil(X * 2.0**level).astype(np.int64) - 1, 0)


def child_cells(cell, k):
    """The two halves of a cell along covariate ``k``, the left one first."""
    level, place = cell[k]
    left = (*cell[:k], (level + 1, 2 * place), *cell[k + 1 :])
    right = (*cell[:k], (level + 1, 2 * place + 1), *cell[k + 1 :])
    return left, right


def prefix_code_length(n_leaves, d):
    r"""Bits that describe a tree: :math:`[[T]]=3m-1+(m-1)\log_2d`.

    Parameters
    ----------
    n_leaves : int
        m, the number of leaves.
    d : int
        Number of covariates.

    Returns
    -------
    float

    Notes
    -----
    Over all trees :math:`\sum_T2^{-[[T]]}\le1`. Source: Chen (2013), section 6.3.

    Examples
    --------
    >>> prefix_code_length(4, 2)
    14.0
    """
    n_leaves = check_count(n_leaves, "n_leaves", low=1)
    d = check_count(d, "d", low=1)
    return float(3 * n_leaves - 1 + (n_leaves - 1) * np.log2(d))


def code_length_bound(n_leaves, d):
    r"""The simple bound :math:`[[T]]\le(3+\log_2d)\,m`; Chen (2013), equation (6.2)."""
    n_leaves = check_count(n_leaves, "n_leaves", low=1)
    return float((3 + np.log2(check_count(d, "d", low=1))) * n_leaves)


@dataclass(frozen=True, eq=False)
class DyadicTree:
    """A dyadic partitioning tree; its nodes stand level by level, the root first.

    Attributes
    ----------
    feature : ndarray of int, shape (m,)
        The covariate that a node is cut along; -1 at a leaf.
    left : ndarray of int, shape (m,)
        Its left child; the right one follows it. -1 at a leaf.
    levels, places : ndarray of int, shape (m, d)
        The node's cell: halvings of each side, and the part taken.
    """

    feature: np.ndarray
    left: np.ndarray
    levels: np.ndarray
    places: np.ndarray

    def __post_init__(self):
        read_only(self.feature, self.left, self.levels, self.places)

    @property
    def n_nodes(self):
        """Number of nodes, leaves among them."""
        return len(self.feature)

    @property
    def n_leaves(self):
        """Number of cells of the partition."""
        return (len(self.feature) + 1) // 2

    @property
    def leaves(self):
        """Numbers of the nodes that are leaves."""
        return np.flatnonzero(self.feature < 0)

    @property
    def depth(self):
        """Number of cuts above each node, shape (m,)."""
        return self.levels.sum(axis=1)

    def boxes(self):
        """Lower and upper ends of each node's sides, shape (m, d, 2)."""
        width = 0.5**self.levels
        return np.stack([self.places * width, (self.places + 1) * width], axis=2)

    def code_length(self):
        """Bits of the prefix code, see :func:`prefix_code_length`."""
        return prefix_code_length(self.n_leaves, self.levels.shape[1])

    def cells(self):
        """The cells of the leaves, as a set: equal for two trees with the same partition."""
        at = self.leaves
        pairs = np.stack([self.levels[at], self.places[at]], axis=2).tolist()
        return {tuple(map(tuple, cell)) for cell in pairs}

    def apply(self, X):
        """Number of the leaf that holds each point.

        Parameters
        ----------
        X : array_like, shape (n, d)
            Points of the unit cube.

        Returns
        -------
        ndarray of int, shape (n,)

        Notes
        -----
        Cost: O(n depth).
        """
        d = self.levels.shape[1]
        X = check_array(X, "X", shape=(None, d), min_rows=1, low=0, high=1)
        finest = int(self.levels.max())
        places = dyadic_places(X, finest)
        node = np.zeros(len(X), dtype=np.int64)
        moving = np.arange(len(X))
        while len(moving := moving[self.feature[node[moving]] >= 0]):
            here = node[moving]
            k = self.feature[here]
            # the bit that tells the halves apart at this cell's size
            bit = (places[moving, k] >> (finest - 1 - self.levels[here, k])) & 1
            node[moving] = self.left[here] + bit
        return node

    def refines(self, other):
        """Whether each cell of this partition lies inside one of the other's.

        Parameters
        ----------
        other : DyadicTree

        Returns
        -------
        bool
        """
        other = check_instance(other, "other", DyadicTree)
        boxes = self.boxes()[self.leaves]
        middle = boxes.mean(axis=2)
        # a cell lies in one of the other's exactly if it lies in the one that holds its middle
        around = other.boxes()[other.apply(middle)]
        inside = (around[:, :, 0] <= boxes[:, :, 0]) & (boxes[:, :, 1] <= around[:, :, 1])
        return bool(inside.all())


def tree_of_splits(splits, d):
    """Build a tree from the covariate that each of its inner cells is cut along.

    Parameters
    ----------
    splits : dict
        Cell to covariate. Cells that the tree does not reach are not looked at.
    d : int
        Number of covariates.

    Returns
    -------
    DyadicTree

    Examples
    --------
    >>> tree = tree_of_splits({((0, 0), (0, 0)): 1}, 2)
    >>> tree.boxes()[tree.leaves].tolist()
    [[[0.0, 1.0], [0.0, 0.5]], [[0.0, 1.0], [0.5, 1.0]]]
    """
    check_instance(splits, "splits", dict)
    d = check_count(d, "d", low=1)
    cells = [((0, 0),) * d]
    feature = []
    left = []
    for cell in cells:  # grows while it is walked: level by level
        k = splits.get(cell, -1)
        if k != -1:
            k = check_count(k, "splits", high=d - 1)
        feature.append(k)
        left.append(len(cells) if k >= 0 else -1)
        if k >= 0:
            cells.extend(child_cells(cell, k))
    pairs = np.array(cells, dtype=np.int64)
    return DyadicTree(
        np.array(feature), np.array(left), pairs[:, :, 0].copy(), pairs[:, :, 1].copy()
    )
