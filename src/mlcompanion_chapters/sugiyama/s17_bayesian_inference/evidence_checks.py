"""The evidence of a normal mean, by the text, by the listing and by quadrature.

Sugiyama (2016), section 17.4. The listing of Fig. 17.6 does not compute the text's last display;
the quadrature uses neither.
"""

import numpy as np
from scipy import stats

from mlcompanion.bayes.conjugate import empirical_bayes, log_evidence_gaussian_mean

__all__ = [
    "GRID",
    "book_samples",
    "evidence_by_quadrature",
    "evidence_case",
    "last_display",
    "listing_evidence",
    "map_estimate",
    "replay",
]

GRID = np.arange(1, 301) / 100  # the listing's 0.01:0.01:3
MU = np.linspace(-25, 25, 50_001)  # 0.001 apart: ten nodes in the narrowest prior of the grid


def book_samples(mean=0.546, n=12, seed=17):
    """Normal numbers moved so that their mean is the printed one: all that the choice sees."""
    x = np.random.default_rng(seed).normal(size=n)
    return x - x.mean() + mean


def map_estimate(x, beta):
    """The posterior's peak, from the display below Eq. (17.9)."""
    return x.sum() / (len(x) + np.asarray(beta) ** -2.0)


def last_display(x, beta):
    """The last display of section 17.4, as printed."""
    n = len(x)
    peak = map_estimate(x, beta)
    squares = np.square(x[:, None] - peak).sum(axis=0)
    return (
        -n / 2 * np.log(2 * np.pi)
        - np.log(n * beta**2 + 1) / 2
        - squares / 2
        - peak**2 / (2 * beta**2)
    )


def listing_evidence(x, beta):
    """The line ``logML(i) = ...`` of Fig. 17.6, as printed, where bb is beta to the power -2."""
    n = len(x)
    bb = beta**-2.0
    peak = x.sum() / (n + bb)
    squares = np.square(x[:, None] - peak).sum(axis=0)
    return -n / 2 * np.log(2 * np.pi) - squares / 2 - peak**2 / (2 * bb) - np.log(n * bb + 1)


def evidence_by_quadrature(x, betas):
    """Logarithm of the integral of likelihood times prior, by trapezoids on a fine grid."""
    log_likelihood = stats.norm.logpdf(x[:, None], MU).sum(axis=0)
    largest = log_likelihood.max()
    likelihood = np.exp(log_likelihood - largest)
    kept = likelihood > 1e-30  # what is cut off is below rounding, whatever the prior
    nodes = MU[kept]
    totals = [np.trapezoid(likelihood[kept] * stats.norm.pdf(nodes, 0, b), nodes) for b in betas]
    return largest + np.log(totals)


def replay():
    """The choice of the width on the book's grid, by three ways.

    Returns
    -------
    dict
        For ``text``, ``listing`` and ``quadrature`` the pair of the width and the estimate; ``mle``
        is the sample mean, ``x`` the samples.
    """
    x = book_samples()
    ways = {
        "text": lambda b: log_evidence_gaussian_mean(x, b),
        "listing": lambda b: listing_evidence(x, b),
        "quadrature": lambda b: evidence_by_quadrature(x, b),
    }
    found = {}
    for name, evidence in ways.items():
        beta = empirical_bayes(evidence, GRID, polish=False).value
        found[name] = (beta, float(map_estimate(x, beta)))
    return {**found, "mle": float(x.mean()), "x": x}


def evidence_case(seed):
    """Closed form against two calculations of another kind, on random samples.

    Returns
    -------
    dict
        ``quad``, ``joint``: differences of the logarithms from Gauss-Legendre quadrature and the
        joint normal density; ``display``: from the printed display.
    """
    rng = np.random.default_rng([seed, 4])
    n = (1, 5, 12, 50)[seed % 4]
    beta = np.exp(rng.uniform(np.log(0.05), np.log(20)))
    x = rng.normal(rng.normal(), 1, n)
    peak = map_estimate(x, beta)
    width = (n + beta**-2) ** -0.5

    nodes, weights = np.polynomial.legendre.leggauss(60)
    half = 6 * width  # each side of the peak has 12 widths
    mu = np.concatenate([peak - half + half * nodes, peak + half + half * nodes])
    squares = np.square(x[:, None] - mu).sum(axis=0) + np.square(mu / beta)
    constant = 0.5 * (n + 1) * np.log(2 * np.pi) + np.log(beta)
    lowest = squares.min()
    integral = half * np.tile(weights, 2) @ np.exp(-0.5 * (squares - lowest))
    by_quadrature = np.log(integral) - 0.5 * lowest - constant
    joint = np.eye(n) + beta**2 * np.ones((n, n))
    formula = log_evidence_gaussian_mean(x, beta)
    return {
        "quad": abs(formula - by_quadrature),
        "joint": abs(formula - stats.multivariate_normal(np.zeros(n), joint).logpdf(x)),
        "display": abs(formula - last_display(x, np.array([beta]))[0]),
    }
