r"""The region in doubt: how fast it grows with the distance from the best hypothesis.

Wang (2011), Definition 1 and section 3.2, and the label complexities of section 2. An instance
comes into doubt when the ball around the best hypothesis first holds one that labels it otherwise.
So one number an instance, its *doubt radius* :math:`d(x)`, says all about the disagreement: the
ball of radius r leaves in doubt what has :math:`d(x)\le r`.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_real, mass_rounding

from ..finite_classes import TableClass

__all__ = [
    "disagreement_coefficient",
    "doubt_radius",
    "doubtful_mass",
    "interval_doubt_radius",
    "label_complexity",
    "label_exponents",
]

_DIGITS = 12  # distances are sums of masses: rounded, so that equal ones are equal


def doubt_radius(H, best, weights=None):
    """Distance of the nearest hypothesis that labels an instance otherwise than the best one.

    Parameters
    ----------
    H : ndarray of bool, shape (n_hypotheses, n_instances)
        The class as a table.
    best : int
        Row of the best hypothesis.
    weights : array_like, shape (n_instances,), optional
        Probabilities of the instances; by default all alike.

    Returns
    -------
    ndarray, shape (n_instances,)
        Infinite where the whole class agrees. O(n_hypotheses n_instances).

    Raises
    ------
    ValueError
        If ``H`` is not a Boolean table, ``best`` not a row of it, or ``weights`` no probabilities.
    """
    H = TableClass(H).H
    best = check_count(best, "best", high=len(H) - 1)
    differs = H[best] != H
    distance = np.round(differs @ _weights(weights, H.shape[1]), _DIGITS)
    return np.where(differs, distance[:, None], np.inf).min(axis=0)


def interval_doubt_radius(n, start, stop):
    """Doubt radii of the class of all intervals of ``n`` equal cells, the empty one too.

    Parameters
    ----------
    n : int
        Number of cells.
    start, stop : int
        The best interval is ``start <= x < stop``; equal ends make it empty.

    Returns
    -------
    ndarray, shape (n,)
        O(n^2): the distances of all intervals from the best, and least ones over those that cover
        a cell, or do not.
    """
    n = check_count(n, "n", low=1)
    start = check_count(start, "start", high=n)
    stop = check_count(stop, "stop", low=start, high=n)
    cells = np.arange(n)
    inside = (start <= cells) & (cells < stop)
    # a cell outside of the best interval adds to the distance, one inside takes off
    gain = np.concatenate([[0], np.cumsum(1 - 2 * inside)])
    distance = (stop - start) + gain[None, :] - gain[:, None]  # of the interval from a to b
    distance = np.where(np.tri(n + 1, dtype=bool).T, distance, n + 1)
    covering = np.minimum.accumulate(distance, axis=0)  # starts at or before a
    covering = np.minimum.accumulate(covering[:, ::-1], axis=1)[:, ::-1]  # ends at or after b
    before = np.minimum.accumulate(distance.min(axis=0))  # ends at or before b
    after = np.minimum.accumulate(distance.min(axis=1)[::-1])[::-1]  # starts at or after a
    radius = np.where(inside, np.minimum(before[:-1], after[1:]), covering[cells, cells + 1])
    return np.round(radius / n, _DIGITS)


def doubtful_mass(radius, r, weights=None):
    """Probability of the instances that a ball of radius ``r`` leaves in doubt.

    Parameters
    ----------
    radius : array_like, shape (n_instances,)
        From :func:`doubt_radius`.
    r : float
        In [0, 1].
    weights : array_like, shape (n_instances,), optional

    Returns
    -------
    float
    """
    radius, weights = _radii(radius, weights)
    r = check_real(r, "r", low=0, high=1)
    return float(weights[radius <= r + 10.0**-_DIGITS].sum())  # radii have been rounded


def disagreement_coefficient(radius, eps, weights=None):
    r"""Disagreement coefficient :math:`\sup_{r>\varepsilon}\Pr(d(X)\le r)/r` (Definition 1).

    Parameters
    ----------
    radius : array_like, shape (n_instances,)
        From :func:`doubt_radius`.
    eps : float
        In (0, 1], not finer than the instances.
    weights : array_like, shape (n_instances,), optional
        Probabilities of the instances; by default all alike.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``eps`` is below the least mass of an instance: distances that small do not exist.

    Notes
    -----
    The quotient falls between two doubt radii, so the supremum is met at one of them, or just
    above ``eps``. O(n log n).
    """
    radius, weights = _radii(radius, weights)
    eps = check_real(eps, "eps", low=0, high=1, open_low=True)
    grid = weights[weights > 0].min()
    if eps < grid * (1 - 1e-9):
        raise ValueError(f"eps must not be below the grid's {grid:g}, got {eps:g}")
    order = np.argsort(radius)
    mass = np.cumsum(weights[order])
    radius = np.maximum(radius[order], eps)
    return float(np.max(mass / radius, initial=0.0))


def label_complexity(method, theta, nu, eps, vc=1):
    r"""Order of the number of labels, without logarithms and constants (Eqs 1, 2, the floor, ERM).

    Parameters
    ----------
    method : {"a2", "dhm", "passive", "floor"}
        :math:`\theta^2(1+\nu^2/\varepsilon^2)V`; :math:`\theta(1+\nu^2/\varepsilon^2)V`; passive
        learning, :math:`(1/\varepsilon+\nu/\varepsilon^2)V`; and what no learner can avoid in the
        worst case, :math:`\nu^2/\varepsilon^2`.
    theta : float
        Disagreement coefficient at ``nu + eps``, at least 1.
    nu : float
        Error of the best hypothesis, in [0, 1].
    eps : float
        Wanted excess, in (0, 1].
    vc : int
        VC dimension V.

    Returns
    -------
    float
    """
    check_in(method, "method", {"a2", "dhm", "passive", "floor"})
    theta = check_real(theta, "theta", low=1)
    nu = check_real(nu, "nu", low=0, high=1)
    eps = check_real(eps, "eps", low=0, high=1, open_low=True)
    vc = check_count(vc, "vc", low=1)
    noise = (nu / eps) ** 2
    return {
        "a2": theta**2 * (1 + noise) * vc,
        "dhm": theta * (1 + noise) * vc,
        "passive": (1 + nu / eps) / eps * vc,
        "floor": noise,
    }[method]


def label_exponents(d, alpha, kappa, slope=None):
    r"""Powers of one over the accuracy under margin noise, active and passive (Eqs 3 to 5).

    Parameters
    ----------
    d : int
        Inputs of the boundary.
    alpha : float or ndarray
        Order of smoothness, above ``d``.
    kappa : float or ndarray
        Noise exponent, at least 1.
    slope : float or ndarray, optional
        Exponent of the disagreement coefficient; by default ``d / (alpha + d)`` (Theorem 9).

    Returns
    -------
    active, passive : float or ndarray
        ``2 - (2 - p) / kappa + slope / kappa`` and ``2 - (1 - p) / kappa`` with ``p = d / alpha``.
    """
    d = check_count(d, "d", low=1)
    alpha = check_array(alpha, "alpha", low=d, open_low=True)
    kappa = check_array(kappa, "kappa", low=1)
    if slope is None:
        slope = d / (alpha + d)
    slope = check_array(slope, "slope", low=0, high=1)
    p = d / alpha
    return 2 - (2 - p) / kappa + slope / kappa, 2 - (1 - p) / kappa


def _radii(radius, weights):
    radius = np.asarray(radius)
    if (
        radius.dtype.kind not in "fiu"
        or radius.ndim != 1
        or not radius.size
        or np.isnan(radius).any()
        or radius.min() < 0
    ):
        raise ValueError("radius must be a row of doubt radii, non-negative or infinite")
    return radius, _weights(weights, len(radius))


def _weights(weights, n):
    """Probabilities of ``n`` instances."""
    if weights is None:
        return np.full(n, 1 / n)
    rounding = mass_rounding(weights)
    weights = check_array(weights, "weights", shape=(n,), low=0)
    if abs(weights.sum() - 1) > rounding:
        raise ValueError(f"weights must sum to one, got {weights.sum():g}")
    return weights
