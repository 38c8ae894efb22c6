r"""How far a principal direction turns when a point is left out, to first order.

Abrahamsen and Hansen (2011), Appendix A. Leaving out the n-th of N points changes the covariance by
:math:`\Sigma_{N-1}-\Sigma_N=\frac1{N-1}\Sigma_N-\frac1Ndd^\top`, :math:`d=x_n-\mu_{N-1}`. The first
part turns nothing, the second has a *minus*: the sign that the source's equation 15 lost.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count

__all__ = ["LeftOutChange", "first_order_changes"]


class LeftOutChange(NamedTuple):
    """First-order changes, one row a left-out point.

    Attributes
    ----------
    values : ndarray, shape (N,)
        Of the eigenvalue of the covariance with divisor N.
    directions : ndarray, shape (N, D)
        Of the unit eigenvector, orthogonal to it.
    bounds : ndarray, shape (N,)
        Of the length of the direction's change.
    """

    values: np.ndarray
    directions: np.ndarray
    bounds: np.ndarray


def first_order_changes(X, component=0):
    r"""Predicted change of a principal direction for each point that could be left out.

    .. math:: v_k-u_k\approx-\frac1N\sum_{m\ne k}\frac{(u_m^\top d)(u_k^\top d)}
              {\lambda_k-\lambda_m}u_m,\qquad
              \nu_k-\lambda_k\approx\frac{\lambda_k}{N-1}-\frac{(u_k^\top d)^2}N.

    Parameters
    ----------
    X : array_like, shape (N, D)
    component : int
        Index k, from 0 for the largest eigenvalue.

    Returns
    -------
    LeftOutChange
        With fields ``values``, ``directions`` and ``bounds``, where the square of a bound is
        :math:`\frac2{N^2}\|d\|^4/\Delta_k^2` with the gap to the nearest eigenvalue.

    Raises
    ------
    ValueError
        If the component has no variance, or another one has the same.

    Notes
    -----
    Cost: O(N D min(N, D)). The sign of a direction is that of its largest entry. Source: Abrahamsen
    and Hansen (2011), equations 11 to 15, corrected, and the bound after them.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(50, 2)) * [3, 1]
    >>> first_order_changes(X).directions.shape
    (50, 2)
    """
    X = check_array(X, "X", ndim=2, min_rows=3)
    n, d = X.shape
    k = check_count(component, "component", low=0, high=min(n - 1, d) - 1)
    rows = X - X.mean(axis=0)
    _, lengths, axes = np.linalg.svd(rows, full_matrices=False)
    # without dividing by the largest, squares of extreme data leave the range of numbers
    unit = lengths[0] / np.sqrt(n)
    if not unit > 0:
        raise ValueError("X must have two different rows")
    values = np.square(lengths / lengths[0])
    others = np.arange(len(values)) != k
    gaps = values[k] - values[others]
    nearest = min(np.abs(gaps).min(initial=np.inf), values[k] if d > len(values) else np.inf)
    if not min(nearest, values[k]) > 1e-13:
        raise ValueError(f"component {k} must have a variance of its own")
    axes = axes * np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)])[:, None]
    d_scores = (rows / unit) @ axes.T * (n / (n - 1))
    own = d_scores[:, [k]]
    weights = -d_scores[:, others] * own / gaps / n
    values_change = values[k] / (n - 1) - own[:, 0] ** 2 / n
    bounds = np.sqrt(2) / n * np.square(d_scores).sum(axis=1) / nearest
    return LeftOutChange(unit**2 * values_change, weights @ axes[others], bounds)
