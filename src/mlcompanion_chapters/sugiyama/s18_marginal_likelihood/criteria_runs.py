"""AIC and BIC on polynomials of growing degree, many data sets at once."""

import numpy as np

from mlcompanion.regression import poly_basis
from mlcompanion.stats.selection import aic, bic

__all__ = ["bent", "choices", "nested_rates", "risks", "straight", "turn"]


def polynomial_fits(x, y, degree):
    """Nested least-squares fits to many data sets.

    Parameters
    ----------
    x, y : ndarray, shape (cases, n)
    degree : int

    Returns
    -------
    parts : ndarray, shape (cases, degree + 1)
        Components of y along the orthonormal polynomials of each data set.
    upper : ndarray, shape (cases, degree + 1, degree + 1)
        The triangular factor: powers are these polynomials times it.
    """
    powers = poly_basis(x.ravel(), degree).reshape(*x.shape, degree + 1)
    Q, upper = np.linalg.qr(powers)
    return np.einsum("cnk,cn->ck", Q, y), upper


def choices(parts, n, sigma=1.0, first=0):
    """Degree with the least AIC and the least BIC in each data set, noise of known deviation.

    Constants that all degrees share are left out of the log-likelihood.
    """
    log_likelihood = np.cumsum(parts**2, axis=1)[:, first:] / (2 * sigma**2)
    n_params = np.arange(first, parts.shape[1]) + 1
    by_aic = aic(log_likelihood, n_params).argmin(axis=1)
    by_bic = bic(log_likelihood, n_params, n).argmin(axis=1)
    return by_aic + first, by_bic + first


def turn(n, cases, seed=0):
    """Degrees chosen for polynomials of random degree, noise of variance one; at most n - 1."""
    rng = np.random.default_rng([seed, n])
    degree = min(5, n - 1)
    x = rng.uniform(-1, 1, size=(cases, n))
    coefficients = rng.normal(size=(cases, 6)) * (np.arange(6) <= rng.integers(6, size=(cases, 1)))
    truth = np.einsum("cnk,ck->cn", poly_basis(x.ravel(), 5).reshape(cases, n, 6), coefficients)
    parts, _ = polynomial_fits(x, truth + rng.normal(size=(cases, n)), degree)
    return choices(parts, n)


def straight(x):
    """A truth that is in the list."""
    return 0.5 + x


def bent(x):
    """A truth that is in no list of polynomials."""
    return np.abs(x)


def risks(truth, cases, n=100, degree=12, sigma=0.3, seed=0):
    """Squared distance to the true curve, averaged over uniform inputs, of both chosen fits.

    Returns
    -------
    risk_aic, risk_bic : ndarray, shape (cases,)
    """
    rng = np.random.default_rng([seed, 181])
    x = rng.uniform(-1, 1, size=(cases, n))
    parts, upper = polynomial_fits(x, truth(x) + sigma * rng.normal(size=(cases, n)), degree)
    half, weights = np.polynomial.legendre.leggauss(20)  # exact on either side of the bend
    places = np.r_[(half - 1) / 2, (half + 1) / 2]
    weights = np.r_[weights, weights] / 4
    powers = np.broadcast_to(poly_basis(places, degree), (cases, len(places), degree + 1))
    orthonormal = np.linalg.solve(upper.transpose(0, 2, 1), powers.transpose(0, 2, 1))
    curves = np.cumsum(parts[:, :, None] * orthonormal, axis=1)
    squares = (curves - truth(places)) ** 2 @ weights
    rows = np.arange(cases)
    return tuple(squares[rows, chosen] for chosen in choices(parts, n, sigma))


def nested_rates(n, cases, seed=0):
    """Share of data sets in which AIC and BIC take the line, degree 1, and not degree 2."""
    rng = np.random.default_rng([seed, n, 182])
    hits = np.zeros(2)
    for part in np.array_split(np.arange(cases), max(1, cases * n // 400_000)):
        x = rng.uniform(-1, 1, size=(len(part), n))
        parts, _ = polynomial_fits(x, straight(x) + rng.normal(size=x.shape), 2)
        hits += [np.sum(chosen == 1) for chosen in choices(parts, n, first=1)]
    return hits / cases
