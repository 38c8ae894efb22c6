r"""The statements of Shalev-Shwartz (2007), Appendix A, one search or counterexample each.

Every function returns the measurements of one claim; what the names mean stands in the chapter's
claims file and in the functions' own docstrings.
"""

import numpy as np
from scipy.special import softmax

from mlcompanion._validation import check_rng
from mlcompanion.convex import (
    Entropy,
    Euclidean,
    PNorm,
    biconjugate_grid,
    fenchel_young_gap,
    legendre_grid,
    root_inequality_bound,
    root_inequality_root,
    scaled_conjugate,
    subgradient_slack,
)
from mlcompanion.convex.calculus.pairs import label_ranking_pair, logistic_pair
from mlcompanion.convex.calculus.subgradients import absolute, linear, maximum, smooth
from mlcompanion.convex.strong_convexity import obtuse_angle
from mlcompanion.prox import project_simplex
from mlcompanion_chapters.checks.gradients import numerical_gradient
from mlcompanion_chapters.checks.mirror_maps import row_values

from .convex_checks import (
    largest_by_bisection,
    lemma14_sides,
    link_ratios,
    monotone_ratios,
    numeric_conjugate,
    push,
    row_links,
    row_remainders,
    subgradient_pairs,
)

__all__ = [
    "SPACES",
    "binary_entropy_sign",
    "block_search",
    "edge_of_the_domain",
    "fenchel_young_search",
    "grid_statements",
    "label_ranking_search",
    "lemma14_search",
    "lemma19_search",
    "level_sets",
    "smooth_conjugate_search",
    "strong_convexity_search",
    "subgradient_rules",
]

#: The three regularisers with the norms in which they are strongly convex.
SPACES = {
    "half a square, ℓ2": (Euclidean(),),
    "entropy, ℓ1": (Entropy(),),
    "squared q-norm, ℓq": tuple(PNorm(q / (q - 1)) for q in (1.1, 1.5, 1.9)),
}
LINKS = {**SPACES, "squared q-norm, ℓq": (PNorm(3.0), PNorm(10.0))}
DIMENSIONS = (2, 3, 10)


def fenchel_young_search(n_pairs, random_state):
    """Least gap of random pairs, largest gap at subgradients, and the share left off them.

    Parameters
    ----------
    n_pairs : int
        For each of six functions and of the dimensions 2 and 5.
    random_state : int or Generator
    """
    rng = check_rng(random_state)
    low = []
    tight = []
    kept = []
    for kind in ("square", "hinge", "hinges", "entropy", "binary", "q-norm"):
        for d in (2, 5):
            w, theta, value, conjugate = subgradient_pairs(kind, n_pairs, d, rng)
            tight.append(np.abs(fenchel_young_gap(value, conjugate, w, theta)).max())
            other = w[rng.permutation(len(w))]
            size = np.maximum(1, np.abs((other * theta).sum(axis=1)))
            low.append((fenchel_young_gap(value, conjugate, other, theta) / size).min())
            if kind in ("square", "entropy"):
                turn = rng.normal(size=w.shape)
                turn -= turn.mean(axis=1, keepdims=True)
                off = theta + 0.1 * turn / np.linalg.norm(turn, axis=1, keepdims=True)
                kept.append(fenchel_young_gap(value, conjugate, w, off) > 1e-6)
    return {"low": min(low), "eq": max(tight), "perturbed": np.mean(kept)}


def subgradient_rules(random_state, *, n_points=1000):
    """A sum of a norm, a hinge and a square where the whole norm kinks: its corners, by rule."""
    rng = check_rng(random_state)
    A = rng.normal(size=(2, 3))
    b = rng.normal(size=2)
    l1 = absolute().affine([[1.0, 0.0]], [0.0]) + absolute().affine([[0.0, 1.0]], [0.0])
    hinge = maximum(linear(rng.normal(size=3), 1.0), linear(np.zeros(3)))
    f = l1.affine(A, b).scale(0.7) + hinge + smooth(lambda v: float(v @ v) / 2, lambda v: v)
    kink = np.linalg.lstsq(A, -b, rcond=None)[0]
    around = rng.normal(size=(n_points, 3)) * np.exp(2 * rng.normal(size=(n_points, 1)))
    corners = f.corners(kink)
    moved = corners.mean(axis=0) + 1.3 * (corners - corners.mean(axis=0))
    return {
        "corners": len(corners),
        "slack": min(subgradient_slack(f, kink, c, kink + around).min() for c in corners),
        "moved": max(subgradient_slack(f, kink, c, kink + 1e-3 * around).min() for c in moved),
    }


