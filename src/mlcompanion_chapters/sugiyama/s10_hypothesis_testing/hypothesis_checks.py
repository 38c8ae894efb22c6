r"""Whether tests keep what they promise: laws and levels (Sugiyama 2016, chapter 10).

Every function draws its samples as the chapter's claims say and judges them in one batch. The two
printed formulas that are wrong are written out here, from definitions, without the room's tests.
"""

from functools import partial

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.probability import FDist, Normal, StudentT, kolmogorov_distance
from mlcompanion.stats import (
    binom_test,
    bootstrap_test,
    chi2_gof,
    chi2_independence,
    f_test,
    fisher_exact,
    g_test,
    lr_test,
    monte_carlo_table,
    permutation_test,
    rank_sum,
    rejection_rate,
    signed_rank,
    t_test,
    t_test_ind,
    t_test_paired,
    z_test,
)
from mlcompanion.stats.tests.count_tests import margin_tables, pearson_statistic
from mlcompanion.stats.tests.mean_tests import z_test_ind, z_test_paired

from .power_checks import normal_pairs

__all__ = [
    "LAWS",
    "bootstrap_levels",
    "bootstrap_power",
    "chi_squared_levels",
    "exact_law_distances",
    "f_law_distances",
    "levels_of_all",
    "margins_of_means",
    "partition_deviations",
    "printed_paired_t",
    "rank_levels",
    "table_deviations",
    "welch_levels",
]

#: Laws under which rank tests are tried: size and generator to draws.
LAWS = {
    "normal": lambda size, rng: rng.normal(size=size),
    "exponential": lambda size, rng: rng.exponential(size=size),
    "Student's t(2)": lambda size, rng: rng.standard_t(2, size=size),
}


def exact_law_distances(repeats=100_000, random_state=0):
    """Largest distance between the distribution of each exact statistic and its null law.

    Returns
    -------
    dict
        z, t (8 samples), unpaired z and t, F (8 and 12), paired z (10 pairs, correlation 0.6).
    """
    rng = check_rng(random_state)
    one, first, second = (rng.normal(size=(repeats, n)) for n in (8, 8, 12))
    pairs = normal_pairs(repeats, 10, 0.6, rng)
    found = {
        "z": (z_test(one), Normal()),
        "t": (t_test(one), StudentT(7)),
        "unpaired z": (z_test_ind(first, second), Normal()),
        "unpaired t": (t_test_ind(first, second), StudentT(18)),
        "F": (f_test(first, second), FDist(7, 11)),
        "paired z": (z_test_paired(*pairs, rho=0.6), Normal()),
    }
    return {n: kolmogorov_distance(test.statistic, law) for n, (test, law) in found.items()}


def f_law_distances(repeats=100_000, random_state=1):
    """Distance of the quotient of two variances (8 and 12 samples) from three F laws.

    Returns
    -------
    dict
        From degrees of freedom to distance: sizes less one, the sizes, sizes less one reversed.
    """
    first, second = (check_rng(random_state).normal(size=(repeats, n)) for n in (8, 12))
    ratio = first.var(axis=1, ddof=1) / second.var(axis=1, ddof=1)
    degrees = ((7, 11), (8, 12), (11, 7))
    return {d: kolmogorov_distance(ratio, FDist(*d)) for d in degrees}


def welch_levels(repeats=100_000, random_state=2):
    """Rejection rates of Welch's and of the pooled test at 5 % where the null hypothesis holds.

    Returns
    -------
    dict
        From (n, n', sigma') to a pair of rates: Welch with rounded degrees of freedom, pooled.
    """
    found = {}
    for n, n_prime in ((20, 5), (10, 10)):
        for width in (4, 1):

            def sample(m, rng, n=n, n_prime=n_prime, width=width):
                return rng.normal(size=(m, n)), width * rng.normal(size=(m, n_prime))

            tests = (partial(t_test_ind, equal_var=False, round_dof=True), t_test_ind)
            found[n, n_prime, width] = tuple(
                rejection_rate(test, sample, repeats=repeats, random_state=random_state)
                for test in tests
            )
    return found


