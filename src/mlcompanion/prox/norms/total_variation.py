r"""Total variation on a line, exactly and in linear time; the fused lasso's proximal operator.

:math:`\min_x\tfrac12\|x-v\|^2+\lambda\sum_j|x_{j+1}-x_j|` by dynamic programming (Johnson 2013):
the derivative of the best cost of the first entries, as a function of the last one, is piecewise
linear; passing one more difference clips it to :math:`[-\lambda,\lambda]`.
"""

import numpy as np
from scipy import sparse

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_real

from .penalties import L1, Penalty, soft_threshold

__all__ = ["FusedLasso", "TotalVariation", "tv_denoise"]


@njit
def _tv_dynamic(v, lam):
    """Forward: clip the derivative, note where; backward: clip each entry to its interval.

    ``knots[first:last+1]`` are the break points of the derivative; at each one the line gains
    ``slopes`` and ``offsets``.
    """
    n = len(v)
    x = np.empty(n)
    if n == 1:
        x[0] = v[0]
        return x
    low = np.empty(n - 1)
    high = np.empty(n - 1)
    knots = np.empty(2 * n)  # used from the middle: knots come and go at both ends
    slopes = np.empty(2 * n)
    offsets = np.empty(2 * n)
    # no knot yet: the derivative is x - v[0]
    first = n
    last = n - 1
    left_offset = -v[0]
    right_offset = -v[0]
    for k in range(n - 1):
        # the line left of every knot
        slope = 1.0
        offset = left_offset
        # each knot is dropped once: two knots a step make the whole linear
        while first <= last and slope * knots[first] + offset <= -lam:
            slope += slopes[first]
            offset += offsets[first]
            first += 1
        low[k] = (-lam - offset) / slope
        enter_slope = slope
        enter_offset = offset + lam
        # the line right of every knot
        slope = 1.0
        offset = right_offset
        while first <= last and slope * knots[last] + offset >= lam:
            slope -= slopes[last]
            offset -= offsets[last]
            last -= 1
        high[k] = (lam - offset) / slope
        first -= 1
        knots[first] = low[k]
        slopes[first] = enter_slope
        offsets[first] = enter_offset
        last += 1
        knots[last] = high[k]
        slopes[last] = -slope
        offsets[last] = lam - offset
        # left of the first knot the derivative is -lam, right of the last one lam; add x - v
        left_offset = -lam - v[k + 1]
        right_offset = lam - v[k + 1]
    slope = 1.0
    offset = left_offset
    while first <= last and slope * knots[first] + offset <= 0.0:
        slope += slopes[first]
        offset += offsets[first]
        first += 1
    x[n - 1] = -offset / slope  # where the derivative of the whole cost is 0
    for k in range(n - 2, -1, -1):
        x[k] = min(high[k], max(low[k], x[k + 1]))
    return x


def tv_denoise(v, lam):
    r"""Solve :math:`\min_x\tfrac12\|x-v\|^2+\lambda\sum_j|x_{j+1}-x_j|`.

    Parameters
    ----------
    v : array_like of shape (n,)
        Signal.
    lam : float
        Weight of the variation, not negative, in the units of ``v``.

    Returns
    -------
    ndarray of shape (n,)
        The minimiser: piecewise constant, with exact jumps.

    Raises
    ------
    ValueError
        If ``v`` is empty or not finite, or ``lam`` negative.

    Notes
    -----
    Cost: O(n) time and memory.
    Source: Johnson (2013), *A dynamic programming algorithm for the fused lasso and
    L0-segmentation*; the problem is total variation denoising of Sugiyama (2016), section 24.4.1.
    """
    v = plain_layout(check_array(v, "v", ndim=1, min_rows=1))
    lam = check_real(lam, "lam", low=0)
    if lam == 0:
        return v.copy()
    # offsets add up along the line: a signal far from zero is brought to it for their digits
    place = min(max(0.0, v.min()), v.max())
    return _tv_dynamic(v - place, lam) + place


def _blocks_root(blocks, columns):
    """Root of the averages over given blocks: one column each, its sum over the root of its size.

    ``blocks`` numbers the block of each entry, and -1 is none.
    """
    members = np.flatnonzero(blocks >= 0)
    part = columns(members)
    if not len(members):
        return part
    _, block = np.unique(blocks[members], return_inverse=True)
    entries = 1 / np.sqrt(np.bincount(block))[block]
    return part @ sparse.csr_array((entries, (np.arange(len(members)), block)))


def _level_blocks(p):
    """Number of the run of equal entries that each entry belongs to."""
    return np.concatenate([[0], np.cumsum(np.diff(p) != 0)])


class TotalVariation(Penalty):
    r"""Sum of the jumps along a line, :math:`\lambda\sum_j|w_{j+1}-w_j|`."""

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0)

    def _argument(self, w, name):
        return check_array(w, name, ndim=1, min_rows=1)

    def _value(self, w):
        return self.lam * np.sum(np.abs(np.diff(w)))

    def _prox(self, v, step):
        return tv_denoise(v, step * self.lam)

    def _dual_norm(self, g):
        """Largest running sum over ``lam``; infinite if the whole sum is not 0.

        A sum that is small beside the slopes or beside ``lam``, their unit, is rounding.
        """
        sums = np.cumsum(g)
        if abs(sums[-1]) > 1e-12 * max(np.abs(g).sum(), self.lam):
            return np.inf
        # g = D' s has the running sums as its only solution s: their largest is the norm
        return L1(self.lam).dual_norm(sums[:-1])

    def free(self, shape):
        """All entries, if the weight is 0: else only their common level is free."""
        return np.full(shape, self.lam == 0)

    def jacobian_root(self, q, p, step, columns):
        """Every run of equal entries moves by its mean."""
        return _blocks_root(_level_blocks(p), columns)


class FusedLasso(Penalty):
    r"""Jumps and sizes, :math:`\gamma\sum_j|w_{j+1}-w_j|+\lambda\|w\|_1`.

    The prox first removes the variation, then soft-thresholds: for these two penalties, in this
    order, the composition is exact (Friedman et al. 2007).

    Notes
    -----
    Source: Chen (2013), equation (2.7); Sugiyama (2016), section 24.4.1.
    """

    def __init__(self, fuse=1.0, lam=1.0):
        self.fuse = check_real(fuse, "fuse", low=0)
        self.lam = check_real(lam, "lam", low=0)

    def _argument(self, w, name):
        return check_array(w, name, ndim=1, min_rows=1)

    def _value(self, w):
        return self.fuse * np.sum(np.abs(np.diff(w))) + self.lam * np.sum(np.abs(w))

    def _prox(self, v, step):
        return soft_threshold(tv_denoise(v, step * self.fuse), step * self.lam)

    def _dual_norm(self, g):
        """By bisection on the prox; that of total variation if there is nothing else."""
        if self.lam > 0:
            return super()._dual_norm(g)
        return TotalVariation(self.fuse).dual_norm(g)

    def free(self, shape):
        """All entries, if both weights are 0."""
        return np.full(shape, self.fuse == 0 and self.lam == 0)

    def jacobian_root(self, q, p, step, columns):
        """Every run of equal entries moves by its mean, unless it is 0."""
        return _blocks_root(np.where(p != 0, _level_blocks(p), -1), columns)
