r"""Maps that keep the distances of neighbours: Zhuang, Tsang and Hoi (2011), sections 6.1 and 6.2.

Coloured maximum variance unfolding spreads a kernel along the labels, minimum volume embedding
along its own first axes, while squared distances of neighbours are held by a square loss. Both are
dual ascents on :class:`SpectralDual` with the patterns of distances. The data are first brought to
a mean squared norm of 1, so that C and the budget have no units.
"""

import warnings

import numpy as np
from scipy.linalg import svd
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._classes import class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_real
from mlcompanion.manifold.laplacian.graph_laplacian import knn_graph

from .dual import SpectralDual, ascend, climb, pair_loss
from .patterns import DistancePatterns
from .spectral import KernelSize

__all__ = ["ColoredMVU", "MinimumVolumeEmbedding"]


class PairEmbedding(BaseEstimator):
    """What the embeddings of section 6 share: the scale, the size of the kernel, the map."""

    def _begin(self, X):
        """Centred rows of mean squared norm 1, the scale, and the numbers of the ascent."""
        self._n = check_count(self.n_components, "n_components", low=1)
        check_real(self.C, "C", low=0, open_low=True)
        budget = check_real(self.budget, "budget", low=0, open_low=True)
        check_real(self.tol, "tol", low=0)
        check_count(self.max_iter, "max_iter", low=1)
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        Z = X - X.mean(axis=0)
        largest = np.abs(Z).max() or 1.0  # squares of large numbers overflow
        scale = largest * np.sqrt(((Z / largest) ** 2).sum() / len(Z)) or 1.0
        return Z / scale, scale, KernelSize(2.0, budget * len(X), None)

    def _keep(self, run, scale, ended=True):
        kernel = run.state.kernel
        self.kernel_ = kernel
        self.objective_ = run.state.value
        F = np.zeros((len(kernel.vectors), self._n))
        shown = min(self._n, kernel.vectors.shape[1])
        F[:, :shown] = kernel.factors[:, :shown]
        # an eigenvector's sign is nobody's choice: its largest entry is made positive
        signs = np.sign(F[np.abs(F).argmax(axis=0), np.arange(self._n)])
        self.embedding_ = F * np.where(signs == 0, 1.0, signs) * scale
        self.converged_ = ended and run.converged and len(kernel.spectrum) > 0
        if not self.converged_:
            warnings.warn(
                f"{type(self).__name__}: the ascent did not converge; if its kernel is zero, the "
                "budget is larger than the distances allow",
                ConvergenceWarning,
                stacklevel=3,
            )
        return self

    def fit_transform(self, X, y=None):
        """Fit, and return the coordinates of the points.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,), optional
            Labels, where the method takes them.

        Returns
        -------
        ndarray, shape (n_samples, n_components)
        """
        return self.fit(X, y).embedding_.copy()

    def _distances(self, Z):
        """Patterns of the edges of the graph, and the squared lengths to hold."""
        graph = knn_graph(Z, self.n_neighbors, weights="binary")
        rows, columns = graph.nonzero()
        once = rows < columns
        patterns = DistancePatterns(rows[once], columns[once], len(Z))
        return patterns, ((Z[rows[once]] - Z[columns[once]]) ** 2).sum(axis=1)


