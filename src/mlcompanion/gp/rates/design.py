"""Posterior risk of Gaussian process regression on a given design, in expectation over the noise.

Source: van der Vaart and van Zanten (2011), left sides of Theorems 1 and 2.
"""

import numpy as np
from scipy.linalg import cholesky, eigh, solve_triangular

from mlcompanion._validation import (
    check_array,
    check_instance,
    check_memory,
    check_real,
    check_square,
)

from ..covariances import Covariance
from .risk import RiskParts, sequence_risk

__all__ = ["circulant_risk", "posterior_risk", "random_design_risk"]


def _nonnegative(eigenvalues, what):
    """Eigenvalues with what is rounding set to zero: it is no prior variance."""
    top = eigenvalues.max()
    if eigenvalues.min() < -1e-8 * max(top, 0.0) or top < 0:
        raise ValueError(f"{what} must have no negative eigenvalue, got {eigenvalues.min():.3g}")
    floor = len(eigenvalues) * np.finfo(float).eps * top
    return np.where(eigenvalues > floor, eigenvalues, 0.0)


def posterior_risk(K, f0, noise_variance):
    r"""Exact risk :math:`E\int\|f-f_0\|_n^2\,d\Pi_n` on a fixed design.

    With :math:`S=K(K+\sigma^2I)^{-1}` it is
    :math:`\frac1n[\|(I-S)f_0\|^2+\sigma^2\mathrm{tr}S^2+\sigma^2\mathrm{tr}S]`.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Prior covariance of the values at the design points; symmetric.
    f0 : array_like, shape (n,)
        The true values there.
    noise_variance : float or array_like
        Noise variances, all for one decomposition; positive. Dividing it by ten plays ten
        observations at each point.

    Returns
    -------
    RiskParts
        Arrays of the shape of ``noise_variance``, in squared units of f.

    Raises
    ------
    ValueError
        If ``K`` is not symmetric or has negative eigenvalues, or a variance is not positive.

    Notes
    -----
    Cost: O(n^3) once, O(n) for each variance, 16 n^2 bytes. Eigenvalues below n times the rounding
    of the largest are noise and count as zero, so for the squared exponential kernel the answer
    can be trusted up to n / noise_variance of about 1e12. Source: left side of Theorem 1.
    """
    K = check_square(K, "K", symmetric=True)
    f0 = check_array(f0, "f0", shape=(len(K),), min_rows=1)
    noise_variance = check_array(noise_variance, "noise_variance", low=0, open_low=True)
    eigenvalues, vectors = eigh(K)
    squares = (vectors.T @ f0) ** 2
    n = len(K)
    # one size, many variances: the same sums with the sizes 1 / variance
    parts = sequence_risk(_nonnegative(eigenvalues, "K"), squares, 1 / noise_variance)
    return RiskParts(*(part / n for part in parts))


def circulant_risk(row, f0, noise_variance):
    r"""The same for a periodic kernel on a regular grid, by the fast Fourier transform.

    Parameters
    ----------
    row : array_like, shape (n,)
        First row of the covariance: ``row[j]`` belongs to points j steps apart, so
        ``row[j] == row[n - j]``.
    f0 : array_like, shape (n,)
        The true values.
    noise_variance : float or array_like
        Positive.

    Returns
    -------
    RiskParts

    Raises
    ------
    ValueError
        If ``row`` is not that of a circulant covariance, or a variance is not positive.

    Notes
    -----
    Cost: O(n log n) and O(n) for each variance.
    """
    row = check_array(row, "row", ndim=1, min_rows=1)
    f0 = check_array(f0, "f0", shape=row.shape)
    noise_variance = check_array(noise_variance, "noise_variance", low=0, open_low=True)
    if not np.allclose(row[1:], row[:0:-1], rtol=0, atol=1e-8 * np.abs(row).max()):
        raise ValueError("row must be that of a circulant: row[j] == row[n - j]")
    n = len(row)
    eigenvalues = np.fft.fft(row).real
    squares = np.abs(np.fft.fft(f0)) ** 2 / n
    # in the eigenvectors the risk is a sum over coordinates, one a Fourier frequency here
    parts = sequence_risk(_nonnegative(eigenvalues, "row"), squares, 1 / noise_variance)
    return RiskParts(*(part / n for part in parts))


def _values(f0, points, name):
    return check_array(f0(points), name, shape=(len(points),))


def random_design_risk(covariance, f0, X, grid, noise_variance):
    r"""Risk :math:`E\int\|f-f_0\|_2^2\,d\Pi_n` for given inputs, averaged over ``grid``.

    Exact over the noise; average it over draws of ``X`` for a random design.

    Parameters
    ----------
    covariance : Covariance
        The prior, as of :mod:`mlcompanion.gp`.
    f0 : callable
        ``f0(X)`` gives the true values at the rows of an array.
    X : array_like, shape (n, d)
        Inputs.
    grid : array_like, shape (m, d)
        Points that stand for the law of a new input.
    noise_variance : float
        Positive.

    Returns
    -------
    RiskParts
        Three numbers, in squared units of f.

    Raises
    ------
    ValueError
        If an argument has the wrong shape, or the covariance of the observations is not positive
        definite.
    MemoryError
        If the covariances would not fit into this machine.

    Notes
    -----
    Cost: O(n^3 + n^2 m) time, 8 (n^2 + 3 n m) bytes. Source: left side of Theorem 2, Equation 3.
    """
    check_instance(covariance, "covariance", Covariance)
    check_instance(f0, "f0", callable, "function")
    X = check_array(X, "X", ndim=2, min_rows=1)
    grid = check_array(grid, "grid", shape=(None, X.shape[1]), min_rows=1)
    noise_variance = check_real(noise_variance, "noise_variance", low=0, open_low=True)
    n = len(X)
    check_memory(8 * n * (n + 3 * len(grid)), f"risk of {n} inputs at {len(grid)} points")
    K = covariance(X)
    K[np.diag_indices(n)] += noise_variance
    try:
        L = cholesky(K, lower=True, overwrite_a=True)
    except np.linalg.LinAlgError:
        raise ValueError(
            "noise_variance is too small: its sum with covariance is singular"
        ) from None
    across = covariance(X, grid)
    half = solve_triangular(L, across, lower=True)
    # prior variance less what the data explain
    spread = covariance.variances(grid) - np.einsum("ij,ij->j", half, half)
    # weights of the data in the mean at each point of the grid
    weights = solve_triangular(L, half, lower=True, trans="T", overwrite_b=True)
    mean = weights.T @ _values(f0, X, "f0(X)")
    bias = np.mean((mean - _values(f0, grid, "f0(grid)")) ** 2)
    variance = noise_variance * np.mean(np.einsum("ij,ij->j", weights, weights))
    return RiskParts(bias, variance, np.maximum(spread, 0.0).mean())
