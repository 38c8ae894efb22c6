r"""What DAL needs of a penalty: the conjugate Moreau envelope and a root of the prox's Jacobian.

Tomioka, Suzuki and Sugiyama (2011), equation (21), section 4 and Table 2. The envelope
:math:`\Phi^*(q)=\langle q,p\rangle-\tfrac12\|p\|^2-\eta\phi(p)` at :math:`p=\mathrm{prox}(q)` has
the gradient p; so the Hessian of the inner problem is the loss's plus
:math:`\eta AJA^\top` with J a (generalised) Jacobian of the prox. Every J here is symmetric and
positive semi-definite, and is handed out as :math:`AJA^\top=BB^\top` with few columns in B.
"""

import numpy as np
from scipy import sparse

from mlcompanion.prox import L1, ElasticNet, GroupNorm, RowNorm, TraceNorm

__all__ = ["conjugate_envelope", "curvature_factor", "feasible", "penalty_conjugate"]


def conjugate_envelope(penalty, p, step):
    r""":math:`\Phi^*` from the prox p: half its square, as :math:`\langle q-p,p\rangle=\eta\phi(p)`
    for norms; the elastic net's own square adds its share (Table 2)."""
    return 0.5 * (1 + step * getattr(penalty, "eta", 0.0)) * float(np.vdot(p, p))


def curvature_factor(design, penalty, q, p, step):
    r"""Root of the active curvature: ``B`` with ``B B' = A J A'``.

    Parameters
    ----------
    design : Design
    penalty : L1, ElasticNet, GroupNorm, RowNorm (l2) or TraceNorm
    q, p : ndarray
        Argument and result of the prox, in the shape the penalty takes.
    step : float

    Returns
    -------
    ndarray of shape (n_scores, rank)

    Raises
    ------
    ValueError
        If the penalty is none of these.

    Notes
    -----
    Cost: O(m |active|); trace norm O(m p q (p + q)) for matrices of shape (p, q).
    Source: equations (25) and (30); the trace norm's by the derivative of singular values.
    """
    if isinstance(penalty, (L1, ElasticNet)):
        scale = np.sqrt(1 + step * getattr(penalty, "eta", 0.0))
        return design.columns(np.flatnonzero(p)) / scale
    if isinstance(penalty, (GroupNorm, RowNorm)) and penalty.norm == "l2":
        return _group_factor(design, penalty, q, p, step)
    if isinstance(penalty, TraceNorm):
        return _trace_factor(design, q, step * penalty.lam)
    raise ValueError(f"no Jacobian is known for penalty {penalty!r}")


def _group_factor(design, penalty, q, p, step):
    """Equation (30): in an active group, 1 along q and 1 - threshold / |q| across it."""
    if isinstance(penalty, RowNorm):
        labels = np.repeat(np.arange(len(q)), q.shape[1])
    else:
        labels = penalty.groups
    q, active = np.ravel(q), np.flatnonzero(np.ravel(p))
    _, group = np.unique(labels[active], return_inverse=True)
    across = np.ravel(p)[active] / q[active]
    norms = np.sqrt(np.bincount(group, q[active] ** 2))
    unit = q[active] / norms[group]
    part = design.columns(active)
    direction = sparse.csr_array((unit * np.sqrt(1 - across), (np.arange(len(active)), group)))
    along = part @ direction if len(active) else part
    return np.hstack([part * np.sqrt(across), along])


def _trace_factor(design, Q, threshold):
    """Eigenvectors of the derivative of singular value shrinkage, one column for each."""
    p, q = Q.shape
    left, sizes, right = np.linalg.svd(Q)
    n = max(p, q)
    s = np.zeros(n)
    s[: len(sizes)] = sizes
    f = np.maximum(s - threshold, 0.0)
    keep = f > 0
    rank = int(keep.sum())
    slopes = design.columns(np.arange(p * q)).reshape(-1, p, q)
    turned = np.einsum("pi,mpq,jq->mij", left, slopes, right, optimize=True)
    columns = []
    for i in range(rank):
        columns.append(turned[:, i, i])
        for j in range(i + 1, n):
            over, under = j < q, j < p  # entries (i, j) and (j, i) exist
            plus = (f[i] + f[j]) / (s[i] + s[j])
            minus = (f[i] - f[j]) / (s[i] - s[j]) if s[i] > s[j] else 1.0
            if over and under:
                a, b = turned[:, i, j], turned[:, j, i]
                columns += [(a + b) * np.sqrt(minus / 2), (a - b) * np.sqrt(plus / 2)]
            elif over or under:
                columns.append((turned[:, i, j] if over else turned[:, j, i]) * np.sqrt(plus))
    return np.column_stack(columns) if columns else np.zeros((design.shape[0], 0))


def feasible(penalty, v):
    """Factor at most 1 that brings the slope ``v`` into the domain of the penalty's conjugate."""
    if isinstance(penalty, ElasticNet) and penalty.eta > 0:
        return 1.0
    if isinstance(penalty, ElasticNet):
        return min(1.0, penalty.lam / max(np.abs(v).max(), 1e-300))
    return min(1.0, 1 / max(penalty.dual_norm(v), 1e-300))


def penalty_conjugate(penalty, v):
    """Conjugate of the penalty at a feasible slope: 0 for norms, a quadratic beyond for squares."""
    if isinstance(penalty, ElasticNet) and penalty.eta > 0:
        return float(np.sum(np.maximum(np.abs(v) - penalty.lam, 0) ** 2) / (2 * penalty.eta))
    return 0.0
