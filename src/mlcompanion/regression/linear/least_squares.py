r"""Least squares for models linear in their parameters: Sugiyama (2016), Sections 22.1-22.3.

The generalized inverse through the singular value decomposition, the hat matrix that projects the
outputs on the range of the design matrix, weights of observations, and three solvers that agree on
paper and not in floating point.

The objective is ``J(w) = |y - Phi w|^2 / 2`` (22.1), without a factor of n_samples.
"""

import warnings
from dataclasses import replace

import numpy as np
from scipy.linalg import LinAlgError, LinAlgWarning, qr_multiply, solve, solve_triangular

from mlcompanion._linear import LinearRegressor, column_units
from mlcompanion._validation import check_array, check_function, check_in, check_real
from mlcompanion.regression.linear.ridge import DesignSVD, check_design, shortest_coefficients

__all__ = [
    "SOLVERS",
    "LeastSquares",
    "generalized_inverse",
    "hat_matrix",
    "least_squares_gradient",
    "minimum_norm_solution",
    "normal_equations_solution",
    "qr_solution",
    "shortest_solution",
    "weighted_least_squares",
]


def _decompose(A, rcond):
    """Singular value decomposition with singular values below ``rcond`` times the largest zero."""
    svd = DesignSVD.of(A)
    if rcond is None:
        return svd
    floor = check_real(rcond, "rcond", low=0, high=1) * svd.s.max()
    return replace(svd, s=np.where(svd.s > floor, svd.s, 0.0))


def generalized_inverse(A, rcond=None):
    r"""Moore-Penrose inverse :math:`A^\dagger=\sum_{s_k>0}s_k^{-1}v_ku_k^\top`.

    Parameters
    ----------
    A : array_like, shape (n, m)
    rcond : float, optional
        Singular values up to ``rcond`` times the largest count as zero. Default
        ``max(n, m)`` times the rounding unit.

    Returns
    -------
    ndarray, shape (m, n)

    Raises
    ------
    ValueError
        If ``A`` is not a finite matrix or ``rcond`` is outside [0, 1].

    Notes
    -----
    Cost: O(n m min(n, m)). Source: Sugiyama (2016), Fig. 22.1, whose expansion prints the factors
    :math:`u_kv_k^\top` of :math:`A` itself; the inverse needs them in the other order.
    """
    svd = _decompose(check_array(A, "A", ndim=2, min_rows=1), rcond)
    inverse = np.divide(1.0, svd.s, out=np.zeros_like(svd.s), where=svd.s > 0)  # 0^+ = 0
    return (svd.Vt.T * inverse) @ svd.U.T


