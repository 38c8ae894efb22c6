r"""Searches for a counterexample to the lemmas of Shalev-Shwartz (2007), chapter 4.

The references are general solvers and finite differences: no projection, no conjugate.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.convex import Entropy, Euclidean

__all__ = [
    "ConvexParts",
    "convex_parts",
    "curvature_slack",
    "draw_points",
    "nearest_by_solver",
    "numerical_gradient",
    "progress_sides",
    "row_bregman",
    "simplex_maximum",
]


def row_values(f, W):
    """``f`` of every row."""
    if isinstance(f, Entropy):
        return np.log(W.shape[1]) + (W * np.log(W)).sum(axis=1)
    return f.norm(W) ** 2 / (2 * (f.order - 1))


def row_gradients(f, W):
    """The gradient of ``f`` at every row."""
    if isinstance(f, Entropy):
        return 1 + np.log(W)
    if isinstance(f, Euclidean):
        return W
    norms = f.norm(W)[:, None]
    return np.sign(W) * (np.abs(W) / norms) ** (f.q - 1) * norms / (f.q - 1)


def row_bregman(f, U, V):
    """``B_f(u || v)`` for matching rows of ``U`` and ``V``, not zero."""
    return row_values(f, U) - row_values(f, V) - ((U - V) * row_gradients(f, V)).sum(axis=1)


def draw_points(f, rng, size, n):
    """Random points where ``f`` is smooth: of the simplex, or of all lengths from 0.1 to 10."""
    if isinstance(f, Entropy):
        return 0.999 * rng.dirichlet(np.ones(n), size) + 0.001 / n
    W = rng.normal(size=(size, n))
    lengths = 10 ** rng.uniform(-1, 1, (size, 1))
    W *= lengths / np.linalg.norm(W, axis=1, keepdims=True)
    if getattr(f, "radius", None) is not None:
        W *= np.minimum(1, f.radius / lengths)
    return W


def progress_sides(f, n_rounds, n_others, n, random_state, *, box=None):
    r"""Both sides of the progress lemma (the thesis's Lemma 5) in rounds from random points.

    Subgradients have sizes from 0.01 to 100, steps from 0.001 to 1, log-uniform.

    Parameters
    ----------
    f : MirrorMap
    n_rounds, n_others, n : int
        Rounds, vectors u for each, dimension.
    random_state : int or Generator
    box : float, optional
        Take S to be the box :math:`[-b,b]^n`, for the Euclidean ``f``.

    Returns
    -------
    left, right, square : ndarray, shape (n_rounds * n_others,)
        :math:`\langle w-u,\lambda\rangle`; the right side; its last term
        :math:`\frac\eta2\|\lambda\|_\star^2`.
    """
    rng, n_rounds = check_rng(random_state), check_count(n_rounds, "n_rounds", low=1)
    size = n_rounds * check_count(n_others, "n_others", low=1)

    def inside(W):
        return W if box is None else np.clip(W, -box, box)

    W, U = inside(draw_points(f, rng, n_rounds, n)), inside(draw_points(f, rng, size, n))
    G = rng.normal(size=W.shape)
    G *= 10 ** rng.uniform(-2, 2, (n_rounds, 1)) / f.dual_norm(G)[:, None]
    eta = 10 ** rng.uniform(-3, 0, n_rounds)
    after = inside(np.array([f.link(t) for t in row_gradients(f, W) - eta[:, None] * G]))
    W, after, G, eta = (np.repeat(a, n_others, axis=0) for a in (W, after, G, eta))
    square = eta * f.dual_norm(G) ** 2 / 2
    drop = (row_bregman(f, U, W) - row_bregman(f, U, after)) / eta
    return ((W - U) * G).sum(axis=1), drop + square, square


class ConvexParts(NamedTuple):
    """A function of every row and one of its subgradients there."""

    value: object
    subgradient: object


def convex_parts(n, random_state):
    """The functions h that are added to ``sigma f``, by name; at kinks some subgradient."""
    rng = check_rng(random_state)
    a, A = rng.normal(size=n), rng.normal(size=(4, n))
    return {
        "hinge": ConvexParts(lambda W: np.maximum(1 - W @ a, 0), lambda W: -np.outer(W @ a < 1, a)),
        "absolute": ConvexParts(
            lambda W: np.abs(W).sum(axis=1), lambda W: np.where(W >= 0, 1.0, -1.0)
        ),
        "squared": ConvexParts(lambda W: (W @ a - 1) ** 2 / 2, lambda W: np.outer(W @ a - 1, a)),
        "largest": ConvexParts(
            lambda W: (W @ A.T).max(axis=1), lambda W: A[(W @ A.T).argmax(axis=1)]
        ),
        "zero": ConvexParts(lambda W: np.zeros(len(W)), np.zeros_like),
    }


def curvature_slack(f, sigma, h, U, V):
    r"""``g(u) - g(v) - <u - v, lambda> - sigma B_f(u||v)`` for ``g = sigma f + h``, by rows.

    The divergence has its closed form where there is one: half the squared distance, or
    Kullback and Leibler's.

    Returns
    -------
    ndarray, shape (n_pairs,)
        Relative to ``1 + |g(u)| + |g(v)|``; never negative if h is convex.
    """
    g_u = sigma * row_values(f, U) + h.value(U)
    g_v = sigma * row_values(f, V) + h.value(V)
    slope = sigma * row_gradients(f, V) + h.subgradient(V)
    if isinstance(f, Euclidean):
        divergence = ((U - V) ** 2).sum(axis=1) / 2
    elif isinstance(f, Entropy):
        divergence = (U * np.log(U / V)).sum(axis=1)
    else:
        divergence = row_bregman(f, U, V)
    slack = g_u - g_v - ((U - V) * slope).sum(axis=1) - sigma * divergence
    return slack / (1 + np.abs(g_u) + np.abs(g_v))


def numerical_gradient(function, w, step=1e-5):
    """Central differences of a function of one vector; 2 n evaluations."""
    moves = step * np.eye(len(w))
    return np.array([(function(w + e) - function(w - e)) / (2 * step) for e in moves])


_SETS = {
    "ball": lambda size, n: {
        "constraints": {
            "type": "ineq", "fun": lambda w: size**2 - w @ w, "jac": lambda w: -2 * w
        }
    },
    "box": lambda size, n: {"bounds": [(-size, size)] * n},
    "simplex": lambda size, n: {
        "bounds": [(0, size)] * n,
        "constraints": {
            "type": "eq", "fun": lambda w: w.sum() - size, "jac": lambda w: np.ones(n)
        },
    },
}  # fmt: skip


def nearest_by_solver(theta, kind, size):
    """Maximise ``<w, theta> - |w|^2 / 2`` over a set by sequential quadratic programming.

    Parameters
    ----------
    theta : array_like, shape (n,)
    kind : {"ball", "box", "simplex"}
        Radius, half the side, or sum of the set is ``size``.
    size : float

    Returns
    -------
    w : ndarray, shape (n,)
    value : float
        The conjugate at ``theta`` of half the squared length on the set.
    """
    theta = check_array(theta, "theta", ndim=1)
    found = minimize(
        lambda w: (w @ w / 2 - w @ theta, w - theta),
        np.full(len(theta), size / len(theta)),
        jac=True,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 300},
        **_SETS[kind](size, len(theta)),
    )
    return found.x, -found.fun


def simplex_maximum(theta):
    """Maximise ``<w, theta> - f(w)`` over the simplex, f the relative entropy to uniform.

    Returns
    -------
    w : ndarray, shape (n,)
    value : float
        The conjugate of f at ``theta``.
    """
    theta = check_array(theta, "theta", ndim=1)
    n = len(theta)

    def objective(w):
        log_w = np.log(np.maximum(w, 1e-300))
        return w @ log_w - w @ theta + np.log(n), 1 + log_w - theta

    found = minimize(
        objective,
        np.full(n, 1 / n),
        jac=True,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
        bounds=[(1e-15, 1)] * n,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(n)},
    )
    return found.x, -found.fun
