r"""Dual augmented Lagrangian: proximal steps on the primal, each solved by Newton in the dual.

:math:`\min_wf_\ell(Aw)+\phi_\lambda(w)` for losses with a smooth conjugate and penalties with a
prox. Tomioka, Suzuki and Sugiyama (2011), Algorithm 1 and sections 3, 4 and 7.1.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.linalg import LinAlgError, norm
from scipy.linalg import orth

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_list,
    check_real,
)
from mlcompanion.losses import MultinomialLogit
from mlcompanion.prox import Penalty, TraceNorm

from .dal_design import Design, DualLoss
from .dal_newton import CG_TOLERANCE, newton_step

__all__ = ["DALRun", "DALStep", "dal"]

INNER_LIMIT = 50  # Newton steps in one outer step
ROUNDING = 1e-14  # relative error that sums of doubles carry
RETREAT = 16.0  # divides the proximities after a step that had to be undone
FREE = 1e8  # a bias whose proximity is so many times the loss's gamma / m is as good as free


class DALStep(NamedTuple):
    """One outer step: the proximity, the work in it, and where it ended.

    Attributes
    ----------
    eta : float
    n_newton, n_cg : int
    n_active : int
        Nonzero unknowns.
    objective, rdg : float
        Objective and relative duality gap after the step.
    slope : float
        Norm of the inner gradient at the end.
    move : float
        Length of the primal step, w over the root of its proximity and b over that of its own:
        times the root of gamma it is what the rule of equation (44) compares the slope with.
    w : ndarray or None
        The iterate, if ``keep_path``.
    b : float or ndarray
        The bias.
    """

    eta: float
    n_newton: int
    n_cg: int
    n_active: int
    objective: float
    rdg: float
    slope: float
    move: float
    w: np.ndarray
    b: float


class DALRun(NamedTuple):
    """What :func:`dal` returns.

    Attributes
    ----------
    w : ndarray
        Shape (n_features,), (n_features, n_classes - 1) for several classes, or ``shape``.
    b : float or ndarray of shape (n_classes - 1,)
        Bias, 0 without ``bias``.
    alpha : ndarray of shape (n_samples,) or (n_samples, n_classes - 1)
        Dual vector.
    n_iter, n_newton, n_cg, n_products : int
        Outer steps, Newton steps, conjugate gradient steps, and products with all columns.
    rdg : float
        Relative duality gap.
    converged : bool
    path : list of DALStep
    """

    w: np.ndarray
    b: float
    alpha: np.ndarray
    n_iter: int
    n_newton: int
    n_cg: int
    n_products: int
    rdg: float
    converged: bool
    path: list


class _Centre(NamedTuple):
    """Where a proximal step starts, and its proximities: how far unknowns and bias may go."""

    w: np.ndarray
    b: np.ndarray
    eta: float
    eta2: float


class _Problem:
    """The data of one run, and the functions of equations (19)-(22) and (35)-(37)."""

    def __init__(self, A, y, loss, penalty, bias, shape):
        self.dual = DualLoss(loss, y)
        self.design = Design(A, self.dual.k)
        if self.design.A.shape[0] != len(y):
            raise ValueError(f"y must have {self.design.A.shape[0]} rows, got {len(y)}")
        self.penalty = penalty
        k = self.dual.k
        n = self.design.shape[1]
        self.shape = (n // k, k) if self.dual.blocks else (n,)
        if shape is not None:
            self.shape = tuple(check_count(s, "shape", low=1) for s in check_list(shape, "shape"))
        if np.prod(self.shape) != n:
            raise ValueError(
                f"shape must have {n} entries in all, as A has columns, got {self.shape}"
            )
        # without a bias no columns, and every product with them is empty: no branches below
        self.ones = np.tile(np.eye(k), (len(y), 1)) if bias else np.zeros((len(y) * k, 0))
        self.free = np.ravel(penalty.free(self.shape))
        if self.free.all():
            raise ValueError("penalty must have a positive weight")
        self.blind = self._blind_directions()

    def _blind_directions(self):
        """Orthonormal directions in which the dual vector must vanish: nothing penalises them."""
        if not self.free.any():
            return self.ones / np.sqrt(len(self.ones) / self.dual.k)  # orthogonal as they are
        columns = self.design.columns(np.flatnonzero(self.free))
        found = orth(np.hstack([columns, self.ones]))
        if found.shape[1] == len(found):
            raise ValueError("penalty must leave fewer unknowns free than there are scores")
        return found

    def prox(self, q, eta):
        return np.ravel(self.penalty.prox(q.reshape(self.shape), eta))

    def value(self, alpha, p, c, eta, eta2):
        """The augmented Lagrangian, from the prox p and the new bias c."""
        # the bias is an unknown without a penalty, whose prox is the identity
        inner = self.penalty.envelope(p, eta) / eta + 0.5 * (c @ c) / eta2
        return self.dual.value(alpha) + inner

    def factor(self, q, p, eta, eta2):
        """Root of the penalty's part of the Hessian, equations (25) and (30)."""
        q = q.reshape(self.shape)
        p = p.reshape(self.shape)
        B = np.sqrt(eta) * self.penalty.jacobian_root(q, p, eta, self.design.columns)
        return np.hstack([B, np.sqrt(eta2) * self.ones]) if self.ones.size else B

    def gap(self, w, b, alpha, v):
        """Objective and dual value; the dual vector is centred, then scaled (section 7.1.2)."""
        primal = self.dual.primal(self.design.times_sparse(w) + self.ones @ b)
        primal += self.penalty.value(w.reshape(self.shape))
        if self.blind.size:
            # scaling cannot mend a dual vector that a free direction sees: it is projected first
            alpha = alpha - self.blind @ (self.blind.T @ alpha)
            v = np.where(self.free, 0.0, self.design.transpose_times(alpha))  # 0 but for rounding
        v = v.reshape(self.shape)
        scale = self.penalty.feasible(v)
        return primal, -self.dual.value(scale * alpha) - self.penalty.conjugate(scale * v)


