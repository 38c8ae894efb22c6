"""SimpleNPKL: a whole kernel matrix from pairs and a neighbourhood graph.

Zhuang, Tsang and Hoi (2011), section 4: the linear loss in closed form, the other losses by
Algorithm 1, and the low rank of section 5.4.
"""

import warnings
from numbers import Real

import numpy as np
from scipy import sparse
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._data import validate_data
from mlcompanion._pairs import check_pairs
from mlcompanion._validation import check_count, check_in, check_real, check_square
from mlcompanion.manifold.laplacian.graph_laplacian import knn_graph, laplacian_of

from .constraints import pairs_of_labels
from .dual import SpectralDual, ascend, climb, pair_loss
from .patterns import EntryPatterns
from .spectral import KernelSize

__all__ = ["SimpleNPKL", "pair_problem", "rank_bound"]

LOSSES = ("linear", "square_hinge", "hinge", "square")


def rank_bound(m):
    """Largest r with r (r + 1) / 2 <= m: a rank that m linear constraints allow (Proposition 4).

    Parameters
    ----------
    m : int
        Number of constraints.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If ``m`` is less than 1.

    Notes
    -----
    A guess here: the bound on tr K^p is not linear, and the kernel may have a higher rank.
    """
    m = check_count(m, "m", low=1)
    return int((np.sqrt(8.0 * m + 1) - 1) / 2)


def pair_problem(L, T, *, loss="square_hinge", C=0.1, size=None, rank=None, basis=None):
    """The dual problem of learning a kernel from pairs.

    Parameters
    ----------
    L : array_like or sparse matrix, shape (n, n)
        Laplacian: symmetric.
    T : array_like or sparse matrix, shape (n, n)
        Pairs, each in both places; at least one.
    loss : {"square_hinge", "hinge", "square"}
    C : float
        Weight of the loss of each entry of T, positive.
    size : KernelSize, optional
        Default p = 2 with a budget of 1.
    rank : int, optional
    basis : ndarray, shape (n, r), optional
        As for :class:`SpectralDual`.

    Returns
    -------
    SpectralDual

    Raises
    ------
    ValueError
        If an argument is malformed.
    """
    check_in(loss, "loss", LOSSES[1:])
    C = check_real(C, "C", low=0, open_low=True)
    patterns = EntryPatterns(T)
    if not len(patterns):
        raise ValueError("T holds no pair")
    L = check_square(L, "L", size=patterns.shape[0], symmetric=True, accept_sparse=True)
    base = -sparse.csr_array(L)
    size = size or KernelSize(2.0, 1.0, None)
    return SpectralDual(base, patterns, 1.0, pair_loss(loss, C), size, rank=rank, basis=basis)


