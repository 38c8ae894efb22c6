r"""``ChowLiuForest``: the maximum-likelihood tree of discrete columns, its weak edges cut.

.. math:: \hat k_n=\#\{j:I(\hat P_{\hat e_j})\ge\varepsilon_n\},\qquad\varepsilon_n=n^{-\beta}

Tan, Anandkumar and Willsky (2011), section 3 (CLThres), equations (3) to (6), (10).
"""

from typing import NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.density.protocol import DensityEstimator

from ..trees.pairs import check_codes, pairwise_mutual_information
from ..trees.spanning import maximum_spanning_tree
from .distribution import ForestDistribution, check_forest

__all__ = ["ChowLiuForest", "ForestPath", "forest_of_edges", "threshold_path"]

#: An information just below the threshold is at it: it has 13 decimals (see ``trees.pairs``).
_ROUNDING = 1e-13


def forest_of_edges(X, edges, *, n_states=None, smoothing=0.0):
    r"""Fit a forest distribution with given edges: empirical marginals and pairs, as most likely.

    Parameters
    ----------
    X : array_like of int, shape (n, d)
        Codes from 0.
    edges : array_like of int, shape (k, 2)
        The forest.
    n_states : int or array_like of int, shape (d,), optional
        As for :func:`~mlcompanion.graphical.trees.state_counts`.
    smoothing : float
        Further rows, spread evenly over all joint states: a pair's table gets
        ``smoothing / (r_i * r_j)`` a cell, so that tables and marginals agree.

    Returns
    -------
    ForestDistribution

    Notes
    -----
    Cost: O(n (d + k)). The projection of the empirical law onto this forest (section 3, step 6).

    Examples
    --------
    >>> forest_of_edges([[0, 0], [1, 1], [1, 0], [1, 1]], [(0, 1)]).tables[0].tolist()
    [[0.25, 0.0], [0.25, 0.5]]
    """
    X, n_states = check_codes(X, n_states)
    smoothing = check_real(smoothing, "smoothing", low=0)
    n = len(X)
    marginals = [
        (np.bincount(X[:, j], minlength=r) + smoothing / r) / (n + smoothing)
        for j, r in enumerate(n_states)
    ]
    tables = []
    edges = check_forest(edges, len(n_states))
    for i, j in edges:
        shape = (n_states[i], n_states[j])
        cells = np.bincount(X[:, i] * shape[1] + X[:, j], minlength=shape[0] * shape[1])
        tables.append((cells.reshape(shape) + smoothing / cells.size) / (n + smoothing))
    return ForestDistribution(edges, marginals, tables)