def binary_entropy_sign(random_state):
    """The binary entropy with either sign, conjugated on a grid with local refinement."""
    rng = check_rng(random_state)
    unit = np.linspace(0, 1, 20_001)
    values = logistic_pair(1).value(unit[:, None])

    def conjugate(theta, sign):
        order = np.argsort(theta)
        near = np.empty(len(theta))
        near[order] = legendre_grid(unit, sign * values, theta[order]).argmax
        fine = np.clip(near[:, None] + np.linspace(-1e-4, 1e-4, 201), 0, 1)
        heights = logistic_pair(1).value(fine[..., None])
        return (fine * theta[:, None] - sign * heights).max(axis=1)

    cases = [np.array([t]) for t in np.linspace(-5, 5, 101)] + list(rng.uniform(-5, 5, (100, 3)))
    right = [conjugate(t, 1).sum() - np.logaddexp(0, t).sum() for t in cases]
    corner = [conjugate(t, -1).sum() - np.maximum(t, 0).sum() for t in cases]
    ends = rng.uniform(0, 1, (2, 1000))
    chord = -logistic_pair(1).value(ends[..., None]).mean(axis=0)
    middle = -logistic_pair(1).value(ends.mean(axis=0)[:, None])
    return {
        "right_err": np.abs(right).max(),
        "printed_at_zero": conjugate(np.zeros(1), -1)[0],
        "corner_err": np.abs(corner).max(),
        "bent_down": np.mean(middle > chord),
    }


