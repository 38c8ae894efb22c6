r"""Tests for counts: coins and contingency tables (Sugiyama 2016, 10.1, 10.4 and 10.7).

A table has shape ``(l, m)``, many tables shape ``(repeats, l, m)``. The book states the chi-squared
law for the divergences themselves; it holds for :math:`n\,\mathrm{PD}` and
:math:`2n\,\mathrm{KL}`, which is what these tests use.
"""

import numpy as np
from scipy.special import chdtrc, gammaln, xlogy

from mlcompanion._validation import check_array, check_count, check_in, check_real, mass_rounding

from .null_laws import ALTERNATIVES, TestResult, tail_pvalue

__all__ = [
    "binom_test",
    "chi2_gof",
    "chi2_independence",
    "fisher_exact",
    "g_test",
    "kl_statistic",
    "margin_tables",
    "pearson_statistic",
]

ROUNDING = 1e-7  # probabilities as equal as this count as equal


def binom_test(k, n, p=0.5, alternative="two-sided"):
    """Is the probability of heads ``p``? The coin test (Section 10.1).

    Parameters
    ----------
    k : int or array_like of int, any shape
        Numbers of heads.
    n : int
        Number of tosses, at least 1.
    p : float
        Probability of heads under the null hypothesis, in (0, 1).
    alternative : {"two-sided", "less", "greater"}
        Two-sided: all outcomes that are at most as probable as the observed one.

    Returns
    -------
    TestResult
        The statistic is ``k``.

    Raises
    ------
    ValueError
        If ``k`` is no whole number from 0 to ``n``.
    """
    n = check_count(n, "n", low=1)
    k = check_array(k, "k", dtype=int, low=0, high=n)
    p = check_real(p, "p", low=0, high=1, open_low=True, open_high=True)
    heads = np.arange(n + 1)
    # in logarithms: factorials overflow from 171 on
    choices = gammaln(n + 1) - gammaln(heads + 1) - gammaln(n - heads + 1)
    masses = np.exp(choices + xlogy(heads, p) + xlogy(n - heads, 1 - p))
    return TestResult(k.copy()[()], _discrete_pvalues(masses / masses.sum(), alternative)[k][()])


def _discrete_pvalues(masses, alternative):
    """The p-value of each outcome of a law on 0, 1, ..., from its masses."""
    check_in(alternative, "alternative", ALTERNATIVES)
    if alternative != "two-sided":
        below = np.cumsum(masses)
        above = np.cumsum(masses[::-1])[::-1]
        return tail_pvalue(below, above, alternative)
    ordered = np.sort(masses)
    # two-sided: all outcomes that are not more probable, those as probable with them
    last = np.searchsorted(ordered, masses * (1 + ROUNDING), side="right") - 1
    return np.minimum(np.cumsum(ordered)[last], 1.0)


def _check_counts(value, name="table"):
    """Counts of shape (..., l, m), some in each table."""
    table = check_array(value, name, low=0)
    if table.ndim < 2 or min(table.shape[-2:]) < 2 or 0 in table.shape:
        raise ValueError(f"{name} needs two rows and two columns, got shape {table.shape}")
    if (table != np.rint(table)).any():
        raise ValueError(f"{name} must hold whole numbers")
    if (table.sum(axis=(-2, -1)) == 0).any():
        raise ValueError(f"{name} has no counts")
    return table


def _check_table(value, name="table"):
    """Counts of shape (..., l, m), no margin of which is zero."""
    table = _check_counts(value, name)
    if min(table.sum(axis=-1).min(), table.sum(axis=-2).min()) == 0:
        raise ValueError(f"{name} has a row or a column without counts")
    return table


def _expected(table):
    """Counts expected if rows and columns are independent, from the margins."""
    rows = table.sum(axis=-1, keepdims=True)
    columns = table.sum(axis=-2, keepdims=True)
    return rows * columns / columns.sum(axis=-1, keepdims=True)


def pearson_statistic(table):
    """``n`` times the Pearson divergence (10.1) of a table from the product of its margins.

    Parameters
    ----------
    table : array_like, shape (..., l, m)

    Returns
    -------
    float or ndarray, shape (...)

    Raises
    ------
    ValueError
        If a margin is zero or an entry no count.
    """
    table = _check_table(table)
    expected = _expected(table)
    return np.sum((table - expected) ** 2 / expected, axis=(-2, -1))


def kl_statistic(table):
    """``2n`` times the Kullback-Leibler divergence of a table from the product of its margins.

    Parameters
    ----------
    table : array_like, shape (..., l, m)

    Returns
    -------
    float or ndarray, shape (...)

    Raises
    ------
    ValueError
        If a margin is zero or an entry no count.
    """
    table = _check_table(table)
    return 2 * np.sum(xlogy(table, table / _expected(table)), axis=(-2, -1))


