r"""Least squares with a Laplacian penalty, a kernel at every point: Sugiyama (2016), section 33.1.

With labels at the first n of N = n + n' points,

.. math:: \min_\theta\ \tfrac12\sum_{i=1}^n(f(x_i)-y_i)^2+\tfrac\lambda2\|\theta\|^2
    +\tfrac\nu4\sum_{i,i'=1}^NW_{ii'}(f(x_i)-f(x_{i'}))^2,\qquad f=K\theta.

:class:`~mlcompanion.manifold.LapRLSC` has the same idea with the norm :math:`\alpha^\top K\alpha`
of the function in place of :math:`\|\theta\|^2`.
"""

import numpy as np
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve
from sklearn.base import BaseEstimator
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, unlabeled_mask
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_flag, check_in, check_real
from mlcompanion.kernels import rbf_kernel

from .graph_laplacian import laplacian_of, similarity_graph

__all__ = ["LaplacianLS", "laplacian_coefficients"]


def laplacian_coefficients(K, W, targets, labeled, *, lam=1.0, nu=10.0, zeros=False):
    r"""Kernel weights :math:`\theta` of Laplacian-regularized least squares.

    .. math:: (K_\ell^\top K_\ell+\lambda I+\nu KLK)\,\theta=K_\ell^\top y_\ell

    with the rows :math:`K_\ell` of the labelled points; as printed, with all rows of K and zeros as
    the outputs of unlabelled points.

    Parameters
    ----------
    K : array_like, shape (N, N)
        Kernel between all points.
    W : array_like or sparse matrix, shape (N, N)
        Similarities, symmetric and not negative.
    targets : array_like, shape (N,) or (N, q)
        Outputs; those of unlabelled points are not read.
    labeled : array_like of bool, shape (N,)
    lam : float
        Penalty of the weights, positive.
    nu : float
        Penalty of the differences between similar points.
    zeros : bool
        As printed: pull the outputs at unlabelled points to zero as well.

    Returns
    -------
    ndarray, shape of ``targets``

    Raises
    ------
    ValueError
        If shapes do not match, ``W`` is not symmetric or has a negative entry, or a penalty is out
        of its range.

    Notes
    -----
    Cost: O(N^3). Source: Sugiyama (2016), section 33.1.2.
    """
    K = check_array(K, "K", ndim=2, min_rows=1)
    K = check_array(K, "K", shape=(len(K), len(K)))
    lam = check_real(lam, "lam", low=0, open_low=True)
    nu = check_real(nu, "nu", low=0)
    labeled = check_array(labeled, "labeled", shape=(len(K),), dtype=bool)
    targets = np.asarray(targets)
    targets = check_array(targets, "targets", shape=(len(K), *targets.shape[1:2]))
    L = laplacian_of(W)
    if L.shape != K.shape:
        raise ValueError(f"W must have the shape of K, {K.shape}, got {L.shape}")
    L = L if sparse.issparse(W) else L.toarray()  # a full graph is slow in sparse form
    rows = slice(None) if check_flag(zeros, "zeros") else labeled
    outputs = np.where(labeled[:, None], targets.reshape(len(K), -1), 0.0)[rows]
    # normal equations with the penalties lam I + nu K L K
    A = K[rows].T @ K[rows] + nu * (K.T @ (L @ K))
    A[np.diag_indices_from(A)] += lam
    factor = cho_factor(A, overwrite_a=True, check_finite=False)
    return cho_solve(factor, K[rows].T @ outputs).reshape(targets.shape)


class LaplacianLS(LargestScoreMixin, BaseEstimator):
    r"""Classifier by least squares on few labels, smooth over all points.

    Parameters
    ----------
    sigma : float
        Width of the Gaussian kernels, in the units of ``X``.
    lam : float
        Penalty of the kernels' weights, positive.
    nu : float
        Penalty of differences between similar points; 0 ignores the unlabelled ones, but for the
        kernels that stand on them.
    graph : {"kernel", "gaussian", "knn", "local"}
        Similarities: the kernel matrix itself, as in the book's listing, or those of
        :func:`~mlcompanion.manifold.similarity_graph`.
    n_neighbors : int
        For ``"knn"`` and ``"local"``; reduced to ``n_samples - 1`` if need be.
    zeros : bool
        Solve the system as printed, which also pulls unlabelled outputs to zero. That can swamp a
        few labels among very many points.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        Without the mark -1.
    dual_coef_ : ndarray, shape (n_machines, n_samples)
        One machine for two classes, else one a class.
    X_fit_ : ndarray, shape (n_samples, n_features)

    Notes
    -----
    Unlabelled points are marked -1, as in ``sklearn.semi_supervised``. Memory: O(n^2). Cost:
    O(n^3), whatever the number of classes. Source: Sugiyama (2016), section 33.1 and Fig. 33.2.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(200, noise=0.05, random_state=2)
    >>> hidden = y.copy()
    >>> hidden[2:] = -1  # two points keep their labels
    >>> LaplacianLS(sigma=0.1).fit(X, hidden).score(X, y)
    1.0
    """

    def __init__(self, sigma=1.0, lam=1.0, nu=10.0, *, graph="kernel", n_neighbors=7, zeros=False):
        self.sigma = sigma
        self.lam = lam
        self.nu = nu
        self.graph = graph
        self.n_neighbors = n_neighbors
        self.zeros = zeros

    def fit(self, X, y, *, W=None):
        """Learn from labelled and unlabelled points.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Class labels; -1 marks an unlabelled point.
        W : array_like or sparse matrix, shape (n_samples, n_samples), optional
            Similarities of one's own in place of ``graph``: symmetric, at least 0.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the data are not finite, fewer than two classes are labelled, or ``W`` does not fit.
        """
        X, y = validate_data(self, X, y, dtype=float, ensure_min_samples=2)
        sigma = check_real(self.sigma, "sigma", low=0, open_low=True)
        check_in(self.graph, "graph", ("kernel", "gaussian", "knn", "local"))
        n_neighbors = check_count(self.n_neighbors, "n_neighbors", low=1)
        unlabeled = unlabeled_mask(y)
        if not unlabeled.all():
            check_classification_targets(y[~unlabeled])
        self.classes_ = np.unique(y[~unlabeled])
        if len(self.classes_) < 2:
            raise ValueError(
                "y needs at least two classes besides -1, which marks unlabelled points; "
                f"got one class or none: {self.classes_.tolist()}"
            )
        K = rbf_kernel(X, sigma=sigma)
        if W is None and self.graph == "kernel":
            W = K
        elif W is None:
            W = similarity_graph(X, self.graph, n_neighbors=min(n_neighbors, len(X) - 1))
        positive = self.classes_[1:] if len(self.classes_) == 2 else self.classes_
        signs = np.where(y[:, None] == positive, 1.0, -1.0)
        penalties = {"lam": self.lam, "nu": self.nu, "zeros": self.zeros}
        self.dual_coef_ = laplacian_coefficients(K, W, signs, ~unlabeled, **penalties).T
        self.X_fit_ = X
        return self

    def decision_function(self, X):
        """Scores f(x): shape (n,) for two classes, (n, n_classes) for more."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        scores = rbf_kernel(X, self.X_fit_, sigma=self.sigma) @ self.dual_coef_.T
        return scores[:, 0] if len(self.classes_) == 2 else scores
