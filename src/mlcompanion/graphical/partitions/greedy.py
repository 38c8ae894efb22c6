r"""The greedy search for a dyadic tree: Chen (2013), section 6.3.1."""

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import numpy as np

from mlcompanion._validation import check_function, check_real

from .dyadic import child_cells
from .search_results import CoveredSearch, gather

__all__ = ["greedy_partition"]


@dataclass(eq=False)
class _Node:
    """A cell with its rows and its fitted model."""

    cell: tuple
    rows: np.ndarray
    rows_out: np.ndarray
    model: object


def _half(search, node, k, side, masks):
    """One half of a node as a node; None if it may not be a leaf."""
    rows = node.rows[masks[0] == (side == 0)]
    rows_out = node.rows_out[masks[1] == (side == 0)]
    if not search.allowed(len(rows), len(rows_out)):
        return None
    out = None if search.out is None else search.out.sums(rows_out)
    model = search.fit(search.train.sums(rows), out)
    return _Node(child_cells(node.cell, k)[side], rows, rows_out, model)


def _halves(search, node, k):
    """Both halves of a node along ``k``; None if one of them may not be a leaf."""
    level = node.cell[k][0]
    left = search.train.in_left(node.rows, k, level)
    left_out = np.zeros(0, dtype=bool)
    n_out = len(node.rows_out)
    if search.out is not None:
        left_out = search.out.in_left(node.rows_out, k, level)
    n_left = np.count_nonzero(left)
    n_left_out = np.count_nonzero(left_out)
    both = ((n_left, n_left_out), (len(left) - n_left, n_out - n_left_out))
    if not all(search.allowed(*sizes) for sizes in both):
        return None
    return [_half(search, node, k, side, (left, left_out)) for side in (0, 1)]


def _best_cut(search, node):
    """The cut that lowers the risk most: its gain, covariate and halves; the first of equals."""
    best = (-np.inf, -1, None)
    for k in range(search.d):
        if node.cell[k][0] == search.max_level:
            continue
        halves = _halves(search, node, k)
        if halves is None:
            continue
        after = float(halves[0].model.loss) + float(halves[1].model.loss)
        # losses are sums: over all rows judged, gains of different cells compare
        gain = (float(node.model.loss) - after) / search.n_judged
        if gain > best[0]:
            best = (gain, k, halves)
    return best


def _root(search):
    rows = np.arange(len(search.train.Z))
    rows_out = np.arange(0 if search.out is None else len(search.out.Z))
    out = None if search.out is None else search.out.sums(rows_out)
    model = search.fit(search.train.sums(rows), out)
    return _Node(((0, 0),) * search.d, rows, rows_out, model)


def greedy_partition(
    X, Z, X_out=None, Z_out=None, *, leaf, max_level=10, min_rows=10, min_gain=0.0, penalty=None
):
    r"""Cut the cell whose best cut lowers the risk most, until no cut lowers it (section 6.3.1).

    Parameters
    ----------
    X : array_like, shape (n, d)
        Covariates in the unit cube.
    Z : array_like, shape (n, q)
        Responses, or columns made of them, whose sums and products ``leaf`` needs.
    X_out, Z_out : array_like, shape (n_out, d) and (n_out, q), optional
        Held-out rows.
    leaf : callable
        ``leaf(train, held_out)`` of two :class:`CellSums`; the result has ``loss``, a sum.
    max_level : int
        K: no side is shorter than :math:`2^{-K}`.
    min_rows : int
        Least number of training rows of a leaf. A leaf has a held-out row at least.
    min_gain : float
        A cut must lower the risk by more than this.
    penalty : callable, optional
        Penalty of a tree as a function of its number of leaves, added to the risk: a cut must
        lower the risk by more than the penalty rises.

    Returns
    -------
    PartitionSearch

    Raises
    ------
    ValueError
        If a covariate lies outside [0, 1], if shapes do not fit, or if there are no held-out rows.

    Notes
    -----
    Without a penalty the order of the cuts does not matter. A node costs the sums of its own rows
    along each covariate, O(n_node d q²), and 2 d fits; what was fitted for a child is kept.
    Source: Chen (2013), section 6.3.1.

    Examples
    --------
    >>> class Mean:
    ...     def __init__(self, train, out):
    ...         self.loss = float(np.trace(out.covariance(train.mean()))) * out.n
    >>> x = np.linspace(0, 1, 64)[:, None]
    >>> found = greedy_partition(x, x > 0.5, x, x > 0.5, leaf=Mean)
    >>> found.tree.n_leaves, found.risk
    (2, 0.0)
    """
    search = CoveredSearch(X, Z, X_out, Z_out, leaf, max_level, min_rows)
    min_gain = check_real(min_gain, "min_gain")
    penalty = check_function(penalty, "penalty")
    root = _root(search)
    splits = {}
    known = {root.cell: root}
    gains = {}
    order = count()  # of equal gains the older cell comes first
    waiting = []

    def consider(node):
        found = _best_cut(search, node)
        gains[node.cell] = found[0]
        if found[2] is not None:
            heappush(waiting, (-found[0], next(order), node, found))

    consider(root)
    while waiting:
        _, _, node, (gain, k, halves) = heappop(waiting)
        m = len(splits) + 1
        # the penalty counts leaves alone: the best cut is still the one of largest gain
        rise = 0.0 if penalty is None else penalty(m + 1) - penalty(m)
        if gain <= min_gain + rise:
            break
        splits[node.cell] = k
        for half in halves:
            known[half.cell] = half
            consider(half)
    sizes = {cell: (len(node.rows), len(node.rows_out)) for cell, node in known.items()}
    models = {cell: node.model for cell, node in known.items()}
    return gather(search, splits, models, sizes, gains)
