"""Do parameters, tree and mean reward meet the assumptions? Bubeck et al. (2011), 4.1 and 4.4.

A1 binds a tree to a dissimilarity, A2 a mean reward; both are checked on points that the caller
gives, so that a violation is proved and a pass is not.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real

from .hoo import TREES
from .payoffs import Payoff

__all__ = [
    "BoxConstants",
    "box_constants",
    "local_weak_constant",
    "tree_dissimilarity",
    "variation_constants",
    "weak_lipschitz_constant",
    "weak_lipschitz_violations",
]


class BoxConstants(NamedTuple):
    """What assumption A1 asks of the unit cube's tree.

    Attributes
    ----------
    nu1, rho : float
        Diameters at depth h are at most ``nu1 rho^h``.
    nu2 : float
        Disjoint balls of radius ``nu2 rho^h`` lie inside the regions.
    """

    nu1: float
    rho: float
    nu2: float


def box_constants(dimension, power=1.0, scale=1.0, norm="max"):
    """Constants for ``scale |x - y|^power`` on the unit cube, halved along its longest side.

    Parameters
    ----------
    dimension : int
    power, scale : float
        Positive.
    norm : {"max", "euclidean"}

    Returns
    -------
    BoxConstants

    Notes
    -----
    Examples 1 and 2, but for nu2: printed ``scale / 2^power`` is right in one dimension alone. At
    depth ``u D + k`` the shortest side is ``2^-(u+1)`` from k = 1 on, so that D >= 2 dimensions
    need ``scale 2^(power (1/D - 2))``.

    Examples
    --------
    >>> box_constants(2, power=2.0)
    BoxConstants(nu1=4.0, rho=0.5, nu2=0.125)
    """
    dimension = check_count(dimension, "dimension", low=1)
    power = check_real(power, "power", low=0, open_low=True)
    scale = check_real(scale, "scale", low=0, open_low=True)
    check_in(norm, "norm", ("max", "euclidean"))
    # the diameter of a cube of side 1 in the norm
    root = 1.0 if norm == "max" else np.sqrt(dimension)
    share = 2.0**-power if dimension == 1 else 2.0 ** (power * (1 / dimension - 2))
    nu1 = scale * (2 * root) ** power
    return BoxConstants(float(nu1), 2.0 ** (-power / dimension), scale * share)


def _check_arm(x, name, tree):
    """An arm inside the tree's box."""
    arm = check_array(x, name, shape=(tree.dimension,))
    low, high = tree.root()
    if (arm < low).any() or (arm > high).any():
        raise ValueError(f"{name} must lie inside the tree's box, got {arm}")
    return arm


def tree_dissimilarity(x, y, tree, nu1, rho, depth=60):
    """The dissimilarity that a tree brings with it: arms are near if their paths agree.

    Parameters
    ----------
    x, y : array_like, shape (D,)
    tree : DyadicTree or ProductTree
    nu1, rho : float
    depth : int
        Where the sum is cut off.

    Returns
    -------
    float
        ``(1 - rho) nu1 sum_h rho^h [x_h != y_h]`` over the binary addresses (section 4.1).
    """
    check_instance(tree, "tree", TREES)
    nu1 = check_real(nu1, "nu1", low=0, open_low=True)
    rho = check_real(rho, "rho", low=0, high=1, open_low=True, open_high=True)
    depth = check_count(depth, "depth", low=1)
    first = tree.address(_check_arm(x, "x", tree), depth)
    second = tree.address(_check_arm(y, "y", tree), depth)
    return float((1 - rho) * nu1 * (rho ** np.arange(depth))[first != second].sum())


def _pairs(values, best, dissimilarities):
    """Gaps f* - f, shape (m,), dissimilarities, shape (m, m), and what rounding leaves of a gap."""
    values = check_array(values, "values", ndim=1, min_rows=1)
    best = check_real(best, "best")
    if best < values.max():
        raise ValueError(f"best must be no less than any of the values, got {best}")
    square = (len(values), len(values))
    ell = check_array(dissimilarities, "dissimilarities", shape=square, low=0)
    rounding = 4 * np.finfo(float).eps * max(abs(best), np.abs(values).max())
    return best - values, ell, rounding


