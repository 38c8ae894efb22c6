r"""The best kernel for given wishes, in closed form: Zhuang, Tsang and Hoi (2011), section 4.2.

:math:`\max\operatorname{tr}AK` over kernels of bounded size turns the eigenvalues of A that are
positive into those of K, on the same vectors. Only these are computed, by Lanczos where A is large
and sparse (section 5.2), and K is handed on as a factor, never as a matrix.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.linalg import eigh
from scipy.sparse.linalg import ArpackNoConvergence, eigsh

from mlcompanion._validation import (
    check_array,
    check_count,
    check_memory,
    check_real,
    check_square,
)

__all__ = ["KernelSize", "SpectralKernel", "closed_form_kernel", "positive_eigenpairs"]

_SMALL = 500  # rows up to which a full decomposition is as fast as Lanczos
_TIES = 1e-8  # eigenvalues this close to the largest, relative to it, share the trace bound


class SpectralKernel(NamedTuple):
    """A kernel matrix as its eigenpairs; what :func:`closed_form_kernel` returns.

    Attributes
    ----------
    vectors : ndarray, shape (n, r)
        Orthonormal columns.
    values : ndarray, shape (r,)
        Eigenvalues of the kernel, falling.
    spectrum : ndarray, shape (r,)
        The eigenvalues of A that they came from.
    """

    vectors: np.ndarray
    values: np.ndarray
    spectrum: np.ndarray

    @property
    def factors(self):
        """Coordinates F with K = FF', shape (n, r); the first columns matter most."""
        return self.vectors * np.sqrt(self.values)

    def dense(self):
        """The matrix itself, n by n."""
        n = len(self.vectors)
        check_memory(8 * n * n, f"a kernel matrix of {n} x {n} entries")
        F = self.factors
        return F @ F.T

    def entries(self, rows, columns):
        """The entries at some places.

        Parameters
        ----------
        rows, columns : array_like of int, shape (m,)

        Returns
        -------
        ndarray, shape (m,)
        """
        F, rows, columns = self._places(rows, columns)
        return np.einsum("ij,ij->i", F[rows], F[columns])

    def squared_distances(self, rows, columns):
        """Squared distances between the points that the kernel stands for.

        Parameters
        ----------
        rows, columns : array_like of int, shape (m,)

        Returns
        -------
        ndarray, shape (m,)
        """
        F, rows, columns = self._places(rows, columns)
        gaps = F[rows] - F[columns]
        return np.einsum("ij,ij->i", gaps, gaps)

    def _places(self, rows, columns):
        top = len(self.vectors) - 1
        rows = check_array(rows, "rows", ndim=1, dtype=int, low=0, high=top)
        columns = check_array(columns, "columns", shape=rows.shape, dtype=int, low=0, high=top)
        return self.factors, rows, columns


class KernelSize(NamedTuple):
    r"""How large a kernel may be, and how that is measured: by :math:`\operatorname{tr}K^p`.

    Attributes
    ----------
    p : float
        At least 1.
    budget : float or None
        Bound B on it.
    penalty : float or None
        Or the factor G of :math:`\frac Gp\operatorname{tr}K^p` in the objective.
    """

    p: float
    budget: float | None
    penalty: float | None

    @classmethod
    def checked(cls, p, budget, penalty):
        """A size from arguments; ``penalty`` takes the place of ``budget``.

        Parameters
        ----------
        p, budget, penalty : float or None
            As for :func:`closed_form_kernel`.

        Returns
        -------
        KernelSize
        """
        if penalty is None:
            p = check_real(p, "p", low=1)
            return cls(p, check_real(budget, "budget", low=0, open_low=True), None)
        p = check_real(p, "p", low=1, open_low=True)  # with p = 1 the maximum is 0 or infinite
        return cls(p, None, check_real(penalty, "penalty", low=0, open_low=True))

    def values(self, spectrum):
        """Eigenvalues of the best kernel from the positive ones of A (Equations 14 and 20).

        Parameters
        ----------
        spectrum : ndarray, shape (r,)

        Returns
        -------
        ndarray, shape (r,)
        """
        if not len(spectrum):
            return np.zeros(0)
        if self.penalty is not None:
            return (spectrum / self.penalty) ** (1 / (self.p - 1))
        shares = spectrum / spectrum.max()  # powers of large or small numbers would overflow
        if self.p == 1:
            top = shares >= 1 - _TIES
            return self.budget * top / np.count_nonzero(top)
        raised = shares ** (1 / (self.p - 1))
        return raised * (self.budget / (raised @ shares)) ** (1 / self.p)

    def best_value(self, spectrum):
        """The largest value of tr AK, less the penalty if there is one.

        Parameters
        ----------
        spectrum : ndarray, shape (r,)

        Returns
        -------
        float
        """
        gained = float(spectrum @ self.values(spectrum))
        return gained if self.penalty is None else gained * (1 - 1 / self.p)


