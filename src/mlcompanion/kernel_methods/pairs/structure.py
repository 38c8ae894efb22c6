"""Structure preserving embedding: Zhuang, Tsang and Hoi (2011), section 6.3.

A map of a graph in which every neighbour is nearer than every stranger. There are O(n^2 k) such
wishes; as all share one slack, only the worst violated ones matter, and they are added as they
appear.
"""

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_count, check_in, check_square
from mlcompanion.manifold.laplacian.graph_laplacian import knn_graph
from mlcompanion.prox.balls import project_solid_simplex

from .dual import Climb, DualLoss, SpectralDual, ascend, climb
from .patterns import TripletPatterns
from .unfolding import PairEmbedding

__all__ = ["StructurePreservingEmbedding"]


class StructurePreservingEmbedding(PairEmbedding):
    r"""A map of a graph in which neighbours are nearer than strangers.

    Maximises :math:`\operatorname{tr}KW-C\xi` for the adjacency W, where :math:`\xi` is the largest
    amount by which a neighbour is farther away than a stranger, with
    :math:`\operatorname{tr}K^2\le B`.

    Parameters
    ----------
    n_components : int
        Axes of the map.
    n_neighbors : int
        Of the graph, for ``affinity="nearest_neighbors"``.
    C : float
        Weight of the slack.
    budget : float
        B in units of the number of points.
    affinity : {"nearest_neighbors", "precomputed"}
        ``"precomputed"``: ``X`` is the adjacency itself, symmetric, 0 where there is no edge.
    tol : float
        Relative change of the dual objective that ends an ascent.
    max_iter : int
        Steps of each ascent.
    max_rounds : int
        How often violated wishes are added at most.

    Attributes
    ----------
    embedding_, kernel_, objective_, n_iter_, converged_
        As for :class:`ColoredMVU`; without units.
    slack_ : float
        By how much, in units of the kernel, a neighbour is still farther than a stranger; 0 if
        none is.
    n_rounds_ : int

    Raises
    ------
    ValueError
        If an argument is malformed.

    Notes
    -----
    Cost: O(n^3) a step in the worst case, O(n^2) memory. Source: section 6.3.
    """

    def __init__(
        self,
        n_components=2,
        *,
        n_neighbors=5,
        C=1.0,
        budget=1.0,
        affinity="nearest_neighbors",
        tol=1e-4,
        max_iter=100,
        max_rounds=20,
    ):
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.C = C
        self.budget = budget
        self.affinity = affinity
        self.tol = tol
        self.max_iter = max_iter
        self.max_rounds = max_rounds

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity == "precomputed"
        tags.input_tags.positive_only = tags.input_tags.pairwise
        return tags

    def fit(self, X, y=None):
        """Learn the map of these points.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features) or (n_samples, n_samples)
        y : None
            Not used.

        Returns
        -------
        self
        """
        check_in(self.affinity, "affinity", ("nearest_neighbors", "precomputed"))
        max_rounds = check_count(self.max_rounds, "max_rounds", low=1)
        Z, _, size = self._begin(X)
        W = self._graph(X, Z)
        edges = W.toarray() > 0
        triplets = np.empty((0, 3), dtype=int)
        alpha = np.empty(0)
        self.n_iter_ = 0
        run = self._without(W, size)
        self.n_rounds_ = 0
        heard = False
        # cutting planes: solve with the wishes heard so far, hear the worst violated ones, go on
        while not heard and self.n_rounds_ < max_rounds:
            worst, excess = worst_triplets(run.state.kernel.factors, edges)
            largest = max(excess.max(initial=0.0), 0.0)
            new = worst[excess > self.tol * (1 + largest)]
            new = new[~_known(new, triplets, len(Z))]
            heard = not len(new)
            if heard:
                break
            triplets = np.vstack([triplets, new])
            # a new wish starts with a dual variable of 0: the old point stays feasible
            alpha = np.concatenate([alpha, np.zeros(len(new))])
            patterns = TripletPatterns(triplets, len(Z))
            loss = DualLoss(0.0, lambda a: project_solid_simplex(a, self.C))
            problem = SpectralDual(W, patterns, 0.0, loss, size)
            run = climb(ascend(problem, alpha, max_iter=self.max_iter), self.tol)
            alpha = run.state.alpha
            self.n_iter_ += len(run.history) - 1
            self.n_rounds_ += 1
        excess = worst_triplets(run.state.kernel.factors, edges)[1]
        self.slack_ = max(float(excess.max(initial=0.0)), 0.0)
        return self._keep(run, 1.0, ended=heard)

    def _graph(self, X, Z):
        """The adjacency: found, or given and checked."""
        if self.affinity == "nearest_neighbors":
            return knn_graph(Z, self.n_neighbors, weights="binary")
        W = sparse.csr_array(check_square(np.asarray(X, dtype=float), "X", symmetric=True))
        if (W.data < 0).any():
            raise ValueError("Negative values in data: X must be the adjacency of a graph")
        W.setdiag(0)
        W.eliminate_zeros()
        return W

    def _without(self, W, size):
        """The best kernel before any wish is heard."""
        nothing = TripletPatterns(np.empty((0, 3), dtype=int), W.shape[0])
        free = DualLoss(0.0, lambda a: a)
        state = SpectralDual(W, nothing, 0.0, free, size).look(np.empty(0))
        return Climb(state, np.array([state.value]), True)


def worst_triplets(F, edges):
    """Of each point its farthest neighbour and its nearest stranger.

    Parameters
    ----------
    F : ndarray, shape (n, r)
        Coordinates.
    edges : ndarray of bool, shape (n, n)

    Returns
    -------
    triplets : ndarray of int, shape (m, 3)
        Point, neighbour, stranger, of the points that have both.
    excess : ndarray, shape (m,)
        By how much the neighbour's squared distance is larger.
    """
    squares = cdist(F, F, "sqeuclidean")
    near = np.where(edges, squares, -np.inf)
    strangers = ~edges
    np.fill_diagonal(strangers, False)
    far = np.where(strangers, squares, np.inf)
    points = np.flatnonzero(edges.any(axis=1) & strangers.any(axis=1))
    neighbour = near[points].argmax(axis=1)
    stranger = far[points].argmin(axis=1)
    excess = squares[points, neighbour] - squares[points, stranger]
    return np.column_stack([points, neighbour, stranger]), excess


def _known(new, triplets, n):
    """Which triplets stand in the list already."""
    weights = np.array([n * n, n, 1])
    return np.isin(new @ weights, triplets @ weights)
