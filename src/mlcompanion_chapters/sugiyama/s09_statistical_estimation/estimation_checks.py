r"""Checks on Sugiyama (2016), chapter 9: coverage, resampling, tuning, and the misprints.

The references do not know the formulas under suspicion: the normal law's own frequencies, fresh
samples in place of resamples, the true curve in place of held-out samples, and an optimizer that
sees a log-posterior only.
"""

import numpy as np
from scipy.optimize import minimize
from scipy.special import ndtri

from mlcompanion._validation import check_rng
from mlcompanion.density import cross_validate_bandwidth, log_kernel_density
from mlcompanion.kernels import rbf_kernel
from mlcompanion.probability import Exponential, Normal, StudentT, kolmogorov_distance
from mlcompanion.regression import DesignSVD, KernelLeastSquares, poly_basis
from mlcompanion.regression.selection.cross_validation import cross_validate_grid
from mlcompanion.stats import (
    coverage,
    credible_interval,
    grid_posterior,
    t_interval,
    z_interval,
)
from mlcompanion.stats.intervals import bootstrap
from mlcompanion.stats.intervals.bootstrap import STATISTICS

__all__ = [
    "bandwidth_errors",
    "bootstrap_ends",
    "bootstrap_moments",
    "choice_quality",
    "credible_coverages",
    "largest_deviation",
    "mean_interval_coverages",
    "optimizer_against_formulas",
    "posterior_gaps",
    "regression_errors",
    "t_law_distances",
]

BANDWIDTHS = np.geomspace(0.03, 3, 15)  # of densities
# of regression
WIDTHS = np.geomspace(0.05, 5, 8)
PENALTIES = np.geomspace(1e-4, 10, 8)
MIXTURE = (Normal(-2.0, 0.25), Normal(2.0, 1.0))  # half of each


def mean_interval_coverages(
    sizes=(2, 5, 20, 100), alphas=(0.01, 0.05, 0.1), repeats=100_000, random_state=None
):
    """Coverage of the interval with known sigma and of Student's, on samples of N(1, 4).

    Returns
    -------
    dict
        ``(n, alpha, "z" or "t") -> Rate``.
    """
    rng = check_rng(random_state)
    rates = {}
    for n in sizes:
        samples = rng.normal(1, 2, size=(repeats, n))
        for alpha in alphas:
            for name, interval in (
                ("z", lambda x, a=alpha: z_interval(x, 2.0, a)),
                ("t", lambda x, a=alpha: t_interval(x, a)),
            ):
                rates[n, alpha, name] = coverage(
                    interval, lambda m, _, rows=samples: rows[:m], 1.0, repeats
                )
    return rates


def largest_deviation(rates, name):
    """Of the coverages of one method from the promise, in standard errors of the promise."""
    return max(
        abs(rate.value - 1 + alpha) / np.sqrt(alpha * (1 - alpha) / rate.repeats)
        for (_, alpha, method), rate in rates.items()
        if method == name
    )


def t_law_distances(sizes=(2, 3, 5, 10, 30), repeats=100_000, random_state=None):
    """The standardized average of normal samples against three laws.

    Returns
    -------
    dict
        For each n: Kolmogorov distance to Student's law with n - 1 (``ks``) and n (``ks_more``)
        degrees of freedom and to N(0, 1) (``ks_normal``), and the share beyond 3 in absolute value
        divided by the normal one (``tail``).
    """
    rng = check_rng(random_state)
    found = {}
    normal = Normal(0.0, 1.0)
    for n in sizes:
        x = rng.normal(1, 2, size=(repeats, n))
        t = (x.mean(axis=1) - 1) / (x.std(axis=1, ddof=1) / np.sqrt(n))
        found[n] = {
            "ks": kolmogorov_distance(t, StudentT(n - 1)),
            "ks_more": kolmogorov_distance(t, StudentT(n)),
            "ks_normal": kolmogorov_distance(t, normal),
            "tail": np.mean(np.abs(t) > 3) / (2 * normal.cdf(-3.0)),
        }
    return found


