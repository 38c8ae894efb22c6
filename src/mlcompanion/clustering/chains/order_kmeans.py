"""K-means for chains with complete orders as centres: the rivals EBC and TMSE.

After Kamishima and Akaho (2006, 2009), as named in Ukkonen (2011), section 5.
"""

import numpy as np

from mlcompanion._validation import check_in

from ._chain_model import ChainClusterer, Run
from .central_orders import CENTERS, group_orders, spearman_distances

__all__ = ["OrderKMeans"]


class OrderKMeans(ChainClusterer):
    r"""Clusters of partial rankings around complete orders, by Spearman's distance.

    Each round finds a complete order for each cluster and moves every chain to the order with
    which its own items correlate most. Neither order minimises the cluster's error exactly, so
    the error may rise: the search ends there and keeps the round before.

    Parameters
    ----------
    n_clusters : int
        ``k``; fewer are found if one becomes empty.
    center : {"tmse", "ebc"}
        Thurstone's model or expected Borda counts.
    init : {"random", "partition", "hypersphere", "graph", "k-means++"} or array_like of int
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
        From 0.
    orders_ : ndarray of int, shape (found clusters, m)
        Items of each centre, the first one first.
    inertia_ : float
        The sum of distances :math:`1-\rho` to the nearest orders.
    errors_ : ndarray
        That sum in each round that lowered it.
    n_iter_ : int
        Rounds of the start that was kept; the last one changed nothing.
    converged_ : bool
        Whether the error stopped falling.
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
    ChainKMeans : Tables of pairwise probabilities as centres.

    Notes
    -----
    Written anew from the description, not the authors' program. Cost O(n k l^2 + k m^2) a round.
    Source: Kamishima and Akaho (2006); Ukkonen (2011), section 5.

    Examples
    --------
    >>> from mlcompanion.clustering.chains import Chains
    >>> D = Chains([[0, 1, 2], [1, 2, 3], [3, 2, 1], [2, 1, 0]] * 3)
    >>> model = OrderKMeans(2, random_state=0).fit(D)
    >>> sorted(model.orders_.tolist()), model.inertia_
    ([[0, 1, 2, 3], [3, 2, 1, 0]], 0.0)
    """

    def __init__(
        self,
        n_clusters=8,
        *,
        center="tmse",
        init="random",
        n_init="auto",
        max_iter=300,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.center = center
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
        check_in(self.center, "center", CENTERS)
        self.orders_ = np.argsort(self._fit_best(X), axis=1)
        return self

    def _refine(self, chains, labels, k, max_iter):
        """Rounds from given labels; a :class:`Run`."""
        best = None
        errors = []
        rounds = 0
        settled = False
        while not settled and rounds < max_iter:
            rounds += 1
            ranks = group_orders(chains, labels, k, self.center)
            distances = spearman_distances(chains.items, chains.lengths, ranks)
            distances[:, np.bincount(labels, minlength=k) == 0] = np.inf
            error = distances.min(axis=1).sum()
            settled = best is not None and error >= errors[-1] * (1 - 1e-12)
            if not settled:
                labels = distances.argmin(axis=1)
                errors.append(error)
                best = labels, ranks
        return Run(*best, np.array(errors), rounds, bool(settled))

    def _distances(self, chains):
        """Distance of each chain to each centre, shape (n, found clusters)."""
        ranks = np.argsort(self.orders_, axis=1)
        return spearman_distances(chains.items, chains.lengths, ranks)
