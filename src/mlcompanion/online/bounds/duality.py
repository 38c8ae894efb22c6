"""Regret bounds of dual ascent, with the constants of the theorems.

Shalev-Shwartz (2007), chapter 3: Lemma 1 and equation 3.17, Lemmas 2 and 3, Theorems 1 and 2,
Corollaries 1 to 4. ``complexity`` is ``f(u)`` of the comparator, ``L`` bounds half the squared dual
norm of a subgradient (Lipschitz losses), or half of it per unit of loss (self-bounded losses).
"""

import numpy as np

from mlcompanion._validation import check_array, check_flag, check_real
from mlcompanion.online.core.tuning import POSITIVE, self_bounded_scale

__all__ = [
    "anytime_lipschitz_bound",
    "anytime_self_bounded_bound",
    "bounded_loss_bound",
    "doubling_bound",
    "dual_lower_bound",
    "lipschitz_bound",
    "path_bound",
    "root_increment_sides",
    "self_bounded_bound",
    "slope_scale_bound",
]


def _scales(inverse_rate, rounds):
    """The scale of every round, positive and never falling."""
    shape = (rounds,) if np.ndim(inverse_rate) else ()
    c = check_array(inverse_rate, "inverse_rate", shape=shape, **POSITIVE)
    if (np.diff(np.atleast_1d(c)) < 0).any():
        raise ValueError("inverse_rate must not fall from round to round")
    return np.broadcast_to(c, rounds)


def dual_lower_bound(losses, dual_norms2, inverse_rate):
    """Left side of Lemma 1 after every round: ``sum_i g_i(w_i) - sum_i |lambda'_i|_*^2 / (2 c_i)``.

    The dual objective is never below it.

    Parameters
    ----------
    losses : array_like, shape (T,)
        ``g_t(w_t)``.
    dual_norms2 : array_like, shape (T,)
        Squared dual norms of the subgradients at ``w_t``.
    inverse_rate : float or array_like, shape (T,)
        Scale, or the scale of every round (Lemma 2).

    Returns
    -------
    ndarray, shape (T,)
    """
    losses = check_array(losses, "losses", ndim=1)
    dual_norms2 = check_array(dual_norms2, "dual_norms2", shape=losses.shape, low=0)
    c = _scales(inverse_rate, len(losses))
    return np.cumsum(losses - dual_norms2 / (2 * c))


def path_bound(complexity, dual_norms2, inverse_rate):
    """Regret bound from the path itself, after every round (equation 3.17, Lemma 2).

    ``c_T f(u) + sum_t |lambda'_t|_*^2 / (2 c_t)``. All other bounds of the chapter are upper bounds
    of this one.

    Parameters
    ----------
    complexity : float
        ``f(u)``.
    dual_norms2 : array_like, shape (T,)
    inverse_rate : float or array_like, shape (T,)

    Returns
    -------
    ndarray, shape (T,)

    Raises
    ------
    ValueError
        Where a scale is not positive, or falls: then Lemma 2 does not apply.
    """
    complexity = check_real(complexity, "complexity", low=0)
    dual_norms2 = check_array(dual_norms2, "dual_norms2", ndim=1, low=0)
    c = _scales(inverse_rate, len(dual_norms2))
    return c * complexity + np.cumsum(dual_norms2 / (2 * c))


def lipschitz_bound(complexity, L, U, n_rounds, inverse_rate=None):
    """Corollary 1: ``(f(u) / sqrt(U) + sqrt(U)) sqrt(L T)``, or ``c f(u) + L T / c``.

    Parameters
    ----------
    complexity : float
        ``f(u)``.
    L : float
        Every loss is ``sqrt(2 L)``-Lipschitz.
    U : float
        Complexity for which ``c = sqrt(T L / U)`` was tuned.
    n_rounds : int or array_like
        T.
    inverse_rate : float, optional
        Another scale.

    Returns
    -------
    float or ndarray
    """
    f = check_real(complexity, "complexity", low=0)
    L = check_real(L, "L", **POSITIVE)
    U = check_real(U, "U", **POSITIVE)
    T = check_array(n_rounds, "n_rounds", low=0)
    if inverse_rate is not None:
        c = check_real(inverse_rate, "inverse_rate", **POSITIVE)
        return (c * f + L * T / c)[()]
    return ((f / np.sqrt(U) + np.sqrt(U)) * np.sqrt(L * T))[()]


def anytime_lipschitz_bound(complexity, L, U, n_rounds, sharp=False):
    """Corollaries 2 and 3: ``2 (f(u) / sqrt(U) + sqrt(U)) sqrt(L T)`` for ``c_t = sqrt(t L / U)``.

    Parameters
    ----------
    complexity, L, U, n_rounds
        As in :func:`lipschitz_bound`; in Corollary 3, ``L`` is the largest of the ``L_t``.
    sharp : bool
        ``(f(u) / sqrt(U) + 2 sqrt(U)) sqrt(L T)``, which the corollary's own proof yields.

    Returns
    -------
    float or ndarray
    """
    f = check_real(complexity, "complexity", low=0)
    L = check_real(L, "L", **POSITIVE)
    U = check_real(U, "U", **POSITIVE)
    T = check_array(n_rounds, "n_rounds", low=0)
    first, second = (1, 2) if check_flag(sharp, "sharp") else (2, 2)
    return ((first * f / np.sqrt(U) + second * np.sqrt(U)) * np.sqrt(L * T))[()]


