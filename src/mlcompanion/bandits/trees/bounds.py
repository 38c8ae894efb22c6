"""What is proved about the regret of tree search: Bubeck et al. (2011), 4.4.3, 4.5 and A.1."""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

from .payoffs import broken_line

__all__ = ["bump_height", "bump_of", "bump_payoffs", "hoo_bound", "lower_bound", "visits_bound"]


def visits_bound(n, gap, bias):
    """How often a bad node is visited at most, in expectation (Lemma 17).

    Parameters
    ----------
    n : int
        Rounds.
    gap : float or array_like
        How much worse than the best arm the best of the region is.
    bias : float or array_like
        ``nu1 rho^h``.

    Returns
    -------
    ndarray
        ``8 ln n / (gap - bias)^2 + 4`` where the gap exceeds the bias, else infinite.
    """
    n = check_count(n, "n", low=1)
    gap = check_array(gap, "gap", low=0)
    excess = gap - check_array(bias, "bias", low=0)
    with np.errstate(divide="ignore"):
        bound = 8 * np.log(n) / np.maximum(excess, 0.0) ** 2 + 4
    return np.where(excess > 0, bound, np.inf)


def hoo_bound(n, constants, L=1.0, C=1.0, d=0.0, z=0):
    """Regret bound of z-HOO (Theorem 9); with z = 0 of HOO.

    Parameters
    ----------
    n : int
        Rounds, at least 3: the proof needs ``ln n >= 1``.
    constants : BoxConstants
        ``nu1``, ``rho`` and ``nu2`` of assumption A1.
    L : float
        Constant of assumption A2'.
    C, d : float
        At most ``C eps^-d`` disjoint balls of radius eps lie among the arms within
        ``(4 L nu1 / nu2) eps`` of the best.
    z : int

    Returns
    -------
    float
    """
    n = check_count(n, "n", low=3)
    nu1, rho, nu2 = check_array(constants, "constants", shape=(3,), low=0, open_low=True)
    check_real(rho, "constants", high=1, open_high=True)
    L = check_real(L, "L", low=0, open_low=True)
    C = check_real(C, "C", low=0, open_low=True)
    d = check_real(d, "d", low=0)
    z = check_count(z, "z")
    gamma = 4 * C * L * nu1 * nu2**-d / (rho ** -(d + 1) - 1) * (16 / (nu1 * rho) ** 2 + 9)
    main = (1 + rho ** -(d + 2)) * (4 * L * nu1 * n) ** ((d + 1) / (d + 2))
    start = (2.0**z - 1) * (8 * np.log(n) / (nu1 * rho**z) ** 2 + 4)
    return float(main * (gamma * np.log(n)) ** (1 / (d + 2)) + start)


def bump_height(n_rounds, c=0.5, dimension=1):
    """Height eta of the bumps that n rounds can hardly find (proof of Theorem 13).

    Parameters
    ----------
    n_rounds : int
    c : float
        At least ``c eps^-D`` disjoint balls of radius eps lie among all arms.
    dimension : int

    Returns
    -------
    float
    """
    n = check_count(n_rounds, "n_rounds", low=1)
    c = check_real(c, "c", low=0, high=1, open_low=True)
    dimension = check_count(dimension, "dimension", low=1)
    C = np.sqrt(4 * np.log(4 / 3) / c)
    return float((4 * C) ** (-1 / (1 + dimension / 2)) * n ** (-1 / (dimension + 2)))


def lower_bound(n_rounds, c=0.5, dimension=1):
    """What any strategy loses on the worst of the bumps (Theorem 13).

    Parameters
    ----------
    n_rounds : int
    c : float
    dimension : int

    Returns
    -------
    float
        ``n eta / 4``, a quarter of the most that can be lost there; it grows as
        ``n^((D + 1) / (D + 2))``.
    """
    return float(n_rounds * bump_height(n_rounds, c, dimension) / 4)


def bump_payoffs(n_rounds, c=0.5):
    """The environments of Theorem 13 on [0, 1]: fair coins but for one bump, in each place.

    Parameters
    ----------
    n_rounds : int
    c : float
        At most 1/2, so that ``K = c / eta``, rounded up, bumps find room.

    Returns
    -------
    list of Payoff
        Mean ``1/2 + max(0, eta - |x - x_j|)``, with centres from 0 to 1 at equal distances.
    """
    c = check_real(c, "c", low=0, high=0.5, open_low=True)
    eta = bump_height(n_rounds, c)
    centres = np.linspace(0.0, 1.0, max(2, int(np.ceil(c / eta))))
    payoffs = []
    for centre in centres:
        places = np.array([centre - eta, centre, centre + eta])
        payoffs.append(broken_line(places, 0.5 + np.array([0.0, eta, 0.0])))
    return payoffs


def bump_of(points, centres, eta):
    """Which bump an arm lies on: the map to a strategy with K + 1 arms (proof of Theorem 13).

    Parameters
    ----------
    points : array_like, shape (m,)
    centres : array_like, shape (K,)
    eta : float

    Returns
    -------
    ndarray of int, shape (m,)
        Number of the ball around a centre, or K for an arm outside all of them.
    """
    points = check_array(points, "points", ndim=1)
    centres = check_array(centres, "centres", ndim=1, min_rows=1)
    eta = check_real(eta, "eta", low=0, open_low=True)
    far = np.abs(points[:, None] - centres)
    nearest = far.argmin(axis=1)
    return np.where(far.min(axis=1) < eta, nearest, len(centres))