def _line_search(problem, centre, state, direction, slope):
    """Halve the step until it stays inside the domain and the inner objective falls enough."""
    w, b, eta, eta2 = centre
    alpha, v, value = state
    # Products with the design once: along the step everything but the prox is linear.
    dv = problem.design.transpose_times(direction)
    db = problem.ones.T @ direction
    level = problem.ones.T @ alpha
    s = 1.0
    for _ in range(60):
        p = problem.prox(w + eta * (v + s * dv), eta)
        c = b + eta2 * (level + s * db)
        trial = alpha + s * direction
        new = problem.value(trial, p, c, eta, eta2)
        inside = np.isfinite(problem.dual.gradient(trial)).all()  # the border itself is outside
        if inside and new <= value + 1e-4 * s * slope + ROUNDING * abs(value):
            return trial, v + s * dv, True
        s /= 2
    return alpha, v, False


def _inner(problem, centre, alpha, v, direction, share):
    """Newton on the augmented Lagrangian until (44) holds; return all that the outer loop needs."""
    w, b, eta, eta2 = centre
    dual = problem.dual
    n_newton = 0
    n_cg = 0
    moving = True
    while True:
        q = w + eta * v
        p = problem.prox(q, eta)
        c = b + eta2 * (problem.ones.T @ alpha)
        parts = dual.gradient(alpha), problem.design.times_sparse(p), problem.ones @ c
        gradient = sum(parts)  # (22)
        slope = norm(gradient)
        move = np.hypot(norm(p - w) / np.sqrt(eta), norm(c - b) / np.sqrt(eta2))
        done = slope <= share * np.sqrt(dual.gamma) * move  # (44), each unknown in its own units
        # three parts that cancel: below this the sum is their rounding
        done = done or slope <= ROUNDING * sum(map(norm, parts))
        if done or not moving or n_newton == INNER_LIMIT:
            return p, c, alpha, v, done, n_newton, n_cg, slope, move
        B = problem.factor(q, p, eta, eta2)
        try:
            step, cg = direction(dual, dual.curvature(alpha), B, -gradient)
        except LinAlgError:  # the proximity is too large for double precision
            return p, c, alpha, v, done, n_newton, n_cg, slope, move
        state = alpha, v, problem.value(alpha, p, c, eta, eta2)
        alpha, v, moving = _line_search(problem, centre, state, step, gradient @ step)
        n_newton += 1
        n_cg += cg


