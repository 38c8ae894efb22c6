"""Mistake bounds of quasi-additive, aggressive and structured learners, constants included.

Shalev-Shwartz (2007), chapter 5: inequality 5.2, Corollaries 5 to 7, equations 5.8 and 5.16,
Theorems 6 and 7. ``loss`` is always a comparator's cumulative hinge loss ``sum [gamma - y <u,
x>]_+``; every function takes arrays, so that one call tries many comparators.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.convex.lemmas import root_inequality_bound

__all__ = [
    "aggressive_bound",
    "aggressive_regret_bound",
    "comparator_losses",
    "p_norm_bound",
    "perceptron_bound",
    "quasi_additive_bound",
    "r_of_k_bound",
    "r_of_k_comparator",
    "self_tuned_winnow_bound",
    "structured_bound",
    "structured_fixed_bound",
    "winnow_bound",
]


def _non_negative(**values):
    """Arrays without negative entries, in the order given."""
    return [check_array(value, name, low=0) for name, value in values.items()]


def comparator_losses(U, X, y, margin=1.0, rounds=None):
    """Cumulative hinge loss of comparators, ``sum_t [gamma - y_t <u, x_t>]_+`` (5.1).

    Parameters
    ----------
    U : array_like, shape (m, n)
        Comparators.
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
        -1 and 1.
    margin : float or array_like, shape (m,)
    rounds : array_like of bool, shape (T,), optional
        Rounds to count, for instance those with a mistake; all by default.

    Returns
    -------
    ndarray, shape (m,)
    """
    X = check_array(X, "X", ndim=2)
    U = check_array(U, "U", shape=(None, X.shape[1]), min_rows=1)
    y = check_array(y, "y", shape=(len(X),), among=(-1, 1))
    if rounds is not None:
        kept = check_array(rounds, "rounds", shape=y.shape, dtype=bool)
        X = X[kept]
        y = y[kept]
    margins = (U @ X.T) * y
    shape = (len(U),) if np.ndim(margin) else ()
    gamma = check_array(margin, "margin", shape=shape, low=0, open_low=True)
    gamma = np.broadcast_to(gamma, len(U))
    return np.maximum(0.0, gamma[:, None] - margins).sum(axis=1)


def quasi_additive_bound(n_mistakes, complexity, loss, X, inverse_rate, margin=1.0):
    """Right side of (5.2) and (5.7), over gamma: ``(c f(u) + X^2 |M| / (2c) + loss) / gamma``.

    It bounds ``|M|`` by an expression that contains it. ``X`` is the largest dual norm in M.
    """
    M, f, L, X = _non_negative(n_mistakes=n_mistakes, complexity=complexity, loss=loss, X=X)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    return (c * f + X**2 * M / (2 * c) + L) / check_array(margin, "margin", low=0, open_low=True)


def p_norm_bound(loss, norm, X, p):
    """Corollary 7: ``L + X |u|_q sqrt((p - 1) L) + (p - 1) X^2 |u|_q^2``; margin 1.

    Parameters
    ----------
    loss : array_like
        Hinge loss with margin 1 of u, over the rounds with a mistake.
    norm : array_like
        ``|u|_q`` with ``1/p + 1/q = 1``.
    X : float
        Largest ``|x|_p`` of a round with a mistake.
    p : float
        At least 2.

    Returns
    -------
    ndarray
    """
    L, norm, X = _non_negative(loss=loss, norm=norm, X=X)
    p = check_real(p, "p", low=2)
    return root_inequality_bound(np.sqrt(p - 1) * X * norm, L)


def perceptron_bound(loss, norm, X):
    """Corollary 5: ``L + X |u| sqrt(L) + X^2 |u|^2``; the p-norm bound with p = 2."""
    return p_norm_bound(loss, norm, X, 2)


def winnow_bound(loss, X, n, margin=1.0):
    """(5.8): Winnow on the simplex with the best ``c`` of hindsight, ``X sqrt(|M| / (2 log n))``.

    Parameters
    ----------
    loss : array_like
        Hinge loss with margin gamma of some u in the simplex, over the rounds with a mistake.
    X : float
        Largest ``|x|_inf`` of a round with a mistake.
    n : int
        Number of weights.
    margin : float or array_like

    Returns
    -------
    ndarray
    """
    return _simplex_bound(loss, X, n, margin, 2.0)


def self_tuned_winnow_bound(loss, X, n, margin=1.0):
    """Corollary 6: ``L / gamma + 2 X sqrt(L log n) / gamma^1.5 + 4 X^2 log n / gamma^2``.

    Parameters and result as in :func:`winnow_bound`, except that ``X`` must be the largest
    ``|x|_inf`` of *all* rounds: the corollary asks for the rounds with a mistake only, but a
    large instance shortens the later steps even if it was predicted correctly.
    """
    return _simplex_bound(loss, X, n, margin, 4.0)


def _simplex_bound(loss, X, n, margin, factor):
    L, X = _non_negative(loss=loss, X=X)
    gamma = check_array(margin, "margin", low=0, open_low=True)
    U = np.log(check_count(n, "n", low=1))
    # M <= L / gamma + b sqrt(M): Lemma 19 solves it for M
    return root_inequality_bound(X * np.sqrt(factor * U) / gamma, L / gamma)


def r_of_k_comparator(relevant, r, n):
    """Weights in the simplex, and margin, of "at least r of k bits are 1" (section 5.1.2).

    Parameters
    ----------
    relevant : array_like of int, shape (k,)
        The bits that count, all different and less than n - 1.
    r : int
        Between 1 and k.
    n : int
        Features, of which the last is always -1.

    Returns
    -------
    u : ndarray, shape (n,)
    margin : float
        ``y <u, x>`` is at least this for every x.
    """
    n = check_count(n, "n", low=2)
    relevant = check_array(relevant, "relevant", ndim=1, min_rows=1, dtype=int, low=0, high=n - 2)
    k = len(relevant)
    if len(set(relevant.tolist())) < k:
        raise ValueError(f"relevant must hold different bits, got {relevant}")
    r = check_count(r, "r", low=1, high=k)
    u = np.zeros(n)
    u[relevant] = 1
    u[-1] = r - 0.5  # half way between r - 1 and r: the margin is the same on both sides
    return u / (r + k - 0.5), 0.5 / (r + k - 0.5)


def r_of_k_bound(r, k, n):
    """Winnow's bound for r-of-k functions, ``8 (r + k - 1/2)^2 log n``; twice it if self-tuned."""
    k = check_count(k, "k", low=1)
    r = check_count(r, "r", low=1, high=k)
    return float(winnow_bound(0.0, 1.0, n, 0.5 / (r + k - 0.5)))


