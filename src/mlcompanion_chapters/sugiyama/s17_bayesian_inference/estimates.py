"""Estimates and densities over many samples: who is nearer to the truth, on average?

Sugiyama (2016), Figs 17.1, 17.3, 17.5 and 17.7, and further than these: many coordinates, iris.
"""

import math

import numpy as np
from scipy.special import digamma, gammaln
from sklearn.datasets import load_iris

from mlcompanion.bayes.conjugate import GammaPrecision

from .evidence_checks import GRID

__all__ = [
    "WIDTHS",
    "distance_to_model",
    "empirical_errors",
    "exact_risk",
    "flower_errors",
    "flower_rows",
    "overfit",
    "predictive_gain",
    "shrinkage_errors",
    "truth_nodes",
    "width_errors",
]

WIDTHS = (0.01, 0.1, 1.0, 3.0)


def width_errors(n_runs=20_000, *, n=12, mu=0.5, betas=WIDTHS, seed=0):
    """Squared errors of the sample mean and of the peak for several widths, on the same samples.

    Returns
    -------
    dict
        ``map``: ndarray of shape (n_runs, number of widths); ``mle``: of shape (n_runs,).
    """
    means = np.random.default_rng([seed, 1]).normal(mu, 1, (n_runs, n)).mean(axis=1)
    kept = n / (n + np.asarray(betas) ** -2.0)
    return {"map": (np.outer(means, kept) - mu) ** 2, "mle": (means - mu) ** 2}


def exact_risk(beta, n=12, mu=0.5):
    """Mean squared error of the peak: what is left of the variance, and the bias squared."""
    kept = n / (n + np.asarray(beta) ** -2.0)
    return kept**2 / n + (1 - kept) ** 2 * mu**2


def listing_width(means, n):
    """What the line of Fig. 17.6 chooses on its grid, for many sample means.

    The line is ``-x_bar^2 A(beta) - B(beta)`` up to what does not depend on beta.
    """
    bb = GRID**-2.0
    kept = n / (n + bb)
    A = 0.5 * n * (1 - kept) ** 2 + 0.5 * kept**2 / bb
    B = np.log(n * bb + 1)
    chosen = [np.argmin(np.outer(part**2, A) + B, axis=1) for part in np.array_split(means, 20)]
    return GRID[np.concatenate(chosen)]


def empirical_errors(n_runs=100_000, *, n=12, mu=0.5, seed=0):
    """One coordinate: errors with the width that the evidence chooses, on many samples.

    Returns
    -------
    dict
        ``eb``, ``listing``, ``mle``: squared errors; ``means``: the sample means; ``none``: where
        the evidence leaves no width at all.
    """
    rng = np.random.default_rng(seed)
    means = rng.normal(mu, 1, (n_runs, n)).mean(axis=1)
    squared = np.maximum(means**2 - 1 / n, 0)  # the exact maximizer
    by_text = n * squared / (n * squared + 1) * means
    coded = listing_width(means, n)
    by_listing = n / (n + coded**-2.0) * means
    return {
        "eb": (by_text - mu) ** 2,
        "listing": (by_listing - mu) ** 2,
        "mle": (means - mu) ** 2,
        "means": means,
        "none": squared == 0,
    }


def shrinkage_errors(d, *, n=12, mu=0.5, n_runs=20_000, seed=0):
    """The same in d coordinates that share one width: mean squared errors a coordinate."""
    rng = np.random.default_rng([seed, d])
    means = mu + rng.normal(size=(n_runs, d)) / math.sqrt(n)
    squared = np.maximum(np.square(means).mean(axis=1, keepdims=True) - 1 / n, 0)
    peaks = n * squared / (n * squared + 1) * means
    return {
        "eb": float(np.square(peaks - mu).mean()),
        "mle": float(np.square(means - mu).mean()),
    }


def truth_nodes(name):
    """Nodes, weights and log-density of a symmetric truth of variance 1, for its expectations.

    Gauss-Hermite for the normal law; Gauss-Laguerre, on one side, for Laplace.
    """
    if name == "normal":
        nodes, weights = np.polynomial.hermite_e.hermegauss(120)
        return nodes, weights / weights.sum(), -0.5 * nodes**2 - 0.5 * math.log(2 * math.pi)
    nodes, weights = np.polynomial.laguerre.laggauss(120)
    x = nodes / math.sqrt(2)
    return x, weights / weights.sum(), -nodes - 0.5 * math.log(2)


