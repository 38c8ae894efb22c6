"""K-means for chains: centres are tables of pairwise probabilities.

Ukkonen (2011), Algorithm 1 with equations 1 to 4.
"""

import numpy as np

from ._chain_model import ChainClusterer, Run
from .pair_orders import (
    group_counts,
    order_distances,
    pair_error,
    probabilistic_order,
    squared_reverse,
)

__all__ = ["ChainKMeans"]


class ChainKMeans(ChainClusterer):
    r"""Clusters of partial rankings around probabilistic orders.

    .. math:: \min\sum_i\sum_{\pi\in D_i}\sum_{(u,v)\in\pi}X_i(v,u)^2,\qquad X_i(u,v)+X_i(v,u)=1

    Each round moves every chain to the cluster whose centre it violates least, and sets each
    centre to the shares of its chains that put u before v. No distance between two chains is
    asked for. It ends in a local optimum, which depends on the start.

    Parameters
    ----------
    n_clusters : int
        ``k``; fewer are found if one becomes empty, as in the source.
    init : {"hypersphere", "graph", "k-means++", "random", "partition"} or array_like of int
        As for :func:`initial_labels`; or labels, shape (n,).
    n_init : "auto" or int
        Starts, of which the best is kept. "auto": 1, but 10 for "random" and "partition".
    max_iter : int
        Rounds a start.
    random_state : int, Generator, RandomState or None
        Draws the starts.

    Attributes
    ----------
    labels_ : ndarray of int, shape (n,)
        From 0. Where two centres are equally near, a chain stays where it was.
    centroids_ : ndarray, shape (found clusters, m, m)
        Probability that u stands before v; 1/2 where no chain compares them.
    inertia_ : float
        The sum of distances.
    errors_ : ndarray
        That sum at the start and after each round that moved a chain.
    n_iter_ : int
        Rounds of the start that was kept; the last one changed nothing.
    converged_ : bool
        Whether no chain wanted to move any more.
    n_features_in_ : int
        ``m``.
    feature_names_in_ : ndarray of str
        Names of the items, if ``X`` was a table with some.

    Raises
    ------
    ValueError
        If ``X`` is malformed, has fewer chains than clusters, or an argument is out of its range.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ends the search.

    See Also
    --------
    OrderKMeans : Complete orders as centres.

    Notes
    -----
    Cost O(n k l^2 + k m^2) a round; memory O(n l + n k + k m^2).
    Source: Ukkonen (2011), Algorithm 1, equations 1 to 4.

    Examples
    --------
    >>> from mlcompanion.clustering.chains import Chains
    >>> D = Chains([[0, 1, 2], [1, 2, 3], [3, 2, 1], [2, 1, 0]] * 3)
    >>> model = ChainKMeans(2, random_state=0).fit(D)
    >>> bool(model.labels_[0] == model.labels_[1] != model.labels_[2]), model.inertia_
    (True, 0.0)
    """

    def __init__(
        self, n_clusters=8, *, init="hypersphere", n_init="auto", max_iter=300, random_state=None
    ):
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y=None):
        """Find the clusters.

        Parameters
        ----------
        X : Chains or array_like, shape (n, m)
            Numbers are ranked in each row, the largest first and of equals the earlier column.
            Rows that rank some items only are made by :meth:`Chains.from_scores`.
        y : ignored

        Returns
        -------
        self
        """
        self.centroids_ = self._fit_best(X)
        return self

    def _refine(self, chains, labels, k, max_iter):
        """Algorithm 1 from given labels; a :class:`Run`."""
        parts = chains.items, chains.lengths
        everyone = np.arange(len(chains))
        # A chain moves for more than rounding: ties would make it wander for ever.
        slack = 1e-12 * chains.lengths**2
        counts = group_counts(*parts, chains.n_items, labels, k)
        errors = [pair_error(counts).sum()]
        rounds = 0
        settled = False
        while not settled and rounds < max_iter:
            rounds += 1
            distances = order_distances(*parts, squared_reverse(probabilistic_order(counts)))
            distances[:, np.bincount(labels, minlength=k) == 0] = np.inf
            nearest = distances.argmin(axis=1)
            gains = distances[everyone, labels] - distances[everyone, nearest]
            moves = gains > slack
            settled = not moves.any()
            if not settled:
                labels = np.where(moves, nearest, labels)
                counts = group_counts(*parts, chains.n_items, labels, k)
                errors.append(pair_error(counts).sum())
        return Run(labels, probabilistic_order(counts), np.array(errors), rounds, bool(settled))

    def _distances(self, chains):
        """Distance of each chain to each centre, shape (n, found clusters)."""
        return order_distances(chains.items, chains.lengths, squared_reverse(self.centroids_))
