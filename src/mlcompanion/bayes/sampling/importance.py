r"""Importance sampling: Sugiyama (2016), section 19.2.

.. math:: \int g(\theta)p(\theta)\,d\theta
    \approx\frac1n\sum_{i=1}^n g(\theta_i)\frac{p(\theta_i)}{p'(\theta_i)},
    \qquad\theta_i\sim p'
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_function,
    check_has,
    check_rng,
)

from ._checks import check_log_density, check_values, pieces
from .monte_carlo_mean import RunningMoments

__all__ = ["WeightedEstimate", "importance_log_weights", "importance_sampling"]


class WeightedEstimate(NamedTuple):
    """An average over weighted draws.

    Attributes
    ----------
    value : float or ndarray, shape (k,)
    error : float or ndarray, shape (k,)
        Standard error from the spread of the weighted terms. It is itself an estimate, and far too
        small where the weights have no variance and the large ones have not come yet.
    effective_size : float
        How many equal weights are worth as much, :math:`(\\sum w)^2/\\sum w^2`.
    n : int
        Number of draws.
    """

    value: float
    error: float
    effective_size: float
    n: int


def importance_log_weights(log_target, proxy, draws):
    """Logarithms of target over proxy at draws, the importance of each.

    Parameters
    ----------
    log_target : callable
        Log density of an array of draws, up to a constant; -inf where the density is 0.
    proxy : law
        With ``logpdf``.
    draws : array_like, shape (n,) or (n, d)

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If a density is NaN or +inf, or the proxy has no mass at a draw.
    """
    check_function(log_target, "log_target")
    check_has(proxy, "proxy", "logpdf")
    draws = check_array(draws, "draws", min_rows=1)
    if draws.ndim not in (1, 2):
        raise ValueError(f"draws must have shape (n,) or (n, d), got {draws.shape}")
    return _log_weights(log_target, proxy, draws)


def _log_weights(log_target, proxy, draws):
    n = len(draws)
    log_proxy = check_log_density(proxy.logpdf(draws), "proxy.logpdf", n)
    if not (log_proxy > -np.inf).all():
        raise ValueError("proxy must have mass at each of the draws")
    return check_log_density(log_target(draws), "log_target", n) - log_proxy


class _WeightedSums:
    """Sums of w, w g, w^2, w^2 g, w^2 g^2 over pieces, in units of the largest weight so far.

    g is counted from its plain mean over the first piece, so that squares keep their digits; the
    moments of the plain terms w g are kept beside them, about their own mean.
    """

    def __init__(self):
        self.n = 0
        self.top = -np.inf
        self.centre = None
        self.sums = 0.0
        self.terms = RunningMoments()

    def add(self, log_w, values):
        """Take in a piece."""
        if self.centre is None:
            self.centre = values.mean(axis=0)  # near the answer: squares about it keep their digits
        self.n += len(log_w)
        top = max(self.top, log_w.max())
        if top == -np.inf:  # all weights so far are 0
            self.terms.add(np.zeros_like(values))
            return
        if self.top > -np.inf:
            self._rescale(np.exp(self.top - top))
        self.top = top
        w = np.exp(log_w - top)  # at most 1
        g = values - self.centre
        of_w = w @ g
        # 0 * of_w gives a number the shape of the values
        piece = [w.sum() + 0 * of_w, of_w, w @ w + 0 * of_w, w**2 @ g, w**2 @ g**2]
        self.sums = self.sums + np.array(piece)
        self.terms.add((w * values.T).T)

    def _rescale(self, unit):
        """Go over to a larger unit of the weights: the old one is ``unit`` of it."""
        # for the sums of w, w g, w^2, w^2 g and w^2 g^2
        factors = np.array([unit, unit, unit**2, unit**2, unit**2])
        self.sums = (factors * self.sums.T).T
        self.terms.scale(unit)

    def effective_size(self):
        """The square of the sum of the weights over the sum of their squares."""
        total, _, squares, _, _ = self.sums.reshape(5, -1)[:, 0]
        return float(total**2 / squares)

    def normalised(self):
        """Average with weights that sum to one, and the error of the linearised ratio."""
        total, first, squares, crossed, both = self.sums
        gap = first / total
        # the sum of w^2 (g - mean)^2, expanded: the mean is known only at the end
        variance = both - 2 * gap * crossed + gap**2 * squares
        error = np.sqrt(np.maximum(variance, 0)) / total  # the expansion may round below 0
        return self.centre + gap, error

    def plain(self):
        """Average of w g over the number of draws, with its standard error."""
        scale = np.exp(self.top)
        found = self.terms.estimate()
        return scale * found.value, scale * found.error


def importance_sampling(g, log_target, proxy, n, *, normalize=False, random_state=None):
    r"""Average a function over a target by weighting draws of a proxy, Eq. (19.4).

    Parameters
    ----------
    g : callable
        Takes an array of draws and returns one finite number, or a row of k, for each.
    log_target : callable
        Log density of an array of draws; -inf where the density is 0. With ``normalize=True`` it
        may lack its constant.
    proxy : law
        With ``rvs(size, random_state=rng)`` and ``logpdf``: one of
        :mod:`mlcompanion.probability`, or SciPy's. It must have mass wherever the target has.
    n : int
        Number of draws, at least 2.
    normalize : bool
        Divide by the sum of the weights and not by n: a small bias, of order 1/n, no constant
        needed, and exact for a constant g.
    random_state : int, Generator or None

    Returns
    -------
    WeightedEstimate

    Raises
    ------
    ValueError
        If a density is NaN or +inf, the target is 0 at all draws, or plain weights overflow.

    Notes
    -----
    Cost: n draws, values and densities; memory for 100,000 of them, whatever n is. The variance is
    finite only if the integral of :math:`g^2p^2/p'` is: the proxy's tails must not be lighter than
    the target's. Source: Sugiyama (2016), section 19.2 and Fig. 19.3.

    Examples
    --------
    >>> from mlcompanion.probability import Laplace, Normal
    >>> square = lambda x: x**2
    >>> found = importance_sampling(square, Laplace().logpdf, Normal(0, 9), 100_000, random_state=0)
    >>> round(float(found.value), 1)
    2.0
    """
    check_function(g, "g")
    check_function(log_target, "log_target")
    check_has(proxy, "proxy", "rvs", "logpdf")
    n = check_count(n, "n", low=2)
    normalize = check_flag(normalize, "normalize")
    rng = check_rng(random_state)
    sums = _WeightedSums()
    for size in pieces(n):
        draws = proxy.rvs(size, random_state=rng)
        sums.add(_log_weights(log_target, proxy, draws), check_values(g(draws), "g", size))
    if sums.top == -np.inf:
        raise ValueError(f"log_target must be more than -inf at one of the {n} draws of proxy")
    if not normalize and sums.top > 700:  # e^709 is the largest number
        raise ValueError("log_target must be normalised, its weights overflow: normalize=True")
    value, error = sums.normalised() if normalize else sums.plain()
    return WeightedEstimate(value[()], error[()], sums.effective_size(), n)
