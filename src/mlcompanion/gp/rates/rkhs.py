"""Norms in the prior's own function space: on points, by frequencies, and in many digits.

Source: van der Vaart and van Zanten (2011), section 1.3, Equations 11 to 13.
"""

from decimal import Decimal, localcontext
from itertools import pairwise
from operator import mul

import numpy as np
from scipy.integrate import quad
from scipy.linalg import cholesky, solve_triangular

from mlcompanion._validation import (
    check_array,
    check_count,
    check_instance,
    check_list,
    check_real,
    check_square,
)

from .risk import RiskParts

__all__ = ["PreciseGram", "rkhs_norm", "spectral_norm"]


def rkhs_norm(K, f):
    r"""Norm :math:`\sqrt{f^\top K^{-1}f}` of the smoothest function through given values.

    It never exceeds the norm of any function through them, and rises towards it as points are
    added; for a function outside of the space it grows without end. A kernel expansion
    :math:`\sum_jc_jK(\cdot,y_j)` has the norm of its values at the :math:`y_j`.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Prior covariance of the values at the points; symmetric, positive definite.
    f : array_like, shape (n,)
        Values there.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``K`` is not symmetric, or not positive definite within double precision: then
        :class:`PreciseGram` may help.

    Notes
    -----
    Cost: O(n^3 / 3). Source: section 1.3.
    """
    K = check_square(K, "K", symmetric=True)
    f = check_array(f, "f", shape=(len(K),), min_rows=1)
    try:
        L = cholesky(K, lower=True)
    except np.linalg.LinAlgError:
        raise ValueError("K must be positive definite in double precision") from None
    return float(np.linalg.norm(solve_triangular(L, f, lower=True)))


def spectral_norm(squared_transform, spectral_density, cutoff, *, dimension=1):
    r"""Squared norm :math:`\int_{|\lambda|\le c}|\hat f|^2/m\,d\lambda` of a truncated function.

    Parameters
    ----------
    squared_transform : callable
        :math:`|\hat f|^2` of a frequency's length; an even function if d = 1.
    spectral_density : callable
        The prior's m, of a frequency's length.
    cutoff : float
        Positive.
    dimension : int
        1 or 2.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``cutoff`` or ``dimension`` is out of range, or the integral is not finite.

    Notes
    -----
    Adaptive quadrature between powers of two. Source: Equations 12 and 13, with the cut-off of the
    proof of Lemma 7.
    """
    check_instance(squared_transform, "squared_transform", callable, "function")
    check_instance(spectral_density, "spectral_density", callable, "function")
    cutoff = check_real(cutoff, "cutoff", low=0, open_low=True)
    dimension = check_count(dimension, "dimension", low=1, high=2)
    around = 2.0 if dimension == 1 else 2 * np.pi

    def density(length):
        square = squared_transform(length)
        if square == 0:
            return 0.0  # far out both may be below the smallest number
        return around * length ** (dimension - 1) * square / spectral_density(length)

    halvings = max(int(np.ceil(np.log2(cutoff))), 0) + 1
    ends = np.append(0.0, cutoff * 0.5 ** np.arange(halvings)[::-1])
    pieces = [quad(density, low, high, limit=200)[0] for low, high in pairwise(ends)]
    total = float(np.sum(pieces))
    if not np.isfinite(total):
        raise ValueError(f"cutoff = {cutoff:g} gives no finite norm")
    return total


def _dot(a, b):
    return sum(map(mul, a, b), Decimal(0))


