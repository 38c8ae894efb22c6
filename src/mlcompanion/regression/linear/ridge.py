"""Ridge regression, all penalties at once: Sugiyama (2016), Section 23.2.

Least squares with the parameters in a ball ``|w|^2 <= R^2`` or an ellipsoid
``w' G w <= R^2``, and the Lagrange dual between radius and penalty. One singular value
decomposition of the design matrix serves every penalty, which only changes the factors on its
singular values.

The objective is ``J(w) = |y - Phi w|^2 / 2``, penalised by ``lam |w|^2 / 2``: no
factor of n_samples stands before either term.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr, qr_multiply, solve_triangular

from mlcompanion._linear import column_units, warn_stopped
from mlcompanion._validation import check_array, check_count, check_real, check_square

__all__ = [
    "DesignSVD",
    "check_design",
    "check_penalties",
    "generalized_ridge",
    "ridge_dual",
    "ridge_path",
    "ridge_radius",
    "shortest_coefficients",
]


@dataclass(frozen=True)
class DesignSVD:
    """The decomposition ``Phi = U diag(s) Vt``, from which every penalty is read off.

    Attributes
    ----------
    U : ndarray, shape (n, r)
        Left singular vectors, r = min(n, m).
    s : ndarray, shape (r,)
        Singular values; those that are rounding errors are exactly zero.
    Vt : ndarray, shape (r, m)
        Right singular vectors, as rows.
    """

    U: np.ndarray
    s: np.ndarray
    Vt: np.ndarray

    @classmethod
    def of(cls, Phi):
        """Decompose a design matrix, shape (n, m); cost O(n m min(n, m))."""
        Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
        U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
        return cls(U, _cut(s, max(Phi.shape)), Vt)

    @classmethod
    def of_gram(cls, K):
        """The same for a positive semidefinite matrix, from its eigenvectors; cost O(n^3)."""
        K = check_square(K, "K", symmetric=True)
        w, V = np.linalg.eigh(K)
        return cls(V, _cut(np.maximum(w, 0), len(K)), V.T)

    def filter_factors(self, lam):
        """``s / (s^2 + lam)``, which replaces ``1 / s``; 0 where ``s`` is 0."""
        lam = check_real(lam, "lam", low=0)
        return np.divide(self.s, self.s**2 + lam, out=np.zeros_like(self.s), where=self.s > 0)

    def coefficients(self, y, lam):
        """Ridge coefficients, shape (m,) or (m, q) for ``y`` of shape (n,) or (n, q)."""
        y = check_array(y, "y", shape=(len(self.U), *([None] * (np.ndim(y) == 2))))
        return self.Vt.T @ ((self.U.T @ y).T * self.filter_factors(lam)).T

    def effective_parameters(self, lam):
        """Trace of the hat matrix, ``sum_k s_k^2 / (s_k^2 + lam)``."""
        return float((self.s * self.filter_factors(lam)).sum())


def _cut(s, size):
    """Set to zero the singular values that are rounding errors of the largest."""
    return np.where(s > np.finfo(float).eps * size * s.max(), s, 0.0)


def shortest_coefficients(Phi, y, rcond=None):
    """The shortest least-squares solution, its rank in units of the columns, for checked arrays.

    Parameters
    ----------
    Phi : ndarray, shape (n, m)
    y : ndarray, shape (n,) or (n, q)
    rcond : float, optional
        Singular values up to ``rcond`` times the largest count as zero.

    Returns
    -------
    ndarray, shape (m,) or (m, q)
    """
    n, m = Phi.shape
    rcond = max(n, m) * np.finfo(float).eps if rcond is None else rcond
    check_real(rcond, "rcond", low=0, high=1)
    units = column_units(Phi)
    scaled = Phi / units
    y = y.T
    if n > 2 * m:  # R of Phi = QR has the same s_k and v_k, and Q'y the same u_k'y
        y, scaled = qr_multiply(scaled, y, mode="right")
    svd = DesignSVD.of(scaled)
    kept = svd.s > rcond * svd.s.max()
    image = y @ svd.U[:, kept] / svd.s[kept]
    if kept.sum() == m:
        return (image @ svd.Vt / units).T
    # r independent equations: their shortest solution lies in the range of their rows
    Q, R = qr((svd.Vt[kept] * units).T, mode="economic")
    return Q @ solve_triangular(R, image.T, trans="T")


def check_design(Phi, y):
    """Return a design matrix and its outputs as arrays of matching shapes, or raise."""
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    return Phi, check_array(y, "y", shape=(len(Phi),))


def check_penalties(lams):
    """Return ``lams`` as a one-dimensional array without negative entries, or raise."""
    return check_array(lams, "lams", ndim=1, min_rows=1, low=0)


def ridge_path(Phi, y, lams):
    r"""Ridge coefficients (23.3) for many penalties from one decomposition.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
        Design matrix.
    y : array_like, shape (n,)
    lams : array_like, shape (L,)
        Penalties, not negative; 0 gives the least-squares solution of least norm.

    Returns
    -------
    ndarray, shape (L, m)

    Raises
    ------
    ValueError
        On shapes that do not match or a negative penalty.

    Notes
    -----
    Cost: O(n m min(n, m)) once, then O(m min(n, m)) a penalty.
    Source: Sugiyama (2016), the singular-value form after (23.3).
    """
    Phi, y = check_design(Phi, y)
    lams = check_penalties(lams)
    svd = DesignSVD.of(Phi)
    spectrum = svd.U.T @ y
    path = np.array([svd.filter_factors(lam) * spectrum for lam in lams]) @ svd.Vt
    if not lams.all():
        path[lams == 0] = shortest_coefficients(Phi, y)  # without penalty the rank is in question
    return path


def ridge_radius(Phi, y, R, max_iter=200):
    r"""Penalty at which the ridge solution has norm ``R``: the multiplier of (23.1).

    Newton's method on :math:`1/\|w_\lambda\|-1/R`. That function is increasing and
    concave, so the iterates climb to the root from the left and never pass it.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    R : float
        Radius, positive.
    max_iter : int

    Returns
    -------
    float
        0 if least squares already lies in the ball.

    Raises
    ------
    ValueError
        If ``R`` is not positive or the shapes do not match.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` steps did not suffice.

    Notes
    -----
    Cost: one decomposition, then O(min(n, m)) a step.
    Source: Sugiyama (2016), (23.1) and Fig. 23.5; the root finding is ours.
    """
    Phi, y = check_design(Phi, y)
    R = check_real(R, "R", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    svd = DesignSVD.of(Phi)
    kept = svd.s > 0
    square = svd.s[kept] ** 2
    moment = square * (svd.U.T @ y)[kept] ** 2  # numerators of |w|^2
    if not moment.any() or np.sum(moment / square**2) <= R**2:
        return 0.0
    # |w| >= |Phi' y| / (s_1^2 + lam): the root is not to the left of this
    lam = max(0.0, np.sqrt(moment.sum()) / R - square.max())
    for _ in range(max_iter):
        norm = np.sqrt(np.sum(moment / (square + lam) ** 2))
        slope = np.sum(moment / (square + lam) ** 3) / norm**3  # of 1 / |w|
        step = (1 / R - 1 / norm) / slope
        if step <= 1e-15 * lam:  # it climbs: a step back is rounding
            return float(lam)
        lam += step
    warn_stopped("ridge_radius", max_iter)
    return float(lam)


def ridge_dual(Phi, y, R, lams):
    r"""Lagrange dual of (23.1), :math:`\min_w J+\frac\lambda2(\|w\|^2-R^2)`.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    R : float
    lams : array_like, shape (L,)

    Returns
    -------
    ndarray, shape (L,)
        A concave function of the penalty, nowhere above the constrained minimum.

    Notes
    -----
    Cost: one decomposition, then O(min(n, m)) a penalty. Source: Sugiyama (2016), Section 23.2.
    """
    Phi, y = check_design(Phi, y)
    R = check_real(R, "R", low=0)
    lams = check_penalties(lams)
    svd = DesignSVD.of(Phi)
    spectrum = svd.U.T @ y
    kept = [svd.s * svd.filter_factors(lam) @ spectrum**2 for lam in lams]
    return 0.5 * (y @ y - np.array(kept) - lams * R**2)


def generalized_ridge(Phi, y, lam, G):
    r"""Coefficients :math:`(\Phi^\top\Phi+\lambda G)^{-1}\Phi^\top y`.

    Solved as least squares with the rows :math:`\sqrt\lambda\,G^{1/2}` stacked below ``Phi``, which
    does not square the condition number. Where the minimiser is not unique, because a direction
    lies in the null spaces of both matrices, the one of least norm is returned.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    lam : float
    G : array_like, shape (m, m)
        Regularization matrix, symmetric and positive semidefinite.

    Returns
    -------
    ndarray, shape (m,)

    Raises
    ------
    ValueError
        If ``G`` is not symmetric or has a negative eigenvalue, or the shapes do not match.

    Notes
    -----
    Cost: O((n + m) m^2). Source: Sugiyama (2016), end of Section 23.2.
    """
    Phi, y = check_design(Phi, y)
    lam = check_real(lam, "lam", low=0)
    m = Phi.shape[1]
    G = check_square(G, "G", size=m, symmetric=True)
    w, V = np.linalg.eigh(G)
    if w[0] < -1e-10 * np.abs(w).max():
        raise ValueError(f"G must be positive semidefinite, its least eigenvalue is {w[0]:.3g}")
    root = np.sqrt(lam * np.maximum(w, 0))[:, None] * V.T  # root' root = lam G
    return np.linalg.lstsq(np.vstack([Phi, root]), np.concatenate([y, np.zeros(m)]), rcond=None)[0]
