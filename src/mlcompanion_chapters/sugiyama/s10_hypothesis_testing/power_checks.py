r"""Which test finds a difference more often: powers by simulation (Sugiyama 2016, chapter 10)."""

from functools import partial

import numpy as np
from scipy.special import betaincinv, ndtri

from mlcompanion._validation import check_rng
from mlcompanion.probability import Normal, StudentT
from mlcompanion.stats import (
    lr_test,
    rank_sum,
    rejection_rate,
    signed_rank,
    t_test_ind,
    t_test_paired,
    z_test,
)
from mlcompanion.stats.tests.mean_tests import z_test_ind, z_test_paired

__all__ = [
    "all_regions",
    "contaminated",
    "nested_regions",
    "normal_pairs",
    "normal_powers",
    "outlier_rates",
    "pair_powers",
    "pairing_map",
    "region_search",
]


def normal_pairs(repeats, n, rho, rng, gap=0.0):
    """Pairs of normal samples with variances 1, correlation ``rho``, expectations ``gap`` apart.

    Returns
    -------
    x, y : ndarray, shape (repeats, n)
    """
    x, fresh = rng.normal(size=(2, repeats, n))
    return gap + x, rho * x + np.sqrt(1 - rho**2) * fresh


def contaminated(size, rng, share=0.1, width=10.0):
    """Standard normal samples, a share of which has another standard deviation."""
    return rng.normal(size=size) * np.where(rng.random(size) < share, width, 1.0)


def pair_powers(n, rho, gap, repeats=20_000, random_state=13):
    """Paired and unpaired tests on the same normal pairs, at 5 %.

    Parameters
    ----------
    n : int
        Number of pairs.
    rho : float
        Correlation of partners.
    gap : float
        Difference of the expectations in standard deviations.
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    powers : dict
        Of the paired and unpaired t and z.
    larger : ndarray of bool, shape (repeats,)
        Where ``|t_p| > |t_u|``.
    covariance : ndarray, shape (repeats,)
        Sample covariances.
    split : float
        Largest relative difference of the paired variance (10.2) from the unpaired one less the
        covariance.
    """
    x, y = normal_pairs(repeats, n, rho, check_rng(random_state), gap)
    tests = {
        "paired t": t_test_paired(x, y),
        "unpaired t": t_test_ind(x, y),
        "paired z": z_test_paired(x, y, rho),
        "unpaired z": z_test_ind(x, y),
    }
    powers = {name: np.mean(test.pvalue <= 0.05) for name, test in tests.items()}
    centred = (x - x.mean(axis=1, keepdims=True)) * (y - y.mean(axis=1, keepdims=True))
    covariance = centred.sum(axis=1) / (n - 1)
    paired = (x - y).var(axis=1, ddof=1) / 2
    unpaired = (x.var(axis=1, ddof=1) + y.var(axis=1, ddof=1)) / 2
    split = np.abs(paired / (unpaired - covariance) - 1).max()
    larger = np.abs(tests["paired t"].statistic) > np.abs(tests["unpaired t"].statistic)
    return powers, larger, covariance, split


def pairing_map(sizes, rhos, effect, repeats=20_000, random_state=0):
    """Power of the paired less that of the unpaired t-test on normal pairs, at 5 %.

    Parameters
    ----------
    sizes : sequence of int
        Numbers of pairs.
    rhos : sequence of float
        Correlations.
    effect : float or callable
        Difference of the expectations in standard deviations, or a function of the size.
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    paired, unpaired : ndarray, shape (len(sizes), len(rhos))

    Notes
    -----
    Sums and differences of normal partners are independent, so the two variances are sums of two
    chi-squared draws: three random numbers a sample, whatever its size.
    """
    rng = check_rng(random_state)
    powers = np.empty((2, len(sizes), len(rhos)))
    for i, n in enumerate(sizes):
        z, a, b = rng.normal(size=repeats), *rng.chisquare(n - 1, size=(2, repeats))
        gap = effect(n) if callable(effect) else effect
        for j, rho in enumerate(rhos):
            t = gap + z * np.sqrt(2 * (1 - rho) / n)
            paired = (1 - rho) * b / (n - 1)
            pooled = ((1 + rho) * a + (1 - rho) * b) / (2 * (n - 1))
            for k, (variance, dof) in enumerate(((paired, n - 1), (pooled, 2 * n - 2))):
                critical = StudentT(dof).quantile(0.975)
                powers[k, i, j] = np.mean(np.abs(t) >= critical * np.sqrt(2 * variance / n))
    return powers


