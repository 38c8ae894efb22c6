"""Units and origin change no answer: every public name of the room of probability.

Laws of a place and a scale are asked everything they answer at ``a + b x``, whose answer is turned
back; laws, bounds and sums of lengths are asked in units of ``b``. A new name enters by itself: the
first test fails until it has a call or, by its definition, a reason in ``EXCUSED``. Shapes at the
edge of numbers and exact boundaries are held in ``probability/test_far_laws.py``.
"""

import math
from typing import NamedTuple

import numpy as np
import pytest
from test_bad_input import tried

from mlcompanion.probability import (
    Cauchy,
    Exponential,
    Gamma,
    JointTable,
    Laplace,
    MultivariateNormal,
    Normal,
    Uniform,
    Wishart,
    kl_divergence,
    kolmogorov_distance,
    sums,
    total_variation,
)
from mlcompanion.probability import bounds as B
from mlcompanion.probability.distances import gaussian_kl
from mlcompanion.probability.joint import binned_information
from mlcompanion.probability.laws import multivariate_t_logpdf
from mlcompanion.probability.laws.further_laws import Logistic, LogNormal
from mlcompanion.probability.laws.grid import GridDistribution
from mlcompanion.probability.numeric import integrate

UNITS = (1e-12, 1e-6, 1e6, 1e12)
ORIGINS = (1e6, -1e6)
POINTS = np.array([-1.5, -0.2, 0.0, 0.7, 0.7, 2.5, 9.0])  # a tie, and an outlier
POSITIVE = np.abs(POINTS[POINTS != 0])
LEVELS = np.array([0.01, 0.3, 0.5, 0.9, 0.999])
SIGMA = np.array([[2.0, 0.5], [0.5, 1.0]])
PAIRS = np.random.default_rng(2).normal(size=(2, 60))
CELLS = np.array([0.0, 0.5, 1.5, 2.0])
HEIGHTS = np.array([0.0, 0.8, 0.6, 0.0])


class Case(NamedTuple):
    """``call(a, b)``, what it is free of, and how far rounding may move it."""

    call: object
    free: str = "units"
    tol: float = 1e-10


def law(make, points=POINTS, free="units origin", moments=True):
    """All that a law of a length is asked: ``make(a, b)`` is the law of ``a + b x``."""

    def call(a, b):
        one = make(a, b)
        x = a + b * points
        found = [one.pdf(x) * b, one.cdf(x), one.sf(x), (one.quantile(LEVELS) - a) / b]
        found.append([(one.mode() - a) / b])
        if moments:
            found.append([(one.mean() - a) / b, one.var() / b**2, one.skewness(), one.kurtosis()])
            found.append([one.moment(4, True) / b**4])
            found.append([(one.expect(lambda x: ((x - a) / b) ** 2))])
        return np.concatenate(found)

    return Case(call, free, 1e-8 if "origin" in free else 1e-9)


def distance(measure, tol=1e-7):
    """A distance of two laws, which units and origin leave alone."""

    def call(a, b):
        p = Normal(a, b**2)
        q = Normal(a + b, 4 * b**2)
        flat = Laplace(a, b)
        peak = Uniform(a - b, a + 2 * b)
        return np.array([measure(p, q), measure(p, flat), measure(peak, flat)])

    return Case(call, "units origin", tol)


def vectors(a, b):
    one = MultivariateNormal(a + b * np.array([0.5, -1.0]), b**2 * SIGMA)
    x = a + b * np.column_stack([POINTS, POINTS[::-1]])
    found = [one.logpdf(x) + 2 * math.log(b), one.mahalanobis(x), (one.mean() - a) / b]
    return np.concatenate(
        [*found, np.ravel(one.cov()) / b**2, np.ravel(one.ellipse(1.0, 9) - a) / b]
    )


def matrices(a, b):
    one = Wishart(b * SIGMA, 5)
    at = b * np.stack([SIGMA, np.eye(2), 2 * SIGMA])
    return np.append(one.logpdf(at) + 3 * math.log(b), np.ravel(one.mean()) / b)