def predictive_gain(name, n, n_runs=2000, prior=(1.0, 1.0), seed=0):
    """Divergences from the truth of the likeliest normal law and of the predictive, n samples.

    Returns
    -------
    dict
        ``mle``, ``bayes``: ndarray of shape (n_runs,).
    """
    rng = np.random.default_rng([seed, n, name == "normal"])
    draw = rng.standard_normal if name == "normal" else lambda s: rng.laplace(0, 0.5**0.5, s)
    squares = np.square(draw((n_runs, n))).sum(axis=1)
    x, weights, log_truth = truth_nodes(name)
    precision = n / squares
    log_mle = 0.5 * np.log(precision / (2 * math.pi))[:, None] - 0.5 * np.outer(precision, x**2)
    laws = (GammaPrecision(prior[0] + n / 2, prior[1] + 0.5 * s) for s in squares)
    log_bayes = np.array([law.predictive_logpdf(x) for law in laws])
    return {
        "mle": (log_truth - log_mle) @ weights,
        "bayes": (log_truth - log_bayes) @ weights,
    }


def distance_to_model(alpha):
    """Divergence from the predictive to the nearest normal law with mean 0, whatever the scale.

    That law has the predictive's own variance; what is left is half the logarithm of 2 pi e times
    the variance, less the entropy of the t law.
    """
    nu = 2 * alpha
    half = (nu + 1) / 2
    log_beta = gammaln(0.5) + gammaln(nu / 2) - gammaln(half)
    entropy = half * (digamma(half) - digamma(nu / 2)) + 0.5 * math.log(nu) + log_beta
    return 0.5 * math.log(2 * math.pi * math.e * nu / (nu - 2)) - entropy


def overfit(n, n_runs=2000, seed=0):
    """A bell of largest likelihood: mean log-density at hand less that on fresh samples.

    Returns
    -------
    dict
        ``gap``: ndarray of shape (n_runs,); ``flattered``: where the fit has a larger likelihood on
        the samples than the true law.
    """
    x = np.random.default_rng([seed, n]).normal(size=(n_runs, n))
    mean = x.mean(axis=1)
    variance = x.var(axis=1)
    at_hand = -0.5 * np.log(2 * math.pi * variance) - 0.5
    fresh = -0.5 * np.log(2 * math.pi * variance) - (1 + mean**2) / (2 * variance)
    true_law = -0.5 * math.log(2 * math.pi) - 0.5 * np.square(x).mean(axis=1)
    return {"gap": at_hand - fresh, "flattered": at_hand > true_law}


def flower_rows():
    """Iris in deviations: about the mean of all flowers, over the spread inside a species.

    Returns
    -------
    dict
        Species name to its rows, shape (50, 4).
    """
    iris = load_iris()
    means = np.array([iris.data[iris.target == k].mean(axis=0) for k in range(3)])
    within = np.sqrt(np.square(iris.data - means[iris.target]).mean(axis=0))
    rows = (iris.data - iris.data.mean(axis=0)) / within
    return {str(name): rows[iris.target == k] for k, name in enumerate(iris.target_names)}


def flower_errors(rows, n=4, n_runs=4000, seed=0):
    """A species' mean from n of its flowers: errors of the sample mean and with a shared width.

    Returns
    -------
    dict
        ``mle``, ``eb``: squared distances from the mean of all its flowers, shape (n_runs,).
    """
    rng = np.random.default_rng(seed)
    picks = np.array([rng.choice(len(rows), n, replace=False) for _ in range(n_runs)])
    means = rows[picks].mean(axis=1)
    truth = rows.mean(axis=0)
    squared = np.maximum(np.square(means).mean(axis=1, keepdims=True) - 1 / n, 0)
    peaks = n * squared / (n * squared + 1) * means
    return {
        "mle": np.square(means - truth).sum(axis=1),
        "eb": np.square(peaks - truth).sum(axis=1),
    }
