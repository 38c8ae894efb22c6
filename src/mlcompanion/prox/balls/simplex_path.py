r"""The distance to the simplex as a function of its size: Lemma 10 of Shalev-Shwartz (2007).

:math:`g(z;\mu)=\min\frac12\|\alpha-\mu\|^2` over :math:`\alpha\ge0`, :math:`\sum_i\alpha_i=z` is
convex, continuously differentiable and piecewise quadratic; its slope is minus the threshold.
"""

import numpy as np

from mlcompanion._validation import check_array

__all__ = ["simplex_distance", "simplex_knots"]


def simplex_knots(mu):
    r"""The sizes :math:`z_i=\sum_{r\le i}\mu_{(r)}-i\mu_{(i)}` at which a coordinate enters.

    Parameters
    ----------
    mu : array_like of shape (p,)

    Returns
    -------
    ndarray of shape (p,)
        Ascending from 0. Cost: O(p log p).

    Raises
    ------
    ValueError
        On an empty or non-finite ``mu``.
    """
    mu = check_array(mu, "mu", ndim=1, min_rows=1)
    drops = -np.diff(np.sort(mu)[::-1])  # z_(i+1) - z_i = i (mu_i - mu_(i+1)): never negative
    return np.append(0.0, np.cumsum(np.arange(1, len(mu)) * drops))


def simplex_distance(z, mu):
    r""":math:`g(z;\mu)` with the factor ½ of (7.21), and its derivative :math:`-\theta(z)`.

    Parameters
    ----------
    z : float or array_like of shape (m,), >= 0
    mu : array_like of shape (p,)

    Returns
    -------
    value, slope : ndarray of the shape of ``z``

    Raises
    ------
    ValueError
        On negative ``z``, or an empty or non-finite ``mu``. Cost: O(p log p + m log p).
    """
    mu = check_array(mu, "mu", ndim=1, min_rows=1)
    z = check_array(z, "z")
    if (z < 0).any():
        raise ValueError("z must be non-negative")
    ordered = np.sort(mu)[::-1]
    active = np.searchsorted(simplex_knots(mu), z, side="right")  # i with z in [z_i, z_(i+1))
    theta = (np.cumsum(ordered)[active - 1] - z) / active
    # suffix sums from the smallest up, so that no square is lost beside larger ones
    left_out = np.append(np.cumsum((ordered**2)[::-1])[::-1], 0.0)[active]
    return 0.5 * (active * theta**2 + left_out), -theta
