r"""What DAL needs of a design matrix and of a loss: columns, products, and the dual function.

Tomioka, Suzuki and Sugiyama (2011), Table 1 and section 7.3.1.
"""

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.linalg import LinearOperator

from mlcompanion._validation import check_array
from mlcompanion.losses import Logistic, MultinomialLogit, ScoreLoss

from ..finite_sums.work import Work
from ..smooth import check_operator

__all__ = ["Design", "DualLoss", "StandardizedOperator", "counted"]


class StandardizedOperator(LinearOperator):
    r"""A design with centred columns of unit standard deviation, never formed.

    :math:`\tilde Ax=AS^{-1}x-\mathbf 1m^\top S^{-1}x` and
    :math:`\tilde A^\top y=S^{-1}A^\top(y-\bar y\mathbf 1)`: a sparse A stays sparse.

    Parameters
    ----------
    A : ndarray or sparse matrix of shape (n_samples, n_features)

    Attributes
    ----------
    mean, scale : ndarray of shape (n_features,)
        Column means, and standard deviations; a constant column has scale 1.

    Notes
    -----
    Cost: a product with A plus O(n_samples + n_features).
    Source: Tomioka et al. (2011), section 7.3.1.
    """

    def __init__(self, A):
        if isinstance(A, LinearOperator):
            raise TypeError("A must be an array or a sparse matrix: its columns are standardised")
        A = check_operator(A)
        self.A = A.tocsc() if sparse.issparse(A) else A
        self.mean = np.asarray(self.A.mean(axis=0)).ravel()
        if sparse.issparse(self.A):
            # centring would fill the matrix; the difference loses digits where the mean is large
            square = np.asarray(self.A.multiply(self.A).mean(axis=0)).ravel() - self.mean**2
        else:
            square = np.square(self.A - self.mean).mean(axis=0)
        # below it a variance is the rounding of a constant column
        varies = square > 1e-14 * self.mean**2
        self.scale = np.sqrt(np.where(varies, square, 1.0))
        super().__init__(float, self.A.shape)

    def _matvec(self, x):
        x = np.ravel(x) / self.scale
        return self.A @ x - self.mean @ x  # the common row of means gives all samples one number

    def _rmatvec(self, y):
        y = np.ravel(y)
        return (self.A.T @ y - self.mean * y.sum()) / self.scale

    def columns(self, index):
        """Dense columns of the standardised matrix, shape (n_samples, len(index))."""
        high = self.shape[1] - 1
        index = check_array(index, "index", ndim=1, dtype=np.intp, low=0, high=high)
        part = self.A[:, index]
        part = part.toarray() if sparse.issparse(part) else part
        return (part - self.mean[index]) / self.scale[index]


def counted(A):
    """``A`` as an operator that counts its products.

    Returns
    -------
    operator : LinearOperator
    work : Work
        ``work.products``: how often A or its transpose was applied to a vector; ``work.entries``:
        entries of A that were read, 0 if A is an operator itself.
    """
    A = check_operator(A)
    work = Work()
    entries = 0 if isinstance(A, LinearOperator) else A.size

    def forward(x):
        work.add(products=1, entries=entries)
        return A @ x

    def backward(y):
        work.add(products=1, entries=entries)
        return A.T @ y

    return LinearOperator(A.shape, matvec=forward, rmatvec=backward, dtype=float), work


