"""Checks of Sugiyama (2016), sections 2.4.3 and 2.5: skewness, kurtosis, new variables."""

from itertools import combinations, pairwise

import numpy as np
from scipy import stats
from scipy.integrate import quad

from mlcompanion._validation import check_rng
from mlcompanion.probability import Gamma
from mlcompanion.probability.numeric.quadrature import integrate

__all__ = [
    "changed_variables",
    "heights",
    "kurtosis_and_peaks",
    "moments_are_not_enough",
    "skewness_and_tails",
]

#: Maps x = xi(r): xi, its derivative, the inverse, and where r lives when x > 0.
MAPS = {
    "exp": (np.exp, np.exp, np.log, (-np.inf, np.inf)),
    "square": (np.square, lambda r: 2 * r, np.sqrt, (0.0, np.inf)),
    "sinh": (np.sinh, np.cosh, np.arcsinh, (0.0, np.inf)),
    "line": (lambda r: (r - 1) / -2, lambda r: -0.5 + 0 * r, lambda x: 1 - 2 * x, (-np.inf, 1.0)),
}


def _integral(function, low, high):
    """Quadrature with cuts where the laws of these checks have their mass."""
    cuts = [c for c in (-20.0, -5.0, -2.0, 0.0, 2.0, 5.0, 20.0) if low < c < high]
    ends = [low, *cuts, high]
    return sum(quad(function, a, b, limit=200)[0] for a, b in pairwise(ends))


def changed_variables(n_draws=100_000, random_state=None):
    """Densities of r when x = xi(r) has a gamma law, against draws (section 2.5).

    Parameters
    ----------
    n_draws : int
    random_state : int, Generator or None

    Returns
    -------
    dict
        ``worked``: both integrals of the book's example; ``area``: largest deviation of a new
        density's integral from 1; ``ks``: largest Kolmogorov distance of transformed draws;
        ``without``: smallest deviation from 1 when the derivative is left out.
    """
    law = Gamma(3.0, 1.0)
    draws = law.rvs(n_draws, random_state)
    areas = []
    distances = []
    without = []
    with np.errstate(over="ignore"):
        for xi, dxi, inverse, (low, high) in MAPS.values():

            def density(r, xi=xi, dxi=dxi):
                return float(_gamma_pdf(xi(r)) * abs(dxi(r)))

            areas.append(abs(_integral(density, low, high) - 1))
            without.append(abs(_integral(lambda r, xi=xi: float(_gamma_pdf(xi(r))), low, high) - 1))
            distances.append(_distance_to_integral(np.sort(inverse(draws)), density))
    worked = [
        quad(lambda x: x, 2, 3)[0],
        quad(lambda r: r**2 * 2 * r, np.sqrt(2), np.sqrt(3))[0],
    ]
    return {
        "worked": worked,
        "area": float(max(areas)),
        "ks": float(max(distances)),
        "without": float(min(without)),
    }


def _gamma_pdf(x):
    """The gamma density of shape 3 and rate 1; 0 where x overflows."""
    return 0.5 * x**2 * np.exp(-x) if np.isfinite(x) else 0.0


def _distance_to_integral(sample, density, cells=4000):
    """Kolmogorov distance of sorted draws to the integral of a density between and beyond them."""
    edges = np.linspace(sample[0], sample[-1], cells + 1)
    middles = (edges[1:] + edges[:-1]) / 2
    values = [np.array([density(r) for r in places]) for places in (edges, middles)]
    # Simpson's rule in every cell; what lies beyond the draws is at most a few draws' worth.
    pieces = np.diff(edges) * (values[0][1:] + values[0][:-1] + 4 * values[1]) / 6
    cumulative = np.interp(sample, edges, np.concatenate([[0.0], np.cumsum(pieces)]))
    n = len(sample)
    steps = np.arange(n + 1) / n
    return max(np.abs(cumulative - steps[1:]).max(), np.abs(cumulative - steps[:-1]).max())


def heights(n_draws=100_000, random_state=None):
    """The height of a person in metres, from a density in centimetres (section 2.5).

    Parameters
    ----------
    n_draws : int
    random_state : int, Generator or None

    Returns
    -------
    multiplied, divided : float
        Integrals over metres of the density in centimetres at 100 r, times and over 100.
    share : float
        Integral of the multiplied density from 1.65 to 1.75 metres minus the share of the draws.
    """
    law = stats.norm(170, 7)
    whole = quad(lambda r: law.pdf(100 * r), 1.0, 2.4, points=(1.6, 1.8))[0]
    inside = quad(lambda r: 100 * law.pdf(100 * r), 1.65, 1.75)[0]
    metres = check_rng(random_state).normal(170, 7, n_draws) / 100
    return 100 * whole, whole / 100, float(inside - np.mean((metres >= 1.65) & (metres <= 1.75)))


