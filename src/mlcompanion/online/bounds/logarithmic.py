"""Bounds of logarithmic regret, and the inequalities they rest on.

Shalev-Shwartz (2007), chapter 4: Definition 3, Lemmas 4 and 5, Theorem 5, and the constants of the
regularised hinge that the bibliography points to.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real
from mlcompanion.convex.mirror_maps import MirrorMap

__all__ = [
    "hinge_ball_radius",
    "hinge_subgradient_constant",
    "log_regret_bound",
    "path_regret_bound",
    "progress_gap",
    "simplex_subgradient_limit",
    "strong_convexity_gap",
    "telescoped_regret_bound",
    "wrong_curvature_exponent",
]


def log_regret_bound(L, sigma, n_rounds):
    """Theorem 5: ``L / sigma * (1 + log T)``.

    Parameters
    ----------
    L : float
        Bound of ``|lambda_t|_*^2 / 2``, with the subgradient of the whole ``g_t``.
    sigma : float
    n_rounds : int or array_like of int
        T, at least 1.

    Returns
    -------
    float or ndarray
    """
    L = check_real(L, "L", low=0)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    T = check_array(n_rounds, "n_rounds", low=1)
    return (L / sigma * (1 + np.log(T)))[()]


def path_regret_bound(dual_norms, sigma):
    """``sum_t |lambda_t|_*^2 / (2 sigma t)`` after every round: the last line of Theorem 5's proof.

    It is below the theorem's bound, and exact for ``sigma |w - z_t|^2 / 2`` on the whole space.

    Parameters
    ----------
    dual_norms : array_like, shape (T,)
    sigma : float

    Returns
    -------
    ndarray, shape (T,)
    """
    norms = check_array(dual_norms, "dual_norms", ndim=1, low=0)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return np.cumsum(norms**2 / (2 * sigma * np.arange(1, len(norms) + 1)))


def telescoped_regret_bound(etas, dual_norms, divergences, sigma):
    """Regret bound for any steps: the sum in Theorem 5's proof before the steps are put in.

    Parameters
    ----------
    etas, dual_norms : array_like, shape (T,)
        ``eta_t`` and ``|lambda_t|_*``.
    divergences : array_like, shape (T + 1,)
        ``B_f(u || w_t)`` for ``t = 1, ..., T + 1``.
    sigma : float
        True curvature; 0 is allowed.

    Returns
    -------
    steps, drift : float
        ``sum_t eta_t |lambda_t|_*^2 / 2``, and what the divergences add. Regret is at most their
        sum.
    """
    etas = check_array(etas, "etas", ndim=1, min_rows=1, low=0, open_low=True)
    norms = check_array(dual_norms, "dual_norms", shape=etas.shape, low=0)
    B = check_array(divergences, "divergences", shape=(len(etas) + 1,))
    sigma = check_real(sigma, "sigma", low=0)
    rates = 1 / etas
    growth = np.diff(rates, prepend=0.0) - sigma  # 1/eta_t - 1/eta_{t-1} - sigma
    drift = growth @ B[:-1] - rates[-1] * B[-1]
    return float(0.5 * etas @ norms**2), float(drift)


def hinge_ball_radius(sigma):
    """``1 / sqrt(sigma)``: no minimizer of a regularised hinge objective lies outside this ball."""
    return 1 / np.sqrt(check_real(sigma, "sigma", low=0, open_low=True))


def hinge_subgradient_constant(sigma, radius):
    """``L`` of the regularised hinge in its ball: ``(sqrt(sigma) + X)^2 / 2``.

    Parameters
    ----------
    sigma : float
    radius : float
        X, the largest norm of an instance.
    """
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return 0.5 * (np.sqrt(sigma) + check_real(radius, "radius", low=0)) ** 2


def simplex_subgradient_limit(largest, sigma, n):
    """Bound of ``|lambda_t|_inf`` on the algorithm's own path from the uniform distribution.

    For ``g_t(w) = <v_t, w> + sigma f(w)`` with f the relative entropy to uniform and
    ``|v_t|_inf <= largest``: the weights stay above ``exp(-2 largest / sigma) / n``, although over
    the simplex the subgradients have no bound.

    Parameters
    ----------
    largest, sigma : float
    n : int
        Dimension of the simplex's space.
    """
    largest = check_real(largest, "largest", low=0)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return 3 * largest + sigma * max(1.0, np.log(check_count(n, "n", low=1)) - 1)


def strong_convexity_gap(g, subgradient, geometry, sigma, u, v):
    """What Definition 3 asks to be non-negative, for ``g / sigma`` with respect to ``f``.

    Parameters
    ----------
    g : callable
        ``g(w) -> float``.
    subgradient : callable
        ``subgradient(w) -> ndarray``, a subgradient of ``g``.
    geometry : MirrorMap
    sigma : float
    u, v : array_like, shape (n,)

    Returns
    -------
    float
        ``g(u) - g(v) - <u - v, lambda> - sigma B_f(u || v)``.
    """
    check_instance(g, "g", callable)
    check_instance(subgradient, "subgradient", callable)
    check_instance(geometry, "geometry", MirrorMap)
    sigma = check_real(sigma, "sigma", low=0)
    u = check_array(u, "u", ndim=1, min_rows=1)
    v = check_array(v, "v", shape=u.shape)
    return float(g(u) - g(v) - (u - v) @ subgradient(v) - sigma * geometry.bregman(u, v))


def progress_gap(geometry, w, w_next, subgradient, eta, u):
    """Right minus left side of Lemma 5 (equation 4.3); it is never negative.

    Parameters
    ----------
    geometry : MirrorMap
    w, w_next, subgradient : array_like, shape (n,)
        One round of mirror descent with step ``eta``.
    eta : float
    u : array_like, shape (n,)
        Any point of S.

    Returns
    -------
    float
    """
    check_instance(geometry, "geometry", MirrorMap)
    eta = check_real(eta, "eta", low=0, open_low=True)
    w = check_array(w, "w", ndim=1, min_rows=1)
    w_next = check_array(w_next, "w_next", shape=w.shape)
    subgradient = check_array(subgradient, "subgradient", shape=w.shape)
    u = check_array(u, "u", shape=w.shape)
    progress = (geometry.bregman(u, w) - geometry.bregman(u, w_next)) / eta
    return float(progress + eta * geometry.dual_norm(subgradient) ** 2 / 2
                 - (w - u) @ subgradient)  # fmt: skip


def wrong_curvature_exponent(ratio):
    """Power of T in the regret on quadratics if the steps assume ``ratio`` times the curvature.

    The first error shrinks like ``t^(-1/ratio)``; the sum of its squares grows like
    ``T^(1 - 2/ratio)`` for a ratio above 2, and at most like ``log T`` below.
    """
    return max(0.0, 1 - 2 / check_real(ratio, "ratio", low=0, open_low=True))