def weak_lipschitz_violations(values, best, dissimilarities):
    """Share of ordered pairs that break assumption A2 in the form of Eq. (5).

    Parameters
    ----------
    values : array_like, shape (m,)
        Mean rewards of m arms.
    best : float
        The supremum f* over all arms.
    dissimilarities : array_like, shape (m, m)
        ``ell(x, y)``, with x the row.

    Returns
    -------
    float
    """
    gap, ell, rounding = _pairs(values, best, dissimilarities)
    drop = gap[None, :] - gap[:, None]  # f(x) - f(y)
    allowed = np.maximum(gap[:, None], ell)
    return float(np.mean(drop > allowed * (1 + 1e-12) + rounding))


def weak_lipschitz_constant(values, best, dissimilarities):
    """The least factor on the dissimilarity with which Eq. (5) holds for all pairs.

    Parameters
    ----------
    values : array_like, shape (m,)
    best : float
    dissimilarities : array_like, shape (m, m)

    Returns
    -------
    float
        Infinite where two arms at no distance differ too much.
    """
    gap, ell, rounding = _pairs(values, best, dissimilarities)
    drop = gap[None, :] - gap[:, None]
    matters = drop > gap[:, None] + rounding  # the gap alone does not cover the drop
    if not matters.any():
        return 0.0
    with np.errstate(divide="ignore"):
        return float((drop[matters] / ell[matters]).max())


def local_weak_constant(values, best, dissimilarities, eps0=np.inf):
    """The least L of assumption A2' among the arms given.

    Parameters
    ----------
    values : array_like, shape (m,)
    best : float
    dissimilarities : array_like, shape (m, m)
    eps0 : float
        How near to the best the assumption is asked for.

    Returns
    -------
    float
        Largest ``gap(y) / (2 gap(x) + eps)`` over x with ``gap(x) <= eps0`` and y with
        ``ell(x, y) <= gap(x) + eps``, ``eps <= eps0``.
    """
    gap, ell, _ = _pairs(values, best, dissimilarities)
    if eps0 != np.inf:
        eps0 = check_real(eps0, "eps0", low=0, open_low=True)
    eps = np.maximum(0.0, ell - gap[:, None])  # the least that lets y into the ball
    room = 2 * gap[:, None] + eps
    # a best arm asks nothing of L: its own gap is 0
    counted = (gap[:, None] <= eps0) & (eps <= eps0) & (gap[None, :] > 0)
    with np.errstate(divide="ignore"):
        ratios = np.broadcast_to(gap, ell.shape)[counted] / room[counted]
    return float(ratios.max(initial=0.0))


def variation_constants(payoff, tree, rho, max_depth=12, n_points=2001):
    """What nu1 each depth asks for: Eq. (6) on the regions that hold the best arm.

    Parameters
    ----------
    payoff : Payoff
    tree : DyadicTree
    rho : float
    max_depth : int
    n_points : int
        Points an axis on which the least reward of a region is sought.

    Returns
    -------
    ndarray, shape (max_depth + 1,)
        ``(f* - min f) / rho^h`` at depth h. A dissimilarity that meets A1 and A2 exists only if nu1
        is no less than the largest.
    """
    check_instance(payoff, "payoff", Payoff)
    check_instance(tree, "tree", TREES)
    rho = check_real(rho, "rho", low=0, high=1, open_low=True, open_high=True)
    max_depth = check_count(max_depth, "max_depth", high=60)
    n_points = check_count(n_points, "n_points", low=2)
    box = tree.root()
    needed = np.empty(max_depth + 1)
    turns = tree.address(payoff.best_arm, max_depth)
    for h in range(max_depth + 1):
        axes = [np.linspace(low, high, n_points) for low, high in box.T]
        points = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, len(axes))
        needed[h] = (payoff.best - payoff(points).min()) / rho**h
        if h < max_depth:
            box = tree.halves(box)[turns[h]]
    return needed
