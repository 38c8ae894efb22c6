"""Continuous laws against ``scipy.stats``: log-density, distribution function and draws.

A million points show the formulas; a hundred points, a thousand times, show what one call costs
around them. There the formula alone (SciPy's special function, NumPy's sampler) is timed too: it is
a floor, the same for both sides. Equal seeds give equal draws. All answers are asserted equal.
"""

from functools import partial

import numpy as np
from scipy import stats

from _race import duel, equal
from mlcompanion.probability import Beta, FDist, Gamma, Normal, StudentT

TITLE = "Continuous laws"
CHAPTER = "sugiyama/04_continuous_distributions"
PAIRS = {
    "N(1, 4)": (Normal(1, 4), stats.norm(1, 2)),
    "Ga(3, 2)": (Gamma(3, 2), stats.gamma(3, scale=1 / 2)),
    "Be(3, 5)": (Beta(3, 5), stats.beta(3, 5)),
    "t(4)": (StudentT(4), stats.t(4)),
    "F(3, 7)": (FDist(3, 7), stats.f(3, 7)),
}
SIZES = {"1,000,000 points": (1_000_000, 1), "100 points, 1,000 calls": (100, 1000)}


def often(call, times):
    """What the last of several equal calls returns."""
    for _ in range(times):
        answer = call()
    return answer


def drawn(sampler, n, times):
    """The last of several samples from one seed."""
    rng = np.random.default_rng(1)
    return often(lambda: sampler(n, random_state=rng), times)


def sampled(law, n, times):
    """The same from the law's sampler alone."""
    return drawn(lambda size, random_state: law._rvs((size,), random_state), n, times)


def rows():
    """Three questions to five laws, at two sizes."""
    for size, (n, times) in SIZES.items():
        for name, laws in PAIRS.items():
            x = laws[0].rvs(n, 0)
            for question in ("logpdf", "cdf"):
                ours, theirs = (
                    partial(often, partial(getattr(law, question), x), times) for law in laws
                )
                same = equal(rtol=1e-9, atol=1e-12)
                formula = partial(often, partial(getattr(laws[0], f"_{question}"), x), times)
                yield duel(f"{question} of {name}", size, ours, "scipy.stats", theirs, same=same,
                           note="same values", bare=formula if times > 1 else None)  # fmt: skip
            ours, theirs = (partial(drawn, law.rvs, n, times) for law in laws)
            sampler = partial(sampled, laws[0], n, times)
            yield duel(f"draws from {name}", size, ours, "scipy.stats", theirs,
                       same=equal(rtol=1e-12), note="same numbers from one seed",
                       bare=sampler if times > 1 else None)  # fmt: skip
