"""Basket tables of the source's size, in which its three rules are planted with its counts."""

from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import make_baskets
from mlcompanion.rules import Transactions

from .goods import GOODS

__all__ = ["PRINTED", "M", "N", "PrintedRule", "planted_baskets"]

#: Baskets and kinds of goods of the source's table.
M = 9835
N = 169


class PrintedRule(NamedTuple):
    """One line of the source's listing: sides, numbers as printed, and the counts behind them."""

    lhs: tuple
    rhs: str
    support: float
    confidence: float
    lift: float
    count: int
    lhs_count: int
    rhs_count: int


_VEGETABLES = "root vegetables"
#: The three rules of largest lift that the source lists.
PRINTED = (
    PrintedRule(("liquor", "red/blush wine"), "bottled beer",
                0.001931876, 0.9047619, 11.235269, 19, 21, 792),
    PrintedRule(("citrus fruit", "other vegetables", "soda", "fruit/vegetable juice"), _VEGETABLES,
                0.001016777, 0.9090909, 8.340400, 10, 11, 1072),
    PrintedRule(("tropical fruit", "other vegetables", "whole milk", "yogurt", "oil"), _VEGETABLES,
                0.001016777, 0.9090909, 8.340400, 10, 11, 1072),
)  # fmt: skip

#: Chances of the named goods where all is independent. The source tells those of the two on the
#: right only; the others are common enough that no rule turned round has a lift like theirs.
_CHANCES = {
    "liquor": 0.02,
    "red/blush wine": 0.02,
    "bottled beer": 792 / M,
    _VEGETABLES: 1072 / M,
    "citrus fruit": 0.17,
    "other vegetables": 0.19,
    "soda": 0.17,
    "fruit/vegetable juice": 0.16,
    "tropical fruit": 0.18,
    "whole milk": 0.24,
    "yogurt": 0.18,
    "oil": 0.17,
}


def _independent(rng):
    """All goods independent; about four and a half a basket."""
    chances = np.array([*_CHANCES.values(), *rng.exponential(size=N - len(_CHANCES))])
    others = chances[len(_CHANCES) :]
    others *= (4.5 - sum(_CHANCES.values())) / others.sum()
    return rng.random((M, N)) < np.minimum(chances, 0.2 + 0.1 * (np.arange(N) < len(_CHANCES)))


def _with_patterns(rng):
    """Goods that come in patterns, some of them together."""
    X = make_baskets(M, N, random_state=rng).data.toarray()
    order = np.argsort(-X.sum(axis=0), kind="stable")
    # the listed goods are the commonest ones, but for the two drinks, which are of middle rank
    rare = order[45:47]
    return X[:, np.concatenate([rare, np.setdiff1d(order, rare, assume_unique=True)])]


def _plant(X, rule, rng, taken):
    """Let exactly ``lhs_count`` baskets hold the left side, and ``count`` of them the right."""
    columns = [GOODS.index(name) for name in rule.lhs]
    right = GOODS.index(rule.rhs)
    by_chance = np.flatnonzero(X[:, columns].all(axis=1))
    X[by_chance, rng.choice(columns, len(by_chance))] = False
    free = np.setdiff1d(np.arange(M), taken)
    rows = rng.choice(free, rule.lhs_count, replace=False)
    X[np.ix_(rows, columns)] = True
    X[rows, right] = np.arange(rule.lhs_count) < rule.count
    return rows


def _fill(X, name, total, rng, taken):
    """Give or take away one kind of goods, in other baskets, until it has its total."""
    column = GOODS.index(name)
    surplus = int(X[:, column].sum()) - total
    candidates = np.setdiff1d(np.flatnonzero(X[:, column] == (surplus > 0)), taken)
    X[rng.choice(candidates, abs(surplus), replace=False), column] = surplus < 0


def planted_baskets(seed, patterns=False):
    """A table of the source's size with its three rules in it, counts and all.

    Parameters
    ----------
    seed : int
    patterns : bool
        Whether the goods come in patterns, and only the first rule is planted, as in the shop of
        the page; else all three are, and all but what is planted is independent.

    Returns
    -------
    Transactions
        9,835 baskets over 169 kinds of goods.
    """
    rng = np.random.default_rng(seed)
    X = _with_patterns(rng) if patterns else _independent(rng)
    taken = np.empty(0, dtype=int)
    for rule in PRINTED[:1] if patterns else PRINTED:
        taken = np.append(taken, _plant(X, rule, rng, taken))
    # baskets in which a later rule's left side was completed or broken stay as they are planted
    for name, total in {rule.rhs: rule.rhs_count for rule in PRINTED}.items():
        _fill(X, name, total, rng, taken)
    return Transactions(X, GOODS)
