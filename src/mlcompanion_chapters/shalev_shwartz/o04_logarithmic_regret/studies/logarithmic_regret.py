"""Shalev-Shwartz (2007), chapter 4: regret of steps 1/(sigma t) under its bound, and its growth.

Settles of chapter shalev_shwartz/04_logarithmic_regret: log-regret-bound and log-not-sqrt.

*bound*: regret over (L/sigma)(1 + log t) after 20 numbers of rounds, for the best vector, ten in S
and ten on its border, L from the run so far. Losses: regularised ``hinge`` on noisy separators in
the ball of radius 1/sqrt(sigma); half squared distances to points that are ``random`` in a ball of
radius 2, drift on a circle (``drift``) or lie ``opposite`` to the learner, S a ball; ``simplex``,
entropy plus uniform linear losses. A row holds the number of triples, those beyond the bound, the
largest ratio of all and of the border, and that of the best vector at the first and last look.

*growth*: regret after T rounds with steps 1/(sigma t) (``log``) and 1/sqrt(t) (``root``).
"""

import numpy as np

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.online.core.mirror_descent import root_steps, strong_steps

from ..curved_losses import (
    ball_points,
    bound_ratios,
    entropy_run,
    hinge_stream,
    opposite_points,
    points_stream,
    simplex_stream,
)

SIGMAS = (0.01, 0.1, 1.0)
DIMENSION, CORNERS = 20, 50
SIZES = {
    "default": {"n_rounds": 32_000, "seeds": 5, "doublings": 6, "seeds_growth": 10},
    "paper": {"n_rounds": 32_000, "seeds": 5, "doublings": 6, "seeds_growth": 10},
}


def cases(n_rounds, seeds, doublings, seeds_growth):
    """One case for each stream, curvature, set and seed."""
    found = []
    for seed in range(seeds):
        common = {"experiment": "bound", "T": n_rounds, "seed": seed}
        for sigma in SIGMAS:
            found += [common | {"losses": k, "sigma": sigma} for k in ("hinge", "simplex")]
            found += [
                common | {"losses": k, "sigma": sigma, "radius": radius}
                for k in ("random", "drift", "opposite")
                for radius in sorted({1.0, 10.0, round(sigma**-0.5, 6)})
            ]
    return found + [
        {"experiment": "growth", "losses": k, "sigma": s, "doublings": doublings, "seed": seed}
        for seed in range(seeds_growth)
        for k, s in (("hinge", 0.1), ("random", 1.0), ("simplex", 0.1))
    ]


def run(case):
    """The row of a case."""
    return bound(case) if case["experiment"] == "bound" else growth(case)


def points(kind, n_rounds, seed):
    """The points of a stream of half squared distances."""
    if kind == "opposite":
        return opposite_points(n_rounds, 0.7 * np.eye(DIMENSION)[[seed]], 2.0)[0]
    if kind == "random":
        return ball_points(n_rounds, DIMENSION, seed, radius=2.0)
    angle = np.linspace(0, 2 * np.pi * (seed + 1), n_rounds)
    Z = np.zeros((n_rounds, DIMENSION))
    Z[:, 0], Z[:, 1] = 2 * np.cos(angle), 2 * np.sin(angle)
    return Z


def simplex(n_rounds, sigma, seed, etas, keep_norms=True):
    """Entropy plus linear losses with uniform entries."""
    V = np.random.default_rng(seed).uniform(-1, 1, (n_rounds, 1, CORNERS))
    losses, norms = entropy_run(V, sigma, etas, keep_norms=keep_norms)
    return simplex_stream(V[:, 0], sigma, losses[:, 0], norms[:, 0])


def hinge(n_rounds, sigma, seed, eta=None):
    """Regularised hinge on a noisy separator."""
    stream = make_noisy_separator(n_rounds, DIMENSION, flip=0.1, random_state=seed)
    return hinge_stream(stream.data, stream.target.astype(float), sigma, eta=eta)


def bound(case):
    """Regret over its bound, at 20 times and against 21 vectors."""
    T, sigma, seed, kind = case["T"], case["sigma"], case["seed"], case["losses"]
    if kind == "hinge":
        stream = hinge(T, sigma, seed)
    elif kind == "simplex":
        stream = simplex(T, sigma, seed, strong_steps(sigma, T))
    else:
        stream = points_stream(points(kind, T, seed), sigma, radius=case["radius"])
    ratios = bound_ratios(stream, np.unique(np.geomspace(1, T, 20).round().astype(int)), seed)
    return {
        "n_checked": ratios.size,
        "beyond": int((ratios > 1 + 1e-9).sum()),
        "largest": float(ratios.max()),
        "border": float(ratios[:, 11:].max()),
        "first": float(ratios[0, 0]),
        "last": float(ratios[-1, 0]),
    }


def growth(case):
    """Regret after 1,000 rounds and each doubling, with either rule."""
    sigma, seed, kind = case["sigma"], case["seed"], case["losses"]
    rounds = 1000 * 2 ** np.arange(case["doublings"] + 1)
    T, row, least = rounds[-1], {"rounds": rounds.tolist()}, None
    for rule, eta in (("log", strong_steps(sigma, T)), ("root", root_steps(1.0, T))):
        if kind == "hinge":
            stream = hinge(T, sigma, seed, eta)
        elif kind == "simplex":
            stream = simplex(T, sigma, seed, eta, keep_norms=False)
        else:
            stream = points_stream(ball_points(T, DIMENSION, seed), sigma, radius=1.0, eta=eta)
        least = stream.least(rounds) if least is None else least
        row[rule] = (np.cumsum(stream.losses)[rounds - 1] - least).tolist()
    return row
