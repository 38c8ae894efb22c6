"""Power, and the test that has most of it (Sugiyama 2016, 10.3 and 10.5.2).

The power of a test is the probability that it rejects; where the null hypothesis holds, this is the
level. For the tests of normal expectations it has a closed form in the *shift*: the difference of
expectations divided by the standard error of its estimate.
"""

import numpy as np
from scipy.special import nctdtr, ndtr, ndtri, stdtrit

from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_instance,
    check_real,
    check_rng,
)
from mlcompanion.probability import ContinuousLaw, DiscreteLaw

from .null_laws import ALTERNATIVES, TestResult, check_samples

__all__ = ["lr_test", "paired_shift", "t_power", "unpaired_shift", "z_power"]


def lr_test(x, null, other, n_draws=10_000, random_state=None):
    """The likelihood-ratio test of Neyman and Pearson between two simple hypotheses (10.3).

    Parameters
    ----------
    x : array_like, shape (..., n)
        Independent samples.
    null, other : ContinuousLaw or DiscreteLaw
        The law of one sample under the null and under the alternative hypothesis.
    n_draws : int
        Sets of n samples from ``null`` that make the null law of the statistic.
    random_state : int, Generator or None

    Returns
    -------
    TestResult
        The statistic is the logarithm of the ratio L(null) / L(other); small values reject, and
        no test of the same level has more power. p-value: ``(1 + b) / (1 + n_draws)`` where b draws
        are as small.

    Raises
    ------
    ValueError
        If a sample is impossible under both laws.
    """
    x = check_samples(x, "x", 1)
    for law, name in ((null, "null"), (other, "other")):
        check_instance(law, name, (ContinuousLaw, DiscreteLaw))
    n_draws = check_count(n_draws, "n_draws", low=1)
    observed = _log_ratio(x, null, other)
    drawn = null.rvs((n_draws, x.shape[-1]), check_rng(random_state))
    drawn = np.sort(_log_ratio(drawn, null, other))
    rounding = 1e-9 * np.abs(np.where(np.isfinite(observed), observed, 0))
    # equal draws count as extreme
    smaller = np.searchsorted(drawn, observed + rounding, side="right")
    # the observed sample counts as a draw: no p-value is 0
    return TestResult(observed[()], ((1 + smaller) / (1 + n_draws))[()])


def _log_ratio(x, null, other):
    first, second = (
        law.logpdf(x) if isinstance(law, ContinuousLaw) else law.logpmf(x) for law in (null, other)
    )
    with np.errstate(invalid="ignore"):
        ratio = (first - second).sum(axis=-1)
    if np.isnan(ratio).any():
        raise ValueError("x holds samples that neither null nor other can produce together")
    return ratio


def z_power(shift, level=0.05, alternative="two-sided"):
    """Power of a z-test whose statistic is N(shift, 1).

    Parameters
    ----------
    shift : float or array_like, any shape
    level : float
        In (0, 1).
    alternative : {"two-sided", "less", "greater"}

    Returns
    -------
    float or ndarray, the shape of ``shift``

    Raises
    ------
    ValueError
        If ``level`` lies outside (0, 1).
    """
    shift, tail = _check(shift, level, alternative)
    critical = -ndtri(tail)
    return _rejected(ndtr(-critical - shift), ndtr(shift - critical), alternative)


def t_power(shift, dof, level=0.05, alternative="two-sided"):
    """Power of a t-test whose statistic has the noncentral Student law.

    Parameters
    ----------
    shift : float or array_like, any shape
        The noncentrality.
    dof : float
        Degrees of freedom, positive.
    level : float
        In (0, 1).
    alternative : {"two-sided", "less", "greater"}

    Returns
    -------
    float or ndarray, the shape of ``shift``

    Raises
    ------
    ValueError
        If ``level`` lies outside (0, 1) or ``dof`` is not positive.
    """
    shift, tail = _check(shift, level, alternative)
    dof = check_real(dof, "dof", low=0, open_low=True)
    critical = -stdtrit(dof, tail)
    low, high = (_lower_tail(dof, s, critical) for s in (shift, -shift))
    return _rejected(low, high, alternative)


def _lower_tail(dof, shift, critical):
    """Pr(T <= -critical), which is below Pr(N(shift, 1) <= 0): zero beyond a shift of 8."""
    return np.where(shift > 8, 0.0, nctdtr(dof, np.minimum(shift, 8), -critical))


def _check(shift, level, alternative):
    check_in(alternative, "alternative", ALTERNATIVES)
    level = check_real(level, "level", low=0, high=1, open_low=True, open_high=True)
    return check_array(shift, "shift"), level / 2 if alternative == "two-sided" else level


def _rejected(low, high, alternative):
    return {"less": low, "greater": high}.get(alternative, low + high)[()]


def unpaired_shift(effect, n, n_prime=None):
    """Shift of the unpaired statistics: ``effect / sqrt(1/n + 1/n')`` (Section 10.5.1).

    Parameters
    ----------
    effect : float
        Difference of the expectations in standard deviations.
    n : int
        Size of the first set.
    n_prime : int, optional
        Size of the second set; default ``n``.

    Returns
    -------
    float
    """
    effect = check_real(effect, "effect")
    n = check_count(n, "n", low=1)
    n_prime = n if n_prime is None else check_count(n_prime, "n_prime", low=1)
    return effect / np.sqrt(1 / n + 1 / n_prime)


def paired_shift(effect, n, rho):
    """Shift of the paired statistics: ``effect / sqrt(2 (1 - rho) / n)`` (Section 10.5.2).

    Parameters
    ----------
    effect : float
        Difference of the expectations in standard deviations.
    n : int
        Number of pairs.
    rho : float
        Correlation of partners, in [-1, 1).

    Returns
    -------
    float
    """
    effect = check_real(effect, "effect")
    n = check_count(n, "n", low=1)
    rho = check_real(rho, "rho", low=-1, high=1, open_high=True)
    return effect / np.sqrt(2 * (1 - rho) / n)
