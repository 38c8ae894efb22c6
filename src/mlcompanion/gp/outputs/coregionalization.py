r"""Instantaneous mixing: the linear model of coregionalization and its special cases.

An output is a weighted sum of hidden functions, :math:`f_d(x)=\sum_{q}\sum_ia^i_{d,q}u^i_q(x)`, so
that :math:`K_{ff}=\sum_qB_q\otimes K_q` with :math:`B_q=A_qA_q^\top` (Álvarez and Lawrence, 2011,
(1) to (6) and Lemma 1).
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_has,
    check_instance,
    check_list,
    check_square,
)

from ._lists import check_inputs
from .outputs_kernel import OutputsKernel

__all__ = [
    "ICMKernel",
    "LMCKernel",
    "SLFMKernel",
    "multitask_kernel",
    "spherical_coregionalization",
]


class LMCKernel(OutputsKernel):
    r"""Linear model of coregionalization: :math:`K_{ff}=\sum_qA_qA_q^\top\otimes K_q`.

    Parameters
    ----------
    A : list of array_like, shapes (D, R_q)
        Weights of the hidden functions of each group; a vector stands for one column.
    bases : list of callable
        ``base(X, X2)`` returns the group's covariance (n, m), as those of ``mlcompanion.gp`` do.

    Raises
    ------
    ValueError
        If the lists differ in length or the matrices in their number of rows.

    Notes
    -----
    Hidden functions are counted group by group: all :math:`R_1` of the first, then the next.
    Source: (2) to (4).

    Examples
    --------
    >>> from mlcompanion.kernels import rbf_kernel
    >>> kernel = LMCKernel([[[1.0], [2.0]]], [rbf_kernel])
    >>> kernel.ff([[[0.0]], [[0.0]]])
    array([[1., 2.],
           [2., 4.]])
    """

    def __init__(self, A, bases):
        groups = [check_array(a, "A").copy() for a in check_list(A, "A")]
        groups = [a[:, None] if a.ndim == 1 else check_array(a, "A", ndim=2) for a in groups]
        self.A = [check_array(a, "A", shape=(len(groups[0]), None), min_rows=1) for a in groups]
        self.bases = check_list(bases, "bases")
        for base in self.bases:
            check_instance(base, "bases", callable, "function of two arrays")
        if len(self.A) != len(self.bases):
            raise ValueError(
                f"bases must hold one covariance for each of {len(self.A)} groups, "
                f"got {len(self.bases)}"
            )
        self.n_outputs = len(self.A[0])
        self._columns = [(g, i) for g, a in enumerate(self.A) for i in range(a.shape[1])]
        self.n_latent = len(self._columns)

    def _pair(self, d, e, X, X2):
        terms = [(a[d] @ a[e]) * base(X, X2) for a, base in zip(self.A, self.bases)]
        return sum(terms)

    def _variances(self, d, X):
        # each base is asked for few points at a time
        total = np.zeros(len(X))
        for a, base in zip(self.A, self.bases):
            if a[d].any():
                total += (a[d] @ a[d]) * _diagonal(base, X)
        return total

    def _latent_pair(self, d, X, q, Z):
        group, column = self._columns[q]
        return self.A[group][d, column] * self.bases[group](X, Z)

    def _latent(self, q, Z):
        return self.bases[self._columns[q][0]](Z, Z)


def _diagonal(base, X, rows=64):
    """Variances from small square blocks: a base promises matrices alone."""
    starts = range(0, len(X), rows)
    return np.concatenate([np.diag(base(X[s : s + rows], X[s : s + rows])) for s in starts])


class ICMKernel(LMCKernel):
    r"""Intrinsic coregionalization: one common covariance, :math:`K_{ff}=AA^\top\otimes K`.

    Parameters
    ----------
    A : array_like, shape (D, R)
        :math:`AA^\top` is the coregionalization matrix, of rank R at most.
    base : callable
        ``base(X, X2)`` returns a covariance (n, m).

    Notes
    -----
    With an incomplete Cholesky factor as ``A`` it is the multi-task process of Bonilla et al.
    (2008), with :func:`spherical_coregionalization` that of Osborne et al. (2008). Source: (5),
    (6).
    """

    def __init__(self, A, base):
        super().__init__([A], [check_instance(base, "base", callable, "function of two arrays")])

    @classmethod
    def of_rank(cls, B, base, *, rank):
        """The kernel whose factor is the pivoted incomplete Cholesky factor (D, rank) of ``B``."""
        B = check_square(B, "B", symmetric=True).copy()
        rank = check_count(rank, "rank", low=1, high=len(B))
        A = np.zeros((len(B), rank))
        for r in range(rank):
            # the largest variance that is left becomes the pivot; B is what the columns so far
            # leave over
            pivot = int(np.argmax(np.diag(B)))
            if B[pivot, pivot] <= 0:
                break
            A[:, r] = B[:, pivot] / np.sqrt(B[pivot, pivot])
            B -= np.outer(A[:, r], A[:, r])
        return cls(A, base)


class SLFMKernel(LMCKernel):
    r"""Semiparametric latent factors: each hidden function has a covariance of its own.

    Parameters
    ----------
    A : array_like, shape (D, Q)
        Weight of each hidden function in each output.
    bases : list of Q callable

    Notes
    -----
    Source: section 2.1.1,
    :math:`K_{ff}=(A\otimes I)\,\mathrm{blockdiag}(K_1,\dots,K_Q)\,(A^\top\otimes I)`.
    """

    def __init__(self, A, bases):
        A = check_array(A, "A", ndim=2, min_rows=1)
        super().__init__(list(A.T), bases)


def spherical_coregionalization(scales, angles):
    r"""Coregionalization matrix :math:`\mathrm{diag}(e)\,S^\top S\,\mathrm{diag}(e)` by angles.

    Columns of S are unit vectors in spherical coordinates, so that every choice of angles gives
    correlations, and the scales are the outputs' standard deviations.

    Parameters
    ----------
    scales : array_like, shape (D,)
        Positive.
    angles : array_like, shape (D (D - 1) / 2,)
        One for the second output, two for the third, and so on.

    Returns
    -------
    ndarray, shape (D, D)

    Raises
    ------
    ValueError
        If a scale is not positive or the number of angles is another one.

    Notes
    -----
    Cost: O(D³). Source: section 2.1.1, after Osborne et al. (2008).
    """
    scales = check_array(scales, "scales", ndim=1, min_rows=1, low=0, open_low=True)
    n = len(scales)
    angles = check_array(angles, "angles", shape=(n * (n - 1) // 2,))
    S = np.zeros((n, n))
    start = 0
    for column in range(n):
        own = angles[start : start + column]
        start += column
        # products of sines times a cosine: coordinates of a unit vector
        left = np.concatenate([[1.0], np.cumprod(np.sin(own))])
        S[: column + 1, column] = left * np.append(np.cos(own), 1.0)
    return np.outer(scales, scales) * (S.T @ S)


def multitask_kernel(G, maps):
    r"""Kernel :math:`k_{d,e}(x,x')=G(\Phi_d(x),\Phi_e(x'))` between outputs, Lemma 1.

    Parameters
    ----------
    G : callable
        ``G(X, X2)`` returns a covariance (n, m).
    maps : list of callable
        :math:`\Phi_d`, from inputs (n, p) to (n, m), one for each output.

    Returns
    -------
    callable
        ``kernel(X)`` or ``kernel(X, X2)`` of lists with one array of inputs an output returns the
        stacked covariance.

    Raises
    ------
    TypeError
        If ``G`` or a map cannot be called.

    Notes
    -----
    With linear maps :math:`C_dx` and ``linear_kernel`` it is :math:`x^\top C_d^\top C_ex'`.
    Source: section 2.1.1, Lemma 1.
    """
    check_has(G, "G", "__call__")
    maps = check_list(maps, "maps")
    for one in maps:
        check_instance(one, "maps", callable, "list of functions")

    def mapped(X, name):
        inputs = check_inputs(X, name, n_outputs=len(maps))
        return np.vstack([phi(x) for phi, x in zip(maps, inputs)])

    def kernel(X, X2=None):
        return G(mapped(X, "X"), mapped(X if X2 is None else X2, "X2"))

    return kernel