class ChowLiuForest(DensityEstimator):
    r"""Law of discrete columns along a forest: the Chow–Liu tree without its weak edges (CLThres).

    The heaviest spanning tree of the empirical mutual informations is the most likely tree. Of its
    edges those stay whose information is at least :math:`\varepsilon_n`.

    Parameters
    ----------
    beta : float
        The threshold is :math:`n^{-\beta}` nats, :math:`0<\beta<1` (10).
    threshold : float, optional
        A threshold in nats, in place of the one by ``beta``; 0 keeps the whole tree.
    n_edges : int, optional
        How many edges to keep, in place of a threshold.
    smoothing : float
        Further rows, spread evenly over all joint states, for the probabilities; the edges are
        found without them. With 0 a row with a pair that was never seen has probability zero.
    n_states : int or array_like of int, shape (d,), optional
        Numbers of states; by default a column has those up to its largest code.

    Attributes
    ----------
    edges_ : ndarray of int, shape (k, 2)
        The strongest first, the smaller node first.
    n_edges_ : int
    informations_ : ndarray, shape (k,)
        Of the edges that were kept, in nats.
    tree_edges_ : ndarray of int, shape (d - 1, 2)
        All edges of the tree: each threshold keeps the first so many of them.
    tree_informations_ : ndarray, shape (d - 1,)
    mutual_information_ : ndarray, shape (d, d)
    threshold_ : float
        NaN if ``n_edges`` was given.
    distribution_ : ForestDistribution
    marginals_ : tuple of ndarray
    n_params_ : int
        Free parameters.

    Notes
    -----
    Cost: O(n r² + d² ) with r the sum of all numbers of states, memory O(r²).
    The count of edges is at least the threshold's; equation (3) as printed cannot be 0.
    Source: Tan, Anandkumar and Willsky (2011), section 3.

    Examples
    --------
    >>> X = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]] * 5
    >>> ChowLiuForest(beta=0.5).fit(X).edges_.tolist()
    [[0, 1]]
    """

    def __init__(self, beta=0.5, *, threshold=None, n_edges=None, smoothing=0.0, n_states=None):
        self.beta = beta
        self.threshold = threshold
        self.n_edges = n_edges
        self.smoothing = smoothing
        self.n_states = n_states

    def fit(self, X, y=None):
        """Find the tree, cut it, and take the empirical probabilities along what is left.

        Parameters
        ----------
        X : array_like of int, shape (n, d)
            Codes from 0.
        y : ignored

        Returns
        -------
        ChowLiuForest
        """
        X = validate_data(self, X, dtype=float)
        if X.min() < 0:
            raise ValueError("Negative values in data passed to X: it must hold codes from 0")
        X, n_states = check_codes(X, self.n_states)
        smoothing = check_real(self.smoothing, "smoothing", low=0)
        self.mutual_information_ = pairwise_mutual_information(X, n_states)
        tree = maximum_spanning_tree(self.mutual_information_)
        self.tree_edges_, self.tree_informations_ = tree
        self.n_edges_ = self._count(len(X))
        # edges stand in falling order: a threshold keeps a prefix
        self.edges_ = self.tree_edges_[: self.n_edges_].copy()
        self.informations_ = self.tree_informations_[: self.n_edges_].copy()
        self.distribution_ = forest_of_edges(X, self.edges_, n_states=n_states, smoothing=smoothing)
        self.marginals_ = tuple(m.copy() for m in self.distribution_.marginals)
        free = n_states - 1
        self.n_params_ = int(free.sum() + np.prod(free[self.edges_], axis=1).sum())
        return self

    def _count(self, n):
        """How many edges of the tree are kept."""
        beta = check_real(self.beta, "beta", low=0, high=1, open_low=True, open_high=True)
        if self.threshold is not None and self.n_edges is not None:
            raise ValueError("threshold and n_edges cannot both be given")
        if self.n_edges is not None:
            self.threshold_ = np.nan
            return check_count(self.n_edges, "n_edges", high=len(self.tree_edges_))
        self.threshold_ = n**-beta
        if self.threshold is not None:
            self.threshold_ = check_real(self.threshold, "threshold", low=0)
        return int(np.count_nonzero(self.tree_informations_ >= self.threshold_ - _ROUNDING))

    def score_samples(self, X):
        """Logarithm of the probability of each row.

        Parameters
        ----------
        X : array_like of int, shape (m, d)
            Codes known from ``fit``.

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        return self.distribution_.log_prob(validate_data(self, X, reset=False, dtype=float))

    def sample(self, n_samples=1, random_state=None):
        """Draw rows from the fitted law.

        Parameters
        ----------
        n_samples : int
        random_state : int, Generator or None

        Returns
        -------
        ndarray of int, shape (n_samples, d)
        """
        check_is_fitted(self)
        return self.distribution_.sample(n_samples, random_state)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.positive_only = True
        return tags


class ForestPath(NamedTuple):
    """One tree and all its forests, from empty to whole.

    Attributes
    ----------
    edges : ndarray of int, shape (d - 1, 2)
        Of the tree, the strongest first: the forest of k edges has the first k.
    informations : ndarray, shape (d - 1,)
    n_edges : ndarray of int, shape (m,)
        How many edges each exponent keeps.
    scores : ndarray, shape (d,)
        Mean log-probability of the rows for each number of edges, in nats.
    test_scores : ndarray, shape (d,), or None
        The same of held-out rows.
    """

    edges: np.ndarray
    informations: np.ndarray
    n_edges: np.ndarray
    scores: np.ndarray
    test_scores: object


def threshold_path(X, betas, X_test=None, *, n_states=None, smoothing=0.0):
    """The forests of all exponents from one tree, and how well each explains the rows.

    Parameters
    ----------
    X : array_like of int, shape (n, d)
    betas : array_like, shape (m,)
        Exponents between 0 and 1.
    X_test : array_like of int, shape (n_test, d), optional
    n_states : int or array_like of int, shape (d,), optional
    smoothing : float
        As for :class:`ChowLiuForest`.

    Returns
    -------
    ForestPath

    Notes
    -----
    Cost: that of one fit and O((n + n_test) d) for all forests: an edge adds its own gain.
    Source: Tan, Anandkumar and Willsky (2011), sections 3 and 7.2.

    Examples
    --------
    >>> X = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]] * 5
    >>> threshold_path(X, [0.05, 0.5]).n_edges.tolist()
    [0, 1]
    """
    X, n_states = check_codes(X, n_states)
    betas = check_array(betas, "betas", ndim=1, min_rows=1, low=0, high=1)
    tree = maximum_spanning_tree(pairwise_mutual_information(X, n_states))
    whole = forest_of_edges(X, tree.edges, n_states=n_states, smoothing=smoothing)
    limits = float(len(X)) ** -betas
    kept = np.count_nonzero(tree.weights >= limits[:, None] - _ROUNDING, axis=1)
    test_scores = None
    if X_test is not None:
        X_test = check_array(X_test, "X_test", ndim=2, min_rows=1, dtype=np.int64, low=0)
        if X_test.shape[1] != X.shape[1] or (X_test >= n_states).any():
            raise ValueError(
                f"X_test must have the {X.shape[1]} columns of X and no other codes, "
                f"got shape {X_test.shape}"
            )
        test_scores = _prefix_scores(whole, X_test)
    return ForestPath(*tree, kept, _prefix_scores(whole, X), test_scores)


def _prefix_scores(whole, X):
    """Mean log-probability with the first 0, 1, ... edges; once infinite, it stays so."""
    with np.errstate(divide="ignore", invalid="ignore"):
        empty = sum(np.log(law)[X[:, j]].mean() for j, law in enumerate(whole.marginals))
        gains = []
        for (i, j), table in zip(whole.edges, whole.tables):
            ratio = np.log(table) - np.log(np.outer(whole.marginals[i], whole.marginals[j]))
            gains.append(ratio[X[:, i], X[:, j]].mean())
        # log-probabilities add up over edges: all forests of the path at the price of one
        scores = empty + np.concatenate([[0.0], np.cumsum(gains)])
    return np.where(np.isnan(scores), -np.inf, scores)  # inf - inf: impossible for good
