r"""Least squares on bodies: many small problems at once (Sugiyama 2016, chapter 24).

The chapter draws its constraints as bodies (Figs. 24.1, 24.2 and 24.6 to 24.10) and says where
solutions tend to lie. Here thousands of least-squares problems are solved under such a constraint
together, by projected gradient steps with momentum, and their solutions are counted by kind.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_rng
from mlcompanion.optimize.proximal.projected_least_squares import constrained_least_squares
from mlcompanion.prox.balls.norm_balls import row_prox

__all__ = [
    "ConeCount",
    "count_on_cone",
    "general_minimum",
    "ranks_within",
    "to_group_ball",
    "to_l1_ball",
    "to_l2_ball",
    "to_trace_ball",
    "zeros_at_touch",
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


def general_minimum(A, y, radius, groups, *, n_starts=3):
    r"""Least :math:`\tfrac12\|y-Aw\|^2` whose groups' lengths sum to at most ``radius``.

    By sequential quadratic programming from random starts; knows nothing of projections. A group
    of one is split into two parts that are not negative, so that its length has no kink.

    Returns
    -------
    float
    """
    A = check_array(A, "A", ndim=2)
    y = check_array(y, "y", ndim=1)
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


def zeros_at_touch(n_features, random_state, *, n_problems=1000, n_samples=30):
    """Where growing ellipses first touch a diamond and a ball: which coordinates are zero.

    Gaussian designs and outputs; the bodies have a quarter of the size that the least-squares
    solution needs.

    Parameters
    ----------
    n_features : int
    random_state : int or Generator
    n_problems, n_samples : int

    Returns
    -------
    diamond : ndarray of bool, shape (n_problems, n_features)
        Exact zeros under the bound on the sum of sizes.
    ball : ndarray of bool, shape (n_problems, n_features)
        Coordinates below 1e-6 of the largest under the bound on the length.
    """
    rng = check_rng(random_state)
    A = rng.normal(size=(n_problems, n_samples, n_features))
    y = rng.normal(size=(n_problems, n_samples))
    free = _free_minima(A, y)
    diamond = partial(to_l1_ball, radius=np.abs(free).sum(axis=1) / 4)
    ball = partial(to_l2_ball, radius=np.linalg.norm(free, axis=1) / 4)
    sizes = np.abs(constrained_least_squares(A, y, ball))
    tiny = sizes < 1e-6 * sizes.max(axis=1, keepdims=True)
    return constrained_least_squares(A, y, diamond) == 0, tiny


def _free_minima(A, y):
    return np.array([np.linalg.lstsq(a, b, rcond=None)[0] for a, b in zip(A, y)])


class ConeCount(NamedTuple):
    """What :func:`count_on_cone` returns.

    Attributes
    ----------
    shares : dict of dict
        For the ``"double cone"`` and the ``"octahedron"`` the shares of solutions of the kinds
        ``"peak"`` (0, 0, c), ``"circle"`` (a, b, 0) and ``"single"``: just one of the first two
        parameters is zero.
    gap : float
        Largest relative difference of a minimum on the cone from that of a general solver.
    """

    shares: dict
    gap: float


def count_on_cone(random_state, *, n_problems=1000, n_samples=10, n_checked=50, share=0.3):
    """Solutions in three parameters on the bodies of Fig. 24.9, with groups {1, 2} and {3}.

    Parameters
    ----------
    random_state : int or Generator
    n_problems, n_samples : int
        Gaussian designs and outputs.
    n_checked : int
        Problems that a general solver solves as well.
    share : float
        Size of the bodies, as a share of what the free minimum needs.

    Returns
    -------
    ConeCount
    """
    rng = check_rng(random_state)
    groups = np.array([0, 0, 1])
    A = rng.normal(size=(n_problems, n_samples, 3))
    y = rng.normal(size=(n_problems, n_samples))
    free = _free_minima(A, y)
    cone = share * (np.hypot(free[:, 0], free[:, 1]) + np.abs(free[:, 2]))
    octahedron = share * np.abs(free).sum(axis=1)
    found = {
        "double cone": partial(to_group_ball, radius=cone, groups=groups),
        "octahedron": partial(to_l1_ball, radius=octahedron),
    }
    shares = {}
    for name, project in found.items():
        found[name] = constrained_least_squares(A, y, project)
        first, second, third = (found[name] == 0).T
        shares[name] = {
            "peak": np.mean(first & second & ~third),
            "circle": np.mean(~first & ~second & third),
            "single": np.mean(first ^ second),
        }
    residual = y - np.einsum("kij,kj->ki", A, found["double cone"])
    least = 0.5 * np.sum(residual**2, axis=1)[:n_checked]
    general = [general_minimum(*problem, groups) for problem in zip(A, y, cone[:n_checked])]
    return ConeCount(shares, float(np.abs(least / general - 1).max()))


def ranks_within(random_state, *, n_problems=50, n_samples=100, shape=(12, 10), rank=2, noise=0.5):
    """Fit matrices of low rank under bounds on their singular values, and under a plain one.

    The truth is a product of two Gaussian factors, seen through Gaussian matrices.

    Parameters
    ----------
    random_state : int or Generator
    n_problems, n_samples : int
    shape : (int, int)
    rank : int
        Of the truth.
    noise : float
        Standard deviation of the outputs' noise.

    Returns
    -------
    ranks : dict of ndarray of int, shape (n_problems,)
        Singular values above 1e-6 of the largest, for ``1`` and ``0.5`` times the true sum of
        singular values as bound, and for ``"ridge"``, which has the Frobenius norm of the first.
    errors : dict of ndarray, shape (n_problems,)
        Relative errors of the matrices, Frobenius norm.
    """
    rng, (rows, columns) = check_rng(random_state), shape
    left = rng.normal(size=(n_problems, rows, rank))
    truth = left @ rng.normal(size=(n_problems, rank, columns))
    A = rng.normal(size=(n_problems, n_samples, rows * columns))
    flat = truth.reshape(n_problems, -1)
    y = np.einsum("kij,kj->ki", A, flat) + noise * rng.normal(size=(n_problems, n_samples))
    size = np.linalg.norm(truth, "nuc", axis=(1, 2))
    found = {
        part: constrained_least_squares(
            A, y, partial(to_trace_ball, radius=part * size, shape=shape), tol=1e-8
        )
        for part in (1, 0.5)
    }
    length = np.linalg.norm(found[1], axis=1)
    found["ridge"] = constrained_least_squares(A, y, partial(to_l2_ball, radius=length), tol=1e-8)
    ranks = {}
    errors = {}
    for name, w in found.items():
        values = np.linalg.svd(w.reshape(-1, *shape), compute_uv=False)
        ranks[name] = np.sum(values > 1e-6 * values[:, :1], axis=1)
        errors[name] = np.linalg.norm(w - flat, axis=1) / np.linalg.norm(flat, axis=1)
    return ranks, errors
