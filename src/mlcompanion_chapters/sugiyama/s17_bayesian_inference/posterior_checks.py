"""Counterexamples sought: conjugacy, shrinking, and what the peak does to the sum of Eq. (17.8).

Sugiyama (2016), sections 17.2 and 17.3.
"""

import numpy as np
from scipy import stats
from scipy.optimize import minimize

from mlcompanion.bayes.conjugate import GammaPrecision, GaussianMeanBayes
from mlcompanion.stats import grid_posterior

__all__ = [
    "conjugate_case",
    "fading",
    "optimizer_case",
    "peak_case",
    "shrink_cases",
    "zero_sum_case",
]

SIZES = (0, 1, 10, 100)


def precision_grid(law):
    """Precisions over all of a law's mass, close together where it is high."""
    tails = law.precision_law().quantile(np.array([1e-13, 1 - 1e-13]))
    return np.geomspace(tails[0] / 50, tails[1] * 2, 40_001)


def deviation(grid, density, alpha, rate):
    """Largest difference of a density on a grid from a gamma density, in shares of its peak."""
    peer = stats.gamma(alpha, scale=1 / rate).pdf(grid)
    return np.abs(density - peer).max() / peer.max()


def conjugate_case(seed):
    """One gamma prior: posterior on a grid against the formula, for samples of four sizes.

    Returns
    -------
    dict
        ``dev``: largest deviation over the sizes; ``seq``: of the parameters by one update at a
        time, relative; ``control``: deviation at ten samples if beta is read as a scale.
    """
    rng = np.random.default_rng([seed, 2])
    prior = GammaPrecision(rng.uniform(1.5, 10), np.exp(rng.normal()))
    draw = (rng.standard_normal, rng.standard_exponential, lambda n: rng.uniform(-2, 2, n))
    devs = []
    for n in SIZES:
        x = draw[seed % 3](n)
        after = prior.posterior(x)
        grid = precision_grid(after)
        log_likelihood = 0.5 * n * np.log(grid / (2 * np.pi)) - 0.5 * grid * np.square(x).sum()
        log_prior = stats.gamma(prior.alpha, scale=1 / prior.beta).logpdf(grid)
        posterior = grid_posterior(grid, log_likelihood, log_prior)
        density = posterior.pdf(grid)
        devs.append(deviation(grid, density, after.alpha, after.beta))
        if n == 10:
            as_scale = 1 / prior.beta + np.square(x).sum() / 2
            control = deviation(grid, density, after.alpha, as_scale)
    one_by_one = prior
    for value in x:
        one_by_one = one_by_one.add(value)
    seq = max(abs(one_by_one.alpha / after.alpha - 1), abs(one_by_one.beta / after.beta - 1))
    return {"dev": max(devs), "seq": seq, "control": control}


def shrink_cases(n_cases, seed=0):
    """How many coordinates with a nonzero sum have a peak that is not nearer to zero."""
    rng = np.random.default_rng([seed, 3])
    not_nearer = 0
    for _ in range(n_cases):
        n = rng.integers(1, 60)
        X = rng.normal(rng.normal(), 1, (n, rng.integers(1, 11)))
        beta = np.exp(rng.uniform(np.log(0.01), np.log(100)))
        sums = np.abs(X.sum(axis=0))
        nearer = sums / (n + beta**-2) < sums / n
        not_nearer += int((~nearer & (sums > 0)).sum())
    return not_nearer


def optimizer_case(seed):
    """Relative difference between the library's peak and an optimizer on Eq. (17.8)."""
    rng = np.random.default_rng([seed, 5])
    n = int(rng.integers(1, 60))
    d = int(rng.integers(1, 11))
    X = rng.normal(rng.normal(size=d), 1, (n, d))
    beta = np.exp(rng.uniform(np.log(0.01), np.log(100)))

    def loss(mu):
        value = 0.5 * np.square(X - mu).sum() + 0.5 * mu @ mu / beta**2
        return value, (mu - X).sum(axis=0) + mu / beta**2

    peak = GaussianMeanBayes(beta).fit(X).map_
    found = minimize(loss, X[0], jac=True, method="BFGS", options={"gtol": 1e-9}).x
    return np.linalg.norm(found - peak) / np.linalg.norm(peak)


def fading(sizes=(10, 100, 1000, 10_000, 100_000), d=5, seed=0):
    """Least-squares slope of log |MAP - MLE| against log n, mean over coordinates (beta = 1)."""
    rng = np.random.default_rng(seed)
    gaps = []
    for n in sizes:
        model = GaussianMeanBayes(1.0).fit(rng.normal(1.0, 1.0, (n, d)))
        gaps.append(np.abs(model.map_ - model.mle_))
    return float(np.polyfit(np.log(sizes), np.log(gaps), 1)[0].mean())


def zero_sum_case(seed):
    """Three coordinates of integers, the first with sum 0: where is the printed inequality right?

    Returns
    -------
    dict
        ``zero``: 1 if |MAP| < |MLE| in the first coordinate; ``other``: failures in the others.
    """
    rng = np.random.default_rng([seed, 6])
    X = rng.integers(-9, 10, (8, 3))
    X[0, 0] -= X[:, 0].sum()
    X[0, 1:] += X[:, 1:].sum(axis=0) == 0
    beta = rng.uniform(0.1, 10)
    sums = np.abs(X.sum(axis=0))
    nearer = sums / (len(X) + beta**-2) < sums / len(X)
    return {"zero": int(nearer[0]), "other": int((~nearer[1:]).sum())}


def _normal(x, mean):
    """The normal density of variance 1."""
    return np.exp(-0.5 * (x - mean) ** 2) / np.sqrt(2 * np.pi)


def _posterior_peak(x, grid, density, prior):
    """The grid point with the largest product of densities: no logarithm, no sum."""
    likelihood = np.ones_like(grid)
    for value in x:
        factor = density(value, grid)
        likelihood *= factor / factor.max()
    return grid[np.argmax(likelihood * prior(grid))]


def peak_case(seed):
    """Is the peak of the posterior a maximum of the sum in Eq. (17.8)?

    Returns
    -------
    dict
        ``higher``: 1 if one of 1,000 random parameters has a larger sum, for a mean or for a
        precision; ``drop``: the sum at the peak less the sum at a mean 1,000 units away.
    """
    rng = np.random.default_rng([seed, 7])
    x = rng.normal(0.5, 1, 12)
    means = np.linspace(-3, 4, 7001)
    precisions = np.linspace(0.01, 12, 8001)
    models = (
        (means, _normal, lambda mu: _normal(mu, 0.0), rng.normal(0, 3, 1000)),
        (
            precisions,
            lambda value, tau: np.sqrt(tau) * _normal(value * np.sqrt(tau), 0.0),
            stats.gamma(2.0, scale=0.5).pdf,
            rng.uniform(0.01, 12, 1000),
        ),
    )
    higher = 0
    drops = []
    for grid, density, prior, tried in models:
        peak = _posterior_peak(x, grid, density, prior)
        at = np.append(tried, peak)
        with np.errstate(divide="ignore"):
            total = np.log(density(x[:, None], at)).sum(axis=0) + np.log(prior(at))
        higher += int(total[:-1].max() > total[-1] + 1e-4)
        drops.append(total[-1])
    far = stats.norm.logpdf(x, 1000).sum() + stats.norm.logpdf(1000)
    return {"higher": int(higher > 0), "drop": drops[0] - far}
