"""Sugiyama (2016), section 9.3.2: does the percentile interval suit any statistic and any law?

Settles of chapter sugiyama/09_statistical_estimation: bootstrap-any-statistic.

A case draws samples from a law, resamples each 1,000 times, every sample by itself, and asks how
often the middle 95 % of the resampled estimates holds the true value. A row counts, for one
``statistic``, the ``hits`` and how often the interval lay wholly ``below`` the true value.

*any*: mean, median, standard deviation (divisor n - 1) and skewness of N(0, 1), Exp(1) and U(0, 1)
at n = 50 and 200. *maximum*: the sample maximum as estimate of the upper end of U(0, 1), n = 200.
"""

import numpy as np

from mlcompanion.probability import Exponential, Normal, Uniform
from mlcompanion.stats.intervals.bootstrap import bootstrap, percentile_interval

LAWS = {"normal": Normal(0.0, 1.0), "exponential": Exponential(1.0), "uniform": Uniform(0.0, 1.0)}
STATISTICS = ("mean", "median", "std", "skewness")
N_DRAWS, ALPHA, BLOCK = 1000, 0.05, 100
SIZES = {"default": {"repeats": 1000}, "paper": {"repeats": 1000}}


def cases(repeats):
    """One case for each law, size and block of samples."""
    kinds = [("any", law, n) for law in LAWS for n in (50, 200)] + [("maximum", "uniform", 200)]
    return [
        {"experiment": kind, "law": law, "n": n, "samples": min(BLOCK, repeats - start), "seed": k}
        for k, (kind, law, n, start) in enumerate(
            (*cell, start) for cell in kinds for start in range(0, repeats, BLOCK)
        )
    ]


def run(case):
    """The row of a case."""
    rng, law = np.random.default_rng(case["seed"]), LAWS[case["law"]]
    samples = law.rvs((case["samples"], case["n"]), rng)
    if case["experiment"] == "maximum":
        truth = {"maximum": law.support[1]}
    else:
        truth = dict(zip(STATISTICS, true_values(law)))
    return [{"statistic": name} | count(samples, name, truth[name], rng) for name in truth]


def count(samples, name, truth, rng):
    """How many intervals hold the true value, and how many lie wholly below it."""
    statistic = largest if name == "maximum" else name
    low, high = np.transpose(
        [percentile_interval(bootstrap(x, statistic, N_DRAWS, rng), ALPHA) for x in samples]
    )
    return {
        "hits": int(np.sum((low <= truth) & (truth <= high))),
        "below": int(np.sum(high < truth)),
    }


def largest(x):
    """The maximum of each row."""
    return x.max(axis=1)


def true_values(law):
    """Mean, median, standard deviation and skewness."""
    return law.mean(), float(law.quantile(0.5)), law.std(), law.skewness()
