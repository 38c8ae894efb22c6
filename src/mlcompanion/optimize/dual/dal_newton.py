r"""Newton systems of DAL: a simple curvature plus a product of low rank, direct or by PCG.

Tomioka, Suzuki and Sugiyama (2011), section 4.1 and equation (25).
"""

import numpy as np
from scipy import linalg
from scipy.linalg.blas import daxpy

__all__ = ["CG_TOLERANCE", "newton_step", "pcg"]

CG_TOLERANCE = 1e-2  #: relative residual of a Newton system


def pcg(product, rhs, diagonal, tol, limit):
    """Conjugate gradients with a diagonal preconditioner; return the solution and the steps."""
    x = np.zeros_like(rhs)
    r = rhs.copy()
    z = r / diagonal
    d = z
    rz = r @ z
    goal = tol**2 * (rhs @ rhs)
    steps = 0
    while steps < limit:
        steps += 1
        Hd = product(d)
        a = rz / (d @ Hd)
        x = daxpy(d, x, a=a)  # BLAS adds in place: no new arrays in the loop
        r = daxpy(Hd, r, a=-a)
        if r @ r <= goal:
            break
        z = r / diagonal
        rz, old = r @ z, rz
        d = daxpy(d, z, a=rz / old)
    return x, steps


def newton_step(dual, H, B, rhs, solver, cg_tol=CG_TOLERANCE):
    r"""Solve :math:`(D+BB^\top)x=r` with D the loss's curvature.

    Parameters
    ----------
    dual : DualLoss
    H : ndarray
        ``dual.curvature(alpha)``.
    B : ndarray of shape (m, rank)
        Root of the active curvature, eta included.
    rhs : ndarray of shape (m,)
    solver : "direct" or "pcg"
        Direct: Cholesky of an m by m matrix, or of a rank by rank one through Woodbury's
        formula if that is smaller.
    cg_tol : float
        Relative residual at which conjugate gradients stop.

    Returns
    -------
    x : ndarray of shape (m,)
    n_cg : int

    Raises
    ------
    numpy.linalg.LinAlgError
        If the system is too ill-conditioned for double precision.

    Notes
    -----
    Cost: O(m rank) a conjugate gradient step; O(m rank min(m, rank)) direct.
    Source: equation (25).
    """
    m, rank = B.shape
    if not (np.isfinite(H).all() and np.isfinite(B).all()):
        raise linalg.LinAlgError("the curvature is infinite: alpha is at the border")
    if rank == 0:
        return dual.solve(H, rhs), 0
    if solver == "pcg":
        diagonal = dual.diagonal(H) + np.einsum("ij,ij->i", B, B)
        # m steps would do in exact arithmetic; rounding asks for more
        return pcg(lambda v: dual.apply(H, v) + B @ (B.T @ v), rhs, diagonal, cg_tol, 10 * m)
    if rank >= m:
        whole = dual.dense(H) + B @ B.T
        scale = 1 / np.sqrt(np.diag(whole))  # the curvature explodes near the border
        scaled = scale[:, None] * whole * scale
        return scale * linalg.cho_solve(linalg.cho_factor(scaled), scale * rhs), 0
    # Woodbury: the curvature is simple to solve with, what is left is rank by rank
    small = dual.solve(H, rhs)
    scaled = dual.solve(H, B)
    core = linalg.cho_factor(np.eye(rank) + B.T @ scaled)
    return small - scaled @ linalg.cho_solve(core, B.T @ small), 0
