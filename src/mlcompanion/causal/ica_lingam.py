"""ICA-LiNGAM, the iterative method that DirectLiNGAM replaces (Shimizu et al. 2011, Section 2.3).

Independent component analysis finds the unmixing matrix up to order and scale of its rows; two
searches over permutations turn it into an acyclic model.
"""

import warnings
from bisect import bisect_left

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._data import validate_data

from .._linear import warn_stopped
from .._validation import check_count, check_flag, check_rng, check_square
from .linear_sem import adjacency_from_order, column_scales, total_effects

__all__ = ["ICALiNGAM", "best_triangular_order", "nonzero_diagonal", "order_by_zeroing"]

EXHAUSTIVE_BELOW = 8  # step 5: all orders up to 7 variables, an approximation from 8 on


def nonzero_diagonal(W):
    """Permute the rows of ``W`` to minimise the sum of ``1 / |W_ii|`` (step 2).

    Parameters
    ----------
    W : array_like, shape (p, p)
        Exact zeros count as 1e-12.

    Returns
    -------
    arranged : ndarray, shape (p, p)
        ``W[rows]``.
    rows : ndarray of int, shape (p,)
        The permutation.

    Notes
    -----
    Cost: O(p³), the Hungarian algorithm.
    """
    W = check_square(W, "W")
    penalty = 1 / np.maximum(abs(W), 1e-12)
    rows = linear_sum_assignment(penalty.T)[1]
    return W[rows], rows


def best_triangular_order(B):
    r"""The order that minimises :math:`\sum_{i\le j}\tilde b_{ij}^2` (step 5, few variables).

    A dynamic program over sets of predecessors: the cost of putting ``v`` after the set ``S`` is
    what would lie above the diagonal in its column. Same optimum as all p! orders, O(2^p p²).
    """
    B = check_square(B, "B")
    p = len(B)
    cost = np.full(1 << p, np.inf)
    last = np.zeros(1 << p, dtype=int)
    cost[0] = 0.0
    members = (np.arange(1 << p)[:, None] >> np.arange(p)) & 1
    above = members @ B**2  # above[S, v]: effects of v on members of S, which stand before it
    for S in range(1 << p):
        for v in np.flatnonzero(members[S] == 0):
            total = cost[S] + above[S, v]
            if total < cost[S | 1 << v]:
                cost[S | 1 << v] = total
                last[S | 1 << v] = v
    order = []
    S = (1 << p) - 1
    while S:
        order.append(int(last[S]))
        S ^= 1 << last[S]
    return order[::-1]


def _triangular_order(nonzero):
    """Causes before effects if the pattern is acyclic, else None: take a row of zeros, repeat."""
    left = list(range(len(nonzero)))
    order = []
    while left:
        free = next((i for i in left if not nonzero[i, left].any()), None)
        if free is None:
            return None
        order.append(free)
        left.remove(free)
    return order


def order_by_zeroing(B):
    """Zero the smallest entries until what is left is acyclic (step 5, many variables).

    At least the p(p+1)/2 smallest go, then one more at a time. Fewer entries close no new cycle,
    so bisection finds where that stops. Cost: O(p³ log p).
    """
    B = check_square(B, "B")
    p = len(B)
    ranked = np.argsort(abs(B), axis=None, kind="stable")

    def order_without(zeroed):
        nonzero = np.ones(p * p, dtype=bool)
        nonzero[ranked[:zeroed]] = False
        return _triangular_order(nonzero.reshape(p, p))

    counts = range(p * (p + 1) // 2, p * p + 1)
    return order_without(counts[bisect_left(counts, True, key=lambda z: bool(order_without(z)))])


def _tanh_and_mean_slope(u):
    """FastICA's "logcosh" for all components at once, which scikit-learn takes one by one."""
    g = np.tanh(u)
    return g, (1 - g**2).mean(axis=-1)


class ICALiNGAM(BaseEstimator):
    """Linear non-Gaussian acyclic model by FastICA and two permutation searches.

    Parameters
    ----------
    max_iter : int
        Most iterations of FastICA (the paper's 1000).
    refit : bool
        Estimate the strengths by least squares in the order found, as DirectLiNGAM does; otherwise
        keep the lower triangle of the ICA estimate.
    random_state : int, Generator, RandomState or None
        Seed of FastICA's initial guess: the answer depends on it.

    Attributes
    ----------
    causal_order_ : ndarray of int, shape (n_features,)
    adjacency_matrix_, total_effects_ : ndarray, shape (n_features, n_features)
        Row = effect, column = cause.
    unmixing_ : ndarray, shape (n_features, n_features)
        The unmixing matrix of step 1: rows in FastICA's order, components of unit variance.
    ica_adjacency_ : ndarray, shape (n_features, n_features)
        The estimate of step 4, before any triangularity is imposed.
    converged_ : bool
        Whether FastICA met its tolerance; else ``fit`` warns.
    n_iter_ : int
        Iterations of FastICA.
    n_features_in_ : int

    Notes
    -----
    Cost: O(C n p² + p⁴) for C iterations. Source: Section 2.3.
    """

    def __init__(self, *, max_iter=1000, refit=True, random_state=None):
        self.max_iter = max_iter
        self.refit = refit
        self.random_state = random_state

    def fit(self, X, y=None):
        """Learn order and connection strengths from ``X``, shape (n_samples, n_features).

        Raises
        ------
        ValueError
            If a column is constant, columns are linearly dependent or ``max_iter`` is below 1.
        """
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        column_scales(X)
        refit = check_flag(self.refit, "refit")
        self.unmixing_ = self._unmixing(X)  # step 1
        W, _ = nonzero_diagonal(self.unmixing_)  # step 2
        B = np.eye(len(W)) - W / np.diag(W)[:, None]  # steps 3 and 4
        few = len(B) < EXHAUSTIVE_BELOW
        self.causal_order_ = np.array(best_triangular_order(B) if few else order_by_zeroing(B))
        self.ica_adjacency_ = B
        if refit:
            self.adjacency_matrix_ = adjacency_from_order(X, self.causal_order_)
        else:
            rank = np.argsort(self.causal_order_)  # the inverse permutation: places in the order
            self.adjacency_matrix_ = np.where(rank[:, None] > rank, B, 0.0)
        self.total_effects_ = total_effects(self.adjacency_matrix_)
        if not self.converged_:
            warn_stopped(self, self.n_iter_)
        return self

    def _unmixing(self, X):
        """FastICA with the hyperbolic tangent."""
        from sklearn.decomposition import FastICA  # half a second to import

        ica = FastICA(
            whiten="unit-variance",
            fun=_tanh_and_mean_slope,
            max_iter=check_count(self.max_iter, "max_iter", low=1),
            random_state=int(check_rng(self.random_state).integers(2**31)),
        )
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ConvergenceWarning)
            ica.fit(X)
        self.converged_ = not any(issubclass(w.category, ConvergenceWarning) for w in caught)
        self.n_iter_ = int(ica.n_iter_)
        return ica.components_