def _first_eta(eta0, penalty):
    lam = float(np.mean(penalty.lam)) or 1.0
    if isinstance(eta0, str):
        return {"aggressive": 1.0, "conservative": 0.01}[
            check_in(eta0, "eta0", ("aggressive", "conservative"))
        ] / lam
    return check_real(eta0, "eta0", low=0, open_low=True)


def dal(
    A,
    y,
    loss,
    penalty,
    *,
    eta0="aggressive",
    growth=2.0,
    bias=False,
    bias_growth=40.0,
    start=None,
    alpha=None,
    shape=None,
    solver="direct",
    cg_tol=CG_TOLERANCE,
    inner=1.0,
    tol=1e-3,
    max_iter=100,
    keep_path=False,
):
    r"""Minimise :math:`f_\ell(Aw)+\phi_\lambda(w)` by the dual augmented Lagrangian.

    One outer step minimises the smooth inner objective over the dual vector,
    :math:`\varphi_t(\alpha)=f_\ell^*(-\alpha)+\tfrac1{\eta_t}\Phi^*_{\lambda\eta_t}
    (w^t+\eta_tA^\top\alpha)`, and moves to
    :math:`w^{t+1}=\mathrm{prox}_{\phi_{\lambda\eta_t}}(w^t+\eta_tA^\top\alpha^t)`.

    Parameters
    ----------
    A : ndarray or sparse matrix of shape (n_samples, n_features), or operator with ``columns``
        For example :class:`StandardizedOperator`.
    y : array_like of shape (n_samples,)
    loss : Squared, Logistic, HyperbolicSecant or MultinomialLogit
    penalty : Penalty
        With its weight lam inside, and with a Jacobian. Unknowns of weight 0 are free, as the bias
        is.
    eta0 : "aggressive", "conservative" or float
        First proximity: 1/lam, 0.01/lam, or the number.
    growth : float
        Factor of the proximity after each outer step, at least 1.
    bias : bool
        Add an unpenalised bias (DAL-B).
    bias_growth : float
        Factor of the bias's own proximity while the constraint on the dual improves too little.
    start : array_like, optional
        First w; default 0.
    alpha : array_like, optional
        First dual vector, inside the domain; default minus the slope of the loss at ``start``.
    shape : tuple of int, optional
        The unknown as the penalty sees it, for :class:`TraceNorm` on single scores: (p, q) with
        ``p * q = n_features``.
    solver : "direct" or "pcg"
        Of the Newton systems. The paper's is ``"pcg"``.
    cg_tol : float
        Relative residual at which ``"pcg"`` stops; the paper does not tell its own.
    inner : float
        Share of the bound (44) at which an inner minimisation stops; 0 goes on until nothing but
        rounding is left (the exact steps of Theorem 3).
    tol : float
        Stop when the relative duality gap is below it.
    max_iter : int
        Outer steps.
    keep_path : bool
        Store every iterate.

    Returns
    -------
    DALRun
        Its iterate is the best one seen.

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite, a parameter is out of range, or the
        penalty leaves everything free.

    Notes
    -----
    Cost: a Newton step has one product with all columns, O(n_samples n_features); the rest is
    O(n_samples active) a conjugate gradient step, or a small Cholesky factor.
    With a bias the proximal term is
    :math:`\tfrac1{2\eta}\|\Delta w\|^2+\tfrac1{2\eta'}\|\Delta b\|^2`; (44), which the paper
    states without one, reads
    :math:`\|\nabla\varphi_t\|^2\le\gamma(\tfrac1\eta\|\Delta w\|^2+\tfrac1{\eta'}\|\Delta b\|^2)`.
    Then the smooth loss cannot lose more than the proximal term gains, and the objective falls
    with every step. Where it does not, arithmetic has given way: the step is undone and the
    proximities are cut.
    Source: Tomioka et al. (2011), Algorithm 1, equations (19)-(22), (25), (35)-(37), (44).
    """
    y = check_array(y, "y", ndim=1, min_rows=1)
    growth = check_real(growth, "growth", low=1)
    bias_growth = check_real(bias_growth, "bias_growth", low=1)
    inner = check_real(inner, "inner", low=0, high=1)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    solver = check_in(solver, "solver", ("direct", "pcg"))
    direction = partial(newton_step, solver=solver, cg_tol=check_real(cg_tol, "cg_tol", low=0))
    check_instance(penalty, "penalty", Penalty)
    bias = check_flag(bias, "bias")
    keep_path = check_flag(keep_path, "keep_path")
    if isinstance(penalty, TraceNorm) and shape is None and not isinstance(loss, MultinomialLogit):
        raise ValueError("shape must be given: the trace norm needs a matrix of unknowns")
    problem = _Problem(A, y, loss, penalty, bias, shape)
    dual = problem.dual
    design = problem.design
    n = design.shape[1]
    w = np.zeros(n) if start is None else check_array(start, "start").ravel()
    if len(w) != n:
        raise ValueError(f"start must have {n} entries in all, got {len(w)}")
    b = np.zeros(problem.ones.shape[1])
    alpha = dual.slope(design.times_sparse(w)) if alpha is None else check_array(alpha, "alpha")
    alpha = alpha.ravel()
    if alpha.shape != problem.ones.shape[:1] or not np.isfinite(dual.gradient(alpha)).all():
        raise ValueError("alpha must have one entry for each score, inside the domain")
    v = design.transpose_times(alpha)
    primal, best_dual = problem.gap(w, b, alpha, v)
    if np.isinf(penalty.dual_norm(np.reshape(np.where(problem.free, 0.0, v), problem.shape))):
        raise ValueError(f"penalty must leave no direction free but single unknowns: {penalty!r}")
    rdg = (primal - best_dual) / max(abs(primal), 1e-300)
    path = []
    violation = np.inf
    eta = eta2 = _first_eta(eta0, penalty)
    while rdg > tol and len(path) < max_iter:
        eta2 = min(eta2, FREE * dual.gamma / len(y))
        centre = _Centre(w, b, eta, eta2)
        *new, kept, newton, cg, slope, move = _inner(problem, centre, alpha, v, direction, inner)
        reached, lower = problem.gap(*new)
        undone = not reached <= primal + ROUNDING * abs(primal)  # a NaN counts as a rise
        if not undone:
            w, b, alpha, v = new
            primal = reached
        best_dual = np.fmax(best_dual, lower)  # each dual value is a bound for good; NaN is none
        rdg = (primal - best_dual) / max(abs(primal), 1e-300)
        shown = w.reshape(problem.shape) if keep_path else None
        path.append(
            DALStep(eta, newton, cg, np.count_nonzero(w), primal, rdg, slope, move, shown, b)
        )  # fmt: skip
        now = np.abs(problem.ones.T @ alpha).max(initial=0.0)
        stuck = len(path) > 1 and now > max(violation / 2, 1e-3 * np.abs(alpha).max())  # 7.1.4
        if undone:
            eta /= RETREAT
            eta2 /= RETREAT
        elif kept:  # only an inner problem that met (44) earns a larger proximity
            eta *= growth
            eta2 *= bias_growth if stuck else growth
        violation = now
    return DALRun(
        w.reshape(problem.shape),
        (b if dual.blocks else float(b[0])) if bias else 0.0,
        alpha.reshape(-1, dual.k) if dual.blocks else alpha,
        len(path),
        sum(step.n_newton for step in path),
        sum(step.n_cg for step in path),
        design.products,
        float(rdg),
        bool(rdg <= tol),
        path,
    )
