r"""The price of imitation: the least squared RKHS norm within eps of a function, for every eps.

Source: van der Vaart and van Zanten (2011), first part of Equation 7, on a grid. There it is the
box-constrained least squares problem :math:`\min_vv^\top K^{-1}v`, :math:`|v-f_0|\le\varepsilon`.
Its dual, :math:`\min_c\frac12c^\top Kc-f_0^\top c+\varepsilon\|c\|_1` with v = Kc, is a lasso that
needs no inverse. Its solution is piecewise linear in eps, so the path is followed from corner to
corner as for the lasso (Osborne, Presnell and Turlach, 2000).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_real,
    check_square,
)

from ._held import HeldByFactor, HeldByGram

__all__ = ["PricePath", "concentration_inf", "price_path"]

#: Height of the noise that parts ties, as a share of the largest value.
_JITTER = 1e-13


class PricePath(NamedTuple):
    """The least squared norm as a function of eps; see :func:`price_path`.

    Attributes
    ----------
    eps : ndarray, shape (m,)
        Corners, falling from the largest absolute value of the function.
    total_weight : ndarray, shape (m,)
        Sum of absolute coefficients there: minus half the slope of the price, linear between
        corners.
    price : ndarray, shape (m,)
        Least squared norm at the corners.
    floor : float
        Below it the price is infinite: a point whose prior variance is zero cannot be reached.
    """

    eps: np.ndarray
    total_weight: np.ndarray
    price: np.ndarray
    floor: float

    def at(self, eps):
        """Least squared RKHS norm among functions within ``eps`` at all points.

        Parameters
        ----------
        eps : float or array_like
            Positive, not below the last corner.

        Returns
        -------
        float or ndarray

        Raises
        ------
        ValueError
            If an ``eps`` lies below the last corner of the path.
        """
        eps = check_array(eps, "eps", low=0, open_low=True)
        reachable = max(self.eps[-1], self.floor)
        if (eps[eps >= self.floor] < reachable * (1 - 1e-9)).any():
            raise ValueError(f"eps must not be below {reachable:.3g}, where the path ends")
        corner = np.searchsorted(-self.eps, -eps, side="right") - 1  # the last corner above eps
        inside = np.clip(corner, 0, len(self.eps) - 1)
        # the price is quadratic between corners, for its slope, twice the weight, is linear there
        weight = np.interp(eps, self.eps[::-1], self.total_weight[::-1])
        step = self.eps[inside] - np.minimum(eps, self.eps[inside])
        price = self.price[inside] + step * (self.total_weight[inside] + weight)
        price = np.where(eps >= self.eps[0], 0.0, price)
        return np.where(eps < self.floor, np.inf, price)[()]


def _next_join(residual, speed, eps, free, just_left):
    """How far eps may fall until a free point meets the tube's edge: step, point, sign."""
    best = (np.inf, -1, 0.0)
    for sign in (1.0, -1.0):
        # the edge falls at speed 1, the residual moves by itself: closing is their difference
        closing = 1 - sign * speed
        room = np.maximum(eps - sign * residual, 0.0)
        usable = free & (closing > 1e-12)
        if just_left is not None and just_left[1] == sign:
            usable[just_left[0]] = False  # it stands on the edge and moves inside
        if usable.any():
            steps = np.where(usable, room / np.where(usable, closing, 1.0), np.inf)
            i = int(np.argmin(steps))
            if steps[i] < best[0]:
                best = (float(steps[i]), i, sign)
    return best


def _next_leave(coef, move, sign):
    """How far eps may fall until a held point's coefficient is back at zero: step, place."""
    # only a coefficient on its way to 0 can leave
    shrinking = np.array(sign) * move < 0
    if not shrinking.any():
        return np.inf, -1
    safe = np.where(shrinking, move, 1.0)
    steps = np.where(shrinking, np.maximum(-coef / safe, 0.0), np.inf)
    place = int(np.argmin(steps))
    return float(steps[place]), place


