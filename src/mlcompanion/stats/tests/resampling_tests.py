"""Tests whose null law the computer makes: bootstrap, partitions, tables (Sugiyama 2016, 10.7).

Random draws never give a p-value of zero: with b of B draws at least as extreme it is
``(1 + b) / (1 + B)``, since the observed data count as one draw.
"""

from itertools import combinations, islice
from math import comb

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_in,
    check_real,
    check_rng,
)
from mlcompanion.resampling import bootstrap_counts, bootstrap_indices, random_splits

from .count_tests import _check_table, pearson_statistic
from .null_laws import (
    ALTERNATIVES,
    TestResult,
    check_samples,
    check_two_samples,
    refuse_constant,
    tail_pvalue,
)

__all__ = ["bootstrap_test", "monte_carlo_table", "permutation_test", "random_tables"]

EPS = np.finfo(float).eps
ROUNDING = 1e-9  # values of a user's statistic that are this share of their range apart are equal
CELLS = 2**22  # entries of the partitions that are held at a time


def bootstrap_test(
    x, mu=0.0, statistic=None, n_draws=1000, alternative="two-sided", random_state=None
):
    """Is a parameter ``mu``? Whether it lies in the tails of the bootstrap's histogram (10.7).

    Parameters
    ----------
    x : array_like, shape (..., n)
        At least two samples, not all equal.
    mu : float
        Value of the parameter under the null hypothesis.
    statistic : callable, optional
        From samples of shape (B, n) to B estimates; default their averages.
    n_draws : int
        Bootstrap samples; all rows of ``x`` share which places they draw.
    alternative : {"two-sided", "less", "greater"}
        ``"greater"``: the parameter is greater than ``mu``.

    random_state : int, Generator or None

    Returns
    -------
    TestResult
        The statistic of ``x``.

    Raises
    ------
    ValueError
        If all samples of a row are equal, or ``statistic`` returns another shape.

    Notes
    -----
    Nothing is assumed about the law of the samples, and nothing is exact: the level is right in the
    limit of many samples only.
    """
    x = check_samples(x, "x")
    mu = check_real(mu, "mu")
    refuse_constant("x", x.var(axis=-1), x)
    check_function(statistic, "statistic")
    n = x.shape[-1]
    rng = check_rng(random_state)
    n_draws = check_count(n_draws, "n_draws", low=1)
    rows = x.reshape(-1, n)
    if statistic is None:
        observed = rows.mean(axis=1)
        draws = rows @ bootstrap_counts(n, n_draws, rng).T / n
    else:
        places = bootstrap_indices(n, n_draws, rng)
        observed = _values(statistic, len(rows), rows)
        draws = np.array([_values(statistic, n_draws, row[places]) for row in rows])
    above = np.mean(draws >= mu, axis=1)
    below = np.mean(draws <= mu, axis=1)
    # the observed sample counts as one more draw, on both sides
    small = 1 / (1 + n_draws)
    low = small + (1 - small) * above
    high = small + (1 - small) * below
    shape = x.shape[:-1]
    p = tail_pvalue(low, high, alternative)
    return TestResult(observed.reshape(shape)[()], p.reshape(shape)[()])


