r"""Searches for a counterexample to the lemmas of Shalev-Shwartz (2007), chapter 4.

The references are general solvers and finite differences: no projection, no conjugate.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_rng
from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.online import StronglyConvexOMD
from mlcompanion_chapters.checks.gradients import numerical_gradient
from mlcompanion_chapters.checks.mirror_maps import row_gradients, row_values, simplex_maximum

__all__ = [
    "ConvexParts",
    "convex_parts",
    "curvature_search",
    "curvature_slack",
    "draw_points",
    "leader_errors",
    "multiplicative_errors",
    "nearest_by_solver",
    "progress_search",
    "progress_sides",
    "projection_errors",
    "row_bregman",
    "subgradients_along",
]


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
    rng = check_rng(random_state)
    size = n_rounds * n_others

    def inside(W):
        return W if box is None else np.clip(W, -box, box)

    W = inside(draw_points(f, rng, n_rounds, n))
    U = inside(draw_points(f, rng, size, n))
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
    a = rng.normal(size=n)
    A = rng.normal(size=(4, n))
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


def projection_errors(n_points, n_gradients, random_state, *, n=8):
    """Rescaling on a ball, and projection as the gradient of a conjugate, against the solver.

    Parameters
    ----------
    n_points, n_gradients : int
        For each of five sets: balls of radius 0.5, 1 and 5, a box, the probability simplex.
    random_state : int or Generator
    n : int
        Dimension.

    Returns
    -------
    dict
        Largest distances ``ball_err`` and ``grad_err``; the share ``outside`` of the points.
    """
    rng = check_rng(random_state)
    errors = []
    slopes = []
    outside = []
    for kind, size in (("ball", 0.5), ("ball", 1), ("ball", 5), ("box", 1), ("simplex", 1)):
        for k in range(n_points):
            theta = rng.normal(size=n) * rng.uniform(0.1, 3)
            w, _ = nearest_by_solver(theta, kind, size)
            outside.append(np.abs(w - theta).max() > 1e-6)
            if kind == "ball":
                scaled = theta * min(1, size / np.linalg.norm(theta))
                errors.append(np.linalg.norm(w - scaled))
            if k < n_gradients:
                slope = numerical_gradient(
                    lambda v, kind=kind, size=size: nearest_by_solver(v, kind, size)[1], theta, 1e-4
                )
                slopes.append(np.linalg.norm(slope - w))
    return {"ball_err": max(errors), "grad_err": max(slopes), "outside": np.mean(outside)}


def multiplicative_errors(n_points, random_state):
    """The multiplicative update, and its conjugate, against the solver on the simplex.

    Parameters
    ----------
    n_points : int
        Over dimensions 3 and 10, and steps 0.1, 1 and 5.
    random_state : int or Generator

    Returns
    -------
    dict
        Largest differences ``update_err`` and ``conj_err``.
    """
    rng = check_rng(random_state)
    errors = []
    for k in range(n_points):
        n = (3, 10)[k % 2]
        step = (0.1, 1.0, 5.0)[k % 3]
        w = 0.99 * rng.dirichlet(np.ones(n)) + 0.01 / n
        g = rng.normal(size=n)
        theta = 1 + np.log(w) - step * g
        best, value = simplex_maximum(theta)
        product = w * np.exp(-step * g)
        closed = np.log(np.exp(theta).mean())
        errors.append((np.abs(best - product / product.sum()).max(), abs(value - closed)))
    return dict(zip(("update_err", "conj_err"), np.max(errors, axis=0)))


def leader_errors(n_rounds, random_state, *, n=10, sigmas=(0.1, 1.0)):
    """How far the learner is from the best vector of the rounds so far.

    Parameters
    ----------
    n_rounds : int
    random_state : int or Generator
    n : int
        Dimension.
    sigmas : sequence of float

    Returns
    -------
    dict
        ``mean_err`` on squared distances, against the running mean; ``leader_err`` with entropy
        plus linear losses, against the solver after 1, 10, 100, ... rounds.
    """
    rng = check_rng(random_state)
    mean_err = 0.0
    leader_err = 0.0
    for sigma in sigmas:
        Z, V = rng.normal(size=(2, n_rounds, n))
        mover = StronglyConvexOMD(Euclidean(), sigma, np.ones(n))
        chooser = StronglyConvexOMD(Entropy(), sigma, rng.dirichlet(np.ones(n)))
        for t in range(1, n_rounds + 1):
            w = mover.step(sigma * (mover.w_ - Z[t - 1]))
            mean_err = max(mean_err, np.abs(w - Z[:t].mean(axis=0)).max())
            w = chooser.step(V[t - 1] + sigma * Entropy().gradient(chooser.w_))
            if t in 10 ** np.arange(9):
                best = simplex_maximum(-V[:t].mean(axis=0) / sigma)[0]
                leader_err = max(leader_err, np.abs(w - best).max())
    return {"mean_err": mean_err, "leader_err": leader_err}


def subgradients_along(sigma, start, V):
    """Largest entry of each subgradient of ``sigma f + <v_t, .>`` along a run on the simplex."""
    learner = StronglyConvexOMD(Entropy(), sigma, start)
    met = []
    for v in V:
        g = v + sigma * Entropy().gradient(learner.w_)
        met.append(np.abs(g).max())
        learner.step(g)
    return np.array(met)


def progress_search(n_rounds, n_others, random_state, *, n=10):
    """Look for a round that breaks the progress lemma, in five geometries.

    Parameters
    ----------
    n_rounds, n_others, n : int
        Rounds for each geometry, vectors u for each round, dimension.
    random_state : int or Generator

    Returns
    -------
    dict
        ``n_checked`` triples; ``viol``, the largest excess of the left side; ``euclid_gap``, the
        largest difference of the sides without constraint; ``no_square``, the triples broken
        without the last term. Relative to ``1 + |left| + |right|``.
    """
    rng = check_rng(random_state)
    spaces = [(Euclidean(), None), (Euclidean(2.0), None), (Euclidean(), 1.0)]
    spaces += [(Entropy(), None), (PNorm(4.0), None)]
    sides = [progress_sides(f, n_rounds, n_others, n, rng, box=box) for f, box in spaces]
    left, right, last = np.concatenate(sides, axis=1)
    scale = 1 + np.abs(left) + np.abs(right)
    return {
        "n_checked": len(left),
        "viol": ((left - right) / scale).max(),
        "euclid_gap": (np.abs(left - right) / scale)[: n_rounds * n_others].max(),
        "no_square": int((left > right - last + 1e-9 * scale).sum()),
    }


def curvature_search(n_pairs, random_state, *, n=10):
    """Look for a pair that breaks the curvature of ``sigma f + h``, in three geometries.

    Parameters
    ----------
    n_pairs, n : int
        Pairs for each geometry, dimension.
    random_state : int or Generator

    Returns
    -------
    dict
        ``least`` slack over five convex h and sigma = 0.01, 1, 10; ``concave``, the pairs broken
        by minus a square; ``euclid``, how far the divergence by numerical gradients is from half
        the squared distance.
    """
    rng = check_rng(random_state)
    parts = convex_parts(n, random_state)
    square = parts["squared"]
    least = np.inf
    concave = 0
    minus = ConvexParts(lambda W: -square.value(W), lambda W: -square.subgradient(W))
    for f in (Euclidean(), Entropy(), PNorm(4.0)):
        U = draw_points(f, rng, n_pairs, n)
        V = draw_points(f, rng, n_pairs, n)
        slack = [
            curvature_slack(f, s, h, U, V).min() for s in (0.01, 1, 10) for h in parts.values()
        ]
        least = min(least, *slack)
        concave += int((curvature_slack(f, 1.0, minus, U, V) < -1e-6).sum())
    U, V = rng.normal(size=(2, 200, n))
    slopes = np.array([numerical_gradient(lambda w: w @ w / 2, v) for v in V])
    divergence = ((U**2 - V**2) / 2 - (U - V) * slopes).sum(axis=1)
    apart = np.abs(divergence - ((U - V) ** 2).sum(axis=1) / 2).max()
    return {"least": least, "concave": concave, "euclid": apart}
