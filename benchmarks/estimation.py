"""Intervals and densities against SciPy and scikit-learn, to the same numbers.

``scipy.stats.bootstrap`` draws the same resamples from the same seed, so the ends of percentile and
BCa intervals are equal; the median's resamples are ours alone unless the samples are sorted, which
they are here. ``scipy.stats.t.interval`` for many samples at once, and scikit-learn's
``KernelDensity``.
"""

from functools import partial

import numpy as np
from scipy import stats
from scipy.stats import t
from sklearn.neighbors import KernelDensity

from _race import duel, equal, peer
from mlcompanion.density import log_kernel_density
from mlcompanion.stats import bootstrap_interval, t_interval
from mlcompanion.stats.intervals.bootstrap import bca_interval

TITLE = "Intervals from samples"
CHAPTER = "sugiyama/09_statistical_estimation"

same_numbers = partial(duel, same=equal(rtol=1e-7, atol=1e-9))


def scipys(x, statistic, method="percentile"):
    """The ends of SciPy's interval from 2,000 resamples with seed 0."""
    found = stats.bootstrap(
        (x,), statistic, n_resamples=2000, method=method, axis=-1, vectorized=True, rng=0
    )
    return found.confidence_interval


def bootstrap_races(x, size):
    """Percentile intervals of one sample or of many."""
    for name, statistic in (
        ("mean", np.mean),
        ("std", partial(np.std, ddof=1)),
        ("median", np.median),
    ):
        yield same_numbers(
            f"bootstrap of the {name}", size,
            lambda name=name: bootstrap_interval(x, name, random_state=0),
            "scipy.stats.bootstrap", lambda statistic=statistic: scipys(x, statistic),
            note="equal ends from equal resamples", repeats=3,
            reason="both gather the drawn values of the one sample" if x.ndim == 1 else "",
        )  # fmt: skip


def resampled(one):
    """The peer draws its own resamples: ends equal to 4 standard errors of a bootstrap quantile."""
    other = peer("resample.bootstrap", "resample")
    if other is None:
        return
    # The error of a quantile is that of its share over the density there, 0.058 for a normal law.
    error = one.std() / np.sqrt(len(one)) * np.sqrt(2 * 0.025 * 0.975 / 2000) / 0.058
    yield duel(
        "bootstrap of the mean", "n = 200, B = 2000, other draws",
        lambda: bootstrap_interval(one, "mean", random_state=0), "resample",
        lambda: other.confidence_interval(
            np.mean, one, ci_method="percentile", size=2000, random_state=0),
        same=equal(rtol=0, atol=4 * error), note="ends equal to 4 standard errors",
    )  # fmt: skip


def rows():
    """One sample and a hundred, intervals in closed form, a density."""
    rng = np.random.default_rng(0)
    one = np.sort(rng.exponential(size=200))
    many = np.sort(rng.exponential(size=(100, 200)))
    yield from bootstrap_races(one, "n = 200, B = 2000")
    yield from resampled(one)
    yield from bootstrap_races(many, "100 samples, n = 200, B = 2000")
    yield same_numbers(
        "BCa interval of the mean", "n = 200, B = 2000", lambda: bca_interval(one, random_state=0),
        "scipy.stats.bootstrap", lambda: scipys(one, np.mean, "BCa"), note="equal ends",
    )  # fmt: skip
    x = rng.normal(size=(100_000, 5))
    yield same_numbers(
        "t interval", "100,000 samples, n = 5", lambda: t_interval(x), "scipy.stats.t.interval",
        lambda: t.interval(0.95, 4, x.mean(axis=1), x.std(axis=1, ddof=1) / np.sqrt(5)),
        note="equal ends", reason="ours also refuses samples without spread, or not finite",
    )  # fmt: skip
    X = rng.normal(size=(1000, 2))
    points = rng.normal(size=(1000, 2))
    yield same_numbers(
        "kernel density estimate", "1,000 points, 1,000 samples, d = 2",
        lambda: log_kernel_density(points, X, 0.3), "sklearn KernelDensity",
        lambda: KernelDensity(bandwidth=0.3).fit(X).score_samples(points), note="same densities",
    )  # fmt: skip
