r"""A primal-dual interior point method for separable objectives with few equations.

Shalev-Shwartz (2007), Section 7.3.2:

.. math:: \min_\alpha\sum_{r\le d}f_r(\alpha_r)\quad\text{s.t.}\quad A\alpha=b,\quad
   p_r\alpha_r\le q_r.

Each Newton step has 2d + m unknowns, but the Hessian is diagonal: eliminating gives an m by m
system, so an iteration costs O(d m^2). The direction is derived anew from (7.29) and (7.30); the
printed (7.31) and (7.32) lose a factor p_r twice and the sign of the multipliers' step, which
matters as soon as some p_r is negative.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real

__all__ = ["InteriorPoint", "newton_direction", "separable_pdip"]

CONTRACTION = 0.1  # of the gap aimed at by one step, (7.29)


@dataclass(frozen=True)
class InteriorPoint:
    r"""Where :func:`separable_pdip` stopped.

    Attributes
    ----------
    alpha, slack_price : ndarray of shape (d,)
        The solution, and the multipliers :math:`\lambda` of the inequalities.
    nu : ndarray of shape (m,)
        Multipliers of the equations.
    gap : float
        :math:`\eta=\sum_r\lambda_r(q_r-p_r\alpha_r)`; the duality gap, where (7.28) holds.
    residual : float
        Norm of the left-hand side of (7.28).
    n_iter : int
    converged : bool
    """

    alpha: np.ndarray
    slack_price: np.ndarray
    nu: np.ndarray
    gap: float
    residual: float
    n_iter: int
    converged: bool


def newton_direction(gradient, curvature, A, p, slack, lam, nu):
    r"""The steps that solve (7.29), (7.30) and :math:`A\Delta\alpha=0`.

    Parameters
    ----------
    gradient, curvature : ndarray of shape (d,)
        :math:`f_r'(\alpha_r)` and :math:`f_r''(\alpha_r)`.
    A : ndarray of shape (m, d)
    p, slack, lam : ndarray of shape (d,)
        ``slack`` is :math:`q-p\alpha>0`, ``lam`` the multipliers :math:`\lambda>0`.
    nu : ndarray of shape (m,)

    Returns
    -------
    d_alpha, d_lam : ndarray of shape (d,)
    d_nu : ndarray of shape (m,)

    Raises
    ------
    ValueError
        On shapes that differ, a curvature below 0, or a slack or multiplier not above it.

    Notes
    -----
    Cost: O(d m^2).
    """
    p = check_array(p, "p", ndim=1, min_rows=1)
    d = p.shape
    above = {"low": 0, "open_low": True}
    gradient = check_array(gradient, "gradient", shape=d)
    curvature = check_array(curvature, "curvature", shape=d, low=0)
    slack, lam = (check_array(v, n, shape=d, **above) for v, n in ((slack, "slack"), (lam, "lam")))
    A = check_array(A, "A", shape=(None, *d), min_rows=1)
    nu = check_array(nu, "nu", shape=A.shape[:1])
    target = CONTRACTION * (lam @ slack) / len(p)
    # objective and barrier are separable: alpha is eliminated by one division
    z = curvature + lam * p**2 / slack
    u = -gradient - target * p / slack - A.T @ nu
    scaled = A / z
    d_nu = np.linalg.solve(scaled @ A.T, scaled @ u)  # from A d_alpha = 0
    d_alpha = (u - A.T @ d_nu) / z  # (7.32)
    d_lam = (lam * p * d_alpha + target) / slack - lam  # (7.31)
    return d_alpha, d_lam, d_nu


def _step_length(alpha, lam, nu, steps, problem, residual, enough):
    """Backtrack to a step that stays strictly inside and reduces the residual of (7.28).

    A residual that is small ``enough`` need only stay so: it may be all rounding, which no step
    reduces, while the gap is still to close.
    """
    (df, A, p, q), (d_alpha, d_lam, d_nu) = problem, steps
    falling = d_lam < 0
    # 0.99 of the way to the border: slack and lam must stay positive
    s = 0.99 * min(1.0, (-lam[falling] / d_lam[falling]).min(initial=np.inf))
    rising = p * d_alpha > 0
    room = (q - p * alpha)[rising] / (p * d_alpha)[rising]
    s = min(s, 0.99 * room.min(initial=np.inf))
    terms = np.abs(df(alpha)) + lam * np.abs(p)
    scale = 1e-15 * terms.max() * np.sqrt(len(p))  # rounding
    for _ in range(60):
        new = df(alpha + s * d_alpha) + (lam + s * d_lam) * p + A.T @ (nu + s * d_nu)
        if np.linalg.norm(new) <= max((1 - 0.01 * s) * residual + scale, enough):
            break
        s /= 2
    return s


def _answering(function, name, shape):
    """The function, with its answers checked."""
    check_instance(function, name, callable, "function")
    return lambda alpha: check_array(function(alpha), f"{name}(alpha)", shape=shape)


def separable_pdip(df, d2f, A, p, q, start, *, tol=1e-10, max_iter=100):
    r"""Minimise :math:`\sum_rf_r(\alpha_r)` under :math:`A\alpha=b`, :math:`p_r\alpha_r\le q_r`.

    Parameters
    ----------
    df, d2f : callable
        From (d,) to (d,): :math:`f_r'(\alpha_r)` and :math:`f_r''(\alpha_r)\ge0`.
    A : array_like of shape (m, d)
        Of full row rank; the thesis has m = 2.
    p, q : array_like of shape (d,)
        ``p`` without zeros.
    start : array_like of shape (d,)
        Strictly inside the inequalities. It also fixes ``b = A start``.
    tol : float > 0
        For the residual of (7.28), relative to the steepest gradient so far, and for the gap,
        relative to the most that such a gradient and the room of its step could gain.
    max_iter : int

    Returns
    -------
    InteriorPoint

    Raises
    ------
    ValueError
        On wrong shapes, a zero in ``p``, a start that is not strictly inside, or a derivative that
        is not finite.

    Notes
    -----
    Cost: O(d m^2) an iteration. Source: (7.24) to (7.32).
    """
    alpha = check_array(start, "start", ndim=1, min_rows=1)
    d = len(alpha)
    df = _answering(df, "df", alpha.shape)
    d2f = _answering(d2f, "d2f", alpha.shape)
    A = check_array(A, "A", shape=(None, d), min_rows=1)
    p = check_array(p, "p", shape=(d,))
    q = check_array(q, "q", shape=(d,))
    tol = check_real(tol, "tol", low=0, open_low=True)
    if (p == 0).any():
        raise ValueError("p must not contain zeros")
    if not (p * alpha < q).all():
        raise ValueError("start must satisfy p * start < q strictly")
    gradient = df(alpha)
    slack = q - p * alpha
    gain = np.abs(gradient) @ (slack / np.abs(p))  # in the units of the objective
    steepest = np.linalg.norm(gradient)
    # all products lam * slack are equal: the start is centred
    lam = (gain / d or 1.0) / slack
    nu = np.zeros(len(A))
    converged = False
    problem = (df, A, p, q)
    for n_iter in range(check_count(max_iter, "max_iter", low=1) + 1):
        gradient = df(alpha)
        slack = q - p * alpha
        gap = lam @ slack
        residual = np.linalg.norm(gradient + lam * p + A.T @ nu)  # (7.28)
        # the largest so far: at the optimum both may vanish
        steepest = max(steepest, np.linalg.norm(gradient))
        gain = max(gain, np.abs(gradient) @ (slack / np.abs(p)))
        converged = bool(gap <= tol * gain and residual <= tol * steepest)
        if converged or n_iter == max_iter:
            break
        steps = newton_direction(gradient, d2f(alpha), A, p, slack, lam, nu)
        s = _step_length(alpha, lam, nu, steps, problem, residual, tol * steepest)
        alpha, lam, nu = (old + s * step for old, step in zip((alpha, lam, nu), steps))
    return InteriorPoint(alpha, lam, nu, float(gap), float(residual), n_iter, converged)
