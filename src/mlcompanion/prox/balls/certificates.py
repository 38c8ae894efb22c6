r"""How far a claimed projection can be from the true one, without knowing the true one.

For a convex objective :math:`F` on a polytope, the Frank-Wolfe gap
:math:`\max_s\langle\nabla F(\alpha),\alpha-s\rangle` bounds :math:`F(\alpha)-\min F` and vanishes
exactly where the KKT conditions of Shalev-Shwartz (2007), Section 7.1, hold. Its maximum is
attained at a vertex, so each certificate is one line and O(n).
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

__all__ = ["entropic_certificate", "l1_ball_certificate", "simplex_certificate"]


def simplex_certificate(alpha, mu, z=1.0):
    r"""Violation of the constraints of (7.1), and bound on the objective's excess.

    Parameters
    ----------
    alpha, mu : array_like of shape (n,)
        Claimed projection, and what was projected.
    z : float > 0

    Returns
    -------
    violation, gap : float

    Raises
    ------
    ValueError
        On shapes that differ or values that are not finite.
    """
    mu = check_array(mu, "mu", ndim=1, min_rows=1)
    alpha = check_array(alpha, "alpha", shape=mu.shape)
    z = check_real(z, "z", low=0, open_low=True)
    slope = alpha - mu
    violation = max(abs(alpha.sum() - z), -alpha.min(), 0.0)
    # the best vertex puts all of z on the coordinate of least slope
    return float(violation), float(slope @ alpha - z * slope.min())


def l1_ball_certificate(alpha, mu, z=1.0):
    r"""As :func:`simplex_certificate`, for the :math:`\ell_1` ball, (7.4)."""
    mu = check_array(mu, "mu", ndim=1, min_rows=1)
    alpha = check_array(alpha, "alpha", shape=mu.shape)
    z = check_real(z, "z", low=0, open_low=True)
    slope = alpha - mu
    violation = max(np.abs(alpha).sum() - z, 0.0)
    return float(violation), float(slope @ alpha + z * np.abs(slope).max())


def entropic_certificate(w, u, floor=0.0):
    r"""As :func:`simplex_certificate`, for the entropic projection with a floor, (7.6).

    Parameters
    ----------
    w, u : array_like of shape (n,)
        Positive.
    floor : float in [0, 1/n]

    Returns
    -------
    violation, gap : float

    Raises
    ------
    ValueError
        On shapes that differ, or entries that are not positive and finite.
    """
    u = check_array(u, "u", ndim=1, min_rows=1, low=0, open_low=True)
    w = check_array(w, "w", shape=u.shape, low=0, open_low=True)
    floor = check_real(floor, "floor", low=0, high=1 / len(u) * (1 + 1e-12))
    slope = np.log(w / u)  # of the divergence, up to a constant that a fixed sum cancels
    # vertices hold the floor everywhere and the rest on one coordinate
    least = floor * slope.sum() + (1 - len(u) * floor) * slope.min()
    violation = max(abs(w.sum() - 1), floor - w.min(), 0.0)
    return float(violation), float(slope @ w - least)
