"""The laws of the Indian buffet, tested: Griffiths and Ghahramani (2011), sections 4 and 7.

Thousands of matrices are drawn side by side by the rule of each construction, and their counts are
compared with the laws by chi-square tests; cells with fewer than five expected draws are pooled.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.special import betaln
from scipy.stats import binom, chisquare, poisson

from mlcompanion._validation import check_array, check_real, check_rng
from mlcompanion.bayes import (
    crp_conditional,
    expected_dishes,
    log_prob_ibp,
    sample_exchangeable_ibp,
    sample_ibp,
)

__all__ = [
    "Buffets",
    "class_p_values",
    "column_directions",
    "draw_buffets",
    "finite_distance",
    "finite_histories",
    "five_constructions",
    "order_dependence",
    "poisson_p_value",
    "same_piece",
    "same_table",
    "standard_errors",
    "stick_histories",
    "total_probability",
]

_CHUNK = 1000  # finite matrices drawn at once
_LEAST = 5  # expected draws of a cell
_NO_COIN = 1e-17  # a coin of 53 bits never falls on its one with so small a chance


class Buffets(NamedTuple):
    """Counts of many matrices: features in use (repeats,), ones of each row (repeats, n)."""

    features: np.ndarray
    rows: np.ndarray


def draw_buffets(n, alpha, beta=1.0, *, repeats=1000, random_state=None):
    """Draw many matrices by the buffet's rule, all customers i of the repeats at once.

    Parameters
    ----------
    n : int
        Customers.
    alpha, beta : float
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    Buffets

    Notes
    -----
    The rule of :func:`~mlcompanion.bayes.sample_ibp` (sections 4.4 and 7.1).
    """
    rng = check_rng(random_state)
    new = rng.poisson(alpha * beta / (beta + np.arange(n)), size=(repeats, n))
    known = new.cumsum(axis=1)
    dish = np.arange(known[:, -1].max())
    takers = np.zeros((repeats, dish.size))
    rows = np.empty((repeats, n), dtype=int)
    for i in range(n):
        taken = rng.random(takers.shape) * (beta + i) < takers
        taken |= (dish >= (known - new)[:, [i]]) & (dish < known[:, [i]])
        takers += taken
        rows[:, i] = taken.sum(axis=1)
    return Buffets(known[:, -1], rows)


def standard_errors(values, mean):
    """How many standard errors the mean of ``values`` lies above ``mean``."""
    values = check_array(values, "values", ndim=1, min_rows=2)
    return float((values.mean() - mean) / (values.std(ddof=1) / np.sqrt(values.size)))


def poisson_p_value(counts, mean):
    """p-value of the chi-square test that counts follow Poisson(``mean``)."""
    counts = check_array(counts, "counts", ndim=1, min_rows=2, dtype=int, low=0)
    cells = np.arange(int(poisson.isf(1e-12, mean)) + 2)
    kept = np.flatnonzero(counts.size * poisson.pmf(cells, mean) >= _LEAST)
    low = kept[0]
    high = kept[-1]
    below = poisson.cdf(np.arange(low, high), mean)
    expected = counts.size * np.diff(below, prepend=0.0, append=1.0)
    observed = np.bincount(np.clip(counts, low, high) - low, minlength=high - low + 1)
    return float(chisquare(observed, expected).pvalue)


def _histories(draw, repeats):
    """Columns of each non-zero history of three rows in many draws, shape (repeats, 7)."""
    matrices = [draw() for _ in range(repeats)]
    owner = np.repeat(np.arange(repeats), [Z.shape[1] for Z in matrices])
    return _count_histories(owner, np.hstack(matrices).T, repeats)


def _count_histories(owner, columns, matrices):
    """How often each non-zero history occurs among the columns of each matrix."""
    codes = 8 * owner + columns @ np.array([4, 2, 1])
    return np.bincount(codes, minlength=8 * matrices).reshape(matrices, 8)[:, 1:]


def _toss(owner, weights, matrices, rng):
    """Toss a coin for each of three rows and each weight, and count the histories."""
    return _count_histories(owner, rng.random((weights.size, 3)) < weights[:, None], matrices)


def finite_histories(n_features, alpha, *, repeats, random_state=None):
    """Columns of each history of three rows in matrices of the finite model (Eq. 9-10).

    The weights are U^(K / alpha) with uniform U, which is Beta(alpha / K, 1). Those below 1e-17
    are left out: no coin of 53 bits shows them.

    Returns
    -------
    ndarray of int, shape (repeats, 7)
    """
    rng = check_rng(random_state)
    share = alpha / n_features
    found = []
    for first in range(0, repeats, _CHUNK):
        size = min(_CHUNK, repeats - first)
        U = rng.random((size, n_features))
        matrix, column = np.nonzero(_NO_COIN**share < U)
        found.append(_toss(matrix, U[matrix, column] ** (1 / share), size, rng))
    return np.vstack(found)


def stick_histories(n_sticks, alpha, *, repeats, random_state=None):
    """Columns of each history of three rows, with weights from broken sticks (section 7.2).

    Returns
    -------
    ndarray of int, shape (repeats, 7)
    """
    rng = check_rng(random_state)
    weights = np.cumprod(rng.random((repeats, n_sticks)) ** (1 / alpha), axis=1)
    matrix, stick = np.nonzero(weights > _NO_COIN)
    return _toss(matrix, weights[matrix, stick], repeats, rng)


def five_constructions(alpha, *, n_features=2000, n_sticks=200, repeats=20_000, random_state=None):
    """Columns of each history in draws of three rows from five constructions of section 4 and 7.

    Returns
    -------
    dict
        By name an array of shape (repeats, 7): histories 001, 010, ..., 111.
    """
    rng = check_rng(random_state)
    ones = np.array([bin(h).count("1") for h in range(1, 8)])
    rates = alpha * np.exp(betaln(ones, 4 - ones))  # section 4.5
    many = {"repeats": repeats, "random_state": rng}
    return {
        "finite": finite_histories(n_features, alpha, **many),
        "buffet": _histories(lambda: sample_ibp(3, alpha, random_state=rng), repeats),
        "left-ordered buffet": _histories(
            lambda: sample_exchangeable_ibp(3, alpha, random_state=rng), repeats
        ),
        "histories": rng.poisson(rates, (repeats, 7)),
        "sticks": stick_histories(n_sticks, alpha, **many),
    }


def class_p_values(constructions, alpha):
    """p-values of the chi-square tests of class frequencies against Eq. 14.

    Parameters
    ----------
    constructions : dict
        By name the columns of each history of three rows, shape (repeats, 7).
    alpha : float

    Returns
    -------
    dict
    """
    place = 64 ** np.arange(7)
    keys = {name: counts @ place for name, counts in constructions.items()}
    classes = np.unique(np.concatenate(list(keys.values())))
    bits = np.arange(1, 8)[:, None] >> np.array([2, 1, 0]) & 1
    counts = classes[:, None] // place % 64
    chance = np.exp([log_prob_ibp(np.repeat(bits, c, axis=0).T, alpha) for c in counts])
    p_values = {}
    for name, drawn in keys.items():
        kept = np.flatnonzero(len(drawn) * chance >= _LEAST)
        found, times = np.unique(drawn, return_counts=True)
        observed = np.zeros(len(classes))
        observed[np.searchsorted(classes, found)] = times
        cells = np.append(observed[kept], len(drawn) - observed[kept].sum())
        expected = len(drawn) * np.append(chance[kept], 1 - chance[kept].sum())
        p_values[name] = float(chisquare(cells, expected).pvalue)
    return p_values


def total_probability(alpha, most=25):
    """Sum of Eq. 14 over the classes of two rows with at most so many columns of each type.

    Classes that differ by the order of the two rows are summed once and counted twice; that they
    are equally probable is what :func:`order_dependence` looks into.
    """
    total = 0.0
    types = np.array([[0, 1], [1, 0], [1, 1]])
    for first, both in product(range(most + 1), repeat=2):
        for second in range(first + 1):
            Z = np.repeat(types, (first, second, both), axis=0).T
            total += np.exp(log_prob_ibp(Z, alpha)) * (2 if second < first else 1)
    return total


def order_dependence(n, alpha, *, matrices=200, shuffles=10, random_state=None):
    """Largest relative change of Eq. 14 and of Eq. 15 when rows are shuffled, for each matrix.

    Returns
    -------
    ndarray, shape (matrices, 2)
    """
    rng = check_rng(random_state)
    changes = np.empty((matrices, 2))
    for change in changes:
        Z = sample_ibp(n, alpha, random_state=rng)
        shuffled = [Z[rng.permutation(n)] for _ in range(shuffles)]
        for law, ordered in enumerate((False, True)):
            here = log_prob_ibp(Z, alpha, ordered=ordered)
            moved = [log_prob_ibp(Y, alpha, ordered=ordered) for Y in shuffled]
            change[law] = np.max(np.abs(np.expm1(np.array(moved) - here)))
    return changes


def finite_distance(n, alpha, n_features):
    """Total variation between the laws of used features with K columns and with infinitely many.

    With K columns their number is binomial, in the limit Poisson(alpha H_n): both laws are exact.
    """
    j = np.arange(1, n + 1)
    used = -np.expm1(-np.log1p(alpha / n_features / j).sum())
    k = np.arange(n_features + 1)
    limit = poisson(expected_dishes(n, alpha))
    gaps = np.abs(binom.pmf(k, n_features, used) - limit.pmf(k)).sum()
    return float((gaps + limit.sf(n_features)) / 2)


def column_directions(matrices):
    """Shares of matrices whose histories, read as whole numbers, never increase or never decrease.

    Returns
    -------
    (float, float)
        Descending and ascending.
    """
    codes = [[int("".join("01"[int(b)] for b in column), 2) for column in Z.T] for Z in matrices]
    down = np.mean([c == sorted(c, reverse=True) for c in codes])
    return float(down), float(np.mean([c == sorted(c) for c in codes]))


def same_table(alpha, *, repeats=20_000, random_state=None):
    """Share of Chinese restaurants whose second customer joins the first; no stick is used."""
    (joins,), _ = crp_conditional([0, 0], 1, alpha)
    return float(np.mean(check_rng(random_state).random(repeats) < joins))


def same_piece(a, b, *, repeats=20_000, n_sticks=60, random_state=None):
    """Mean sum of squared pieces of a stick of which Beta(a, b) is broken off at each step.

    It is the chance that two independent points of the stick fall on one piece.
    """
    rng = check_rng(random_state)
    a, b = (check_real(v, name, low=0, open_low=True) for v, name in ((a, "a"), (b, "b")))
    squared = np.zeros(repeats)
    left = np.ones(repeats)
    for _ in range(n_sticks):
        broken = rng.beta(a, b, repeats)
        squared += (left * broken) ** 2
        left *= 1 - broken
    return float(squared.mean())