class Design:
    """Products and columns of ``A`` (kron identity of ``n_outputs``), and a count of full products.

    Parameters
    ----------
    A : ndarray, sparse matrix, or operator with ``columns(index)``
    n_outputs : int
        Unknowns and scores are raveled from shapes (n, n_outputs) and (m, n_outputs).
    """

    def __init__(self, A, n_outputs=1):
        A = check_operator(A)
        if isinstance(A, LinearOperator) and not hasattr(A, "columns"):
            raise ValueError("A must be an array, a sparse matrix or an operator with columns")
        if not isinstance(A, LinearOperator):
            # columns are picked at every step: each should lie in one piece
            A = A.tocsc() if sparse.issparse(A) else np.asfortranarray(A)
        self.A = A
        self.k = n_outputs
        self.products = 0
        self.shape = (A.shape[0] * n_outputs, A.shape[1] * n_outputs)
        self._last = None

    def transpose_times(self, alpha):
        """``A' alpha``: the one product over all columns."""
        self.products += 1
        return np.ravel(self.A.T @ (alpha.reshape(-1, self.k) if self.k > 1 else alpha))

    def columns(self, index):
        """Dense columns; the last request is kept, since active sets soon stop changing."""
        if self._last is not None and np.array_equal(self._last[0], index):
            return self._last[1]
        feature = index // self.k
        part = self.A.columns(feature) if hasattr(self.A, "columns") else self.A[:, feature]
        part = part.toarray() if sparse.issparse(part) else part
        if self.k > 1:
            spread = np.zeros((len(part), self.k, len(index)))
            # unknown j belongs to feature j // k and output j % k, as ravel orders them
            spread[:, index % self.k, np.arange(len(index))] = part
            part = spread.reshape(self.shape[0], len(index))
        self._last = index, part
        return part

    def times_sparse(self, w):
        """``A w`` over the support of w."""
        support = np.flatnonzero(w)
        return self.columns(support) @ w[support]


class DualLoss:
    r"""The function :math:`g(\alpha)=f_\ell^*(-\alpha)` of a loss and its targets.

    Parameters
    ----------
    loss : ScoreLoss with a differentiable conjugate, or :class:`MultinomialLogit`
    y : ndarray of shape (n_samples,)

    Attributes
    ----------
    gamma : float
        One over the Lipschitz constant of the loss's gradient.
    centre : ndarray
        A point inside the domain.

    Raises
    ------
    TypeError, ValueError
        If the loss is none of these, or ``y`` holds what it has no value for.
    """

    def __init__(self, loss, y):
        if not isinstance(loss, (ScoreLoss, MultinomialLogit)):
            raise TypeError(f"loss must be a ScoreLoss or a MultinomialLogit, got {loss!r}")
        self.loss, self.y, self.gamma = loss, loss.check_target(y), 1 / max(loss.curvature, 1e-300)
        self.blocks = isinstance(loss, MultinomialLogit)
        self.k = loss.n_classes - 1 if self.blocks else 1
        start = np.zeros((len(y), self.k)) if self.blocks else np.zeros(len(y))
        # scores whose slope lies well inside the domain of the conjugate
        middle = start if self.blocks or isinstance(loss, Logistic) else y
        self.centre = -loss.derivative(middle, y).ravel()
        if np.isinf(loss.curvature) or not np.isfinite(self.gradient(self.centre)).all():
            raise ValueError(f"loss must be smooth and convex, and bend, got {loss!r}")

    def _rows(self, alpha):
        return alpha.reshape(-1, self.k) if self.blocks else alpha

    def primal(self, z):
        """The loss of all scores."""
        return float(np.sum(self.loss.value(self._rows(z), self.y)))

    def slope(self, z):
        """``-grad f(z)``, moved inside the domain by a millionth."""
        inner = -self.loss.derivative(self._rows(z), self.y).ravel()
        return inner + 1e-6 * (self.centre - inner)

    def value(self, alpha):
        """``f*(-alpha)``."""
        return float(np.sum(self.loss.conjugate(-self._rows(alpha), self.y)))

    def gradient(self, alpha):
        """Derivative in ``alpha``."""
        return -self.loss.conjugate_derivative(-self._rows(alpha), self.y).ravel()

    def curvature(self, alpha):
        """Second derivatives: a vector, or blocks of shape (n_samples, k, k)."""
        return self.loss.conjugate_second_derivative(-self._rows(alpha), self.y)

    def apply(self, H, v):
        """Product with the curvature."""
        if not self.blocks:
            return H * v
        return np.einsum("ikl,il->ik", H, self._rows(v)).ravel()

    def solve(self, H, V):
        """Solve with the curvature; ``V`` is a vector or a matrix of columns."""
        if not self.blocks:
            return V / (H if V.ndim == 1 else H[:, None])
        shape = (len(H), self.k, -1)
        return np.linalg.solve(H, V.reshape(shape)).reshape(V.shape)

    def diagonal(self, H):
        """Its diagonal."""
        return np.einsum("ikk->ik", H).ravel() if self.blocks else H

    def dense(self, H):
        """It as a dense matrix."""
        return linalg.block_diag(*H) if self.blocks else np.diag(H)
