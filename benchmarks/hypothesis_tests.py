"""Tests of hypotheses against SciPy: many samples in one call, exact laws, all partitions."""

import numpy as np
from scipy import stats

from _race import duel, equal, least, peer, row
from mlcompanion.stats import (
    binom_test,
    chi2_independence,
    fisher_exact,
    permutation_test,
    rank_sum,
    signed_rank,
    t_test_paired,
)
from mlcompanion.stats.tests.rank_laws import rank_sum_masses
from mlcompanion.teaching import log_slope

TITLE = "Tests of hypotheses"
CHAPTER = "sugiyama/10_hypothesis_testing"

SAME = equal(rtol=1e-8, atol=1e-14)
NOTE = "same p-values"


def pvalue(test, *samples, **options):
    """The p-value of a call without arguments."""
    return lambda: test(*samples, **options).pvalue


def many_rows():
    """A thousand or more data sets in one call."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 10_000, 20))
    yield duel("paired t-test", "10,000 × 20", pvalue(t_test_paired, x, y), "scipy ttest_rel",
               pvalue(stats.ttest_rel, x, y, axis=1), same=SAME, note=NOTE)  # fmt: skip
    x = x[:1000]
    y = y[:1000]
    exact = {"axis": 1, "method": "exact"}
    yield duel("exact rank sum", "1,000 × (20, 20)", pvalue(rank_sum, x, y), "scipy mannwhitneyu",
               pvalue(stats.mannwhitneyu, x, y, **exact), same=SAME, note=NOTE)  # fmt: skip
    yield duel("exact signed rank", "1,000 × 20", pvalue(signed_rank, x, y), "scipy wilcoxon",
               pvalue(stats.wilcoxon, x, y, **exact), same=SAME, note=NOTE)  # fmt: skip
    x = x[:30, :8]
    y = y[:30, :8]

    def gap(a, b, axis):
        return a.mean(axis=axis) - b.mean(axis=axis)

    def theirs():
        options = {"vectorized": True, "n_resamples": np.inf, "alternative": "greater", "axis": 1}
        return stats.permutation_test((x, y), gap, **options).pvalue

    yield duel(
        "permutation test, all partitions", "30 × (8, 8)",
        pvalue(permutation_test, x, y, method="exact", alternative="greater"),
        "scipy permutation_test", theirs, same=SAME, note=NOTE,
    )  # fmt: skip


def random_partitions():
    """The share of 20,000 random partitions; from other draws, so equal to 4 standard errors."""
    core = peer("permute.core", "permute")
    if core is None:
        return
    x, y = np.random.default_rng(3).normal([[0.5], [0.0]], 1.0, (2, 30))
    four_errors = 4 * np.sqrt(2 * 0.25 / 20_000)
    yield duel(
        "permutation test, random partitions", "(30, 30), 20,000 draws",
        pvalue(permutation_test, x, y, n_draws=20_000, method="random", alternative="greater",
               random_state=0),
        "permute two_sample", lambda: core.two_sample(x, y, reps=20_000, seed=0)[0],
        same=equal(rtol=0, atol=four_errors), note="p-values equal to 4 standard errors",
    )  # fmt: skip


def many_counts():
    """SciPy takes one table or one count at a time: the peer is a loop."""
    rng = np.random.default_rng(1)
    tables = rng.integers(1, 30, size=(1000, 3, 4))
    yield duel(
        "independence test", "1,000 tables, 3 × 4", pvalue(chi2_independence, tables),
        "scipy chi2_contingency",
        lambda: np.array([stats.chi2_contingency(t, correction=False).pvalue for t in tables]),
        same=SAME, note=f"{NOTE}; the peer in a loop",
    )  # fmt: skip
    tables = rng.integers(1, 30, size=(500, 2, 2))
    yield duel(
        "Fisher's exact test", "500 tables", pvalue(fisher_exact, tables), "scipy fisher_exact",
        lambda: np.array([stats.fisher_exact(t).pvalue for t in tables]),
        same=SAME, note=f"{NOTE}; the peer in a loop",
    )  # fmt: skip
    heads = rng.binomial(100, 0.5, size=500)
    yield duel(
        "coin test", "500 counts of 100 tosses", pvalue(binom_test, heads, 100), "scipy binomtest",
        lambda: np.array([stats.binomtest(k, 100).pvalue for k in heads]),
        same=SAME, note=f"{NOTE}; the peer in a loop",
    )  # fmt: skip


def one_law():
    """The exact null law of the rank sum as a whole, for growing sets."""
    sizes = (50, 100, 200, 400)
    seconds = []
    for n in sizes:
        seconds.append(least(lambda n=n: rank_sum_masses(n, n))[0])
        if n > 100:
            continue
        rng = np.random.default_rng(n)
        x, y = rng.normal(size=(2, n))

        def theirs(x=x, y=y):
            vars(stats._mannwhitneyu._mwu_state).clear()  # it keeps the law of the last size
            return stats.mannwhitneyu(x, y, method="exact").pvalue

        yield duel("exact rank sum, one data set", f"({n}, {n})",
                   pvalue(rank_sum, x, y, method="exact"), "scipy mannwhitneyu", theirs,
                   same=SAME, note=f"{NOTE}; the law is made anew by both")  # fmt: skip
    slope = log_slope(sizes[1:], seconds[1:])
    note = f"time grows like n to the {slope:.1f} from n = {sizes[1]} on; the work is cubic"
    yield row(
        "null law of the rank sum", f"({sizes[-1]}, {sizes[-1]})", seconds[-1], "none", None, note
    )


def rows():
    """All rows."""
    yield from many_rows()
    yield from random_partitions()
    yield from many_counts()
    yield from one_law()
