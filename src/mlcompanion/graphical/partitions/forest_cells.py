r"""The forest of one cell of covariates, from counts alone, and how far its variables are apart.

.. math:: \hat R_{out}(\mathcal A)=-\frac1{n_2}\sum_{i:\tilde x_i\in\mathcal A}\Big\{
    \sum_u\log\hat p(\tilde y_{iu})+\sum_{(u,v)\in E}
    \log\frac{\hat p(\tilde y_{iu},\tilde y_{iv})}{\hat p(\tilde y_{iu})\hat p(\tilde y_{iv})}\Big\}

Chen (2013), sections 7.2 and 7.4, equation (7.9) with the minus that its text asks for. The sum
over held-out rows is one over counts of pairs, so that no row is looked at twice.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_square

from ..forests.distribution import check_forest
from ..trees.pairs import information_of_counts
from ..trees.spanning import maximum_spanning_tree
from .dyadic import prefix_code_length

__all__ = ["BETAS", "CellForest", "cell_forest", "forest_tree_penalty", "path_lengths"]

#: Exponents of the threshold that held-out rows choose among (section 7.5).
BETAS = tuple(np.round(np.arange(0.05, 0.96, 0.05), 2).tolist())

#: An information just below the threshold is at it: it has 13 decimals (see ``trees.pairs``).
_ROUNDING = 1e-13


class CellForest(NamedTuple):
    """The forest of a cell.

    Attributes
    ----------
    edges : ndarray of int, shape (k, 2)
        The strongest first.
    loss : float
        Minus the log-probability of the held-out rows, summed, in nats.
    threshold : float
        The largest of the best thresholds, in nats.
    tree_edges : ndarray of int, shape (d - 1, 2)
        The whole tree: a forest of k edges has the first k.
    informations : ndarray, shape (d - 1,)
        Of the tree's edges.
    losses : ndarray, shape (d,)
        With 0, 1, ..., d - 1 edges.
    """

    edges: np.ndarray
    loss: float
    threshold: float
    tree_edges: np.ndarray
    informations: np.ndarray
    losses: np.ndarray


def _smoothed(counts, starts, smoothing):
    """Probabilities of single states and of all pairs of states, from counts and further rows."""
    widths = np.diff([*starts, len(counts)])
    own = np.repeat(1.0 / widths, widths)  # an added row lies evenly over a column's states
    n = counts[: widths[0], : widths[0]].trace()
    single = (np.diag(counts) + smoothing * own) / (n + smoothing)
    pairs = (counts + smoothing * np.outer(own, own)) / (n + smoothing)
    return single, pairs


def cell_forest(counts, held_counts, starts, thresholds, *, smoothing=2.0):
    r"""Learn the forest of a cell, and let held-out rows choose among thresholds.

    Parameters
    ----------
    counts, held_counts : array_like, shape (r, r)
        Pair counts of the cell's training and held-out rows, as
        :func:`~mlcompanion.graphical.trees.pair_counts` gives them.
    starts : array_like of int, shape (d,)
        Where the block of each variable begins.
    thresholds : array_like, shape (m,)
        Informations in nats below which an edge is cut.
    smoothing : float
        Further rows, spread evenly over all joint states, for the probabilities and not for the
        tree; half a count for each pair of states of two binary variables is 2.

    Returns
    -------
    CellForest
        Of equal losses the larger threshold, and so the smaller forest, stands.

    Notes
    -----
    Cost: O(r²), however many rows were counted and whatever the number of thresholds.
    Source: Chen (2013), section 7.2, steps 1 to 3, and equation (7.9).

    Examples
    --------
    >>> from mlcompanion.graphical.trees import pair_counts
    >>> counts, starts = pair_counts([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]] * 5)
    >>> cell_forest(counts, counts, starts, [0.01, 0.1]).edges.tolist()
    [[0, 1]]
    """
    counts = check_square(counts, "counts", symmetric=True, low=0)
    held = check_square(held_counts, "held_counts", size=len(counts), symmetric=True, low=0)
    limits = check_array(thresholds, "thresholds", ndim=1, min_rows=1, low=0)
    smoothing = check_real(smoothing, "smoothing", low=0)
    tree = maximum_spanning_tree(information_of_counts(counts, starts))
    starts = np.asarray(starts)
    losses = _prefix_losses(counts, held, starts, tree.edges, smoothing)
    falling = np.sort(limits)[::-1]
    kept = np.count_nonzero(tree.weights >= falling[:, None] - _ROUNDING, axis=1)
    best = int(np.argmin(losses[kept]))
    return CellForest(
        tree.edges[: kept[best]],
        float(losses[kept[best]]),
        float(falling[best]),
        tree.edges,
        tree.weights,
        losses,
    )


def _prefix_losses(counts, held, starts, edges, smoothing):
    """Loss of the held-out rows with the first 0, 1, ... edges; once infinite, it stays so."""
    single, pairs = _smoothed(counts, starts, smoothing)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(single)
        seen = np.diag(held) > 0
        empty = -(np.diag(held)[seen] * logs[seen]).sum()
        # one table of log-ratios: an edge's gain is the sum over its block
        ratios = np.log(pairs) - logs[:, None] - logs
        weighted = np.where(held > 0, held * ratios, 0.0)
    by_rows = np.add.reduceat(weighted, starts, axis=0)
    gains = np.add.reduceat(by_rows, starts, axis=1)[edges[:, 0], edges[:, 1]]
    losses = empty - np.concatenate([[0.0], np.cumsum(gains)])
    return np.where(np.isnan(losses), np.inf, losses)


def path_lengths(edges, d):
    """Number of edges on the way between each two nodes of a forest.

    Parameters
    ----------
    edges : array_like of int, shape (k, 2)
        The forest.
    d : int
        Number of nodes.

    Returns
    -------
    ndarray, shape (d, d)
        Infinite between different trees, 0 on the diagonal.

    Notes
    -----
    Cost: O(d (d + k)), one breadth-first search a node. Source: Chen (2013), section 7.5.2.

    Examples
    --------
    >>> path_lengths([(0, 1), (1, 2)], 4)[0].tolist()
    [0.0, 1.0, 2.0, inf]
    """
    d = check_count(d, "d", low=1)
    edges = check_forest(edges, d)
    beside = [[] for _ in range(d)]
    for i, j in edges.tolist():
        beside[i].append(j)
        beside[j].append(i)
    lengths = np.full((d, d), np.inf)
    for start in range(d):
        lengths[start, start] = 0
        reached = [start]
        for node in reached:  # grows while it is read: first in, first out
            for other in beside[node]:
                if lengths[start, other] == np.inf:
                    lengths[start, other] = lengths[start, node] + 1
                    reached.append(other)
    return lengths


def forest_tree_penalty(n_leaves, n, d, b):
    r"""What definition 7.1 charges for a tree: :math:`dm\sqrt{(4\log n+[[T]]\log2)/(2n)}`.

    Parameters
    ----------
    n_leaves : int
        m, the number of leaves.
    n, d, b : int
        Numbers of rows, of responses and of covariates.

    Returns
    -------
    float
        In nats a row, before it is multiplied by the weight :math:`\gamma_n`.

    Examples
    --------
    >>> round(forest_tree_penalty(1, 1000, 20, 2), 2)
    2.41
    """
    m = check_count(n_leaves, "n_leaves", low=1)
    n = check_count(n, "n", low=1)
    d = check_count(d, "d", low=1)
    bits = prefix_code_length(m, check_count(b, "b", low=1))
    return float(d * m * np.sqrt((4 * np.log(n) + bits * np.log(2)) / (2 * n)))
