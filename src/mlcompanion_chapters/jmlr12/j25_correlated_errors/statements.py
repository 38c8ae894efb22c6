"""The source's theorems and misprints, by computations that draw nothing but points."""

from fractions import Fraction

import numpy as np
from numpy.polynomial import Polynomial
from scipy.signal import fftconvolve

from mlcompanion.regression.smoothing import (
    amise_bandwidth,
    asymptotic_lcv_bias,
    expected_lcv_bias,
    left_out_weights,
    smoothing_kernel,
)

from .source_data import curve, places

HOLE = smoothing_kernel("bimodal_epanechnikov", 0.1)
HOLES = ("bimodal_polynomial", "bimodal_gaussian", "bimodal_laplace", HOLE)
PLAIN = ("epanechnikov", "gaussian", "laplace")


def slope(sizes, values):
    """Fitted slope of two logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(np.abs(values)), 1)[0])


def four_noises(n_lags):
    """Covariances of variance 0.3: three geometric sequences and a power of the lag."""
    k = np.arange(n_lags, dtype=float)
    power = np.r_[1.0, k[1:] ** -2.5]
    return [0.3 * phi**k for phi in (0.3, 0.6, 0.8)] + [0.3 * power]


def extra_terms(sizes=(200, 400, 800, 1600, 3200, 6400), lags=range(6)):
    """Theorem 3 on a circle: the measures of thm3-extra-term."""
    wide = [n**0.75 for n in sizes]
    noises = four_noises(10**5)
    slopes = []
    for kernel in PLAIN:
        for gamma in noises:
            off = [
                nh * (_exact(n, nh, kernel, gamma) - asymptotic_lcv_bias(kernel, nh, gamma))
                for n, nh in zip(sizes, wide)
            ]
            slopes.append(slope(wide, off))
    left = []
    fall = []
    for kernel in HOLES:
        for gamma in noises:
            first = _exact(sizes[0], wide[0], kernel, gamma)
            last = _exact(sizes[-1], wide[-1], kernel, gamma)
            left.append(last / _exact(sizes[-1], wide[-1], "epanechnikov", gamma))
            fall.append(wide[-1] * abs(last) / (wide[0] * abs(first)))
    n, nh, gamma = sizes[-1], wide[-1], noises[1]
    mcv = [
        _exact(n, nh, "epanechnikov", gamma, lag)
        / asymptotic_lcv_bias("epanechnikov", nh, gamma, lag)
        for lag in lags
    ]
    return {"slope": slopes, "left": left, "fall": fall, "mcv": mcv}


def _exact(n, nh, kernel, gamma, lag=0):
    return expected_lcv_bias(left_out_weights(n, nh, kernel, lag), gamma)


def curvature():
    """The integral of the squared second derivative of the source's curve."""
    x = Polynomial([0, 1])
    square = (300 * x**3 * (1 - x) ** 3).deriv(2) ** 2
    return float(square.integ()(1.0))


def best_interior_bandwidth(n, phis, variance=0.3, n_steps=400):
    """Bandwidths of least exact mean squared error over (h, 1 - h), one for each phi.

    Bias and variance of the weights themselves: no asymptotics and no draws. Where the window lies
    inside, the local line is the local mean.
    """
    x = places(n)
    truth = curve(x)
    hs = np.geomspace(0.4, 2.2, n_steps) * amise_bandwidth(
        "epanechnikov", n, curvature(), [variance]
    )
    errors = np.empty((n_steps, len(phis)))
    for place, h in enumerate(hs):
        reach = int(np.floor(h * n))
        lags = np.arange(-reach, reach + 1)
        weights = smoothing_kernel()(lags / (h * n))
        weights /= weights.sum()
        fits = fftconvolve(truth, weights, mode="valid")
        inside = slice(reach, n - reach)
        bias = np.mean((fits - truth[inside]) ** 2)
        pairs = fftconvolve(weights, weights[::-1])
        apart = np.abs(np.arange(len(pairs)) - len(pairs) // 2)
        for column, phi in enumerate(phis):
            errors[place, column] = bias + variance * pairs @ float(phi) ** apart
    return hs[errors.argmin(axis=0)]


def bandwidth_factors(sizes=(400, 1600, 6400)):
    """Corollary 8: the measures of cor8-factor."""
    phis = (0.0, -0.3, 0.3, 0.6)
    promised = np.array([((1 + phi) / (1 - phi)) ** 0.2 for phi in phis[1:]])
    found = np.array([best_interior_bandwidth(n, phis) for n in sizes])
    ratios = found[:, 1:] / found[:, :1]
    asymptotic = amise_bandwidth("epanechnikov", sizes[-1], curvature(), [0.3])
    return {
        "fac": ratios[-1].tolist(),
        "abs0": float(found[-1, 0] / asymptotic),
        "dist": np.abs(ratios - promised).max(axis=1).tolist(),
    }


def three_point_matrix():
    """Determinant and an entry of the first bimodal kernel's matrix at 0, 0.4, 0.8, exactly."""

    def first_kernel(u):
        return 630 * (4 * u**2 - 1) ** 2 * u**4 if abs(u) <= Fraction(1, 2) else Fraction(0)

    points = [Fraction(0), Fraction(2, 5), Fraction(4, 5)]
    (a, b, c), (d, e, f), (g, h, i) = [[first_kernel(p - q) for q in points] for p in points]
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g), b


def indefinite_matrices(n_sets=1000, seed=0):
    """Random kernel matrices with a hole: how many are not clearly indefinite, and how many."""
    rng = np.random.default_rng(seed)
    bad = 0
    tried = 0
    for kernel in HOLES:
        K = smoothing_kernel(kernel) if isinstance(kernel, str) else kernel
        for _ in range(n_sets):
            points = rng.random(rng.integers(3, 31))
            matrix = K(np.subtract.outer(points, points) / rng.uniform(0.05, 1))
            top = matrix.max()
            tried += 1
            bad += bool(top > 0 and np.linalg.eigvalsh(matrix)[0] >= -1e-3 * top)
    return bad, tried


def remainders(sizes=(1000, 10_000, 100_000, 1_000_000), phis=(0.3, 0.5, 0.7)):
    """Appendix B by plain summation: the measures of erratum-appB-order."""
    wide = np.array(sizes, dtype=float) ** 0.75
    last = []
    slopes = []
    for phi in phis:
        rest = []
        for n, nh in zip(sizes, wide):
            k = np.arange(1, n, dtype=float)
            summed = np.sum((n - k) / n * np.exp(-k / nh) / 2 * phi**k)
            rest.append(summed - phi / (2 * (1 - phi)))
        last.append(float(wide[-1] * rest[-1]))
        slopes.append(slope(wide, np.array(rest) * 4 / (wide - 0.5)))
    return {
        "rem": last,
        "lim": [-phi / (2 * (1 - phi) ** 2) for phi in phis],
        "total": slopes,
    }


def spectral_sums(phi=0.5, n_terms=200):
    """The density of first-order noise as printed and as corrected, against its closed form."""
    omega = np.linspace(0.05, 3.1, 50)
    k = np.arange(-n_terms, n_terms + 1)
    rho = phi ** np.abs(k)
    true = (1 - phi**2) / (1 - 2 * phi * np.cos(omega) + phi**2)
    printed = rho.sum() * np.exp(-1j * omega)
    corrected = np.exp(-1j * np.outer(omega, k)) @ rho
    return {
        "printed": float(np.max(np.abs(printed.real - true) / true)),
        "imag": float(np.abs(printed.imag).max()),
        "right": float(np.max(np.abs(corrected - true) / true)),
    }