class SimpleNPKL(BaseEstimator):
    r"""A kernel matrix of any form, from pairs known to be alike or different.

    Minimises :math:`\operatorname{tr}LK+C\sum\ell(T_{ij}K_{ij})` over positive semidefinite K with
    :math:`\operatorname{tr}K^p\le B`, where L is the normalised Laplacian of the graph of nearest
    neighbours: neighbours should be alike, and so should must-links.

    Parameters
    ----------
    loss : {"linear", "square_hinge", "hinge", "square"}
        Of the margin :math:`T_{ij}K_{ij}`. The linear loss has a closed form.
    C : float
        Weight of the pairs. Large values give each pair an eigenvector of its own: try several.
    p : float
        At least 1.
    budget : float
        B. For p = 2, margins of 1 at every pair of k equal classes need ``(k - 1) * n**2``. At 1
        no margin is near: every variable stays at C, and the hinges give what the linear loss
        gives.
    penalty : float, optional
        G: penalise :math:`\frac Gp\operatorname{tr}K^p` instead of the bound.
    n_neighbors : int
        Of the graph.
    mutual : bool
        Join mutual neighbours only, as the source does; by default either names the other.
    step : {"sharp", "paper", "search"} or float
        Length of a step: one over 1/G + 1/C, or over m/G + 1/C, where a penalty and p = 2 are
        given (else ``"sharp"`` searches); found by trial; or fixed.
    rank : int, "bound" or None
        Largest number of eigenvalues: all positive ones, or as Proposition 4 suggests.
    n_basis : int, optional
        Only kernels on so many of the Laplacian's smoothest eigenvectors.
    tol : float
        Relative change of the dual objective that ends the ascent.
    max_iter : int

    Attributes
    ----------
    kernel_ : SpectralKernel
    factors_ : ndarray, shape (n_samples, r)
        Coordinates F with K = FF'; cluster these.
    alpha_ : csr_array, shape (n_samples, n_samples)
        Dual variables of the pairs.
    pairs_, laplacian_ : csr_array, shape (n_samples, n_samples)
        T and L.
    objective_ : float
        Dual objective at the end; for the linear loss, minus tr AK.
    gap_ : float
        Objective of the kernel less the dual one: an upper bound of what is missing. 0 for the
        linear loss.
    history_ : ndarray, shape (n_iter_ + 1,)
        Dual objective at the start and after each step.
    n_iter_ : int
    converged_ : bool
        Whether the ascent ended by ``tol``; else ``fit`` warns.

    Raises
    ------
    ValueError
        If neither pairs nor labels are given, or an argument is malformed.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` steps were not enough, or the best kernel does not use up the budget: then
        its dual has no unique kernel, and the penalty is the form to take.

    Notes
    -----
    Cost: a search for neighbours once; a step is one eigendecomposition of the positive part of a
    matrix with ``n_samples * n_neighbors + m`` entries (see :func:`positive_eigenpairs`). Source:
    section 4, Algorithm 1; the step without m is derived in chapter J6.

    Examples
    --------
    >>> X = [[0.0], [0.1], [0.2], [1.0], [1.1], [1.2]]
    >>> model = SimpleNPKL(n_neighbors=2).fit(X, T=pairs_of_labels([0, -1, 0, 1, -1, -1]))
    >>> model.factors_.shape
    (6, 1)
    """

    def __init__(
        self,
        loss="square_hinge",
        C=0.1,
        *,
        p=2.0,
        budget=1.0,
        penalty=None,
        n_neighbors=5,
        mutual=False,
        step="sharp",
        rank=None,
        n_basis=None,
        tol=1e-4,
        max_iter=100,
    ):
        self.loss = loss
        self.C = C
        self.p = p
        self.budget = budget
        self.penalty = penalty
        self.n_neighbors = n_neighbors
        self.mutual = mutual
        self.step = step
        self.rank = rank
        self.n_basis = n_basis
        self.tol = tol
        self.max_iter = max_iter

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit(self, X, y=None, T=None):
        """Learn the kernel of these points.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,), optional
            Labels, -1 for none: all pairs of labelled points are given. Not used if ``T`` is.
        T : array_like or sparse matrix, shape (n_samples, n_samples), optional
            Pairs: 1 the same, -1 different, 0 unknown; symmetric.

        Returns
        -------
        self
        """
        check_in(self.loss, "loss", LOSSES)
        C = check_real(self.C, "C", low=0, open_low=True)
        size = KernelSize.checked(self.p, self.budget, self.penalty)
        tol = check_real(self.tol, "tol", low=0)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        if T is None and y is None:
            raise ValueError(
                "SimpleNPKL requires y to be passed, but the target y is None, and T as well"
            )
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        self.pairs_ = check_pairs(pairs_of_labels(y) if T is None else T, size=len(X))
        if not self.pairs_.nnz:
            raise ValueError("T holds no pair" if y is None else "y names no pair")
        graph = knn_graph(X, self.n_neighbors, weights="binary", mutual=self.mutual)
        self.laplacian_ = laplacian_of(graph, normalized=True)
        # the linear loss is the start of every other: all variables at C
        loss = "square_hinge" if self.loss == "linear" else self.loss
        problem = pair_problem(
            self.laplacian_, self.pairs_, loss=loss, C=C, size=size, rank=self._most(),
            basis=self._basis(),
        )  # fmt: skip
        start = np.full(len(problem.patterns), C)
        step = self._length(problem)
        if self.loss == "linear":
            self._keep_closed_form(problem, start)
        else:
            self._climb(problem, ascend(problem, start, step=step, max_iter=max_iter), tol)
        return self

    def _most(self):
        if self.rank is None:
            return None
        if isinstance(self.rank, str):
            check_in(self.rank, "rank", ("bound",))
            return rank_bound(self.pairs_.nnz)
        return check_count(self.rank, "rank", low=1)

    def _basis(self):
        """The smoothest vectors on the graph."""
        if self.n_basis is None:
            return None
        n = self.laplacian_.shape[0]
        r = check_count(self.n_basis, "n_basis", low=1, high=n)
        if n <= 500 or r > n // 3:
            return eigh(self.laplacian_.toarray(), subset_by_index=(0, r - 1))[1]
        # the eigenvalues of a normalised Laplacian end at 2: its smallest are the largest of 2 - L
        turned = sparse.csr_array(2.0 * sparse.eye_array(n) - self.laplacian_)
        start = np.random.default_rng(0).normal(size=n)
        return eigsh(turned, r, which="LA", v0=start)[1]

    def _length(self, problem):
        """The fixed step that was asked for, or None for a search."""
        if isinstance(self.step, Real) and not isinstance(self.step, bool):
            return check_real(self.step, "step", low=0, open_low=True)
        check_in(self.step, "step", ("sharp", "paper", "search"))
        if self.step == "search":
            return None
        m = len(problem.patterns) if self.step == "paper" else None
        bend = problem.curvature(m)
        if bend is None and self.step == "paper":
            raise ValueError("step='paper' needs penalty= and p=2: else no such constant exists")
        return None if bend is None else 1 / bend

    def _keep_closed_form(self, problem, start):
        kernel = problem.kernel(start)
        value = -problem.size.best_value(kernel.spectrum)
        self.history_ = np.array([value])
        self.gap_ = 0.0
        self.converged_ = True
        self._keep(problem, kernel, start, 0)

    def _climb(self, problem, states, tol):
        run = climb(states, tol)
        self.history_ = run.history
        self.gap_ = float(self._primal(problem, run.state.kernel) - run.state.value)
        self._keep(problem, run.state.kernel, run.state.alpha, len(run.history) - 1)
        slack = not len(run.state.kernel.spectrum)
        self.converged_ = run.converged and not slack
        if slack:
            self._warn("the best kernel does not use up the budget: give penalty= instead")
        elif not self.converged_:
            self._warn("the dual objective still rises: raise max_iter or tol")

    def _warn(self, what):
        warnings.warn(f"SimpleNPKL: {what}", ConvergenceWarning, stacklevel=4)

    def _primal(self, problem, kernel):
        """The objective of a kernel (Equations 21 and 26)."""
        F = kernel.factors
        short = 1.0 - problem.patterns.measured(kernel)
        if self.loss != "square":
            short = np.maximum(short, 0.0)
        loss = short.sum() if self.loss == "hinge" else short @ short / 2
        cost = np.vdot(F, self.laplacian_ @ F) + self.C * loss
        if problem.size.penalty is None:
            return cost
        return cost + problem.size.penalty / self.p * (kernel.values**self.p).sum()

    def _keep(self, problem, kernel, alpha, n_iter):
        T = self.pairs_
        self.kernel_ = kernel
        self.factors_ = kernel.factors
        places = (T.indices.copy(), T.indptr.copy())
        self.alpha_ = sparse.csr_array((alpha, *places), shape=T.shape)
        self.objective_ = float(self.history_[-1])
        self.n_iter_ = n_iter
