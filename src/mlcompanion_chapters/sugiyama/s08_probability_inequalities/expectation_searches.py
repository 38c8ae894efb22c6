"""Searches for a law that breaks an inequality between expectations.

Sugiyama (2016), Section 8.3: random joint laws, the cases of equality, and exponents outside the
range in which Hölder's and Minkowski's inequalities hold.
"""

import numpy as np
from scipy.special import logsumexp

from mlcompanion._validation import check_rng
from mlcompanion.probability.bounds.expectation_inequalities import (
    holder,
    jensen,
    kantorovich,
    minkowski,
)

__all__ = ["equality_gaps", "half_power_breaks", "holder_sides", "worst_violations"]


def _laws(n_laws, rng, n_points=10):
    """Two variables on 2 to 10 common outcomes, and masses: shape (n_laws, 10)."""
    x, y = rng.normal(size=(2, n_laws, n_points)) * 10 ** rng.uniform(-2, 2, size=(2, n_laws, 1))
    masses = rng.dirichlet(np.ones(n_points), size=n_laws)
    masses[np.arange(n_points) >= rng.integers(2, n_points + 1, size=(n_laws, 1))] = 0.0
    return x, y, masses / masses.sum(axis=1, keepdims=True)


def _x_log_x(x):
    return x * np.log(x)


def _length(v):
    return np.linalg.norm(v, axis=-1)


def _violation(sides):
    """Largest excess of the lesser side, relative to the greater."""
    return float(((sides.lesser - sides.greater) / np.abs(sides.greater)).max())


def worst_violations(n_laws, random_state):
    """Largest relative violations over random laws.

    Parameters
    ----------
    n_laws : int
        For each inequality, and each convex function.
    random_state : int or Generator

    Returns
    -------
    dict of str to float
        Jensen, Hölder, Schwarz, Minkowski, Kantorovich; negative where all is well.
    """
    rng = check_rng(random_state)
    x, y, masses = _laws(n_laws, rng)
    small = x / np.abs(x).max()
    positive = np.abs(x)
    vectors = rng.normal(size=(*x.shape, 3))
    jensens = [
        jensen(np.square, x, masses),
        jensen(np.exp, small, masses),
        jensen(np.abs, x, masses),
        jensen(_x_log_x, 1 + positive, masses),
        jensen(_length, vectors, masses, vector=True),
    ]
    low = positive.min(axis=1)
    high = positive.max(axis=1)
    return {
        "Jensen": max(map(_violation, jensens)),
        "Hölder": _violation(holder(x, y, rng.uniform(1.05, 20, n_laws), masses)),
        "Schwarz": _violation(holder(x, y, 2.0, masses)),
        "Minkowski": _violation(minkowski(x, y, rng.uniform(1, 20, n_laws), masses)),
        "Kantorovich": _violation(kantorovich(positive, low, high, masses)),
    }


def equality_gaps(n_laws, random_state):
    """Largest relative distances of the two sides where they should be equal.

    Hölder at ``|y|^q`` proportional to ``|x|^p``, Schwarz and Minkowski at y proportional to x,
    Kantorovich at half of the mass on either end.

    Returns
    -------
    dict of str to float
    """
    rng = check_rng(random_state)
    x, _, masses = _laws(n_laws, rng)
    p = rng.uniform(1.05, 20, n_laws)
    scale = rng.uniform(0.1, 10, (n_laws, 1))
    unit = np.abs(x) / np.abs(x).max(axis=1, keepdims=True)
    ends = np.sort(np.abs(x[:, :2]), axis=1)
    sides = {
        "Hölder": holder(unit, scale * unit ** (p[:, None] - 1), p, masses),  # p / q = p - 1
        "Schwarz": holder(x, scale * x, 2.0, masses),
        "Minkowski": minkowski(x, scale * x, p, masses),
        "Kantorovich": kantorovich(ends, ends[:, 0], ends[:, 1]),
    }
    return {k: float(np.abs(s.lesser / s.greater - 1).max()) for k, s in sides.items()}


def half_power_breaks(n_laws, random_state):
    """Laws that break Minkowski's inequality at p = 1/2, outside its range; plain sums."""
    x, y, masses = _laws(n_laws, check_rng(random_state))

    def size(values):
        return (np.sqrt(np.abs(values)) * masses).sum(axis=1) ** 2

    return int(np.sum(size(x + y) > (size(x) + size(y)) * (1 + 1e-9)))


def holder_sides(n_laws, random_state, *, low, high):
    """Logarithms of both sides of (8.7) for positive variables and an exponent p from a range.

    ``q = p / (p - 1)`` is negative for p below 1. Sums are taken in logarithms, atom by atom: no
    function of the package is used.

    Parameters
    ----------
    n_laws : int
    random_state : int or Generator
    low, high : float
        Range of p; 1 must lie outside.

    Returns
    -------
    left, right : ndarray, shape (n_laws,)
    """
    rng = check_rng(random_state)
    log_x, log_y, masses = _laws(n_laws, rng)
    log_x = log_x / np.abs(log_x).max()
    log_y = log_y / np.abs(log_y).max()
    p = rng.uniform(low, high, size=(n_laws, 1))
    q = p / (p - 1)

    def log_mean(logs):
        return logsumexp(logs, axis=1, b=masses)

    right = log_mean(p * log_x) / p[:, 0] + log_mean(q * log_y) / q[:, 0]
    return log_mean(log_x + log_y), right
