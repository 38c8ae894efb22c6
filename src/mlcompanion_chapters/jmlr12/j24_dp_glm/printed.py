"""What the source prints, and what it should say: a density, a conditional mean, a Poisson mean."""

from typing import NamedTuple

import numpy as np
from scipy import integrate, stats
from scipy.special import gammaln, logsumexp

__all__ = ["joint_slope", "negative_share", "predictive_cases"]


class Cluster(NamedTuple):
    """A small cluster with an intercept only, and its prior."""

    y: np.ndarray
    m0: float
    v0: float
    shape: float
    scale: float

    @property
    def posterior(self):
        """Centre and spread of the intercept, and the sum that the source writes out."""
        precision = 1 / self.v0 + len(self.y)
        centre = (self.m0 / self.v0 + self.y.sum()) / precision
        rest = self.m0**2 / self.v0 + np.sum(self.y**2) - centre**2 * precision
        return centre, 1 / precision, self.scale + 0.5 * rest


def corrected(cluster, y):
    """Student's density with twice the shape, and the new point's own noise."""
    centre, spread, b = cluster.posterior
    a = cluster.shape + 0.5 * len(cluster.y)
    return stats.t.pdf(y, 2 * a, centre, np.sqrt(b / a * (1 + spread)))


def printed(cluster, y):
    """The expression of appendix A, its s the root of the s squared below it."""
    centre, spread, b = cluster.posterior
    n_n = cluster.shape + len(cluster.y)
    s_n = np.sqrt(4 * b / (n_n * spread))
    logs = gammaln(0.5 * (n_n + 1)) - gammaln(0.5 * n_n) - 0.5 * np.log(n_n * s_n)
    return np.exp(logs - 0.5 * (n_n + 1) * np.log1p(np.square(y - centre) / (n_n * s_n)))


def log_evidence(cluster, values):
    """By quadrature over the intercept and the logarithm of the variance.

    Only where the nodes lie comes from a formula: about the intercept that fits best.
    """
    log_vars = np.linspace(-9, 30, 391)[:, None]
    deviations = np.exp(0.5 * log_vars)
    precision = 1 / cluster.v0 + len(values)
    centre = (cluster.m0 / cluster.v0 + values.sum()) / precision
    steps = np.linspace(-9, 9, 121)
    b = centre + deviations / np.sqrt(precision) * steps
    logs = stats.norm.logpdf(b, cluster.m0, np.sqrt(cluster.v0) * deviations)
    for value in values:
        logs += stats.norm.logpdf(value, b, deviations)
    prior = stats.invgamma.logpdf(np.exp(log_vars), cluster.shape, scale=cluster.scale)
    logs += prior + log_vars + 0.5 * log_vars  # of the steps in the logarithm, and of b's nodes
    cell = (steps[1] - steps[0]) / np.sqrt(precision) * (log_vars[1, 0] - log_vars[0, 0])
    return float(logsumexp(logs) + np.log(cell))


def predictive_cases(n_cases=20, sizes=(1, 3, 10)):
    """Areas of the printed expression, and relative errors of both forms against quadrature."""
    rng = np.random.default_rng(11)
    areas = []
    right = []
    wrong = []
    for case in range(n_cases):
        n = sizes[case % len(sizes)]
        cluster = Cluster(
            rng.normal(rng.normal(), 1.0, n),
            rng.normal(),
            rng.uniform(0.5, 4),
            rng.uniform(1.5, 5),
            rng.uniform(0.5, 3),
        )
        new = cluster.posterior[0] + rng.uniform(-2, 2)
        with_it = log_evidence(cluster, np.append(cluster.y, new))
        exact = np.exp(with_it - log_evidence(cluster, cluster.y))
        areas.append(integrate.quad(lambda y, c=cluster: printed(c, y), -np.inf, np.inf)[0])
        right.append(abs(corrected(cluster, new) / exact - 1))
        wrong.append(abs(printed(cluster, new) / np.sqrt(np.pi) / exact - 1))
    return np.array(areas), float(max(right)), float(np.median(wrong))


def joint_slope(n=1_000_000, b=0.5, var=2.0):
    """Slope of y on x over draws of a joint normal law, and its standard error."""
    rng = np.random.default_rng(12)
    x, y = rng.multivariate_normal([0, 0], [[var, b], [b, 1.0]], n, method="cholesky").T
    fit = stats.linregress(x, y)
    return float(fit.slope), float(fit.stderr)


def negative_share(n=1_000_000, n_terms=12):
    """Share of draws of centred normal coefficients whose sum, the printed mean, is negative."""
    rng = np.random.default_rng(13)
    total = np.zeros(n)
    for _ in range(n_terms):
        total += rng.standard_normal(n)
    return float(np.mean(total < 0))
