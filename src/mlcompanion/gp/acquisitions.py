r"""Where to look next: scores of a prediction and its uncertainty. Sugiyama (2016), Section 32.3.2.

The value at a place is taken for normal, with mean :math:`\mu` and deviation :math:`\sigma`; what
is sought is more than the best value so far, by a margin. With :math:`u=(\mu-y^*-\xi)/\sigma` each
score has a closed form.
"""

import numpy as np
from scipy.special import erfcx, log_ndtr, ndtr

from mlcompanion._validation import check_array, check_real

__all__ = [
    "expected_improvement",
    "log_expected_improvement",
    "log_probability_of_improvement",
    "probability_of_improvement",
    "ucb",
]

_FAR = -1e4  # below, the tail is its first term to all digits
_NONE = 60.0  # deviations behind: no unit brings the improvement up to the least float


def _predictions(mean, std):
    mean = check_array(mean, "mean", ndim=1, min_rows=1)
    return mean, check_array(std, "std", shape=mean.shape, low=0)


def ucb(mean, std, k=2.0):
    r"""Upper confidence bound, :math:`\mu+k\sigma`.

    Parameters
    ----------
    mean : array_like, shape (m,)
        Predicted values.
    std : array_like, shape (m,)
        Their standard deviations, not negative.
    k : float
        Weight of not knowing, not negative; 0 is the naive choice of the largest prediction.

    Returns
    -------
    ndarray, shape (m,)
        In the units of the values.

    Raises
    ------
    ValueError
        If shapes disagree, or a deviation or ``k`` is negative.
    """
    mean, std = _predictions(mean, std)
    return mean + check_real(k, "k", low=0) * std


def _gain(mean, std, best, margin):
    """Predicted gain over the best value by a margin, and its deviation."""
    mean, std = _predictions(mean, std)
    best = check_real(best, "best")
    margin = check_real(margin, "margin", low=0)
    return mean - best - margin, std


def _standardized(gain, std):
    """The gain in standard deviations; infinite with the gain's sign where nothing is unsure."""
    certain = np.where(gain > 0, np.inf, -np.inf)  # no gain is no improvement
    with np.errstate(over="ignore"):
        return np.divide(gain, std, out=certain, where=std > 0)


def probability_of_improvement(mean, std, best, margin=0.0):
    r"""Probability that the value exceeds the best by a margin, :math:`\Phi(u)`.

    Parameters
    ----------
    mean, std : array_like, shape (m,)
        As in :func:`ucb`.
    best : float
        Largest value so far.
    margin : float
        What counts as an improvement :math:`\xi`, in the units of the values; not negative. The
        source's factor :math:`(1+k)` asks for less than the best where that is below zero.

    Returns
    -------
    ndarray, shape (m,)
        Between 0 and 1.

    Raises
    ------
    ValueError
        If shapes disagree or a number is out of its range.
    """
    return ndtr(_standardized(*_gain(mean, std, best, margin)))


def log_probability_of_improvement(mean, std, best, margin=0.0):
    """Logarithm of :func:`probability_of_improvement`, which orders where that is zero to rounding.

    Parameters
    ----------
    mean, std : array_like, shape (m,)
    best, margin : float

    Returns
    -------
    ndarray, shape (m,)
    """
    return log_ndtr(_standardized(*_gain(mean, std, best, margin)))


def log_expected_improvement(mean, std, best, margin=0.0):
    r"""Logarithm of :func:`expected_improvement`, which orders where that is zero to rounding.

    Parameters
    ----------
    mean, std : array_like, shape (m,)
    best, margin : float

    Returns
    -------
    ndarray, shape (m,)
        Minus infinity where no improvement is possible.

    Notes
    -----
    Below zero :math:`u\Phi(u)+\varphi(u)=\varphi(u)\,(1-|u|\,m(|u|))`, m the ratio of the normal
    tail to its density: no difference of nearly equal numbers is multiplied up.
    """
    gain, std = _gain(mean, std, best, margin)
    u = _standardized(gain, std)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        log_density = -(u**2) / 2 - np.log(2 * np.pi) / 2
        size = np.abs(u)
        bracket = 1 - size * np.sqrt(np.pi / 2) * erfcx(size / np.sqrt(2))
        bracket = np.where(u < _FAR, 1 / u**2, bracket)
        below = np.log(std) + log_density + np.log(bracket)
        above = np.log(gain * ndtr(u) + std * np.exp(log_density))
        certain = np.where(gain > 0, np.log(gain), -np.inf)
    found = np.where(u < 0, below, above)
    return np.where(std > 0, np.where(np.isneginf(u), -np.inf, found), certain)


def expected_improvement(mean, std, best, margin=0.0):
    r"""Mean improvement, :math:`\mathbb E\max(g-y^*-\xi,0)=\sigma(u\Phi(u)+\varphi(u))`.

    Parameters
    ----------
    mean, std : array_like, shape (m,)
        As in :func:`ucb`.
    best : float
        Largest value so far.
    margin : float
        As in :func:`probability_of_improvement`.

    Returns
    -------
    ndarray, shape (m,)
        In the units of the values, not negative.

    Raises
    ------
    ValueError
        If shapes disagree or a number is out of its range.

    Notes
    -----
    It is :math:`\int_0^\infty\Pr(g>y^*+m)\,dm`; the source prints :math:`m\,dm`, which is half the
    mean *squared* improvement. Here it is the gain, where positive, and :math:`\sigma\varphi(u)
    (1-|u|\,m(|u|))`, m the ratio of the normal tail to its density: no numbers cancel.

    Examples
    --------
    >>> expected_improvement([0.0, 1.0], [1.0, 0.0], best=0.0).round(4)
    array([0.3989, 1.    ])
    """
    gain, std = _gain(mean, std, best, margin)
    u = _standardized(gain, std)
    # as for prices, call less put: the mean gain and what the law's smaller tail adds to it
    size = np.minimum(np.abs(u), _NONE)
    bracket = 1 - size * np.sqrt(np.pi / 2) * erfcx(size / np.sqrt(2))
    # the density's root, twice: a large deviation may bring back what underflows in the density
    root = np.exp(-(size**2) / 4)
    tail = (std * root) * (bracket * root) / np.sqrt(2 * np.pi)
    return np.maximum(gain, 0.0) + tail
