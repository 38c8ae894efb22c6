"""Exact evidences, and what Laplace and BIC make of them."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.special import betaln, expit, gammaln
from scipy.stats import beta, norm

from mlcompanion.bayes.evidence import laplace_approximation, laplace_evidence

__all__ = [
    "MODELS", "Model", "coin_error", "coin_in_log_odds", "coin_variation", "count_error",
    "logit_error",
]  # fmt: skip

SHARE = 0.3


class Model(NamedTuple):
    """A model of which all is known from sufficient statistics that do not change with n.

    Attributes
    ----------
    b : int
        Number of parameters.
    shortfall : callable
        Of n: largest log-likelihood minus log evidence.
    loss_at_map : callable
        Of n: largest log-likelihood minus log-likelihood at the MAP estimate, without cancellation.
    """

    b: int
    shortfall: Callable
    loss_at_map: Callable


def normal_mean(d, mean=0.5):
    """Mean of a normal law of variance one in d dimensions, prior N(0, I)."""
    square = d * mean**2
    return Model(
        d,
        lambda n: 0.5 * d * math.log(n + 1) + 0.5 * square * n / (n + 1),
        lambda n: 0.5 * n * square / (n + 1) ** 2,
    )


def coin():
    """Tosses with share 0.3, Beta(2, 2) prior."""
    entropy = -(SHARE * math.log(SHARE) + (1 - SHARE) * math.log(1 - SHARE))

    def shortfall(n):
        return -n * entropy - betaln(SHARE * n + 2, (1 - SHARE) * n + 2) + betaln(2, 2)

    def loss_at_map(n):
        moved = (1 - 2 * SHARE) / (n + 2)
        ones = SHARE * math.log1p(moved / SHARE)
        return -n * (ones + (1 - SHARE) * math.log1p(-moved / (1 - SHARE)))

    return Model(1, shortfall, loss_at_map)


def regression(seed=18):
    """Four coefficients, noise of deviation one, an intercept and three inputs; prior N(0, I)."""
    rng = np.random.default_rng(seed)
    design = np.column_stack([np.ones(200), rng.normal(size=(200, 3))])
    gram = design.T @ design / len(design)
    best = np.array([0.5, -0.5, 0.5, -0.5])

    def shortfall(n):
        precision = n * gram + np.eye(4)
        shrunk = np.linalg.solve(precision, n * gram @ best)
        return 0.5 * (np.linalg.slogdet(precision)[1] + best @ shrunk)

    def loss_at_map(n):
        moved = np.linalg.solve(n * gram + np.eye(4), best)
        return 0.5 * n * moved @ gram @ moved

    return Model(4, shortfall, loss_at_map)


MODELS = (normal_mean(1), normal_mean(5), coin(), regression())


def relative_error(log_found, log_exact):
    """|found / exact - 1| of two numbers that are given by their logarithms."""
    return abs(math.expm1(log_found - log_exact))


def of_coin(n):
    """Log-likelihood and log-prior of a share, as functions of a parameter vector."""

    def log_likelihood(p):
        if not 0 < p[0] < 1:
            return -math.inf
        return n * (SHARE * math.log(p[0]) + (1 - SHARE) * math.log1p(-p[0]))

    def log_prior(p):
        return math.log(6 * p[0] * (1 - p[0])) if 0 < p[0] < 1 else -math.inf

    return log_likelihood, log_prior


def coin_error(n):
    """Relative error of the Laplace evidence of a coin, made in the share."""
    found = laplace_evidence(*of_coin(n), [0.5]).log_evidence
    return relative_error(found, coin_log_evidence(n))


def coin_log_evidence(n):
    """Exact."""
    return betaln(SHARE * n + 2, (1 - SHARE) * n + 2) - betaln(2, 2)


def coin_in_log_odds(n):
    """The same error, made in the log-odds: the density of the prior takes the factor p (1 - p)."""

    def log_f(odds):
        log_p = -np.logaddexp(0, -odds[0])
        log_rest = -np.logaddexp(0, odds[0])
        return (SHARE * n + 2) * log_p + ((1 - SHARE) * n + 2) * log_rest - betaln(2, 2)

    found = laplace_approximation(log_f, [0.0]).log_integral
    return relative_error(found, coin_log_evidence(n))


def coin_variation(n):
    """Total variation distance between the posterior of a share and its normal approximation."""
    posterior = laplace_evidence(*of_coin(n), [0.5]).posterior
    mode = posterior.mode[0]
    width = math.sqrt(posterior.covariance[0, 0])
    grid = np.linspace(mode - 12 * width, mode + 12 * width, 24_001)
    exact = beta(SHARE * n + 2, (1 - SHARE) * n + 2).pdf(grid)
    return 0.5 * np.trapezoid(np.abs(exact - norm(mode, width).pdf(grid)), grid)


def count_error(n, seed):
    """Relative error for Poisson counts of rate 3 with a Gamma(2, 1) prior."""
    counts = np.random.default_rng([seed, n, 1]).poisson(3.0, n)
    total = counts.sum()
    constant = gammaln(counts + 1).sum()

    def log_likelihood(rate):
        if rate[0] <= 0:
            return -math.inf
        return total * math.log(rate[0]) - n * rate[0] - constant

    def log_prior(rate):
        if rate[0] <= 0:
            return -math.inf
        return math.log(rate[0]) - rate[0]

    exact = gammaln(total + 2) - (total + 2) * math.log(n + 1) - constant
    return relative_error(laplace_evidence(log_likelihood, log_prior, [1.0]).log_evidence, exact)


def logit_error(n, seed, nodes=24):
    """Relative error for logistic regression with two coefficients and prior N(0, 4 I).

    The exact value by Gauss-Hermite quadrature along the axes of the approximation.
    """
    rng = np.random.default_rng([seed, n, 2])
    X = np.column_stack([np.ones(n), rng.normal(size=n)])
    signs = np.where(rng.random(n) < expit(X @ [-0.5, 1.0]), 1.0, -1.0)
    A = signs[:, None] * X

    def log_likelihood(w):
        return -np.logaddexp(0, -A @ w).sum(axis=0)

    def log_prior(w):
        return -math.log(2 * math.pi * 4) - (w * w).sum(axis=0) / 8

    def hessian(w):
        p = expit(X @ w)
        return -(X.T * (p * (1 - p))) @ X - np.eye(2) / 4

    found = laplace_evidence(log_likelihood, log_prior, np.zeros(2), hessian=hessian)
    places, weights = np.polynomial.hermite_e.hermegauss(nodes)
    axes = np.linalg.cholesky(found.posterior.covariance)
    grid = np.array(np.meshgrid(places, places)).reshape(2, -1)
    points = found.posterior.mode[:, None] + axes @ grid
    log_ratio = log_likelihood(points) + log_prior(points) - found.posterior.log_height
    log_ratio = log_ratio + 0.5 * (grid**2).sum(axis=0)
    ratio = np.exp(log_ratio) @ np.outer(weights, weights).ravel() / (2 * math.pi)
    return abs(1 / ratio - 1)
