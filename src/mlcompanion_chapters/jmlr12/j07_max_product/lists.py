"""Lists: steps and reads on random and correlated ones, and a search for a counterexample."""

import numpy as np

from mlcompanion.graphical.messages import expected_steps, sorted_inner
from mlcompanion.graphical.messages.rows import (
    empty_found,
    search_all,
    sorted_lists,
    sorted_rows,
)

SEMIRINGS = ("max-sum", "min-sum", "max-product")
FAMILIES = ("uniform", "Gaussian", "ties", "reversed", "two-level")


def random_runs(n_lists, n, trials, seed):
    """Steps and different entries read, for lists of independent uniform numbers (Figure 10)."""
    rng = np.random.default_rng([seed, n_lists, n])
    runs = [sorted_inner(rng.random((n_lists, n)), "max-product") for _ in range(trials)]
    return np.array([run.steps for run in runs]), np.array([run.n_products for run in runs])


def correlated_pair(n, c, rng):
    """Two lists of Gaussian numbers with correlation c (section 7.2)."""
    first, second = rng.normal(size=(2, n))
    return np.array([first, c * first + np.sqrt(1 - c * c) * second])


def correlated_steps(n, c, trials, seed):
    """Steps for Gaussian lists of correlation c (Figure 12)."""
    rng = np.random.default_rng([seed, n])
    return np.array([sorted_inner(correlated_pair(n, c, rng)).steps for _ in range(trials)])


def drawn(family, n_lists, n, rng):
    """Lists of a family, not negative."""
    if family == "uniform":
        return rng.random((n_lists, n))
    if family == "Gaussian":
        return np.abs(rng.normal(size=(n_lists, n)))
    if family == "ties":
        return rng.integers(0, 4, (n_lists, n)).astype(float)
    if family == "reversed":
        # each list falls where the one before it rises
        line = np.sort(rng.random(n))
        return np.array([line[:: (-1) ** k] for k in range(n_lists)])
    return two_level(n_lists, n, rng)


def two_level(n_lists, n, rng):
    """A few entries near 1 in each list, the rest near 0, at random places."""
    high = min(n, 4)
    ladder = np.concatenate([1 - 0.01 * np.arange(high), 0.01 - 1e-5 * np.arange(n - high)])
    return np.array([ladder[rng.permutation(n)] for _ in range(n_lists)])


def best_value(lists, semiring):
    """The best product by brute force."""
    if semiring == "max-product":
        return np.prod(lists, axis=0).max()
    return lists.sum(axis=0).min() if semiring == "min-sum" else lists.sum(axis=0).max()


def counterexamples(n_instances, seed):
    """How often the search misses the best product, and how often it reads more than allowed."""
    rng = np.random.default_rng(seed)
    wrong = 0
    over = 0
    for instance in range(n_instances):
        n_lists = 2 + instance % 4
        n = int(rng.integers(1, 201))
        lists = drawn(FAMILIES[instance % 5], n_lists, n, rng)
        semiring = SEMIRINGS[instance % 3]
        found = sorted_inner(lists, semiring)
        wrong += abs(found.value - best_value(lists, semiring)) > 1e-12
        over += found.n_products > (n + 2 if n_lists == 2 else n)
    return int(wrong), int(over)


def product_unchecked(a, b):
    """The search for the largest product of two lists, without asking for their signs."""
    found = empty_found(1, 1)
    search_all(sorted_rows(b[None]), sorted_lists(a[None]), found, True, False)
    return found.top[0, 0]


def signed_misses(n_instances, seed):
    """How often the search misses the largest product of signed lists: Equation 2 fails there."""
    rng = np.random.default_rng(seed)
    pairs = [rng.normal(size=(2, int(rng.integers(2, 101)))) for _ in range(n_instances)]
    return sum(product_unchecked(a, b) < (a * b).max() - 1e-12 for a, b in pairs)


def steps_of_orders(orders):
    """Width of the smallest square that holds a point, for rows of ranks from 1 on."""
    return np.maximum(orders, np.arange(1, orders.shape[1] + 1)).min(axis=1)


def searched_products(orders):
    """Products that the search forms for all orders together, one list for all of them."""
    n = orders.shape[1]
    found = empty_found(1, len(orders))
    rows = sorted_rows(n - orders.astype(float))
    return search_all(rows, sorted_lists(-np.arange(n, dtype=float)[None]), found, False, False)


def early_stops(kind, n, trials, seed):
    """Mean steps without and with the additional stop, for a kind of numbers."""
    rng = np.random.default_rng([seed, n])
    draw = {"uniform": rng.random, "Gaussian": rng.normal, "exponential": rng.exponential}[kind]
    semiring = "max-product" if kind == "uniform" else "max-sum"
    plain = 0
    early = 0
    for _ in range(trials):
        lists = draw(size=(2, n))
        plain += sorted_inner(lists, semiring).steps
        early += sorted_inner(lists, semiring, early_stop=True).steps
    return plain / trials, early / trials


def standard_errors(steps, n):
    """How far mean steps of two lists are from Equation 19, in standard errors."""
    error = steps.std(ddof=1) / np.sqrt(len(steps))
    return (steps.mean() - expected_steps(n)) / error