def price_path(K, f0, eps_min, *, is_factor=False, max_corners=None):
    r"""Least squared RKHS norm within eps of ``f0`` on a grid, for all eps down to ``eps_min``.

    Parameters
    ----------
    K : array_like, shape (n, n) or (n, r)
        Prior covariance of the grid's values, symmetric; or G with :math:`K=GG^\top`, which keeps
        twice as many digits where K is close to singular.
    f0 : array_like, shape (n,)
        The function on the grid.
    eps_min : float
        Where to stop, in units of f; positive.
    is_factor : bool
        Whether G is given.
    max_corners : int, optional
        Most corners; default 20 n + 100.

    Returns
    -------
    PricePath
        It may end above ``eps_min``: where double precision cannot tell the grid's values apart.

    Raises
    ------
    ValueError
        If ``K`` is not symmetric, or the corners are used up.

    Notes
    -----
    Cost: O(n m + m^2) a corner with m points on the tube's edge, a few times n corners; 8 n^2
    bytes. With G: O(r m^2 + r n) a corner. A grid gives a lower bound on the infimum over all
    functions. Ties are parted by a change of 1e-13 of the largest value. Source: Equation 7.
    """
    if check_flag(is_factor, "is_factor"):
        K = check_array(K, "K", ndim=2, min_rows=1)
        variances = np.einsum("ij,ij->i", K, K)
        held = HeldByFactor(K)
    else:
        K = check_square(K, "K", symmetric=True)
        variances = np.diag(K)
        held = HeldByGram(K)
    f0 = check_array(f0, "f0", shape=(len(K),))
    eps_min = check_real(eps_min, "eps_min", low=0, open_low=True)
    if (variances < 0).any():
        raise ValueError("K must have no negative entry on its diagonal")
    limit = 20 * len(K) + 100
    if max_corners is not None:
        limit = check_count(max_corners, "max_corners", low=1)
    free = variances > 1e-14 * variances.max()
    # points without prior variance cannot be moved at all: the tube may not be narrower than their
    # value
    floor = float(np.abs(f0[~free]).max(initial=0.0))
    noise = np.random.default_rng(0).uniform(-1, 1, len(K))
    f = np.where(free, f0 + _JITTER * np.abs(f0).max() * noise, 0.0)
    return _follow(held, f, free, (max(eps_min, floor), floor, limit))


def _follow(held, f, free, bounds):
    eps_min, floor, limit = bounds
    first = int(np.argmax(np.abs(f)))
    eps = float(abs(f[first]))
    corners = [(eps, 0.0)]
    if eps > eps_min and held.add(first, np.sign(f[first])):
        free[first] = False
        corners += _corners(held, f, free, (eps, eps_min, limit))
    place, weight = np.array(corners).T
    # the price is the integral of its slope: trapezoids are exact, as the slope is linear
    price = np.append(0.0, np.cumsum(-np.diff(place) * (weight[:-1] + weight[1:])))
    return PricePath(place, weight, price, floor)


def _corners(held, f, free, bounds):
    """Pairs (eps, sum of absolute coefficients) from corner to corner, down to ``eps_min``."""
    eps, eps_min, limit = bounds
    corners = []
    just_left = None
    for _ in range(limit):
        # coefficients are linear in eps: at_zero - eps * move
        (at_zero, move), (reached, speed) = held.moves(f)
        coef = at_zero - eps * move
        residual = f - reached + eps * speed
        # the next corner: a point joins the edge, a held one leaves it, or the end is reached
        join, i, sign = _next_join(residual, speed, eps, free, just_left)
        leave, place = _next_leave(coef, move, held.sign)
        step = min(join, leave, eps - eps_min)
        eps -= step
        corners.append((eps, float(np.array(held.sign) @ (coef + step * move))))
        if eps <= eps_min * (1 + 1e-12):
            return corners
        just_left = None
        if leave <= join:
            just_left = (held.index[place], held.sign[place])
            free[just_left[0]] = True
            held.drop(place)
        elif held.add(i, sign):
            free[i] = False
        else:
            return corners  # below here the answer would be rounding
    raise ValueError(f"max_corners = {limit} are used up at eps = {eps:.3g}: ask for a larger eps")


def concentration_inf(K, f0, eps, *, is_factor=False):
    r"""The first part of the concentration function: least squared norm within ``eps`` on a grid.

    Parameters
    ----------
    K : array_like, shape (n, n) or (n, r)
        Prior covariance of the grid's values, or its factor G.
    f0 : array_like, shape (n,)
        The function on the grid.
    eps : float or array_like
        Half widths of the tube, in units of f; positive.
    is_factor : bool
        Whether G is given.

    Returns
    -------
    float or ndarray of the shape of ``eps``
        Infinite where a point of prior variance zero is further away than ``eps``.

    Raises
    ------
    ValueError
        If ``K`` is not symmetric, or ``eps`` asks for more than double precision holds.

    Notes
    -----
    Cost: one :func:`price_path` for all ``eps``. Source: Equation 7.
    """
    eps = check_array(eps, "eps", low=0, open_low=True)
    if not eps.size:
        raise ValueError("eps must hold at least one value")
    return price_path(K, f0, float(eps.min()), is_factor=is_factor).at(eps)
