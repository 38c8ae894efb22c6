r"""Bounds on the (latent) logistic likelihood, to be minimised by :func:`majorize`.

Choromanska (2014): Algorithm 2 for :math:`f_x(y)=e_y\otimes x` (section 2.4.1), and section 2.2.3,
where every class has several hidden states. The criterion is

.. math:: \sum_jw_j\Bigl[\log\sum_{y,m}e^{a_{jym}}-\log\sum_me^{a_{jy_jm}}\Bigr]
    +\tfrac12\sum_ir_i\sum_{y,m}\theta_{ymi}^2,\qquad a_{jym}=\theta_{ym}^\top\phi_j ;

without hidden states the second logarithm is a score. Parameters are vectors, state by state.
"""

import warnings

import numpy as np
from scipy.linalg import LinAlgError
from scipy.linalg.lapack import dposv
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize.majorising import (
    Touch,
    majorize,
    softmax_bound,
    softmax_low_rank_bound,
)

from .softmax_fits import goal_of, log_sum_exp

__all__ = ["SoftmaxSurrogate"]

_FLOOR = 1e-3  # of the curvature that a unit column may have: the diagonal where the ridge is less


def covariances(P):
    """Covariance matrix of the unit vectors drawn with each row of probabilities."""
    eye = np.eye(P.shape[1])
    return P[:, :, None] * (eye - P[:, None, :])


def definite_solve(H, right):
    """Solve a positive definite system by its Cholesky factor, without checks: a step is short."""
    _, solution, failed = dposv(H, right)
    if failed:
        raise LinAlgError("the curvature is not positive definite")
    return solution