class ColoredMVU(PairEmbedding):
    r"""Coloured maximum variance unfolding: a map that agrees with labels and keeps distances.

    Maximises :math:`\operatorname{tr}HKHY-\frac C2\sum(D_{ij}-d_{ij}(K))^2` over the edges of the
    neighbourhood graph, with :math:`\operatorname{tr}K^2\le B`. Y is 1 where two labels agree; H
    centres.

    Parameters
    ----------
    n_components : int
        Axes of the map.
    n_neighbors : int
        Of the graph; an edge joins two points if either names the other.
    C : float
        Weight of the distances.
    budget : float
        B in units of the number of points.
    tol : float
        Relative change of the dual objective that ends the ascent.
    max_iter : int

    Attributes
    ----------
    embedding_ : ndarray, shape (n_samples, n_components)
        In the units of ``X``.
    kernel_ : SpectralKernel
        Of the data at mean squared norm 1.
    objective_ : float
    n_iter_ : int
    converged_ : bool

    Raises
    ------
    ValueError
        If an argument is malformed.

    Notes
    -----
    Cost: O(n^3) a step, O(n^2) memory. Source: section 6.1, Equation 31.
    """

    def __init__(self, n_components=2, *, n_neighbors=5, C=1.0, budget=1.0, tol=1e-4, max_iter=200):
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.C = C
        self.budget = budget
        self.tol = tol
        self.max_iter = max_iter

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit(self, X, y):
        """Learn the map of these points.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Labels of two classes or more.

        Returns
        -------
        self
        """
        if y is None:
            raise ValueError("ColoredMVU requires y to be passed, but the target y is None")
        Z, scale, size = self._begin(X)
        _, y = validate_data(self, X, y, dtype=float, ensure_min_samples=2)
        classes, codes = class_codes(y)
        marks = np.eye(len(classes))[codes]
        marks -= marks.mean(axis=0)  # H Y H in factors
        patterns, lengths = self._distances(Z)
        loss = pair_loss("square", self.C)
        problem = SpectralDual(marks @ marks.T, patterns, lengths, loss, size)
        states = ascend(problem, self.C * lengths, max_iter=self.max_iter)
        run = climb(states, self.tol)
        self.n_iter_ = len(run.history) - 1
        return self._keep(run, scale)


class MinimumVolumeEmbedding(PairEmbedding):
    r"""Minimum volume embedding: let the first axes of the kernel grow and the others shrink.

    Maximises :math:`\operatorname{tr}KK_0-\frac C2\sum(D_{ij}-d_{ij}(K))^2` with
    :math:`K_0=\sum_{i\le d}v_iv_i^\top-\sum_{i>d}v_iv_i^\top` of the kernel before, starting from
    the data's own, until these axes stand still.

    Parameters
    ----------
    n_components : int
        d, the axes of the map.
    n_neighbors, C, budget, tol, max_iter
        As for :class:`ColoredMVU`; the steps are counted over all rounds.
    max_rounds : int
        How often K_0 is renewed at most.

    Attributes
    ----------
    embedding_, kernel_, objective_, n_iter_, converged_
        As for :class:`ColoredMVU`.
    n_rounds_ : int

    Raises
    ------
    ValueError
        If an argument is malformed.

    Notes
    -----
    Cost: O(n^3) a step, O(n^2) memory. Source: section 6.2, Equation 32, where "K_0 = K^t" means
    that K_0 is made anew of the eigenvectors of K^t.
    """

    def __init__(
        self,
        n_components=2,
        *,
        n_neighbors=5,
        C=1.0,
        budget=1.0,
        tol=1e-4,
        max_iter=200,
        max_rounds=10,
    ):
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.C = C
        self.budget = budget
        self.tol = tol
        self.max_iter = max_iter
        self.max_rounds = max_rounds

    def fit(self, X, y=None):
        """Learn the map of these points.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : None
            Not used.

        Returns
        -------
        self
        """
        Z, scale, size = self._begin(X)
        max_rounds = check_count(self.max_rounds, "max_rounds", low=1)
        patterns, lengths = self._distances(Z)
        loss = pair_loss("square", self.C)
        axes = svd(Z, full_matrices=False)[0][:, : self._n]
        alpha = self.C * lengths
        self.n_iter_ = 0
        self.n_rounds_ = 0
        stands = False
        while not stands and self.n_rounds_ < max_rounds and self.n_iter_ < self.max_iter:
            base = 2 * axes @ axes.T - np.eye(len(Z))  # K_0
            problem = SpectralDual(base, patterns, lengths, loss, size)
            left = self.max_iter - self.n_iter_
            run = climb(ascend(problem, alpha, max_iter=left), self.tol)
            alpha = run.state.alpha
            self.n_iter_ += len(run.history) - 1
            new = run.state.kernel.vectors[:, : self._n]
            # squared cosines between two sets of axes add up to d if they span the same space
            cosines = (axes.T @ new).ravel()
            stands = cosines @ cosines >= len(new.T) - np.sqrt(self.tol)
            axes = new
            self.n_rounds_ += 1
        return self._keep(run, scale, ended=stands)
