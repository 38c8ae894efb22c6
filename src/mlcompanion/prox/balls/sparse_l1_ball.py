r"""A point of the :math:`\ell_1` ball that moves by sparse steps and is projected after each.

Duchi, Shalev-Shwartz, Singer and Chandra (ICML 2008), Section 5, on a treap of our own. Two
observations make a step on k coordinates cost O(k log n) instead of O(n):

* The projection subtracts one threshold from all sizes. So store sizes *raised* by the sum of all
  thresholds so far, the ``level``: then a projection changes one number, the level.
* The pivot search of :func:`~mlcompanion.prox.simplex_threshold` needs, at a pivot, the number and
  the sum of the larger entries. A search tree that keeps both in every node answers on its way
  down.

Coordinates that the level drowns are cut off in one split. Node ``i + 1`` of the tree is coordinate
``i``; node 0 is the empty tree.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["SparseL1Ball"]

# columns of ``links``
LEFT = 0
RIGHT = 1
COUNT = 2
PRIORITY = 3
# columns of ``sizes``
KEY = 0
SUM = 1


@njit
def _pull(node, links, sizes):
    """Count and sum of a subtree, from those of its children."""
    left = links[node, LEFT]
    right = links[node, RIGHT]
    links[node, COUNT] = links[left, COUNT] + links[right, COUNT] + 1
    sizes[node, SUM] = sizes[left, SUM] + sizes[right, SUM] + sizes[node, KEY]


@njit
def _join(low, high, links, sizes):
    """One tree from two, all of ``low`` at most as large as all of ``high``."""
    if low == 0:
        return high
    if high == 0:
        return low
    # random priorities that fall from the root keep the depth at O(log n) expected
    if links[low, PRIORITY] > links[high, PRIORITY]:
        links[low, RIGHT] = _join(links[low, RIGHT], high, links, sizes)
        _pull(low, links, sizes)
        return low
    links[high, LEFT] = _join(low, links[high, LEFT], links, sizes)
    _pull(high, links, sizes)
    return high


@njit
def _split(node, key, tie, links, sizes):
    """Trees of what is at most, and what is above (``key``, node number ``tie``)."""
    if node == 0:
        return 0, 0
    here = sizes[node, KEY]
    # equal keys are told apart by their numbers, so that a node to remove is found on one path
    if here > key or (here == key and node > tie):
        low, high = _split(links[node, LEFT], key, tie, links, sizes)
        links[node, LEFT] = high
        _pull(node, links, sizes)
        return low, node
    low, high = _split(links[node, RIGHT], key, tie, links, sizes)
    links[node, RIGHT] = low
    _pull(node, links, sizes)
    return node, high


@njit
def _remove(root, target, links, sizes):
    """The tree without one of its nodes."""
    key = sizes[target, KEY]
    if root == target:
        return _join(links[root, LEFT], links[root, RIGHT], links, sizes)
    side = LEFT
    if key > sizes[root, KEY] or (key == sizes[root, KEY] and target > root):
        side = RIGHT
    links[root, side] = _remove(links[root, side], target, links, sizes)
    _pull(root, links, sizes)
    return root


@njit
def _insert(root, node, links, sizes):
    """The tree with one more node, whose key and priority are set."""
    if root == 0 or links[node, PRIORITY] > links[root, PRIORITY]:
        low, high = _split(root, sizes[node, KEY], node, links, sizes)
        links[node, LEFT] = low
        links[node, RIGHT] = high
        _pull(node, links, sizes)
        return node
    key = sizes[node, KEY]
    side = LEFT
    if key > sizes[root, KEY] or (key == sizes[root, KEY] and node > root):
        side = RIGHT
    links[root, side] = _insert(links[root, side], node, links, sizes)
    _pull(root, links, sizes)
    return root


@njit
def _threshold_in_tree(root, z, links, sizes):
    """The pivot search of Lemma 7, with the nodes on one path as pivots."""
    node = root
    total = 0.0
    rho = 0
    while node != 0:
        right = links[node, RIGHT]
        key = sizes[node, KEY]
        # the node and all that is larger: number and sum without a visit
        gain = sizes[right, SUM] + key
        more = links[right, COUNT] + 1
        if total + gain - (rho + more) * key < z:  # in the support, with all that is larger
            total = total + gain
            rho = rho + more
            node = links[node, LEFT]
        else:
            node = right
    # rho is positive: the largest entry alone always lies in its own support, as z > 0
    return (total - z) / rho


@njit
def _build(ascending, links, sizes):
    """The treap of nodes given in ascending order of key, in linear time; returns its root."""
    spine = np.zeros(len(ascending), np.int64)  # the right border of the tree so far
    depth = 0
    for node in ascending:
        below = 0
        # a lower priority may not stand above: the end of the border moves under the new node
        while depth > 0 and links[spine[depth - 1], PRIORITY] < links[node, PRIORITY]:
            depth -= 1
            below = spine[depth]
            _pull(below, links, sizes)  # its subtree is complete only now
        links[node, LEFT] = below
        links[node, RIGHT] = 0
        if depth > 0:
            links[spine[depth - 1], RIGHT] = node
        spine[depth] = node
        depth += 1
    for rung in range(depth - 1, -1, -1):
        _pull(spine[rung], links, sizes)
    return spine[0] if depth > 0 else 0


@njit
def _step(root, level, z, indices, delta, signs, nodes):
    """Add ``delta`` to the named coordinates and project; return the new root and level."""
    links, sizes = nodes  # a plain tuple: a named one costs more than a short step to hand over
    for i, change in zip(indices, delta):
        node = i + 1
        old = 0.0
        if signs[i] != 0 and sizes[node, KEY] > level:  # the coordinate is not zero
            # keys hold the size plus the level at which they were written
            old = signs[i] * (sizes[node, KEY] - level)
            root = _remove(root, node, links, sizes)
        new = old + change
        signs[i] = np.sign(new)
        if new != 0.0:
            sizes[node, KEY] = abs(new) + level
            if sizes[node, KEY] > level:  # else a change below the last digit of the level
                root = _insert(root, node, links, sizes)
    if sizes[root, SUM] - links[root, COUNT] * level > z:
        # keys hold the old level: the threshold found among them is the new level itself
        level = max(level, _threshold_in_tree(root, z, links, sizes))
        # the tie is above all node numbers: keys equal to the level are zeros and go too
        _, root = _split(root, level, len(sizes), links, sizes)
    return root, level


class SparseL1Ball:
    r"""A vector in :math:`\{\|w\|_1\le z\}` under sparse steps, each followed by a projection.

    Parameters
    ----------
    n_features : int
    radius : float > 0
        The ball's :math:`z`.
    start : array_like of shape (n_features,), optional
        Where it starts; it is projected. Default the origin.
    random_state : int, optional
        Seed of the tree's priorities: they decide the time of a step, not its result.

    Attributes
    ----------
    n_nonzero : int
    norm : float
        :math:`\|w\|_1`.
    level : float
        Sum of all thresholds since the sizes were last written afresh.

    Raises
    ------
    ValueError
        On bad shapes or a radius that is not positive.

    Notes
    -----
    Cost: a step on k coordinates is O(k log n) expected; setting up and :meth:`to_dense` O(n log n)
    and O(n). The level only rises, and sizes are differences from it; when it exceeds ``1e6 * z``
    they are written afresh, so that at most six of sixteen digits are lost. Source: Duchi et al.
    (2008), Section 5.

    Examples
    --------
    >>> w = SparseL1Ball(5, radius=1.0)
    >>> _ = w.step([0, 3], [0.8, -0.6])
    >>> w.to_dense().round(3)
    array([ 0.6,  0. ,  0. , -0.4,  0. ])
    """

    def __init__(self, n_features, radius=1.0, start=None, random_state=0):
        n = check_count(n_features, "n_features", low=1)
        self.radius = check_real(radius, "radius", low=0, open_low=True)
        self._links = np.zeros((n + 1, 4), np.int64)
        self._links[1:, PRIORITY] = check_rng(random_state).integers(1, 2**62, n)
        self._sizes = np.zeros((n + 1, 2))
        self._write(np.zeros(n) if start is None else check_array(start, "start", shape=(n,)))
        if start is not None:
            self.step([], [])

    def _write(self, w):
        """Store ``w`` with the level at zero."""
        self._signs = np.sign(w)
        self._sizes[1:, KEY] = np.abs(w)
        nonzero = np.flatnonzero(w)
        # by size, then by number: the order that the splits rely on
        ascending = nonzero[np.lexsort((nonzero, np.abs(w[nonzero])))] + 1
        self._root = _build(ascending, self._links, self._sizes)
        self.level = 0.0

    def step(self, indices, delta):
        """Move to the projection of ``w + delta``, where ``delta`` lives on a few coordinates.

        Parameters
        ----------
        indices : array_like of int of shape (k,)
            A repeated coordinate moves repeatedly.
        delta : array_like of shape (k,)

        Returns
        -------
        SparseL1Ball
            Itself.

        Raises
        ------
        ValueError
            On coordinates out of range, shapes that differ, or values that are not finite.
        """
        indices = self._check_indices(indices)
        delta = plain_layout(check_array(delta, "delta", shape=indices.shape))
        self._root, self.level = _step(
            self._root, self.level, self.radius, indices, delta,
            self._signs, (self._links, self._sizes),
        )  # fmt: skip
        if self.level > 1e6 * self.radius:
            self._write(self.to_dense())
        return self

    def values(self, indices):
        """The named coordinates of ``w``, shape (k,). Cost: O(k)."""
        indices = self._check_indices(indices)
        sizes = np.maximum(self._sizes[indices + 1, KEY] - self.level, 0.0)
        return self._signs[indices] * sizes

    def to_dense(self):
        """All of ``w``, shape (n_features,)."""
        return self._signs * np.maximum(self._sizes[1:, KEY] - self.level, 0.0)

    def depths(self):
        """How deep every non-zero coordinate lies in the tree: what the cost of a step is made of.

        Returns
        -------
        ndarray of int of shape (n_nonzero,)
            In no particular order; the root has depth 1. Cost: O(n).
        """
        row = np.array([self._root])
        depth = 0
        found = []
        # level by level: the children of all nodes of one depth at once
        while (row := row[row > 0]).size:
            depth += 1
            found.append(np.full(len(row), depth))
            row = self._links[row][:, [LEFT, RIGHT]].ravel()
        return np.concatenate(found) if found else np.zeros(0, int)

    @property
    def n_nonzero(self):
        """How many coordinates differ from zero. Cost: O(1)."""
        return int(self._links[self._root, COUNT])

    @property
    def norm(self):
        """The norm of ``w``. Cost: O(1)."""
        return float(self._sizes[self._root, SUM] - self.n_nonzero * self.level)

    def _check_indices(self, indices):
        given = np.asarray(indices)
        if given.size and given.dtype.kind not in "iu":
            raise ValueError(f"indices must be integers, got {given.dtype}")
        indices = plain_layout(check_array(given, "indices", ndim=1, dtype=np.int64))
        if len(indices) and not (indices.min() >= 0 and indices.max() < len(self._signs)):
            raise ValueError(f"indices must lie in [0, {len(self._signs)}), got {indices}")
        return indices