class SoftmaxSurrogate:
    """The criterion and the quadratics above it, for :func:`majorize`.

    Parameters
    ----------
    Phi : ndarray, shape (t, b)
        Basis functions at the samples, of size about 1.
    codes : ndarray of int, shape (t,)
        Classes.
    n_classes : int
    ridge : ndarray, shape (b,)
        Penalty of each basis function's parameters.
    n_hidden : int
        Hidden states of a class.
    weights : ndarray, shape (t,), optional
        Factors of the samples' losses.
    rank : int, optional
        Of the curvature; None for full matrices.
    order : str
        How the states are visited, see :func:`softmax_bound`.
    """

    def __init__(self, Phi, codes, n_classes, ridge, *, n_hidden=1, weights=None, rank=None,
                 order="descending"):  # fmt: skip
        self.Phi = Phi
        self.codes = codes
        self.n_hidden = n_hidden
        self.n_states = n_classes * n_hidden
        self.ridge = ridge
        self.weights = np.ones(len(Phi)) if weights is None else weights
        self.rank = rank
        self.order = order

    def scores(self, theta):
        """Scores of all states, shape (t, n_classes * n_hidden)."""
        return self.Phi @ theta.reshape(self.n_states, -1).T

    def observed(self, A):
        """Logarithm of the sum over the hidden states of each sample's class, and their shares.

        The shares are those of Jensen's bound on the numerator, the source's eta.
        """
        rows = np.arange(len(A))
        if self.n_hidden == 1:  # a sum of one term
            shares = np.zeros_like(A)
            shares[rows, self.codes] = 1.0
            return A[rows, self.codes], shares
        blocks = A.reshape(len(A), -1, self.n_hidden)[rows, self.codes]
        log_sum = log_sum_exp(blocks)
        shares = np.zeros((len(A), self.n_states // self.n_hidden, self.n_hidden))
        shares[rows, self.codes] = np.exp(blocks - log_sum[:, None])
        return log_sum, shares.reshape(len(A), -1)

    def value_and_gradient(self, theta):
        """The criterion and its gradient, without a bound: for other solvers."""
        A = self.scores(theta)
        log_z = log_sum_exp(A)
        return self._criterion(theta, A, log_z, np.exp(A - log_z[:, None]))

    def hessian(self, theta):
        """The second derivatives of the criterion, which hidden states make indefinite."""
        A = self.scores(theta)
        P = np.exp(A - log_sum_exp(A)[:, None])
        _, shares = self.observed(A)
        return self.matrix(covariances(P) - covariances(shares))

    def _criterion(self, theta, A, log_z, P):
        log_sum, shares = self.observed(A)
        slopes = (P - shares) * self.weights[:, None]
        blocks = theta.reshape(self.n_states, -1)
        value = self.weights @ (log_z - log_sum) + 0.5 * np.sum(self.ridge * blocks**2)
        return float(value), (slopes.T @ self.Phi + self.ridge * blocks).ravel()

    def touch(self, theta):
        """The quadratic that touches at ``theta``: value, gradient, and where it is least."""
        A = self.scores(theta)
        if self.rank is not None:
            value, gradient = self.value_and_gradient(theta)
            return Touch(value, gradient, theta - self.low_rank(A).solve(gradient))
        bound = softmax_bound(A, self.order)
        value, gradient = self._criterion(theta, A, bound.log_z, bound.probabilities)
        step = definite_solve(self.matrix(bound.curvature), gradient)
        return Touch(value, gradient, theta - step)

    def low_rank(self, A):
        """Algorithm 4, its diagonal nowhere near 0: more than the ridge is still a bound."""
        start = np.maximum(self.ridge, _FLOOR * self.weights.sum())
        rows = self.Phi * np.sqrt(self.weights)[:, None]
        rank = min(self.rank, rows.shape[1] * self.n_states)
        return softmax_low_rank_bound(A, rows, rank, np.tile(start, self.n_states), self.order)

    def matrix(self, G):
        """The sum of all ``G (x) phi phi'`` and the ridge, for G whose rows sum to zero.

        Diagonal blocks of G are minus the sums of the others. For the same reason a vector added to
        all states changes no loss; where the ridge does not hold it, the gradient has no part in
        it, and filling it up does not change the step.
        """
        k, b = self.n_states, self.Phi.shape[1]
        H = np.zeros((k, b, k, b))
        for y in range(k):
            for other in range(y):
                weights = self.weights * G[:, y, other]
                block = self.Phi.T @ (weights[:, None] * self.Phi)
                H[y, :, other] = block
                H[other, :, y] = block
                H[y, :, y] -= block
                H[other, :, other] -= block
        H = H.reshape(k * b, k * b)
        size = H.diagonal().max()
        if not self.ridge.all():
            filled = np.where(self.ridge > 0, 0.0, size / k)  # only where no ridge holds the shift
            H += np.kron(np.ones((k, k)), np.diag(filled))
        # a trace more, so that rounding does not make it indefinite
        H.flat[:: k * b + 1] += np.tile(self.ridge, k) + 1e-12 * size
        return H


class _TargetSurrogate(SoftmaxSurrogate):
    """The same for rows of class probabilities in place of classes: their scores are known."""

    def __init__(self, Phi, T, ridge, weights):
        super().__init__(Phi, T, T.shape[1], ridge, weights=weights)

    def observed(self, A):
        return (self.codes * A).sum(axis=1), self.codes


def softmax_by_bounds(Phi, T, ridge, W, tol, max_iter, weights=None):
    """Minimise the criterion from bound to bound; as :func:`softmax_lbfgs`, without a step size.

    Parameters
    ----------
    Phi, T : ndarray, shapes (n, b) and (n, c)
    ridge : ndarray, shape (b,)
        Penalty of each row of the parameters.
    W : ndarray, shape (b, c)
        Start.
    tol : float
        Largest entry of the gradient, in units of that at zero.
    max_iter : int
    weights : ndarray, shape (n,), optional
        Factors of the samples' losses.

    Returns
    -------
    tuple (ndarray, int, bool)
    """
    surrogate = _TargetSurrogate(Phi, T, ridge, weights)
    start = W.T.ravel()
    goal = goal_of(Phi, T, tol, weights)
    slope = np.abs(surrogate.value_and_gradient(start)[1]).max()
    if slope <= goal:
        return W, 1, True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the estimator warns
        run = majorize(surrogate, start, tol=goal / slope, max_iter=max_iter)
    return run.w.reshape(W.T.shape).T, max(run.n_iter, 1), run.converged