def outlier_rates(gap, repeats=10_000, random_state=4):
    """Rejection rates at 5 % on contaminated samples whose locations are ``gap`` apart.

    Returns
    -------
    dict
        Unpaired t, rank sum, paired t, signed rank; 20 samples or pairs each.
    """

    def sample(m, rng):
        return gap + contaminated((m, 20), rng), contaminated((m, 20), rng)

    tests = {
        "unpaired t": t_test_ind,
        "rank sum": partial(rank_sum, method="normal"),
        "paired t": t_test_paired,
        "signed rank": partial(signed_rank, method="normal"),
    }
    options = {"repeats": repeats, "random_state": random_state}
    return {name: rejection_rate(test, sample, **options) for name, test in tests.items()}


def all_regions(null, other):
    """Level and power of every rejection region of a problem with finitely many outcomes.

    Parameters
    ----------
    null, other : ndarray, shape (k,)
        Probabilities of the outcomes under the two hypotheses.

    Returns
    -------
    levels, powers : ndarray, shape (2**k,)
        Bit i of a region's number says whether outcome i is in it.
    """
    regions = (np.arange(2 ** len(null))[:, None] >> np.arange(len(null)) & 1).astype(float)
    return regions @ null, regions @ other


def nested_regions(score):
    """Numbers of the regions that take the outcomes one by one, lowest score first."""
    return np.cumsum(2 ** np.argsort(score))


def region_search(n_pairs=200, outcomes=12, random_state=5):
    """Compare all rejection regions of small problems with those of the likelihood ratio.

    Parameters
    ----------
    n_pairs : int
        Random pairs of probability tables.
    outcomes : int
        Their length; there are ``2**outcomes`` regions.
    random_state : int, Generator or None

    Returns
    -------
    beaten : int
        How often a region has more power than a likelihood-ratio region of no smaller level.
    control : float
        Share of pairs in which a region made of the outcomes that are most probable under the
        alternative is beaten by a region of no larger level.
    """
    rng = check_rng(random_state)
    beaten = 0
    controls = 0
    for _ in range(n_pairs):
        null, other = rng.dirichlet(np.ones(outcomes), size=2)
        levels, powers = all_regions(null, other)
        for rank_by, control in ((null / other, False), (-other, True)):
            nested = nested_regions(rank_by)
            better = powers[:, None] > powers[nested] + 1e-12
            beats = better & (levels[:, None] <= levels[nested])
            controls += control * beats.any()
            beaten += (not control) * np.count_nonzero(beats.any(axis=1))
    return int(beaten), controls / n_pairs


def normal_powers(repeats=100_000, n=5, random_state=6):
    """Powers at 5 % of four tests of N(0, 1) against N(1, 1) on the same samples.

    Returns
    -------
    dict
        Likelihood ratio, two-sided test of the average, upper tests of the median and of the first
        sample.
    """
    rng = check_rng(random_state)
    x = rng.normal(1, 1, size=(repeats, n))
    likelihood = lr_test(x, Normal(), Normal(1.0), n_draws=repeats, random_state=rng).pvalue
    middle = ndtri(betaincinv((n + 1) / 2, (n + 1) / 2, 0.95))  # of the median's null law
    return {
        "likelihood ratio": np.mean(likelihood <= 0.05),
        "average, two-sided": np.mean(z_test(x).pvalue <= 0.05),
        "median": np.mean(np.median(x, axis=1) >= middle),
        "first sample": np.mean(x[:, 0] >= ndtri(0.95)),
    }
