r"""``KernelForest``: the Chow–Liu tree of columns of numbers, by kernel densities.

Frequencies make way for Gaussian bumps on the samples, :math:`K_h`, one bandwidth a column:

.. math:: \hat p(x_u)=\frac1n\sum_iK_{h_u}(x_u-x_{iu}),\qquad
    \hat p(x_u,x_v)=\frac1n\sum_iK_{h_u}(x_u-x_{iu})\,K_{h_v}(x_v-x_{iv}).

A pair's law has the columns' laws for its margins, so that the product along a forest is a density.

Chen (2013), section 7.2, after Liu, Xu, Gu, Gupta, Lafferty and Wasserman (2011).
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import logsumexp, rel_entr
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_in, check_memory, check_rng
from mlcompanion.density.protocol import DensityEstimator

from .trees.spanning import SpanningTree, maximum_spanning_tree

__all__ = ["KernelForest"]

#: What the bandwidths of the normal rule are multiplied by, for held-out rows to choose.
FACTORS = (1.0, 0.7, 0.5, 0.35, 0.25)

_STEP = 0.5  # between grid points, in bandwidths: sums of bumps are then integrals, to rounding
_REACH = 12  # grid points on either side of a sample: beyond six bandwidths a bump is nothing
_BLOCK = 2**20  # numbers of a block of kernels
_TINY = 1e-290  # below it a sum of products has lost its digits


class KernelForest(DensityEstimator):
    r"""Density of columns of numbers along a forest, from kernel estimates of columns and pairs.

    The heaviest spanning tree of the informations of all pairs; of its edges, the strongest first,
    as many are kept as make held-out rows most probable.

    Parameters
    ----------
    bandwidths : {"held-out", "normal"}, float or array_like, shape (d,)
        Standard deviations of the bumps. ``"normal"``: :math:`n^{-1/6}` times the standard
        deviation of the column, the best for a pair of normal columns; ``"held-out"``: the best
        for the held-out rows of that and of 0.7, 0.5, 0.35 and 0.25 times it. Numbers are in the
        units of ``X``.
    n_edges : int, optional
        How many edges to keep. Then no row is held out, unless bandwidths ask for them.
    random_state : int, Generator or None
        Deals the rows into halves, if held-out rows are needed and not given.

    Attributes
    ----------
    edges_ : ndarray of int, shape (k, 2)
        The strongest first, the smaller node first.
    n_edges_ : int
    informations_ : ndarray, shape (k,)
        Of the edges that were kept, in nats.
    tree_edges_ : ndarray of int, shape (d - 1, 2)
    tree_informations_ : ndarray, shape (d - 1,)
    mutual_information_ : ndarray, shape (d, d)
        Of the kernel densities; 0 on the diagonal.
    held_out_scores_ : ndarray, shape (d,), or None
        Mean log-density of the held-out rows with 0, 1, ..., d - 1 edges.
    bandwidths_ : ndarray, shape (d,)
    n_params_ : int
        n d: every row that was learned from is kept.

    Notes
    -----
    Cost: O(n g²) for the informations, with g the number of grid points of all columns, which lie
    half a bandwidth apart near the samples (some 50 a column); O(m n (d + k)) for m rows' scores.
    Memory: O(n g) for the bumps on the grids, and a million numbers at a time for scores.
    The informations are those of the fitted densities, so that the tree is the most likely one
    among densities with these margins, up to the grid. Bumps that are too wide blur a sharp bend
    more than a blunt line, and so choose wrong edges.
    Source: Chen (2013), section 7.2; Liu et al. (2011), sections 3 and 4.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-1, 1, (400, 1))
    >>> X = np.hstack([x, x**2 + 0.1 * rng.normal(size=(400, 1)), rng.normal(size=(400, 1))])
    >>> KernelForest(random_state=0).fit(X).edges_.tolist()
    [[0, 1]]
    """

    def __init__(self, bandwidths="held-out", *, n_edges=None, random_state=None):
        self.bandwidths = bandwidths
        self.n_edges = n_edges
        self.random_state = random_state

    def fit(self, X, y=None, X_val=None):
        """Estimate all pairs, find the tree, and let held-out rows cut it.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored
        X_val : array_like, shape (m, d), optional
            Held-out rows; by default a random half of ``X``, which is not learned from.

        Returns
        -------
        KernelForest

        Raises
        ------
        ValueError
            If a column does not vary among the rows that are learned from and no number is its
            bandwidth, an argument is out of range, or held-out rows have nothing to choose.
        """
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        n_edges = self.n_edges
        if n_edges is not None:
            n_edges = check_count(n_edges, "n_edges", high=X.shape[1] - 1)
        X, held_out = self._split(X, X_val, check_rng(self.random_state))
        forests = [grown_forest(X, widths, held_out, n_edges) for widths in self._widths(X)]
        best = max(forests, key=lambda forest: forest.score)  # the first of equals: the widest
        self.bandwidths_ = best.widths
        self.mutual_information_ = best.informations
        self.tree_edges_, self.tree_informations_ = best.tree
        self.held_out_scores_ = best.scores
        self.n_edges_ = best.n_edges
        self._rows = X.copy()
        self.edges_ = self.tree_edges_[: self.n_edges_].copy()
        self.informations_ = self.tree_informations_[: self.n_edges_].copy()
        self.n_params_ = X.size
        return self

    def _split(self, X, X_val, rng):
        """Rows to learn from, and rows to choose by; the second are None if nothing is chosen."""
        chooses_widths = isinstance(self.bandwidths, str) and self.bandwidths == "held-out"
        chooses = chooses_widths or self.n_edges is None
        if X_val is not None:
            X_val = check_array(X_val, "X_val", shape=(None, X.shape[1]), min_rows=1)
            if not chooses:
                raise ValueError("X_val has nothing to choose: n_edges and bandwidths are given")
            return X, X_val
        if not chooses:
            return X, None
        if len(X) < 4:
            raise ValueError(f"X needs at least 4 rows for two halves, got n_samples = {len(X)}")
        order = rng.permutation(len(X))
        half = len(X) // 2
        return X[order[half:]], X[order[:half]]

    def _widths(self, X):
        """Bandwidths of all columns, one array for each choice."""
        n, d = X.shape
        if not isinstance(self.bandwidths, str):
            widths = check_array(self.bandwidths, "bandwidths", low=0, open_low=True)
            if widths.shape not in ((), (d,)):
                raise ValueError(f"bandwidths must be a number or have shape ({d},)")
            return [np.full(d, 1.0) * widths]
        check_in(self.bandwidths, "bandwidths", ("held-out", "normal"))
        spread = X.std(axis=0, ddof=1)
        if not (spread > 0).all():
            j = int(np.argmin(spread > 0))
            raise ValueError(
                f"X must vary in every column: column {j} has one value in the n_samples = {n} "
                "rows that are learned from"
            )
        factors = FACTORS if self.bandwidths == "held-out" else FACTORS[:1]
        return [factor * n ** (-1 / 6) * spread for factor in factors]

    def score_samples(self, X):
        """Logarithm of the density at each row.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
            Finite however far a row is from all samples.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return kernel_terms(X, self._rows, self.bandwidths_, self.edges_).sum(axis=0)


