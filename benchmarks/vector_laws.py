"""Laws of vectors and matrices against ``scipy.stats``: log-densities, log-masses and draws.

Many points show the formulas; a hundred points, a thousand times, show what one call costs around
them, and there the formula alone is timed too. Log-densities are asserted equal; draws are asserted
to have the law's means and covariances. Wishart draws at three numbers of vectors show that
Bartlett's triangle does not count them.
"""

from functools import partial

import numpy as np
from scipy import stats

from _race import duel, equal
from mlcompanion.linalg import vec
from mlcompanion.probability import Dirichlet, Multinomial, MultivariateNormal, Wishart

TITLE = "Laws of vectors and matrices"
CHAPTER = "sugiyama/06_multidimensional_distributions"
A = np.random.default_rng(0).normal(size=(5, 5))
SIGMA = A @ A.T + np.eye(5)
MU = np.arange(5.0)
ALPHA = np.array([5.0, 3.0, 2.0])
P = np.array([0.5, 0.3, 0.2])
NORMAL = MultivariateNormal(MU, SIGMA), stats.multivariate_normal(MU, SIGMA)
SHARES = Dirichlet(ALPHA), stats.dirichlet(ALPHA)
COUNTS = Multinomial(10, P), stats.multinomial(10, P)


def often(call, times):
    """What the last of several equal calls returns."""
    for _ in range(times):
        answer = call()
    return answer


def same_law(law):
    """A check that both samples have the law's means and covariances, to six standard errors."""
    mean = law.mean()
    cov = law.cov()
    if len(law.shape) == 2:
        mean = vec(mean)

    def check(*samples):
        for draws in samples:
            flat = (vec(draws) if len(law.shape) == 2 else draws) - mean
            products = flat[:, :, None] * flat[:, None]
            for values, truth in ((flat, 0), (products, cov)):
                error = values.std(axis=0) / np.sqrt(len(values))
                assert (np.abs(values.mean(axis=0) - truth) <= 6 * error + 1e-12).all()

    return check


def density_races():
    """Log-densities and log-masses at many points, and at a hundred again and again."""
    for n, times in ((300_000, 1), (100, 1000)):
        size = f"{n:,} points" + (f", {times:,} calls" if times > 1 else "")
        for name, question, formula, (ours, theirs), turn in (
            ("normal, d = 5", "logpdf", "_logpdf", NORMAL, False),
            ("Dirichlet, d = 3", "logpdf", "_logpdf", SHARES, True),
            ("multinomial, d = 3", "logpmf", "_log_masses", COUNTS, False),
        ):
            x = ours.rvs(n, 1)
            peer = partial(getattr(theirs, question), x.T if turn else x)
            mine = partial(getattr(ours, question), x)
            alone = partial(getattr(ours, formula), x)
            yield duel(f"{question} of {name}", size, partial(often, mine, times), "scipy.stats",
                       partial(often, peer, times), same=equal(rtol=1e-8, atol=1e-10),
                       note="same values",
                       bare=partial(often, alone, times) if times > 1 else None)  # fmt: skip


def draw_races():
    """Draws of vectors."""
    for name, (ours, theirs) in (
        ("normal, d = 5", NORMAL),
        ("Dirichlet, d = 3", SHARES),
        ("multinomial, d = 3", COUNTS),
    ):
        yield duel(f"draws from {name}", "300,000", partial(ours.rvs, 300_000, 1), "scipy.stats",
                   partial(theirs.rvs, 300_000, random_state=1), same=same_law(ours),
                   note="the law's means and covariances")  # fmt: skip


def wishart_races():
    """Scatter matrices of 10 to 100,000 vectors, 10,000 a time, and their log-densities."""
    for n in (10, 1000, 100_000):
        law = Wishart(SIGMA, n)
        peer = stats.wishart(n, SIGMA)
        yield duel(f"draws from Wishart, d = 5, n = {n:,}", "10,000", partial(law.rvs, 10_000, 1),
                   "scipy.stats", partial(peer.rvs, 10_000, random_state=1), same=same_law(law),
                   note="the law's means and covariances")  # fmt: skip
    law = Wishart(SIGMA, 10)
    peer = stats.wishart(10, SIGMA)
    S = law.rvs(10_000, 2)
    turned = np.moveaxis(S, 0, 2)
    yield duel("logpdf of Wishart, d = 5, n = 10", "10,000", partial(law.logpdf, S), "scipy.stats",
               partial(peer.logpdf, turned), same=equal(rtol=1e-8), note="same values")  # fmt: skip


def rows():
    """Densities, draws of vectors, matrices."""
    yield from density_races()
    yield from draw_races()
    yield from wishart_races()
