"""The data description solved in ways that share no code with the package's.

The primal problem goes to a cone solver, which only studies have; the dual to an interior-point
quadratic programme; the enclosing ball to Welzl's recursion.
"""

import warnings

import numpy as np

from mlcompanion_chapters.checks.programmes import reference_program

__all__ = ["dual_weights", "primal_ball", "welzl_radius"]


def primal_ball(X, C):
    """Squared radius and center of problem (38.2), by a cone solver.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    C : float

    Returns
    -------
    b : float
    center : ndarray, shape (d,)
    value : float
        The objective, of margins that the center and ``b`` leave.
    """
    import cvxpy as cp

    origin = X.mean(axis=0)
    unit = np.linalg.norm(X - origin, axis=1).max()
    Z = (X - origin) / unit
    c, b, t = cp.Variable(Z.shape[1]), cp.Variable(nonneg=True), cp.Variable()
    over = cp.Variable(len(Z), nonneg=True)
    # |z - c|^2 with its one square bounded once: a single cone
    inside = np.square(Z).sum(axis=1) - 2 * Z @ c + t <= b + over
    problem = cp.Problem(cp.Minimize(b + C * cp.sum(over)), [inside, cp.sum_squares(c) <= t])
    tight = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}
    with warnings.catch_warnings():
        # the last digit asked for is beyond it now and then; claims say how far the ends agree
        warnings.filterwarnings("ignore", message="Solution may be inaccurate")
        problem.solve(solver=cp.CLARABEL, **tight)
    square = max(float(b.value), 0.0)
    missed = np.maximum(np.square(Z - c.value).sum(axis=1) - square, 0)
    value = square + C * missed.sum()
    return square * unit**2, origin + unit * c.value, float(value) * unit**2


def dual_weights(K, C=None):
    """Weights of problem (38.5) for a kernel matrix, by an interior-point method.

    Parameters
    ----------
    K : ndarray, shape (n, n)
    C : float, optional
        Upper bound of the weights; none if left out.

    Returns
    -------
    ndarray, shape (n,)
    """
    n = len(K)
    scale = np.abs(K).max() or 1.0
    limits = -np.eye(n)
    ends = np.zeros(n)
    if C is not None:
        limits = np.vstack([limits, np.eye(n)])
        ends = np.append(ends, np.full(n, C))
    linear = -np.diag(K) / scale
    return reference_program(
        2 * K / scale, linear, limits, ends, np.ones((1, n)), np.ones(1), tol=1e-12
    ).x


def welzl_radius(X, rng):
    """Radius of the smallest enclosing ball, by Welzl's recursion.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    rng : Generator
        Draws the order of the points.

    Returns
    -------
    float
    """
    return float(np.sqrt(_welzl(list(X[rng.permutation(len(X))]), [], X.shape[1])[1]))


def _welzl(rows, on_sphere, d):
    """The smallest ball around ``rows`` with ``on_sphere`` on its boundary: center, square."""
    center, square = _through(on_sphere, d)
    if len(on_sphere) == d + 1:
        return center, square
    for place, row in enumerate(rows):
        if np.square(row - center).sum() > square * (1 + 1e-12) + 1e-15:
            center, square = _welzl(rows[:place], [*on_sphere, row], d)
    return center, square


def _through(points, d):
    """The smallest ball with these points on its boundary; of none the empty ball."""
    if not points:
        return np.zeros(d), -1.0
    first = points[0]
    spans = np.array(points[1:]).reshape(-1, d) - first
    half = np.square(spans).sum(axis=1) / 2
    center = first + np.linalg.lstsq(spans, half, rcond=None)[0]
    return center, np.square(first - center).sum()
