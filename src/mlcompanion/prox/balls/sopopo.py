r"""SOPOPO: projection on two simplices whose common size is free.

Shalev-Shwartz (2007), Section 7.3.1, (7.20) and Figure 7.4: the dual step of label ranking.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_real

__all__ = ["Sopopo", "sopopo"]


class Sopopo(NamedTuple):
    """Two vectors of equal sum, that sum, and the number of intervals inspected."""

    alpha: np.ndarray
    beta: np.ndarray
    z: float
    n_intervals: int


@njit
def sopopo_walk(mu, nu, cap):
    """Walk up the union of the knots; ``mu`` and ``nu`` descend. Thresholds, size, intervals."""
    i = 1
    j = 1
    a = mu[0]
    b = nu[0]
    intervals = 0
    z = 0.0
    if a + b > 0:  # the slope at z = 0 is -(mu_1 + nu_1)
        while True:
            intervals += 1
            knot_mu = a - i * mu[i] if i < len(mu) else np.inf  # z_(i+1), Lemma 10
            knot_nu = b - j * nu[j] if j < len(nu) else np.inf
            end = min(knot_mu, knot_nu, cap)
            z = (j * a + i * b) / (i + j)  # O(z): bottom of this interval's parabola
            # slopes grow with z: no later interval holds the minimum once a bottom is reached
            if z <= end or end == cap:
                z = max(min(z, end), 0.0)
                break
            if knot_mu <= end:
                a += mu[i]
                i += 1
            else:
                b += nu[j]
                j += 1
    return (a - z) / i, (b - z) / j, z, intervals


def sopopo(mu, nu, cap=1.0):
    r"""Two coupled projections on simplices of equal, free size: (7.20), Figure 7.4.

    It minimises :math:`\frac12\|\alpha-\mu\|^2+\frac12\|\beta-\nu\|^2` over non-negative vectors
    with :math:`\sum\alpha=\sum\beta=z\le` ``cap``. As a function of z the minimum is convex and
    piecewise quadratic; the walk over its knots stops at the first parabola whose bottom lies
    before the next knot.

    Parameters
    ----------
    mu : array_like of shape (p,)
    nu : array_like of shape (q,)
    cap : float > 0

    Returns
    -------
    Sopopo

    Raises
    ------
    ValueError
        On empty or non-finite vectors.

    Notes
    -----
    Cost: O(k log k) for sorting, k = p + q; the walk is O(k).

    Examples
    --------
    >>> sopopo([0.6, 0.1], [0.2]).alpha.round(3)
    array([0.4, 0. ])
    """
    mu = check_array(mu, "mu", ndim=1, min_rows=1)
    nu = check_array(nu, "nu", ndim=1, min_rows=1)
    cap = check_real(cap, "cap", low=0, open_low=True)
    down_mu = np.sort(mu)[::-1].copy()
    down_nu = np.sort(nu)[::-1].copy()
    zeta_mu, zeta_nu, z, intervals = sopopo_walk(down_mu, down_nu, cap)
    if z == 0.0:
        return Sopopo(np.zeros_like(mu), np.zeros_like(nu), 0.0, intervals)
    alpha = np.maximum(mu - zeta_mu, 0.0)
    beta = np.maximum(nu - zeta_nu, 0.0)
    return Sopopo(alpha, beta, float(z), intervals)
