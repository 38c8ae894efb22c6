r"""Smooth functions that solvers take: a loss of linear scores, and a quadratic.

A smooth function has ``value(w)``, ``gradient(w)`` and ``lipschitz()``, the Lipschitz constant of
its gradient. Unknowns may be vectors or, for several outputs, matrices of one column each.
"""

from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, aslinearoperator, eigsh

from mlcompanion._validation import check_array, check_has, check_real, check_square
from mlcompanion.losses import MultinomialLogit, Softmax, Squared

__all__ = ["DataFit", "Quadratic", "largest_eigenvalue", "largest_singular_value"]


def check_operator(A, name="A"):
    """Return ``A`` as a finite matrix, dense or sparse; an operator passes as it is.

    Raises
    ------
    ValueError
        If a matrix is empty or not finite.
    """
    if isinstance(A, LinearOperator):
        return A
    if not sparse.issparse(A):
        return check_array(A, name, ndim=2, min_rows=1)
    check_array(A.data if hasattr(A, "data") else A.tocsc().data, name)
    return A


def at_start(function, start):
    """What a function says at the start of a run; a start that it cannot take is named."""
    if not start.size:
        raise ValueError("start must not be empty")
    try:
        return function(start)
    except ValueError as error:
        raise ValueError(f"start of shape {start.shape} does not fit: {error}") from error


def check_slope(gradient, start):
    """Refuse a start whose gradient has another shape: it was spread over the data by mistake."""
    if np.shape(gradient) != start.shape:
        found = f"the gradient there has shape {np.shape(gradient)}"
        raise ValueError(f"start of shape {start.shape} does not fit: {found}")


def check_point(fit, w, name="w"):
    """Return ``w`` as unknowns of a :class:`DataFit`, or a ``ValueError`` that names it."""
    columns = fit.y.shape[1:]
    if isinstance(fit.loss, MultinomialLogit):
        columns = (fit.loss.n_classes - 1,)
    elif isinstance(fit.loss, Softmax):
        columns = (None,)
    return check_array(w, name, shape=(fit.A.shape[1], *columns))


def largest_eigenvalue(operator):
    """Largest eigenvalue of a symmetric operator of shape (n, n), by Lanczos iterations.

    Parameters
    ----------
    operator : ndarray, sparse matrix or LinearOperator, symmetric and positive semi-definite

    Returns
    -------
    float

    Notes
    -----
    Cost: some tens of products.
    """
    if not isinstance(operator, LinearOperator):
        operator = check_square(operator, "operator", symmetric=True, accept_sparse=True)
    n = operator.shape[0]
    if n <= 2:
        return float(np.linalg.eigvalsh(aslinearoperator(operator) @ np.eye(n))[-1])
    start = np.random.default_rng(0).normal(size=n)  # Lanczos needs one that is not orthogonal
    if not np.any(operator @ start):  # Lanczos breaks down on the zero operator
        return 0.0
    return float(eigsh(operator, k=1, v0=start, return_eigenvectors=False)[0])


def largest_singular_value(A):
    """Spectral norm of a matrix or operator of shape (n, d), through its smaller Gram matrix."""
    A = aslinearoperator(check_operator(A))
    n, d = A.shape
    if d <= n:
        gram = LinearOperator((d, d), matvec=lambda w: A.rmatvec(A.matvec(w)), dtype=float)
    else:
        gram = LinearOperator((n, n), matvec=lambda z: A.matvec(A.rmatvec(z)), dtype=float)
    return float(np.sqrt(max(largest_eigenvalue(gram), 0.0)))  # 0 may come out below zero


class DataFit:
    r"""Sum of losses of linear scores, :math:`f(w)=\sum_i\ell(\langle a_i,w\rangle,y_i)`.

    Parameters
    ----------
    A : ndarray, sparse matrix or LinearOperator of shape (n_samples, n_features)
    y : array_like of shape (n_samples,) or (n_samples, n_outputs)
    loss : object with ``value``, ``derivative`` and ``curvature``, default ``Squared()``
        A loss of :mod:`mlcompanion.losses`; no division by the number of samples.

    Raises
    ------
    ValueError
        If ``A`` or ``y`` is empty or not finite, their lengths differ, or ``y`` holds what the
        loss has no value for.

    Notes
    -----
    Cost: one product with A for the value, one more with its transpose for the gradient.
    """

    def __init__(self, A, y, loss=None):
        self.A = check_operator(A)
        loss = Squared() if loss is None else loss
        self.loss = check_has(loss, "loss", "value", "derivative", "check_target")
        self.y = self.loss.check_target(check_array(y, "y", min_rows=1))
        if len(self.y) != self.A.shape[0] or not self.y.size:
            raise ValueError(f"y must have {self.A.shape[0]} rows, got shape {self.y.shape}")

    def scores(self, w):
        """``A w``."""
        return self.A @ w

    def value(self, w):
        """The sum of the losses at ``w``."""
        return self.value_of_scores(self.A @ w)

    def value_of_scores(self, z):
        """The sum of the losses where the scores are known."""
        return float(np.sum(self.loss.value(z, self.y)))

    def gradient(self, w):
        """Gradient at ``w``, of its shape."""
        return self.A.T @ self.loss.derivative(self.A @ w, self.y)

    def value_and_gradient(self, w):
        """Both, with one product ``A w``."""
        z = self.A @ w
        return self.value_of_scores(z), self.A.T @ self.loss.derivative(z, self.y)

    @cached_property
    def norm(self):
        """Spectral norm of A."""
        return largest_singular_value(self.A)

    def lipschitz(self):
        """Lipschitz constant of the gradient, ``curvature * ||A||**2``."""
        return self.loss.curvature * self.norm**2


class Quadratic:
    r"""A quadratic function :math:`\tfrac12\langle w,Qw\rangle-\langle b,w\rangle+c`.

    Least squares whose Gram matrix is formed once: with ``Q = A.T @ A``, ``b = A.T @ y`` and
    ``c = ||y||**2 / 2`` it is ``DataFit(A, y)`` at a cost free of the number of samples.

    Parameters
    ----------
    Q : ndarray of shape (n, n)
        Symmetric, positive semi-definite.
    b : ndarray of shape (n,) or (n, n_outputs)
    c : float
    """

    def __init__(self, Q, b, c=0.0):
        self.Q = check_square(Q, "Q", symmetric=True)
        self.b = check_array(b, "b", shape=(len(self.Q), *([None] * (np.ndim(b) == 2))))
        self.c = check_real(c, "c")

    @classmethod
    def from_least_squares(cls, A, y):
        """``||A w - y||**2 / 2`` with its Gram matrix; O(n d²) once, O(d²) per gradient."""
        A = check_array(A, "A", ndim=2, min_rows=1)
        y = check_array(y, "y", shape=(len(A), *([None] * (np.ndim(y) == 2))))
        return cls(A.T @ A, A.T @ y, 0.5 * np.vdot(y, y))

    def value(self, w):
        """The function at ``w``."""
        return self.value_and_gradient(w)[0]

    def gradient(self, w):
        """``Q w - b``."""
        return self.Q @ w - self.b

    def value_and_gradient(self, w):
        """Both, with one product ``Q w``."""
        Qw = self.Q @ w
        return float(0.5 * np.vdot(w, Qw) - np.vdot(self.b, w) + self.c), Qw - self.b

    @cached_property
    def _lipschitz(self):
        return largest_eigenvalue(self.Q)

    def lipschitz(self):
        """Largest eigenvalue of Q."""
        return self._lipschitz