def chi2_gof(counts, probabilities):
    """Do counts follow given probabilities? Pearson's goodness-of-fit test (Section 10.4).

    Parameters
    ----------
    counts : array_like, shape (..., *cells)
    probabilities : array_like, shape cells
        Positive, of sum 1; one axis or two, at least two cells.

    Returns
    -------
    TestResult
        ``n`` times the Pearson divergence (10.1), nearly chi-squared with one degree of freedom
        less than there are cells.

    Raises
    ------
    ValueError
        If the shapes do not fit, an entry is no count, or the probabilities do not sum to 1.
    """
    q = check_array(probabilities, "probabilities", min_rows=1, low=0, open_low=True)
    if q.size < 2 or abs(q.sum() - 1) > mass_rounding(probabilities):
        raise ValueError("probabilities of at least two cells must sum to 1")
    c = check_array(counts, "counts", low=0)
    if c.ndim < q.ndim or c.shape[c.ndim - q.ndim :] != q.shape or c.size == 0:
        raise ValueError(f"counts must end in the shape of probabilities {q.shape}, got {c.shape}")
    axes = tuple(range(-q.ndim, 0))
    n = c.sum(axis=axes, keepdims=True)
    if (c != np.rint(c)).any() or (n == 0).any():
        raise ValueError("counts must hold whole numbers, and some of them")
    statistic = np.sum((c - n * q) ** 2 / (n * q), axis=axes)
    return TestResult(statistic[()], chdtrc(q.size - 1, statistic)[()], q.size - 1)


def chi2_independence(table):
    """Are rows and columns of a table independent? Pearson's test (Section 10.4).

    Parameters
    ----------
    table : array_like, shape (..., l, m)
        Counts; no row or column without any.

    Returns
    -------
    TestResult
        ``n`` times the Pearson divergence (10.1), nearly chi-squared with (l - 1)(m - 1) degrees
        of freedom. No continuity correction.

    Raises
    ------
    ValueError
        If a margin is zero or an entry no count.
    """
    return _chi2(pearson_statistic(table), np.shape(table))


def g_test(table):
    """Are rows and columns of a table independent? The likelihood-ratio test (Section 10.4).

    Parameters
    ----------
    table : array_like, shape (..., l, m)
        Counts; no row or column without any.

    Returns
    -------
    TestResult
        ``2n`` times the Kullback-Leibler divergence, nearly chi-squared with (l - 1)(m - 1)
        degrees of freedom.

    Raises
    ------
    ValueError
        If a margin is zero or an entry no count.
    """
    return _chi2(kl_statistic(table), np.shape(table))


def _chi2(statistic, shape):
    dof = (shape[-2] - 1) * (shape[-1] - 1)
    return TestResult(statistic, chdtrc(dof, statistic)[()], dof)


def margin_tables(table):
    """All 2 x 2 tables with the margins of a given one, and their probabilities (Section 10.7).

    Parameters
    ----------
    table : array_like of int, shape (2, 2)

    Returns
    -------
    tables : ndarray, shape (k, 2, 2)
        In ascending order of the upper left entry.
    probabilities : ndarray, shape (k,)
        Of each under independence, given the margins: a hypergeometric law.

    Raises
    ------
    ValueError
        If a margin is zero or an entry no count.
    """
    return _margin_tables(check_array(_check_table(table), "table", shape=(2, 2)))


def _margin_tables(table):
    (row, other), (column, _) = table.sum(axis=1), table.sum(axis=0)
    first = np.arange(max(0, column - other), min(row, column) + 1)  # no cell may be negative
    rest = np.array([first, row - first, column - first, other - column + first])
    logs = -gammaln(rest + 1).sum(axis=0)  # factorials of the margins are common to all tables
    masses = np.exp(logs - logs.max())
    return rest.T.reshape(-1, 2, 2), masses / masses.sum()


def fisher_exact(table, alternative="two-sided"):
    """Are rows and columns of a 2 x 2 table independent? Fisher's exact test (Section 10.7).

    Parameters
    ----------
    table : array_like, shape (..., 2, 2)
        Counts.
    alternative : {"two-sided", "less", "greater"}
        Two-sided: all tables that are at most as probable as the observed one. ``"greater"``: the
        upper left entry is larger than independence makes it.

    Returns
    -------
    TestResult
        The statistic is the upper left entry. Where a margin is zero, there is no other table, and
        the p-value is 1.

    Raises
    ------
    ValueError
        If an entry is no count, or a table is empty.

    Notes
    -----
    Cost: one sum over the smallest margin for each set of margins among the tables.
    """
    table = _check_counts(table)
    check_array(table[(0,) * (table.ndim - 2)], "table", shape=(2, 2))
    check_in(alternative, "alternative", ALTERNATIVES)
    flat = table.reshape(-1, 4)
    a, b, c, d = flat.T
    margins, which = np.unique([a + b, c + d, a + c], axis=1, return_inverse=True)
    pvalue = np.empty(len(flat))
    for number in range(margins.shape[1]):
        rows = np.flatnonzero(which.ravel() == number)
        tables, masses = _margin_tables(flat[rows[0]].reshape(2, 2))
        place = (a[rows] - tables[0, 0, 0]).astype(int)
        pvalue[rows] = _discrete_pvalues(masses, alternative)[place]
    return TestResult(table[..., 0, 0][()], pvalue.reshape(table.shape[:-2])[()])