def hat_matrix(Phi, rcond=None):
    r"""Orthogonal projection on the range of the design matrix, :math:`\Phi\Phi^\dagger`.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    rcond : float, optional
        As in :func:`generalized_inverse`, of the columns in units of their sizes.

    Returns
    -------
    ndarray, shape (n, n)
        It puts the hat on y: fitted values are ``hat_matrix(Phi) @ y``. Its trace is the rank.

    Raises
    ------
    ValueError
        If ``Phi`` is not a finite matrix or ``rcond`` is outside [0, 1].

    Notes
    -----
    Built as :math:`\sum_{s_k>0}u_ku_k^\top`, symmetric and idempotent to rounding however badly
    conditioned ``Phi`` is. The range does not depend on the columns' units, nor does the rank here.
    Cost: O(n m min(n, m) + n^2 m). Source: Section 22.3, Fig. 22.5.
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    svd = _decompose(Phi / column_units(Phi), rcond)
    U = svd.U[:, svd.s > 0]
    return U @ U.T


def least_squares_gradient(Phi, y, w):
    r"""Gradient of :math:`\frac12\|y-\Phi w\|^2`: :math:`\Phi^\top(\Phi w-y)`, shape (m,).

    Cost: O(n m). Source: Section 22.2, where the sign is reversed.
    """
    Phi, y = check_design(Phi, y)
    return Phi.T @ (Phi @ check_array(w, "w", shape=(Phi.shape[1],)) - y)


def minimum_norm_solution(Phi, y, rcond=None):
    r"""Least squares as :math:`w=\sum_{s_k>0}\frac{u_k^\top y}{s_k}v_k`, the shortest solution.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    rcond : float, optional
        Singular values of the columns, each in units of its size, up to ``rcond`` times the
        largest count as zero. Default ``max(n, m)`` times the rounding unit.

    Returns
    -------
    ndarray, shape (m,)

    Raises
    ------
    ValueError
        If the arrays do not match or are not finite, or ``rcond`` is outside [0, 1].

    Notes
    -----
    The rank does not depend on the columns' units, as in :func:`shortest_solution`.
    Cost: O(n m min(n, m)). Source: Section 22.3.
    """
    return shortest_coefficients(*check_design(Phi, y), rcond)


def qr_solution(Phi, y, rcond=None):
    r"""Least squares by Householder QR with column pivoting, :math:`\Phi\Pi=QR`.

    Where the columns are dependent, the last of the pivoted ones get weight zero: a solution, but
    not the shortest.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    rcond : float, optional
        Pivots up to ``rcond`` times the first count as zero, the columns being in units of their
        sizes; default as in :func:`minimum_norm_solution`.

    Returns
    -------
    ndarray, shape (m,)

    Raises
    ------
    ValueError
        If the arrays do not match or are not finite, or ``rcond`` is outside [0, 1].

    Notes
    -----
    Cost: O(n m min(n, m)), a few times less than the decomposition by singular values.
    Source: Fig. 22.3, the line ``t=p\y``.
    """
    Phi, y = check_design(Phi, y)
    n, m = Phi.shape
    rcond = max(n, m) * np.finfo(float).eps if rcond is None else rcond
    units = column_units(Phi)  # the rank must not depend on units
    A = Phi / units
    Qty, R, order = qr_multiply(A, y, mode="right", pivoting=True)  # Q itself is not formed
    pivots = np.abs(np.diag(R))
    rank = int(np.sum(pivots > check_real(rcond, "rcond", low=0, high=1) * pivots[0]))
    w = np.zeros(m)
    if rank:
        w[order[:rank]] = solve_triangular(R[:rank, :rank], Qty[:rank])
    return w / units


def normal_equations_solution(Phi, y):
    r"""Least squares by :math:`\Phi^\top\Phi w=\Phi^\top y`, which squares the condition number.

    A singular system is solved with the generalized inverse of the Gram matrix of the columns, each
    in units of its size.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)

    Returns
    -------
    ndarray, shape (m,)

    Raises
    ------
    ValueError
        If the arrays do not match or are not finite.

    Notes
    -----
    Cost: O(n m^2 + m^3) with the smallest constants of the three. Source: Section 22.2.
    """
    Phi, y = check_design(Phi, y)
    units = column_units(Phi)
    A = Phi / units
    G = A.T @ A
    b = A.T @ y
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LinAlgWarning)
            return solve(G, b, assume_a="pos", check_finite=False) / units
    except LinAlgError:
        return DesignSVD.of_gram(G).coefficients(b, 0.0) / units


#: How :class:`LeastSquares` can solve its problem.
SOLVERS = {
    "qr": qr_solution,
    "svd": minimum_norm_solution,
    "normal": normal_equations_solution,
}


def weighted_least_squares(Phi, y, weights, solver="svd"):
    r"""Minimize :math:`\frac12\sum_i\omega_i(y_i-w^\top\phi(x_i))^2`.

    Ordinary least squares on rows multiplied by :math:`\sqrt{\omega_i}`, which equals
    :math:`(\Phi^\top\operatorname{diag}(\omega)\Phi)^\dagger\Phi^\top\operatorname{diag}(\omega)y`
    with any rank and does not square the condition number.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    weights : array_like, shape (n,)
        :math:`\omega_i`, not negative.
    solver : {"svd", "qr", "normal"}

    Returns
    -------
    ndarray, shape (m,)

    Raises
    ------
    ValueError
        If the arrays do not match or are not finite, or a weight is negative.

    Notes
    -----
    Cost: O(n m min(n, m)). Source: Section 22.2.
    """
    Phi, y = check_design(Phi, y)
    weights = check_array(weights, "weights", shape=(len(y),), low=0)
    root = np.sqrt(weights)
    return SOLVERS[check_in(solver, "solver", SOLVERS)](root[:, None] * Phi, root * y)


def shortest_solution(Phi, y):
    r"""The shortest of all least-squares solutions, its rank decided in units of the columns.

    A column counts unless it depends on others, in whatever units it is measured; the solution is
    short in the units of ``Phi``. As :func:`minimum_norm_solution`, for one output or several.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,) or (n, q)
        Several outputs share one decomposition.

    Returns
    -------
    ndarray, shape (m,) or (m, q)

    Raises
    ------
    ValueError
        If the arrays do not match or are not finite.

    Notes
    -----
    With :math:`\Phi=U\,\mathrm{diag}(s)V^\top D` and r positive singular values, the solutions
    are those of r independent equations :math:`V_r^\top Dw=s_r^{-1}U_r^\top y`.
    Cost: O(n m min(n, m)) time, O(n m) memory. Source: Section 22.3; the units are ours.

    Examples
    --------
    >>> w = shortest_solution([[1.0, 1e-20], [0.0, 1e-20]], [3.0, 1.0])
    >>> [f"{value:.6g}" for value in w]
    ['2', '1e+20']
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    n = len(Phi)
    y = check_array(y, "y", shape=(n, None) if np.ndim(y) == 2 else (n,))
    return shortest_coefficients(Phi, y)


class LeastSquares(LinearRegressor):
    r"""Least squares regression with basis functions.

    Parameters
    ----------
    basis : callable, optional
        Maps inputs to a design matrix of shape (n, m). It gets a vector of shape (n,) if there is
        one feature, else the rows. Default: the features themselves.
    solver : {"qr", "svd", "normal"}
        Pivoted QR, singular values (the shortest solution), or the normal equations.
    fit_intercept : bool
        Add a free constant. The book has none: its bases hold one, or do without. A constant among
        the basis functions then has the weight 0, and ``intercept_`` is the constant.

    Attributes
    ----------
    coef_ : ndarray, shape (m,)
        Weight of each basis function.
    intercept_ : float

    Notes
    -----
    Neither the origin nor the units of a column change a prediction: columns are taken about their
    means, if there is a constant, and the rank is decided in units of their sizes.
    Cost: O(n m min(n, m)) time, O(n m) memory. Source: Sugiyama (2016), Section 22.2 and Fig. 22.3.

    Examples
    --------
    >>> from mlcompanion.regression import poly_basis
    >>> line = LeastSquares(lambda x: poly_basis(x, 1), fit_intercept=False)
    >>> line.fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0]).coef_.round(6)
    array([1., 2.])
    """

    def __init__(self, basis=None, solver="qr", *, fit_intercept=True):
        self.basis = basis
        self.solver = solver
        self.fit_intercept = fit_intercept

    def _design(self, X):
        if check_function(self.basis, "basis") is None:
            return X
        return self.basis(X[:, 0] if X.shape[1] == 1 else X)

    def _solve(self, Phi, y):
        return SOLVERS[check_in(self.solver, "solver", SOLVERS)](Phi, y)