def self_bounded_bound(L, U1, U2, sharp=False):
    """Theorem 1: ``2 sqrt(L U1 U2) + 4 L U1``, for ``f(u) <= U1`` and ``sum g_t(u) <= U2``.

    Parameters
    ----------
    L : float
        ``|lambda|_*^2 / 2 <= L g(w)`` for some subgradient.
    U1, U2 : float
    sharp : bool
        ``2 c U1``, the value before the proof's last two inequalities.

    Returns
    -------
    float
    """
    c = self_bounded_scale(L, U1, U2)
    if check_flag(sharp, "sharp"):
        return float(2 * c * U1)
    return float(2 * np.sqrt(L * U1 * U2) + 4 * L * U1)


def anytime_self_bounded_bound(complexity, comparator_loss, L, beta1, beta2, largest_loss):
    """Theorem 2: ``K sqrt(sum g_t(u) + beta1) + K^2`` with ``K = L G / beta2 + beta2 f(u)``.

    Parameters
    ----------
    complexity : float
        ``f(u)``.
    comparator_loss : float or array_like
        ``sum_t g_t(u)``.
    L : float
    beta1, beta2 : float
        Of ``c_t = beta2 sqrt(beta1 + sum_{i<t} g_i(w_i))``; ``beta1 >= 1``.
    largest_loss : float or array_like
        ``max_t g_t(w_t)``; ``G = 2 sqrt(1 + max / beta1)``.

    Returns
    -------
    float or ndarray
    """
    f = check_real(complexity, "complexity", low=0)
    L = check_real(L, "L", **POSITIVE)
    beta1 = check_real(beta1, "beta1", low=1)
    beta2 = check_real(beta2, "beta2", **POSITIVE)
    G = 2 * np.sqrt(1 + check_array(largest_loss, "largest_loss", low=0) / beta1)
    K = L * G / beta2 + beta2 * f
    return (K * np.sqrt(check_array(comparator_loss, "comparator_loss", low=0) + beta1) + K * K)[()]


def bounded_loss_bound(comparator_loss, L, U, beta1):
    """Corollary 4: ``3.4 sqrt(L U (sum g_t(u) + beta1)) + 11.4 L U``.

    No loss exceeds ``beta1`` and no complexity exceeds ``U`` on the learner's set.
    """
    L = check_real(L, "L", **POSITIVE)
    U = check_real(U, "U", **POSITIVE)
    beta1 = check_real(beta1, "beta1", low=1)
    total = check_array(comparator_loss, "comparator_loss", low=0) + beta1
    return (3.4 * np.sqrt(L * U * total) + 11.4 * L * U)[()]


def root_increment_sides(a, beta):
    """Both sides of Lemma 3 for ``0 = a_0 <= a_1 <= ... <= a_T``.

    Parameters
    ----------
    a : array_like, shape (T,)
        ``a_1, ..., a_T``.
    beta : float

    Returns
    -------
    left, right : float
        ``sum_t (a_t - a_{t-1}) / sqrt(beta + a_{t-1})`` and
        ``2 sqrt(1 + A / beta) (sqrt(beta + a_T) - sqrt(beta))``, with ``A`` the largest increment.
    """
    a = check_array(a, "a", ndim=1, min_rows=1)
    beta = check_real(beta, "beta", low=1)
    before = np.r_[0.0, a[:-1]]  # a_(t-1), with a_0 = 0
    rise = a - before
    if (rise < 0).any():
        raise ValueError("a must start at 0 or more and must not fall")
    left = (rise / np.sqrt(beta + before)).sum()
    growth = a[-1] / (np.sqrt(beta + a[-1]) + np.sqrt(beta))  # of the root, without cancellation
    right = 2 * np.sqrt(1 + rise.max() / beta) * growth
    return float(left), float(right)


def doubling_bound(L, U, n_rounds):
    """Sum of Corollary 1 over the stages: ``sqrt(2) / (sqrt(2) - 1)`` times ``2 sqrt(L U T)``.

    For comparators with ``f(u) <= U``; a stage that the stream cuts short pays in full.
    """
    U = check_real(U, "U", **POSITIVE)
    return np.sqrt(2) / (np.sqrt(2) - 1) * lipschitz_bound(U, L, U, n_rounds)


def slope_scale_bound(slopes2, largest, U):
    """``(1 + sqrt(2)) sqrt(U (A_T + sum_t |lambda'_t|_*^2))`` for ``f(u) <= U``, every round.

    Lemma 2, and Lemma 3 with ``a_t = sum_{i<=t} |lambda'_i|_*^2`` and ``beta = A``.

    Parameters
    ----------
    slopes2 : array_like, shape (T,)
    largest : float or array_like, shape (T,)
        ``A_t``.
    U : float

    Returns
    -------
    ndarray, shape (T,)
    """
    slopes2 = check_array(slopes2, "slopes2", ndim=1, low=0)
    U = check_real(U, "U", **POSITIVE)
    shape = slopes2.shape if np.ndim(largest) else ()
    A = check_array(largest, "largest", shape=shape, low=0)
    return (1 + np.sqrt(2)) * np.sqrt(U * (A + np.cumsum(slopes2)))