def _central_moments(law):
    """Variance, third and fourth central moment of a SciPy law, by quadrature."""
    (low, high), mean = law.support(), float(law.mean())
    return [
        sum(
            integrate(lambda x, k=k: (x - mean) ** k * law.pdf(x), float(a), float(b), law.std())
            for a, b in ((low, mean), (mean, high))
        )
        for k in (2, 3, 4)
    ]


#: Lopsided laws by family (Fig. 2.6).
LOPSIDED = {
    "gamma": [stats.gamma(a) for a in (0.5, 1, 2, 5, 20)],
    "lognormal": [stats.lognorm(s) for s in (0.25, 0.5, 1)],
    "beta": [stats.beta(a, b) for a, b in ((2, 5), (5, 2), (0.5, 3))],
    "Weibull": [stats.weibull_min(c) for c in (1.5, 5)],
}


def skewness_and_tails():
    """Skewness and the difference of the tails' lengths, of 13 laws and their mirror images.

    Returns
    -------
    dict
        ``skew``, ``longer``, shape (26,): skewness by quadrature; distance from the median to the
        99 % quantile minus that to the 1 % quantile; first the laws, then their mirror images.
        ``gap``: largest distance of a skewness from SciPy's closed form. ``order``: share of the
        pairs of one family in which the law with the greater skewness has the more unequal tails,
        as a share of their sum.
    """
    skew = []
    longer = []
    gaps = []
    ordered = []
    for laws in LOPSIDED.values():
        family = []
        for law in laws:
            variance, third, _ = _central_moments(law)
            low, middle, high = law.ppf([0.01, 0.5, 0.99])
            skew.append(third / variance**1.5)
            longer.append((high - middle) - (middle - low))
            gaps.append(abs(skew[-1] - float(law.stats("s"))))
            family.append((skew[-1], longer[-1] / (high - low)))
        ordered += [(a[0] - b[0]) * (a[1] - b[1]) > 0 for a, b in combinations(family, 2)]
    return {
        "skew": np.concatenate([skew, np.negative(skew)]),
        "longer": np.concatenate([longer, np.negative(longer)]),
        "gap": max(gaps),
        "order": float(np.mean(ordered)),
    }


def kurtosis_and_peaks():
    """Kurtosis and height at the mean of dull and of sharp laws, against the normal law's.

    Returns
    -------
    dict
        ``dull``, ``sharp``: excess kurtosis of four laws each, by quadrature; ``dull_peak``,
        ``sharp_peak``: heights of their standardized densities at 0 over the normal density's.
    """
    groups = {
        "dull": (
            stats.uniform(-1, 2),
            stats.semicircular(),
            stats.cosine(),
            stats.beta(2, 2, -1, 2),
        ),
        "sharp": (stats.laplace(), stats.logistic(), stats.t(10), stats.hypsecant()),
    }
    found = {}
    for name, laws in groups.items():
        kurtosis = []
        peaks = []
        for law in laws:
            with np.errstate(over="ignore"):  # the hyperbolic cosine, where the density is 0
                variance, _, fourth = _central_moments(law)
            kurtosis.append(float(fourth / variance**2 - 3))
            peaks.append(float(law.pdf(0) * np.sqrt(2 * np.pi * variance)))
        found |= {name: kurtosis, f"{name}_peak": peaks}
    return found


def moments_are_not_enough():
    """Counterexamples to two sentences of section 2.4.3.

    Returns
    -------
    dict
        ``skew`` of the law on -4, 1, 5 with masses 1/3, 1/2, 1/6, and ``mirror``, its distance to
        its mirror image; of the lognormal density f and its twin ``f(x) (1 + sin(2 pi log x))``:
        ``moments``, largest relative difference of moments 0 to 6, ``apart``, half the integral of
        their difference, ``lowest``, least value of twin over f.
    """
    x = np.array([-4.0, 1.0, 5.0])
    p = np.array([1 / 3, 1 / 2, 1 / 6])
    mean = p @ x
    skew = p @ (x - mean) ** 3 / (p @ (x - mean) ** 2) ** 1.5
    law = dict(zip(x, p))
    image = dict(zip(2 * mean - x, p))
    apart = sum(abs(law.get(v, 0) - image.get(v, 0)) for v in {*law, *image}) / 2
    # In u = log x the k-th moment integrates exp(k u) times the normal density; it is smooth, so
    # that the trapezoidal rule is exact to rounding.
    u = np.linspace(-12, 20, 320_001)
    normal = np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi)
    wave = np.sin(2 * np.pi * u)
    step = u[1] - u[0]
    relative = [
        abs(np.sum(np.exp(k * u) * normal * wave)) / np.sum(np.exp(k * u) * normal)
        for k in range(7)
    ]
    near = (u >= -5) & (u <= 5)
    return {
        "skew": float(skew),
        "mirror": float(apart),
        "moments": float(max(relative)),
        "apart": float(0.5 * np.sum(normal * np.abs(wave)) * step),
        "lowest": float((1 + wave[near]).min()),
    }