def permutation_test(
    x,
    y,
    statistic=None,
    *,
    n_draws=10_000,
    method="auto",
    alternative="two-sided",
    random_state=None,
    batch=None,
):
    """Do two sets of samples follow one law? All ways to part them, or random ones (10.7).

    Parameters
    ----------
    x : array_like, shape (..., n)
    y : array_like, shape (..., n')
    statistic : callable, optional
        From two arrays of shape (B, n) and (B, n') to B numbers; default the difference of the
        averages.
    n_draws : int
        Random partitions; all rows of ``x`` and ``y`` share them.
    method : {"auto", "exact", "random"}
        All partitions or random ones; ``"auto"`` tries all if there are at most ``n_draws``.
    alternative : {"two-sided", "less", "greater"}
        Two-sided compares sizes, so it wants a statistic that is centred at zero, such as a
        difference.
    random_state : int, Generator or None
    batch : int, optional
        Partitions at a time; default as many as keep 4 million places. It changes no draw.

    Returns
    -------
    TestResult

    Raises
    ------
    ValueError
        If the repeats differ, or ``statistic`` returns another shape.

    Notes
    -----
    Equal values that differ by rounding count as equal: of averages what the digits of the samples
    leave open, of your own statistic a billionth of its range.

    Cost: one statistic for each partition; for averages one matrix product. Memory: ``batch`` times
    ``n + n'``, and for a statistic of your own one number for each partition and repeat.
    """
    x, y = check_two_samples(x, y, 1)
    check_function(statistic, "statistic")
    n = x.shape[-1]
    n_prime = y.shape[-1]
    n_draws = check_count(n_draws, "n_draws", low=1)
    check_in(method, "method", ("auto", "exact", "random"))
    check_in(alternative, "alternative", ALTERNATIVES)
    exact = method == "exact" or (method == "auto" and comb(n + n_prime, n) <= n_draws)
    if batch is None:
        # as many partitions at a time as fit into CELLS
        batch = max(1, CELLS // (n + n_prime))
    batch = check_count(batch, "batch", low=1)
    if exact:
        batches = _all_splits(n, n_prime, batch)
    else:
        batches = _random_batches(n, n_prime, n_draws, batch, check_rng(random_state))
    pooled = np.concatenate([x, y], axis=-1).reshape(-1, n + n_prime)
    if statistic is None:
        observed, p = _mean_shares(pooled, n, batches, exact, alternative)
    else:
        observed = _values(statistic, len(pooled), pooled[:, :n], pooled[:, n:])
        drawn = [[_parted(statistic, row, parts) for row in pooled] for parts in batches]
        drawn = np.concatenate(drawn, axis=1)
        p = _share(observed, drawn, _tie_width(observed, drawn), exact, alternative)
    return TestResult(observed.reshape(x.shape[:-1])[()], p.reshape(x.shape[:-1])[()])


def _mean_shares(pooled, n, batches, exact, alternative):
    """Differences of the averages, and the share of partitions with one at least as extreme."""
    n_prime = pooled.shape[1] - n
    centred = pooled - pooled.mean(axis=1, keepdims=True)  # far from zero a mean loses digits
    observed = centred @ np.repeat([1 / n, -1 / n_prime], [n, n_prime])
    sizes = np.abs(pooled).max(axis=1) + np.abs(centred).sum(axis=1) / min(n, n_prime)
    # partitions that differ by rounding only count as extreme
    line = _extremeness(observed, alternative) - 16 * EPS * sizes
    count = np.zeros(len(pooled), dtype=int)
    total = 0
    for parts in batches:
        drawn = centred @ np.where(parts, 1 / n, -1 / n_prime).T
        count += np.count_nonzero(_extremeness(drawn, alternative) >= line[:, None], axis=1)
        total += len(parts)
    return observed, _as_pvalue(count, total, exact)


def _all_splits(n, n_prime, batch):
    """Every choice of ``n`` places of ``n + n_prime``, a row each, so many rows at a time."""
    choices = combinations(range(n + n_prime), n)
    while some := list(islice(choices, batch)):
        parts = np.zeros((len(some), n + n_prime), dtype=bool)
        parts[np.arange(len(some))[:, None], some] = True
        yield parts


def _random_batches(n, n_prime, n_draws, batch, rng):
    """Random choices; the generator goes on from batch to batch, so its size changes nothing."""
    for start in range(0, n_draws, batch):
        yield random_splits(n, n_prime, min(batch, n_draws - start), rng)


def _parted(statistic, pooled, parts):
    """The statistic of one pooled set under each partition."""
    first = np.broadcast_to(pooled, parts.shape)[parts].reshape(len(parts), -1)
    second = np.broadcast_to(pooled, parts.shape)[~parts].reshape(len(parts), -1)
    return _values(statistic, len(parts), first, second)


def _values(statistic, count, *samples):
    """What a user's statistic says of so many samples."""
    return check_array(statistic(*samples), "statistic's result", shape=(count,))


def _tie_width(observed, drawn):
    """How far apart values of a statistic may be and still be equal but for rounding.

    Whoever wrote the statistic knows its units and we do not: the range of its values tells.
    """
    high = np.maximum(drawn.max(axis=1), observed)
    low = np.minimum(drawn.min(axis=1), observed)
    return ROUNDING * (high - low) + 4 * EPS * np.maximum(np.abs(high), np.abs(low))


def _extremeness(values, alternative):
    """Values turned so that large ones contradict the null hypothesis."""
    if alternative == "two-sided":
        return np.abs(values)
    return -values if alternative == "less" else values


def _share(observed, drawn, width, exact, alternative):
    """Share of draws, one row an observation, at least as extreme as what was observed."""
    line = _extremeness(observed, alternative) - width
    count = np.count_nonzero(_extremeness(drawn, alternative) >= line[:, None], axis=1)
    return _as_pvalue(count, drawn.shape[1], exact)


def _as_pvalue(count, total, exact):
    """All partitions hold the observed one; to random ones it is added."""
    return count / total if exact else (1 + count) / (1 + total)


def random_tables(table, n_draws, random_state=None):
    """Random contingency tables with given margins, as independence makes them (Section 10.7).

    Parameters
    ----------
    table : array_like of int, shape (l, m)
        Its margins count.
    n_draws : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (n_draws, l, m)

    Raises
    ------
    ValueError
        If a margin is zero or an entry no count.

    Notes
    -----
    The law of shuffling one margin against the other, drawn cell by cell: given the cells before
    it, a cell is hypergeometric. Cost: O(l m) draws a table, whatever the number of counts.
    """
    table = check_array(_check_table(table), "table", ndim=2).astype(int)
    rng = check_rng(random_state)
    n_draws = check_count(n_draws, "n_draws", low=1)
    left = np.tile(table.sum(axis=0), (n_draws, 1))  # of each column
    drawn = np.zeros((n_draws, *table.shape), dtype=int)
    # row by row, column by column: each entry is hypergeometric given what is left
    for i, row in enumerate(table.sum(axis=1)[:-1]):
        wanted = np.full(n_draws, row)
        others = left.sum(axis=1)
        for j in range(table.shape[1] - 1):
            others -= left[:, j]  # what the columns after j hold
            drawn[:, i, j] = rng.hypergeometric(left[:, j], others, wanted)
            wanted -= drawn[:, i, j]
        drawn[:, i, -1] = wanted
        left -= drawn[:, i]
    drawn[:, -1] = left
    return drawn


def monte_carlo_table(table, statistic=None, n_draws=10_000, random_state=None):
    """Are rows and columns independent? Any table, any statistic (Section 10.7).

    Parameters
    ----------
    table : array_like of int, shape (l, m)
        Counts; no row or column without any.
    statistic : callable, optional
        From tables of shape (B, l, m) to B numbers, large where the table contradicts
        independence; default ``n`` times the Pearson divergence.
    n_draws : int
        Random tables with the same margins.
    random_state : int, Generator or None

    Returns
    -------
    TestResult

    Raises
    ------
    ValueError
        If a margin is zero, an entry no count, or ``statistic`` returns another shape.
    """
    check_function(statistic, "statistic")
    statistic = pearson_statistic if statistic is None else statistic
    drawn = _values(statistic, n_draws, random_tables(table, n_draws, random_state))
    observed = _values(statistic, 1, np.asarray(table)[None])
    drawn = drawn[None]
    p = _share(observed, drawn, _tie_width(observed, drawn), False, "greater")
    return TestResult(observed[0], p[0])