def table(a, b):
    P = np.array([[0.1, 0.2, 0.1], [0.3, 0.0, 0.3]])
    one = JointTable(P, a + b * np.array([0.0, 1.0]), a + b * np.array([-1.0, 0.0, 2.0]))
    found = [(one.mean(of) - a) / b for of in "xy"] + [one.var(of) / b**2 for of in "xy"]
    found += [one.cov() / b**2, one.corr(), one.mutual_information()]
    return np.concatenate(
        [found, (one.cond_mean("y") - a) / b, one.cond_var("y") / b**2, one.cond_var("x") / b**2]
    )


def sides(found, unit):
    return np.ravel(np.asarray(found, dtype=float)) / unit


def shape_numbers(a, b):
    x = POINTS
    return np.asarray(sums.moments_to_shape(*((b**k * (x**k).mean()) for k in (1, 2, 3, 4)))) / [
        b**2, 1, 1
    ]  # fmt: skip


def standardized(a, b):
    found = sums.standardized_mean(Gamma(2.0, 1 / b), 4, cells=20)
    return np.array([found.distance_to_normal(), *found.cdf()[1][::500]])


MASSES = np.array([0.2, 0.3, 0.1, 0.1, 0.1, 0.1, 0.1])
CASES = {
    "Uniform": law(lambda a, b: Uniform(a - b, a + 3 * b)),
    "Normal": law(lambda a, b: Normal(a + 0.5 * b, 4 * b**2)),
    "Laplace": law(lambda a, b: Laplace(a + 0.5 * b, 2 * b)),
    "Logistic": law(lambda a, b: Logistic(a + 0.5 * b, 2 * b)),
    "Cauchy": law(lambda a, b: Cauchy(a + 0.5 * b, 2 * b), moments=False),
    "GridDistribution": law(
        lambda a, b: GridDistribution.from_values(a + b * CELLS, HEIGHTS), np.linspace(0.1, 1.9, 7)
    ),
    "Gamma": law(lambda a, b: Gamma(3.0, 2.0 / b), POSITIVE, "units"),
    "Exponential": law(lambda a, b: Exponential(2.0 / b), POSITIVE, "units"),
    "LogNormal": law(lambda a, b: LogNormal(0.1 + math.log(b), 0.5), POSITIVE, "units"),
    "MultivariateNormal": Case(vectors, "units origin", 1e-8),
    "Wishart": Case(matrices),
    "multivariate_t_logpdf": Case(
        lambda a, b: (
            multivariate_t_logpdf(
                a + b * np.column_stack([POINTS, POINTS[::-1]]),
                [a + 0.5 * b, a - b],
                b**2 * SIGMA,
                3.5,
            )
            + 2 * math.log(b)
        ),
        "units origin",
        1e-8,
    ),
    "JointTable": Case(table, "units origin", 1e-8),
    "total_variation": distance(total_variation),
    "kolmogorov_distance": distance(kolmogorov_distance),
    "kl_divergence": Case(
        lambda a, b: np.array(
            [
                kl_divergence(Normal(a, b**2), Normal(a + b, 4 * b**2)),
                kl_divergence(Normal(a, b**2), Laplace(a, b)),
                kl_divergence(Uniform(a, a + b), Normal(a, b**2)),
            ]
        ),
        "units origin",
        1e-7,
    ),
    "gaussian_kl": Case(
        lambda a, b: gaussian_kl(
            [a, a + b], b**2 * SIGMA, [a + b, a - b], b**2 * np.diag([1.0, 3.0])
        ),
        "units origin",
        1e-8,
    ),
    # bounds of sums of lengths
    "markov": Case(lambda a, b: B.markov(0.1 * b, 0.9 * b).log),
    "chebyshev": Case(lambda a, b: B.chebyshev(0.1 * b, 100, var=0.09 * b**2).log),
    "cantelli": Case(lambda a, b: B.cantelli(0.1 * b, 100, var=0.09 * b**2).log),
    "chebyshev_interval": Case(
        lambda a, b: B.chebyshev_interval(a - b, a + 2 * b, a + 0.1 * b, 0.09 * b**2).log,
        "units origin",
        1e-8,
    ),
    "hoeffding": Case(lambda a, b: B.hoeffding(0.1 * b, 100, 1.5 * b).log),
    "hoeffding_t": Case(lambda a, b: B.hoeffding_t(0.1 * b, 1.5 * b) * b),
    "hoeffding_log_mgf": Case(lambda a, b: B.hoeffding_log_mgf(0.5 / b, 1.5 * b)),
    "bernstein": Case(lambda a, b: B.bernstein(0.1 * b, 100, 0.09 * b**2, 0.9 * b).log),
    "bennett": Case(lambda a, b: B.bennett(0.1 * b, 100, 0.09 * b**2, 0.9 * b).log),
    "bennett_t": Case(lambda a, b: B.bennett_t(0.1 * b, 0.09 * b**2, 0.9 * b) * b),
    "bennett_log_mgf": Case(lambda a, b: B.bennett_log_mgf(0.5 / b, 0.09 * b**2, 0.9 * b)),
    "chernoff": Case(lambda a, b: B.chernoff(Gamma(2.0, 1 / b), 5.0 * b, 3).log, tol=1e-7),
    "chernoff_t": Case(lambda a, b: B.chernoff_t(Gamma(2.0, 1 / b), 5.0 * b) * b, tol=1e-6),
    "radius": Case(
        lambda a, b: np.array(
            [
                B.radius(B.hoeffding, 0.05, n=100, width=1.5 * b) / b,
                B.radius(B.bernstein, 0.05, n=100, var=0.09 * b**2, a=0.9 * b) / b,
                B.radius(B.bennett, 0.05, n=100, var=0.09 * b**2, a=0.9 * b) / b,
            ]
        ),
        tol=1e-8,
    ),
    "sample_size": Case(
        lambda a, b: np.array(
            [
                B.sample_size(B.hoeffding, 0.05, eps=0.1 * b, width=1.5 * b),
                B.sample_size(B.chebyshev, 0.05, eps=0.1 * b, var=0.09 * b**2),
                B.sample_size(B.bennett, 0.05, eps=0.1 * b, var=0.09 * b**2, a=0.9 * b),
            ]
        )
    ),
    "jensen": Case(lambda a, b: sides(B.jensen(np.square, b * POINTS, MASSES), b**2)),
    "jensen, moved": Case(
        lambda a, b: sides(B.jensen(lambda x: np.square(x - a), a + POINTS, MASSES), 1),
        "origin",
        1e-8,
    ),
    "holder": Case(lambda a, b: sides(B.holder(b * POINTS, b * POINTS[::-1], 3.0), b**2)),
    "minkowski": Case(lambda a, b: sides(B.minkowski(b * POINTS, b * POINTS[::-1], 3.0), b)),
    "kantorovich": Case(lambda a, b: sides(B.kantorovich(b * POSITIVE, 0.1 * b, 10.0 * b), 1.0)),
    # sums and averages
    "pinball": Case(
        lambda a, b: sums.pinball(a + b * POINTS, a + b * POINTS[::-1], 0.3) / b,
        "units origin",
        1e-8,
    ),
    "pinball_minimizer": Case(
        lambda a, b: (sums.pinball_minimizer(a + b * POINTS, 0.3) - a) / b, "units origin", 1e-8
    ),
    "sample_moments": Case(
        lambda a, b: (
            np.subtract(sums.sample_moments(a + b * POINTS), [a, 0, 0, 0]) / [b, b**2, 1, 1]
        ),
        "units origin",
        1e-8,
    ),
    "moments_to_shape": Case(shape_numbers),
    "running_mean": Case(
        lambda a, b: (sums.running_mean(a + b * POINTS) - a) / b, "units origin", 1e-8
    ),
    "power_mean": Case(
        lambda a, b: np.array([sums.power_mean(b * POSITIVE, p) / b for p in (-2, 0, 1, 3, 40)])
    ),
    "portfolio_variance": Case(
        lambda a, b: sums.portfolio_variance([0.3, 0.7], b**2 * SIGMA) / b**2
    ),
    "minimum_variance_share": Case(lambda a, b: sums.minimum_variance_share(2 * b, b, 0.2)),
    "moments_from_mgf": Case(
        lambda a, b: (
            sums.moments_from_mgf(lambda t: np.exp(b * t + b**2 * t**2), 3, 0.5 / b)
            / b ** np.arange(1, 4)
        ),
        tol=1e-8,
    ),
    "standardized_mean": Case(standardized, tol=1e-6),
    "sum_density": Case(
        lambda a, b: sums.sum_density(Normal(a, b**2), Gamma(2.0, 1 / b), a + b * POINTS) * b,
        "units origin",
        1e-7,
    ),
    "reproductive_sum": Case(
        lambda a, b: (
            (
                sums.reproductive_sum(Normal(a, b**2), Normal(a + b, 2 * b**2)).quantile(LEVELS)
                - 2 * a
            )
            / b
        ),
        "units origin",
        1e-8,
    ),
    # by numbers
    "integrate": Case(
        lambda a, b: np.array(
            [
                integrate(lambda x: np.exp(-((x - a) / b)), a, np.inf, scale=b) / b,
                integrate(lambda x: np.cos((x - a) / b), a, a + b, scale=b) / b,
            ]
        ),
        "units origin",
        1e-8,
    ),
    "binned_information": Case(
        lambda a, b: binned_information(a + b * PAIRS[0], a + b * PAIRS.sum(axis=0), 4),
        "units origin",
    ),
}

