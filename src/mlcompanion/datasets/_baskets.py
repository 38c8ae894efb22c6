"""Baskets that hold patterns: the generator of Agrawal and Srikant (1994), known as IBM Quest."""

import numpy as np
from scipy import sparse
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_baskets"]


def _patterns(rng, n_patterns, n_items, mean):
    """Sets of items that are bought together: geometric sizes, common items more often."""
    popularity = rng.exponential(size=n_items)
    chances = popularity / popularity.sum()
    sizes = np.minimum(rng.geometric(1 / mean, n_patterns), n_items)
    return [np.sort(rng.choice(n_items, size, replace=False, p=chances)) for size in sizes]


def _choices(rng, popularity):
    """Yield patterns, many drawn at a time."""
    while True:
        yield from rng.choice(len(popularity), 10_000, p=popularity).tolist()


def make_baskets(n_baskets=1000, n_items=100, *, mean_size=4.4, n_patterns=100, pattern_size=3.0,
                 corruption=0.5, random_state=None):  # fmt: skip
    """Draw baskets that are filled with patterns of items, each bought only in part.

    A basket wants 1 + Poisson(``mean_size`` - 1) items. Patterns come into it, the popular ones
    more often, each item of a pattern being left out with a chance of its pattern's own, until it
    has as many; what is too much is left out.

    Parameters
    ----------
    n_baskets, n_items : int
    mean_size : float
        Mean number of items that a basket wants, at least 1. Items that come twice count once, so
        that baskets are a little smaller.
    n_patterns : int
        Patterns; their popularity is exponential.
    pattern_size : float
        Mean size of a pattern, at least 1; sizes are geometric.
    corruption : float
        Mean chance that an item of a pattern is left out, in [0, 1).
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_baskets, n_items) CSR array of bool, ``feature_names`` (list of str),
        ``patterns`` (list of arrays of columns), ``popularity`` (n_patterns,), ``DESCR``.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    Cost: O(n_baskets mean_size / (1 - corruption)).

    Examples
    --------
    >>> make_baskets(5, 8, mean_size=2, random_state=0).data.shape
    (5, 8)
    """
    n_baskets = check_count(n_baskets, "n_baskets", low=1)
    n_items = check_count(n_items, "n_items", low=1)
    mean_size = check_real(mean_size, "mean_size", low=1)
    n_patterns = check_count(n_patterns, "n_patterns", low=1)
    pattern_size = check_real(pattern_size, "pattern_size", low=1)
    corruption = check_real(corruption, "corruption", low=0, high=1, open_high=True)
    rng = check_rng(random_state)
    patterns = _patterns(rng, n_patterns, n_items, pattern_size)
    popularity = rng.exponential(size=n_patterns)
    popularity /= popularity.sum()
    # the level of corruption varies from pattern to pattern, as in the original
    missing = np.clip(rng.normal(corruption, 0.1 * (corruption > 0), n_patterns), 0, 0.95)
    sizes = np.minimum(1 + rng.poisson(mean_size - 1, n_baskets), n_items)
    chosen = _choices(rng, popularity)
    baskets = []
    for size in sizes.tolist():
        basket = {}
        # a few patterns may not hold as many different items as a basket wants
        for _ in range(50):
            k = next(chosen)
            bought = rng.permutation(patterns[k][rng.random(len(patterns[k])) >= missing[k]])
            basket.update(dict.fromkeys(bought.tolist()))
            if len(basket) >= size:
                break
        baskets.append(sorted(list(basket)[:size]))
    ends = np.cumsum([0, *map(len, baskets)])
    columns = np.array([item for basket in baskets for item in basket], dtype=np.int64)
    ones = np.ones(len(columns), dtype=bool)
    return Bunch(
        data=sparse.csr_array((ones, columns, ends), shape=(n_baskets, n_items)),
        feature_names=[f"i{j}" for j in range(n_items)],
        patterns=patterns,
        popularity=popularity,
        DESCR=(
            "Baskets filled with patterns of items, each bought in part; after the generator of "
            "Agrawal and Srikant (1994), known as IBM Quest.\n"
        ),
    )