class GrownForest(NamedTuple):
    """A tree for given bandwidths, and how many of its edges are kept.

    Attributes
    ----------
    score : float
        Mean log-density of the held-out rows; 0 without any.
    widths : ndarray, shape (d,)
    informations : ndarray, shape (d, d)
    tree : SpanningTree
    scores : ndarray, shape (d,), or None
    n_edges : int
    """

    score: float
    widths: np.ndarray
    informations: np.ndarray
    tree: SpanningTree
    scores: object
    n_edges: int


def grown_forest(X, widths, held_out, n_edges):
    """The tree of the rows ``X``; held-out rows, if any, score it and choose how many edges."""
    informations = kernel_informations(X, widths)
    tree = maximum_spanning_tree(informations)
    if held_out is None:
        return GrownForest(0.0, widths, informations, tree, None, n_edges)
    terms = kernel_terms(held_out, X, widths, tree.edges)
    scores = np.cumsum(terms.mean(axis=1))
    if n_edges is None:
        n_edges = int(np.argmax(scores))
    return GrownForest(scores[n_edges], widths, informations, tree, scores, n_edges)


def kernel_terms(X, rows, widths, edges):
    """Log-density of each row of ``X`` without edges, and what each edge adds: (1 + k, m)."""
    n, d = rows.shape
    constants = np.log(n * widths * math.sqrt(2 * math.pi))
    terms = np.empty((1 + len(edges), len(X)))
    size = max(1, _BLOCK // (n * d))
    for first in range(0, len(X), size):
        block = slice(first, first + size)
        squares = half_squares(X[block], rows, widths)
        nearest = squares.min(axis=2)
        # the nearest sample's bump is 1: far from all samples none would be left
        bumps = np.exp(nearest[:, :, None] - squares)
        margins = np.log(bumps.sum(axis=2)) - nearest - constants[:, None]
        terms[0, block] = margins.sum(axis=0)
        for k, (u, v) in enumerate(edges, start=1):
            sums = np.einsum("mi,mi->m", bumps[u], bumps[v])
            lost = sums < _TINY  # no sample is near in both columns
            logs = np.log(np.where(lost, 1.0, sums)) - nearest[u] - nearest[v]
            if lost.any():
                logs[lost] = logsumexp(-squares[u, lost] - squares[v, lost], axis=1)
            pair = logs - constants[u] - constants[v] + math.log(n)
            terms[k, block] = pair - margins[u] - margins[v]
    return terms


def half_squares(X, rows, widths):
    """Half the squared distance to each sample in bandwidths, column by column: (d, m, n)."""
    units = (X.T[:, :, None] - rows.T[:, None, :]) / widths[:, None, None]
    return 0.5 * units**2


def kernel_masses(x, width):
    """Shares of each sample's bump on a grid that covers all of them: shape (g, n).

    The grid is the least sample's, with gaps where no sample is near.
    """
    places = (x - x.min()) / (_STEP * width)
    around = np.floor(places).astype(np.int64)[:, None] + np.arange(-_REACH, _REACH + 2)
    grid = np.unique(around)
    units = _STEP * (grid[:, None] - places)
    masses = np.exp(-0.5 * units**2)
    return masses / masses.sum(axis=0)


def kernel_informations(X, widths):
    """Mutual information of the kernel densities of every pair of columns, in nats: (d, d)."""
    n, d = X.shape
    bumps = [kernel_masses(column, width) for column, width in zip(X.T, widths)]
    largest = max(len(bump) for bump in bumps)
    check_memory(8 * largest**2, "the grid of a pair of columns of X")
    margins = [bump.mean(axis=1) for bump in bumps]
    informations = np.zeros((d, d))
    for u in range(d):
        for v in range(u):
            pair = bumps[u] @ bumps[v].T / n
            found = rel_entr(pair, np.outer(margins[u], margins[v])).sum()
            # never negative but by rounding
            informations[u, v] = max(found, 0.0)
            informations[v, u] = informations[u, v]
    return informations
