"""Without signs the ratio's objective falls for ever: a linear programme, and exact arithmetic."""

from decimal import Decimal, localcontext

import numpy as np
from scipy.optimize import linprog

from mlcompanion.kernels import rbf_kernel

from .ratio_draws import bounded_minimum, clean_and_test

__all__ = ["descent_direction", "has_negative_slope", "unbounded_draw"]

WIDTHS = (1.0, 5.0)


def descent_direction(K, b):
    """Coefficients that lower the mean ratio of the tested and keep that of clean points positive.

    Parameters
    ----------
    K : ndarray, shape (n', b)
        Kernels at the clean points.
    b : ndarray, shape (b,)
        Mean kernels at the tested points.

    Returns
    -------
    OptimizeResult
        ``fun`` is the mean, negative if there is such a direction.
    """
    above = np.full(len(K), -1e-9)
    box = [(-1, 1)] * len(b)
    return linprog(b, A_ub=-K, b_ub=above, bounds=box, method="highs")


def has_negative_slope(clean, test, sigma, digits=100):
    """Whether some entry of :math:`K^{-1}b` is negative, in so many decimal digits.

    With :math:`v=K\\alpha`, any positive v is possible, and the mean ratio is
    :math:`(K^{-1}b)^\\top v`: along a negative entry it falls without limit, and logarithms rise.

    Parameters
    ----------
    clean, test : ndarray, shapes (n, 1)
    sigma : float
    digits : int

    Returns
    -------
    bool
    """
    with localcontext() as context:
        context.prec = digits
        scale = -2 * Decimal(sigma) ** 2
        centers = [Decimal(float(x)) for x in clean[:, 0]]
        tested = [Decimal(float(y)) for y in test[:, 0]]
        K = [[((x - c) ** 2 / scale).exp() for c in centers] for x in centers]
        b = [sum(((y - c) ** 2 / scale).exp() for y in tested) / len(tested) for c in centers]
        return min(_solved(K, b)) < 0


def _solved(A, right):
    """Solve a linear system by elimination with pivots, in decimals."""
    n = len(A)
    rows = [[*row, value] for row, value in zip(A, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * p for a, p in zip(rows[r], rows[i])]
    solution = [Decimal(0)] * n
    for i in reversed(range(n)):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, n))
        solution[i] = (rows[i][n] - known) / rows[i][i]
    return solution


def unbounded_draw(seed, starts=10):
    """What one draw says of ratio-objective-unbounded.

    Parameters
    ----------
    seed : int
    starts : int
        Of the bounded solver.

    Returns
    -------
    dict
        By width: ``down``, the mean along the direction found, ``exact``, ``clip_gap``.
    """
    clean, test = clean_and_test(seed)
    rng = np.random.default_rng(seed)
    told = {"down": [], "exact": [], "clip_gap": 0.0}
    for sigma in WIDTHS:
        K = rbf_kernel(clean, clean, sigma=sigma)
        b = rbf_kernel(test, clean, sigma=sigma).mean(axis=0)
        found = descent_direction(K, b)
        told["down"].append(float(found.fun) if found.status == 0 else 0.0)
        told["exact"].append(has_negative_slope(clean, test, sigma))
        values = [bounded_minimum(K, b, rng.random(len(b))).fun for _ in range(starts)]
        told["clip_gap"] = max(told["clip_gap"], float(np.ptp(values)))
    return told
