"""Trees of coverings made of boxes: each box is cut in two along its longest side.

Bubeck, Munos, Stoltz and Szepesvari (2011), Eqs. (1) and (2), Examples 1 and 2. A region is a box,
shape (2, D): its low and its high ends. An axis of categories holds the numbers 0, 1, ..., K - 1,
its box the first and the last of a run of them; a single category has no length and is never cut.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_list

__all__ = ["BoxAxes", "DyadicTree", "ProductTree", "centre_of", "halve", "longest_side"]


class BoxAxes(NamedTuple):
    """What compiled loops know of a tree of boxes.

    Attributes
    ----------
    root : ndarray, shape (2, D)
    unit : ndarray, shape (D,)
        Sides are compared after division by it.
    whole : ndarray of bool, shape (D,)
        Whether the axis holds categories.
    """

    root: np.ndarray
    unit: np.ndarray
    whole: np.ndarray


@njit
def longest_side(box, axes):
    """The axis that is cut; the first of several."""
    best = 0
    longest = -1.0
    for k in range(box.shape[1]):
        side = (box[1, k] - box[0, k]) / axes.unit[k]
        if side > longest:
            best = k
            longest = side
    return best


@njit
def halve(box, axes, upper):
    """Turn a box into its lower or its upper half. A point stays what it is."""
    k = longest_side(box, axes)
    middle = 0.5 * (box[0, k] + box[1, k])
    if not axes.whole[k]:
        box[0 if upper else 1, k] = middle
        return
    last = np.floor(middle)  # the last category of the lower half
    if not upper:
        box[1, k] = last
    elif last < box[1, k]:
        box[0, k] = last + 1.0


@njit
def centre_of(box, axes, point):
    """Write the centre of a box into ``point``; of an even run of categories the lower middle."""
    for k in range(len(point)):
        point[k] = 0.5 * (box[0, k] + box[1, k])
        if axes.whole[k]:
            point[k] = np.floor(point[k])


class _BoxTree:
    """What trees of boxes answer, whatever their axes mean."""

    @property
    def dimension(self):
        """Number of coordinates of an arm."""
        return self.axes.root.shape[1]

    def _check_region(self, region):
        return check_array(region, "region", shape=(2, self.dimension)).copy()

    def root(self):
        """The box of all arms, shape (2, D)."""
        return self.axes.root.copy()

    def halves(self, region):
        """Both children of a region, Eq. (2).

        Parameters
        ----------
        region : array_like, shape (2, D)

        Returns
        -------
        lower, upper : ndarray, shape (2, D)
        """
        lower = self._check_region(region)
        upper = lower.copy()
        halve(lower, self.axes, False)
        halve(upper, self.axes, True)
        return lower, upper

    def centre(self, region):
        """The arm that is played for a region.

        Parameters
        ----------
        region : array_like, shape (2, D)

        Returns
        -------
        ndarray, shape (D,)
        """
        point = np.empty(self.dimension)
        centre_of(self._check_region(region), self.axes, point)
        return point

    def region(self, depth, index):
        """The region of node (h, i), with i = 1, ..., 2^h from low to high.

        Parameters
        ----------
        depth, index : int

        Returns
        -------
        ndarray, shape (2, D)
        """
        depth = check_count(depth, "depth", high=62)
        index = check_count(index, "index", low=1, high=2**depth)
        box = self.root()
        for bit in reversed(range(depth)):
            # a node's number in binary is the way to it, from the highest bit down
            halve(box, self.axes, bool((index - 1) >> bit & 1))
        return box

    def level(self, depth):
        """All regions of a depth.

        Parameters
        ----------
        depth : int
            At most 20.

        Returns
        -------
        ndarray, shape (2^depth, 2, D)
        """
        boxes = [self.root()]
        for _ in range(check_count(depth, "depth", high=20)):
            boxes = [half for box in boxes for half in self.halves(box)]
        return np.array(boxes)

    def address(self, point, depth):
        """Which half an arm lies in, depth after depth; an arm on a cut lies in the upper half.

        Parameters
        ----------
        point : array_like, shape (D,)
        depth : int

        Returns
        -------
        ndarray of int, shape (depth,)
            0 for the lower half, 1 for the upper: the binary address of section 4.1.
        """
        point = check_array(point, "point", shape=(self.dimension,))
        if (point < self.axes.root[0]).any() or (point > self.axes.root[1]).any():
            raise ValueError(f"point must lie inside the tree's box, got {point}")
        box = self.root()
        found = np.zeros(check_count(depth, "depth"), dtype=int)
        for h in range(len(found)):
            lower, upper = self.halves(box)
            # the halves differ in one axis: in the others the point lies in both
            found[h] = (point >= upper[0]).all()
            box = upper if found[h] else lower
        return found


class DyadicTree(_BoxTree):
    """Halves of a box along its longest side (Examples 1 and 2); ties go to the first axis.

    Parameters
    ----------
    lower, upper : float or array_like, shape (D,)
        Corners of the box of arms.

    Examples
    --------
    >>> DyadicTree(0, 1).region(2, 3).ravel()
    array([0.5 , 0.75])
    """

    def __init__(self, lower=0.0, upper=1.0):
        low = np.atleast_1d(check_array(lower, "lower"))
        high = np.atleast_1d(check_array(upper, "upper"))
        low = check_array(low, "lower", ndim=1, min_rows=1)
        high = check_array(high, "upper", shape=low.shape)
        if not (low < high).all():
            raise ValueError(f"upper must lie above lower in every axis, got {low} and {high}")
        self.axes = BoxAxes(np.array([low, high]), np.ones(len(low)), np.zeros(len(low), bool))


class ProductTree(_BoxTree):
    """Halves of a product of intervals and categories, along the side that is relatively longest.

    Parameters
    ----------
    axes : list
        One entry an axis: a pair of numbers for an interval, a list of names for categories.

    Attributes
    ----------
    names : list
        The categories of each axis, None for an interval.

    Examples
    --------
    >>> tree = ProductTree([["basic", "plus", "pro"], (1.0, 9.0)])
    >>> tree.label(tree.centre(tree.region(2, 4)))
    ['pro', 7.0]
    """

    def __init__(self, axes):
        axes = check_list(axes, "axes")
        self.names = [_category_names(axis) for axis in axes]
        pairs = zip(axes, self.names)
        ends = [(0, len(names) - 1) if names else _interval(axis) for axis, names in pairs]
        root = np.array(ends, dtype=float).T
        width = root[1] - root[0]
        whole = np.array([names is not None for names in self.names])
        self.axes = BoxAxes(root.copy(), np.where(width > 0, width, 1.0), whole)

    def label(self, point):
        """An arm in the reader's words: names for categories, numbers else.

        Parameters
        ----------
        point : array_like, shape (D,)

        Returns
        -------
        list
        """
        point = check_array(point, "point", shape=(self.dimension,))
        return [
            x if names is None else names[int(x)] for x, names in zip(point.tolist(), self.names)
        ]


def _category_names(axis):
    """The names of an axis of categories, or None for an interval."""
    names = check_list(axis, "axes")
    if not all(isinstance(name, str) for name in names):
        return None
    if len(set(names)) < len(names):
        raise ValueError(f"axes must hold each category once, got {names}")
    return names


def _interval(axis):
    low, high = check_array(axis, "axes", shape=(2,))
    if not low < high:
        raise ValueError(f"axes must hold intervals (low, high) with low < high, got {axis}")
    return low, high
