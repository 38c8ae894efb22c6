"""Two real cases: shares and the price of oil, and answers of developers."""

from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import load_sp20, load_stackoverflow, load_wti
from mlcompanion.graphical.partitions import FoCART

__all__ = ["OilDays", "developer_gains", "developer_rows", "oil_days", "oil_gains", "ranks"]


class OilDays(NamedTuple):
    """Days on which both shares and oil have a price.

    Attributes
    ----------
    price : ndarray, shape (n,)
        Of oil, in dollars a barrel.
    rises : ndarray of int, shape (n, 20)
        Whether a share rose since the day before.
    names : list of str
    """

    price: np.ndarray
    rises: np.ndarray
    names: list

    def scaled(self):
        """Prices from 0 for the lowest to 1 for the highest, one column."""
        return ((self.price - self.price.min()) / np.ptp(self.price))[:, None]


def oil_days(first="2003-01-01", last="2005-12-31"):
    """Shares that rose or did not, and the price of oil, by day."""
    shares = load_sp20()
    oil = load_wti()
    rises = (np.diff(np.log(shares.data), axis=0) > 0).astype(int)
    days = shares.dates[1:]
    both, of_shares, of_oil = np.intersect1d(days, oil.dates, return_indices=True)
    kept = (both >= np.datetime64(first)) & (both <= np.datetime64(last))
    price = oil.data[of_oil[kept], 0]
    return OilDays(price, rises[of_shares[kept]], list(shares.feature_names))


def _thirds(n, rng):
    return np.array_split(rng.permutation(n), 3)


def _gain(X, Y, parts, **options):
    """Nats a test row that a tree gains on one forest, and its number of leaves."""
    train, out, test = parts
    rows = (X[train], Y[train], X[out], Y[out])
    tree = FoCART(n_states=2, **options).fit(*rows)
    pooled = FoCART(n_states=2, max_level=0).fit(*rows)
    gain = tree.score(X[test], Y[test]) - pooled.score(X[test], Y[test])
    return float(gain), tree.tree_.n_leaves


def oil_gains(days, repeats):
    """Gains, leaves, and leaves with shuffled prices, one for each random division of the days."""
    X = days.scaled()
    found = []
    for seed in range(repeats):
        rng = np.random.default_rng(seed)
        parts = _thirds(len(X), rng)
        gain, leaves = _gain(X, days.rises, parts)
        shuffled = _gain(rng.permutation(X), days.rises, parts)[1]
        found.append((gain, leaves, shuffled))
    gain, leaves, shuffled = zip(*found)
    return list(gain), list(leaves), list(shuffled)


def ranks(values):
    """Places of the values of each column in their order, from 0 to 1; equal values share one."""
    places = [np.unique(column, return_inverse=True) for column in values.T]
    counted = []
    for _, inverse in places:
        below = np.cumsum(np.bincount(inverse)) - 1
        counted.append(below[inverse] / max(len(inverse) - 1, 1))
    return np.column_stack(counted)


def developer_rows():
    """Covariates as ranks, answers, and the names of both."""
    survey = load_stackoverflow()
    return (
        ranks(survey.covariates),
        survey.data,
        list(survey.covariate_names),
        list(survey.feature_names),
    )


def developer_gains(X, Y, repeats):
    """Gains of the tree, and with shuffled covariates, one for each division of the rows."""
    gains = []
    null = []
    for seed in range(repeats):
        rng = np.random.default_rng(seed)
        parts = _thirds(len(X), rng)
        gains.append(_gain(X, Y, parts)[0])
        null.append(_gain(rng.permutation(X), Y, parts)[0])
    return gains, null
