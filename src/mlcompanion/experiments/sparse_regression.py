r"""Experiments on the statements of Sugiyama (2016), chapter 24, many small problems at once.

The chapter draws its constraints as bodies (Figs. 24.1, 24.2 and 24.6 to 24.10) and says where
solutions tend to lie. Here thousands of least-squares problems are solved under such a constraint
together, by projected gradient steps with momentum. The other functions are references that do not
know the chapter's formulas: a section search, the optimality conditions, a general solver.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_count, check_real, check_rng
from mlcompanion.optimize import coordinate_descent
from mlcompanion.prox import row_prox

__all__ = [
    "constrained_least_squares",
    "first_of_size",
    "general_minimum",
    "golden_section",
    "lasso_violation",
    "midpoints_outside",
    "run_listing",
    "to_group_ball",
    "to_l1_ball",
    "to_l2_ball",
    "to_trace_ball",
]


def _radii(radius, n_rows):
    return np.broadcast_to(check_array(radius, "radius", low=0), n_rows)


def to_l1_ball(V, radius):
    """Nearest point to each row of ``V`` whose sizes sum to at most ``radius``, one or one a row.

    Raises
    ------
    ValueError
        If ``radius`` is negative or does not fit.

    Notes
    -----
    By Moreau's identity what the prox of the largest entry leaves. Cost: a sort of each row.
    """
    V = check_array(V, "V", ndim=2)
    return V - row_prox(V, _radii(radius, len(V)), "linf")


def to_l2_ball(V, radius):
    """Nearest point to each row of ``V`` of length at most ``radius``, one or one a row."""
    return to_group_ball(V, radius, np.zeros(np.shape(V)[1], dtype=int))


def to_group_ball(V, radius, groups):
    """Nearest point to each row of ``V`` whose groups' lengths sum to at most ``radius``.

    Parameters
    ----------
    V : array_like of shape (n_rows, n_columns)
    radius : float or array_like of shape (n_rows,)
    groups : array_like of shape (n_columns,), int
        Group of each column: 0, 1, ...

    Raises
    ------
    ValueError
        If a shape does not fit or ``radius`` is negative.
    """
    V = check_array(V, "V", ndim=2)
    groups = check_array(groups, "groups", dtype=int, shape=(V.shape[1],), low=0)
    member = groups[:, None] == np.arange(groups.max() + 1)
    lengths = np.sqrt(V**2 @ member)
    shrunk = to_l1_ball(lengths, radius) / np.where(lengths > 0, lengths, 1)
    return V * shrunk[:, groups]


def to_trace_ball(V, radius, shape):
    """Nearest point to each row of ``V``, a matrix of ``shape``, of trace norm at most ``radius``.

    Notes
    -----
    Cost: one singular value decomposition a row.
    """
    V = check_array(V, "V", ndim=2)
    left, sizes, right = np.linalg.svd(V.reshape(-1, *shape), full_matrices=False)
    return ((left * to_l1_ball(sizes, radius)[:, None]) @ right).reshape(V.shape)


def constrained_least_squares(A, y, project, *, tol=1e-10, max_iter=20_000):
    r"""Minimise :math:`\tfrac12\|y_k-A_kw\|^2` over a convex set for many problems k at once.

    Projected gradient steps with momentum; a problem drops its momentum where that points uphill.

    Parameters
    ----------
    A : array_like of shape (n_problems, n_samples, n_features)
    y : array_like of shape (n_problems, n_samples)
    project : callable
        Maps an array (n_problems, n_features) to the nearest points of each problem's set.
    tol : float
        Stop when no problem moves by more than this, relative to its length.
    max_iter : int

    Returns
    -------
    ndarray of shape (n_problems, n_features)

    Raises
    ------
    ValueError
        If a shape does not fit.
    RuntimeError
        If ``max_iter`` steps do not suffice.

    Notes
    -----
    Cost: two products with every A and one projection a step. Source: Sugiyama (2016), (24.1);
    momentum and restarts after Beck and Teboulle (2009), O'Donoghue and Candès (2015).
    """
    A = check_array(A, "A", ndim=3, min_rows=1)
    y = check_array(y, "y", shape=A.shape[:2])
    tol = check_real(tol, "tol", low=0, open_low=True)
    gram, pull = A.transpose(0, 2, 1) @ A, np.einsum("kij,ki->kj", A, y)
    step = 1 / np.linalg.eigvalsh(gram)[:, -1:]
    w = project(np.zeros_like(pull))
    ahead, age = w, np.ones((len(A), 1))
    for _ in range(check_count(max_iter, "max_iter", low=1)):
        old = w
        w = project(ahead - step * (np.einsum("kij,kj->ki", gram, ahead) - pull))
        move = w - old
        uphill = np.sum((ahead - w) * move, axis=1, keepdims=True) > 0
        older = np.where(uphill, 1.0, (1 + np.sqrt(1 + 4 * age**2)) / 2)
        ahead = w + np.where(uphill, 0.0, (age - 1) / older) * move
        age = older
        if np.all(np.linalg.norm(move, axis=1) <= tol * np.linalg.norm(w, axis=1)):
            return w
    raise RuntimeError(f"max_iter={max_iter} steps did not suffice")


def general_minimum(A, y, radius, groups, *, n_starts=3):
    r"""Least :math:`\tfrac12\|y-Aw\|^2` whose groups' lengths sum to at most ``radius``.

    By sequential quadratic programming from random starts; knows nothing of projections. A group
    of one is split into two parts that are not negative, so that its length has no kink.

    Returns
    -------
    float
    """
    A, y = check_array(A, "A", ndim=2), check_array(y, "y", ndim=1)
    groups = check_array(groups, "groups", dtype=int, shape=(A.shape[1],), low=0)
    alone = np.bincount(groups)[groups] == 1
    parts = np.concatenate([A, -A[:, alone]], axis=1)
    member = groups[:, None] == np.unique(groups[~alone])
    split = np.concatenate([alone, np.ones(alone.sum(), dtype=bool)])

    def value(v):
        residual = parts @ v - y
        return 0.5 * residual @ residual, parts.T @ residual

    def lengths(v):
        return np.sqrt(v[: len(groups)] ** 2 @ member)

    def room(v):
        return radius - lengths(v).sum() - v[split].sum()

    def slope(v):
        down = -split.astype(float)
        down[: len(groups)] -= member @ (1 / (lengths(v) + 1e-300)) * v[: len(groups)]
        return down

    best = np.inf
    for seed in range(n_starts):
        start = np.random.default_rng(seed).uniform(size=len(split))
        start *= radius / (2 * start.sum())
        found = minimize(
            value,
            start,
            jac=True,
            bounds=[(0, None) if one else (None, None) for one in split],
            constraints=[{"type": "ineq", "fun": room, "jac": slope}],
            options={"ftol": 1e-12, "maxiter": 200},
        )
        best = min(best, found.fun) if room(found.x) > -1e-9 * radius else best
    return float(best)


def golden_section(objective, low, high, n_steps=80):
    """Minimise convex functions of one variable between ``low`` and ``high``, all together.

    Parameters
    ----------
    objective : callable
        Maps an array of arguments to the array of values, entry by entry.
    low, high : array_like
        Ends of the intervals.
    n_steps : int
        Each step shortens the intervals to 0.618 of their lengths.

    Returns
    -------
    ndarray
    """
    low, high = np.broadcast_arrays(check_array(low, "low"), check_array(high, "high"))
    share = (np.sqrt(5) - 1) / 2
    for _ in range(check_count(n_steps, "n_steps", low=1)):
        left, right = high - share * (high - low), low + share * (high - low)
        keep_left = objective(left) < objective(right)
        low, high = np.where(keep_left, low, left), np.where(keep_left, right, high)
    return (low + high) / 2


def run_listing(K, y, threshold, *, ridge=0.0, n_steps=1000, tol=1e-4):
    r"""The program of Fig. 24.4, word for word, on many problems at once.

    Parameters
    ----------
    K : array_like of shape (n_samples, n_features) or (n_problems, n_samples, n_features)
        One design for all problems, or one each.
    y : array_like of shape (n_problems, n_samples)
    threshold : float
        What the update of z subtracts: the penalty, 0.1; the print shows the digit 1.
    ridge : float or array_like of shape (n_problems,)
        Added to the 1 in :math:`(K^\top K+I)^{-1}`, as section 24.4.3 does for a squared penalty.
    n_steps : int
    tol : float
        A problem is left alone once its parameter moves by less.

    Returns
    -------
    theta, z : ndarray of shape (n_problems, n_features)
    """
    K, y = check_array(K, "K"), check_array(y, "y", ndim=2)
    threshold = check_real(threshold, "threshold", low=0)
    weight = 1 + check_array(ridge, "ridge", low=0).reshape(-1, 1, 1)
    turned = np.swapaxes(K, -1, -2)
    inverse = np.linalg.inv(turned @ K + weight * np.eye(K.shape[-1]))
    fixed = (turned @ y[..., None])[..., 0]
    z, u, theta = np.zeros((3, *fixed.shape))
    going = np.ones((len(y), 1), dtype=bool)
    for _ in range(check_count(n_steps, "n_steps", low=1)):
        t = (inverse @ (fixed + z - u)[..., None])[..., 0]
        cut = np.maximum(0, t + u - threshold) + np.minimum(0, t + u + threshold)
        moved = np.linalg.norm(t - theta, axis=1, keepdims=True) >= tol
        theta = np.where(going, t, theta)
        u = np.where(going, u + t - cut, u)
        z = np.where(going, cut, z)
        going = going & moved
        if not going.any():
            break
    return theta, z


def lasso_violation(A, y, w, lam):
    r"""Largest violation of the lasso's optimality conditions by ``w``.

    With :math:`c=A^\top(y-Aw)`: :math:`|c_j-\lambda\operatorname{sign}w_j|` where :math:`w_j\ne0`,
    and what :math:`|c_j|` exceeds :math:`\lambda` by elsewhere.
    """
    A, y = check_array(A, "A", ndim=2), check_array(y, "y", ndim=1)
    w = check_array(w, "w", shape=(A.shape[1],))
    lam = check_real(lam, "lam", low=0)
    slopes = A.T @ (y - A @ w)
    zero = np.maximum(np.abs(slopes) - lam, 0)
    return float(np.where(w == 0, zero, np.abs(slopes - lam * np.sign(w))).max())


def first_of_size(A, y, size, *, shrink=0.8, ratio=0.001):
    """Features of the lasso at the largest penalty at which it has ``size`` of them.

    The penalty falls by the factor ``shrink`` from the largest until the number is reached or
    passed; halving the last step then looks for exactly ``size``.

    Returns
    -------
    ndarray of int, or None
        None if there are fewer down to ``ratio`` times the largest penalty, or if the number
        jumps over ``size``.
    """
    A, y = check_array(A, "A", ndim=2), check_array(y, "y", ndim=1)
    largest = low = np.abs(A.T @ y).max()
    w = np.zeros(A.shape[1])
    while np.count_nonzero(w) < size:
        if low < ratio * largest:
            return None
        high, start, low = low, w, shrink * low
        w = coordinate_descent(A, y, low, start=w).w
    for _ in range(40):
        if np.count_nonzero(w) == size:
            return np.flatnonzero(w)
        middle = np.sqrt(low * high)
        trial = coordinate_descent(A, y, middle, start=start).w
        if np.count_nonzero(trial) >= size:
            low, w = middle, trial
        else:
            high = middle
    return None


def midpoints_outside(level, n_pairs, random_state, *, slack=1e-9):
    """Midpoints of random pairs of points of a body in the plane that lie outside it.

    Parameters
    ----------
    level : callable
        Maps points (n, 2) to values; the body is where they are at most 1, inside [-1, 1]².
    n_pairs : int
    random_state : int or Generator
    slack : float
        How far above 1 a midpoint's value must be to count.

    Returns
    -------
    int
        Zero for a convex body.
    """
    rng, wanted = check_rng(random_state), 2 * check_count(n_pairs, "n_pairs", low=1)
    points = np.empty((0, 2))
    while len(points) < wanted:
        drawn = rng.uniform(-1, 1, size=(wanted, 2))
        points = np.concatenate([points, drawn[level(drawn) <= 1]])
    first, second = points[: wanted // 2], points[wanted // 2 : wanted]
    return int(np.sum(level((first + second) / 2) > 1 + slack))