def label_ranking_search(n_cases, random_state):
    """The label-ranking loss's conjugate by linear programs, beside the printed formula.

    Parameters
    ----------
    n_cases : int
        Over totals on each side from 0.1 to 1.5, 2, 3 or 5 labels, dimension 1 or 3.
    random_state : int or Generator
    """
    rng = check_rng(random_state)
    totals = (0.1, 0.3, 0.49, 0.51, 0.7, 0.99, 1.05, 1.5)
    right = []
    ratio = []
    finite = []
    infinite = []
    for case in range(n_cases):
        total = totals[case % 8]
        k = (2, 3, 5)[case % 3]
        gamma = (0.5, 1.0, 2.0)[case // 8 % 3]
        x = rng.normal(size=(1, 3)[case // 2 % 2])
        relevant = rng.permutation(k)
        relevant = relevant[: rng.integers(1, k)]
        signs = np.where(np.isin(np.arange(k), relevant), -1.0, 1.0)
        alpha = np.empty(k)
        for side in (-1.0, 1.0):
            alpha[signs == side] = total * rng.dirichlet(np.ones((signs == side).sum()))
        lam = ((signs * alpha)[:, None] * x).ravel()
        value = label_ranking_pair(x, gamma, relevant, k).supremum(lam).value
        if total > 1:
            infinite.append(np.isinf(value))
            continue
        right.append(abs(value + gamma * total))
        if total < 0.5:
            ratio.append(value / (-gamma / 2 * total))
        else:
            finite.append(np.isfinite(value))
    return {
        "right_err": max(right),
        "ratio": [min(ratio), max(ratio)],
        "finite_beyond": np.mean(finite),
        "infinite_above": np.mean(infinite),
    }


def grid_statements(random_state):
    """Conjugating twice, order reversal and scaling, on a grid of 2,001 points, 4,001 slopes."""
    rng = check_rng(random_state)
    w = np.linspace(-3, 3, 2001)
    slopes = np.linspace(-20, 20, 4001)

    def lost(x, f):
        return f - legendre_grid(slopes, legendre_grid(x, f, slopes).value, x).value

    lines = [(np.outer(w, a) + c).max(axis=1) for a, c in rng.normal(size=(20, 2, 5))]
    convex = [w**2 / 2, np.abs(w), np.maximum(0, 1 - w), *lines]
    unit = np.linspace(0, 1, 2001)
    entropy = lost(unit, unit * np.log(np.maximum(unit, 1e-300)))[20:1981]  # 0.01 to 0.99
    order = 0
    scale = 0.0
    for _ in range(200):
        f = rng.normal(size=w.size).cumsum() / 50
        above = legendre_grid(w, f + rng.uniform(0, 1, w.size), slopes).value
        order += int((legendre_grid(w, f, slopes).value < above - 1e-12).sum())
    f = w**4 / 4 - w
    for a, b in zip(10 ** rng.uniform(-1, 1, 20), rng.uniform(-5, 5, 20)):
        rule = scaled_conjugate(lambda s: legendre_grid(w, f, s).value, a, b)(slopes)
        scale = max(scale, np.abs(legendre_grid(w, a * f + b, slopes).value - rule).max())
    errors = [np.abs(lost(w, g))[np.abs(w) <= 2].max() for g in convex]
    well = np.minimum((w - 1) ** 2, (w + 1) ** 2)
    return {
        "back": max(*errors, np.abs(entropy).max()),
        "well": lost(w, well)[1000],
        "order": order,
        "scale": scale,
    }


def level_sets():
    """The root of ``|w|``: intervals as level sets, but above its chords and its biconjugate."""
    w = np.linspace(-3, 3, 2001)
    lost = []
    inside = [np.flatnonzero(np.sqrt(np.abs(w)) <= c) for c in np.linspace(0.01, 1.7, 200)]
    for R in (100, 10_000):
        x = np.linspace(-R, R, 20 * R + 1)
        lost.append(1 - np.interp(1.0, x, biconjugate_grid(x, np.sqrt(np.abs(x)))))
    return {
        "not_interval": sum(int(np.ptp(i) + 1 != len(i)) for i in inside),
        "above": np.sqrt(0.5) - (0 + 1) / 2,
        "lost": lost,
    }


def edge_of_the_domain(random_state):
    """Slopes tried as subgradients of minus the root at 0 and of the entropy at a corner."""
    rng = check_rng(random_state)
    x = np.geomspace(1e-16, 1, 10_000)
    steep = np.r_[-np.geomspace(1, 1e6, 60), 0, np.geomspace(1, 1e6, 60)]
    a, b = rng.uniform(0, 1, (2, 10_000))
    chord = 0
    for f in (lambda t: -np.sqrt(t), lambda t: logistic_pair(1).value(t[:, None])):
        chord += int((f((a + b) / 2) > (f(a) + f(b)) / 2 + 1e-12).sum())
    edge = logistic_pair(1).value(x[:, None])  # of (1 - x, x)
    return {
        "chord": chord,
        "best": [(-np.sqrt(x) - k * x).min() for k in steep],
        "best_entropy": [(edge - k * x).min() for k in np.linspace(-30, 30, 61)],
    }


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


def lemma19_search(n_pairs, n_bisected, random_state):
    """The largest admissible x of Lemma 19, the first of them by bisection, beside its bound."""
    rng = check_rng(random_state)
    b, c = 10 ** rng.uniform(-4, 4, (2, n_pairs))
    x = root_inequality_root(b, c)
    x[:n_bisected] = largest_by_bisection(b[:n_bisected], c[:n_bisected])
    ends = np.array([1e-4, 1.0]), np.array([1.0, 1e-8])
    return {
        "viol": int((x > root_inequality_bound(b, c) * (1 + 1e-12)).sum()),
        "no_square": np.mean(x > c + b * np.sqrt(c)),
        "no_cross": np.mean(x > (c + b**2) * (1 + 1e-12)),
        "ends": root_inequality_bound(*ends) / largest_by_bisection(*ends),
    }
