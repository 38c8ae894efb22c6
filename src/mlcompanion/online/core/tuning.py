"""Scales that make a regret bound least, where the future or a bound on it is known.

Shalev-Shwartz (2007), chapter 3: equation 3.17, Corollaries 1 and 4, Theorem 1.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

__all__ = ["bounded_loss_beta2", "hindsight_scale", "lipschitz_scale", "self_bounded_scale"]

POSITIVE = {"low": 0, "open_low": True}


def hindsight_scale(complexity, dual_norms2):
    """The fixed ``c`` that makes equation 3.17 least: ``sqrt(sum |lambda'|^2 / (2 f(u)))``.

    It needs the future; 3.17 then reads ``sqrt(2 f(u) sum |lambda'|^2)``.
    """
    complexity = check_real(complexity, "complexity", **POSITIVE)
    return float(np.sqrt(check_array(dual_norms2, "dual_norms2", low=0).sum() / (2 * complexity)))


def lipschitz_scale(L, U, n_rounds):
    """``c = sqrt(T L / U)`` of Corollary 1."""
    L, U = (check_real(v, name, **POSITIVE) for v, name in ((L, "L"), (U, "U")))
    return np.sqrt(check_array(n_rounds, "n_rounds", low=0) * L / U)[()]


def self_bounded_scale(L, U1, U2):
    """``c = L + sqrt(L^2 + L U2 / U1)`` of Theorem 1."""
    L, U1 = (check_real(v, name, **POSITIVE) for v, name in ((L, "L"), (U1, "U1")))
    # the larger root of c^2 - 2 L c = L U2 / U1
    return L + np.sqrt(L * L + L * check_real(U2, "U2", low=0) / U1)


def bounded_loss_beta2(L, U):
    """``beta2 = 8^(1/4) sqrt(L / U)`` of Corollary 4."""
    L, U = (check_real(v, name, **POSITIVE) for v, name in ((L, "L"), (U, "U")))
    return float(8**0.25 * np.sqrt(L / U))
