"""What every test hands back, p-values from tails, and critical regions (Sugiyama 2016, 10.1).

A test computes a *statistic* whose law under the null hypothesis is known, the *null law*. Its
p-value is the probability, under that law, of a statistic at least as extreme as the observed one.

All tests of this room take samples along the last axis. One sample has shape ``(n,)``; samples of
shape ``(repeats, n)`` are judged row by row, and statistic and p-value have shape ``(repeats,)``.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_in, check_instance, check_real
from mlcompanion.probability import DiscreteLaw, Law

__all__ = ["TestResult", "critical_region"]

ALTERNATIVES = ("two-sided", "less", "greater")


@dataclass(frozen=True)
class TestResult:
    """What a test says.

    Attributes
    ----------
    statistic : float or ndarray, shape (repeats,)
    pvalue : float or ndarray, shape (repeats,)
        Probability of a statistic at least as extreme under the null hypothesis.
    dof : None, int, float, ndarray or (int, int)
        Degrees of freedom of the null law, if it has any.
    """

    __test__ = False  # no test of pytest's

    statistic: float | np.ndarray
    pvalue: float | np.ndarray
    dof: object = None


def critical_region(law, level=0.05, alternative="two-sided"):
    """The values of a statistic at which a test of a given level rejects (Fig. 10.1).

    Parameters
    ----------
    law : Law
        The null law.
    level : float
        Largest probability of the region under the null law, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        Both tails, with half the level each, or one.

    Returns
    -------
    low, high : float
        Reject if the statistic is at most ``low`` or at least ``high``: the critical values. A
        tail that does not count has the value ``-inf`` or ``inf``.

    Raises
    ------
    ValueError
        If ``level`` lies outside (0, 1) or ``alternative`` is another word.
    """
    check_instance(law, "law", Law)
    level = check_real(level, "level", low=0, high=1, open_low=True, open_high=True)
    check_in(alternative, "alternative", ALTERNATIVES)
    tail = level / 2 if alternative == "two-sided" else level
    low = law.quantile(tail)
    high = law.quantile(1 - tail)
    if isinstance(law, DiscreteLaw):  # a jump may reach over the level: step back from it
        low = low - (law.cdf(low) > tail)
        high = high + 1
    low = -np.inf if alternative == "greater" else float(low)
    return low, np.inf if alternative == "less" else float(high)


def check_samples(value, name, least=2):
    """Samples along the last axis, at least so many; else a ValueError that names them."""
    samples = check_array(value, name)
    if samples.ndim == 0 or samples.shape[-1] < least or 0 in samples.shape:
        raise ValueError(
            f"{name} needs at least {least} samples along its last axis, got shape {samples.shape}"
        )
    return samples


def check_two_samples(x, y, least=2, paired=False):
    """Two sets of samples with the same repeats and, if paired, the same length."""
    x = check_samples(x, "x", least)
    y = check_samples(y, "y", least)
    if x.shape[:-1] != y.shape[:-1]:
        raise ValueError(f"x and y must have the same repeats, got {x.shape} and {y.shape}")
    if paired and x.shape != y.shape:
        raise ValueError(f"x and y must have the same length, got {x.shape} and {y.shape}")
    return x, y


def refuse_constant(names, variance, *samples):
    """Refuse rows without spread, for which a statistic would be 0/0.

    A variance below a few roundings of the samples' mean square is none.
    """
    squares = [np.einsum("...i,...i->...", x, x) / x.shape[-1] for x in samples]
    if (variance <= (16 * np.finfo(float).eps) ** 2 * np.max(squares, axis=0)).any():
        raise ValueError(f"{names}: all samples are equal, so the statistic has no scale")


def tail_pvalue(low, high, alternative):
    """p-value from Pr(T <= t) and Pr(T >= t); two-sided it is twice the smaller one."""
    check_in(alternative, "alternative", ALTERNATIVES)
    if alternative == "two-sided":
        return np.minimum(1.0, 2 * np.minimum(low, high))[()]
    return np.minimum(1.0, low if alternative == "less" else high)[()]