def aggressive_regret_bound(X, U, n_rounds):
    """(5.16): regret at most ``2 X sqrt(U T)`` with ``c_t = X_t sqrt(t / U)``, ``f(u) <= U``."""
    X, U, T = _non_negative(X=X, U=U, n_rounds=n_rounds)
    return 2 * X * np.sqrt(U * T)


def aggressive_bound(loss, X, U, margin=1.0):
    """Theorem 6: ``L / gamma + 2 X sqrt(U L) / gamma^1.5 + 4 X^2 U / gamma^2`` mistakes.

    Parameters
    ----------
    loss : array_like
        Hinge loss with margin gamma of some u with ``f(u) <= U``, over *all* rounds.
    X : float
        Largest dual norm of all rounds.
    U : float
        The bound on the complexity for which the learner was tuned.
    margin : float
        The margin with which the learner was run.

    Returns
    -------
    ndarray
    """
    L, X, U = _non_negative(loss=loss, X=X, U=U)
    gamma = check_array(margin, "margin", low=0, open_low=True)
    return root_inequality_bound(2 * X * np.sqrt(U) / gamma, L / gamma)


def structured_bound(loss, X, U):
    """Theorem 7: total cost at most ``L + X sqrt(8 U L) + 8 X^2 U``, for ``|u|^2 <= 2 U``.

    ``loss`` sums the maximal loss (5.22) of u over all rounds; ``X`` is the largest distance of
    the features of a true and another string; costs are 0 or at least 1.
    """
    L, X, U = _non_negative(loss=loss, X=X, U=U)
    return root_inequality_bound(X * np.sqrt(8 * U), L)


def structured_fixed_bound(loss, complexity, X, n_rounds, inverse_rate):
    """Section 5.3.3: total cost at most ``L + c f(u) + X^2 T / (2 c)`` with any fixed ``c``."""
    L, f, X, T = _non_negative(loss=loss, complexity=complexity, X=X, n_rounds=n_rounds)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    return L + c * f + X**2 * T / (2 * c)