def rank_levels(repeats=100_000, random_state=3):
    """Rejection rates of the rank tests' normal approximations at 5 % under three laws.

    Returns
    -------
    dict
        From a law's name to a pair of rates: rank sum (10 and 15), signed rank (20 pairs).
    """
    found = {}
    for name, draw in LAWS.items():
        rates = []
        for test, sizes in ((rank_sum, (10, 15)), (signed_rank, (20, 20))):

            def sample(m, rng, draw=draw, sizes=sizes):
                return tuple(draw((m, n), rng) for n in sizes)

            rates.append(
                rejection_rate(partial(test, method="normal"), sample, repeats=repeats,
                               random_state=random_state, batch=25_000)
            )  # fmt: skip
        found[name] = tuple(rates)
    return found


def table_deviations(n_tables=20, n_draws=10_000, random_state=7):
    """Monte Carlo less enumerated p-values of 2 x 2 tables, in standard errors.

    Returns
    -------
    ndarray, shape (n_tables + 1,)
        Table 5.1 first, then random tables of total 30.
    """
    rng = check_rng(random_state)
    found = []
    tables = [np.array([[20, 40], [20, 20]])]
    while len(tables) <= n_tables:
        table = rng.multinomial(30, rng.dirichlet(np.ones(4))).reshape(2, 2)
        if table.sum(axis=0).all() and table.sum(axis=1).all():
            tables.append(table)
    for table in tables:
        others, masses = margin_tables(table)
        p = masses[pearson_statistic(others) >= pearson_statistic(table) - 1e-9].sum()
        drawn = monte_carlo_table(table, n_draws=n_draws, random_state=rng).pvalue
        found.append(_deviation(drawn, p, n_draws))
    return np.array(found)


def partition_deviations(first, second, n_sets=20, n_draws=10_000, random_state=8):
    """Random less enumerated p-values of permutation tests, in standard errors.

    Parameters
    ----------
    first, second : array_like
        A pair of sets to begin with; ``n_sets`` random pairs of 5 normal samples each follow.
    n_sets, n_draws : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (n_sets + 1,)
    """
    rng = check_rng(random_state)
    found = []
    pairs = [(first, second), *rng.normal(size=(n_sets, 2, 5))]
    for x, y in pairs:
        p = permutation_test(x, y, method="exact").pvalue
        random = {"n_draws": n_draws, "method": "random", "random_state": rng}
        found.append(_deviation(permutation_test(x, y, **random).pvalue, p, n_draws))
    return np.array(found)


def _deviation(drawn, p, n_draws):
    return abs(drawn - p) / (np.sqrt(p * (1 - p) / n_draws) + 1 / n_draws)


def bootstrap_levels(repeats=2000, random_state=9):
    """Rejection rates of a true expectation by the bootstrap test at 5 %: N(0, 1) and Exp(1).

    Returns
    -------
    list of Rate
        50 samples, 1,000 resamples; fresh resamples after every 50 sets.
    """
    rng = check_rng(random_state)
    return [
        rejection_rate(
            partial(bootstrap_test, mu=mu, n_draws=1000, random_state=rng),
            lambda m, rng, draw=LAWS[law]: draw((m, 50), rng),
            repeats=repeats, random_state=rng, batch=50,
        )
        for law, mu in (("normal", 0.0), ("exponential", 1.0))
    ]  # fmt: skip


def bootstrap_power(shift, repeats=2000, random_state=12):
    """How often the bootstrap test at 5 % finds that normal samples have expectation ``shift``.

    Parameters
    ----------
    shift : float
        True expectation, in standard deviations; the test asks for 0.
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    Rate
        50 samples, 1,000 resamples; fresh resamples after every 50 sets.
    """
    rng = check_rng(random_state)
    return rejection_rate(
        partial(bootstrap_test, n_draws=1000, random_state=rng),
        lambda m, rng: shift + LAWS["normal"]((m, 50), rng),
        repeats=repeats, random_state=rng, batch=50,
    )  # fmt: skip


