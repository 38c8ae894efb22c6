"""Tests for expectations and variances of normal samples (Sugiyama 2016, 10.2 and 10.5).

Each function is one formula of the book, its null law beside it. The ``z`` tests know the standard
deviation, the ``t`` tests estimate it. Samples run along the last axis; see
:mod:`mlcompanion.stats.tests.null_laws`.
"""

import numpy as np
from scipy.special import fdtr, fdtrc, ndtr, stdtr

from mlcompanion._validation import check_flag, check_in, check_real

from .null_laws import (
    ALTERNATIVES,
    TestResult,
    check_samples,
    check_two_samples,
    refuse_constant,
    tail_pvalue,
)

__all__ = [
    "f_test",
    "t_test",
    "t_test_ind",
    "t_test_paired",
    "z_test",
    "z_test_ind",
    "z_test_paired",
]


def _normal(z, alternative):
    return TestResult(z[()], tail_pvalue(ndtr(z), ndtr(-z), alternative))


def _student(t, dof, alternative):
    check_in(alternative, "alternative", ALTERNATIVES)
    # always a lower tail: one less a probability would lose small p-values
    sides = {"less": t, "greater": -t, "two-sided": -np.abs(t)}
    p = stdtr(dof, sides[alternative]) * (2 if alternative == "two-sided" else 1)
    return TestResult(t[()], p[()], dof)


def _variance(x):
    """The unbiased estimator, in two passes."""
    return x.var(axis=-1, ddof=1)


def z_test(x, mu=0.0, sigma=1.0, alternative="two-sided"):
    """Is the expectation ``mu``, the standard deviation being known? (Section 10.2).

    Parameters
    ----------
    x : array_like, shape (..., n)
    mu : float
        Expectation under the null hypothesis.
    sigma : float
        Standard deviation, positive.
    alternative : {"two-sided", "less", "greater"}

    Returns
    -------
    TestResult
        ``z = (mean - mu) / (sigma / sqrt(n))``, which is N(0, 1) under the null hypothesis.

    Raises
    ------
    ValueError
        If ``x`` is empty or not finite, or ``sigma`` is not positive.
    """
    x = check_samples(x, "x", 1)
    mu = check_real(mu, "mu")
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return _normal((x.mean(axis=-1) - mu) / (sigma / np.sqrt(x.shape[-1])), alternative)


def t_test(x, mu=0.0, alternative="two-sided"):
    """Is the expectation ``mu``? Student's test (Section 10.2).

    Parameters
    ----------
    x : array_like, shape (..., n)
        At least two samples, not all equal.
    mu : float
        Expectation under the null hypothesis.
    alternative : {"two-sided", "less", "greater"}

    Returns
    -------
    TestResult
        ``t = (mean - mu) / sqrt(variance / n)``, which has Student's law with ``n - 1`` degrees of
        freedom.

    Raises
    ------
    ValueError
        If all samples of a row are equal (t would be 0/0), or there is only one.
    """
    x = check_samples(x, "x")
    mu = check_real(mu, "mu")
    n = x.shape[-1]
    variance = _variance(x)
    refuse_constant("x", variance, x)
    t = (x.mean(axis=-1) - mu) / np.sqrt(variance / n)
    return _student(t, n - 1, alternative)


def z_test_ind(x, y, sigma=1.0, alternative="two-sided"):
    """Have two independent sets of samples one expectation? Known common ``sigma`` (10.5.1).

    Parameters
    ----------
    x : array_like, shape (..., n)
    y : array_like, shape (..., n')
    sigma : float
        Standard deviation of both, positive.
    alternative : {"two-sided", "less", "greater"}
        Of the expectation of ``x`` against that of ``y``.

    Returns
    -------
    TestResult
        ``z = (mean - mean') / (sigma sqrt(1/n + 1/n'))``, which is N(0, 1).

    Raises
    ------
    ValueError
        If a set is empty or ``sigma`` is not positive.
    """
    x, y = check_two_samples(x, y, 1)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    width = sigma * np.sqrt(1 / x.shape[-1] + 1 / y.shape[-1])
    return _normal((x.mean(axis=-1) - y.mean(axis=-1)) / width, alternative)


