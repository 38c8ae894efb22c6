r"""The exact search for a dyadic tree: a dynamic program over the cells.

Chen (2013), section 6.3.1, names it; the recursion is that of Blanchard and others (2007).
"""

from itertools import product

import numpy as np

from mlcompanion._validation import check_count, check_function, check_memory

from .cell_sums import CellSums
from .dyadic import child_cells
from .search_results import CoveredSearch, gather

__all__ = ["exact_partition"]


def _grid_sums(rows, level, d):
    """Sums of all cells: for each tuple of levels an array of counts, totals and products."""
    q = rows.Z.shape[1]
    shape = (2**level,) * d
    flat = np.ravel_multi_index(tuple(rows.places.T), shape)
    order = np.argsort(flat, kind="stable")
    filled, first = np.unique(flat[order], return_index=True)
    n = np.zeros(2 ** (level * d), dtype=np.int64)
    total = np.zeros((len(n), q))
    products = np.zeros((len(n), q, q))
    for cell, members in zip(filled, np.split(order, first[1:])):
        n[cell], total[cell], products[cell] = rows.sums(members)
    sums = {(level,) * d: (n.reshape(shape), total.reshape(*shape, q),
                           products.reshape(*shape, q, q))}  # fmt: skip
    for levels in _coarser(level, d):
        # any side that can still be halved will do: the two halves make the same cell
        k = next(k for k in range(d) if levels[k] < level)
        finer = sums[(*levels[:k], levels[k] + 1, *levels[k + 1 :])]
        halves = [[np.take(a, range(s, a.shape[k], 2), axis=k) for a in finer] for s in (0, 1)]
        sums[levels] = tuple(a + b for a, b in zip(*halves))
    return sums


def _coarser(level, d):
    """Tuples of levels, the finest cells first, without the finest itself."""
    every = sorted(product(range(level + 1), repeat=d), key=sum, reverse=True)
    return every[1:]


def exact_partition(
    X, Z, X_out=None, Z_out=None, *, leaf, max_level=3, min_rows=10, penalty=None, max_leaves=None
):
    r"""The tree with the smallest risk of all, by dynamic programming over the cells.

    .. math:: best(A)=\min\{leaf(A),\ \min_k\,best(A_L^{(k)})+best(A_R^{(k)})\}

    Parameters
    ----------
    X, Z, X_out, Z_out, leaf, min_rows
        As for :func:`greedy_partition`.
    max_level : int
        K: no side is shorter than :math:`2^{-K}`.
    penalty : callable, optional
        Penalty of a tree as a function of its number of leaves, added to the risk. It does not
        add up over leaves, so that the best tree of each size is kept: :math:`best(A,m)`.
    max_leaves : int, optional
        With a penalty, the largest number of leaves that is looked at; default all.

    Returns
    -------
    PartitionSearch
        Of equally good trees one with fewer cuts.

    Notes
    -----
    Cost: :math:`(2^{K+1}-1)^d` cells, each fitted once and summed from two halves; time and memory
    O(q²) a cell beside the fits. With a penalty O(d m²) further a cell of m finest ones.
    Source: Chen (2013), section 6.3.1, which names the search; the recursion is Blanchard's.

    Examples
    --------
    >>> class Mean:
    ...     def __init__(self, train, out):
    ...         self.loss = float(np.trace(out.covariance(train.mean()))) * out.n
    >>> x = np.linspace(0, 1, 64)[:, None]
    >>> exact_partition(x, x > 0.5, x, x > 0.5, leaf=Mean, max_level=2).tree.n_leaves
    2
    """
    search = CoveredSearch(X, Z, X_out, Z_out, leaf, max_level, min_rows)
    penalty = check_function(penalty, "penalty")
    d = search.d
    q = search.train.Z.shape[1]
    n_cells = (2.0 ** (search.max_level + 1) - 1) ** d
    check_memory(16 * n_cells * (q + 1) ** 2, f"the sums of all {n_cells:.3g} cells")
    most = 1
    if penalty is not None:
        most = 2 ** (search.max_level * d)
        if max_leaves is not None:
            most = min(most, check_count(max_leaves, "max_leaves", low=1))
    train = _grid_sums(search.train, search.max_level, d)
    out = None if search.out is None else _grid_sums(search.out, search.max_level, d)
    models = {}
    sizes = {}
    best = {}  # cell: smallest loss with 1, 2, ... leaves; without a penalty one entry for any
    cuts = {}  # cell: for each of them the covariate and the left half's number of leaves
    for levels in [(search.max_level,) * d, *_coarser(search.max_level, d)]:
        for places in product(*(range(2**level) for level in levels)):
            cell = tuple(zip(levels, places))
            sums = CellSums(*(a[places] for a in train[levels]))
            sums_out = None if out is None else CellSums(*(a[places] for a in out[levels]))
            sizes[cell] = (int(sums.n), 0 if out is None else int(sums_out.n))
            if not search.allowed(*sizes[cell]):
                continue  # nor may any part of it
            models[cell] = search.fit(sums, sums_out)
            _improve(cell, models[cell].loss, best, cuts, search.max_level, most, penalty is None)
    root = ((0, 0),) * d
    if root not in best:
        raise ValueError("X_out must have a row")
    m = 0
    if penalty is not None:
        risks = [loss / search.n_judged + penalty(m + 1) for m, loss in enumerate(best[root])]
        m = int(np.argmin(risks))
    return gather(search, _trace(root, m, cuts), models, sizes, {})


def _improve(cell, loss, best, cuts, max_level, most, alike):
    """Record the cell's smallest losses; ``alike`` if the number of leaves does not matter."""
    losses = [float(loss)]
    made = [None]
    for k, (level, _) in enumerate(cell):
        halves = child_cells(cell, k)
        if level == max_level or halves[0] not in best or halves[1] not in best:
            continue
        for a, left in enumerate(best[halves[0]]):
            for b, right in enumerate(best[halves[1]]):
                # place a of a list is for a + 1 leaves: together a + b + 2, one less as a place
                m = 0 if alike else a + b + 1  # leaves less one
                if m >= most:
                    break
                while len(losses) <= m:
                    losses.append(np.inf)
                    made.append(None)
                if left + right < losses[m]:
                    losses[m] = left + right
                    made[m] = (k, a)
    best[cell] = losses
    cuts[cell] = made


def _trace(root, m, cuts):
    """The cuts of the best tree with ``m + 1`` leaves, or of the best of all."""
    splits = {}
    waiting = [(root, m)]
    while waiting:
        cell, m = waiting.pop()
        made = cuts[cell][m]
        if made is None:
            continue
        k, a = made
        splits[cell] = k
        left, right = child_cells(cell, k)
        rest = m - 1 - a if m else 0
        waiting += [(left, a), (right, rest)]
    return splits