def printed_paired_t(rho, repeats=100_000, n=20, random_state=10):
    """The paired t statistic as printed and as corrected, on pairs with equal expectations.

    Returns
    -------
    corrected, printed, one_sample : ndarray, shape (repeats,)
        The last is the one-sample t of the differences, from its own definition.
    """
    x, y = normal_pairs(repeats, n, rho, check_rng(random_state))
    gap = x.mean(axis=1) - y.mean(axis=1)
    halved = np.sum((x - y - gap[:, None]) ** 2, axis=1) / (2 * (n - 1))  # (10.2)
    difference = x - y
    one_sample = difference.mean(axis=1) / (difference.std(axis=1, ddof=1) / np.sqrt(n))
    corrected = gap / np.sqrt(2 * halved / n)
    return corrected, gap / np.sqrt(2 * halved * (1 - rho) / n), one_sample


def margins_of_means(repeats=1000, n=20, random_state=11):
    """The paired variance against its decomposition with sample averages and with expectations.

    Returns
    -------
    averages, expectations : ndarray, shape (repeats,)
        Relative differences from equation (10.2).
    """
    x, y = normal_pairs(repeats, n, 0.5, check_rng(random_state), gap=0.5)
    halved = (x - y).var(axis=1, ddof=1) / 2

    def decomposed(a, b):
        return np.sum(a**2 + b**2 - 2 * a * b, axis=1) / (2 * (n - 1))

    centred = decomposed(x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True))
    return np.abs(centred / halved - 1), np.abs(decomposed(x - 0.5, y) / halved - 1)


def chi_squared_levels(repeats=20_000, n=200, random_state=12):
    """Rejection rates at 5 % of the divergences with and without the factors n and 2n.

    Returns
    -------
    dict
        From the test's name to (rate with the factor, rate without it, mean of the statistic
        with the factor over its degrees of freedom). The 5 % points are the tabulated 11.07 and
        5.99.
    """
    cells = np.outer([0.4, 0.6], [0.2, 0.3, 0.5])
    tables = check_rng(random_state).multinomial(n, cells.ravel(), size=repeats).reshape(-1, 2, 3)
    found = {}
    for name, test, point, factor in (
        ("goodness of fit", chi2_gof(tables, cells), 11.07, n),
        ("independence", chi2_independence(tables), 5.99, n),
        ("G-test", g_test(tables), 5.99, 2 * n),
    ):
        s = test.statistic
        found[name] = np.mean(s >= point), np.mean(s / factor >= point), s.mean() / test.dof
    return found


def levels_of_all(repeats=10_000, random_state=14):
    """Rejection rates at 5 % of every test where its null hypothesis holds.

    Returns
    -------
    exact, discrete : dict
        From a test's name to a Rate: tests with a continuous null law, and with a discrete one,
        which cannot meet the level but must not exceed it.
    """
    cells = np.outer([0.4, 0.6], [0.3, 0.7]).ravel()

    def one(m, rng):
        return rng.normal(size=(m, 10))

    def two(m, rng):
        return one(m, rng), one(m, rng)

    def pairs(m, rng):
        return normal_pairs(m, 10, 0.5, rng)

    exact = {
        "z": (z_test, one),
        "t": (t_test, one),
        "unpaired z": (z_test_ind, two),
        "unpaired t": (t_test_ind, two),
        "F": (f_test, two),
        "paired z": (partial(z_test_paired, rho=0.5), pairs),
        "paired t": (t_test_paired, pairs),
        "likelihood ratio": (
            partial(lr_test, null=Normal(), other=Normal(1.0), random_state=random_state),
            one,
        ),
    }
    discrete = {
        "coin, 20 tosses": (partial(binom_test, n=20), lambda m, rng: rng.binomial(20, 0.5, m)),
        "Fisher, 100 counts": (
            fisher_exact,
            lambda m, rng: rng.multinomial(100, cells, size=m).reshape(-1, 2, 2),
        ),
        "rank sum": (rank_sum, two),
        "signed rank": (signed_rank, pairs),
        "permutation": (
            partial(permutation_test, n_draws=1000),
            lambda m, rng: tuple(rng.normal(size=(2, m, 6))),
        ),
    }
    options = {"repeats": repeats, "random_state": random_state}
    return tuple(
        {name: rejection_rate(test, sample, **options) for name, (test, sample) in tests.items()}
        for tests in (exact, discrete)
    )
