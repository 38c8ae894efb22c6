r"""Strong convexity and smooth conjugates in Shalev-Shwartz (2007), Appendix A: a search each.

(A.8), Lemma 14, Lemma 15 and Lemma 18 for the three regularisers. Every function returns the
measurements of one claim; what the names mean stands in the chapter's claims file and in the
functions' own docstrings.
"""

import numpy as np
from scipy.special import softmax

from mlcompanion._validation import check_rng
from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.convex.strong_convexity import obtuse_angle
from mlcompanion.prox import project_simplex
from mlcompanion_chapters.checks.gradients import numerical_gradient
from mlcompanion_chapters.checks.mirror_maps import row_values

from .convex_checks import (
    lemma14_sides,
    link_ratios,
    monotone_ratios,
    numeric_conjugate,
    push,
    row_links,
    row_remainders,
)

__all__ = [
    "DIMENSIONS",
    "LINKS",
    "SPACES",
    "block_search",
    "lemma14_search",
    "points_and_steps",
    "smooth_conjugate_search",
    "strong_convexity_search",
]

#: The three regularisers with the norms in which they are strongly convex.
SPACES = {
    "half a square, ℓ2": (Euclidean(),),
    "entropy, ℓ1": (Entropy(),),
    "squared q-norm, ℓq": tuple(PNorm(q / (q - 1)) for q in (1.1, 1.5, 1.9)),
}
LINKS = {**SPACES, "squared q-norm, ℓq": (PNorm(3.0), PNorm(10.0))}
DIMENSIONS = (2, 3, 10)