class PreciseGram:
    """A Gram matrix in as many digits as wanted, for kernels whose eigenvalues fall below 1e-16.

    Parameters
    ----------
    kernel : callable
        Of two points, which are ``decimal.Decimal``; returns one too.
    points : sequence of int, str, float or Decimal
        A float stands for its exact binary value: write 1/10 as ``"0.1"``.
    digits : int
        Digits that are carried along; at least 16.

    Raises
    ------
    ValueError
        If there are no points, or too few digits to tell them apart.

    Notes
    -----
    Cost: O(n^3) decimal products, about a second for 200 points and 60 digits.
    """

    def __init__(self, kernel, points, *, digits=60):
        self.kernel = check_instance(kernel, "kernel", callable, "function")
        self.digits = check_count(digits, "digits", low=16)
        self.points = [_decimal(point, "points") for point in check_list(points, "points")]
        with localcontext(prec=self.digits):
            self.rows = [
                [kernel(x, y) for y in self.points[: i + 1]] for i, x in enumerate(self.points)
            ]

    def factor(self, noise_variance=0):
        """Lower Cholesky factor of the Gram matrix plus noise, as rows of Decimals.

        Parameters
        ----------
        noise_variance : int, str, float or Decimal
            Added to the diagonal; not negative.

        Returns
        -------
        list of lists

        Raises
        ------
        ValueError
            If the digits do not suffice.
        """
        noise_variance = _decimal(noise_variance, "noise_variance")
        if noise_variance < 0:
            raise ValueError(f"noise_variance must not be negative, got {noise_variance}")
        with localcontext(prec=self.digits):
            return _cholesky(self.rows, noise_variance)

    def squared_norm(self, f):
        """Squared norm of the interpolant of a function, in the prior's space.

        Parameters
        ----------
        f : callable
            Of a Decimal; returns one.

        Returns
        -------
        float
        """
        check_instance(f, "f", callable, "function")
        with localcontext(prec=self.digits):
            half = _forward(_cholesky(self.rows, Decimal(0)), [f(x) for x in self.points])
            return float(_dot(half, half))

    def risk(self, f, noise_variance):
        """Posterior risk on the points as design: :func:`posterior_risk` in all digits.

        Parameters
        ----------
        f : callable
            The truth, of a Decimal; returns one.
        noise_variance : int, str, float or Decimal
            Positive.

        Returns
        -------
        RiskParts
            Three floats.

        Raises
        ------
        ValueError
            If ``noise_variance`` is not positive.
        """
        check_instance(f, "f", callable, "function")
        noise_variance = _decimal(noise_variance, "noise_variance")
        if noise_variance <= 0:
            raise ValueError(f"noise_variance must be positive, got {noise_variance}")
        with localcontext(prec=self.digits):
            n = len(self.points)
            L = _cholesky(self.rows, noise_variance)
            inverse = _inverse_columns(L)
            half = _forward(L, [f(x) for x in self.points])
            # I - S is noise_variance times the inverse of K + noise, whose factor is L
            missed = [noise_variance * _dot(column, half[j:]) for j, column in enumerate(inverse)]
            trace = noise_variance * sum(_dot(column, column) for column in inverse)
            squares = noise_variance**2 * _squared_entries(inverse)
            bias = _dot(missed, missed) / n
            variance = noise_variance * (n - 2 * trace + squares) / n
            spread = noise_variance * (n - trace) / n
            return RiskParts(float(bias), float(variance), float(spread))


def _decimal(value, name):
    if isinstance(value, (str, Decimal)):
        try:
            number = Decimal(value)
        except ArithmeticError:
            raise ValueError(f"{name} must hold numbers, got {value!r}") from None
        if not number.is_finite():
            raise ValueError(f"{name} must be finite, got {value!r}")
        return number
    return Decimal(check_real(value, name))


def _cholesky(rows, noise_variance):
    L = []
    for i, row in enumerate(rows):
        new = []
        for j in range(i):
            new.append((row[j] - _dot(new, L[j])) / L[j][j])
        left = row[i] + noise_variance - _dot(new, new)
        if left <= 0:
            raise ValueError("digits do not suffice to tell the points apart")
        new.append(left.sqrt())
        L.append(new)
    return L


def _forward(L, right):
    solved = []
    for row, value in zip(L, right):
        solved.append((value - _dot(row, solved)) / row[-1])
    return solved


def _inverse_columns(L):
    """Columns of the inverse of L, each from its diagonal entry down."""
    columns = []
    for j in range(len(L)):
        column = [1 / L[j][j]]
        for i in range(j + 1, len(L)):
            column.append(-_dot(L[i][j:i], column) / L[i][i])
        columns.append(column)
    return columns


def _squared_entries(columns):
    """Sum of squared entries of the symmetric matrix whose factor has this inverse."""
    total = Decimal(0)
    for j, column in enumerate(columns):
        total += _dot(column, column) ** 2
        for i in range(j + 1, len(columns)):
            total += 2 * _dot(column[i - j :], columns[i]) ** 2
    return total
