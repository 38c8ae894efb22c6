r"""The dual step in two variables: a new support vector and one old one.

Zhao, Hoi and Jin (2011), equation 1 and Proposition 2 (equation 5 and Proposition 5 for several
classes, with both kernel values doubled): over the box :math:`0\le\gamma_a\le C`,
:math:`-\hat\gamma_b\le d\le C-\hat\gamma_b` maximise

.. math:: \gamma_a\ell_a+d\,\ell_b-\tfrac12k_a\gamma_a^2-\tfrac12k_bd^2-w\gamma_ad.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array

__all__ = ["best_on_edge", "best_pair", "pair_cases", "pair_gain", "solve_pair"]


@njit
def pair_gain(gamma_a, d, la, lb, ka, kb, w):
    """Rise of the dual objective by a step."""
    linear = gamma_a * la + d * lb
    return linear - 0.5 * ka * gamma_a**2 - 0.5 * kb * d**2 - w * gamma_a * d


@njit
def best_on_edge(slope, curvature, low, high):
    """Where ``slope x - curvature x**2 / 2`` is largest between two ends."""
    if slope > curvature * high:
        return high
    if slope < curvature * low:
        return low
    if curvature > 0:
        return min(max(slope / curvature, low), high)
    return min(max(0.0, low), high)


@njit
def best_pair(la, lb, ka, kb, w, C, gamma_b):
    """The maximiser over the box: the stationary point if it lies inside, else the best edge.

    The objective is concave, so that a stationary point inside the box is the maximum; otherwise
    the maximum lies on one of four edges, each a parabola. This also holds where the conditions of
    Proposition 2 fail: for a pair that does not conflict, or an old margin above 1.
    """
    low = -gamma_b
    high = C - gamma_b
    determinant = ka * kb - w * w
    # nearly parallel pairs leave a flat valley: then an edge is as good as any point inside
    if determinant > 1e-14 * ka * kb:
        # both partial derivatives are 0, by Cramer's rule
        gamma_a = (kb * la - w * lb) / determinant
        d = (ka * lb - w * la) / determinant
        if 0 <= gamma_a <= C and low <= d <= high:
            return gamma_a, d
    # four parabolas, one an edge: the best of their peaks
    best_a = 0.0
    best_d = 0.0
    best = -np.inf
    for edge in range(4):
        if edge < 2:
            gamma_a = C * edge  # edges 0 and 1 hold the new weight, 2 and 3 the old one
            d = best_on_edge(lb - w * gamma_a, kb, low, high)
        else:
            d = low if edge == 2 else high
            gamma_a = best_on_edge(la - w * d, ka, 0.0, C)
        gain = pair_gain(gamma_a, d, la, lb, ka, kb, w)
        if gain > best:
            best_a = gamma_a
            best_d = d
            best = gain
    return best_a, best_d


@njit
def _best_pairs(numbers):
    found = np.empty((len(numbers), 2))
    for i in range(len(numbers)):
        la, lb, ka, kb, w, C, gamma_b = numbers[i]
        found[i] = best_pair(la, lb, ka, kb, w, C, gamma_b)
    return found


def _checked(la, lb, ka, kb, w, C, gamma_b):
    """The seven arguments as arrays of one shape."""
    arrays = [
        check_array(la, "la"),
        check_array(lb, "lb"),
        check_array(ka, "ka", low=0, open_low=True),
        check_array(kb, "kb", low=0, open_low=True),
        check_array(w, "w"),
        check_array(C, "C", low=0, open_low=True),
        check_array(gamma_b, "gamma_b", low=0),
    ]
    try:
        la, lb, ka, kb, w, C, gamma_b = np.broadcast_arrays(*arrays)
    except ValueError as error:
        shapes = [array.shape for array in arrays]
        raise ValueError(
            f"la, lb, ka, kb, w, C, gamma_b must fit together, got {shapes}"
        ) from error
    if (np.abs(w) > np.sqrt(ka) * np.sqrt(kb) * (1 + 1e-9)).any():
        raise ValueError("w must not be larger than sqrt(ka * kb): no kernel has such values")
    if (gamma_b > C).any():
        raise ValueError("gamma_b must not be larger than C")
    return la, lb, ka, kb, w, C, gamma_b


def solve_pair(la, lb, ka, kb, w, C, gamma_b):
    r"""The best weight of a new support vector and change of an old one's.

    Parameters
    ----------
    la, lb : float or array_like
        What the margins of both lack to 1: :math:`1-y_af(x_a)`, :math:`1-y_bf(x_b)`.
    ka, kb : float or array_like
        Kernel of each with itself, positive (twice that for several classes).
    w : float or array_like
        Conflict :math:`y_ay_b\kappa(x_a,x_b)`; at most :math:`\sqrt{k_ak_b}` in size.
    C : float or array_like
        Largest weight.
    gamma_b : float or array_like
        Present weight of the old one, in [0, C].

    Returns
    -------
    gamma_a, d : float or ndarray
        Weight of the new one; change of the old one's.

    Raises
    ------
    ValueError
        If an argument is out of range or shapes do not fit together.

    Notes
    -----
    O(1) a pair. Exact for all signs; where both losses are not negative and ``w <= 0`` the answer
    is that of Proposition 2 of Zhao, Hoi and Jin (2011): see :func:`pair_cases`.

    Examples
    --------
    >>> solve_pair(1.0, 1.0, 1.0, 1.0, -0.5, 5.0, 1.0)
    (2.0, 2.0)
    """
    checked = _checked(la, lb, ka, kb, w, C, gamma_b)
    shape = checked[0].shape
    numbers = np.stack([array.ravel() for array in checked], axis=1).astype(float)
    gamma_a, d = _best_pairs(numbers).T
    if not shape:
        return float(gamma_a[0]), float(d[0])
    return gamma_a.reshape(shape), d.reshape(shape)


def pair_cases(la, lb, ka, kb, w, C, gamma_b):
    r"""The four formulas of Proposition 2, and which of them apply.

    With :math:`U=C-\hat\gamma_b`: (i) both at their upper ends; (ii) the new weight at C; (iii) the
    old one at C; (iv) the stationary point. For losses of at least 0 and :math:`w\le0` exactly one
    applies, but for boundaries between them.

    Parameters
    ----------
    la, lb, ka, kb, w, C, gamma_b : float or array_like
        As for :func:`solve_pair`.

    Returns
    -------
    applies : ndarray of bool, shape (4, ...)
    steps : ndarray, shape (4, 2, ...)
        New weight and change of the old one by each formula; NaN where it divides by 0.

    Raises
    ------
    ValueError
        If an argument is out of range or shapes do not fit together.

    Notes
    -----
    O(1) a pair. Source: Zhao, Hoi and Jin (2011), Appendix A; the main text's third formula has
    another denominator, which is wrong.
    """
    la, lb, ka, kb, w, C, gamma_b = _checked(la, lb, ka, kb, w, C, gamma_b)
    room = C - gamma_b
    d_2 = (lb - w * C) / kb
    a_3 = (la - w * room) / ka
    determinant = ka * kb - w * w
    with np.errstate(divide="ignore", invalid="ignore"):
        a_4 = (kb * la - w * lb) / determinant
        d_4 = (ka * lb - w * la) / determinant
    # the conditions of Appendix A, in the order of the formulas
    applies = [
        (ka * C + w * room < la) & (kb * room + w * C < lb),
        (w**2 * C - w * lb - ka * kb * C + kb * la > 0) & (-gamma_b <= d_2) & (d_2 <= room),
        (a_3 >= 0) & (a_3 <= C) & (lb - kb * room - w * a_3 > 0),
        (a_4 >= 0) & (a_4 <= C) & (-gamma_b <= d_4) & (d_4 <= room) & (determinant > 0),
    ]
    steps = [(C, room), (C, d_2), (a_3, room), (a_4, d_4)]
    return np.array(applies), np.array([np.broadcast_arrays(*step) for step in steps])