def points_and_steps(f, n, d, rng):
    """Normal and sparse points, or logits of Dirichlet draws, and steps of all lengths."""
    if isinstance(f, Entropy):
        parts = [rng.dirichlet(np.full(d, a), n // 4) for a in (0.1, 1, 10)]
        points = np.log(np.vstack([*parts, np.full((n - 3 * (n // 4), d), 1 / d)]) + 1e-12)
    else:
        points = rng.normal(size=(n, d))
        points[::2] *= rng.random(points[::2].shape) < 0.6
        points[~points.any(axis=1)] = 1.0
    steps = rng.normal(size=(n, d))
    lengths = 10 ** rng.uniform(-3, 1, (n, 1))
    return points, steps * lengths / np.linalg.norm(steps, axis=1, keepdims=True)


def _ends(f, a, s):
    """The two points of a pair: logits are mapped to the simplex."""
    if isinstance(f, Entropy):
        return softmax(a, axis=1), softmax(a + s, axis=1)
    return a, a + s


def _modulus(f, n_pairs, d, rng, n_steps, scale=1.0):
    def ratio(a, s):
        return monotone_ratios(f, *_ends(f, a, s), scale=scale)

    start = points_and_steps(f, n_pairs, d, rng)
    return push(ratio, *start, rng, sign=-1, n_steps=n_steps)


def strong_convexity_search(n_pairs, random_state, *, n_steps=60):
    """Least ratios of (A.8) for the three regularisers, and a control without its factor.

    Parameters
    ----------
    n_pairs : int
        For each function and dimension; then the search goes on from the 20 least.
    random_state : int or Generator
    n_steps : int
        Of that search.
    """
    rng = check_rng(random_state)
    low = []
    chord = 0
    for functions in SPACES.values():
        low.append(
            min(_modulus(f, n_pairs, d, rng, n_steps) for f in functions for d in DIMENSIONS)
        )
        for f in functions:
            u, v = _ends(f, *points_and_steps(f, n_pairs // len(functions), 3, rng))
            t = rng.random(len(u))
            between = row_values(f, t[:, None] * v + (1 - t)[:, None] * u)
            room = t * row_values(f, v) + (1 - t) * row_values(f, u) - between
            chord += int((room - t * (1 - t) / 2 * f.norm(u - v) ** 2 < -1e-10).sum())
    bare = [_modulus(PNorm(3.0), n_pairs // 4, d, rng, n_steps, scale=0.5) for d in DIMENSIONS]
    return {"low": low, "chord": chord, "unscaled": min(bare)}


def smooth_conjugate_search(n_pairs, random_state, *, n_steps=60):
    """Largest ratios of Lemma 15, parts 3 and 4, and its parts 2 and 5.

    Parameters
    ----------
    n_pairs : int
        For each function and dimension; then the search goes on from the 20 largest.
    random_state : int or Generator
    n_steps : int
        Of that search.
    """
    rng = check_rng(random_state)
    lip = []
    rem = []
    off = []
    angles = []
    for functions in LINKS.values():
        found = []
        for f in functions:
            for d in DIMENSIONS:
                theta, lam = rng.normal(size=(2, n_pairs, d))
                lam *= 10 ** rng.uniform(-3, 1, (n_pairs, 1)) / np.linalg.norm(
                    lam, axis=1, keepdims=True
                )
                found.append(
                    [
                        push(lambda t, s, f=f, r=r: r(f, t, s), theta, lam, rng, n_steps=n_steps)
                        for r in (link_ratios, _remainder)
                    ]
                )
            for k in range(100 // (3 * len(functions)) + 1):
                t = rng.normal(size=DIMENSIONS[k % 3])
                off.append(np.abs(numeric_conjugate(f, t)[0] - row_links(f, t[None])[0]).max())
        lip.append(max(pair[0] for pair in found))
        rem.append(max(pair[1] for pair in found))
    ball = Euclidean(radius=1.0)
    entropy = Entropy()
    p_norm = PNorm(3.0)
    for d in DIMENSIONS:
        theta = 2 * rng.normal(size=(200, d))
        cloud = rng.normal(size=(200, d))
        cloud /= np.maximum(1, np.linalg.norm(cloud, axis=1, keepdims=True))
        shares = rng.dirichlet(np.ones(d), 200)
        length = np.linalg.norm(theta, axis=1)
        for link, gradient, u in (
            (ball.link, ball.gradient, cloud),
            (project_simplex, Euclidean().gradient, shares),
            (entropy.link, entropy.gradient, shares),
            (p_norm.link, p_norm.gradient, cloud),
        ):
            product = obtuse_angle(link, gradient, theta, u)
            angles.append((product / np.maximum(1, length)).max())
    return {"lip": lip, "rem": rem, "argmax_err": max(off), "angle": max(angles)}


def _remainder(f, theta, lam):
    return row_remainders(f, theta, lam) / (f.dual_norm(lam) ** 2 / 2)


def block_search(n_pairs, n_gradients, random_state):
    """Lemma 18 on 2 or 5 blocks of 2 or 5, and the blockwise link against finite differences.

    Parameters
    ----------
    n_pairs, n_gradients : int
        For each function and shape, and for each function.
    random_state : int or Generator
    """
    rng = check_rng(random_state)
    rem = []
    control = []
    off = []
    for functions in LINKS.values():
        f = functions[0]
        for k, d in ((2, 2), (2, 5), (5, 2), (5, 5)):
            theta, lam = rng.normal(size=(2, n_pairs, k, d))
            lam *= 10 ** rng.uniform(-2, 1, (n_pairs, 1, 1))
            rows = theta.reshape(-1, d)
            steps = lam.reshape(-1, d)
            total = row_remainders(f, rows, steps).reshape(-1, k).sum(axis=1)
            squares = (f.dual_norm(steps) ** 2).reshape(-1, k) / 2
            rem.append((total / squares.sum(axis=1)).max())
            control.append((total / squares.max(axis=1)).max())
        for _ in range(n_gradients):
            theta = rng.normal(size=(2, 2))
            slope = numerical_gradient(
                lambda t, f=f: sum(numeric_conjugate(f, row)[1] for row in t.reshape(2, 2)),
                theta.ravel(),
                1e-4,
            )
            off.append(np.abs(slope - row_links(f, theta).ravel()).max())
    return {"rem": max(rem), "block_err": max(off), "control": max(control)}


def lemma14_search(n_pairs, random_state):
    """The two inequalities that begin the proof of Lemma 14, as printed and exchanged."""
    rng = check_rng(random_state)
    fails = 0
    both = []
    for functions in SPACES.values():
        f = functions[len(functions) // 2]
        for d in (2, 5):
            u, v = _ends(f, *points_and_steps(f, n_pairs, d, rng))
            sides = lemma14_sides(f, u, v)
            fails += int((sides.right < -1e-10).any(axis=0).sum())
            if isinstance(f, Euclidean):
                differ = np.abs(row_values(f, u) - row_values(f, v)) > 0.01
                both.append((sides.printed >= 0).all(axis=0)[differ])
    return {"printed_both": np.concatenate(both).mean(), "right_fail": fails}