def positive_eigenpairs(A, rank=None, *, guess=16):
    """Eigenpairs of a symmetric matrix whose eigenvalues are positive, the largest first.

    Parameters
    ----------
    A : array_like or sparse matrix, shape (n, n)
        Symmetric.
    rank : int, optional
        At most so many, the largest; default all.
    guess : int
        How many to ask Lanczos for at first; the number doubles until one is not positive.

    Returns
    -------
    values : ndarray, shape (r,)
    vectors : ndarray, shape (n, r)

    Raises
    ------
    ValueError
        If ``A`` is not symmetric, or ``rank`` or ``guess`` less than 1.

    Notes
    -----
    Cost: for sparse A of more than 500 rows O(nnz + n r) a Lanczos step; O(n^3) time and O(n^2)
    memory for a dense one, or where more than an eighth of the eigenvalues are wanted. Positive
    means above what rounding leaves of zero: the eigenvalues of a Laplacian crowd there, and a
    fixed number of them would cut off a part of the kernel unnoticed. Source: section 5.2.
    """
    A = check_square(A, "A", symmetric=True, accept_sparse=True)
    if rank is not None:
        rank = check_count(rank, "rank", low=1)
    guess = check_count(guess, "guess", low=1)
    return eigenpairs_unchecked(A, rank, guess)


def eigenpairs_unchecked(A, rank, guess):
    """As :func:`positive_eigenpairs`, for a symmetric CSR or dense matrix."""
    n = A.shape[0]
    most = n if rank is None else min(rank, n)
    # n eps times the largest row sum, a bound of the norm: below it an eigenvalue is rounding
    floor = n * np.finfo(float).eps * abs(A).sum(axis=1).max()
    if sparse.issparse(A) and n > _SMALL:
        found = _lanczos(A, min(guess, most), most, floor)
        if found is not None:
            return found
        check_memory(24 * n * n, f"all eigenvalues of a matrix of {n} x {n} entries")
    dense = A.toarray() if sparse.issparse(A) else A
    values, vectors = eigh(dense)
    values = values[::-1]
    kept = min(most, np.count_nonzero(values > floor))
    return values[:kept].copy(), vectors[:, ::-1][:, :kept].copy()


def _lanczos(A, count, most, floor):
    """Ask for more eigenvalues until one is not positive; None where Lanczos has no edge."""
    n = A.shape[0]
    start = np.random.default_rng(0).normal(size=n)  # the same answer at every call
    while count <= n // 8:
        try:
            values, vectors = eigsh(A, count, which="LA", v0=start)
        except ArpackNoConvergence:
            return None
        # ask for more until one is not positive: then none is missing
        order = np.argsort(values)[::-1]
        values = values[order]
        kept = np.count_nonzero(values > floor)
        if kept < count or count == most:
            return values[:kept], vectors[:, order[:kept]]
        count = min(2 * count, most)
    return None


def closed_form_kernel(A, p=2.0, budget=1.0, *, penalty=None, rank=None, guess=16):
    r"""The kernel that agrees best with a symmetric matrix, among all of bounded size.

    Solves :math:`\max\operatorname{tr}AK` over positive semidefinite K with
    :math:`\operatorname{tr}K^p\le B`, or with :math:`-\frac Gp\operatorname{tr}K^p` added instead.
    With the positive part :math:`A_+` of A the answers are
    :math:`\bigl(B/\operatorname{tr}A_+^{p/(p-1)}\bigr)^{1/p}A_+^{1/(p-1)}` and
    :math:`(A_+/G)^{1/(p-1)}`.

    Parameters
    ----------
    A : array_like or sparse matrix, shape (n, n)
        Symmetric: how much each entry of K is wished for.
    p : float
        At least 1; above 1 with a penalty. Near 1 the largest eigenvalue alone counts, for a large
        p all positive ones count alike.
    budget : float
        B, positive; not used with a penalty.
    penalty : float, optional
        G, positive.
    rank : int, optional
        Use at most so many eigenvalues; default all positive ones.
    guess : int
        As for :func:`positive_eigenpairs`.

    Returns
    -------
    SpectralKernel
        Of rank 0 where no eigenvalue is positive: then the zero kernel is best.

    Raises
    ------
    ValueError
        If ``A`` is not symmetric, or a number is out of its range.

    Notes
    -----
    Cost: of :func:`positive_eigenpairs`; memory O(n r), the kernel is never formed. For p = 1 the
    trace is shared by all eigenvalues that agree with the largest to 1e-8. Source: Propositions 1
    and 2, Equations 13, 14, 19 and 20.

    Examples
    --------
    >>> kernel = closed_form_kernel([[0.0, 2.0], [2.0, 0.0]], budget=9.0)
    >>> kernel.dense().round(3) + 0.0
    array([[1.5, 1.5],
           [1.5, 1.5]])
    """
    size = KernelSize.checked(p, budget, penalty)
    spectrum, vectors = positive_eigenpairs(A, rank, guess=guess)
    return SpectralKernel(vectors, size.values(spectrum), spectrum)
