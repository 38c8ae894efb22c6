"""Laws of counting against scipy.stats: log-masses, distribution functions, quantiles, draws.

A million draws of each law are looked up as a data analyst would, and a hundred points, where the
price of a call is that of its checks; with the same law again and again, which keeps a table of its
log-masses, and with a new one each time, as in a search for parameters. Answers are asserted equal.
"""

from dataclasses import replace
from functools import partial

import numpy as np
from scipy import stats

from _race import duel, equal
from mlcompanion.probability import Binomial, Geometric, Hypergeometric, NegativeBinomial, Poisson

TITLE = "Laws of counting"
CHAPTER = "sugiyama/03_discrete_distributions"
LAWS = {
    "binomial (200, 0.3)": (Binomial(200, 0.3), stats.binom(200, 0.3)),
    "hypergeometric (500, 150, 200)": (
        Hypergeometric(500, 150, 200),
        stats.hypergeom(500, 150, 200),
    ),
    "Poisson (30)": (Poisson(30), stats.poisson(30)),
    "negative binomial (5, 0.1)": (NegativeBinomial(5, 0.1), stats.nbinom(5, 0.1)),
    "geometric (0.1)": (Geometric(0.1), stats.geom(0.1, loc=-1)),
}
MANY = 1_000_000
CALLS = 200

same = partial(duel, same=equal(rtol=1e-9, atol=1e-300))


def often(function, x):
    """Many calls, the result of the last: one is too short for the clock."""
    for _ in range(CALLS):
        result = function(x)
    return result


def law_races(name, ours, theirs):
    """Log-masses, distribution function, quantiles and draws of one law."""
    few = np.arange(100.0)
    peer = "scipy.stats"

    def their_new(x):
        return theirs.dist.logpmf(x, *theirs.args, **theirs.kwds)

    draws = ours.rvs(MANY, 0)
    slow = draws[:100_000] if name.startswith("hyper") else draws
    size = f"{name}, {CALLS} x 100 points"
    yield same(
        "log-masses", f"{name}, {MANY:,} draws", lambda: ours.logpmf(draws),
        peer, lambda: theirs.logpmf(draws), note="same log-masses",
    )  # fmt: skip
    yield same(
        "log-masses", size, lambda: often(ours.logpmf, few),
        peer, lambda: often(theirs.logpmf, few),
        note="same log-masses; ours looks up those of the first call",
    )  # fmt: skip
    yield same(
        "log-masses", f"{size}, a new law each time",
        lambda: often(lambda x: replace(ours).logpmf(x), few),
        peer, lambda: often(their_new, few), note="same log-masses",
        bare=lambda: often(ours._logpmf, few),
        reason="ours evaluates Stirling's remainders, which keep 12 digits for any n; "
        "SciPy subtracts log-factorials",
    )  # fmt: skip
    yield same(
        "cdf", f"{name}, {len(slow):,} draws", lambda: ours.cdf(slow),
        peer, lambda: theirs.cdf(slow), note="same values",
    )  # fmt: skip
    yield same(
        "cdf", size, lambda: often(ours.cdf, few),
        peer, lambda: often(theirs.cdf, few), note="same values",
    )  # fmt: skip
    q = np.random.default_rng(1).random(1000)
    yield same(
        "quantiles", f"{name}, 1,000 points", lambda: ours.quantile(q),
        peer, lambda: theirs.ppf(q), note="same counts",
    )  # fmt: skip
    yield same(
        "draws", f"{name}, {MANY:,} draws", lambda: ours.rvs(MANY, 0),
        peer, lambda: theirs.rvs(MANY, random_state=np.random.default_rng(0)),
        note="same draws", reason="both call NumPy's sampler: even",
    )  # fmt: skip


def rows():
    """All races, law by law."""
    for name, (ours, theirs) in LAWS.items():
        yield from law_races(name, ours, theirs)