SHAPE = "a law without a place or a scale: its parameters are shapes"
SHARES = "of probabilities and counts, which have no units"
NUMBERS = "a function of numbers without units"
EXCUSED = {
    **dict.fromkeys(
        ["Beta", "ChiSquared", "Dirichlet", "FDist", "StudentT", "FivePiece"], SHAPE
    ),
    **dict.fromkeys(
        [
            "Bernoulli", "Binomial", "Categorical", "DiscreteUniform", "Geometric",
            "Hypergeometric", "Multinomial", "NegativeBinomial", "Poisson", "SampleSpace",
            "bayes_posterior", "sequential_posterior", "break_even_prior", "binary_entropy",
            "binary_kl", "union_bound", "convolve_pmf", "nfold", "sum_mass", "draw_from_bag",
            "simplex_grid", "kl_inverse",
        ],
        SHARES,
    ),
    **dict.fromkeys(
        [
            "bennett_h", "bernstein_g", "beta_fn", "gamma_fn", "generalized_binom", "log_beta_d",
            "log_gamma_d",
        ],
        NUMBERS,
    ),
    **dict.fromkeys(
        ["diamond_pdf", "diamond_marginal", "sample_diamond"],
        "the source's density on one square",
    ),
    "polar_integral": "its nodes are spread for an integrand of the width of one about zero",
}  # fmt: skip


def test_every_public_name_is_listed():
    listed = {name.partition(",")[0] for name in CASES}
    assert not listed & EXCUSED.keys()
    assert set(tried("probability")) == listed | EXCUSED.keys()


def agree(name, a, b):
    """Within the tolerance of the entry, beside the largest number of the answer."""
    want = np.asarray(CASES[name].call(0.0, 1.0), dtype=float)
    found = np.asarray(CASES[name].call(a, b), dtype=float)
    np.testing.assert_allclose(found, want, rtol=0, atol=CASES[name].tol * np.abs(want).max())


def entries(word):
    return [name for name, case in CASES.items() if word in case.free.split()]


@pytest.mark.parametrize("name", entries("units"))
def test_units_change_no_answer(name):
    for b in UNITS:
        agree(name, 0.0, b)


@pytest.mark.parametrize("name", entries("origin"))
def test_the_origin_changes_no_answer(name):
    for a in ORIGINS:
        agree(name, a, 1.0)
