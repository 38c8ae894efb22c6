"""How far two laws are apart: total variation and the Kolmogorov distance."""

import numpy as np

from mlcompanion._validation import check_array

from .._checks import check_masses
from ..continuous_law import ContinuousLaw
from ..discrete_law import DiscreteLaw
from ..law import Law

__all__ = ["kolmogorov_distance", "total_variation"]


def total_variation(p, q):
    """Half the sum, or the integral, of the absolute difference of two laws.

    It is the largest difference of the probabilities that the two give to one event.

    Parameters
    ----------
    p, q : DiscreteLaw, ContinuousLaw, or array_like of shape (m,)
        Two laws of one kind, or two arrays of masses on the same m points.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        If masses are negative, do not sum to 1, or have different shapes.
    TypeError
        If one law is discrete and the other continuous: their distance is always 1.
    MemoryError
        If a discrete law has more than 134 million atoms; the message says how many.

    Notes
    -----
    Sums cost O(atoms). The integral is the variation of the difference of the two distribution
    functions, which turns where the densities cross; crossings are searched between 4,000 quantiles
    of both.
    """
    if isinstance(p, DiscreteLaw) and isinstance(q, DiscreteLaw):
        return _mass_distance(p, q)
    if isinstance(p, ContinuousLaw) and isinstance(q, ContinuousLaw):
        return _density_distance(p, q)
    if isinstance(p, Law) or isinstance(q, Law):
        raise TypeError(f"p and q must be laws of one kind, or two arrays of masses; got {p}, {q}")
    p = check_masses(p, "p")
    q = check_masses(q, "q", p.shape)
    return float(0.5 * np.abs(p - q).sum())


def _mass_distance(p, q):
    """Half the sum of the differences of two laws' masses, over the atoms of p, then what q adds.

    Beyond the atoms of p all mass of q is difference.
    """
    first, last = p.ends
    common = sum(np.abs(p.pmf(x) - q.pmf(x)).sum() for x in p.blocks())
    alone = (q.pmf(x)[(x < first) | (x > last)].sum() for x in q.blocks())
    return float(0.5 * (common + sum(alone)))


def _quantile_grid(law, m):
    """Points at equal steps of probability, with the far tails."""
    tails = np.logspace(-12, -3, 19)
    levels = np.concatenate([tails, np.linspace(0.002, 0.998, m), 1 - tails[::-1]])
    return law.quantile(levels)


def _places(p, q):
    """Finite points between which neither density passes the other, as far as a grid can see.

    Quantiles of both laws, their breaks and finite ends, and the crossings between these.
    """
    grids = [_quantile_grid(law, 2001) for law in (p, q)]
    ends = [e for law in (p, q) for e in (*law.support, *law.breaks) if np.isfinite(e)]
    grid = np.unique(np.concatenate([*grids, ends]))
    above = _is_above(p, q, grid)
    left = grid[:-1]
    right = grid[1:]
    crossed = above[:-1] != above[1:]
    left = left[crossed]
    right = right[crossed]
    start = above[:-1][crossed]
    for _ in range(60):
        middle = left + (right - left) / 2  # the sum of far ends may overflow
        same = _is_above(p, q, middle) == start
        left = np.where(same, middle, left)
        right = np.where(same, right, middle)
    return np.unique(np.concatenate([grid, right]))


def _is_above(p, q, x):
    """Whether p is denser than q."""
    return p.logpdf(x) > q.logpdf(x)


def _density_distance(p, q):
    """Half the variation of the difference of the distribution functions: no quadrature.

    Between crossings of the densities the difference rises or falls; beyond the last place it goes
    to 0.
    """
    places = _places(p, q)
    return 0.5 * float(
        np.abs(np.diff(p.cdf(places) - q.cdf(places), prepend=0.0, append=0.0)).sum()
    )


def kolmogorov_distance(p, q):
    """The largest difference of two distribution functions.

    Parameters
    ----------
    p, q : Law or array_like of shape (n,)
        Laws, or samples, which stand for their empirical distribution functions. Two samples may
        have different lengths.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        If a sample is empty, has another rank, or is not finite.

    Notes
    -----
    Exact where one side is a sample or discrete, O(n log n): the supremum stands at a jump. Between
    two densities it stands where they cross, which is searched between 4,000 quantiles of both.
    """
    if isinstance(p, ContinuousLaw) and isinstance(q, ContinuousLaw):
        places = _places(p, q)
        return float(np.abs(p.cdf(places) - q.cdf(places)).max())
    p = _Steps.of(p, "p")
    q = _Steps.of(q, "q")
    points = np.unique(np.concatenate([p.points, q.points]))
    at = p.cdf(points), q.cdf(points)
    gaps = np.abs(at[0] - at[1])
    # between jumps the largest gap is approached from the left of the next one
    left = (f if side.smooth else side.cdf_left(points) for side, f in zip((p, q), at))
    return float(max(gaps.max(), np.abs(np.subtract(*left)).max()))


class _Steps:
    """A distribution function with its limits from the left, and where to look at it."""

    def __init__(self, points, cdf, cdf_left, smooth):
        self.points = points
        self.cdf = cdf
        self.cdf_left = cdf_left
        self.smooth = smooth

    @classmethod
    def of(cls, law, name):
        if isinstance(law, DiscreteLaw):
            return cls(law.atoms(), law.cdf, lambda x: law.cdf(x) - law.pmf(x), False)
        if isinstance(law, Law):
            return cls(_quantile_grid(law, 2001), law.cdf, law.cdf, True)
        sample = np.sort(check_array(law, name, ndim=1, min_rows=1))
        n = len(sample)

        def step(side):
            return lambda x: np.searchsorted(sample, x, side=side) / n

        return cls(sample, step("right"), step("left"), False)
