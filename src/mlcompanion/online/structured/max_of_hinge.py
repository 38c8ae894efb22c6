r"""The aggressive step for the maximum of many hinges: an iterative solver and a dual one.

Shalev-Shwartz (2007), Section 7.4. The loss is :math:`\max_i[b_i-\langle w,a_i\rangle]_+`, the
complexity Euclidean; with :math:`w=\bar w+z` the step minimises

.. math:: \phi(z)=\frac c2\|z\|^2+\max_i[\gamma_i-\langle a_i,z\rangle]_+,\qquad
   \gamma_i=b_i-\langle a_i,\bar w\rangle .

Figure 7.5 treats this one problem as a stream of equal, strongly convex losses: the logarithmic
regret of Chapter 4 becomes a rate of log T / T.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.prox.balls.projections import project_solid_simplex

__all__ = [
    "MaxOfHinge",
    "max_of_hinge_bound",
    "max_of_hinge_dual",
    "max_of_hinge_objective",
    "max_of_hinge_step",
]


class MaxOfHinge(NamedTuple):
    r"""A solution of the step.

    Attributes
    ----------
    w : ndarray of shape (d,)
    alpha : ndarray of shape (k,)
        Weights of the hinges with :math:`w=\bar w+\frac1c\sum_i\alpha_ia_i`, feasible for the dual.
    gap : float
        Certified bound on :math:`\phi(z)-\min\phi`.
    n_iter : int
    averages : ndarray of shape (n_checkpoints, d) or None
        Averages of z on the way, where :func:`max_of_hinge_step` was asked for them.
    """

    w: np.ndarray
    alpha: np.ndarray
    gap: float
    n_iter: int
    averages: np.ndarray | None = None


def _check_problem(a, b, w_bar, inverse_rate):
    a = check_array(a, "a", ndim=2, min_rows=1)
    b = check_array(b, "b", shape=(len(a),))
    w_bar = check_array(w_bar, "w_bar", shape=(a.shape[1],))
    return a, b - a @ w_bar, w_bar, check_real(inverse_rate, "inverse_rate", low=0, open_low=True)


def max_of_hinge_objective(z, a, missing, inverse_rate):
    r""":math:`\phi(z)`, for one z of shape (d,) or several of shape (m, d)."""
    z = check_array(z, "z")
    a = check_array(a, "a", ndim=2, min_rows=1)
    if z.ndim not in (1, 2) or z.shape[-1] != a.shape[1]:
        raise ValueError(f"z must have {a.shape[1]} columns, got shape {z.shape}")
    missing = check_array(missing, "missing", shape=(len(a),))
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    return _objective(z, a, missing, c)


def _objective(z, a, gamma, c):
    worst = np.maximum((gamma - z @ a.T).max(axis=-1), 0.0)
    return c / 2 * (z**2).sum(axis=-1) + worst


def _gap(z, alpha, a, gamma, c):
    pull = alpha @ a
    dual = alpha @ gamma - pull @ pull / (2 * c)
    return max(0.0, float(_objective(z, a, gamma, c) - dual))


def max_of_hinge_step(a, b, w_bar, inverse_rate, n_iter=1000, checkpoints=()):
    r"""Figure 7.5: projected subgradient steps of length 1/(ct), and the average.

    Parameters
    ----------
    a : array_like of shape (k, d)
    b : array_like of shape (k,)
    w_bar : array_like of shape (d,)
        :math:`-\Lambda/c`, the weights without this round.
    inverse_rate : float > 0
    n_iter : int
    checkpoints : sequence of int
        Iterations after which to note the average.

    Returns
    -------
    MaxOfHinge
        With ``w`` the average of the iterates, shifted back by ``w_bar``.

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k d) an iteration. The certificate comes from the average of the hinges that were
    active, which is feasible for the dual (7.34).
    """
    a, gamma, w_bar, c = _check_problem(a, b, w_bar, inverse_rate)
    n_iter = check_count(n_iter, "n_iter", low=1)
    # c / 2 |z|^2 <= phi(z) <= phi(0) at the minimum: it lies in this ball
    U = np.sqrt(2 / c * max(gamma.max(), 0.0))
    z = np.zeros(a.shape[1])
    total = np.zeros(a.shape[1])
    active = np.zeros(len(a))
    checkpoints = check_array(checkpoints, "checkpoints", ndim=1, dtype=int, low=1, high=n_iter)
    wanted = set(checkpoints.tolist())
    averages = []
    for t in range(1, n_iter + 1):
        total += z  # before the step: z_1 = 0 belongs to the mean
        if t in wanted:
            averages.append(total / t)
        missing = gamma - a @ z
        i = missing.argmax()
        v = c * z  # the subgradient of c / 2 |z|^2, and of the worst hinge below
        if missing[i] > 0:
            v = v - a[i]
            active[i] += 1
        z = z - v / (c * t)
        norm = np.linalg.norm(z)
        if norm > U:
            z *= U / norm
    mean = total / n_iter
    alpha = active / n_iter
    gap = _gap(mean, alpha, a, gamma, c)
    return MaxOfHinge(w_bar + mean, alpha, gap, n_iter, np.array(averages) if wanted else None)


def max_of_hinge_bound(a, missing, inverse_rate, T):
    r"""The bound (7.36) on :math:`\phi(\bar z)-\min\phi` after T iterations of Figure 7.5.

    Theorem 5 with :math:`\sigma=c` and :math:`\|v_t\|\le cU+\max_i\|a_i\|`.

    Parameters
    ----------
    a : array_like of shape (k, d)
    missing : array_like of shape (k,)
    inverse_rate : float > 0
    T : int or array_like of int

    Returns
    -------
    float or ndarray
    """
    a = check_array(a, "a", ndim=2, min_rows=1)
    gamma = check_array(missing, "missing", shape=(len(a),))
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    T = check_array(T, "T", low=1)
    steepest = np.sqrt(2 * c * max(gamma.max(), 0.0)) + np.linalg.norm(a, axis=1).max()
    return (steepest**2 * (1 + np.log(T)) / (2 * c * T))[()]


def max_of_hinge_dual(a, b, w_bar, inverse_rate, tol=1e-12, max_iter=100_000):
    r"""The dual (7.34) by accelerated projected gradient steps, with restarts.

    Parameters
    ----------
    a, b, w_bar, inverse_rate
        As in :func:`max_of_hinge_step`.
    tol : float > 0
        For the duality gap, relative to the largest :math:`[\gamma_i]_+`.
    max_iter : int

    Returns
    -------
    MaxOfHinge

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k d + k log k) an iteration; the projection is that of Section 7.1.
    """
    a, gamma, w_bar, c = _check_problem(a, b, w_bar, inverse_rate)
    tol = check_real(tol, "tol", low=0, open_low=True) * max(gamma.max(), 0.0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    lipschitz = np.linalg.norm(a, 2) ** 2 / c
    alpha = ahead = np.zeros(len(a))
    momentum = 1.0
    gap = _gap(np.zeros(a.shape[1]), alpha, a, gamma, c)
    n_iter = 0
    while gap > tol and lipschitz > 0 and n_iter < max_iter:
        slope = gamma - a @ (ahead @ a) / c
        # the slack of sum(alpha) <= 1 is the hinge that is 0
        new = project_solid_simplex(ahead + slope / lipschitz)
        if slope @ (new - alpha) < 0:  # going downhill: forget the momentum
            momentum = 1.0
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = new + (momentum - 1) / following * (new - alpha)
        alpha = new
        momentum = following
        n_iter = n_iter + 1
        gap = _gap(alpha @ a / c, alpha, a, gamma, c)
    return MaxOfHinge(w_bar + alpha @ a / c, alpha, gap, n_iter)
