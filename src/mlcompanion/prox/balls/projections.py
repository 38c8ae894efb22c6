r"""Projections on the simplex and on the :math:`\ell_1` ball.

Shalev-Shwartz (2007), Section 7.1: Figures 7.1 to 7.3. The randomised pivot is from Duchi,
Shalev-Shwartz, Singer and Chandra (ICML 2008), Figure 2.

All of them subtract (or divide by) one number, the *threshold*, and cut what falls below the floor;
the work is to find that number.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_in, check_real

from .._levels import depth_of_level

__all__ = [
    "project_l1_ball",
    "project_simplex",
    "project_simplex_entropic",
    "project_solid_simplex",
    "simplex_threshold",
]


def _threshold_by_sorting(mu, z):
    """Figure 7.1: the support is a prefix of the sorted vector; Lemma 7 names its length."""
    ordered = np.sort(mu)[::-1]
    excess = np.cumsum(ordered) - z
    rho = np.flatnonzero(ordered * np.arange(1, len(mu) + 1) > excess)[-1]  # Lemma 7
    return excess[rho] / (rho + 1), rho + 1


@njit
def _threshold_by_pivot(pool, z, seed):
    """Quickselect on the condition of Lemma 7; ``pool`` is scrambled.

    ``total`` and ``rho`` belong to entries already known to lie in the support; ``pool[low:high]``
    are the undecided ones.
    """
    low = 0
    high = len(pool)
    total = 0.0
    rho = 0
    state = np.uint64(seed)
    while low < high:
        # Knuth's linear congruence; its high bits are the random ones
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        pick = low + int(state >> np.uint64(33)) % (high - low)
        pivot = pool[pick]
        pool[pick] = pool[low]
        pool[low] = pivot
        above = low + 1
        gain = pivot  # pool[low:above] are the entries >= pivot
        for j in range(low + 1, high):
            value = pool[j]
            large = value >= pivot
            # harmless if small, and free of branches
            pool[j] = pool[above]
            pool[above] = value
            above += large
            gain += large * value
        if total + gain - (rho + above - low) * pivot < z:  # the pivot is in the support
            total = total + gain
            rho = rho + above - low
            low = above
        else:  # it is not, nor is anything below: keep the entries above it
            pool[low] = pool[above - 1]
            pool[above - 1] = pivot
            high = above - 1
    return (total - z) / rho, rho


def _threshold(shifted, z, method, random_state):
    """Threshold and support size for a vector whose largest entry is zero."""
    if method == "sort":
        return _threshold_by_sorting(shifted, z)
    # Neither bound can exceed the threshold: one entry, and all entries, would sum to at most z.
    bound = max(-z, (shifted.sum() - z) / len(shifted))
    return _threshold_by_pivot(shifted[shifted > bound], z, random_state)


def _check(mu, z, method, random_state):
    """The arguments of a projection, checked."""
    return (
        check_array(mu, "mu", ndim=1, min_rows=1),
        check_real(z, "z", low=0, open_low=True),
        check_in(method, "method", ("sort", "pivot")),
        check_count(random_state, "random_state"),
    )


def simplex_threshold(mu, z=1.0, method="sort", random_state=0):
    r"""The number :math:`\theta` with :math:`\sum_i[\mu_i-\theta]_+=z`, and how many terms count.

    Parameters
    ----------
    mu : array_like of shape (n,)
    z : float > 0
    method : {"sort", "pivot"}
        ``"sort"`` is Figure 7.1; ``"pivot"`` finds the same threshold without sorting.
    random_state : int
        Seed of the pivots. It changes rounding, nothing else.

    Returns
    -------
    theta : float
    rho : int
        Number of positive coordinates of the projection, (7.3).

    Raises
    ------
    ValueError
        On an empty or non-finite ``mu`` or ``z <= 0``.

    Notes
    -----
    Cost: ``"sort"`` O(n log n); ``"pivot"`` O(n) expected. Both work on ``mu - max(mu)``: every
    coordinate of the support then lies in ``[-z, 0]``, so that large entries cancel before they
    are summed. Two bounds on the threshold thin out the entries before pivots are drawn.
    """
    mu, *options = _check(mu, z, method, random_state)
    theta, rho = _threshold(mu - mu.max(), *options)
    return float(theta + mu.max()), int(rho)


def project_simplex(mu, z=1.0, method="sort", random_state=0):
    r"""Euclidean projection on :math:`\{\alpha\ge0,\ \sum_i\alpha_i=z\}`; problem (7.1).

    Parameters
    ----------
    mu : array_like of shape (n,)
    z : float > 0
    method, random_state
        As in :func:`simplex_threshold`.

    Returns
    -------
    ndarray of shape (n,)

    Raises
    ------
    ValueError
        As in :func:`simplex_threshold`.

    Notes
    -----
    Cost: O(n log n), or O(n) expected with ``"pivot"``. Source: Figure 7.1.

    Examples
    --------
    >>> project_simplex([0.8, 0.6, -0.3])
    array([0.6, 0.4, 0. ])
    """
    mu, *options = _check(mu, z, method, random_state)
    shifted = mu - mu.max()  # a common offset changes nothing but rounding
    theta, _ = _threshold(shifted, *options)
    return np.maximum(shifted - theta, 0.0)  # (7.3)


def project_solid_simplex(mu, z=1.0, method="sort", random_state=0):
    r"""Euclidean projection on :math:`\{\alpha\ge0,\ \sum_i\alpha_i\le z\}`.

    Parameters, cost and errors are those of :func:`project_simplex`.

    Returns
    -------
    ndarray of shape (n,)
    """
    mu, z, *_ = _check(mu, z, method, random_state)
    # the nearest point of the orthant, if its sum is allowed, is that of the smaller set as well
    inside = np.maximum(mu, 0.0)
    if inside.sum() <= z:
        return inside
    return project_simplex(mu, z, method, random_state)


@njit
def weighted_sizes(ratios, weights, z):
    """Absolute values on a weighted l1 ball, from those of the point over the weights."""
    # a_i |alpha_i| = a_i^2 (ratio_i - theta): the weights count squared
    depth = depth_of_level(ratios, weights * weights, z)
    top = ratios.max()  # theta = top - depth
    sizes = np.empty(len(ratios))
    for i in range(len(ratios)):
        sizes[i] = weights[i] * max(ratios[i] - top + depth, 0.0)
    return sizes


def project_l1_ball(mu, z=1.0, method="sort", random_state=0, weights=None):
    r"""Euclidean projection on :math:`\{\sum_ia_i|\alpha_i|\le z\}`; problem (7.4).

    Parameters
    ----------
    mu : array_like of shape (n,)
    z : float > 0
        Radius.
    method, random_state
        As in :func:`simplex_threshold`; not used where there are weights.
    weights : array_like of shape (n,), optional
        The :math:`a_i`, positive; 1 by default.

    Returns
    -------
    ndarray of shape (n,)

    Raises
    ------
    ValueError
        As in :func:`simplex_threshold`, or if a weight is not positive.

    Notes
    -----
    Cost: that of :func:`project_simplex`; O(n log n) with weights. Source: Figure 7.2, with
    ``beta`` in its last line, where the thesis prints the unprojected absolute values; with weights
    Duchi, Hazan and Singer (2011), Figure 3, which ends early if the *weighted* sum is small (it
    prints the plain one).
    """
    mu, z, *_ = _check(mu, z, method, random_state)
    size = np.abs(mu)
    if weights is not None:
        a = check_array(weights, "weights", shape=mu.shape, low=0, open_low=True)
        if a @ size <= z:
            return mu.copy()
        return np.copysign(weighted_sizes(size / a, plain_layout(a), z), mu)
    if size.sum() <= z:
        return mu.copy()
    beta = project_simplex(size, z, method, random_state)
    return np.copysign(beta, mu)  # Lemma 8: the signs stay


def project_simplex_entropic(u, floor=0.0):
    r"""Entropic projection on :math:`\{\sum_jw_j=1,\ w_j\ge\epsilon\}`; problem (7.6).

    It minimises :math:`\sum_jw_j\log(w_j/u_j)`: small coordinates are lifted to the floor, the
    others keep their proportions.

    Parameters
    ----------
    u : array_like of shape (n,)
        Non-negative, not all zero.
    floor : float in [0, 1/n]
        The least weight :math:`\epsilon`.

    Returns
    -------
    ndarray of shape (n,)

    Raises
    ------
    ValueError
        On a negative, non-finite or vanishing ``u``, or ``n * floor > 1``.

    Notes
    -----
    Cost: O(n log n). Source: Figure 7.3, with suffix sums in place of its running update of ``Z``,
    which subtracts.
    """
    u = check_array(u, "u", ndim=1, min_rows=1)
    if (u < 0).any() or not u.any():
        raise ValueError("u must be non-negative and not all zero")
    n = len(u)
    floor = check_real(floor, "floor", low=0)
    if n * floor > 1 + 1e-12:
        raise ValueError(f"floor must be at most 1/n = {1 / n:.6g}, got {floor!r}")
    u = u / u.max()  # the projection does not know the scale; sums stay far from overflow
    order = np.argsort(u, kind="stable")
    ascending = u[order]
    mass = np.cumsum(ascending[::-1])[::-1]  # mass[l] = sum of the n - l largest
    share = np.maximum(1 - np.arange(n) * floor, 1 / n)  # what l lifted coordinates leave over
    feasible = ascending * share >= floor * mass  # u_(l+1) / Z >= floor, Z = mass / share
    cut = np.flatnonzero(feasible)[0] if feasible.any() else n - 1
    w = u * (share[cut] / mass[cut])  # (7.7): u / Z
    w[order[:cut]] = floor
    return w