def bootstrap_moments(n=200, samples=200, n_draws=2000, fresh=200_000, random_state=None):
    """Moments of estimators from resamples of one sample, against those over fresh samples.

    Returns
    -------
    ratios : dict
        ``(law, estimator) -> resampling variance / true variance``, one number a sample.
    third : ndarray, shape (samples,)
        Resampling third central moment of the mean of Exp(1), divided by the true one.
    """
    rng = check_rng(random_state)
    ratios = {}
    for name, law in (("normal", Normal(0.0, 1.0)), ("exponential", Exponential(1.0))):
        seen = law.rvs((samples, n), rng)
        estimators = ("mean", "median", "std")
        blocks = (law.rvs((1000, n), rng) for _ in range(fresh // 1000))
        truths = [[STATISTICS[e](block) for e in estimators] for block in blocks]
        for statistic, true in zip(estimators, np.concatenate(truths, axis=1)):
            draws = bootstrap(seen, statistic, n_draws, rng)
            ratios[name, statistic] = draws.var(axis=1) / true.var()
            if (name, statistic) == ("exponential", "mean"):
                thirds = np.mean((draws - draws.mean(axis=1, keepdims=True)) ** 3, axis=1)
                third = thirds / np.mean((true - true.mean()) ** 3)
    return ratios, third


def bandwidth_errors(random_state=None, n=200):
    """Held-out loss and true error of the kernel density estimate, for each of ``BANDWIDTHS``.

    Half N(-2, 0.25), half N(2, 1); five folds; the true error is the integrated squared difference
    of the densities.

    Returns
    -------
    held_out, true : ndarray, shape (15,)
    """
    rng = check_rng(random_state)
    second = rng.random(n) < 0.5
    x = np.where(second, MIXTURE[1].rvs(n, rng), MIXTURE[0].rvs(n, rng))[:, None]
    held_out = -cross_validate_bandwidth(x, BANDWIDTHS, 5, rng)
    line = np.linspace(-8, 9, 341)[:, None]
    density = 0.5 * sum(law.pdf(line[:, 0]) for law in MIXTURE)
    estimates = (np.exp(log_kernel_density(line, x, h)) for h in BANDWIDTHS)
    true = [0.05 * np.sum((estimate - density) ** 2) for estimate in estimates]
    return held_out, np.array(true)


def regression_errors(random_state=None, n=50):
    """Held-out and true squared error of the penalized kernel model, ``WIDTHS`` x ``PENALTIES``.

    Returns
    -------
    held_out, true : ndarray, shape (64,)
    """
    rng = check_rng(random_state)

    def curve(x):
        return np.sinc(x) + 0.1 * x

    x = rng.uniform(-3, 3, size=n)
    y = curve(x) + 0.2 * rng.normal(size=n)
    held_out = cross_validate_grid(x, y, WIDTHS, PENALTIES, 5, rng)
    line = np.linspace(-3, 3, 201)
    true = []
    for h in WIDTHS:
        svd = DesignSVD.of_gram(rbf_kernel(x[:, None], sigma=h))
        kernel = rbf_kernel(line[:, None], x[:, None], sigma=h)
        fits = [kernel @ svd.coefficients(y, lam) for lam in PENALTIES]
        true += [np.mean((fit - curve(line)) ** 2) for fit in fits]
    return held_out.ravel(), np.array(true)


def choice_quality(pairs):
    """How good the choice with the least held-out error is, over repeats.

    Parameters
    ----------
    pairs : sequence of (held_out, true)

    Returns
    -------
    win : float
        Share of repeats in which the chosen value has a smaller true error than the grid's median.
    excess : float
        Median over repeats of the true error at the choice, divided by the smallest.
    stake : float
        Median over repeats of the grid's median true error, divided by the smallest.
    """
    held_out, true = np.swapaxes(np.array(pairs, dtype=float), 0, 1)
    chosen = true[np.arange(len(true)), held_out.argmin(axis=1)]
    middle = np.median(true, axis=1)
    best = true.min(axis=1)
    return (
        float(np.mean(chosen < middle)),
        float(np.median(chosen / best)),
        float(np.median(middle / best)),
    )


def posterior_gaps(samples=200, n=5, prior_variance=0.25, random_state=None):
    """Largest distance of credible intervals on a grid from their closed forms, times root n.

    Returns
    -------
    flat, informed : float
        After a flat prior, from the interval with known sigma; after N(0, prior_variance), from
        the quantiles of the normal posterior.
    """
    grid = np.linspace(-4, 8, 6001)
    noise = Normal(0.0, 1.0)
    prior = Normal(0.0, prior_variance).logpdf(grid)
    precision = n + 1 / prior_variance
    flat = []
    informed = []
    for x in check_rng(random_state).normal(2, 1, size=(samples, n)):
        heights = noise.logpdf(x[:, None] - grid).sum(axis=0)
        ends = credible_interval(grid_posterior(grid, heights))
        flat.append(np.subtract(ends, z_interval(x, 1.0)))
        ends = credible_interval(grid_posterior(grid, heights, prior))
        exact = x.sum() / precision + ndtri([0.025, 0.975]) / np.sqrt(precision)
        informed.append(np.subtract(ends, exact))
    return tuple(float(np.abs(gaps).max() * np.sqrt(n)) for gaps in (flat, informed))


def credible_coverages(repeats=100_000, n=5, prior_variance=0.25, alpha=0.05, random_state=None):
    """Coverage of the middle mass of the posterior of an expectation, in closed form.

    Samples are N(mu, 1); the prior is flat or N(0, prior_variance). The posterior is normal with
    precision ``n + 1 / prior_variance``.

    Returns
    -------
    flat, averaged, misled : float
        Flat prior at mu = 2; informative prior with mu drawn from it; the same at mu = 2.
    """
    rng = check_rng(random_state)

    def covered(mu, prior_precision):
        mean = mu + rng.normal(size=repeats) / np.sqrt(n)
        precision = n + prior_precision
        half = ndtri(1 - alpha / 2) / np.sqrt(precision)
        return float(np.mean(np.abs(n * mean / precision - mu) <= half))

    drawn = rng.normal(0, np.sqrt(prior_variance), size=repeats)
    return covered(2.0, 0.0), covered(drawn, 1 / prior_variance), covered(2.0, 1 / prior_variance)


def _ascend(log_density, score, design, start):
    """Maximize a log-density of outputs given ``design @ start`` by a quasi-Newton method."""
    found = minimize(
        lambda a: -log_density(a),
        start,
        jac=lambda a: -score(a),
        method="BFGS",
        options={"gtol": 1e-9, "maxiter": 5000},
    )
    return design @ found.x


def optimizer_against_formulas(seed, scales=(0.1, 1.0, 3.0), sigma=0.3, n=30):
    """Maximum likelihood and posterior modes by an optimizer, against least-squares fits.

    ``y = sin(x) + sigma N(0, 1)`` on [-3, 3]. The log-likelihood adds the log-densities of the
    samples; the log-posterior adds those of the coefficients under N(0, scale^2).

    Returns
    -------
    ml : float
        Relative distance of fitted values: cubic by maximum likelihood, and by least squares.
    right, printed : ndarray, shape (len(scales),)
        Kernel model (bandwidth 0.5): posterior mode against the fit with penalty
        ``sigma^2 / scale^2``, and against the one with penalty ``scale``.
    """
    x = np.linspace(-3, 3, n)
    y = np.sin(x) + sigma * np.random.default_rng(seed).normal(size=n)
    noise = Normal(0.0, sigma**2)

    def maximum(design, prior=None):
        def log_density(a):
            total = noise.logpdf(y - design @ a).sum()
            return total if prior is None else total + prior.logpdf(a).sum()

        def score(a):
            slope = design.T @ (y - design @ a) / noise.variance
            return slope if prior is None else slope - a / prior.variance

        return _ascend(log_density, score, design, np.zeros(design.shape[1]))

    def distance(a, b):
        return np.linalg.norm(a - b) / np.linalg.norm(b)

    def penalized(lam):
        return KernelLeastSquares(sigma=0.5, lam=lam).fit(x[:, None], y).predict(x[:, None])

    cubic = poly_basis(x, 3)
    ml = distance(maximum(cubic), cubic @ np.linalg.lstsq(cubic, y, rcond=None)[0])
    kernel = rbf_kernel(x[:, None], sigma=0.5)
    modes = [maximum(kernel, Normal(0.0, scale**2)) for scale in scales]
    right = [distance(m, penalized(sigma**2 / s**2)) for m, s in zip(modes, scales)]
    printed = [distance(m, penalized(s)) for m, s in zip(modes, scales)]
    return ml, np.array(right), np.array(printed)


def bootstrap_ends(samples=500, n=50, n_draws=2000, alpha=0.1, random_state=None):
    """Shares of resampled means of Exp(1) outside two intervals, and their widths.

    The printed interval is ``[-b, b]`` with the smallest b that holds ``1 - alpha`` of them.

    Returns
    -------
    dict
        Medians over samples: ``low_printed``, ``high_printed``, ``low_right``, ``high_right`` and
        ``width``, that of the printed interval divided by that of the quantiles.
    """
    rng = check_rng(random_state)
    draws = bootstrap(Exponential(1.0).rvs((samples, n), rng), "mean", n_draws, rng)
    kept = int(np.ceil((1 - alpha) * n_draws))
    b = np.sort(np.abs(draws), axis=1)[:, [kept - 1]]
    low, high = np.quantile(draws, [alpha / 2, 1 - alpha / 2], axis=1, keepdims=True)
    found = {
        "low_printed": (draws < -b).mean(axis=1),
        "high_printed": (draws > b).mean(axis=1),
        "low_right": (draws < low).mean(axis=1),
        "high_right": (draws > high).mean(axis=1),
        "width": 2 * b / (high - low),
    }
    return {name: float(np.median(value)) for name, value in found.items()}
