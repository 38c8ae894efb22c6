"""The primal problem of Laplacian SVM and least squares: Melacci and Belkin (2011), Eq. 7 and 9.

Everything a solver needs to know about the objective: values, gradients, Hessian.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.linalg.blas import dsymv

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_list,
    check_real,
    check_square,
)

from .graph_laplacian import apply_power

__all__ = ["LapProblem", "starting_point"]


@dataclass(frozen=True)
class LapProblem:
    r"""Minimise :math:`\frac12(\sum_i V_i+\gamma_A\alpha^\top K\alpha+\gamma_If^\top L^pf)`.

    Here :math:`f=K\alpha+b\mathbf 1` and the loss :math:`V_i` of a labelled point is
    :math:`\max(1-y_if_i,0)^2` or :math:`(y_i-f_i)^2`. The unknowns are
    :math:`z=(b,\alpha_1,\dots,\alpha_n)`.

    Parameters
    ----------
    K : ndarray or sparse matrix, shape (n, n)
        Gram matrix, symmetric and positive semidefinite.
    L : ndarray or sparse matrix, shape (n, n)
        Graph Laplacian, symmetric.
    y : array_like, shape (n,)
        +1 or -1 for labelled points, 0 for unlabelled ones.
    gamma_A, gamma_I : float
        Weights of the ambient norm (positive) and of the intrinsic norm (at least 0).
    degree : int
        The power p of the Laplacian.
    fit_intercept : bool
        Without intercept, :math:`b=0` throughout.
    loss : {"squared_hinge", "squared"}
        Laplacian SVM, or Laplacian regularised least squares.

    Raises
    ------
    ValueError
        On wrong shapes, values that are not finite, matrices that are not symmetric, labels other
        than -1, 0, +1, no labelled point, or a weight out of its range.
    """

    K: np.ndarray
    L: sparse.csr_array
    y: np.ndarray
    gamma_A: float
    gamma_I: float
    degree: int = 1
    fit_intercept: bool = True
    loss: str = "squared_hinge"

    def __post_init__(self):
        y = check_array(self.y, "y", ndim=1, min_rows=1, among=(-1, 0, 1))
        if not y.any():
            raise ValueError("y must hold at least one label, -1 or +1; 0 is unlabelled")
        check_real(self.gamma_A, "gamma_A", low=0, open_low=True)
        check_real(self.gamma_I, "gamma_I", low=0)
        object.__setattr__(self, "degree", check_count(self.degree, "degree", low=1))
        check_flag(self.fit_intercept, "fit_intercept")
        check_in(self.loss, "loss", ("squared_hinge", "squared"))
        object.__setattr__(self, "y", y)
        for name in ("K", "L"):
            matrix = check_square(
                getattr(self, name), name, size=len(y), symmetric=True, accept_sparse=True
            )
            plain = matrix if sparse.issparse(matrix) else np.ascontiguousarray(matrix)
            object.__setattr__(self, name, plain)

    @property
    def labeled(self):
        """Mask of the labelled points, shape (n,)."""
        return self.y != 0

    def times_K(self, v):
        """The product K v: of a dense K only one triangle is read, in half the time."""
        # K.T is K in the column order of BLAS: no copy
        return self.K @ v if sparse.issparse(self.K) else dsymv(1.0, self.K.T, v)

    def dense_K(self):
        """K as an array, for the solvers that need it."""
        return self.K.toarray() if sparse.issparse(self.K) else self.K

    def scores(self, b, alpha):
        """Values :math:`f=K\\alpha+b\\mathbf 1` at the training points, shape (n,)."""
        return self.times_K(alpha) + b

    def smooth(self, f):
        """The iterated Laplacian times ``f``: ``degree`` sparse products."""
        return apply_power(self.L, f, self.degree)

    def error_vectors(self, f):
        r"""Mask of :math:`\mathcal E`: labelled points that pay a loss."""
        if self.loss == "squared":
            return self.labeled
        return self.labeled & (self.y * f < 1)

    def objective(self, f, K_alpha, alpha, L_f):
        """Equation 7, from products that a solver already has: O(n)."""
        errors = self.error_vectors(f)
        loss = ((f - self.y)[errors] ** 2).sum()  # y^2 = 1: the squared hinge is (y - f)^2
        return (loss + self.gamma_A * alpha @ K_alpha + self.gamma_I * f @ L_f) / 2

    def objective_at(self, b, alpha):
        """Equation 7 at a given solution: O(n^2)."""
        K_alpha = self.times_K(alpha)
        f = K_alpha + b
        return self.objective(f, K_alpha, alpha, self.smooth(f))

    def preconditioned_gradient(self, f, alpha, L_f):
        """Equation 9 with the factor P = diag(1, K) left out: O(n), no solve.

        Returns
        -------
        g_b : float
        g : ndarray, shape (n,)
        """
        r = np.where(self.error_vectors(f), f - self.y, 0.0) + self.gamma_I * L_f
        return (r.sum() if self.fit_intercept else 0.0), r + self.gamma_A * alpha

    def gradient(self, b, alpha):
        """Equation 9: gradient by the intercept and by the coefficients, O(n^2)."""
        f = self.scores(b, alpha)
        g_b, g = self.preconditioned_gradient(f, alpha, self.smooth(f))
        return g_b, self.times_K(g)

    def hessian(self, errors):
        r"""Generalised Hessian below Equation 9, for the mask ``errors`` of :math:`\mathcal E`.

        Returns
        -------
        ndarray, shape (n + 1, n + 1)
            First row and column belong to the intercept.
        """
        n = len(self.y)
        K = self.dense_K()
        basis = np.column_stack([np.ones(n), K])  # f = basis @ z
        ambient = np.zeros((n + 1, n + 1))
        ambient[1:, 1:] = K
        # rows of error vectors carry the loss, all rows the smoothness
        weighted = errors[:, None] * basis + self.gamma_I * self.smooth(basis)
        return basis.T @ weighted + self.gamma_A * ambient


def starting_point(problem, start):
    """``start`` as a number and a vector of the right length; zero where it is None."""
    if start is None:
        return 0.0, np.zeros(len(problem.y))
    if len(check_list(start, "start")) != 2:
        raise ValueError(f"start must be a pair (b, alpha), got {len(start)} items")
    b, alpha = start
    return check_real(b, "start[0]"), check_array(alpha, "start[1]", shape=problem.y.shape)