def t_test_ind(x, y, equal_var=True, round_dof=False, alternative="two-sided"):
    """Have two independent sets of samples one expectation? Unpaired t and Welch's t (10.5.1).

    Parameters
    ----------
    x : array_like, shape (..., n)
    y : array_like, shape (..., n')
        At least two samples each; not all equal in both sets.
    equal_var : bool
        Pool the variances (exact if they are equal), or estimate them apart (Welch's test).
    round_dof : bool
        Round Welch's degrees of freedom to an integer, as the book does.
    alternative : {"two-sided", "less", "greater"}
        Of the expectation of ``x`` against that of ``y``.

    Returns
    -------
    TestResult
        Pooled: Student's law with ``n + n' - 2`` degrees of freedom. Welch: nearly Student's law
        with ``k`` degrees of freedom, one for each row.

    Raises
    ------
    ValueError
        If in both sets all samples are equal.
    """
    x, y = check_two_samples(x, y)
    equal_var = check_flag(equal_var, "equal_var")
    round_dof = check_flag(round_dof, "round_dof")
    n = x.shape[-1]
    n_prime = y.shape[-1]
    variance = _variance(x)
    variance_prime = _variance(y)
    refuse_constant("x and y", np.maximum(variance, variance_prime), x, y)
    gap = x.mean(axis=-1) - y.mean(axis=-1)
    if equal_var:
        dof = n + n_prime - 2
        pooled = ((n - 1) * variance + (n_prime - 1) * variance_prime) / dof
        return _student(gap / np.sqrt(pooled * (1 / n + 1 / n_prime)), dof, alternative)
    a = variance / n
    b = variance_prime / n_prime  # squared standard errors of the averages
    k = (a + b) ** 2 / (a**2 / (n - 1) + b**2 / (n_prime - 1))
    k = np.rint(k) if round_dof else k
    return _student(gap / np.sqrt(a + b), k[()], alternative)


def f_test(x, y, alternative="two-sided"):
    """Have two sets of normal samples one variance? (Section 10.5.1).

    Parameters
    ----------
    x : array_like, shape (..., n)
    y : array_like, shape (..., n')
        At least two samples each, not all equal.
    alternative : {"two-sided", "less", "greater"}
        Of the variance of ``x`` against that of ``y``.

    Returns
    -------
    TestResult
        The quotient of the variances, which has the F law with ``(n - 1, n' - 1)`` degrees of
        freedom; the book does not print them.

    Raises
    ------
    ValueError
        If all samples of a set are equal.
    """
    x, y = check_two_samples(x, y)
    variance = _variance(x)
    variance_prime = _variance(y)
    refuse_constant("x", variance, x)
    refuse_constant("y", variance_prime, y)
    ratio = variance / variance_prime
    dof = (x.shape[-1] - 1, y.shape[-1] - 1)
    return TestResult(
        ratio[()], tail_pvalue(fdtr(*dof, ratio), fdtrc(*dof, ratio), alternative), dof
    )


def z_test_paired(x, y, rho, sigma=1.0, alternative="two-sided"):
    """Have the two members of pairs one expectation? Known ``sigma`` and ``rho`` (10.5.2).

    Parameters
    ----------
    x, y : array_like, shape (..., n)
        Partners stand at the same place.
    rho : float
        Correlation of partners, in [-1, 1).
    sigma : float
        Standard deviation of both, positive.
    alternative : {"two-sided", "less", "greater"}
        Of the expectation of ``x`` against that of ``y``.

    Returns
    -------
    TestResult
        ``z = mean difference / sqrt(2 sigma^2 (1 - rho) / n)``, which is N(0, 1).

    Raises
    ------
    ValueError
        If the lengths differ, ``sigma`` is not positive or ``rho`` outside [-1, 1).
    """
    x, y = check_two_samples(x, y, 1, paired=True)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    rho = check_real(rho, "rho", low=-1, high=1, open_high=True)
    width = sigma * np.sqrt(2 * (1 - rho) / x.shape[-1])
    return _normal((x - y).mean(axis=-1) / width, alternative)


def t_test_paired(x, y, alternative="two-sided"):
    """Have the two members of pairs one expectation? Paired t (Section 10.5.2).

    Parameters
    ----------
    x, y : array_like, shape (..., n)
        Partners stand at the same place; at least two pairs, whose differences are not all equal.
    alternative : {"two-sided", "less", "greater"}
        Of the expectation of ``x`` against that of ``y``.

    Returns
    -------
    TestResult
        ``t = mean difference / sqrt(2 v / n)`` with ``v`` of equation (10.2), half the variance of
        the differences: Student's law with ``n - 1`` degrees of freedom. The factor 1 - rho that
        the book prints under the root is not there: ``v`` contains it.

    Raises
    ------
    ValueError
        If the lengths differ, or all differences of a row are equal.
    """
    x, y = check_two_samples(x, y, paired=True)
    n = x.shape[-1]
    difference = x - y
    halved = _variance(difference) / 2  # (10.2)
    refuse_constant("x - y", halved, x, y)
    return _student(difference.mean(axis=-1) / np.sqrt(2 * halved / n), n - 1, alternative)
